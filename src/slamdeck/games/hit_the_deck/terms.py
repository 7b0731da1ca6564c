"""What is fixed at a Hit the Deck table: phases, effects, tallies, and the house's terms."""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.deck import Deck
from slamdeck.core.native import i64, u8, vec
from slamdeck.core.races import NO_SEAT
from slamdeck.core.zones import CLOSED, OWNER, TOP, Layout, Row
from slamdeck.games.hit_the_deck.actions import catalogue_of
from slamdeck.games.hit_the_deck.matching import demand_of, effect_of, set_that_fits
from slamdeck.games.hit_the_deck.options import HitTheDeckOptions

DEALT_EACH: Final[i64] = 7
LAST_HAND_DRAWS: Final[i64] = 4
FAKE_OUT_DRAWS: Final[i64] = 2

# The phases of section 5.4.
PLAY: Final[i64] = 0
MUST_PLAY: Final[i64] = 1
DUTY_CUT: Final[i64] = 2
DUTY_FLIP: Final[i64] = 3
RACE: Final[i64] = 4
HAND_OVER: Final[i64] = 5
GAME_OVER: Final[i64] = 6
PHASE_NAMES: Final[tuple[str, ...]] = (
    *("PLAY", "MUST_PLAY", "DUTY_CUT", "DUTY_FLIP", "RACE"),
    *("HAND_OVER", "GAME_OVER"),
)
DUTY_NAMES: Final[tuple[str, ...]] = ("none", "cut", "flip")

# What a card does when it comes to lie on top, as in `matching.effect_of`.
NUMBER: Final[i64] = 0
CUT: Final[i64] = 1
FLIP: Final[i64] = 2
DEMAND: Final[i64] = 3
HAND: Final[i64] = 4

TALLIES: Final = (
    *("hands", "turns", "draws", "cuts", "flips"),
    *("races", "forgotten", "fake_outs", "reshuffles", "blocked"),
)
HANDS: Final[i64] = 0
TURNS: Final[i64] = 1
DRAWS: Final[i64] = 2
CUTS: Final[i64] = 3
FLIPS: Final[i64] = 4
RACES: Final[i64] = 5
FORGOTTEN: Final[i64] = 6
FAKE_OUTS: Final[i64] = 7
RESHUFFLES: Final[i64] = 8
BLOCKED: Final[i64] = 9

ABOUT_HALF: Final[i64] = -1  # a cut without a number
LONG_AGO: Final[i64] = -(1 << 60)


@final
class Terms:
    """What stays fixed at one table: its size, its deck, its house rules."""

    def __init__(self, seats: i64, deck: Deck, options: HitTheDeckOptions) -> None:
        rows = [
            Row("hands", OWNER),
            Row("draw", CLOSED, each=0, top_first=True),
            Row("discard", TOP, each=0, top_first=True),
        ]
        self.layout = Layout(rows, seats, deck.size)
        self.catalogue = catalogue_of(deck)
        self.deck = deck
        self.kinds: i64 = len(deck.kinds)  # a card's kind is also the code of playing it
        self.draw: i64 = self.catalogue.verb("draw").base
        self.flip: i64 = self.catalogue.verb("flip").base
        self.slap: i64 = self.catalogue.verb("slap").base
        self.call: i64 = self.catalogue.verb("call").base
        self.next_hand: i64 = self.catalogue.verb("next_hand").base
        self.cut: i64 = self.catalogue.verb("cut").base  # without a number: about half
        self.exact_cut: i64 = self.catalogue.verb("cut").code([0])  # of no card; the other numbers follow
        self.first_dealer: i64 = NO_SEAT if options.first_dealer is None else options.first_dealer
        self.hand_ms: i64 = options.hand_ms
        self.settle_ms: i64 = options.settle_ms
        self.debounce_ms: i64 = options.debounce_ms
        self.timed = options.turn_ms is not None
        self.turn_ms: i64 = options.turn_ms or 0
        self.target_score: i64 = options.target_score
        self.resolve_last_card = options.resolve_last_card
        self.hold_back = options.hold_back
        self.last_words_act = options.last_words_act
        self.max_turns: i64 = options.max_turns_per_hand
        kinds = deck.kinds
        self.effect: vec[u8] = vec[u8]([effect_of(kind) for kind in kinds])
        self.points: vec[i64] = vec[i64]([kind.points for kind in kinds])
        self.fits: vec[i64] = vec[i64]([set_that_fits(kinds, top) for top in kinds])
        self.demands: list[str] = [demand_of(kind) for kind in kinds]
