"""One WebSocket: its hello, its rates, its pings, and a bounded queue between a table that never waits and a reader
that may be slow."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final

import msgspec

import slamdeck
from slamdeck.core.problems import NotLetIn, UsageProblem
from slamdeck.server.config import Limits
from slamdeck.server.http.answers import PROTOCOL
from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.http.limits import Account, Accounts, Bucket, Network
from slamdeck.server.http.tickets import Admission, Tickets
from slamdeck.server.socket.frames import TOO_LARGE, Owner, Socket
from slamdeck.server.socket.kernel import kernel_trip
from slamdeck.server.socket.messages import (
    MOST_BYTES,
    AnyServerMessage,
    Farewell,
    Hello,
    Lag,
    Welcome,
    encoder,
    hello_decoder,
)
from slamdeck.server.socket.pings import Pings
from slamdeck.server.tables.alarms import Alarm, Alarms, micros
from slamdeck.server.tables.hosted import RunningTable
from slamdeck.server.tables.lobby import Lobby
from slamdeck.table.company.presence import Presence
from slamdeck.table.faults import note_fault
from slamdeck.table.messages import Act, ClientMessage, Refused, Seen, Still, decode_client
from slamdeck.table.races.links import Link

TOGETHER: Final = 10_000  # µs: pings of the same hundredth of a second wake the server once
LAG_EVERY: Final = 4  # pings with an event
NOTICED: Final = 1000  # µs
NOT_SHOWN: Final = Lag(trip=-(1 << 40))
KERNEL_EVERY: Final = 16  # of them; the kernel remembers its minimum for minutes
CLOSE_S: Final = 1.0
HOSTILE: Final = (Farewell.FLOOD, Farewell.BAD_FRAMES, Farewell.TOO_LARGE, Farewell.BAD_HELLO)
NO_TEXT: Final = b"\xff"  # stands for a frame that is none of ours
MOST_EARLY: Final = 32
NOT_ONE: Final = (msgspec.MsgspecError, UnicodeDecodeError)
PassOn = Callable[["Connection", str], Coroutine[Any, Any, None]]


class Connection(Owner):
    __slots__ = (
        "admitting", "alarms", "bad", "behind", "browsers", "busy_since", "direct", "dropped", "early",
        "farewell", "forget", "heard", "limits", "lobby", "loop", "measured", "messages", "metrics",
        "network", "pass_on", "passed_on", "person", "ping_idle", "pinging", "pings", "presence", "queue", "session",
        "shown_lag", "slaps", "socket", "table", "tickets", "timer", "transport",
    )  # fmt: skip

    def __init__(
        self,
        transport: asyncio.Transport,
        lobby: Lobby,
        tickets: Tickets,
        limits: Limits,
        network: Network,
        browsers: Accounts[Account],
        direct: bool,
        forget: Callable[[Connection], None],
        pass_on: PassOn | None = None,
    ) -> None:
        """`direct`: no proxy in between, so the kernel's own round trips are the player's. `forget`: it is over.
        `pass_on`: to the node that gave out the ticket, if that was another."""
        self.socket = Socket(transport, self, MOST_BYTES)
        self.network = network
        self.browsers = browsers
        self.session: Account | None = None  # known from the ticket
        self.transport = transport
        self.lobby = lobby
        self.tickets = tickets
        self.metrics = lobby.metrics
        self.limits = limits
        self.direct = direct
        self.forget = forget
        self.pass_on = pass_on
        self.passed_on: Callable[[], None] | None = None  # it is another node's; this ends it
        self.loop = asyncio.get_running_loop()
        self.table: RunningTable | None = None
        self.person = ""
        self.presence: Presence | None = None
        self.shown_lag = NOT_SHOWN
        self.admitting: asyncio.Task[None] | None = None
        self.early: list[bytes] = []  # frames that came right behind the hello
        self.queue: list[tuple[bytes, int]] = []  # for as long as the reader is slow; with the event in it, or 0
        self.behind = False  # messages were dropped; the whole table follows when the reader is there again
        self.busy_since = 0.0  # the reader takes nothing
        self.heard = time.monotonic()
        self.pings = Pings()
        self.measured = 0  # pings with an event, or by themselves, that came back
        self.alarms: Alarms = lobby.alarms
        self.pinging = Alarm(lobby.alarms, self.ping)
        self.ping_idle = round(limits.ping_idle_s * 1_000_000)
        self.bad = 0
        self.dropped = 0
        self.messages = Bucket(limits.messages, self.heard)
        self.slaps = Bucket(limits.slaps, self.heard)
        self.farewell: Farewell | None = None
        self.timer = self.loop.call_later(limits.hello_s, self.close, Farewell.BAD_HELLO)

    # ---- hello -----------------------------------------------------------------------------------

    def say_hello(self, data: bytes) -> None:
        if self.admitting is not None:
            self.early.append(data)
            if len(self.early) > MOST_EARLY:
                self.close(Farewell.BAD_HELLO)
            return
        try:
            hello = hello_decoder.decode(data)
        except NOT_ONE:
            self.close(Farewell.BAD_HELLO)
            return
        self.timer.cancel()
        mark = self.tickets.elsewhere(hello.ticket)
        if mark and self.pass_on is not None:
            self.transport.pause_reading()
            self.early.append(data)
            self.admitting = self.loop.create_task(self.pass_on(self, mark))
            return
        admission = self.redeem(hello)
        if admission is None:
            return
        table = self.lobby.at_hand(admission.code)
        if table is not None:
            self.enter(table, admission, hello.last)
        else:
            self.transport.pause_reading()
            self.admitting = self.loop.create_task(self.wake(admission, hello.last))

    def redeem(self, hello: Hello) -> Admission | None:
        if hello.version != PROTOCOL:
            self.close(Farewell.OLD_VERSION)
            return None
        admission = self.tickets.redeem(hello.ticket, time.monotonic())
        if admission is None:
            self.close(Farewell.TICKET)
        elif not self.has_room(admission):
            self.close(Farewell.TOO_MANY)
            return None
        return admission

    def has_room(self, admission: Admission) -> bool:
        """A browser has a few tables open, not hundreds."""
        session = self.browsers.of(admission.session, self.heard)
        if session.sockets >= self.limits.sockets_per_session:
            return False
        self.session = session
        session.sockets += 1
        self.browsers.hold(session)
        return True

    async def wake(self, admission: Admission, last: int | None) -> None:
        """The table is still asleep."""
        try:
            table = await self.lobby.find(admission.code)
        except Refusing as refusing:
            gone = refusing.no.status in (404, 410)
            self.close(
                Farewell.CLOSED if gone else Farewell.MOVED if refusing.no is No.ELSEWHERE else Farewell.STOPPING
            )
            return
        except Exception as error:
            note_fault("a table was not woken", error)
            self.close(Farewell.STOPPING)
            return
        finally:
            self.admitting = None
        if self.transport.is_closing() or self.farewell is not None:
            return
        self.transport.resume_reading()
        self.enter(table, admission, last)
        early, self.early = self.early, []
        for data in early:
            self.text(data)

    def enter(self, table: RunningTable, admission: Admission, last: int | None) -> None:
        person, network = admission.person, admission.network
        if not self.may_wake(table):
            self.close(Farewell.TOO_MANY)
            return
        self.send(Welcome(version=PROTOCOL, table=table.code, server=slamdeck.__version__))
        try:
            self.presence = table.connect(person, self, last, network)
        except NotLetIn as problem:
            self.close(Farewell.SENT_AWAY if problem.for_good else Farewell.LOCKED)
            return
        except UsageProblem:
            self.close(Farewell.NO_ROOM)
            return
        self.table, self.person = table, person
        self.network.comes_to(table.code)
        self.ping(micros())

    def may_wake(self, table: RunningTable) -> bool:
        """Where somebody else is already, the table is awake anyway: nobody is in the way of who joins them."""
        limits = self.limits
        return bool(table.wires) or self.network.may_keep_awake(
            table.code, limits.tables_per_network, limits.networks_per_site
        )

    # ---- what comes in ---------------------------------------------------------------------------

    def text(self, data: bytes) -> None:
        if self.farewell is not None:
            return
        if self.table is None:
            self.say_hello(data)
            return
        now = micros()
        self.heard = now / 1_000_000
        self.metrics.frames.value += 1
        if not self.within_rate():
            return
        try:
            message = decode_client(data)
        except NOT_ONE:
            self.refuse_frame()
            return
        self.hand_on(now, self.table, message)

    def report(self, report: Seen | Still) -> bool:
        table = self.table
        if table is None or self.farewell is not None:
            return False
        now = micros()
        self.alarms.catch_up(now)
        self.heard = now / 1_000_000
        self.metrics.frames.value += 1
        if self.within_rate():
            self.hand_on(now, table, report)
        return True

    def hand_on(self, now: int, table: RunningTable, message: ClientMessage) -> None:
        if self.may(message):
            if self.dropped:
                self.dropped -= 1
            table.receive(now, self.person, message)

    def binary(self) -> None:
        self.text(NO_TEXT)

    def broken(self, code: int) -> None:
        """Not even frames. There is no use in talking to that."""
        if code == TOO_LARGE:
            self.close(Farewell.TOO_LARGE)
        else:
            self.metrics.bad_frames.add()
            self.socket.leave(code, b"")
            self.socket.stop_listening()
            self.loop.call_later(CLOSE_S, self.socket.cut)

    def piece(self) -> None:
        self.heard = time.monotonic()
        self.within_rate()

    def asked_for_pong(self, data: bytes) -> bool:
        self.heard = time.monotonic()
        return self.farewell is None and not self.busy_since and self.within_rate()

    def may(self, message: ClientMessage) -> bool:
        """Slaps have a rate of their own, and a network may not fill the disk with what is done at its tables."""
        if not isinstance(message, Act) or self.table is None:
            return True
        hand = self.table.live.is_quick(message)
        if (not hand or self.slaps.take(self.heard)) and self.network.inputs.take(self.heard):
            return True
        self.drop()
        return False

    def within_rate(self) -> bool:
        """Asked before a frame is even decoded. More than hands can make is dropped; far more ends the connection."""
        if self.is_paid():
            return True
        self.drop()
        return False

    def is_paid(self) -> bool:
        """By the connection, by its session and by its network."""
        now = self.heard
        if not self.messages.take(now) or not self.network.messages.take(now):
            return False
        return self.session is None or self.session.messages.take(now)

    def drop(self) -> None:
        self.metrics.dropped_frames.add()
        self.dropped += 1
        if self.dropped == 1:
            self.send(Refused(why="that was too much at once; some of it was dropped"))
        elif self.dropped > self.limits.flood:
            self.close(Farewell.FLOOD)

    def refuse_frame(self) -> None:
        self.metrics.bad_frames.add()
        self.bad += 1
        if self.bad >= self.limits.bad_frames:
            self.close(Farewell.BAD_FRAMES)
        else:
            self.send(Refused(why="that frame is no message of this protocol"))

    # ---- round trips -----------------------------------------------------------------------------

    def ping(self, _due: int) -> None:
        """Also the moment to notice that nobody is there any more."""
        at = micros()
        now = at / 1_000_000
        limits = self.limits
        stuck = self.busy_since and now - self.busy_since > limits.dead_s
        if stuck or now - self.heard > limits.dead_s:
            self.close(Farewell.SLOW)
            return
        if self.busy_since or self.farewell is not None:
            self.plan_ping(at)
        else:
            self.socket.send([], self.nonce(at, 0, False))

    def plan_ping(self, now: int) -> None:
        """By itself only if no event brings one before."""
        due = now + self.ping_idle
        self.pinging.set(due + -due % TOGETHER)

    def nonce(self, now: int, event: int, paired: bool) -> bytes:
        self.plan_ping(now)
        return self.pings.new(now, event, paired)

    def late_nonce(self, event: int) -> bytes:
        """Of an event that had to wait for its reader: only now has it left."""
        now = micros()
        if self.table is not None:
            self.table.live.sent(self.person, event, now)
        return self.nonce(now, event, True)

    def ask(self, event: int) -> None:
        if self.farewell is None and not self.behind and not self.busy_since:
            self.socket.send([], self.nonce(micros(), event, False))

    def pong(self, nonce: bytes) -> None:
        now = micros()
        self.heard = now / 1_000_000
        ping = self.pings.answered(nonce)
        if ping is None:
            self.within_rate()  # an answer to no question costs as much as a question
            return
        if self.table is None or self.presence is None:
            return
        self.table.pong(now, self.person, ping.sent, ping.event, ping.paired)
        if ping.is_usual:
            self.note_measured(self.presence.link)

    def note_measured(self, link: Link) -> None:
        self.measured += 1
        if self.direct and self.measured % KERNEL_EVERY == 2:
            trip = kernel_trip(self.transport)
            if trip is not None:
                link.kernel_says(trip)
        if self.measured % LAG_EVERY == 2:
            self.show_lag(link)

    def show_lag(self, link: Link) -> None:
        """If it has changed so much that anybody would notice."""
        if abs(link.trip - self.shown_lag.trip) >= NOTICED:
            self.shown_lag = Lag(trip=link.trip)
            self.send(self.shown_lag)

    # ---- what goes out ---------------------------------------------------------------------------

    def send(self, message: AnyServerMessage) -> None:
        self.put([encoder.encode(message)])

    def put(self, letters: list[bytes], event: int = 0) -> None:
        """Encoded messages, in one segment with a ping if there is an event among them."""
        if self.farewell is not None or self.behind:
            return
        if not self.busy_since:
            self.metrics.sent.value += len(letters)
            self.socket.send(letters, self.nonce(micros(), event, True) if event else b"")
        elif len(self.queue) + len(letters) <= self.limits.queue:
            self.queue.extend([(letter, 0) for letter in letters[:-1]])
            self.queue.append((letters[-1], event))
        else:
            self.queue.clear()
            self.behind = True

    def full(self) -> None:
        self.busy_since = time.monotonic()

    def free(self) -> None:
        self.busy_since = 0.0
        while self.queue and not self.busy_since:
            self.metrics.sent.value += 1
            letter, event = self.queue.pop(0)
            self.socket.send([letter], self.late_nonce(event) if event else b"")
        if self.busy_since:
            return
        if self.farewell is not None:
            self.say_goodbye(self.farewell)
        elif self.behind:
            self.behind = False
            if self.table is not None:
                self.table.resync(self.person)

    def close(self, why: Farewell) -> None:
        """Say why, then close; called by anybody, waits for nobody. A reader that takes nothing is cut off."""
        if self.farewell is not None:
            return
        if self.passed_on is not None:
            self.passed_on()  # no word of ours may come between another's
            return
        message = encoder.encode(why.message())
        if self.busy_since and not self.behind:
            self.queue.append((message, 0))
        self.farewell = why
        self.timer.cancel()
        self.pinging.clear()
        if not self.busy_since:
            self.socket.send([message], b"")
            self.say_goodbye(why)
        if why in HOSTILE:
            self.socket.stop_listening()
        self.timer = self.loop.call_later(CLOSE_S, self.socket.cut)

    def say_goodbye(self, why: Farewell) -> None:
        self.socket.leave(why.code, why.message().error.encode())

    def gone(self) -> None:
        self.timer.cancel()
        self.pinging.end()
        if self.admitting is not None:
            self.admitting.cancel()
        if self.table is not None:
            self.network.leaves(self.table.code)
            self.table.disconnect(self.person, self)
        if self.session is not None:
            self.session.sockets -= 1
            self.browsers.let_go(self.session)
        self.queue.clear()
        self.forget(self)
