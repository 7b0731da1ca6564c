"""The live table, sans I/O. Whoever drives it hands in times, people and messages, and fetches entries and deliveries:

    table = LiveTable.open("K7Q2", info, bots, new_seed)   # or rebuild(links, …) and table.wake(now)
    table.join(now, person, "Ann")                                   # also on every reconnect
    table.receive(now, person, decode_client(frame))
    table.tick(table.next_wakeup(now))                               # whenever that time has come
    links = table.take_entries()                                     # make these durable …
    for delivery in table.take_deliveries(): …                       # … and then send, each at its time

All times are integer microseconds of one clock that never runs backwards. The table has no clock, no socket and no
source of chance of its own: `new_seed` is asked for a seed once per game, `bots` for a guest when one sits down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from slamdeck.core.deck import Deck
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import UsageProblem
from slamdeck.core.rules import NEVER as NO_DEADLINE
from slamdeck.table.company.bot_seats import BotHouse
from slamdeck.table.company.names import clean_name
from slamdeck.table.company.presence import Presence
from slamdeck.table.company.seats import BOT_ID
from slamdeck.table.deliveries import Delivery
from slamdeck.table.desk import Desk
from slamdeck.table.dispatch import Dispatch
from slamdeck.table.journal.entries import ChainedEntry
from slamdeck.table.journal.journal import Journal
from slamdeck.table.messages import ClientMessage, Revealed, Seen, Still
from slamdeck.table.races.law import NEVER
from slamdeck.table.settings import Settings
from slamdeck.table.state import PLAYING, SEALING, TableState, opening

MOST_PEOPLE = 40  # at one table, spectators included


class LiveTable:
    """One table. Build it with `open`, or with `rebuild.rebuild` from its journal."""

    def __init__(self, state: TableState, journal: Journal, bots: BotHouse, new_seed: Callable[[], bytes]) -> None:
        self.desk = Desk(state, journal)
        self.state = state
        self.dispatch = Dispatch(self.desk, bots, new_seed)

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
    ) -> LiveTable:
        entry = opening(table, info, deck or info.deck(), options or {}, settings or Settings())
        live = cls(TableState(entry, info), Journal(table), bots, new_seed)
        live.desk.write(entry)
        return live

    # ---- output ----------------------------------------------------------------------------------

    def take_entries(self) -> list[ChainedEntry]:
        """What has to be made durable, in order."""
        entries = self.desk.journal.unsaved
        self.desk.journal.unsaved = []
        return entries

    def take_deliveries(self) -> list[Delivery]:
        deliveries = self.desk.outbox
        self.desk.outbox = []
        return deliveries

    @property
    def head(self) -> bytes:
        return self.desk.journal.head

    # ---- people come and go ----------------------------------------------------------------------

    def join(self, now: int, person: str, name: str, *, watch: bool = False, last: int | None = None) -> None:
        """A socket has opened: somebody new, or somebody who is back and has update `last`."""
        presence = self.desk.people.get(person)
        if presence is None:
            if person.startswith(BOT_ID) or not 1 <= len(person) <= 64:
                raise UsageProblem("nobody can be called that")
            if len(self.desk.people) >= MOST_PEOPLE:
                raise UsageProblem("this table has no more room for spectators")
            presence = self.desk.people[person] = Presence(person, clean_name(name), now)
            self.desk.show_places()
        presence.connected = True
        presence.hidden = False
        presence.set_away()
        presence.link.hear(now)
        dispatch = self.dispatch
        dispatch.seats.come_back(person, now)
        if not watch and not self.state.seats_of(person) and not dispatch.seats.in_game():
            dispatch.attempt(person, lambda: dispatch.seats.sit(presence, None, now))
        dispatch.seats.pass_host_on(now)
        self.desk.show_table()
        dispatch.show_game(person, now, last)
        self.tick(now)

    def disconnect(self, now: int, person: str) -> None:
        """The socket is gone. A seat is kept for its owner, a spectator's place is not."""
        presence = self.desk.people.get(person)
        if presence is None or not presence.connected:
            return
        presence.connected = False
        presence.left_at = now
        presence.set_away()
        if not self.state.seats_of(person) and person != self.state.host:
            del self.desk.people[person]
        self.desk.show_table()
        self.tick(now)

    def wake(self, now: int) -> None:
        """After `rebuild`: everybody seated has the usual time to come back, and an open race starts again."""
        for held in self.state.seats:
            if not held.bot and held.who not in self.desk.people:
                presence = self.desk.people[held.who] = Presence(held.who, held.name, now)
                presence.set_away()
        self.desk.show_places()
        self.dispatch.wake(now)

    # ---- messages and time -----------------------------------------------------------------------

    def receive(self, now: int, person: str, message: ClientMessage) -> None:
        presence = self.desk.people.get(person)
        if presence is None or not presence.connected:
            raise UsageProblem("nobody by that name is at this table")
        presence.link.hear(now)
        if isinstance(message, Still):
            self.hear_screen(now, presence, message.n, message.up)
        elif isinstance(message, Seen):
            self.hear_screen(now, presence, message.n, -1)
        else:
            self.dispatch.receive(now, presence, message)
        self.tick(now)

    def hear_screen(self, now: int, presence: Presence, n: int, up: int) -> bool:
        """The same for what screens say all the time, `still` or (`up` is −1) `seen`: the arbiter has to know and
        nobody else. True if that may have made something certain; the caller then calls `tick`, or looks at
        `next_wakeup` again."""
        play = self.dispatch.play
        if play is None or not presence.places:
            presence.link.hear(now)
            return False
        arbiter = play.arbiter
        seat = presence.places[0]  # seats on one device share its link
        if arbiter.links[seat] is not presence.link:
            presence.link.hear(now)  # a bot stands in, and has a link of its own
        if up >= 0:
            arbiter.still(seat, n, up, now)
        else:
            arbiter.seen(seat, n, now)
        return arbiter.may_go_on(now)

    def pong(self, now: int, person: str, trip: int) -> None:
        """A WebSocket ping of this person came back after `trip`."""
        presence = self.desk.people.get(person)
        if presence is not None:
            presence.link.pong(now, trip)

    def sent(self, person: str, event: int, at: int) -> None:
        """A delivery with that event really left at `at`, later than planned."""
        play = self.dispatch.play
        if play is not None:
            for seat in self.state.seats_of(person):
                play.arbiter.sent(seat, event, at)

    def kernel_says(self, person: str, trip: int) -> None:
        """The smallest round trip that the server's kernel has seen on this person's connection."""
        presence = self.desk.people.get(person)
        if presence is not None:
            presence.link.kernel_says(trip)

    def resync(self, now: int, person: str) -> None:
        """Messages to this person were dropped on the way: show everything anew."""
        if person in self.desk.people:
            self.desk.send(person, self.desk.table_shown(person))
            self.dispatch.show_game(person, now, None)

    def go_on_after_standstill(self, now: int) -> None:
        """The server could not write for a while and let no time pass. Inputs that were under way do not count."""
        self.dispatch.go_on_after_standstill(now)
        self.tick(now)

    def is_quiet(self) -> bool:
        """No hand is down and no input waits: a good moment to stop the server."""
        play = self.dispatch.play
        if self.state.phase != PLAYING or self.state.paused or play is None:
            return True
        return not play.arbiter.held

    def tick(self, now: int) -> None:
        """Everything that is due by now."""
        dispatch = self.dispatch
        play = dispatch.play
        if self.state.phase == PLAYING and not self.state.paused and play is not None:
            play.step(now)
        if not dispatch.seats.all_here():
            dispatch.seats.pass_host_on(now)
            dispatch.seats.stand_in_for_absent(now, self.is_stuck())
            if self.state.phase == PLAYING and not self.state.paused and play is not None:
                play.step(now)
        if self.state.phase == PLAYING and not self.state.paused and play is not None:
            dispatch.end_break(now)
            self.end_if_over()
        if self.state.phase == SEALING and now >= dispatch.dealing.until:
            dispatch.deal(now)

    def is_stuck(self) -> bool:
        """No deadline, and everybody whom the game waits for is away."""
        if self.state.phase != PLAYING or self.state.rules.deadline < NO_DEADLINE:
            return False
        awaited = int(self.state.rules.awaited())
        waiting = [seat for seat in range(len(self.state.seats)) if awaited >> seat & 1]
        return bool(waiting) and all(self.desk.seat_shown(seat).away for seat in waiting)

    def end_if_over(self) -> None:
        if not self.state.rules.over:
            return
        entry = self.state.result()
        self.state.end(entry)
        self.desk.write(entry)
        self.dispatch.nobody_is_ready()
        self.desk.send_all(Revealed(seed=entry.seed, nonces=list(self.state.nonces)))
        self.desk.show_table()

    def next_wakeup(self, now: int) -> int | None:
        """When `tick` has something to do, if nothing comes in before."""
        dispatch = self.dispatch
        play = dispatch.play
        soonest = dispatch.seats.next_absence(now)
        if self.state.phase == SEALING:
            soonest = min(soonest, dispatch.dealing.until)
        elif self.state.phase == PLAYING and not self.state.paused and play is not None:
            soonest = min(min(soonest, dispatch.break_until), play.next_wakeup(now))
        return None if soonest >= NEVER else max(soonest, now)
