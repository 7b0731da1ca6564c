"""What a seat sees, as bytes: the observations of every environment."""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import ALL_BELOW, BIT, lowest_in
from slamdeck.core.cards import Cards
from slamdeck.core.native import i64, u8, vec
from slamdeck.core.races import LAST_LOSES
from slamdeck.core.rules import Rules
from slamdeck.core.zones import CLOSED, OPEN, OWNER, TOP

HEAD: Final[i64] = 4  # bytes before the zones: phase, whom the game waits for, hands that are down, seats
ZONE_BYTES: Final[i64] = 3  # size, face, top card
MOST_ZONES: Final[i64] = 62  # of which a set is one number


@final
class Eyes:
    """The same length and order whoever looks, seats counted from the one that looks.

    A head (phase, whom the game waits for, hands that are down in a race of all hands, number of seats); for every zone
    its size, its face and its top card (the kind plus one; 0 if the seat does not know it); then for every kind how
    many of them the seat knows in its own zones. Only what the seat sees now goes in, or what it has seen, where the
    table remembers (`cards.track`).
    """

    def __init__(self, rules: Rules, phases: list[str]) -> None:
        layout = rules.layout
        self.seats: i64 = rules.seats
        self.zones: i64 = layout.zones
        self.kinds: i64 = i64(len(rules.deck.kinds))
        self.own_at: i64 = HEAD + ZONE_BYTES * self.zones
        self.width: i64 = self.own_at + self.kinds
        self.phases: dict[str, int] = {name: number for number, name in enumerate(phases)}
        zones = int(layout.zones)
        entries = [0] * (rules.seats * zones)
        notes = [0] * zones
        own: list[int] = []
        own_sets: list[int] = []
        for seat in range(rules.seats):
            for place, zone in enumerate(zones_from(rules, seat)):
                entries[seat * zones + zone] = int(HEAD) + int(ZONE_BYTES) * place
            its_own = [zone for zone in range(zones) if int(layout.owners[zone]) == seat]
            own += its_own
            own_sets.append(sum(int(BIT[zone]) for zone in its_own if zone < MOST_ZONES))
            room = 0
            for zone in its_own:
                notes[zone] = room
                room += 1 + int(layout.rooms[zone])
            self.hold_bytes: i64 = room  # to note for one seat which cards were counted
        self.entries: vec[i64] = vec[i64](entries)  # for each seat that looks, where every zone is written down
        self.own: vec[i64] = vec[i64](own)  # the zones of each seat, one seat after the other …
        self.own_sets: vec[i64] = vec[i64](own_sets)  # … and as sets, as far as a set holds them
        self.own_each: i64 = i64(len(own) // rules.seats)
        self.notes: vec[i64] = vec[i64](notes)  # where is noted how many cards were counted in a zone, and which
        self.owners: vec[u8] = layout.owners
        self.names = phases
        self.named: i64 = i64(len(phases))

    def room(self) -> vec[u8]:
        """Room for one look."""
        return vec[u8]([0] * self.width)

    def look(self, rules: Rules, seat: i64, seen: vec[u8], start: i64) -> None:
        """Write down what that seat sees, from that place on."""
        self.look_at_head(rules, seat, seen, start)
        first: i64 = 0
        while first < self.zones:
            left = self.zones - first
            if left > MOST_ZONES:
                left = MOST_ZONES
            self.look_at_zones(rules.cards, seat, first, ALL_BELOW[left], seen, start)
            first += left
        i = start + self.own_at
        end = start + self.width
        while i < end:
            seen[i] = u8(0)
            i += 1
        held = vec[u8]([0] * self.hold_bytes)
        i = self.own_each * seat
        end = i + self.own_each
        while i < end:
            self.count_again(rules.cards, seat, self.own[i], seen, start + self.own_at, held, 0)
            i += 1

    def look_again(
        self, rules: Rules, seat: i64, seen: vec[u8], start: i64, touched: i64, held: vec[u8], held_at: i64
    ) -> None:
        """The same where this seat has looked before, and since then only these zones were touched.

        `held` is for notes that last from look to look.
        """
        self.look_at_head(rules, seat, seen, start)
        if touched == 0:
            return
        cards = rules.cards
        self.look_at_zones(cards, seat, 0, touched, seen, start)
        own = touched & self.own_sets[seat]
        while own:
            self.count_again(cards, seat, lowest_in(own), seen, start + self.own_at, held, held_at)
            own &= own - 1

    def look_at_zones(self, cards: Cards, seat: i64, first: i64, chosen: i64, seen: vec[u8], start: i64) -> None:
        """A set of zones, counted from the first. Cards are read as they lie: asking for them one by one costs more
        than all the rest."""
        zones = self.zones
        entries = self.entries
        starts = cards.starts
        buffer = cards.buffer
        while chosen:
            zone = first + lowest_in(chosen)
            chosen &= chosen - 1
            size = buffer[zone]
            face = buffer[zones + zone]
            here = start + entries[zones * seat + zone]
            seen[here] = size
            seen[here + 1] = face
            top: i64 = 0
            if i64(size) > 0:
                place = starts[zone] + i64(size) - 1
                shown = i64(face) >= OPEN or (i64(face) == OWNER and i64(self.owners[zone]) == seat)
                if shown or (cards.tracked and i64(cards.known[place]) & BIT[seat]):
                    top = i64(buffer[place]) + 1
            seen[here + 2] = u8(top)

    def count_again(
        self, cards: Cards, seat: i64, zone: i64, seen: vec[u8], counts: i64, held: vec[u8], held_at: i64
    ) -> None:
        """Count by their kinds what this seat knows in one of its own zones; `held` tells what was counted before."""
        note = held_at + self.notes[zone]
        if cards.tracked:
            count_known(cards, seat, zone, seen, counts, held, note)
            return
        buffer = cards.buffer
        size = i64(buffer[zone])
        here = cards.starts[zone]
        face = i64(buffer[self.zones + zone])
        if face == CLOSED:
            size = 0
        elif face == TOP and size > 0:
            here += size - 1
            size = 1
        end = here + size
        last = note + i64(held[note])
        held[note] = u8(size)
        # Card by card from the bottom: what lay there before and is not met again has gone, the rest has been counted.
        before = note
        while here < end:
            card = buffer[here]
            here += 1
            before += 1
            while before <= last and held[before] != card:
                count_less(seen, counts, held, before)
                before += 1
            if before > last:
                count_more(seen, counts, card)
            note += 1
            held[note] = card
        while before < last:
            before += 1
            count_less(seen, counts, held, before)

    def look_at_head(self, rules: Rules, seat: i64, seen: vec[u8], start: i64) -> None:
        seen[start] = u8(self.number_of(rules.phase()))
        seen[start + 1] = u8(self.turned(rules.waits_for(), seat))
        race = rules.race
        down: i64 = 0
        if race.open and race.goal == LAST_LOSES:
            down = self.turned(race.down, seat)
        seen[start + 2] = u8(down)
        seen[start + 3] = u8(self.seats)

    def number_of(self, phase: str) -> i64:
        """A game names its phases by the very same strings again and again: no need to read them."""
        i: i64 = 0
        while i < self.named:
            if self.names[i] is phase:
                return i
            i += 1
        return i64(self.phases[phase])

    def turned(self, seats: i64, seat: i64) -> i64:
        """A set of seats, counted from the one that looks; the host stays the host."""
        players = seats & ALL_BELOW[self.seats]
        rest = seats - players
        low = players & ALL_BELOW[seat]
        return rest | players >> seat | low << (self.seats - seat)


def count_more(seen: vec[u8], counts: i64, card: u8) -> None:
    place = counts + i64(card)
    seen[place] = u8(i64(seen[place]) + 1)


def count_less(seen: vec[u8], counts: i64, held: vec[u8], note: i64) -> None:
    place = counts + i64(held[note])
    seen[place] = u8(i64(seen[place]) - 1)


def count_known(cards: Cards, seat: i64, zone: i64, seen: vec[u8], counts: i64, held: vec[u8], note: i64) -> None:
    """Count all again, one by one, where a seat may know some cards of a zone and others not."""
    number = i64(held[note])
    i: i64 = 0
    while i < number:
        i += 1
        count_less(seen, counts, held, note + i)
    number = 0
    size = cards.size(zone)
    i = 0
    while i < size:
        if cards.knows(seat, zone, i):
            number += 1
            card = u8(cards.at(zone, i))
            count_more(seen, counts, card)
            held[note + number] = card
        i += 1
    held[note] = u8(number)


def zones_from(rules: Rules, seat: int) -> list[int]:
    """All zones in their order, those of each row beginning with the seat that looks."""
    layout = rules.layout
    found: list[int] = []
    for row in layout.rows:
        zones = layout.zones_of(row.name)
        turn = seat * row.each
        found += zones[turn:] + zones[:turn] if row.each else zones
    return found
