"""Who is stronger: pairings with paired deals and balanced seats.

Two bots alternate round the table. Every deal is played twice, the second time with the bots' places exchanged, so luck
of the deal and of the seat falls on both alike; what is left is strength. The unit of the statistics is the pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from slamdeck.bots.roster import BotName, seat_bot
from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.rules import Outcome
from slamdeck.lab.arena import Arena, Result
from slamdeck.lab.simulation import game_seed
from slamdeck.lab.statistics import Running


@dataclass(frozen=True)
class Standing:
    """Share of the duels that the first bot won, each of its seats against each of the other's: who is placed better?

    50 % is equal strength.
    """

    first: str
    second: str
    games: int
    share: float
    margin: float  # half the width of the 95 % interval

    def beats(self) -> bool:
        return self.share - self.margin > 0.5


def even_seats(info: GameInfo) -> int:
    """The smallest even table: as many seats for one bot as for the other, and few whose luck hides the difference."""
    return 2 if info.fewest <= 2 else 4


def play_game(info: GameInfo, bots: list[BotName], options: dict[str, object], seed: int, number: int) -> Result:
    """Game `number` of that seed: the same deal whoever sits where."""
    seats = len(bots)
    rules = info.table(seats, info.deck(), info.read_options(options, seats), FastDice(game_seed(seed, number)))
    rules.cards.track()
    guests = [
        seat_bot(bot, info, rules, seat, game_seed(seed ^ 0x5EA7, number * 8 + seat)) for seat, bot in enumerate(bots)
    ]
    return Arena(rules, guests).play()


def first_share(outcome: Outcome | None, first_seats: list[int]) -> float:
    """The part of the duels that these seats won; a shared place, or an unfinished game, is split evenly."""
    if outcome is None:
        return 0.5
    places = outcome.places
    others = [seat for seat in range(len(places)) if seat not in first_seats]
    duels = [(places[mine], places[other]) for mine in first_seats for other in others]
    return sum((mine < other) + (mine == other) / 2 for mine, other in duels) / len(duels)


def pairing(info: GameInfo, first: BotName, second: BotName, games: int, seed: int) -> Iterator[Standing]:
    """Play a pairing two games at a time; yields the standing after each pair, so it can be stopped at any time."""
    seats = even_seats(info)
    shares = Running()
    for number in range((games + 1) // 2):
        share = 0.0
        for turn in (0, 1):
            bots = [first if (seat + turn) % 2 == 0 else second for seat in range(seats)]
            mine = [seat for seat in range(seats) if bots[seat] is first]
            share += first_share(play_game(info, bots, {}, seed, number).outcome, mine) / 2
        shares.add(share)
        yield Standing(str(first), str(second), 2 * shares.count, shares.mean, shares.margin)
