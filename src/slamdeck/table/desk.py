"""The desk that everybody at a table works at: what is true, who is there, what is written down, what goes out."""

from __future__ import annotations

from msgspec import structs

from slamdeck.table.company.presence import Presence
from slamdeck.table.deliveries import Delivery
from slamdeck.table.journal.blinds import blind
from slamdeck.table.journal.entries import JournalEntry, Played, Raced
from slamdeck.table.journal.journal import Journal
from slamdeck.table.messages import Refused, SeatShown, ServerMessage, TableShown, encode_server
from slamdeck.table.state import TableState


class Desk:
    """Entries are written first; whatever is sent afterwards belongs to the last of them."""

    def __init__(self, state: TableState, journal: Journal) -> None:
        self.state = state
        self.journal = journal
        self.people: dict[str, Presence] = {}
        self.outbox: list[Delivery] = []

    def write(self, entry: JournalEntry) -> None:
        if isinstance(entry, Played | Raced):
            secret = blind(self.state.seed, self.state.table, self.journal.seq + 1)
            entry = structs.replace(entry, blind=secret)
        self.journal.write(entry)

    def show_places(self) -> None:
        """Who sits where has changed, or who is there."""
        for presence in self.people.values():
            presence.places = self.state.seats_of(presence.person)

    # ---- sending ---------------------------------------------------------------------------------

    def send(self, person: str, message: ServerMessage, at: int = 0, event: int = 0, data: bytes = b"") -> None:
        """Nothing is kept for who is not there: a fresh view tells everything on return.

        `data`: the message as it travels, if that is known already.
        """
        presence = self.people.get(person)
        if presence is not None and presence.connected:
            data = data or encode_server(message)
            self.outbox.append(Delivery(person, message, data, self.journal.seq, at, event))

    def send_all(self, message: ServerMessage, at: int = 0) -> None:
        data = encode_server(message)
        for person in self.people:
            self.send(person, message, at, data=data)

    def refuse(self, person: str, why: str) -> None:
        self.send(person, Refused(why=why))

    def show_table(self) -> None:
        for person in self.people:
            self.send(person, self.table_shown(person))

    # ---- the table around the game ---------------------------------------------------------------

    def table_shown(self, person: str) -> TableShown:
        state = self.state
        seated = {seat.who for seat in state.seats}
        return TableShown(
            table=state.table,
            game=state.info.slug,
            phase=state.phase,
            paused=state.paused,
            number=state.number,
            seats=[self.seat_shown(number) for number in range(len(state.seats))],
            yours=state.seats_of(person),
            hosting=person == state.host,
            watching=sum(1 for one in self.people.values() if one.connected and one.person not in seated),
            options=state.options,
            settings=state.settings,
            commitment=state.commitment,
            places=state.places,
            head=self.journal.head,
        )

    def seat_shown(self, number: int) -> SeatShown:
        seat = self.state.seats[number]
        presence = self.people.get(seat.who)
        return SeatShown(
            name=seat.name,
            bot=seat.bot or seat.stand_in,
            stands_in=bool(seat.stand_in),
            away=not seat.bot and (presence is None or not presence.reachable()),
            ready=presence is not None and presence.ready,
            handicap=seat.handicap,
            host=seat.who == self.state.host,
            wins=self.state.wins.get(seat.who, 0),
        )

    def presence_at(self, seat: int) -> Presence | None:
        """Who sits there in person; a bot, or one that stands in, is nobody."""
        held = self.state.seats[seat]
        return None if held.bot or held.stand_in else self.people.get(held.who)
