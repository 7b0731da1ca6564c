"""What is fixed at a Lowdown table: its phases, its deck, its house rules."""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.deck import Deck
from slamdeck.core.native import i64, u8, vec
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import NEVER
from slamdeck.core.zones import CLOSED, OPEN, OWNER, Layout, Row
from slamdeck.games.lowdown.actions import Peeks, Steals, catalogue_at
from slamdeck.games.lowdown.lines import SLOTS
from slamdeck.games.lowdown.options import LowdownOptions

# The phases of section 5.3, in its order: everything below CLEARING but the set-up belongs to somebody's turn.
SETUP_FLIP: Final[i64] = 0
CHOOSE: Final[i64] = 1
HOLD_DRAWN: Final[i64] = 2
HOLD_TAKEN: Final[i64] = 3
LOOK: Final[i64] = 4
LOOKED: Final[i64] = 5
PEEK_T: Final[i64] = 6
SWAP_T: Final[i64] = 7
STEAL_T: Final[i64] = 8
CLEARING: Final[i64] = 9
HAND_OVER: Final[i64] = 10
GAME_OVER: Final[i64] = 11
PHASES: Final[tuple[str, ...]] = (
    "SETUP_FLIP",
    "CHOOSE",
    "HOLD_DRAWN",
    "HOLD_TAKEN",
    "LOOK",
    "LOOKED",
    "PEEK_T",
    "SWAP_T",
    "STEAL_T",
    "CLEARING",
    "HAND_OVER",
    "GAME_OVER",
)
NO_ACTION: Final[i64] = 0  # of a card that is no action card; the others name the phase that they lead to

TALLIES: Final = ("hands", "turns", "clears", "cleared_points", "peeks", "swaps", "steals", "looks")
HANDS: Final[i64] = 0
TURNS: Final[i64] = 1
CLEARS: Final[i64] = 2
CLEARED_POINTS: Final[i64] = 3
PERFORMED: Final[i64] = 4  # peeks, swaps, steals, in the order of their phases
LOOKS: Final[i64] = 7


@final
class Terms:
    """What stays fixed at one table: its size, its deck, its house rules.

    LD-62 and LD-R21: what a card is worth and its colour come from the deck file. A wild has every colour (LD-46), a
    card of colour "none" has none. LD-R1: two to six seats.
    """

    def __init__(self, seats: i64, deck: Deck, options: LowdownOptions, version: i64) -> None:
        rows = [
            Row("grids", CLOSED, each=SLOTS, room=1),
            Row("held", OWNER, room=1),
            Row("draw", CLOSED, each=0, top_first=True),
            Row("discard", OPEN, each=0, top_first=True),
        ]
        self.layout = Layout(rows, seats, deck.size)
        self.catalogue = catalogue_at(int(seats), int(version))
        self.peek_draw: i64 = self.catalogue.verb("peek_draw").base if version > 1 else self.catalogue.size
        self.peeks = Peeks(self.catalogue)
        self.steals = Steals(self.catalogue)
        self.deck = deck
        self.start_seat: i64 = NO_SEAT if options.start_seat is None else options.start_seat
        self.target_score: i64 = options.target_score
        self.max_turns: i64 = options.max_turns_per_hand
        self.max_hands: i64 = options.max_hands
        self.allow_discard_action = options.allow_discard_action
        self.memory_aid = options.memory_aid
        self.peek_at_draw_pile = options.peek_at_draw_pile
        self.clear_while_holding = options.clear_while_holding
        self.peek_show_ms: i64 = options.peek_show_ms
        windows = [window(options.turn_ms)] * len(PHASES)
        windows[SETUP_FLIP] = window(options.setup_ms)
        windows[CLEARING] = window(options.clear_ms)
        windows[HAND_OVER] = windows[GAME_OVER] = NEVER
        self.windows: vec[i64] = vec[i64](windows)
        kinds = deck.kinds
        actions = {"peek": PEEK_T, "swap": SWAP_T, "steal": STEAL_T}
        self.action: vec[u8] = vec[u8]([u8(actions.get(kind.family, NO_ACTION)) for kind in kinds])
        self.points: vec[i64] = vec[i64]([kind.points for kind in kinds])
        self.colours: vec[i64] = vec[i64](colours_in(deck))


def window(limit: int | None) -> int:
    return NEVER if limit is None else limit


def colours_in(deck: Deck) -> list[int]:
    """The set of colours of every kind; three cards make a line if some colour is in all three sets."""
    names = sorted({str(kind.values.get("color", "none")) for kind in deck.kinds} - {"none"})
    found: list[int] = []
    for kind in deck.kinds:
        colour = str(kind.values.get("color", "none"))
        if kind.family == "wild":
            found.append((1 << len(names)) - 1)
        else:
            found.append(1 << names.index(colour) if colour in names else 0)
    return found
