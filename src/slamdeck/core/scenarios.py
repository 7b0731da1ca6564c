"""Scenarios: a position, some inputs, and what must follow, as a TOML file.

Every worked example of the rules is one. It is a feature for people too: "what would happen if …" without code.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from slamdeck.core.dice import ScriptedDice
from slamdeck.core.game import GameInfo
from slamdeck.core.kernel import Entry, Game
from slamdeck.core.problems import CheckFailed, Problem
from slamdeck.core.rules import VERDICT_NAMES, Rules
from slamdeck.core.views import legal_codes
from slamdeck.core.zones import CLOSED, HOST, OPEN, Row

EMPTY_SLOT = "--"


class ScenarioInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: int
    do: str
    seat: int | str = "host"
    verdict: str = ""
    clause: str = ""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file's shape. `after` in an [[expect_at]] block counts inputs: 0 is the position itself."""

    title: str
    clauses: list[str]
    game: str
    seats: int
    options: dict[str, object] = {}
    deck: str = ""  # another deck file, beside the scenario
    seed: int = 1
    picks: list[int] = []
    stacked: list[str] = []  # the top of the dealt deck, uppermost first (where no position is given)
    given: dict[str, object] | None = None
    input: list[ScenarioInput] = []
    expect_at: list[dict[str, object]] = []
    expect: dict[str, object] = {}


