"""Scenarios: a position, some inputs, and what must follow, as a TOML file.

Every worked example of the rules is one. It is a feature for people too: "what would happen if …" without code.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from slamdeck.core.dice import ScriptedDice
from slamdeck.core.game import GameInfo
from slamdeck.core.kernel import Entry
from slamdeck.core.problems import CheckFailed, Problem
from slamdeck.core.rules import VERDICT_NAMES, Rules
from slamdeck.core.staging import EMPTY_SLOT, begin, hand_in
from slamdeck.core.views import legal_codes
from slamdeck.core.written_files import MOST_MS, read_toml
from slamdeck.core.zones import OPEN, Row


class ScenarioInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: Annotated[int, msgspec.Meta(ge=-MOST_MS, le=MOST_MS)]
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
    data = read_toml(path, "scenario")
    try:
        return msgspec.convert(data, Scenario)
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
        self.game = begin(rules, scenario.stacked, scenario.given)

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
        try:
            return hand_in(self.game, step.at, step.seat, step.do)
        except (Problem, ValueError) as error:
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
