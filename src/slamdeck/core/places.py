"""Where the cards lie: every zone of a game in one packed buffer, and who knows which card.

This is the low-level half of the card table: bytes in, bytes out, nobody is told. Games use `Cards`, which adds the
moves. Inside a zone index 0 lies at the bottom, the last index on top.
"""

from __future__ import annotations

from typing import Final

from slamdeck.core.bits import BIT, WORD_BIT
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr, u8, vec
from slamdeck.core.zones import CLOSED, EVERYBODY, OWNER, TOP, Layout

HIDDEN: Final[i64] = 255  # stands for a card that the reader may not see
ALL_ZONES: Final[i64] = -1


@mypyc_attr(acyclic=True)
class Places:
    """The buffer opens with a size and a face for every zone; then every zone has its cells.

    `known` has the same shape: beside every lying card the set of seats that know what it is. It is kept only while
    `tracked`; raw playouts, where nobody asks, leave it empty.

    `touched` is the set of zones (the 64th and all after it begin again from the first bit) that may look different
    since somebody has last emptied it. What only changes `known` is not in it. `stirred` are likewise those where only
    whoever looks into the zone sees a difference: neither its size nor its face is another, and its cards are hidden.
    Both are `noted` only where somebody wants to know.
    """

    def __init__(self, layout: Layout, source: Places | None) -> None:
        self.layout = layout
        self.zones: i64 = layout.zones
        self.starts: vec[i64] = layout.starts
        self.touched: i64 = ALL_ZONES
        self.stirred: i64 = 0
        self.noted = False
        if source is None:
            self.buffer: vec[u8] = vec[u8]([0] * layout.cells)
            self.known: vec[u8] = vec[u8]([])
            self.tracked = False
        else:
            self.buffer = source.buffer[:]
            self.known = source.known[:] if source.tracked else source.known
            self.tracked = source.tracked

    def track(self) -> None:
        """From now on remember who knows which card; call before the deal."""
        self.tracked = True
        self.known = vec[u8]([0] * self.layout.cells)

    def untrack(self) -> None:
        """Stop remembering (in an imagined world, where it would only cost time)."""
        self.tracked = False
        self.known = vec[u8]([])

    # ---- looking ------------------------------------------------------------------------------

    def size(self, zone: i64) -> i64:
        return i64(self.buffer[zone])

    def face(self, zone: i64) -> i64:
        return i64(self.buffer[self.zones + zone])

    def faces(self) -> list[int]:
        return [self.face(zone) for zone in range(self.zones)]

    def at(self, zone: i64, index: i64) -> i64:
        return i64(self.buffer[self.starts[zone] + index])

    def top(self, zone: i64) -> i64:
        return i64(self.buffer[self.starts[zone] + i64(self.buffer[zone]) - 1])

    def find(self, zone: i64, kind: i64) -> i64:
        """The lowest index of that kind in the zone, or −1."""
        buffer = self.buffer
        here = self.starts[zone]
        end = here + i64(buffer[zone])
        wanted = u8(kind)
        i = here
        while i < end:
            if buffer[i] == wanted:
                return i - here
            i += 1
        return -1

    def count(self, zone: i64, kind: i64) -> i64:
        here = self.starts[zone]
        end = here + i64(self.buffer[zone])
        wanted = u8(kind)
        copies: i64 = 0
        while here < end:
            if self.buffer[here] == wanted:
                copies += 1
            here += 1
        return copies

    def kinds(self, zone: i64) -> i64:
        """The set of kinds that lie in the zone (for decks of at most 62 kinds)."""
        here = self.starts[zone]
        end = here + i64(self.buffer[zone])
        found: i64 = 0
        while here < end:
            found |= BIT[i64(self.buffer[here])]
            here += 1
        return found

    def find_any(self, zone: i64, wanted: i64) -> i64:
        """The lowest index of a card whose kind is in that set of kinds, or −1."""
        buffer = self.buffer
        here = self.starts[zone]
        end = here + i64(buffer[zone])
        i = here
        while i < end:
            if wanted >> i64(buffer[i]) & 1:
                return i - here
            i += 1
        return -1

    def list_kinds(self, zone: i64, wanted: i64, found: vec[i64]) -> i64:
        """Fill in the kinds of that set that lie in the zone, once each, in order of lying; returns how many.

        `found` needs room for one more than there can be.
        """
        buffer = self.buffer
        here = self.starts[zone]
        end = here + i64(buffer[zone])
        n: i64 = 0
        while here < end:
            kind = i64(buffer[here])
            hit = (wanted >> kind) & 1  # no branch: whether a card fits cannot be predicted
            found[n] = kind
            n += hit
            wanted ^= hit << kind
            here += 1
        return n

    def packed(self, zone: i64) -> i64:
        """Up to seven cards of the zone in one number, eight bits each, the lowest card lowest."""
        buffer = self.buffer
        first = self.starts[zone]
        here = first + i64(buffer[zone])
        found: i64 = 0
        while here > first:
            here -= 1
            found = (found << 8) | i64(buffer[here])
        return found

    def listed(self, zone: i64) -> list[int]:
        """All cards of the zone, bottom first: the truth, for tests, scenarios and records."""
        here = self.starts[zone]
        return [i64(self.buffer[here + i]) for i in range(self.size(zone))]

    # ---- who sees, who knows ---------------------------------------------------------------------

    def sight(self, zone: i64) -> i64:
        """The set of seats that see a card put on top of this zone."""
        face = self.buffer[self.zones + zone]
        if face == CLOSED:
            return 0
        if face == OWNER:
            return BIT[i64(self.layout.owners[zone])]
        return EVERYBODY

    def sees(self, seat: i64, zone: i64, index: i64) -> bool:
        """Does this seat see that card now, on a screen without memory?"""
        if self.face(zone) == TOP:
            return index == self.size(zone) - 1
        return self.sight(zone) & BIT[seat] != 0

    def knows(self, seat: i64, zone: i64, index: i64) -> bool:
        """Has this seat seen that card lie there, now or before?"""
        return self.sees(seat, zone, index) or (
            self.tracked and i64(self.known[self.starts[zone] + index]) & BIT[seat] != 0
        )

    def remembered(self, zone: i64) -> i64:
        """The set of seats that know the lowest card of a zone because they saw it before."""
        if not self.tracked:
            return 0
        return i64(self.known[self.starts[zone]])

    def seen_in(self, zone: i64, seat: i64, names: list[str]) -> list[str | None]:
        """The zone as this seat sees it, bottom first, by the names of the kinds; None for what it does not see."""
        n = self.size(zone)
        here = self.starts[zone]
        seen: list[str | None] = []
        i: i64 = 0
        if self.sight(zone) & BIT[seat] == 0:
            shown = n
        elif self.face(zone) == TOP:
            shown = n - 1
        else:
            shown = 0
        while i < n:
            seen.append(names[i64(self.buffer[here + i])] if i >= shown else None)
            i += 1
        return seen

    def seen_by(self, seat: i64, names: list[str]) -> list[list[str | None]]:
        """Every zone as this seat sees it."""
        return [self.seen_in(zone, seat, names) for zone in range(self.zones)]

    def open_to_all(self) -> bytes:
        """What everybody sees of the table: of every zone its face, its size and the cards that are open."""
        seen: list[int] = []
        zone: i64 = 0
        while zone < self.zones:
            n = self.size(zone)
            face = self.face(zone)
            seen.append(face)
            seen.append(n)
            if self.sight(zone) == EVERYBODY:
                i: i64 = n - 1 if face == TOP and n > 0 else 0
                while i < n:
                    seen.append(self.at(zone, i))
                    i += 1
            zone += 1
        return bytes(seen)

    def expose(self, zone: i64) -> None:
        """Note what the zone's face shows: the top card of a pile, or all of it."""
        n = self.size(zone)
        if not self.tracked or n == 0:
            return
        here = self.starts[zone]
        seats = self.sight(zone)
        i: i64 = 0
        if self.face(zone) == TOP:
            i = n - 1
        while i < n:
            self.known[here + i] = u8(i64(self.known[here + i]) | seats)
            i += 1

    # ---- quiet set-up ------------------------------------------------------------------------------

    def touch(self, zone: i64) -> None:
        if self.noted:
            self.touched |= WORD_BIT[zone & 63]

    def touch_both(self, zone: i64, other: i64) -> None:
        if self.noted:
            self.touched |= WORD_BIT[zone & 63] | WORD_BIT[other & 63]

    def stir(self, zone: i64) -> None:
        """Its cards are others, but not their number."""
        if self.face(zone) != OWNER:
            self.touch(zone)
        elif self.noted:
            self.stirred |= WORD_BIT[zone & 63]

    def clear(self) -> None:
        """Take all cards off the table and give every zone its first face."""
        self.touched = ALL_ZONES
        layout = self.layout
        zone: i64 = 0
        while zone < self.zones:
            self.buffer[zone] = 0
            self.buffer[self.zones + zone] = u8(layout.row_of[zone].face)
            zone += 1

    def put(self, zone: i64, kind: i64) -> None:
        """Lay a card on top: how the deck, or a scenario's position, comes to the table."""
        self.touch(zone)
        n = i64(self.buffer[zone])
        self.buffer[self.starts[zone] + n] = u8(kind)
        self.buffer[zone] = u8(n + 1)
        if self.tracked:
            self.known[self.starts[zone] + n] = 0
            self.expose(zone)

    def fill(self, zone: i64, cards: vec[u8]) -> None:
        """Lay these cards one by one on top of the zone."""
        self.touch(zone)
        buffer = self.buffer
        first = self.starts[zone] + self.size(zone)
        here = first
        number = i64(len(cards))
        i: i64 = 0
        while i < number:
            buffer[here] = cards[i]
            here += 1
            i += 1
        buffer[zone] = u8(here - self.starts[zone])
        if self.tracked:
            while first < here:
                self.known[first] = 0
                first += 1
            self.expose(zone)

    # ---- primitives: they move bytes and tell nobody ----------------------------------------------------

    def lift(self, zone: i64, index: i64) -> i64:
        """Take a card out; the cards above it move down. Returns kind and knowledge packed."""
        self.touch(zone)
        here = self.starts[zone] + index
        n = i64(self.buffer[zone]) - 1
        last = self.starts[zone] + n
        buffer = self.buffer
        card = i64(buffer[here])
        i = here
        while i < last:
            buffer[i] = buffer[i + 1]
            i += 1
        buffer[zone] = u8(n)
        if self.tracked:
            card |= i64(self.known[here]) << 8
            while here < last:
                self.known[here] = self.known[here + 1]
                here += 1
        return card

    def drop(self, zone: i64, index: i64, card: i64) -> None:
        """Put a lifted card in; the cards from there upwards move up."""
        self.touch(zone)
        here = self.starts[zone] + index
        n = i64(self.buffer[zone])
        i = self.starts[zone] + n
        buffer = self.buffer
        while i > here:
            buffer[i] = buffer[i - 1]
            i -= 1
        buffer[here] = u8(card & 255)
        buffer[zone] = u8(n + 1)
        if self.tracked:
            i = self.starts[zone] + n
            while i > here:
                self.known[i] = self.known[i - 1]
                i -= 1
            knowers = card >> 8
            if self.shows(zone, index):
                knowers |= self.sight(zone)
            self.known[here] = u8(knowers)

    def shows(self, zone: i64, index: i64) -> bool:
        return self.face(zone) != TOP or index == self.size(zone) - 1

    # ---- other worlds ---------------------------------------------------------------------------------------

    def imagine(self, seat: i64, dice: Dice, back_of: vec[u8]) -> None:
        """Deal out again, among themselves, exactly the cards that this seat does not know.

        Cards trade places only with cards of the same back: a Chance card never turns into a dice card. The cards are
        put in order before they are shuffled, so two worlds that the seat cannot tell apart lead, with the same dice,
        to the same imagined world: a player who is shown only that can betray no secret.
        """
        self.touched = ALL_ZONES
        places = self.layout.scratch
        found: i64 = 0
        zone: i64 = 0
        while zone < self.zones:
            here = self.starts[zone]
            n = self.size(zone)
            i: i64 = 0
            while i < n:
                if not self.knows(seat, zone, i):
                    places[found] = here + i
                    found += 1
                i += 1
            zone += 1
        first: i64 = 0
        while first < found:
            first = self.deal_alike(places, first, found, dice, back_of)

    def trade(self, zone: i64, index: i64, other: i64, place: i64) -> None:
        """Two cards change places; for worlds that are imagined anyway: nobody sees it, nobody is told."""
        here = self.starts[zone] + index
        there = self.starts[other] + place
        self.touch_both(zone, other)
        card = self.buffer[here]
        self.buffer[here] = self.buffer[there]
        self.buffer[there] = card

    def deal_alike(self, places: vec[i64], first: i64, found: i64, dice: Dice, back_of: vec[u8]) -> i64:
        """Sort and shuffle the places whose cards share the back of the first one; returns where the others begin."""
        buffer = self.buffer
        back = back_of[i64(buffer[places[first]])]
        counts = self.layout.counts
        end = first
        i = first
        while i < found:
            place = places[i]
            kind = i64(buffer[place])
            if back_of[kind] == back:
                counts[kind] += 1
                places[i] = places[end]
                places[end] = place
                end += 1
            i += 1
        kind = 0
        i = first
        while i < end:
            while counts[kind] == 0:
                kind += 1
            counts[kind] -= 1
            buffer[places[i]] = u8(kind)
            i += 1
        i = end - 1
        while i > first:
            here = places[i]
            there = places[first + dice.below(i - first + 1)]
            card = buffer[here]
            buffer[here] = buffer[there]
            buffer[there] = card
            i -= 1
        return end

    def learn(self, zone: i64, seat: i64) -> None:
        """This seat knows every card that lies in the zone now; nobody is told."""
        here = self.starts[zone]
        for i in range(self.size(zone)):
            self.known[here + i] = u8(i64(self.known[here + i]) | BIT[seat])

    def learn_what(self, zone: i64, seat: i64, teacher: i64) -> None:
        """This seat knows every card of the zone that the other seat knows; nobody is told."""
        here = self.starts[zone]
        for i in range(self.size(zone)):
            if self.knows(teacher, zone, i):
                self.known[here + i] = u8(i64(self.known[here + i]) | BIT[seat])

    def know_as(self, other: Places) -> None:
        """Everybody knows the places that they know in the other (a twin of this table)."""
        self.known = other.known[:]
