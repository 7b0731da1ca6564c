"""An evening at a live table in virtual time: people with browsers and connections, bots, a slow store."""

from __future__ import annotations

import contextlib
import heapq
import random
from collections.abc import Callable
from itertools import count

import msgspec

from slamdeck.bots.roster import House
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import NobodyThere
from slamdeck.core.views import legal_codes, sensible_codes
from slamdeck.games import find_game
from slamdeck.measure.client import STILLS, STILLS_AFTER_HAND
from slamdeck.table import messages as say
from slamdeck.table.journal.commitment import seal
from slamdeck.table.journal.entries import ChainedEntry
from slamdeck.table.live import LiveTable
from slamdeck.table.outgoing import Outgoing
from slamdeck.table.races.closing import LAST_PING, PING_EVERY
from slamdeck.table.settings import Settings
from slamdeck.table.times import MS, SECOND

STORE_TIME = 2 * MS
RESEND = 700 * MS
# Short games, so that an evening is over before the tests are.
SHORT: dict[str, dict[str, object]] = {
    "slamwich": {"max_tosses": 80},
    "hands_down": {"stall_rounds": 2},
    "hit_the_deck": {"target_score": 15, "max_turns_per_hand": 40},
    "lowdown": {"target_score": 10, "max_turns_per_hand": 16, "max_hands": 2},
    "yahtzee_hands_down": {"combo_count": 1, "reveal_ms": 500},
}


class Way:
    """To the server and back: two streams, each in order, half of the trip each, with some jitter."""

    def __init__(self, trip: float, roll: random.Random, jitter: float | None = None) -> None:
        self.trip = trip  # ms
        self.jitter = trip / 15 + 1 if jitter is None else jitter
        self.roll = roll
        self.clear = [0, 0]  # nothing sent later arrives earlier

    def travel(self, direction: int, sent: int) -> int:
        late = self.roll.expovariate(1 / self.jitter) if self.jitter else 0.0
        arrives = sent + round((self.trip / 2 + late) * MS)
        self.clear[direction] = max(self.clear[direction], arrives)
        return self.clear[direction]

    def down(self, sent: int) -> int:
        return self.travel(0, sent)

    def up(self, sent: int) -> int:
        return self.travel(1, sent)


def seeds(seed: int) -> Callable[[], bytes]:
    roll = random.Random(seed)
    return lambda: roll.randbytes(32)


