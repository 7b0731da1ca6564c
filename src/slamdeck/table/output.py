"""What a table gives out: entries to be made durable, then messages to the people who are there.

Nothing public moves when something secret happens: the head that is told is that of the last entry everybody has heard
of, and a message waits only for entries that its reader may know of (docs/decisions/0013).
"""

from __future__ import annotations

from typing import Final

from msgspec import structs

from slamdeck.table.company.presence import Presence
from slamdeck.table.journal.blinds import blind
from slamdeck.table.journal.entries import Decided, JournalEntry, Played
from slamdeck.table.journal.journal import Journal
from slamdeck.table.messages import (
    GuestShown,
    Moved,
    Notice,
    Ok,
    Refused,
    SeatShown,
    ServerMessage,
    TableShown,
    TimesShown,
    encode_server,
)
from slamdeck.table.outgoing import Outgoing
from slamdeck.table.races.evidence import TimesUse
from slamdeck.table.races.links import Link
from slamdeck.table.state import TableState
from slamdeck.table.times import MS

MOST_LINKS_LEFT: Final = 64
BETWEEN_TELLINGS: Final = 250 * MS  # of what stands around the game, to everybody


class Output:
    """Entries are written first; whatever is sent afterwards belongs to the last of them."""

    def __init__(self, state: TableState, journal: Journal) -> None:
        self.state = state
        self.journal = journal
        self.seq = journal.seq  # of the last entry
        self.head = journal.head  # … and after it
        self.public_seq = journal.seq  # of the last one that everybody has been told of, or is about to be
        self.public_head = journal.head
        self.people: dict[str, Presence] = {}
        self.links_left: dict[str, Link] = {}  # of those who have gone, by person
        self.guests = 0  # numbers that were given out
        self.untold = False  # something around the game has changed
        self.tell_at = 0  # … and is told then
        self.stage = (state.phase, state.paused, state.number)  # as everybody was told
        self.outbox: list[Outgoing] = []
        self.listed = False  # its host wants it on the server's first page
        self.moved_to = ""  # the table at which this company goes on

    def write(self, entry: JournalEntry, public: bool = True) -> None:
        """`public`: everybody is about to be told of it."""
        if isinstance(entry, Played | Decided):
            secret = blind(self.state.seed, self.state.table, self.seq + 1)
            entry = structs.replace(entry, blind=secret)
        self.journal.write(entry)
        self.seq = self.journal.seq
        self.head = self.journal.head
        if public:
            self.public_seq = self.seq
            self.public_head = self.head

    def let_go(self, person: str) -> None:
        """Somebody is gone, seat and all. What their device has shown in races is kept for the evening: to stand up,
        leave and sit down again wipes no slate clean."""
        presence = self.people.pop(person, None)
        if presence is not None and presence.link.was_in_play:
            self.links_left[person] = presence.link
            if len(self.links_left) > MOST_LINKS_LEFT:
                del self.links_left[next(iter(self.links_left))]

    def show_places(self) -> None:
        """Who sits where has changed, or who is there."""
        for presence in self.people.values():
            presence.places = self.state.seats_of(presence.person)

    def presence_at(self, seat: int) -> Presence | None:
        """Who sits there in person; a bot, or one that stands in, is nobody."""
        held = self.state.seats[seat]
        return None if held.bot or held.stand_in else self.people.get(held.who)

    # ---- sending ---------------------------------------------------------------------------------

    def send(self, person: str, message: ServerMessage, at: int = 0, event: int = 0, data: bytes = b"") -> None:
        """Nothing is kept for who is not there: a fresh view tells everything on return.

        `data`: the message as it travels, if that is known already.
        """
        presence = self.people.get(person)
        if presence is not None and presence.connected:
            data = data or encode_server(message)
            after = max(self.public_seq, presence.private_seq)
            self.outbox.append(Outgoing(person, message, data, after, at, event))

    def answer(self, ok: Ok) -> None:
        """To who has made the input of the last entry, though perhaps nobody else knows of it."""
        presence = self.presence_at(ok.seat)
        if presence is not None:
            presence.private_seq = self.seq
            self.send(presence.person, ok)

    def send_all(self, message: ServerMessage, at: int = 0) -> None:
        data = encode_server(message)
        for person in self.people:
            self.send(person, message, at, data=data)

    def say_where_they_are(self, person: str) -> None:
        """To somebody who comes after the others have gone on at another table."""
        if self.moved_to:
            self.send(person, Moved(table=self.moved_to))

    def refuse(self, person: str, why: str) -> None:
        self.send(person, Refused(why=why))

    def notify(self, person: str, text: str) -> None:
        self.send(person, Notice(text=text))

    # ---- the table around the game ---------------------------------------------------------------

    def show_table(self) -> None:
        """Something around the game has changed. It is told a few times a second at most, however often it changes;
        only where the game has got to is told at once, for the cards that follow belong to it."""
        self.untold = True
        if self.stage != (self.state.phase, self.state.paused, self.state.number):
            self.tell_table()

    def tell_table(self) -> None:
        self.untold = False
        self.stage = (self.state.phase, self.state.paused, self.state.number)
        seats = self.seats_shown()
        for presence in self.people.values():
            if presence.connected:
                self.tell_table_to(presence, seats)

    def tell_table_if_due(self, now: int) -> None:
        if self.untold and now >= self.tell_at:
            self.tell_at = now + BETWEEN_TELLINGS
            self.tell_table()

    def tell_table_to(self, presence: Presence, seats: list[SeatShown]) -> None:
        """If it looks different from what they have; that the head has moved on is no news."""
        shown = self.table_shown(presence.person, self.with_times(presence.person, seats))
        before = presence.table
        if before is None or structs.replace(shown, head=before.head) != before:
            presence.table = shown
            self.send(presence.person, shown)

    def tell_table_anew(self, presence: Presence) -> None:
        """To somebody who has come, or has missed something."""
        presence.table = None
        self.tell_table_to(presence, self.seats_shown())

    def table_shown(self, person: str, seats: list[SeatShown] | None = None) -> TableShown:
        """`seats`: as they are shown, if somebody knows already."""
        state = self.state
        watching = [one for one in self.people.values() if one.connected and not one.places]
        hosting = person == state.host
        guests = [one for one in watching if hosting and one.person != person]
        return TableShown(
            table=state.table,
            game=state.info.slug,
            phase=state.phase,
            paused=state.paused,
            number=state.number,
            seats=self.seats_shown() if seats is None else seats,
            yours=list(state.seats_of(person)),
            hosting=hosting,
            watching=len(watching),
            options=state.options,
            deck=state.deck_mark,
            settings=state.settings,
            commitment=state.commitment,
            places=state.places,
            ending=state.ending,
            locked=state.locked,
            listed=self.listed,
            given="" if state.given is None else state.given.kind,
            guests=[GuestShown(guest=one.number, name=one.name) for one in guests],
            sent_away=[ban.name for ban in state.bans] if hosting else [],
            head=self.public_head,
        )

    def with_times(self, person: str, seats: list[SeatShown]) -> list[SeatShown]:
        """The same, with how a seat's times are found: for the host, and for who sits there."""
        hosting = person == self.state.host
        if not hosting and not self.state.seats_of(person):
            return seats
        shown = list(seats)
        for number, seat in enumerate(self.state.seats):
            times = self.times_shown(seat.who) if hosting or seat.who == person else None
            if times is not None:
                shown[number] = structs.replace(shown[number], times=times)
        return shown

    def times_shown(self, who: str) -> TimesShown | None:
        """If there is something to say."""
        presence = self.people.get(who)
        timed = self.state.times.get(who)
        shown = TimesShown(
            use=TimesUse.MEASURED if timed is None else timed.times,
            by_host=timed is not None and timed.by_host,
            screen_ms=0 if presence is None else round_to_ten(presence.link.late_screen()),
            pong_ms=0 if presence is None else round_to_ten(presence.link.late_pongs()),
        )
        if shown.use is TimesUse.MEASURED and not shown.screen_ms and not shown.pong_ms:
            return None
        return shown

    def seats_shown(self) -> list[SeatShown]:
        return [self.seat_shown(number) for number in range(len(self.state.seats))]

    def seat_shown(self, number: int) -> SeatShown:
        seat = self.state.seats[number]
        presence = self.people.get(seat.who)
        return SeatShown(
            name=seat.name,
            bot=seat.bot or seat.stand_in,
            stands_in=bool(seat.stand_in),
            away=not seat.bot and (presence is None or not presence.here),
            ready=presence is not None and presence.ready,
            handicap=seat.handicap,
            host=seat.who == self.state.host,
            wins=self.state.wins.get(seat.who, 0),
        )


def round_to_ten(micros: int) -> int:
    """In milliseconds: finer is no news."""
    return 10 * round(micros / (10 * MS))
