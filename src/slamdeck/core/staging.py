"""Setting a game up by hand and handing in moves as they are written: for scenarios and lessons."""

from __future__ import annotations

from slamdeck.core.kernel import Entry, Game
from slamdeck.core.problems import CheckFailed
from slamdeck.core.rules import Rules
from slamdeck.core.zones import CLOSED, HOST, OPEN, Row

EMPTY_SLOT = "--"


def begin(rules: Rules, stacked: list[str], given: dict[str, object] | None) -> Game:
    """A game at the position given; without one it is dealt, with the stacked cards uppermost."""
    rules.cards.stacked = [rules.deck.kind_of(name) for name in stacked]
    try:
        game = Game(rules)
    except ValueError as error:
        raise CheckFailed(f"stacked: {error}") from error
    rules.cards.stacked = []
    if given is not None:
        set_position(rules, given)
    return game


def hand_in(game: Game, at: int, seat: int | str, do: str) -> Entry:
    """One line of a file: a move of a seat, the host's word, or "clock", which only lets time pass."""
    if do == "clock":
        return game.wait(at)
    if seat != "host" and not isinstance(seat, int):
        raise CheckFailed(f'seat {seat!r} is not a number or "host"')
    actor = HOST if seat == "host" else int(seat)
    return game.input(at, actor, game.rules.read(actor, do))


def set_position(rules: Rules, given: dict[str, object]) -> None:
    """Replace the dealt game by the position given; a position need not hold every card."""
    left = {kind: rules.deck.kinds[kind].copies for kind in range(len(rules.deck.kinds))}
    rows = {row.name: row for row in rules.layout.rows}
    rules.cards.clear()
    for name, value in given.items():
        if name in rows:
            set_row(rules, rows[name], value, left)
    rules.begin_position()
    for name, value in given.items():
        if name not in rows:
            try:
                rules.assume(name, value)
            except KeyError:
                known = ", ".join([*rows, *rules.truth()])
                raise CheckFailed(f"given: unknown field {name!r}; there are {known}") from None
            except ValueError as error:
                raise CheckFailed(f"given.{name}: {error}") from error
    rules.reread()
    rules.settled()
    rules.cards.told = []


def set_row(rules: Rules, row: Row, value: object, left: dict[int, int]) -> None:
    zones = rules.layout.zones_of(row.name)
    if not isinstance(value, list):
        raise CheckFailed(f"given.{row.name}: must be a list")
    per_seat = value if row.each else [value]
    if row.each and len(per_seat) != rules.seats:
        raise CheckFailed(f"given.{row.name}: has {len(per_seat)} lists for {rules.seats} seats")
    for seat, names in enumerate(per_seat):
        place = f"given.{row.name}[{seat}]" if row.each else f"given.{row.name}"
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise CheckFailed(f"{place}: must be a list of card names")
        if row.each > 1:
            set_slots(rules, zones[seat * row.each : (seat + 1) * row.each], names, left, place)
            continue
        if len(names) > rules.layout.rooms[zones[seat]]:
            raise CheckFailed(f"{place}: has {len(names)} cards, more than fit there")
        for name in reversed(names) if row.top_first else names:
            rules.cards.put(zones[seat], take_card(rules, name, left, place))


def set_slots(rules: Rules, zones: list[int], names: list[str], left: dict[int, int], place: str) -> None:
    """A grid: one slot per name, "--" for an empty one, brackets around a closed card."""
    if len(names) != len(zones):
        raise CheckFailed(f"{place}: has {len(names)} slots, expected {len(zones)}")
    for zone, name in zip(zones, names, strict=True):
        if name == EMPTY_SLOT:
            continue
        closed = name.startswith("(") and name.endswith(")")
        rules.cards.turn(zone, CLOSED if closed else OPEN)
        card = name[1:-1] if closed else name
        rules.cards.put(zone, take_card(rules, card, left, place))


def take_card(rules: Rules, name: str, left: dict[int, int], place: str) -> int:
    try:
        kind = rules.deck.kind_of(name)
    except CheckFailed as error:
        raise CheckFailed(f"{place}: {error}") from error
    if left[kind] == 0:
        copies = rules.deck.kinds[kind].copies
        raise CheckFailed(f"{place}: {name} is used more than {copies} times, the deck has no more")
    left[kind] -= 1
    return kind
