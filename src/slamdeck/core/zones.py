"""Where cards can lie: the zones of a game, declared once by name.

A game lists its rows of zones ("stacks": one per seat; "centre": one for all); everything else that needs the
names — views, scenarios, the log — reads this declaration.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.native import i64, u8, vec

# The face of a zone says who sees the cards that lie in it. It is state: a laid hand is turned up.
CLOSED: Final[i64] = 0  # nobody, its owner included
OWNER: Final[i64] = 1  # only its owner
OPEN: Final[i64] = 2  # everybody
TOP: Final[i64] = 3  # everybody sees the top card, nobody the cards under it
FACE_NAMES: Final = ("closed", "owner", "open", "top")

MAX_SEATS: Final[i64] = 6
PUBLIC: Final[i64] = 6  # the spectators' place in a set of seats
HOST: Final[i64] = 7  # acts for the table, not for a seat (next hand)
NOBODY: Final[i64] = 255
EVERYBODY: Final[i64] = 0b1111111  # all seats and the public


@final
class Row:
    """Zones of one name: `each` per seat (0: one zone shared by all). `holds`: families of cards; none named: any."""

    def __init__(
        self,
        name: str,
        face: i64,
        each: i64 = 1,
        room: i64 = 0,
        top_first: bool = False,
        holds: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.face: i64 = face
        self.each: i64 = each
        self.room: i64 = room  # most cards it can hold; 0: the whole deck
        self.top_first = top_first  # how people list it: a pile from the top, a hand from the left
        self.holds = holds


@final
class Layout:
    """The rows of a game at a table of a certain size: where each zone starts in the packed buffer."""

    def __init__(self, rows: list[Row], seats: i64, deck_size: i64) -> None:
        self.rows = rows
        self.seats: i64 = seats
        self.first: dict[str, int] = {}
        self.row_of: list[Row] = []
        owners: list[int] = []
        rooms: list[int] = []
        for row in rows:
            self.first[row.name] = len(owners)
            for owner in range(seats) if row.each else [NOBODY]:
                for _ in range(max(row.each, 1)):
                    owners.append(owner)
                    rooms.append(row.room or deck_size)
                    self.row_of.append(row)
        self.zones: i64 = len(owners)
        self.owners: vec[u8] = vec[u8](owners)
        starts: list[int] = []
        cells: i64 = 2 * self.zones  # the buffer opens with a size and a face for every zone
        for room in rooms:
            starts.append(cells)
            cells += i64(room)
        self.starts: vec[i64] = vec[i64](starts)
        self.rooms: vec[i64] = vec[i64](rooms)
        self.cells: i64 = cells
        self.scratch: vec[i64] = vec[i64]([0] * cells)  # room to work in for `imagine`; holds nothing between calls
        self.counts: vec[i64] = vec[i64]([0] * 256)
        self.names: list[str] = []  # by zone, once somebody has asked

    def zones_of(self, name: str) -> list[int]:
        """The zones of a row, in seat order."""
        row = next(row for row in self.rows if row.name == name)
        first = self.first[name]
        return list(range(first, first + (self.seats * row.each or 1)))

    def name_of(self, zone: i64) -> str:
        """ "centre", "hands[2]", "grids[1][4]": how a person would point at the zone."""
        return self.zone_names()[zone]

    def zone_names(self) -> list[str]:
        if not self.names:
            self.names = [self.put_into_words(zone) for zone in range(self.zones)]
        return self.names

    def put_into_words(self, zone: i64) -> str:
        row = self.row_of[zone]
        if row.each == 0:
            return row.name
        index = zone - self.first[row.name]
        if row.each == 1:
            return f"{row.name}[{index}]"
        return f"{row.name}[{index // row.each}][{index % row.each}]"
