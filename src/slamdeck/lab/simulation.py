"""Many random games and what they add up to. Game k of seed S is the same game in every run and every build."""

from __future__ import annotations

from dataclasses import dataclass, field

from slamdeck.core.deck import Deck
from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.options import Options
from slamdeck.lab.playouts import MOST_INPUTS, Playout
from slamdeck.lab.statistics import Running, share_interval, shares_as_json
from slamdeck.lab.watching import starter_of
from slamdeck.table.journal.recording import Recording, nameless

MASK64 = (1 << 64) - 1


def game_seed(seed: int, number: int) -> int:
    """A seed of its own for every game (splitmix64), below 2^62."""
    z = (seed * 0x9E3779B97F4A7C15 + number * 0xBF58476D1CE4E5B9 + 0x94D049BB133111EB) & MASK64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
    return (z ^ (z >> 31)) >> 2


@dataclass
class Summary:
    """What a simulation has found so far."""

    game: str
    seats: int
    seed: int
    games: int = 0
    unfinished: int = 0  # stopped by the lab's own bound on inputs
    wins: list[float] = field(default_factory=list)  # a shared win counts its share
    by_distance: list[float] = field(default_factory=list)  # from who began, clockwise
    inputs: Running = field(default_factory=Running)
    seconds: Running = field(default_factory=Running)  # of game time
    fouls: Running = field(default_factory=Running)
    tallies: dict[str, Running] = field(default_factory=dict)
    endings: dict[str, int] = field(default_factory=dict)  # by the clause that ended the game

    def as_json(self) -> dict[str, object]:
        return {
            "game": self.game,
            "seats": self.seats,
            "seed": self.seed,
            "games": self.games,
            "unfinished": self.unfinished,
            "wins": [
                {
                    "seat": seat,
                    "share": wins / self.games,
                    "interval95": share_interval(wins, self.games),
                }
                for seat, wins in enumerate(self.wins)
                if self.games
            ],
            "by_distance_from_starter": shares_as_json(self.by_distance, self.games),
            "inputs": self.inputs.as_json(),
            "seconds": self.seconds.as_json(),
            "fouls": self.fouls.as_json(),
            "tallies": {name: running.as_json() for name, running in self.tallies.items()},
            "endings": self.endings,
        }


class Simulation:
    """Plays games one by one; `summary` is complete after each, so stopping loses nothing."""

    def __init__(self, info: GameInfo, seats: int, deck: Deck, options: Options, seed: int) -> None:
        self.info = info
        self.seed = seed
        self.rules_dice = FastDice(0)
        self.play_dice = FastDice(0)
        self.rules = info.table(seats, deck, options, self.rules_dice)
        self.rules.keep_tally(len(info.tallies))
        self.playout = Playout(self.rules, self.play_dice)
        self.summary = Summary(
            info.slug,
            seats,
            seed,
            wins=[0.0] * seats,
            by_distance=[0.0] * seats,
            tallies={name: Running() for name in info.tallies},
        )

    def play_next(self) -> None:
        summary = self.summary
        seed_dice(self.rules_dice, self.play_dice, self.seed, summary.games)
        fouls = self.playout.fouls
        self.rules.deal()
        starter = starter_of(self.rules)
        inputs = self.playout.play_on(MOST_INPUTS)
        summary.games += 1
        summary.inputs.add(float(inputs))
        summary.seconds.add(self.rules.now / 1000)
        summary.fouls.add(float(self.playout.fouls - fouls))
        for index, running in enumerate(summary.tallies.values()):
            running.add(float(self.rules.tally[index]))
            self.rules.tally[index] = 0
        outcome = self.rules.outcome()
        if outcome is None:
            summary.unfinished += 1
            return
        summary.endings[outcome.clause] = summary.endings.get(outcome.clause, 0) + 1
        winners = outcome.winners()
        for seat in winners:
            summary.wins[seat] += 1 / len(winners)
            summary.by_distance[(seat - starter) % summary.seats] += 1 / len(winners)


def seed_dice(rules_dice: FastDice, play_dice: FastDice, seed: int, number: int) -> None:
    rules_dice.reseed(game_seed(seed, 2 * number))
    play_dice.reseed(game_seed(seed, 2 * number + 1))


def record_game(
    info: GameInfo, seats: int, deck: Deck, options: Options, seed: int, most: int = MOST_INPUTS
) -> Recording:
    """Game 0 of that seed as a record."""
    recording = Recording(info, nameless(seats), options, game_seed(seed, 0), deck)
    playout = Playout(recording.rules, FastDice(game_seed(seed, 1)))
    for _ in range(most):
        if recording.rules.over:
            break
        at, seat, action = playout.next_input()
        if action < 0:
            recording.wait(at)
        else:
            recording.input(at, seat, action)
    return recording
