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
from slamdeck.lab.arena import Arena, Result
from slamdeck.lab.match import MatchSetup
from slamdeck.lab.simulation import game_seed
from slamdeck.lab.statistics import Running, share_interval

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


def alternating(first: BotName, second: BotName, seats: int, turn: int) -> list[BotName]:
    """The two bots round the table; on the other turn each sits where the other sat."""
    return [first if (seat + turn) % 2 == 0 else second for seat in range(seats)]


def first_share(places: Sequence[int], turn: int) -> float:
    """The part of the duels that the first bot won; a shared place, or an unfinished game, is split evenly."""
    if not places:
        return 0.5
    first_seats = [seat for seat in range(len(places)) if (seat + turn) % 2 == 0]
    others = [seat for seat in range(len(places)) if seat not in first_seats]
    duels = [(places[mine], places[other]) for mine in first_seats for other in others]
    return sum((mine < other) + (mine == other) / 2 for mine, other in duels) / len(duels)


def standing_of(first: str, second: str, shares: Running) -> Standing:
    """After so many deals. Where all went alike, so few of them still leave something open."""
    margin = shares.margin
    if shares.count and shares.deviation == 0.0:
        low, high = share_interval(shares.mean * shares.count, shares.count)
        margin = max(high - shares.mean, shares.mean - low)
    return Standing(first, second, 2 * shares.count, shares.mean, margin)


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
            outcome = self.table.play(alternating(self.first, self.second, self.seats, turn), number).outcome
            share += first_share(outcome.places if outcome else [], turn) / 2
        self.shares.add(share)

    def standing(self) -> Standing:
        return standing_of(str(self.first), str(self.second), self.shares)


def pairing(
    info: GameInfo, first: BotName, second: BotName, games: int, seed: int, seats: int = 0
) -> Iterator[Standing]:
    """A pairing, at the smallest even table unless told; yields the standing after each pair."""
    seats = seats or even_seats(info)
    between = Pairing(TableOfBots(info, info.deck(), info.read_options({}, seats), seed), seats, first, second)
    for number in range((games + 1) // 2):
        between.play_pair(number)
        yield between.standing()
