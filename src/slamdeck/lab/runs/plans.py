"""What a run plays. Game k of a seed is the same alone, in any order, on any worker, under any load."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from slamdeck.bots.roster import BotName, bot_called, checked, parse_bots
from slamdeck.core.deck import Deck
from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.options import parse_assignment
from slamdeck.core.problems import UsageProblem
from slamdeck.core.rules import Outcome
from slamdeck.games import find_game
from slamdeck.lab.match import deck_of, plain_options, usual_seats
from slamdeck.lab.playouts import MOST_INPUTS, Playout
from slamdeck.lab.simulation import game_seed, seed_dice
from slamdeck.lab.tournament import TableOfBots, alternating
from slamdeck.lab.watching import Watcher, play_watched, starter_of

RANDOM: Final = "simulate"  # moves in earnest, drawn at random
BOTS: Final = "arena"
TOURNAMENT: Final = "tournament"  # two bots alternate round the table; every deal is played twice, places exchanged
SEATS: Final = "seats"  # can be varied like a house rule
MOST_CELLS: Final = 1000


class GameRow(msgspec.Struct, frozen=True):
    """One game. Lists have an entry for each seat."""

    cell: int  # of a sweep
    number: int
    seed: int
    seats: int
    options: str  # those that are not the default, as JSON
    deck: str  # a digest
    starter: int
    bots: list[str]
    places: list[int]  # none: the game was stopped
    points: list[int]
    turns: int
    inputs: int
    ms: int
    races: int
    fouls: int
    longest_hand: int
    clause: str  # that ended it


class CellPlan(msgspec.Struct, frozen=True):
    """One table of a run: what is the same for all of its games."""

    kind: str
    game: str
    seats: int
    options: dict[str, object]
    bots: str = ""  # as they were named: one for each seat, in a tournament the two of a pairing


class RunPlan(msgspec.Struct, frozen=True):
    """A whole run: what its folder says about it, and all that a worker needs."""

    kind: str
    game: str
    rules_version: int
    games: int  # of each cell
    seed: int
    deck: dict[str, object]
    vary: dict[str, list[object]]
    cells: list[CellPlan]

    @property
    def rows(self) -> int:
        return self.games * len(self.cells)


def plan_run(
    kind: str,
    info: GameInfo,
    *,
    games: int,
    seed: int,
    seats: int | None = None,
    bots: str = "",
    pairs: Sequence[str] = (),
    deck: Deck | None = None,
    options: Mapping[str, object] | None = None,
    vary: Mapping[str, Sequence[object]] | None = None,
) -> RunPlan:
    """Every cell is tried before anything is played: a Problem says what is impossible."""
    varied = {name: list(values) for name, values in (vary or {}).items()}
    base = {**(info.simulated if kind == RANDOM else {}), **(options or {})}
    cells: list[CellPlan] = []
    for values in itertools.product(*varied.values()):
        chosen = dict(zip(varied, values, strict=True))
        here = seats_of(info, kind, chosen.pop(SEATS, seats), bots)
        agreed = info.read_options({**base, **chosen}, here)
        cells += [CellPlan(kind, info.slug, here, plain_options(agreed), named) for named in pairs or [bots]]
        if len(cells) > MOST_CELLS:
            raise UsageProblem(f"this sweep has more than {MOST_CELLS} tables")
    data = (deck or info.deck()).data
    plan = RunPlan(kind, info.slug, info.rules_version, games, seed, data, varied, cells)
    for cell in range(len(cells)):
        Cell(plan, cell)
    return plan


def seats_of(info: GameInfo, kind: str, seats: object, bots: str) -> int:
    if kind == BOTS:
        number = len(bots.split(","))
        if seats is not None and seats != number:
            raise UsageProblem(f"there are {number} bots, one for each seat: seats cannot be {seats}")
        seats = number
    if seats is None:
        seats = usual_seats(info)
    if not isinstance(seats, int) or isinstance(seats, bool):
        raise UsageProblem(f"seats: {seats!r} is not a whole number")
    info.check_seats(seats)
    return seats


def parse_vary(texts: Sequence[str]) -> dict[str, list[object]]:
    """ "seats=3,4" from a command line."""
    varied: dict[str, list[object]] = {}
    for text in texts:
        name, sign, values = text.partition("=")
        if not sign or not name or not all(values.split(",")):
            raise UsageProblem(f"--vary {text!r} must have the form name=value,value,…")
        if name in varied:
            raise UsageProblem(f"--vary names {name!r} twice")
        varied[name] = [parse_assignment(f"{name}={value}")[1] for value in values.split(",")]
        if len(set(map(repr, varied[name]))) < len(varied[name]):
            raise UsageProblem(f"--vary {text!r} has a value twice")
    return varied


def bots_of(cell: CellPlan, info: GameInfo) -> list[BotName]:
    if cell.kind == TOURNAMENT:
        return [checked(bot_called(name), info) for name in cell.bots.split(",")]
    return parse_bots(cell.bots, info) if cell.kind == BOTS else []


@dataclass(frozen=True)
class Counts:
    """What one game was like."""

    outcome: Outcome | None
    starter: int
    inputs: int
    fouls: int
    ms: int


class Cell:
    """One table of a run, ready to play any of its games."""

    def __init__(self, plan: RunPlan, number: int) -> None:
        cell = plan.cells[number]
        self.plan = plan
        self.number = number
        self.cell = cell
        info = find_game(cell.game)
        info.check_version(plan.rules_version)
        deck = deck_of(info, plan.deck)
        self.deck_digest = hashlib.sha256(json.dumps(plan.deck, sort_keys=True).encode()).hexdigest()[:12]
        options = info.read_options(cell.options, cell.seats)
        usual = plain_options(info.read_options({}, cell.seats))
        changed = {name: value for name, value in cell.options.items() if value != usual[name]}
        self.options = json.dumps(changed, sort_keys=True)
        self.watcher = Watcher(cell.seats)
        self.bots: list[BotName] = bots_of(cell, info)
        self.table = TableOfBots(info, deck, options, plan.seed)
        self.rules_dice, self.play_dice = FastDice(0), FastDice(0)
        self.playout = Playout(info.table(cell.seats, deck, options, self.rules_dice), self.play_dice)

    def play(self, number: int) -> GameRow:
        deal, bots = self.seated(number)
        counts = self.play_bots(deal, bots) if bots else self.play_random(number)
        outcome = counts.outcome
        return GameRow(
            cell=self.number,
            number=number,
            seed=game_seed(self.plan.seed, deal if bots else 2 * number),
            seats=self.cell.seats,
            options=self.options,
            deck=self.deck_digest,
            starter=counts.starter,
            bots=[str(bot) for bot in bots],
            places=[] if outcome is None else list(outcome.places),
            points=[] if outcome is None else list(outcome.points),
            turns=self.watcher.turns,
            inputs=counts.inputs,
            ms=counts.ms,
            races=self.watcher.races,
            fouls=counts.fouls,
            longest_hand=self.watcher.longest,
            clause="" if outcome is None else outcome.clause,
        )

    def seated(self, number: int) -> tuple[int, list[BotName]]:
        """Which deal game `number` has, and who sits where."""
        if self.cell.kind != TOURNAMENT:
            return number, self.bots
        first, second = self.bots
        return number // 2, alternating(first, second, self.cell.seats, number % 2)

    def play_random(self, number: int) -> Counts:
        playout = self.playout
        rules = playout.rules
        seed_dice(self.rules_dice, self.play_dice, self.plan.seed, number)
        rules.deal()
        starter = starter_of(rules)
        playout.fouls = 0
        inputs = play_watched(playout, self.watcher, MOST_INPUTS)
        return Counts(rules.outcome(), starter, inputs, playout.fouls, rules.now)

    def play_bots(self, deal: int, bots: list[BotName]) -> Counts:
        arena = self.table.arena(bots, deal)
        arena.watcher = self.watcher
        result = arena.play()
        return Counts(result.outcome, arena.starter, result.inputs, result.fouls, result.ended_at)
