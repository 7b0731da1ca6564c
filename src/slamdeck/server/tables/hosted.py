"""A table as it runs: real time drives the live table, the store makes it durable, sockets show it.

Durable before visible: whatever the table sends waits until the entries it belongs to are on disk. If the disk does
not take them, the table stands still, says so, and goes on later as after a pause.
"""

# Compiled: every message of every table passes here.

from __future__ import annotations

import asyncio
import heapq
import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Final, Protocol

from slamdeck.core.problems import NobodyThere, UsageProblem
from slamdeck.server.config import Limits
from slamdeck.server.ops.metrics import Metrics
from slamdeck.server.socket.messages import AnyServerMessage, Farewell, Saving
from slamdeck.server.store.contract import Store, StoreUnavailable
from slamdeck.server.tables.alarms import Alarm, Alarms, micros
from slamdeck.table.company.presence import Presence
from slamdeck.table.faults import note_fault
from slamdeck.table.journal.entries import ChainedEntry
from slamdeck.table.live import NOT_DONE, LiveTable
from slamdeck.table.messages import ClientMessage, Refused, ScreenReport, Seal, SentAway, Sit, Start, Stim
from slamdeck.table.outgoing import Outgoing
from slamdeck.table.races.closing import LAST_PING, PING_EVERY
from slamdeck.table.state import LOBBY, OVER, PLAYING
from slamdeck.table.times import MS, NEVER_COMES, SECOND

log = logging.getLogger("slamdeck.table")

RETRY_S: Final = 0.5
HICCUP: Final = 100 * MS
PING_GRID: Final = 10 * MS  # pings of all tables leave together, every hundredth of a second
START_PATIENCE_S: Final = 1.5  # for the opener's seal


class Wire(Protocol):
    """A socket, as the table sees it. Nothing here ever waits."""

    def send(self, message: AnyServerMessage) -> None: ...

    def put(self, letters: list[bytes], event: int = 0) -> None:
        """Encoded messages, with a ping in the same segment if a race is possible on an event among them."""

    def ask(self, event: int) -> None:
        """A further ping, while a race on that event is possible."""

    def close(self, why: Farewell) -> None: ...


@dataclass
class Mail:
    """What goes to one person at one time."""

    letters: list[bytes]
    event: int  # the latest among them, if a race on it is possible


@dataclass
class Newcomer:
    """Somebody who has joined over HTTP, by the name given there."""

    name: str
    wants_seat: bool  # with the next socket; who then stands up, stays standing


