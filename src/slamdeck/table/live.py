"""The live table, sans I/O. Whoever drives it hands in times, people and messages, and fetches entries and deliveries:

    table = LiveTable.open("K7Q2", info, bots, new_seed)   # or rebuild(entries, …) and table.wake(now)
    table.join(now, person, "Ann")                                   # also on every reconnect
    table.receive(now, person, decode_client(frame))
    table.tick(table.next_wakeup(now))                               # whenever that time has come
    entries = table.take_entries()                                   # make these durable …
    for delivery in table.take_deliveries(): …                       # … and then send, each at its time

All times are integer microseconds of one clock that never runs backwards. The table has no clock, no socket and no
source of chance of its own: `new_seed` is asked for a seed once per game, `bots` for a guest when one sits down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from slamdeck.core.deck import Deck
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import NobodyThere, UsageProblem
from slamdeck.table.company.bot_seats import BotHouse
from slamdeck.table.company.door import Door
from slamdeck.table.company.names import distinct_name
from slamdeck.table.company.presence import Presence
from slamdeck.table.company.seats import BOT_ID, Seats
from slamdeck.table.faults import note_fault
from slamdeck.table.journal.entries import ChainedEntry, Given
from slamdeck.table.journal.journal import Journal
from slamdeck.table.messages import Act, ClientMessage, Ok, ScreenReport
from slamdeck.table.outgoing import Outgoing
from slamdeck.table.output import Output
from slamdeck.table.play.series import Series
from slamdeck.table.races.evidence import Verdict
from slamdeck.table.requests import Requests
from slamdeck.table.settings import Settings
from slamdeck.table.state import TableState, opening
from slamdeck.table.times import NEVER_COMES

NOT_DONE: Final = "that could not be done"
RUN_AGAIN: Final = "the server changed: hands that were not judged yet do not count, and the race is run again"


class LiveTable:
    """One table. Build it with `open`, or with `rebuild.rebuild` from its journal."""

    def __init__(self, state: TableState, journal: Journal, bots: BotHouse, new_seed: Callable[[], bytes]) -> None:
        self.state = state
        self.output = Output(state, journal)
        self.people = self.output.people
        self.series = Series(self.output, bots, new_seed)
        self.seats = Seats(self.output, self.series.reseat, lambda name: bots.check(state.info, name))
        self.door = Door(self.output, self.seats, self.series.show)
        self.run_again: set[str] = set()  # who has yet to hear that a race starts again
        self.requests = Requests(self.output, self.seats, self.door, self.series)

    @classmethod
    def open(
        cls,
        table: str,
        info: GameInfo,
        bots: BotHouse,
        new_seed: Callable[[], bytes],
        *,
        deck: Deck | None = None,
        options: Mapping[str, object] | None = None,
        settings: Settings | None = None,
        given: Given | None = None,
        begins: bool = False,
    ) -> LiveTable:
        """`given`: the deal, where it is not to be drawn. `begins`: as soon as the host is there."""
        entry = opening(table, info, deck or info.house_deck, options or {}, settings or Settings(), begins=begins)
        live = cls(TableState(entry, info), Journal(table), bots, new_seed)
        live.output.write(entry)
        if given is not None:
            live.state.give(given)
            live.output.write(given)
        return live

    # ---- output ----------------------------------------------------------------------------------

    def take_entries(self) -> list[ChainedEntry]:
        """What has to be made durable, in order."""
        entries = self.output.journal.unsaved
        self.output.journal.unsaved = []
        return entries

    def take_deliveries(self) -> list[Outgoing]:
        deliveries = self.output.outbox
        self.output.outbox = []
        return deliveries

    @property
    def head(self) -> bytes:
        """Of the journal, with everything that only some may know of. What is told is `Output.public_head`."""
        return self.output.head

    # ---- people come and go ----------------------------------------------------------------------

    def join(
        self, now: int, person: str, name: str, *, watch: bool = False, last: int | None = None, network: str = ""
    ) -> None:
        """A socket has opened: somebody new, or somebody who is back and has update `last`.

        `network` is a mark of where they come from, by which a ban knows them under another name.
        """
        presence = self.people.get(person)
        if presence is None:
            if person.startswith(BOT_ID) or not 1 <= len(person) <= 64:
                raise UsageProblem("nobody can be called that")
            self.door.check(person, network, watch)
            presence = self.arrive(person, name, now)
        presence.network = network or presence.network
        presence.connected = True
        presence.hidden = False
        presence.set_here()
        self.seats.come_back(person, now)
        if not watch and not presence.places and not self.series.in_game():
            try:
                self.seats.sit(presence, None, now)
            except UsageProblem as problem:
                self.output.refuse(person, str(problem))
        self.seats.pass_host_on(now)
        self.output.tell_table_anew(presence)
        self.output.show_table()
        self.series.show(presence, now, last)
        if person in self.run_again:
            self.run_again.discard(person)
            self.output.notify(person, RUN_AGAIN)
        self.output.say_where_they_are(person)
        self.tick(now)

    def arrive(self, person: str, name: str, now: int) -> Presence:
        """Under a name that nobody can take for another's here."""
        others = [one.name for one in self.people.values() if one.connected]
        own = self.state.seats_of(person)
        name = self.state.seats[own[0]].name if own else distinct_name(name, [*self.seats.names(), *others])
        self.output.guests += 1
        presence = self.people[person] = Presence(person, name, now, self.output.guests)
        link = self.output.links_left.pop(person, None)
        if link is not None:
            presence.link = link
        elif person in self.state.times:
            presence.link.use_times(self.state.times[person].times)
        self.output.show_places()
        return presence

    def disconnect(self, now: int, person: str) -> None:
        """The socket is gone. A seat is kept for its owner, a spectator's place is not."""
        presence = self.people.get(person)
        if presence is None or not presence.connected:
            return
        presence.connected = False
        presence.left_at = now
        presence.set_here()
        if not presence.places and person != self.state.host:
            self.output.let_go(person)
        self.output.show_table()
        self.tick(now)

    def wake(self, now: int) -> None:
        """After `rebuild`: everybody seated has the usual time to come back, and an open race starts again."""
        for held in self.state.seats:
            if not held.bot and held.who not in self.people:
                self.arrive(held.who, held.name, now).set_here()
        self.series.wake(now)
        play = self.series.running()
        if play is not None and play.is_race_possible():
            self.run_again = {held.who for held in self.state.seats if not held.bot}

    # ---- messages --------------------------------------------------------------------------------

    def receive(self, now: int, person: str, message: ClientMessage) -> bool:
        """The one way in for whatever somebody says. False if nothing can have come of it: nothing to fetch, and
        nothing is due at another time than before. That is so of most of what screens say by themselves."""
        presence = self.people.get(person)
        if presence is None or not presence.connected:
            raise NobodyThere("nobody by that name is at this table")
        if isinstance(message, ScreenReport):
            play = self.series.play
            if play is None or not play.hear(now, presence, message):
                return False
        else:
            self.take(now, presence, message)
        self.tick(now)
        return True

    def take(self, now: int, presence: Presence, message: ClientMessage) -> None:
        """Whatever goes wrong with what somebody says is said to them, and to nobody else."""
        try:
            if isinstance(message, Act):
                self.take_input(now, presence, message)
            else:
                self.requests.fulfil(now, presence, message)
        except Exception as error:
            note_fault(f"what a client asked for ({type(message).__name__}) failed", error)
            if isinstance(message, Act):
                answer = Ok(id=message.id, seat=message.seat or 0, verdict="rejected", why=NOT_DONE)
                self.output.send(presence.person, answer)
            else:
                self.output.refuse(presence.person, NOT_DONE)

    def take_input(self, now: int, presence: Presence, message: Act) -> None:
        """The seat follows from the person; a number in the message only chooses among that person's own seats."""
        known = self.state.answer(presence.person, message.id)
        if known is not None:
            self.output.send(presence.person, known)
            if known.verdict == Verdict.UNKNOWN.value:
                self.series.show(presence, now, None)  # that screen is still not up to date
            return
        own = presence.places
        if not own or (message.seat is not None and message.seat not in own):
            self.output.refuse(presence.person, "that is not your seat")
            return
        seat = own[0] if message.seat is None else message.seat
        play = self.series.running()
        if play is None:
            why = "the table is paused" if self.state.paused else "no game is being played"
            self.output.send(presence.person, Ok(id=message.id, seat=seat, verdict="rejected", why=why))
            return
        try:
            action = play.rules.read(seat, message.do)
        except UsageProblem as problem:
            self.output.send(presence.person, Ok(id=message.id, seat=seat, verdict="rejected", why=str(problem)))
            return
        play.act(now, presence, seat, message, action)

    def is_quick(self, message: Act) -> bool:
        """Is it something that a wrist or a voice does many times a second, and all would hear of?"""
        play = self.series.play
        return play is not None and message.do.partition(" ")[0] in play.quick_verbs

    # ---- what the connection does ----------------------------------------------------------------

    def pong(self, now: int, person: str, sent: int, event: int = 0, paired: bool = False) -> bool:
        """A WebSocket ping to this person, sent at that time, came back: one that followed an event, or in the same
        segment with it (`paired`), or none. As with `receive`, False if nothing can have come of it."""
        presence = self.people.get(person)
        if presence is None:
            return False
        if paired or not event:
            presence.link.pong(now - sent)
        play = self.series.play
        if not event or play is None or not play.pong(now, presence, event, sent, paired):
            return False
        self.tick(now)
        return True

    def sent(self, person: str, event: int, at: int) -> None:
        """A delivery with that event really left at `at`, later than planned."""
        play = self.series.play
        if play is not None:
            for seat in self.state.seats_of(person):
                play.sightings.sent(seat, event, at)

    def resync(self, now: int, person: str) -> None:
        """Messages to this person were dropped on the way: show everything anew."""
        presence = self.people.get(person)
        if presence is not None:
            self.output.tell_table_anew(presence)
            self.series.show(presence, now, None)

    def go_on_after_standstill(self, now: int) -> None:
        """The server could not write for a while and let no time pass. Inputs that were under way do not count."""
        self.series.go_on_after_standstill(now)
        self.tick(now)

    # ---- time ------------------------------------------------------------------------------------

    def tick(self, now: int) -> None:
        """Everything that is due by now."""
        try:
            self.do_what_is_due(now)
        except Exception as error:
            self.stop_after(error, now)
        if self.output.untold:
            self.output.tell_table_if_due(now)

    def stop_after(self, error: Exception, now: int) -> None:
        """Nothing that one person does may end in this; should a game from elsewhere manage it, the table stops as in a
        pause, and says so."""
        note_fault("a table stopped", error)
        self.series.give_up(now)

    def do_what_is_due(self, now: int) -> None:
        if not self.seats.all_here():
            self.series.step(now)
            self.seats.pass_host_on(now)
            self.seats.stand_in_for_absent(now, self.series.is_stuck())
        self.series.step(now)
        self.series.finish(now)

    def next_wakeup(self, now: int) -> int | None:
        """When `tick` has something to do, if nothing comes in before."""
        soonest = min(self.seats.next_absence(now), self.series.next_wakeup(now))
        if self.output.untold:
            soonest = min(soonest, self.output.tell_at)
        return None if soonest >= NEVER_COMES else max(soonest, now)

    def is_quiet(self) -> bool:
        """No hand is down and no input waits: a good moment to stop the server."""
        play = self.series.running()
        return play is None or not (play.arbiter.held or play.arbiter.doubtful)
