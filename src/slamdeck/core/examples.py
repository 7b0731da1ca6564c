"""The worked examples of a game, for people: its scenario files as cards and moves, and a position to try things at.

Whoever tries an example moves every hand. All that was done is said with every question: nobody has to be remembered.
"""

from __future__ import annotations

from functools import cache
from math import isqrt
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from slamdeck.core.deck import Deck
from slamdeck.core.dice import FastDice, ScriptedDice
from slamdeck.core.game import GameInfo
from slamdeck.core.kernel import Entry, Game
from slamdeck.core.problems import CheckFailed, Problem, UsageProblem
from slamdeck.core.rules import NEVER, VERDICT_NAMES, Rules
from slamdeck.core.scenarios import Scenario, load_scenario
from slamdeck.core.sights import Told, View
from slamdeck.core.staging import begin, hand_in
from slamdeck.core.views import heard_by, view_of
from slamdeck.core.zones import FACE_NAMES, Row

BETWEEN_MS: Final = 700  # two moves of somebody who tries things
MOST_TRIED: Final = 60
CLOCK: Final = "clock"
HOST_WORD: Final = "host"
USUAL_SEATS: Final = 4  # of a picture of the set-up

TriedTime = Annotated[int, Meta(ge=0, le=1 << 40)]


class TriedMove(Struct, frozen=True, forbid_unknown_fields=True):
    """A move of a seat; "clock" lets time pass until something happens. Without a time it comes a moment later."""

    do: Annotated[str, Meta(min_length=1, max_length=120)]
    seat: Annotated[int, Meta(ge=-1, le=5)] = -1  # −1: the host's word
    at: TriedTime | None = None


class CardRow(Struct, frozen=True, kw_only=True):
    """Cards that lie together: a card in brackets lies closed, "--" is a gap."""

    name: str
    seat: int  # −1: nobody's
    cards: list[str]
    across: int  # how many lie in a row of it; 0: all of them


class ExampleMove(Struct, frozen=True, kw_only=True):
    at: int
    seat: int
    do: str
    verdict: str
    clause: str


class WorkedExample(Struct, frozen=True, kw_only=True):
    """A scenario of the game: its cards, and the moves that follow."""

    name: str  # in its address
    title: str
    clauses: list[str]
    seats: int
    rows: list[CardRow]
    moves: list[ExampleMove]


class Tried(Struct, frozen=True, kw_only=True):
    """What became of the last move, as one seat sees it."""

    at: int
    view: View
    told: list[Told]
    verdict: str = ""
    clause: str = ""
    why: str = ""
    over: str = ""  # why, if it is


class RowOfSetup(Struct, frozen=True, kw_only=True):
    """Where cards lie after the deal, and how many: of every seat, or in the middle."""

    name: str
    each: int  # places of every seat; 0: one in the middle
    cards: int  # in each of them
    face: str


# ---- examples ---------------------------------------------------------------------------------------------


@cache
def scenarios_in(folder: Path) -> dict[str, Scenario]:
    """By their names. One from elsewhere that makes no sense is left out: `slamdeck scenario` says why."""
    found: dict[str, Scenario] = {}
    for path in sorted((folder / "scenarios").glob("*.toml"), key=lambda path: (len(path.stem.split("_")[0]), path)):
        try:
            found[path.stem] = load_scenario(path)
        except Problem:
            continue
    return found


def worked_examples(info: GameInfo) -> list[WorkedExample]:
    return [example_of(info, name, scenario) for name, scenario in scenarios_in(info.folder).items()]


def example_of(info: GameInfo, name: str, scenario: Scenario) -> WorkedExample:
    rules = begun(info, scenario).rules
    return WorkedExample(
        name=name,
        title=title_of(scenario),
        clauses=scenario.clauses,
        seats=scenario.seats,
        rows=rows_of(rules, scenario),
        moves=[
            ExampleMove(
                at=one.at,
                seat=one.seat if isinstance(one.seat, int) else -1,
                do=one.do,
                verdict=one.verdict or "applied",
                clause=one.clause,
            )
            for one in scenario.input
        ],
    )