class Browser:
    """One person's client: paints events, says `seen` and `still`, acts now and then, resends until it is answered."""

    def __init__(self, evening: Evening, person: str, trip: float, loss: float = 0.0, idle: bool = False) -> None:
        self.evening = evening
        self.person = person
        self.roll = random.Random(f"{evening.seed} {person}")
        self.way = Way(trip, self.roll)
        self.offset = self.roll.randrange(1_000 * SECOND)  # of the page's clock
        self.loss = loss
        self.idle = idle  # sees everything, never moves
        self.online = True
        self.heard: list[tuple[int, say.ServerMessage]] = []
        self.last = 0  # update
        self.n = 0
        self.painted = 0
        self.handed = False
        self.ids = count(1)
        self.waiting: dict[int, say.Act] = {}
        self.answers: dict[int, say.Ok] = {}
        self.nonce = self.roll.randbytes(32)
        self.table: say.TableShown | None = None

    # ---- the way there and back ------------------------------------------------------------------

    def send(self, message: say.ClientMessage) -> None:
        if not self.online or self.roll.random() < self.loss:
            return
        wire = msgspec.json.encode(message)
        self.evening.at(self.way.up(self.evening.now), lambda: self.evening.arrive(self, wire))

    def deliver(self, message: say.ServerMessage) -> None:
        if self.online and self.roll.random() >= self.loss:
            self.evening.at(self.way.down(self.evening.now), lambda: self.hear(message))
            if isinstance(message, say.Stim):
                self.answer_ping(message.n, True)
                for after in range(PING_EVERY, LAST_PING + 1, PING_EVERY) if message.race else ():
                    self.evening.at(self.evening.now + after, lambda n=message.n: self.answer_ping(n, False))  # type: ignore[misc]

    def answer_ping(self, n: int, paired: bool) -> None:
        """The browser does, not the page: nothing here is painted or thought about."""
        sent = self.evening.now
        back = self.way.down(sent)
        self.evening.at(
            back, lambda: self.evening.at(self.way.up(back), lambda: self.evening.pong(self, sent, n, paired))
        )

    @property
    def clock(self) -> int:
        return self.evening.now + self.offset

    # ---- the screen ------------------------------------------------------------------------------

    def hear(self, message: say.ServerMessage) -> None:
        if not self.online:
            return
        self.heard.append((self.evening.now, message))
        if isinstance(message, say.Stim | say.News):
            if message.u > self.last + 1 and not (isinstance(message, say.Stim) and message.fresh):
                self.send(say.Resume(self.last))
                return
            self.last = max(self.last, message.u)
            if isinstance(message, say.Stim) and message.n > self.n:
                frame = round(self.roll.uniform(17, 33) * MS)
                self.evening.at(self.evening.now + frame, lambda: self.paint(message.n, message.race))
        elif isinstance(message, say.Ok):
            self.answers.setdefault(message.id, message)
            self.waiting.pop(message.id, None)
        elif isinstance(message, say.Promised):
            self.send(say.Nonce(self.nonce))
        elif isinstance(message, say.TableShown):
            self.table = message

    def paint(self, n: int, race: bool) -> None:
        if n <= self.n:
            return
        self.n, self.painted, self.handed = n, self.evening.now, False
        self.send(say.Seen(n, self.clock, self.clock))
        for after in STILLS if race else ():
            self.evening.at(self.painted + after, lambda: self.keep_still(n, False))
        self.think(n)

    def keep_still(self, n: int, handed: bool) -> None:
        if self.n == n and self.handed == handed:
            self.send(say.Still(n, self.clock))

    # ---- the player ------------------------------------------------------------------------------

    def think(self, n: int) -> None:
        if not self.idle:
            delay = round(self.roll.gauss(300, 50) * MS)
            for wait in (delay, delay + 500 * MS, delay + 1200 * MS):
                self.evening.at(self.painted + max(wait, 120 * MS), lambda: self.move(n))

    def move(self, n: int) -> None:
        state = self.evening.table.state
        if self.n != n or self.waiting or state.game is None or state.rules.over or not self.online:
            return
        for seat in state.seats_of(self.person):
            codes = sensible_codes(state.rules, seat)
            if self.roll.random() < 0.05:
                codes = legal_codes(state.rules, seat)
            if codes:
                self.act(state.rules.wording(seat, self.roll.choice(codes)))

    def act(self, do: str) -> int:
        message = say.Act(self.n, self.clock, self.clock, next(self.ids), do)
        self.waiting[message.id] = message
        self.send(message)
        play = self.evening.table.series.play
        if play is not None and do.split()[0] in play.quick_verbs and not self.handed:
            self.handed = True
            for after in STILLS_AFTER_HAND:
                self.evening.at(self.evening.now + after, lambda n=self.n: self.keep_still(n, True))  # type: ignore[misc]
        self.evening.at(self.evening.now + RESEND, lambda: self.again(message))
        return message.id

    def again(self, message: say.Act) -> None:
        if message.id in self.waiting:
            self.send(message)
            self.evening.at(self.evening.now + RESEND, lambda: self.again(message))

    # ---- what it was told ------------------------------------------------------------------------

    def got(self, kind: type) -> list[say.ServerMessage]:
        return [message for _, message in self.heard if isinstance(message, kind)]

    def shown(self) -> say.TableShown:
        assert self.table is not None
        return self.table


