"""What is fixed at one table of Yahtzee Hands Down: its phases, its cards, its house rules."""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.deck import Deck
from slamdeck.core.native import i64, u8, vec
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import NEVER
from slamdeck.core.zones import CLOSED, OPEN, OWNER, Layout, Row
from slamdeck.games.yahtzee_hands_down.actions import CATALOGUE, ORDERS
from slamdeck.games.yahtzee_hands_down.combinations import TYPES, Combinations
from slamdeck.games.yahtzee_hands_down.options import YahtzeeOptions
from slamdeck.games.yahtzee_hands_down.targets import Targets

HAND: Final[i64] = 5
DICE: Final = ("plain", "double", "any_number", "any_color")

PLAY: Final[i64] = 0
LAST_CALL: Final[i64] = 1
REVEAL: Final[i64] = 2
GAME_OVER: Final[i64] = 3
STAGE_NAMES: Final[tuple[str, ...]] = ("PLAY", "LAST_CALL", "REVEAL", "GAME_OVER")

NO_COUNT: Final[i64] = -1  # no count-down runs
NOT_SHOWN: Final[i64] = -1

COMBO_EVENTS: Final = (
    "three_of_a_kind",
    "small_straight",
    "full_house",
    "four_of_a_kind",
    "large_straight",
    "yahtzee",
)
COMBO_CLAUSES: Final = ("YH-37", "YH-40", "YH-42", "YH-38", "YH-41", "YH-39")

TALLIES: Final = (
    "exchanges",
    "cards_exchanged",
    "calls",
    "fouls",
    "contested_rounds",
    "uncontested_rounds",
    "reshuffles",
    "stalled_games",
)
EXCHANGES: Final[i64] = 0
CARDS_EXCHANGED: Final[i64] = 1
CALLS: Final[i64] = 2
FOULS: Final[i64] = 3
CONTESTED: Final[i64] = 4
UNCONTESTED: Final[i64] = 5
RESHUFFLES: Final[i64] = 6
STALLED: Final[i64] = 7


@final
class Terms:
    """What stays fixed at one table: its size, its deck, its house rules.

    YH-02: dice, Combo and Chance cards have different backs and never mix; the starter card is a
    seat number.
    """

    def __init__(self, seats: i64, deck: Deck, options: YahtzeeOptions) -> None:
        kinds = deck.kinds
        combos = sum(kind.copies for kind in kinds if kind.family == "combo")
        chances = sum(kind.copies for kind in kinds if kind.family == "chance")
        dice = deck.size - combos - chances
        rows = [
            Row("hands", OWNER, room=HAND, holds=DICE),
            Row("draw", CLOSED, each=0, room=dice, top_first=True, holds=DICE),
            Row("discard", OPEN, each=0, room=dice, holds=DICE),
            Row("combos", OPEN, each=0, room=combos, holds=("combo",)),
            Row("combo_box", CLOSED, each=0, room=combos, holds=("combo",)),
            Row("won", OPEN, room=combos, holds=("combo",)),
            Row("chance", CLOSED, each=0, room=chances, top_first=True, holds=("chance",)),
            Row("chance_box", CLOSED, each=0, room=chances, holds=("chance",)),
            Row("won_chance", CLOSED, room=chances, holds=("chance",)),
        ]
        self.layout = Layout(rows, seats, deck.size)
        self.catalogue = CATALOGUE
        self.deck = deck
        self.combinations = Combinations(deck)
        self.targets = Targets(self.combinations)
        self.starter: i64 = NO_SEAT if options.starter is None else options.starter
        self.turn_ms: i64 = options.turn_ms or NEVER
        self.lastcall_ms: i64 = options.lastcall_ms if seats > 2 or options.last_call_with_two else 0
        self.reveal_ms: i64 = options.reveal_ms
        self.combo_count: i64 = options.combo_count
        # How many more turns a lone hand is to be answered in: YH-20, YH-60, YH-R19, YH-R23.
        self.turns_to_answer: i64 = NO_COUNT
        if seats == 2 and not (options.short_game and options.short_game_with_two):
            self.turns_to_answer = 2
        elif options.short_game:
            self.turns_to_answer = 3
        self.call_guard = options.call_guard
        self.foul_waits = options.foul_waits
        self.max_turns: i64 = options.max_turns_per_round
        self.all_combos: i64 = combos
        # The draw pile and the two boxes before the game.
        cards = deck.listed()
        self.dice_cards: vec[u8] = vec[u8]([c for c in cards if kinds[c].family not in ("combo", "chance")])
        self.combo_cards: vec[u8] = vec[u8]([c for c in cards if kinds[c].family == "combo"])
        self.chance_cards: vec[u8] = vec[u8]([c for c in cards if kinds[c].family == "chance"])
        types = {kind.word("type"): i for i, kind in enumerate(kinds) if kind.family == "combo"}
        self.points: vec[i64] = vec[i64]([kind.points for kind in kinds])
        self.combo_of: vec[u8] = vec[u8]([types[name] for name in TYPES])
        # For every exchange its places, four bits each, above their number.
        self.places: vec[i64] = vec[i64](
            [len(o) + sum(place << (4 * i + 4) for i, place in enumerate(o)) for o in ORDERS]
        )
