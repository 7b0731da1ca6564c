"""Who is stronger: pairings with paired deals and balanced seats.

Two bots alternate round the table. Every deal is played twice, the second time with the bots' places exchanged, so luck
of the deal and of the seat falls on both alike; what is left is strength. The unit of the statistics is the pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from slamdeck.bots.roster import BotName, seat_bot
from slamdeck.core.deck import Deck
from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.options import Options
from slamdeck.core.rules import Outcome
from slamdeck.lab.arena import Arena, Result
from slamdeck.lab.match import MatchSetup
from slamdeck.lab.simulation import game_seed
from slamdeck.lab.statistics import Running

GUESTS = 0x5EA7  # keeps the chance of the bots apart from that of the deals


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


@dataclass(frozen=True)
class TableOfBots:
    """Where bots play. Game `number` is the same game alone, in any order, on any machine: it is the seed's."""

    info: GameInfo
    deck: Deck
    options: Options
    seed: int

    def arena(self, bots: Sequence[BotName], number: int) -> Arena:
        """The same deal whoever sits where; bots that know of no other game."""
        dice = FastDice(game_seed(self.seed, number))
        rules = self.info.table(len(bots), self.deck, self.options, dice)
        rules.cards.track()
        seeds = [game_seed(self.seed ^ GUESTS, number * 8 + seat) for seat in range(len(bots))]
        return Arena(rules, [seat_bot(bot, self.info, rules, seat, seeds[seat]) for seat, bot in enumerate(bots)])

    def play(self, bots: Sequence[BotName], number: int) -> Result:
        return self.arena(bots, number).play()

    def dealt_as(self, setup: MatchSetup, number: int) -> MatchSetup:
        """What a record of that game is dealt from."""
        return replace(setup, seed=game_seed(self.seed, number))


def even_seats(info: GameInfo) -> int:
    """The smallest even table: as many seats for one bot as for the other, and few whose luck hides the difference."""
    return 2 if info.fewest <= 2 else 4


def play_game(info: GameInfo, bots: list[BotName], options: dict[str, object], seed: int, number: int) -> Result:
    """Game `number` of that seed, with the game's own deck."""
    return TableOfBots(info, info.deck(), info.read_options(options, len(bots)), seed).play(bots, number)


def first_share(outcome: Outcome | None, first_seats: list[int]) -> float:
    """The part of the duels that these seats won; a shared place, or an unfinished game, is split evenly."""
    if outcome is None:
        return 0.5
    places = outcome.places
    others = [seat for seat in range(len(places)) if seat not in first_seats]
    duels = [(places[mine], places[other]) for mine in first_seats for other in others]
    return sum((mine < other) + (mine == other) / 2 for mine, other in duels) / len(duels)


class Pairing:
    """Two bots at one table, a pair of games at a time."""

    def __init__(self, table: TableOfBots, seats: int, first: BotName, second: BotName) -> None:
        self.table = table
        self.seats = seats
        self.first = first
        self.second = second
        self.shares = Running()

    def play_pair(self, number: int) -> None:
        """Deal `number` twice, with the places exchanged."""
        share = 0.0
        for turn in (0, 1):
            mine = [seat for seat in range(self.seats) if (seat + turn) % 2 == 0]
            bots = [self.first if seat in mine else self.second for seat in range(self.seats)]
            share += first_share(self.table.play(bots, number).outcome, mine) / 2
        self.shares.add(share)

    def standing(self) -> Standing:
        games = 2 * self.shares.count
        return Standing(str(self.first), str(self.second), games, self.shares.mean, self.shares.margin)


def pairing(info: GameInfo, first: BotName, second: BotName, games: int, seed: int) -> Iterator[Standing]:
    """A pairing at the smallest table; yields the standing after each pair, so it can be stopped at any time."""
    seats = even_seats(info)
    between = Pairing(TableOfBots(info, info.deck(), info.read_options({}, seats), seed), seats, first, second)
    for number in range((games + 1) // 2):
        between.play_pair(number)
        yield between.standing()
