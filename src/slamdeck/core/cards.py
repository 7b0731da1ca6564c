"""The card table: every movement of every card.

Because nothing else moves a card, three promises are kept here and nowhere else:
cards are conserved; every move is told; who may see the moving card follows from the faces of its two zones.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import BIT
from slamdeck.core.dice import Dice
from slamdeck.core.events import Event
from slamdeck.core.native import i64, mypyc_attr, u8, vec
from slamdeck.core.places import HIDDEN, Places
from slamdeck.core.zones import EVERYBODY, OPEN, TOP, Layout


def order_of(places: int) -> int:
    """How many of seven places are in that set, then these, then the others, lowest first: four bits each."""
    going = [place for place in range(7) if places >> place & 1]
    staying = [place for place in range(7) if not places >> place & 1]
    return sum(number << (4 * i) for i, number in enumerate([len(going), *going, *staying]))


ORDER_OF: Final = vec[i64]([order_of(places) for places in range(128)])


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Cards(Places):
    """The cards of one game. A card is its kind, a small integer; a move names zones and places in them."""

    def __init__(self, layout: Layout, source: Cards | None = None) -> None:
        super().__init__(layout, source)
        self.told: list[Event] = NOTHING_TOLD
        self.watched = False
        self.stacked: list[int] = NOTHING_STACKED  # cards that a scenario wants on top of the next deal

    def clone(self) -> Cards:
        """The same cards in the same places, with nobody watching."""
        return Cards(self.layout, self)

    def watch(self) -> None:
        """From now on tell every move."""
        self.watched = True
        self.told = []

    def tell_move(self, card: i64, source: i64, target: i64, index: i64) -> None:
        """Told to all; the card itself to those who see the zone it left or the place it went to."""
        seats = self.sight(source)
        if self.shows(target, index):
            seats |= self.sight(target)
        self.told.append(Event("move", card & 255, source, target, index, seats))

    # ---- moves ----------------------------------------------------------------------------------------

    def move_at(self, source: i64, index: i64, target: i64) -> i64:
        """A card from anywhere in one zone to the top of another; returns its kind.

        All other moves of single cards are this one, again and again. Where nobody watches and nobody remembers, each
        of them has a quick twin beside it that does the same to the cards and nothing else: playouts live on them.
        """
        if not self.tracked and not self.watched:
            return self.quick_at(source, index, target)
        card = self.lift(source, index)
        n = i64(self.buffer[target])
        self.drop(target, n, card)
        if self.watched:
            self.tell_move(card, source, target, n)
        if self.tracked:
            self.expose(source)
        return card & 255

    def quick_at(self, source: i64, index: i64, target: i64) -> i64:
        self.touch_both(source, target)
        buffer = self.buffer
        here = self.starts[source] + index
        left = i64(buffer[source]) - 1
        last = self.starts[source] + left
        card = buffer[here]
        while here < last:
            buffer[here] = buffer[here + 1]
            here += 1
        n = i64(buffer[target])
        buffer[self.starts[target] + n] = card
        buffer[source] = u8(left)
        buffer[target] = u8(n + 1)
        return i64(card)

    def move_top(self, source: i64, target: i64) -> i64:
        """The top card of one zone to the top of another; returns its kind."""
        if self.tracked or self.watched:
            return self.move_at(source, i64(self.buffer[source]) - 1, target)
        return self.quick_top(source, target)

    def quick_top(self, source: i64, target: i64) -> i64:
        self.touch_both(source, target)
        buffer = self.buffer
        left = i64(buffer[source]) - 1
        n = i64(buffer[target])
        card = buffer[self.starts[source] + left]
        buffer[self.starts[target] + n] = card
        buffer[source] = u8(left)
        buffer[target] = u8(n + 1)
        return i64(card)

    def move_tops(self, source: i64, target: i64, number: i64) -> None:
        """So many cards from the top of one zone, one by one, to the top of another."""
        if self.tracked or self.watched:
            for _ in range(number):
                self.move_top(source, target)
        else:
            self.quick_tops(source, target, number)

    def quick_tops(self, source: i64, target: i64, number: i64) -> None:
        self.touch_both(source, target)
        buffer = self.buffer
        left = i64(buffer[source])
        n = i64(buffer[target])
        here = self.starts[source] + left
        there = self.starts[target] + n
        last = here - number
        while here > last:
            here -= 1
            buffer[there] = buffer[here]
            there += 1
        buffer[source] = u8(left - number)
        buffer[target] = u8(n + number)

    def exchange(self, hand: i64, places: i64, discard: i64, pile: i64) -> i64:
        """The cards at a set of places of a hand, the lowest first, go onto one pile; as many come off another.

        Returns the new hand, of at most seven cards, as `packed` does.
        """
        if self.tracked or self.watched:
            self.move_places(hand, places, discard)
            self.move_tops(pile, hand, ORDER_OF[places] & 15)
            return self.packed(hand)
        return self.quick_exchange(hand, places, discard, pile)

    def quick_exchange(self, hand: i64, places: i64, discard: i64, pile: i64) -> i64:
        self.stir(hand)
        self.touch_both(discard, pile)
        order = ORDER_OF[places]
        number = order & 15
        buffer = self.buffer
        first = self.starts[hand]
        size = i64(buffer[hand])
        lying = i64(buffer[discard])
        left = i64(buffer[pile])
        there = self.starts[discard] + lying
        end = there + number
        while there < end:
            order >>= 4
            buffer[there] = buffer[first + (order & 15)]
            there += 1
        found: i64 = 0
        here = first
        end = first + size - number
        while here < end:
            order >>= 4
            card = buffer[first + (order & 15)]
            buffer[here] = card
            found = (found >> 8) | (i64(card) << 48)
            here += 1
        top = self.starts[pile] + left
        end = top - number
        while top > end:
            top -= 1
            card = buffer[top]
            buffer[here] = card
            found = (found >> 8) | (i64(card) << 48)
            here += 1
        buffer[discard] = u8(lying + number)
        buffer[pile] = u8(left - number)
        return found >> (56 - 8 * size)

    def move_places(self, source: i64, places: i64, target: i64) -> None:
        """The cards at a set of places of one zone, the lowest first, to the top of another."""
        place: i64 = 0
        while places:
            if places & 1:
                self.move_at(source, place, target)
                place -= 1
            places >>= 1
            place += 1

    def move_kind(self, source: i64, kind: i64, target: i64) -> bool:
        """The lowest card of that kind to the top of another zone; False if there is none."""
        if self.tracked or self.watched:
            index = self.find(source, kind)
            if index >= 0:
                self.move_at(source, index, target)
            return index >= 0
        return self.quick_kind(source, kind, target)

    def quick_kind(self, source: i64, kind: i64, target: i64) -> bool:
        self.touch_both(source, target)
        buffer = self.buffer
        here = self.starts[source]
        left = i64(buffer[source]) - 1
        last = here + left
        card = u8(kind)
        found: i64 = 0  # 1 from the card on, whose place the ones above it take; one loop without a branch to guess
        while here < last:
            if buffer[here] == card:
                found = 1
            buffer[here] = buffer[here + found]
            here += 1
        if found == 0 and (left < 0 or buffer[last] != card):
            return False
        n = i64(buffer[target])
        buffer[self.starts[target] + n] = card
        buffer[source] = u8(left)
        buffer[target] = u8(n + 1)
        return True

    def insert(self, source: i64, index: i64, target: i64, place: i64) -> i64:
        """A card from anywhere to a place inside another zone (place 0: the bottom); returns its kind."""
        card = self.lift(source, index)
        self.drop(target, place, card)
        if self.watched:
            self.tell_move(card, source, target, place)
        if self.tracked:
            self.expose(source)
        return card & 255

    def take_unseen(self, source: i64, index: i64, target: i64) -> i64:
        """A card picked blindly out of a hand: who sees neither zone cannot tell which place it left.

        They keep no knowledge of single places in that hand; giver and taker know the card.
        """
        if self.tracked:
            witnesses = self.sight(source) | self.sight(target)
            here = self.starts[source]
            for i in range(self.size(source)):
                self.known[here + i] = u8(i64(self.known[here + i]) & witnesses)
        card = self.lift(source, index)
        n = i64(self.buffer[target])
        self.drop(target, n, card)
        if self.watched:
            self.told.append(Event("take", card & 255, source, target, n, self.sight(source) | self.sight(target)))
        return card & 255

    def lose_track(self, zone: i64, kind: i64) -> None:
        """Some cards of this kind are about to be played out of a hand that holds more of them.

        Who does not see the zone cannot tell which copies go, so keeps no knowledge of single copies.
        """
        if self.tracked:
            witnesses = self.sight(zone)
            here = self.starts[zone]
            for i in range(self.size(zone)):
                if self.at(zone, i) == kind:
                    self.known[here + i] = u8(i64(self.known[here + i]) & witnesses)

    def sweep_under(self, source: i64, target: i64) -> i64:
        """A whole pile, turned over, goes under another: its lowest card will come up first. Returns how many moved."""
        self.touch_both(source, target)
        n = self.size(source)
        lying = self.size(target)
        here = self.starts[target]
        first = self.starts[source]
        buffer = self.buffer
        i = lying - 1
        while i >= 0:
            buffer[here + i + n] = buffer[here + i]
            i -= 1
        i = 0
        while i < n:
            buffer[here + i] = buffer[first + n - 1 - i]
            i += 1
        buffer[source] = 0
        buffer[target] = u8(lying + n)
        if self.tracked:
            seats = self.sight(target)
            i = lying - 1
            while i >= 0:
                self.known[here + i + n] = self.known[here + i]
                i -= 1
            i = 0
            while i < n:
                self.known[here + i] = u8(i64(self.known[first + n - 1 - i]) | seats)
                i += 1
        if self.watched:
            self.told.append(Event("sweep", HIDDEN, source, target, n, 0))
        return n

    def bury_top(self, zone: i64, above: i64) -> None:
        """Slide the top card into its own pile so that `above` cards lie on it."""
        place = self.size(zone) - 1 - above
        card = self.lift(zone, place + above)
        self.drop(zone, place, card)
        if self.watched:
            self.told.append(Event("bury", card & 255, zone, zone, place, EVERYBODY))
            self.tell_top(zone)
        self.expose(zone)

    def trade_over(self, zone: i64, other: i64) -> None:
        """Two piles are turned upside down and trade places; each place keeps its face."""
        self.touch_both(zone, other)
        smaller = zone
        larger = other
        if self.size(zone) > self.size(other):
            smaller = other
            larger = zone
        self.trade_cells(self.buffer, smaller, larger)
        if self.tracked:
            self.trade_cells(self.known, smaller, larger)
        buffer = self.buffer
        buffer[zone], buffer[other] = buffer[other], buffer[zone]
        if self.tracked:
            self.expose(zone)
            self.expose(other)
        if self.watched:
            self.told.append(Event("trade", HIDDEN, zone, other, 0, 0))
            self.tell_top(zone)
            self.tell_top(other)

    def trade_cells(self, cells: vec[u8], zone: i64, other: i64) -> None:
        """The smaller run is put aside, the other one laid upside down in its place, then the smaller one likewise."""
        aside = self.layout.scratch
        here = self.starts[zone]
        there = self.starts[other]
        n = self.size(zone)
        i: i64 = 0
        while i < n:
            aside[i] = i64(cells[here + i])
            i += 1
        end = there + self.size(other)
        while end > there:
            end -= 1
            cells[here] = cells[end]
            here += 1
        while i > 0:
            i -= 1
            cells[there] = u8(aside[i])
            there += 1

    def tell_top(self, zone: i64) -> None:
        """A card that came to lie on top without being moved there has to be shown."""
        if self.face(zone) == TOP and self.size(zone) > 0:
            self.told.append(Event("show", self.top(zone), zone, zone, self.size(zone) - 1, EVERYBODY))

    def move_all_but_top(self, source: i64, target: i64) -> None:
        """Everything under the top card goes, in order, on top of another zone."""
        self.touch_both(source, target)
        n = self.size(source) - 1
        self.pour(self.buffer, source, target, n)
        if self.tracked:
            self.pour(self.known, source, target, n)
        self.buffer[target] = u8(self.size(target) + n)
        self.buffer[source] = 1
        if self.tracked:
            self.expose(target)
        if self.watched:
            self.told.append(Event("gather", HIDDEN, source, target, n, 0))

    def pour(self, cells: vec[u8], source: i64, target: i64, n: i64) -> None:
        here = self.starts[source]
        there = self.starts[target] + self.size(target)
        end = here + n
        top = cells[end]
        i = here
        while i < end:
            cells[there] = cells[i]
            i += 1
            there += 1
        cells[here] = top

    def gather(self, source: i64, target: i64) -> None:
        """A whole zone goes, in order, on top of another."""
        n = self.size(source)
        if n == 0:
            return
        self.move_all_but_top(source, target)
        self.move_top(source, target)

    def shuffle(self, zone: i64, dice: Dice, act: str) -> None:
        """Whoever knew a card in it knows nothing about it any more."""
        dice.label(act)
        self.touch(zone)
        base = self.starts[zone]
        dice.shuffle(self.buffer, base, self.size(zone))
        if self.stacked and act == "deal":
            self.stack_deck(zone)
        if self.tracked:
            for k in range(self.size(zone)):
                self.known[base + k] = 0
            self.expose(zone)
        if self.watched:
            self.told.append(Event("shuffle", HIDDEN, zone, zone, self.size(zone), 0))

    def stack_deck(self, zone: i64) -> None:
        """Bring the cards a scenario asked for to the top of the dealt deck, the first of them uppermost."""
        place = self.size(zone) - 1
        for kind in self.stacked:
            below = place
            while below >= 0 and self.at(zone, below) != kind:
                below -= 1
            if below < 0:
                raise ValueError("the stacked deck asks for more copies of a card than there are")
            base = self.starts[zone]
            self.buffer[base + below] = self.buffer[base + place]
            self.buffer[base + place] = u8(kind)
            place -= 1

    # ---- faces ------------------------------------------------------------------------------------------

    def turn(self, zone: i64, face: i64) -> None:
        """Change who sees a zone: turn a laid hand up, open a card of a grid."""
        self.touch(zone)
        self.buffer[self.zones + zone] = u8(face)
        self.expose(zone)
        if self.watched:
            self.told.append(Event("turn", HIDDEN, zone, zone, face, 0))
            if face == OPEN:
                for i in range(self.size(zone)):
                    self.told.append(Event("show", self.at(zone, i), zone, zone, i, EVERYBODY))

    def look(self, seat: i64, zone: i64, index: i64, what: str = "look") -> i64:
        """One seat looks at one card. All see that it looks, only it sees what; returns the kind."""
        here = self.starts[zone] + index
        if self.tracked:
            self.known[here] = u8(i64(self.known[here]) | BIT[seat])
        if self.watched:
            self.told.append(Event(what, self.at(zone, index), zone, zone, index, BIT[seat], seat))
        return self.at(zone, index)

    def swap(self, zone: i64, other: i64) -> None:
        """Two zones of one card each trade their cards, each card keeping its side up."""
        self.touch_both(zone, other)
        buffer = self.buffer
        one = self.starts[zone]
        two = self.starts[other]
        buffer[one], buffer[two] = buffer[two], buffer[one]
        zone_face = self.zones + zone
        other_face = self.zones + other
        buffer[zone_face], buffer[other_face] = buffer[other_face], buffer[zone_face]
        if self.tracked:
            self.known[one], self.known[two] = self.known[two], self.known[one]
        if self.watched:
            self.told.append(Event("swap", HIDDEN, zone, other, 0, 0))


NOTHING_TOLD: Final[list[Event]] = []
NOTHING_STACKED: Final[list[int]] = []
