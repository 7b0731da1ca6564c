"""Who comes in: room for spectators, a lock, and those whom the host has sent away for the table's life.

Spectators have a room of their own: however many there are, somebody for whom there is a seat always gets in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from slamdeck.core.problems import NotLetIn, UsageProblem
from slamdeck.table.company.presence import Presence
from slamdeck.table.company.seats import Seats
from slamdeck.table.journal.entries import Ban, Guarded
from slamdeck.table.messages import SentAway
from slamdeck.table.output import Output

MOST_WATCHING: Final = 34
MOST_BANS: Final = 100  # of the latest

SENT_AWAY: Final = "the host has sent you away from this table"
NOT_YOURS: Final = "this deal is somebody else's try; nobody looks on"
LOCKED: Final = "the host has locked this table; nobody new comes in"
NO_ROOM: Final = "this table has no more room for spectators"


class Door:
    def __init__(self, output: Output, seats: Seats, show: Callable[[Presence, int, int | None], None]) -> None:
        """`show(presence, now, None)`: the game as somebody sees it from where they are now."""
        self.output = output
        self.state = output.state
        self.seats = seats
        self.show = show
        self.inside: set[str] = set()  # who was here when it was locked, and may come back

    # ---- coming in -------------------------------------------------------------------------------

    def check_wishes(self, person: str, network: str) -> None:
        """Raises NotLetIn where the host does not want somebody here. Who has a seat is never asked."""
        if self.state.seats_of(person):
            return
        if self.state.given is not None:
            raise NotLetIn(NOT_YOURS)  # whoever looked on would know the cards before their own try
        if self.is_banned(person, network):
            raise NotLetIn(SENT_AWAY, for_good=True)
        if self.state.locked and person not in self.inside:
            raise NotLetIn(LOCKED)

    def check(self, person: str, network: str, watch: bool) -> None:
        """Raises UsageProblem."""
        self.check_wishes(person, network)
        if self.state.seats_of(person):
            return
        if (watch or not self.seats.has_room(person)) and self.watching() >= MOST_WATCHING:
            raise UsageProblem(NO_ROOM)

    def is_banned(self, person: str, network: str) -> bool:
        return any(ban.who == person or (ban.network and ban.network == network) for ban in self.state.bans)

    def watching(self) -> int:
        return sum(1 for one in self.output.people.values() if not one.places)

    # ---- the host's word ---------------------------------------------------------------------------

    def lock(self, locked: bool) -> None:
        if locked != self.state.locked:
            self.inside = set(self.output.people)
            self.guard(self.state.bans, locked)

    def send_away(self, seat: int | None, guest: int | None, now: int) -> None:
        who, name = self.meant(seat, guest)
        presence = self.output.people.get(who)
        ban = Ban(who=who, name=name, network=self.network_alone(presence))
        self.guard((*self.state.bans, ban)[-MOST_BANS:], self.state.locked)
        self.inside.discard(who)
        if self.state.seats_of(who):
            self.seats.take_away(who, now)
        self.show_out(who)

    def meant(self, seat: int | None, guest: int | None) -> tuple[str, str]:
        """Who it is, and by which name."""
        state = self.state
        if seat is not None and seat < len(state.seats) and not state.seats[seat].bot:
            who, name = state.seats[seat].who, state.seats[seat].name
        else:
            found = [one for one in self.output.people.values() if one.number == guest and not one.places]
            if seat is not None or not found:
                raise UsageProblem("there is nobody to be sent away")
            who, name = found[0].person, found[0].name
        if who == state.host:
            raise UsageProblem("the host stays; make somebody else the host first")
        return who, name

    def network_alone(self, presence: Presence | None) -> str:
        """The network is banned too, unless somebody else here shares it: a family has one."""
        if presence is None or not presence.network:
            return ""
        seated = {seat.who for seat in self.state.seats} | {self.state.host}
        for other in self.output.people.values():
            if other is not presence and other.person in seated and other.network == presence.network:
                return ""
        return presence.network

    def let_back(self, place: int) -> None:
        if place >= len(self.state.bans):
            raise UsageProblem("there is nobody to be let back")
        self.guard((*self.state.bans[:place], *self.state.bans[place + 1 :]), self.state.locked)

    def remove(self, number: int, now: int) -> None:
        """A seat is taken away; who sat there may watch, if there is room."""
        seats = self.state.seats
        held = seats[number] if number < len(seats) else None
        self.seats.remove(number, now)
        presence = None if held is None or held.bot else self.output.people.get(held.who)
        if presence is None or presence.places or presence.person == self.state.host:
            return
        if self.watching() > MOST_WATCHING:
            self.show_out(presence.person)
        else:
            self.show(presence, now, None)

    def show_out(self, who: str) -> None:
        self.output.send(who, SentAway(why=SENT_AWAY))
        self.output.let_go(who)
        self.output.show_table()

    def guard(self, bans: tuple[Ban, ...], locked: bool) -> None:
        entry = Guarded(bans=bans, locked=locked)
        self.state.guard(entry)
        self.output.write(entry)
        self.output.show_table()