def title_of(scenario: Scenario) -> str:
    """Without the number that the rules' own list of examples gives it: "SW-X1 Double Decker and a late slap"."""
    first, _, rest = scenario.title.partition(" ")
    return rest if "-X" in first else scenario.title


def rows_of(rules: Rules, scenario: Scenario) -> list[CardRow]:
    """What the file puts on the table. Where it deals instead, the cards that come first."""
    if scenario.given is None:
        return [CardRow(name="deck", seat=-1, cards=list(scenario.stacked), across=0)] if scenario.stacked else []
    found: list[CardRow] = []
    for row in rules.layout.rows:
        listed = scenario.given.get(row.name)
        if isinstance(listed, list) and row.each:
            found += [row_shown(row, seat, cards) for seat, cards in enumerate(listed) if cards]
        elif isinstance(listed, list) and listed:
            found.append(row_shown(row, -1, listed))
    return found


def row_shown(row: Row, seat: int, cards: list[object]) -> CardRow:
    side = isqrt(row.each) if row.each > 1 else 0
    return CardRow(
        name=row.name, seat=seat, cards=[str(card) for card in cards], across=side if side * side == row.each else 0
    )


# ---- trying -----------------------------------------------------------------------------------------------


def try_out(info: GameInfo, name: str, seat: int, moves: list[TriedMove]) -> Tried:
    """The position of an example after these moves, as that seat sees it."""
    scenario = scenarios_in(info.folder).get(name)
    if scenario is None:
        raise UsageProblem(f"{info.title} has no example {name[:40]!r}")
    if not 0 <= seat < scenario.seats:
        raise UsageProblem(f"the example has the seats 0 to {scenario.seats - 1}")
    game = begun(info, scenario)
    entry: Entry | None = None
    for move in moves[:MOST_TRIED]:
        entry = made(game, move)
    rules = game.rules
    outcome = rules.outcome()
    return Tried(
        at=rules.now,
        view=structs.replace(view_of(rules, seat), clock=None),  # nothing runs out here
        told=heard_by(rules, entry.told, seat) if entry is not None else [],
        verdict=VERDICT_NAMES[entry.verdict] if entry is not None and entry.action >= 0 else "",
        clause=entry.clause if entry is not None else "",
        why=entry.why if entry is not None else "",
        over=info.ending_words(outcome.reason, outcome.clause) if outcome is not None else "",
    )


def begun(info: GameInfo, scenario: Scenario) -> Game:
    deck = deck_of(info, scenario)
    options = info.read_options(scenario.options, scenario.seats)
    rules = info.table(scenario.seats, deck, options, ScriptedDice(list(scenario.picks), scenario.seed))
    return begin(rules, scenario.stacked, scenario.given)


def deck_of(info: GameInfo, scenario: Scenario) -> Deck:
    return info.deck(info.folder / "scenarios" / scenario.deck) if scenario.deck else info.own_deck


def made(game: Game, move: TriedMove) -> Entry:
    rules = game.rules
    soon = rules.now + BETWEEN_MS
    if move.do == CLOCK:
        return game.wait(max(soon, rules.deadline) if rules.deadline < NEVER else soon)
    at = soon if move.at is None else max(move.at, rules.now)
    try:
        return hand_in(game, at, HOST_WORD if move.seat < 0 else move.seat, move.do)
    except (CheckFailed, ValueError) as error:
        raise UsageProblem(str(error)) from error


# ---- the set-up -------------------------------------------------------------------------------------------


def set_up_of(info: GameInfo) -> list[RowOfSetup]:
    """Where the cards lie after the deal, at a table of the usual size."""
    seats = min(USUAL_SEATS, info.most)
    rules = info.table(seats, info.own_deck, info.read_options({}, seats), FastDice(1))
    rules.deal()
    found: list[RowOfSetup] = []
    for row in rules.layout.rows:
        sizes = [rules.cards.size(zone) for zone in rules.layout.zones_of(row.name)]
        if any(sizes):
            found.append(
                RowOfSetup(name=row.name, each=int(row.each), cards=max(sizes), face=FACE_NAMES[int(row.face)])
            )
    return found
