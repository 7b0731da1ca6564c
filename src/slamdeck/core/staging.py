"""Setting a game up by hand and handing in moves as they are written: for scenarios and lessons."""

from __future__ import annotations

import json

from slamdeck.core.kernel import Entry, Game
from slamdeck.core.problems import CheckFailed
from slamdeck.core.rules import Rules
from slamdeck.core.zones import CLOSED, HOST, OPEN, Row

EMPTY_SLOT = "--"
NONE = "none"


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
    """Replace the dealt game by the position given; a position need not hold every card.

    Its fields are read in the order in which the game tells them, so their order in the file does not matter; and
    when the game has made up its mind every one of them must still be so, or they contradict each other.
    """
    left = {kind: rules.deck.kinds[kind].copies for kind in range(len(rules.deck.kinds))}
    rows = {row.name: row for row in rules.layout.rows}
    rules.cards.clear()
    for name, value in given.items():
        if name in rows:
            set_row(rules, rows[name], value, left)
    rules.begin_position()
    told = list(rules.truth())
    fields = {name: value for name, value in given.items() if name not in rows}
    for name in [*(name for name in told if name in fields), *(name for name in fields if name not in told)]:
        try:
            rules.assume(name, fields[name])
        except KeyError:
            known = ", ".join([*rows, *told])
            raise CheckFailed(f"given: unknown field {name!r}; there are {known}") from None
        except ValueError as error:
            raise CheckFailed(f"given.{name}: {error}") from error
    rules.reread()
    rules.settled()
    check_agreement(rules, fields)
    rules.cards.told = []


def check_agreement(rules: Rules, fields: dict[str, object]) -> None:
    """What was given must be what the game now says of itself, field by field."""
    truth = rules.truth()
    for name, value in fields.items():
        found = truth[name] if name in truth else rules.phase() if name == "phase" else value
        if not agrees(value, found):
            wanted, there = (json.dumps(one, ensure_ascii=False) for one in (value, NONE if found is None else found))
            raise CheckFailed(f"given.{name}: {wanted} does not go with the rest, by which it is {there}")


def agrees(given: object, found: object) -> bool:
    """A file says "none" where there is nothing, and need not name every key of a table."""
    if isinstance(given, dict):
        return isinstance(found, dict) and all(agrees(value, found.get(key)) for key, value in given.items())
    if isinstance(given, list):
        return (
            isinstance(found, list)
            and len(given) == len(found)
            and all(agrees(one, other) for one, other in zip(given, found, strict=True))
        )
    if given is None or given == NONE:
        return found is None or found == NONE
    return type(given) is type(found) and given == found


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
            set_slots(rules, row, zones[seat * row.each : (seat + 1) * row.each], names, left, place)
            continue
        if len(names) > rules.layout.rooms[zones[seat]]:
            raise CheckFailed(f"{place}: has {len(names)} cards, more than fit there")
        for name in reversed(names) if row.top_first else names:
            rules.cards.put(zones[seat], take_card(rules, row, name, left, place))


def set_slots(rules: Rules, row: Row, zones: list[int], names: list[str], left: dict[int, int], place: str) -> None:
    """A grid: one slot per name, "--" for an empty one, brackets around a closed card."""
    if len(names) != len(zones):
        raise CheckFailed(f"{place}: has {len(names)} slots, expected {len(zones)}")
    for zone, name in zip(zones, names, strict=True):
        if name == EMPTY_SLOT:
            continue
        closed = name.startswith("(") and name.endswith(")")
        rules.cards.turn(zone, CLOSED if closed else OPEN)
        card = name[1:-1] if closed else name
        rules.cards.put(zone, take_card(rules, row, card, left, place))


def take_card(rules: Rules, row: Row, name: str, left: dict[int, int], place: str) -> int:
    try:
        kind = rules.deck.kind_of(name)
    except CheckFailed as error:
        raise CheckFailed(f"{place}: {error}") from error
    if row.holds and rules.deck.kinds[kind].family not in row.holds:
        raise CheckFailed(f"{place}: {name} never lies there, only {', '.join(row.holds)}")
    if left[kind] == 0:
        copies = rules.deck.kinds[kind].copies
        raise CheckFailed(f"{place}: {name} is used more than {copies} times, the deck has no more")
    left[kind] -= 1
    return kind