def load_scenario(path: Path) -> Scenario:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return msgspec.convert(data, Scenario)
    except OSError as error:
        raise CheckFailed(f"scenario {path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise CheckFailed(f"scenario {path}: is not UTF-8 text (byte {error.start})") from error
    except tomllib.TOMLDecodeError as error:
        raise CheckFailed(f"scenario {path}: is not valid TOML: {error}") from error
    except msgspec.ValidationError as error:
        raise CheckFailed(f"scenario {path}: {error}") from error


def run_scenario(scenario: Scenario, info: GameInfo, path: Path) -> list[str]:
    """Play it; the list of differences is empty when everything came out as expected."""
    place = f"scenario {path}"
    try:
        return Run(scenario, info, path).differences()
    except Problem as error:
        raise CheckFailed(f"{place}: {error}") from error


class Run:
    """One run of a scenario, with the differences found so far."""

    def __init__(self, scenario: Scenario, info: GameInfo, path: Path) -> None:
        self.scenario = scenario
        self.found: list[str] = []
        info.check_seats(scenario.seats)
        deck = info.deck(path.parent / scenario.deck if scenario.deck else None)
        options = info.read_options(scenario.options, scenario.seats)
        dice = ScriptedDice(list(scenario.picks), scenario.seed)
        rules = info.table(scenario.seats, deck, options, dice)
        rules.cards.stacked = [deck.kind_of(name) for name in scenario.stacked]
        try:
            self.game = Game(rules)
        except ValueError as error:
            raise CheckFailed(f"stacked: {error}") from error
        rules.cards.stacked = []
        if scenario.given is not None:
            set_position(rules, scenario.given)

    def differences(self) -> list[str]:
        """Feed the inputs in order, checking on the way and at the end."""
        self.check_middle(0)
        for number, step in enumerate(self.scenario.input, start=1):
            self.check_entry(step, self.feed(step, number), number)
            self.check_middle(number)
        self.check(self.scenario.expect, "at the end")
        for block in self.scenario.expect_at:
            after = block.get("after")
            if not isinstance(after, int) or not 0 <= after <= len(self.scenario.input):
                raise CheckFailed(f"expect_at: after = {after!r} is not a number of inputs")
        return self.found

    def feed(self, step: ScenarioInput, number: int) -> Entry:
        if step.do == "clock":
            return self.game.wait(step.at)
        if step.seat != "host" and not isinstance(step.seat, int):
            raise CheckFailed(f'input {number}: seat {step.seat!r} is not a number or "host"')
        seat = HOST if step.seat == "host" else int(step.seat)
        try:
            return self.game.input(step.at, seat, self.game.rules.read(seat, step.do))
        except Problem as error:
            raise CheckFailed(f"input {number}: {error}") from error
        except ValueError as error:
            raise CheckFailed(f"input {number}: {error}") from error

    def check_entry(self, step: ScenarioInput, entry: Entry, number: int) -> None:
        verdict = VERDICT_NAMES[entry.verdict]
        if step.verdict and step.verdict not in VERDICT_NAMES:
            raise CheckFailed(f"input {number}: verdict {step.verdict!r} is not one of {', '.join(VERDICT_NAMES)}")
        wanted = step.verdict or "applied"
        if verdict != wanted:
            reason = f" ({entry.clause}: {entry.why})" if entry.why else ""
            self.found.append(f"input {number} ({step.do} at {step.at}): {verdict}{reason}, expected {wanted}")
        if step.clause and entry.clause != step.clause:
            self.found.append(
                f"input {number} ({step.do} at {step.at}): clause {entry.clause or 'none'}, expected {step.clause}"
            )

    def check_middle(self, number: int) -> None:
        for block in self.scenario.expect_at:
            if block.get("after") == number:
                rest = {key: value for key, value in block.items() if key != "after"}
                self.check(rest, f"after input {number}")

    def check(self, expected: dict[str, object], moment: str) -> None:
        rules = self.game.rules
        for key, wanted in expected.items():
            found = observed(rules, key, wanted)
            if found != wanted:
                self.found.append(f"{moment}: {key} is {found!r}, expected {wanted!r}")


# ---- positions -------------------------------------------------------------------------------------


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


# ---- what can be expected ---------------------------------------------------------------------------------


def observed(rules: Rules, key: str, wanted: object) -> object:
    """The value of an expected field in the game as it is."""
    rows = {row.name: row for row in rules.layout.rows}
    if key in rows:
        return row_as_written(rules, rows[key])
    if key == "sizes" and isinstance(wanted, dict):
        return {name: row_sizes(rules, rows, name) for name in wanted}
    if key == "legal" and isinstance(wanted, dict):
        return observed_legal(rules, wanted)
    if key == "known" and isinstance(wanted, list):
        return [observed_knowers(rules, item) for item in wanted]
    if key == "phase":
        return rules.phase()
    if key in ("winners", "places", "points", "reason_clause"):
        outcome = rules.outcome()
        if outcome is None:
            return None
        if key == "reason_clause":
            return outcome.clause
        return {"winners": outcome.winners(), "places": outcome.places, "points": outcome.points}[key]
    truth = rules.truth()
    if key not in truth:
        known = ", ".join([*rows, "sizes", "legal", "known", "phase", "winners", "places", "points", *truth])
        raise CheckFailed(f"expect: unknown field {key!r}; there are {known}")
    value = truth[key]
    # TOML has no word for nothing, so "none" stands for it.
    return "none" if value is None else value


def row_as_written(rules: Rules, row: Row) -> list[object]:
    names = rules.deck.names()
    lists: list[object] = []
    zones = rules.layout.zones_of(row.name)
    if row.each > 1:
        slots = [slot_as_written(rules, zone) for zone in zones]
        return [slots[i : i + row.each] for i in range(0, len(slots), row.each)]
    for zone in zones:
        cards = [names[kind] for kind in rules.cards.listed(zone)]
        lists.append(cards[::-1] if row.top_first else cards)
    if row.each:
        return lists
    only = lists[0]
    assert isinstance(only, list)
    return only


def slot_as_written(rules: Rules, zone: int) -> str:
    cards = rules.cards.listed(zone)
    if not cards:
        return EMPTY_SLOT
    name = rules.deck.kinds[cards[0]].name
    return name if rules.cards.face(zone) == OPEN else f"({name})"


def row_sizes(rules: Rules, rows: dict[str, Row], name: str) -> object:
    if name not in rows:
        raise CheckFailed(f"expect.sizes: there is no zone {name!r}; there are {', '.join(rows)}")
    sizes = [rules.cards.size(zone) for zone in rules.layout.zones_of(name)]
    return sizes if rows[name].each else sizes[0]


def observed_legal(rules: Rules, wanted: dict[str, object]) -> dict[str, object]:
    """{seat, has = [...], lacks = [...]}: which of these actions the seat may make."""
    seat = wanted.get("seat")
    has, lacks = wanted.get("has", []), wanted.get("lacks", [])
    if not isinstance(seat, int) or not isinstance(has, list) or not isinstance(lacks, list):
        raise CheckFailed("expect.legal: needs a seat and the lists has and lacks")
    legal = set(legal_codes(rules, seat))
    found: dict[str, object] = {"seat": seat}
    if "has" in wanted:
        found["has"] = [text for text in has if rules.read(seat, text) in legal]
    if "lacks" in wanted:
        found["lacks"] = [text for text in lacks if rules.read(seat, text) not in legal]
    return found


def observed_knowers(rules: Rules, item: object) -> object:
    """{zone = "grids[0][4]", index = 0, seats = [0]}: exactly these seats know that card (index from the bottom)."""
    if not isinstance(item, dict):
        raise CheckFailed("expect.known: needs tables with zone, index and seats")
    zones = [z for z in range(rules.layout.zones) if rules.layout.name_of(z) == item.get("zone")]
    index = item.get("index", 0)
    if not zones or not isinstance(index, int) or not 0 <= index < rules.cards.size(zones[0]):
        raise CheckFailed(f"expect.known: there is no card {index!r} in {item.get('zone')!r}")
    seats = [seat for seat in range(rules.seats) if rules.cards.knows(seat, zones[0], index)]
    return {**item, "seats": seats}
