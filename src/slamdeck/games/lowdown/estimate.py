"""What a seat expects of the grids of Lowdown: how many points will lie in each of them when the hand is counted.

Everything rests on what that seat has seen and on counts of the cards it has not. Values are in points, and low is
good. The figures that are not facts of the deck were tuned by play against itself.
"""

from __future__ import annotations

import math
from typing import Final, final

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64, vec
from slamdeck.games.lowdown.in_common import COLOUR, COMPLETE, LACKS_AT, NO_SUIT, in_common, shared
from slamdeck.games.lowdown.lines import GRID_OF, LINES, MASK_OF, SLOTS, SLOTS_OF, how_many
from slamdeck.games.lowdown.rules import Lowdown
from slamdeck.games.lowdown.terms import HAND_OVER, STEAL_T

ROUNDS_PER_CLOSED: Final = 1.2  # how often everybody still moves for each card that the most open grid has closed
CARDS_OFFERED: Final = 1.3  # cards of which a player can choose in a turn: the discard is often worth nothing
SURE: Final = 0.97  # a complete line is as good as cleared, unless somebody steals from it
CLEARING_PRICE: Final = 2.0  # three low cards are worth keeping
GOOD_CARD: Final = 2.5  # what a replaced card ends up as
REPLACED: Final = 0.75  # of the points above that, the part that turns can save
KEPT_BY_OWNER: Final = 1.5  # a closed card that its owner knows is better than one that nobody knows
STOLEN_FOR: Final = 4.0  # what lies there after a theft
DRAW_IS_WORTH: Final = 3.0  # what the next player would gain without a gift
GIFT: Final = 0.5  # how much a point for the next player matters
HAND_COSTS: Final = 15.0  # a usual score
# The square of the points that may still turn over: what the guess is off by, and what is yet to be played.
SPREAD: Final = 4.0
SPREAD_PER_ROUND: Final = 5.0
SPREAD_PER_HAND: Final = 40.0
CLOSED_COSTS: Final = 0.1  # in doubt, a card is opened
# Two who both wait for the other could take from the discard pile for ever: in a long hand waiting costs points.
LONG_HAND: Final = 10.0  # rounds
IMPATIENCE: Final = 0.05  # for every round after that

NOT_ASKED: Final = -1.0

ROWS: Final[i64] = 11  # by the closed cards in the own grid, 0 to 9, and one for a look at something else
SCRATCH: Final[i64] = 10


