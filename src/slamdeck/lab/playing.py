"""Bots against each other, from Python: `slamdeck.play` is one game, `slamdeck.compare` tells who is stronger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from slamdeck.bots.handmade import Bot
from slamdeck.bots.roster import BotName, bot_called, checked
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.games import find_game
from slamdeck.lab.match import MatchSetup, check_seed, setup_of, whole
from slamdeck.lab.statistics import Running, share_interval
from slamdeck.lab.tournament import Pairing, TableOfBots, even_seats
from slamdeck.table.journal.entries import SeatHeld
from slamdeck.table.journal.recording import Recording

Named = str | Bot | type[Bot]


@dataclass(frozen=True)
class PlayedGame:
    """One game between bots: who came where, what it took, and the game itself as a record."""

    game: str
    bots: tuple[str, ...]
    seed: int
    places: list[int]  # of every seat; 1 is best
    points: list[int]
    reason: str
    clause: str
    minutes: float  # of game time
    inputs: int
    fouls: int
    setup: MatchSetup = field(repr=False, compare=False)
    log: list[tuple[int, int, int]] = field(repr=False)

    @property
    def winners(self) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place == 1]

    @cached_property
    def record(self) -> bytes:
        """The record of the game, such as `slamdeck replay` and `slamdeck verify` read."""
        setup = self.setup
        seats = [SeatHeld(who=f"seat {seat}", name=f"{name} {seat}") for seat, name in enumerate(self.bots)]
        recording = Recording(setup.info, seats, setup.options, setup.seed, setup.deck, version=setup.version)
        for at, seat, action in self.log:
            recording.input(at, seat, action)
        if not recording.rules.over:  # time alone ended it
            recording.wait(round(self.minutes * 60_000))
        return recording.to_bytes()


@dataclass(frozen=True)
class Comparison:
    """Share of the duels that the first bot won (who is placed better?), with its 95 % interval; 0.5 is equal."""

    game: str
    first: str
    second: str
    seats: int
    games: int
    share: float
    low: float
    high: float

    @property
    def stronger(self) -> str | None:
        """Whose name, if the interval says so."""
        if self.low > 0.5:
            return self.first
        return self.second if self.high < 0.5 else None

    def __repr__(self) -> str:
        interval = f"{self.low:.1%} – {self.high:.1%}"
        return f"{self.first} wins {self.share:.1%} ({interval}) against {self.second}: {self.game}, {self.games} games"


def play(
    game: str,
    bots: Sequence[Named],
    seed: int | None = None,
    *,
    deck: str | Path | Mapping[str, object] | None = None,
    **options: object,
) -> PlayedGame:
    """One whole game between bots, one for each seat, in virtual time. The same seed gives the same game."""
    info = find_game(game)
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise UsageProblem(f"{bots!r} are no bots: a list is needed, with one for each seat")
    seated = [checked(bot_called(bot), info) for bot in bots]
    drawn = check_seed(seed)
    setup = setup_of(info, len(seated), drawn, deck, options)
    table = TableOfBots(info, setup.deck, setup.options, drawn)
    arena = table.arena(seated, 0)
    result = arena.play()
    if result.outcome is None:
        raise CheckFailed(f"the game was stopped after {result.inputs} inputs: these bots do not get anywhere")
    outcome = result.outcome
    return PlayedGame(
        info.slug,
        tuple(str(bot) for bot in seated),
        drawn,
        outcome.places,
        outcome.points,
        outcome.reason,
        outcome.clause,
        result.ended_at / 60_000,
        result.inputs,
        result.fouls,
        table.dealt_as(setup, 0),
        arena.log,
    )


def compare(
    game: str,
    first: Named,
    second: Named,
    *,
    games: int = 400,
    seats: int | None = None,
    seed: int = 1,
    deck: str | Path | Mapping[str, object] | None = None,
    **options: object,
) -> Comparison:
    """Two bots alternate round the table; every deal is played twice, the second time with places exchanged.

    The same seed gives the same games. Bots may be classes of a notebook or of `python -`: nothing leaves this process.
    """
    info = find_game(game)
    one, other = (checked(bot_called(bot), info) for bot in (first, second))
    wanted = whole(games)
    if wanted is None or wanted < 2:
        raise UsageProblem(f"{games!r} is not a number of games: at least 2")
    setup = setup_of(info, even_seats(info) if seats is None else seats, check_seed(seed), deck, options)
    table = TableOfBots(info, setup.deck, setup.options, setup.seed)
    pairing = Pairing(table, setup.seats, one, other)
    for number in range((wanted + 1) // 2):
        pairing.play_pair(number)
    low, high = interval_of(pairing.shares)
    played = 2 * pairing.shares.count
    return Comparison(info.slug, *distinct(one, other), setup.seats, played, pairing.shares.mean, low, high)


def interval_of(shares: Running) -> tuple[float, float]:
    """The 95 % interval of a mean of shares; where all were alike, what so few of them still leave open."""
    if shares.deviation == 0.0:
        return share_interval(shares.mean * shares.count, shares.count)
    return max(0.0, shares.mean - shares.margin), min(1.0, shares.mean + shares.margin)


def distinct(one: BotName, other: BotName) -> tuple[str, str]:
    """A bot that plays against itself is called by two names."""
    return (str(one), str(other)) if str(one) != str(other) else (f"{one} (first)", f"{other} (second)")