class RunningTable:
    def __init__(
        self,
        live: LiveTable,
        epoch: int,
        durable: int,
        store: Store,
        metrics: Metrics,
        limits: Limits,
        alarms: Alarms,
        broken: Callable[[RunningTable], None],
    ) -> None:
        """`broken`: this table cannot go on; what is stored of it is all there is."""
        self.live = live
        self.code = live.state.table
        self.epoch = epoch
        self.durable = durable  # number of the last entry that is stored
        self.store = store
        self.metrics = metrics
        self.limits = limits
        self.broken = broken
        self.loop = asyncio.get_running_loop()
        self.wires: dict[str, Wire] = {}
        self.guests: dict[str, Newcomer] = {}
        self.unsaved: deque[tuple[ChainedEntry, int]] = deque()  # with the time of writing
        # By person, for their entries to be durable: what one waits for is nothing that another could notice.
        self.waiting: dict[str, deque[tuple[Outgoing, int]]] = {}
        self.later: list[tuple[int, int, Outgoing, int]] = []  # for their time to come
        self.order = count()
        self.shown_out: list[str] = []  # with the letters that leave now
        self.racing: dict[str, int] = {}  # who has been sent an event on which a race is possible, and which
        self.race_since = 0  # when the latest of these left
        self.asking = Alarm(alarms, self.ask_again)
        self.alarm = Alarm(alarms, self.wake_up)
        self.posting = False  # entries are just being handed to the store
        self.watchdog = Alarm(alarms, self.look_at_the_disk)
        self.patience = round(limits.frozen_s * SECOND)  # with the disk
        self.retry: asyncio.TimerHandle | None = None
        self.frozen = ""  # why
        self.held = False  # the server is about to stop: nothing new happens, what has happened still goes out
        self.stopped = False
        self.start_for = live.state.begins_with()
        self.empty_since = time.monotonic()

    # ---- people ----------------------------------------------------------------------------------

    def connect(self, person: str, wire: Wire, last: int | None, network: str = "") -> Presence:
        """Raises UsageProblem if there is no room, NotLetIn if somebody is not wanted here."""
        before = self.wires.get(person)
        guest = self.guests.get(person) or Newcomer("", False)
        self.live.join(micros(), person, guest.name, watch=not guest.wants_seat, last=last, network=network)
        self.wires[person] = wire
        if guest.wants_seat and self.is_playing() and not self.live.state.seats_of(person):
            self.live.receive(micros(), person, Sit())
        guest.wants_seat = False
        if before is not None:
            before.close(Farewell.REPLACED)
        if self.frozen:
            wire.send(Saving(saving=True, why=self.frozen))
        if person == self.start_for:
            self.loop.call_later(START_PATIENCE_S, self.start, person)
        self.pump()
        return self.live.people[person]

    def disconnect(self, person: str, wire: Wire) -> None:
        if self.wires.get(person) is not wire:
            return
        del self.wires[person]
        if not self.wires:
            self.empty_since = time.monotonic()
        if not self.stopped:
            self.guard(lambda: self.live.disconnect(micros(), person))

    def knows(self, person: str) -> bool:
        return person in self.guests or bool(self.live.state.seats_of(person)) or person in self.live.people

    def start(self, person: str) -> None:
        if self.start_for == person and not self.frozen:
            self.start_for = ""
            self.guard(lambda: self.live.receive(micros(), person, Start()))

    # ---- messages and time -----------------------------------------------------------------------

    def receive(self, now: int, person: str, message: ClientMessage) -> None:
        """Most messages are what screens say by themselves, and most of those change nothing but a watermark: no more
        is done for them."""
        if self.stopped or self.held:
            return
        if self.frozen:
            if not isinstance(message, ScreenReport):
                self.tell(person, Refused(why=self.frozen))
            return
        try:
            if self.live.receive(now, person, message):
                self.pump()
        except NobodyThere:
            pass
        except Exception as error:
            note_fault("a message was refused", error)
            self.tell(person, Refused(why=NOT_DONE))
        if isinstance(message, Seal) and person == self.start_for:
            self.start(person)

    def pong(self, now: int, person: str, sent: int, event: int, paired: bool) -> None:
        """A ping came back; like `receive`, most of these change nothing."""
        if self.stopped or self.stands_still():
            return
        try:
            if self.live.pong(now, person, sent, event, paired):
                self.pump()
        except Exception as error:
            note_fault("a pong failed", error)

    def guard(self, work: Callable[[], object]) -> None:
        """A mistake of ours must reach nobody who has not made it: the table stays as it is. `receive` and `tick` do
        the same without a closure: they are what nearly every input goes through."""
        try:
            work()
            self.pump()
        except UsageProblem:
            pass
        except Exception as error:
            note_fault("a table stumbled", error)

    def wake_up(self, due: int) -> None:
        now = micros()
        self.metrics.ticking.note(now - due)
        self.tick(now)

    def tick(self, now: int) -> None:
        try:
            if not self.stands_still():
                self.live.tick(now)
            self.pump()
        except Exception as error:
            note_fault("a table stumbled", error)

    def stands_still(self) -> bool:
        return bool(self.frozen) or self.held

    def nudge(self) -> None:
        """Something outside the table has changed what it waits for."""
        if not self.stopped:
            self.guard(lambda: None)

    def pump(self) -> None:
        """Entries to the store, messages to whoever they are for, and the next alarm."""
        now = micros()
        entries = self.live.take_entries()
        if entries:
            self.unsaved.extend((entry, now) for entry in entries)
            if not self.frozen:
                self.save(entries)
        for delivery in self.live.take_deliveries():
            queue = self.waiting.get(delivery.person)
            if queue is None:
                queue = self.waiting[delivery.person] = deque()
            queue.append((delivery, now))
        self.send_what_may_go(now)
        self.set_timer(now)

    def set_timer(self, now: int) -> None:
        wakeup = self.live.next_wakeup(now) if not self.stands_still() else None
        at = NEVER_COMES if wakeup is None else wakeup
        if self.later:
            at = min(at, self.later[0][0])
        self.alarm.set(NEVER_COMES if self.stopped else at)

    # ---- sending ---------------------------------------------------------------------------------

    def send_what_may_go(self, now: int) -> None:
        """All that goes to one person at one time goes in one piece."""
        mail: dict[str, Mail] = {}
        done: list[str] = []
        for person, queue in self.waiting.items():
            while queue and queue[0][0].after <= self.durable:
                delivery, made = queue.popleft()
                if delivery.at > now:
                    heapq.heappush(self.later, (delivery.at, next(self.order), delivery, made))
                else:
                    self.leave(delivery, made, now, mail)
            if not queue:
                done.append(person)
        for person in done:
            del self.waiting[person]
        while self.later and self.later[0][0] <= now:
            _, _, delivery, made = heapq.heappop(self.later)
            self.leave(delivery, made, now, mail)
        for person, one in mail.items():
            self.hand_over(person, one)
        for person in self.shown_out:
            self.wires[person].close(Farewell.SENT_AWAY)
            self.guests.pop(person, None)
        self.shown_out.clear()

    def hand_over(self, person: str, mail: Mail) -> None:
        """A socket that fails is its owner's trouble, and nobody waits for their letters because of it."""
        try:
            self.wires[person].put(mail.letters, mail.event)
        except Exception as error:
            note_fault("letters could not be handed over", error)

    def leave(self, delivery: Outgoing, made: int, now: int, mail: dict[str, Mail]) -> None:
        if delivery.person not in self.wires:
            return
        if delivery.event and now > delivery.at:
            self.live.sent(delivery.person, delivery.event, now)
        self.metrics.sending.note(now - max(delivery.at, made))
        one = mail.get(delivery.person)
        if one is None:
            one = mail[delivery.person] = Mail([], 0)
        one.letters.append(delivery.data)
        if isinstance(delivery.message, Stim):
            one.event = delivery.message.n if delivery.message.race else 0
            self.note_race(delivery.person, delivery.message, now)
        elif isinstance(delivery.message, SentAway):
            self.shown_out.append(delivery.person)

    # ---- witnesses -------------------------------------------------------------------------------

    def note_race(self, person: str, stim: Stim, now: int) -> None:
        """Where a race is possible, pings follow the event."""
        if not stim.race:
            self.racing.pop(person, None)
            return
        if stim.n not in self.racing.values():
            self.race_since = now
            first = now + PING_EVERY
            self.asking.set(first + -first % PING_GRID)
        self.racing[person] = stim.n

    def ask_again(self, due: int) -> None:
        for person, event in self.racing.items():
            wire = self.wires.get(person)
            if wire is not None:
                wire.ask(event)
        if self.racing and due + PING_EVERY <= self.race_since + LAST_PING + PING_GRID:
            self.asking.set(due + PING_EVERY)
        else:
            self.racing.clear()

    def tell(self, person: str, message: AnyServerMessage) -> None:
        """A word of the server itself, not of the table."""
        wire = self.wires.get(person)
        if wire is not None:
            wire.send(message)

    def tell_all(self, message: AnyServerMessage) -> None:
        for wire in list(self.wires.values()):
            wire.send(message)

    def resync(self, person: str) -> None:
        """Somebody's socket was too slow, and messages were dropped: here is the whole table."""
        self.metrics.resyncs.add()
        if not self.stopped:
            self.guard(lambda: self.live.resync(micros(), person))

    # ---- storing ---------------------------------------------------------------------------------

    def save(self, entries: list[ChainedEntry]) -> None:
        seq = entries[-1].seq
        self.posting = True
        self.store.post(self.code, self.epoch, entries, lambda problem: self.saved(seq, problem))
        self.posting = False
        if self.unsaved and self.watchdog.at == NEVER_COMES and not self.stopped:
            self.watchdog.set(self.unsaved[0][1] + self.patience)

    def saved(self, seq: int, problem: Exception | None) -> None:
        self.note_saved(seq, problem)
        if not self.stopped and not self.posting:
            now = micros()
            self.send_what_may_go(now)
            if self.later:  # nothing else has changed about when to wake up
                self.set_timer(now)

    def note_saved(self, seq: int, problem: Exception | None) -> None:
        if self.stopped and problem is not None:
            return
        if isinstance(problem, StoreUnavailable):
            self.metrics.store_failures.add()
            self.freeze(f"{problem}; the game stands still")
            if self.retry is None:
                self.retry = self.loop.call_later(RETRY_S, self.save_again)
        elif problem is not None:
            log.error("table %s was let go: %s", self.code, problem)
            self.broken(self)
        else:
            self.note_durable(seq)

    def note_durable(self, seq: int) -> None:
        now = micros()
        self.durable = max(self.durable, seq)
        while self.unsaved and self.unsaved[0][0].seq <= self.durable:
            _, written = self.unsaved.popleft()
            self.metrics.entries.add()
            self.metrics.storing.note(now - written)
        if self.frozen and not self.unsaved:
            self.thaw()
        elif self.frozen and self.retry is None:  # more has been written meanwhile, which nobody has offered yet
            self.retry = self.loop.call_later(RETRY_S, self.save_again)

    def save_again(self) -> None:
        self.retry = None
        if self.unsaved and not self.stopped:
            self.save([entry for entry, _ in self.unsaved])

    def look_at_the_disk(self, due: int) -> None:
        if not self.unsaved or self.stopped:
            return
        now = micros()
        patient_until = self.unsaved[0][1] + self.patience
        if now < patient_until:
            self.watchdog.set(patient_until)
        elif now - due > HICCUP:
            self.watchdog.set(now + HICCUP)  # it was we who slept; the disk's answer may be here already
        else:
            self.freeze("the server's disk is too slow; the game stands still")

    def freeze(self, why: str) -> None:
        if self.frozen:
            return
        log.warning("table %s stands still: %s", self.code, why)
        self.frozen = why
        self.tell_all(Saving(saving=True, why=why))
        self.set_timer(micros())

    def thaw(self) -> None:
        """Everything is stored: go on as after a pause, so that nobody lost time."""
        log.warning("table %s goes on", self.code)
        self.frozen = ""
        self.send_what_may_go(micros())
        self.tell_all(Saving(saving=False))
        self.guard(lambda: self.live.go_on_after_standstill(micros()))

    # ---- the end ---------------------------------------------------------------------------------

    def is_quiet(self) -> bool:
        return bool(self.frozen) or self.live.is_quiet()

    def phase(self) -> str:
        return self.live.state.phase

    def is_playing(self) -> bool:
        return self.phase() == PLAYING

    def has_grown_too_long(self) -> bool:
        most = self.limits.entries_per_table
        return self.durable > 2 * most or (self.durable > most and self.phase() in (LOBBY, OVER))

    def hold(self) -> None:
        self.held = True
        self.set_timer(micros())

    def stop(self) -> None:
        """No more time, no more messages. What is on its way to the store still gets there."""
        self.stopped = True
        self.alarm.end()
        self.asking.end()
        self.watchdog.end()
        if self.retry is not None:
            self.retry.cancel()
            self.retry = None

    def close_wires(self, why: Farewell) -> None:
        for wire in list(self.wires.values()):
            wire.close(why)

    async def flush(self) -> bool:
        """Wait until everything is stored or given up; False if something is not."""
        for _ in range(200):
            if not self.unsaved:
                return True
            await asyncio.sleep(0.01)
        return not self.unsaved