@final
class Estimate:
    """One seat's judgement of one position; `read` begins a new one.

    Much depends on how long the hand will last, and that on the closed cards. The grid of the judging seat is the one
    that changes from thought to thought, so what depends on the length is kept in rows, one for each number of closed
    cards that this grid might have.
    """

    def __init__(self, rules: Lowdown) -> None:
        self.terms = rules.terms
        kinds = rules.deck.kinds
        colours = [int(self.terms.colours[kind]) for kind in range(len(kinds))]
        single = sorted({c for c in colours if c and c & (c - 1) == 0})
        self.suits: i64 = len(single)  # and the wild, which comes after them
        suits = [single.index(c) if c in single else (len(single) if c else NO_SUIT) for c in colours]
        self.suit_of: vec[i64] = vec[i64](suits)
        self.points_of: vec[float] = vec[float]([float(kind.points) for kind in kinds])
        self.kinds: i64 = len(kinds)
        self.seats: i64 = rules.seats
        cells = SLOTS * rules.seats
        self.value: vec[float] = vec[float]([0.0] * cells)
        self.suit: vec[i64] = vec[i64]([0] * cells)
        self.unseen: vec[i64] = vec[i64]([0] * len(kinds))
        self.share: vec[float] = vec[float]([0.0] * (len(single) + 1))  # of each suit among the unseen cards
        self.odds: vec[float] = vec[float]([0.0] * (ROWS * (len(single) + 1)))  # of drawing that suit in time
        self.rounds: vec[float] = vec[float]([0.0] * ROWS)
        self.spreads: vec[float] = vec[float]([NOT_ASKED] * ROWS)  # of the points that may still turn over
        self.log_missed: vec[float] = vec[float]([0.0] * (len(single) + 1))  # of the odds that one turn misses a suit
        self.width: i64 = len(single) + 2  # suits, the wild, and none
        self.in_common: vec[i64] = in_common(self.suits).answers
        self.costs: vec[float] = vec[float]([0.0] * (ROWS * rules.seats))
        self.completes: vec[float] = vec[float]([0.0] * (len(single) + 1))  # what a suit is worth to the next player
        self.totals: vec[float] = vec[float]([0.0] * rules.seats)
        self.gains: vec[float] = vec[float]([0.0] * LINES)
        self.ready: i64 = 0  # the rows that are filled in
        self.known: i64 = 0  # the cards that the seat knows
        self.seat: i64 = 0
        self.next: i64 = 0
        self.lying: i64 = 0
        self.closed: i64 = 0
        self.left: i64 = 0  # how many cards it has not seen
        self.mean: float = 0.0  # what they count on average
        self.draw_left: float = 0.0  # cards in the draw pile, for each player
        self.impatience: float = 0.0
        self.thieves: float = 0.0  # the share of Steals among the unseen cards
        self.dearest: float = 0.0  # the highest card of the next player
        self.hands: float = 0.0  # still to come after this one

    # ---- what is known ---------------------------------------------------------------------------

    def read(self, world: Lowdown, seat: i64) -> None:
        """Look round the table with the eyes and the memory of that seat."""
        self.look_round(world, seat)
        self.consider_next(self.own_row(world.closed))

    def look_round(self, world: Lowdown, seat: i64) -> None:
        """All but what the next player would like to find: nothing is about to be discarded."""
        self.seat = seat
        self.next = world.left_of(seat)
        self.lying = world.lying
        if world.stage >= HAND_OVER:
            self.lying = 0  # the hand is written down
        self.closed = world.closed
        self.ready = 0
        self.count_unseen(world)
        self.value_grids(world)
        self.draw_left = float(world.cards.size(world.draw)) / float(self.seats)
        self.impatience = IMPATIENCE * max(0.0, float(world.turns) / float(self.seats) - LONG_HAND)
        row = self.own_row(world.closed)
        self.fill_row(row)
        self.weigh(world, row)

    def count_unseen(self, world: Lowdown) -> None:
        cards = world.cards
        copies = world.deck.copies
        unseen = self.unseen
        kind: i64 = 0
        while kind < self.kinds:
            unseen[kind] = i64(copies[kind])
            kind += 1
        buffer = cards.buffer
        starts = cards.starts
        me = BIT[self.seat]
        known: i64 = 0
        lying = world.lying
        zone: i64 = 0
        while zone < world.held:
            if (lying >> zone) & 1:
                if not (world.closed >> zone) & 1 or cards.remembered(zone) & me:
                    known |= BIT[zone]
                    unseen[i64(buffer[starts[zone]])] -= 1
            zone += 1
        self.known = known
        for owner in range(self.seats):
            hand = world.held + owner
            if cards.size(hand) > 0 and cards.knows(self.seat, hand, 0):
                unseen[cards.at(hand, 0)] -= 1
        place = starts[world.discard]
        end = place + i64(buffer[world.discard])
        while place < end:
            unseen[i64(buffer[place])] -= 1
            place += 1

    def value_grids(self, world: Lowdown) -> None:
        """Known cards count what they count, unknown ones the mean of the unseen."""
        self.average_unseen()
        cards = world.cards
        buffer = cards.buffer
        starts = cards.starts
        suits = self.suit
        values = self.value
        known = self.known
        zone: i64 = 0
        while zone < world.held:
            if (known >> zone) & 1:
                kind = i64(buffer[starts[zone]])
                values[zone] = self.points_of[kind]
                suits[zone] = self.suit_of[kind]
            else:
                suits[zone] = NO_SUIT
                value = 0.0
                if (world.lying >> zone) & 1:
                    owner = zone // SLOTS
                    value = self.mean
                    if owner != self.seat and cards.remembered(zone) & BIT[owner]:
                        value = self.mean - KEPT_BY_OWNER
                values[zone] = value
            zone += 1

    def average_unseen(self) -> None:
        share = self.share
        for suit in range(self.suits + 1):
            share[suit] = 0.0
        points = 0.0
        steals: i64 = 0
        left_over: i64 = 0
        unseen = self.unseen
        points_of = self.points_of
        suit_of = self.suit_of
        action = self.terms.action
        kind: i64 = 0
        while kind < self.kinds:
            copies = unseen[kind]
            if copies > 0:
                left_over += copies
                points += float(copies) * points_of[kind]
                colour = suit_of[kind]
                if colour != NO_SUIT:
                    share[colour] += float(copies)
                if i64(action[kind]) == STEAL_T:
                    steals += copies
            kind += 1
        self.left = left_over
        left = float(max(left_over, 1))
        self.mean = points / left
        self.thieves = float(steals) / left
        for suit in range(self.suits):
            share[suit] = (share[suit] + share[self.suits]) / left
        share[self.suits] = 1.0
        for suit in range(self.suits + 1):
            self.log_missed[suit] = math.log(max(0.05, 1.0 - CARDS_OFFERED * share[suit]))

    # ---- how long it will last -------------------------------------------------------------------

    def own_row(self, closed: i64) -> i64:
        return how_many((closed & GRID_OF[self.seat]) >> (SLOTS * self.seat))

    def rounds_with(self, closed: i64) -> float:
        """How often everybody will still move, until a grid is open or the draw pile used up."""
        least: i64 = SLOTS
        for owner in range(self.seats):
            least = min(least, how_many((closed & GRID_OF[owner]) >> (SLOTS * owner)))
        return min(self.draw_left, ROUNDS_PER_CLOSED * float(least))

    def fill_row(self, row: i64) -> None:
        """What depends on the length of the hand, if the own grid had that many closed cards."""
        if self.ready & BIT[row]:
            return
        self.ready |= BIT[row]
        others = self.closed & ~GRID_OF[self.seat]
        # Any slots will do for the own grid: only their number counts.
        self.lengthen(row, others | (BIT[row] - 1) << (SLOTS * self.seat))
        for owner in range(self.seats):
            if owner != self.seat:
                self.costs[row * self.seats + owner] = self.cost(owner, self.lying, self.closed, row)

    def lengthen(self, row: i64, closed: i64) -> None:
        """The odds to see a suit at least once before the hand ends."""
        rounds = self.rounds_with(closed)
        self.rounds[row] = rounds
        self.spreads[row] = NOT_ASKED
        for suit in range(self.suits + 1):
            self.odds[row * (self.suits + 1) + suit] = 1.0 - math.exp(rounds * self.log_missed[suit])

    # ---- what a grid will cost -------------------------------------------------------------------

    def cost(self, owner: i64, lying: i64, closed: i64, row: i64) -> float:
        """The points that this grid is expected to leave: its cards, less what lines and replacements will save."""
        first = SLOTS * owner
        grid = lying >> first & 511
        taken: i64 = 0
        saved = self.best_lines(first, grid, row)
        if saved > 0.0:
            taken = self.lines_taken()
        total = 0.0
        above = 0.0
        high = 0.0
        cheapest = STOLEN_FOR
        up = grid & ~(closed >> first)
        values = self.value
        slot: i64 = 0
        while slot < SLOTS:
            if (grid >> slot) & 1:
                value = values[first + slot]
                total += value
                if not (taken >> slot) & 1:
                    if value > GOOD_CARD:
                        above += value - GOOD_CARD
                        high += 1.0
                    if value < cheapest and (up >> slot) & 1:
                        cheapest = value
            slot += 1
        rounds = self.rounds[row]
        if high > rounds:
            above = above * rounds / high
        risk = min(0.6, rounds * self.thieves)
        return total - saved - REPLACED * above + risk * (STOLEN_FOR - cheapest)

    def best_lines(self, first: i64, grid: i64, row: i64) -> float:
        """Lines that share no slot are rows, or columns, or one diagonal.

        A search comes here more often than anywhere else: every card is read once for all the lines it lies in.
        """
        suits = self.suit
        common = self.in_common
        gains = self.gains
        width = self.width
        square = width * width
        # Counted from NO_SUIT.
        one, two, three = suits[first] + 1, suits[first + 1] + 1, suits[first + 2] + 1
        four, five, six = suits[first + 3] + 1, suits[first + 4] + 1, suits[first + 5] + 1
        seven, eight, nine = suits[first + 6] + 1, suits[first + 7] + 1, suits[first + 8] + 1
        gains[0] = self.line_gain(first, grid, row, 0, common[square * one + width * two + three])
        gains[1] = self.line_gain(first, grid, row, 1, common[square * four + width * five + six])
        gains[2] = self.line_gain(first, grid, row, 2, common[square * seven + width * eight + nine])
        gains[3] = self.line_gain(first, grid, row, 3, common[square * one + width * four + seven])
        gains[4] = self.line_gain(first, grid, row, 4, common[square * two + width * five + eight])
        gains[5] = self.line_gain(first, grid, row, 5, common[square * three + width * six + nine])
        gains[6] = self.line_gain(first, grid, row, 6, common[square * one + width * five + nine])
        gains[7] = self.line_gain(first, grid, row, 7, common[square * three + width * five + seven])
        across = gains[0] + gains[1] + gains[2]
        down = gains[3] + gains[4] + gains[5]
        return max(max(across, down), max(gains[6], gains[7]))

    def lines_taken(self) -> i64:
        """The slots of the lines that `best_lines` has found best."""
        gains = self.gains
        across = gains[0] + gains[1] + gains[2]
        down = gains[3] + gains[4] + gains[5]
        slanting = max(gains[6], gains[7])
        begin: i64 = 0
        end: i64 = 3
        if slanting > across and slanting > down:
            begin = 6
            if gains[7] > gains[6]:
                begin = 7
            end = begin + 1
        elif down > across:
            begin = 3
            end = 6
        taken: i64 = 0
        while begin < end:
            if gains[begin] > 0.0:
                taken |= MASK_OF[begin]
            begin += 1
        return taken

    def line_gain(self, first: i64, grid: i64, row: i64, line: i64, common: i64) -> float:
        """The points that a line of cards that have this in common will take along, times the odds that it will be
        complete."""
        if common == 0 or MASK_OF[line] & ~grid:
            return 0.0
        return self.gain_of_pair(first, row, line, common)

    def gain_of_pair(self, first: i64, row: i64, line: i64, common: i64) -> float:
        """The second half of it, apart because most lines have nothing in common."""
        points = self.line_points(first, line)
        if points <= CLEARING_PRICE:
            return 0.0
        lacking = common >> LACKS_AT
        if lacking == COMPLETE:
            return SURE * points
        suit = (common & COLOUR) - 1
        odds = self.odds[row * (self.suits + 1) + suit]
        if not self.known & BIT[first + i64(SLOTS_OF[3 * line + lacking])]:
            odds += (1.0 - odds) * self.share[suit]
        return odds * (points - CLEARING_PRICE)

    def line_points(self, first: i64, line: i64) -> float:
        two = self.value[first + i64(SLOTS_OF[3 * line])] + self.value[first + i64(SLOTS_OF[3 * line + 1])]
        return two + self.value[first + i64(SLOTS_OF[3 * line + 2])]

    # ---- what that is worth ----------------------------------------------------------------------

    def weigh(self, world: Lowdown, row: i64) -> None:
        """The totals so far, and how many hands may still come."""
        highest = 0.0
        for owner in range(self.seats):
            cost = self.costs[row * self.seats + owner]
            if owner == self.seat:
                cost = self.cost(owner, self.lying, self.closed, row)
            self.totals[owner] = float(world.pad[owner])
            highest = max(highest, self.totals[owner] + cost)
        self.hands = max(0.0, float(self.terms.target_score) - highest) / HAND_COSTS

    def consider_next(self, row: i64) -> None:
        """What the next player would like to find on the discard pile."""
        first = SLOTS * self.next
        grid = self.lying >> first & 511
        self.dearest = 0.0
        for slot in range(SLOTS):
            if grid & BIT[slot]:
                self.dearest = max(self.dearest, self.value[first + slot])
        for suit in range(self.suits + 1):
            self.completes[suit] = 0.0
        for line in range(LINES):
            if grid & MASK_OF[line] == MASK_OF[line]:
                self.note_wish(first, line, row)

    def note_wish(self, first: i64, line: i64, row: i64) -> None:
        """A line that lacks one card makes its colour welcome, and a wild."""
        one = self.suit[first + i64(SLOTS_OF[3 * line])]
        two = self.suit[first + i64(SLOTS_OF[3 * line + 1])]
        three = self.suit[first + i64(SLOTS_OF[3 * line + 2])]
        suit = shared(self.suits, one, two)
        if suit == NO_SUIT:
            suit = shared(self.suits, one, three)
        if suit == NO_SUIT:
            suit = shared(self.suits, two, three)
        if suit != NO_SUIT:
            gain = self.line_points(first, line) * (1.0 - self.odds[row * (self.suits + 1) + suit])
            self.completes[suit] = max(self.completes[suit], gain)
            self.completes[self.suits] = max(self.completes[self.suits], gain)

    def gift(self, value: float, suit: i64) -> float:
        """What a card on top of the discard pile is worth to the next player, beyond what a draw would be."""
        gain = self.dearest - value
        if suit != NO_SUIT:
            gain = max(gain, self.completes[suit])
        return GIFT * max(0.0, gain - DRAW_IS_WORTH)

    def rivals_behind(self, mine: float, row: i64, gift: float) -> float:
        """The share of the others that this seat will leave behind; between two that is the chance to win.

        From what everybody's grid is expected to cost, with this cost of the own one and this gift to the next.
        """
        mine += self.totals[self.seat]
        spread = self.spread_of(row)
        if self.rounds[row] == 0.0:
            gift = 0.0
        behind = 0.0
        for owner in range(self.seats):
            if owner != self.seat:
                theirs = self.totals[owner] + self.costs[row * self.seats + owner]
                if owner == self.next:
                    theirs -= gift
                behind += 1.0 / (1.0 + math.exp(max(-40.0, min(40.0, (mine - theirs) / spread))))
        return behind / float(self.seats - 1)

    def spread_of(self, row: i64) -> float:
        if self.spreads[row] == NOT_ASKED:
            variance = SPREAD + SPREAD_PER_ROUND * self.rounds[row] + SPREAD_PER_HAND * self.hands
            self.spreads[row] = math.sqrt(variance)
        return self.spreads[row]

    def standing(self) -> float:
        """What place is to be expected as things lie."""
        return self.standing_with(self.lying, self.closed, 0.0, 0.0)

    def standing_with(self, lying: i64, closed: i64, gift: float, bonus: float) -> float:
        """The same if the own grid were different (its cards are set before), and some points better."""
        row = self.own_row(closed)
        self.fill_row(row)
        mine = self.cost(self.seat, lying, closed, row) + self.price_of_waiting(closed) - bonus
        return self.rivals_behind(mine, row, gift)

    def price_of_waiting(self, closed: i64) -> float:
        return (CLOSED_COSTS + self.impatience) * float(self.own_row(closed))

    def standing_after_theft(self, closed: i64) -> float:
        """The same if any grids were different (their cards are set before)."""
        row = SCRATCH
        self.lengthen(row, closed)
        for owner in range(self.seats):
            self.costs[row * self.seats + owner] = self.cost(owner, self.lying, closed, row)
        mine = self.costs[row * self.seats + self.seat] + self.price_of_waiting(closed)
        return self.rivals_behind(mine, row, 0.0)

    # ---- thoughts: other cards in the grids ------------------------------------------------------

    def suppose(self, zone: i64, value: float, suit: i64) -> None:
        """What if this card lay there? Whoever asks puts the old one back."""
        self.value[zone] = value
        self.suit[zone] = suit
        self.known |= BIT[zone]
