"""What is fixed at a Slamwich table: phases, what can be slapped, and the house's terms."""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.deck import Deck
from slamdeck.core.native import i64, u8, vec
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import NEVER
from slamdeck.core.zones import CLOSED, OPEN, Layout, Row
from slamdeck.games.slamwich.actions import CATALOGUE
from slamdeck.games.slamwich.options import SlamwichOptions

# The phases of section 5.4.
PHASE_NAMES: Final[tuple[str, ...]] = ("TURN", "MUNCH", "CLOSING", "HELD", "OVER")

# What the last toss left to be slapped.
NOTHING: Final[i64] = 0
PATTERN: Final[i64] = 1
THIEF: Final[i64] = 2
LIVE_NAMES: Final[tuple[str, ...]] = ("none", "pattern", "thief")

TALLIES: Final = ("tosses", "piles", "pile_cards", "munches", "slips", "thieves", "wasted_thieves")
TOSSES: Final[i64] = 0
PILES: Final[i64] = 1
PILE_CARDS: Final[i64] = 2
MUNCHES: Final[i64] = 3
SLIPS: Final[i64] = 4
THIEVES: Final[i64] = 5
WASTED: Final[i64] = 6

LONG_AGO: Final[i64] = -(1 << 60)


@final
class Terms:
    """What stays fixed at one table: its size, its deck, its house rules.

    Two to six seats (SW-01), one deck of foods, thieves and munchers (SW-03, SW-04: its kinds are
    what the gallery shows), and SW-44: without munchers the rest of the deck is dealt.
    """

    def __init__(self, seats: i64, deck: Deck, options: SlamwichOptions) -> None:
        rows = [
            Row("stacks", CLOSED, top_first=True),
            Row("centre", OPEN, each=0),
            Row("deck", CLOSED, each=0, top_first=True),
        ]
        self.layout = Layout(rows, seats, deck.size)
        self.catalogue = CATALOGUE
        self.deck = deck
        self.dealer: i64 = NO_SEAT if options.dealer is None else options.dealer
        self.min_toss_ms: i64 = options.min_toss_ms
        self.toss_ms: i64 = options.toss_ms
        self.late_grace_ms: i64 = options.late_grace_ms
        self.debounce_ms: i64 = options.debounce_ms
        self.munch_ms: i64 = options.munch_ms
        self.yell_grace_ms: i64 = options.yell_grace_ms
        self.yell_ms: i64 = options.yell_ms
        self.time_limit: i64 = options.time_limit_ms or NEVER
        self.max_tosses: i64 = options.max_tosses
        self.slap_in = options.slap_in
        self.use_munchers = options.use_munchers
        self.out_at_once = options.out_at_once  # the letter of the box, where our rulings are milder
        self.any_slap_stops_munch = options.any_slap_stops_munch
        self.slip_ends_munch = options.slip_ends_munch
        self.start_cards_count = options.start_cards_count
        kinds = deck.kinds
        out_of_play = "" if options.use_munchers else "muncher"
        cards = [card for card in deck.listed() if kinds[card].family != out_of_play]
        self.cards: vec[u8] = vec[u8](cards)
        self.cards_in_play: i64 = len(cards)
        self.bite: vec[u8] = vec[u8]([k.number("n") if k.family == "muncher" else 0 for k in kinds])
        self.is_thief: vec[u8] = vec[u8]([1 if k.family == "thief" else 0 for k in kinds])
