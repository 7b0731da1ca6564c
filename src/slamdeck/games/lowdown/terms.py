"""What is fixed at a Lowdown table: phases, action codes, lines, and the house's terms."""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.actions import HOST as BY_HOST
from slamdeck.core.actions import SEAT, SLOT, Catalogue, Parameter, Verb
from slamdeck.core.deck import Deck
from slamdeck.core.native import i64, u8, vec
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import NEVER
from slamdeck.core.zones import CLOSED, OPEN, OWNER, Layout, Row
from slamdeck.games.lowdown.options import LowdownOptions

SLOTS: Final[i64] = 9
LINES: Final[i64] = 8
NO_SLOT: Final[i64] = -1
NO_LINE: Final[i64] = -1

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
PHASES: Final = (
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

# Action codes, in the order of the catalogue. PEEK and STEAL grow with the table, so they come last.
DRAW: Final[i64] = 0
TAKE: Final[i64] = 1
DISCARD: Final[i64] = 2
PERFORM: Final[i64] = 3
SKIP: Final[i64] = 4
LEAVE: Final[i64] = 5
DONE: Final[i64] = 6
NEXT_HAND: Final[i64] = 7
CLEAR: Final[i64] = 8  # + line
LOOK_AT: Final[i64] = 16  # + slot
OPEN_UP: Final[i64] = 25  # + (slot + 1) · 9 + line + 1
PLACE: Final[i64] = 115  # + slot · 27 + (side + 1) · 9 + line + 1
SWAP: Final[i64] = 358  # + slot · 81 + other slot · 9 + line + 1
PEEK: Final[i64] = 1087  # + zone; then STEAL: + zone · 81 + own slot · 9 + line + 1

SIDE_NOT_SAID: Final[i64] = -1
SIDE_OPEN: Final[i64] = 0
SIDE_CLOSED: Final[i64] = 1

TALLIES: Final = ("hands", "turns", "clears", "cleared_points", "peeks", "swaps", "steals", "looks")
HANDS: Final[i64] = 0
TURNS: Final[i64] = 1
CLEARS: Final[i64] = 2
CLEARED_POINTS: Final[i64] = 3
PERFORMED: Final[i64] = 4  # peeks, swaps, steals, in the order of their phases
LOOKS: Final[i64] = 7

# LD-40: three rows, three columns, two diagonals.
LINE_NAMES: Final = ("H1", "H2", "H3", "V1", "V2", "V3", "D1", "D2")
LINE_SLOTS: Final = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
]
SLOTS_OF: Final = vec[u8]([slot for line in LINE_SLOTS for slot in line])
MASK_OF: Final = vec[i64]([sum(1 << slot for slot in line) for line in LINE_SLOTS])
GRID_OF: Final = vec[i64]([511 << (9 * seat) for seat in range(6)])
LINES_OF: Final = vec[i64]([255 << (8 * seat) for seat in range(6)])


def slots_in(grid: int) -> list[int]:
    return [slot for slot in range(9) if grid >> slot & 1]


def choices_without_overlap() -> list[int]:
    """Every set of lines that share no slot, in the order of LD-R23: the fewest lines, then H1, H2 … D2 first."""
    found: list[list[int]] = []
    for chosen in range(1 << 8):
        lines = [line for line in range(8) if chosen >> line & 1]
        slots = [slot for line in lines for slot in LINE_SLOTS[line]]
        if len(slots) == len(set(slots)):
            found.append(lines)
    found.sort(key=lambda lines: (len(lines), lines))
    return [sum(1 << line for line in lines) for lines in found]


CLEARINGS: Final = vec[i64](choices_without_overlap())
# For every set of open slots of a grid, the set of lines that lie wholly in it.
LINES_WITHIN: Final = vec[i64](
    [sum(1 << line for line in range(8) if set(LINE_SLOTS[line]) <= set(slots_in(up))) for up in range(512)]
)


@final
class Terms:
    """What stays fixed at one table: its size, its deck, its house rules.

    LD-62 and LD-R21: what a card is worth and its colour come from the deck file. A wild has every colour (LD-46), a
    card of colour "none" has none. LD-R1: two to six seats.
    """

    def __init__(self, seats: i64, deck: Deck, options: LowdownOptions) -> None:
        rows = [
            Row("grids", CLOSED, each=SLOTS, room=1),
            Row("held", OWNER, room=1),
            Row("draw", CLOSED, each=0, top_first=True),
            Row("discard", OPEN, each=0, top_first=True),
        ]
        self.layout = Layout(rows, seats, deck.size)
        self.catalogue = Catalogue("lowdown", verbs_at(seats))
        self.steal: i64 = PEEK + SLOTS * seats
        self.deck = deck
        self.start_seat: i64 = NO_SEAT if options.start_seat is None else options.start_seat
        self.target_score: i64 = options.target_score
        self.max_turns: i64 = options.max_turns_per_hand
        self.max_hands: i64 = options.max_hands
        self.allow_discard_action = options.allow_discard_action
        self.memory_aid = options.memory_aid
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


def verbs_at(seats: i64) -> list[Verb]:
    """Everything a player can do; slots and seats are written as people count them (LD-R19: `clear` may be carried)."""
    slot = Parameter("slot", [str(s + 1) for s in range(SLOTS)], SLOT)
    maybe_slot = Parameter("slot", slot.values, SLOT, optional=True)
    line = Parameter("line", list(LINE_NAMES))
    clear = Parameter("clear", line.values, optional=True, keyword=True)
    seat = Parameter("seat", [str(s) for s in range(seats)], SEAT)
    side = Parameter("side", ["open", "closed"], optional=True)
    theirs = Parameter("their_slot", slot.values, SLOT)
    mine = Parameter("my_slot", slot.values, SLOT)
    plain = ["draw", "take", "discard", "perform", "skip", "leave", "done"]
    return [
        *[Verb(name) for name in plain],
        Verb("next_hand", manner=BY_HOST),
        Verb("clear", [line]),
        Verb("look", [slot]),
        Verb("open", [maybe_slot, clear]),
        Verb("place", [slot, side, clear]),
        Verb("swap", [slot, Parameter("other_slot", slot.values, SLOT), clear]),
        Verb("peek", [seat, slot]),
        Verb("steal", [seat, theirs, mine, clear]),
    ]


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
