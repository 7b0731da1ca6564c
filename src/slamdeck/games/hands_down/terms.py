"""What is fixed at a Hands Down table: phases, points, and the house's terms."""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.deck import Deck
from slamdeck.core.native import i64, u8, vec
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import NEVER
from slamdeck.core.zones import CLOSED, OPEN, OWNER, Layout, Row
from slamdeck.games.hands_down.actions import catalogue_at
from slamdeck.games.hands_down.options import BARE_SLAPS, HandsDownOptions

TURN_START: Final[i64] = 0
ACTION: Final[i64] = 1
WINDUP: Final[i64] = 2
FAKING: Final[i64] = 3
RACE: Final[i64] = 4
OVER: Final[i64] = 5
PICK: Final[i64] = 6
STAGE_NAMES: Final[tuple[str, ...]] = ("TURN_START", "ACTION", "WINDUP", "FAKE", "RACE", "OVER", "PICK")

# What a slap without a pair costs (HD-R2).
ITS_TURN: Final[i64] = 0
A_CARD: Final[i64] = 1

HAND: Final[i64] = 4
JOKER_POINTS: Final[i64] = 2
JOKER_VALUE: Final[i64] = 20
NO_NUMBER: Final[i64] = -1
LONG_AGO: Final[i64] = -(1 << 60)
TRIES: Final[i64] = 30

TALLIES: Final = ("turns", "pairs", "fakes", "fooled", "early", "jams", "fouls", "stalls")
TURNS: Final[i64] = 0
PAIRS: Final[i64] = 1
FAKES: Final[i64] = 2
FOOLED: Final[i64] = 3
EARLY: Final[i64] = 4
JAMS: Final[i64] = 5
FOULS: Final[i64] = 6
STALLS: Final[i64] = 7


@final
class Terms:
    """What stays fixed at one table: its size, its deck, its house rules.

    HD-01: three or four players. HD-03, HD-04, HD-20, HD-R30: every seat has a pad and a colour of
    its own; with three players the fourth pad stays free. HD-05: the blank is not in the deck.
    """

    def __init__(self, seats: i64, deck: Deck, options: HandsDownOptions, version: i64) -> None:
        rows = [
            Row("hands", OWNER),
            Row("pairs", OPEN),
            Row("drawpile", CLOSED, each=0, top_first=True),
        ]
        kinds = sorted(deck.family("number"), key=lambda kind: deck.kinds[kind].number("n"))
        numbers = [deck.kinds[kind].number("n") for kind in kinds]
        self.layout = Layout(rows, seats, deck.size)
        self.catalogue = catalogue_at(seats, numbers, deck.size if version > 1 else 0)
        self.slap_naming: i64 = self.catalogue.verb("slap").code([0])  # the lowest number; the others follow
        take = self.catalogue.verb("take")
        self.take: i64 = take.code([0, NO_SEAT])
        self.next_victim: i64 = take.code([1, NO_SEAT]) - self.take
        self.pick: i64 = self.catalogue.verb("pick").base if version > 1 else self.catalogue.size
        self.deck = deck
        self.joker: i64 = deck.family("joker")[0]
        self.numbers: i64 = len(numbers)
        self.number_at: vec[i64] = vec[i64](numbers)  # by rank, the lowest number first
        self.kind_at: vec[u8] = vec[u8](kinds)
        # The Joker ranks above all numbers, and is alone there.
        ranks = {kind: rank for rank, kind in enumerate([*kinds, self.joker])}
        self.rank_of: vec[u8] = vec[u8]([ranks[kind] for kind in range(len(deck.kinds))])
        self.bit_of: vec[i64] = vec[i64]([1 << ranks[kind] for kind in range(len(deck.kinds))])  # in a set of ranks
        self.all_pairs: i64 = sum(deck.kinds[kind].copies for kind in kinds) // 2
        self.dealer: i64 = NO_SEAT if options.dealer is None else options.dealer
        self.windup_ms: i64 = options.windup_ms
        self.race_ms: i64 = options.race_ms
        self.fake_ms: i64 = options.fake_ms
        self.clump_ms: i64 = options.clump_ms
        self.debounce_ms: i64 = options.debounce_ms
        self.settle_ms: i64 = options.settle_ms
        self.start_ms: i64 = options.start_ms or NEVER
        self.turn_ms: i64 = options.turn_ms or NEVER
        self.turn_cap_ms: i64 = options.turn_cap_ms or NEVER
        self.stall_turns: i64 = options.stall_rounds * seats
        self.final_take_before_end = options.final_take_before_end
        self.bare_slap: i64 = BARE_SLAPS.index(options.bare_slap)
        self.pick_backs = options.pick_backs

    def taking_from(self, first: i64, second: i64) -> i64:
        """The code of taking a card from each of these; the second may be NO_SEAT."""
        return self.take + first * self.next_victim + second - NO_SEAT