class Evening:
    def __init__(
        self,
        game: str | GameInfo,
        trips: tuple[float, ...] = (20.0, 150.0),
        bots: int = 2,
        seed: int = 1,
        loss: float = 0.0,
        settings: Settings | None = None,
        options: dict[str, object] | None = None,
        idle: bool = False,
        pings: bool = True,
        code: str = "TABLE1",
    ) -> None:
        self.seed = seed
        self.now = SECOND
        self.queue: list[tuple[int, int, Callable[[], None]]] = []
        self.order = count()
        self.entries: list[ChainedEntry] = []
        self.delivered: list[Outgoing] = []
        self.after_store: list[Callable[[], None]] = []
        info = find_game(game) if isinstance(game, str) else game
        self.table = LiveTable.open(
            code,
            info,
            House(),
            seeds(seed),
            options=SHORT.get(info.slug, {}) if options is None else options,
            settings=settings or Settings(next_hand_ms=800),
        )
        self.people = [Browser(self, f"p{k}", trip, loss, idle) for k, trip in enumerate(trips)]
        self.by_name = {browser.person: browser for browser in self.people}
        for browser in self.people:
            self.table.join(self.now, browser.person, f"Person {browser.person}")
            self.table.receive(self.now, browser.person, say.Seal(seal(browser.nonce)))
        for _ in range(bots):
            self.table.receive(self.now, "p0", say.AddBot("quick"))
        self.pump()
        if pings:
            self.ping(20)

    # ---- time ------------------------------------------------------------------------------------

    def at(self, when: int, what: Callable[[], None]) -> None:
        heapq.heappush(self.queue, (max(when, self.now), next(self.order), what))

    def ping(self, times: int) -> None:
        """Before anything happens."""
        for _ in range(times):
            for browser in self.people:
                if browser.online:
                    self.table.pong(self.now, browser.person, self.now - round(browser.way.trip * MS))

    def pong(self, browser: Browser, sent: int, n: int, paired: bool) -> None:
        if browser.online:
            self.table.pong(self.now, browser.person, sent, n, paired)
            self.pump()

    def arrive(self, browser: Browser, wire: bytes) -> None:
        if browser.online:
            with contextlib.suppress(NobodyThere):  # shown out meanwhile
                self.table.receive(self.now, browser.person, say.decode_client(wire))
            self.pump()

    def pump(self) -> None:
        """Store, then send: what is delivered belongs to entries that are there."""
        links = self.table.take_entries()
        self.entries += links
        deliveries = self.table.take_deliveries()
        for delivery in deliveries:
            assert delivery.after <= len(self.entries)
        self.delivered += deliveries
        if links:
            for check in self.after_store:
                check()
        for delivery in deliveries:
            self.at(max(delivery.at, self.now + STORE_TIME), lambda one=delivery: self.leave(one))  # type: ignore[misc]

    def leave(self, delivery: Outgoing) -> None:
        browser = self.by_name.get(delivery.person)
        if delivery.event and self.now > delivery.at:
            self.table.sent(delivery.person, delivery.event, self.now)
        if browser is not None:
            browser.deliver(delivery.message)

    def run(self, until: Callable[[], bool], seconds: float = 1_800.0) -> bool:
        """Let time pass until something is so; False if it takes longer than that."""
        end = self.now + round(seconds * SECOND)
        while not until():
            wakeup = self.table.next_wakeup(self.now)
            soonest = min(self.queue[0][0] if self.queue else end + 1, end + 1 if wakeup is None else wakeup)
            if soonest > end:
                self.now = end
                return until()
            self.now = max(self.now, soonest)
            if self.queue and self.queue[0][0] <= self.now:
                heapq.heappop(self.queue)[2]()
            else:
                self.table.tick(self.now)
            self.pump()
        return True

    def wait(self, seconds: float) -> None:
        self.run(lambda: False, seconds)

    # ---- what people do --------------------------------------------------------------------------

    def say(self, person: str, message: say.ClientMessage) -> None:
        self.table.receive(self.now, person, message)
        self.pump()

    def start(self) -> None:
        self.say("p0", say.Start())
        assert self.run(lambda: self.table.state.phase == "playing", 10)

    def over(self) -> bool:
        return self.table.state.phase == "over"

    def play_on(self, seconds: float = 1_800.0) -> None:
        assert self.run(self.over, seconds), "the game never ended"

    def drop(self, person: str) -> None:
        self.by_name[person].online = False
        self.table.disconnect(self.now, person)
        self.pump()

    def come_back(self, person: str, fresh: bool = False) -> None:
        browser = self.by_name[person]
        browser.online = True
        self.table.join(self.now, person, person, last=None if fresh else browser.last)
        for message in list(browser.waiting.values()):
            browser.send(message)
        self.pump()
