"""What a seat sees, as bytes: the observations of every environment."""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import ALL_BELOW, BIT
from slamdeck.core.cards import Cards
from slamdeck.core.native import i64, u8, vec
from slamdeck.core.races import LAST_LOSES
from slamdeck.core.rules import Rules
from slamdeck.core.zones import OPEN, OWNER, TOP

HEAD: Final[i64] = 4  # bytes before the zones: phase, whom the game waits for, hands that are down, seats
ZONE_BYTES: Final[i64] = 3  # size, face, top card

# Where to look next, in one number: the zone, where its cells begin, and whether it belongs to the seat that looks.
CELLS_AT: Final = 16
MINE_AT: Final = 48
ZONE: Final[i64] = (1 << 16) - 1
CELLS: Final[i64] = (1 << 32) - 1


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
        self.width: i64 = HEAD + ZONE_BYTES * self.zones + self.kinds
        self.phases: dict[str, int] = {name: number for number, name in enumerate(phases)}
        glances: list[int] = []
        for seat in range(rules.seats):
            for zone in zones_from(rules, seat):
                mine = 1 if int(layout.owners[zone]) == seat else 0
                glances.append(zone | int(layout.starts[zone]) << CELLS_AT | mine << MINE_AT)
        self.glances: vec[i64] = vec[i64](glances)  # for each seat that looks, zone after zone
        self.names = phases
        self.named: i64 = i64(len(phases))

    def room(self) -> vec[u8]:
        """Room for one look."""
        return vec[u8]([0] * self.width)

    def look(self, rules: Rules, seat: i64, seen: vec[u8], start: i64) -> None:
        """Write down what that seat sees, from that place on.

        Cards are read as they lie: asking for them one by one costs more than all the rest.
        """
        self.look_at_head(rules, seat, seen, start)
        zones = self.zones
        here = start + HEAD
        own = here + ZONE_BYTES * zones
        end = own + self.kinds
        i = own
        while i < end:
            seen[i] = u8(0)
            i += 1
        cards = rules.cards
        tracked = cards.tracked
        buffer = cards.buffer
        glances = self.glances
        i = zones * seat
        while here < own:
            glance = glances[i]
            zone = glance & ZONE
            size = buffer[zone]
            face = buffer[zones + zone]
            top = u8(0)
            if i64(size) > 0:
                first = (glance >> CELLS_AT) & CELLS
                place = first + i64(size) - 1
                if i64(face) >= OPEN or (tracked and i64(cards.known[place]) & BIT[seat]):
                    top = u8(i64(buffer[place]) + 1)
                if glance >> MINE_AT:
                    if i64(face) == OWNER:
                        top = u8(i64(buffer[place]) + 1)
                    if i64(face) == OWNER or i64(face) == OPEN:
                        count_all(buffer, first, place, seen, own)
                    elif tracked or i64(face) == TOP:
                        count_known(cards, seat, zone, seen, own)
            seen[here] = size
            seen[here + 1] = face
            seen[here + 2] = top
            here += ZONE_BYTES
            i += 1

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
        names = self.names
        i: i64 = 0
        while i < self.named:
            if names[i] is phase:
                return i
            i += 1
        return i64(self.phases[phase])

    def turned(self, seats: i64, seat: i64) -> i64:
        """A set of seats, counted from the one that looks; the host stays the host."""
        players = seats & ALL_BELOW[self.seats]
        rest = seats - players
        low = players & ALL_BELOW[seat]
        return rest | players >> seat | low << (self.seats - seat)


def count_all(buffer: vec[u8], first: i64, last: i64, seen: vec[u8], own: i64) -> None:
    """Count the cards that lie in these places by their kinds."""
    while first <= last:
        place = own + i64(buffer[first])
        seen[place] = u8(i64(seen[place]) + 1)
        first += 1


def count_known(cards: Cards, seat: i64, zone: i64, seen: vec[u8], own: i64) -> None:
    """Count by their kinds those that this seat knows."""
    size = cards.size(zone)
    i: i64 = 0
    while i < size:
        if cards.knows(seat, zone, i):
            place = own + cards.at(zone, i)
            seen[place] = u8(i64(seen[place]) + 1)
        i += 1


def zones_from(rules: Rules, seat: int) -> list[int]:
    """All zones in their order, those of each row beginning with the seat that looks."""
    layout = rules.layout
    found: list[int] = []
    for row in layout.rows:
        zones = layout.zones_of(row.name)
        turn = seat * row.each
        found += zones[turn:] + zones[:turn] if row.each else zones
    return found
