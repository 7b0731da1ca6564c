"""A page and the person before it, as far as races go: it paints, says `seen` and `still`, slaps, answers pings, lies.

It knows nothing of the law. It lives in some world, virtual or real, that tells it the time, wakes it and carries what
it says; so the same page sits before the arbiter in virtual time and before a real server.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple, Protocol

from slamdeck.measure.fairness.lies import HONEST, Lie
from slamdeck.measure.fairness.lines import CLEAN, LineKind
from slamdeck.measure.fairness.people import LOOKS, PAINT_WOBBLE, TOUCH_PERIOD, USUAL, Device, DeviceClock, Temper
from slamdeck.table.times import MS

SLOWING: Final = 200 * MS  # within this time after the paint a slowed clock loses what it loses
FRAMES_AFTER_SLAP: Final = (1, 3, 5)
CALL: Final = (0.2, 1.5)  # ms until a page comes to send what it wants to send in a frame
RIGHT_BEHIND: Final = (0.1, 0.6)  # ms after the hand its first witness leaves
ANSWER: Final = 0.6  # ms on average until a browser answers a ping, whatever its page is doing
PRETENDED_GRAIN: Final = 16_700
TWELVE: Final = 12


class Said(NamedTuple):
    """A message of a page, before it has the form that travels. Times of the page's own clock."""

    what: str  # seen, still, act
    n: int
    about: int  # of `seen`: when it was painted; of `act`: when the hand came down
    clock: int  # at sending


class World(Protocol):
    """Where a page lives. Times in µs."""

    @property
    def now(self) -> int: ...

    def call_at(self, at: int, do: Callable[[], None]) -> None: ...

    def send(self, said: Said) -> None: ...

    def pong(self, ping: bytes) -> None: ...


@dataclass(frozen=True)
class Player:
    """Somebody at the table."""

    line: LineKind = CLEAN
    device: Device = USUAL
    lie: Lie = HONEST
    temper: Temper = LOOKS
    breaks: bool = False  # the line is dead from right after the slap until the next event
    trusted: bool = False  # the host has it that this seat's times are used, whatever the statistic says


class TrueHand(NamedTuple):
    """What nobody knows but the study."""

    reaction: float  # ms, from the light to the hand
    pressed: int  # of the world's time


class Intent(NamedTuple):
    """What somebody who has seen a card is about to do, whatever becomes of it."""

    reaction: float  # ms, from the light to the hand
    pressed: int  # of the world's time: when the hand is to come down


@dataclass
class ModelPage:
    player: Player
    world: World
    chance: random.Random
    clock: DeviceClock = field(init=False)
    n: int = 0
    shown: int = 0  # events so far
    quiet: bool = True  # nobody slaps at the event that is shown
    lied: bool = False  # about it
    painted: int = 0
    waits: bool = False  # `seen` is still to be said, since the liar waits for the hand
    named_later: float = 0.0  # ms: by so much the paint that was named is later
    pressed: int = 0  # 0: not yet
    dead: bool = False
    intents: dict[int, Intent] = field(default_factory=dict)  # by event …
    hands: dict[int, TrueHand] = field(default_factory=dict)  # … and those that came down before the next one

    def __post_init__(self) -> None:
        self.clock = DeviceClock(self.player.device, self.chance)
        self.answering = random.Random(self.chance.random())  # how many pings come changes nothing about the hands
        self.beats = [round(beat * MS) for beat in self.player.device.beats()]
        self.frame = self.player.device.frame * MS

    @property
    def granularity(self) -> int:
        """What the page reports of its clock."""
        return PRETENDED_GRAIN if self.player.lie.says_coarse else self.clock.grain

    # ---- what comes in ---------------------------------------------------------------------------

    def ping(self, payload: bytes) -> None:
        lie = self.player.lie
        late = lie.always_pongs + (lie.quiet_pongs if self.quiet else self.lied * (lie.pongs + lie.queue))
        if self.shown % TWELVE == 0:
            late += lie.twelfth_pongs
        self.after(late + self.answering.expovariate(1 / ANSWER), lambda: self.answer(payload))

    def answer(self, payload: bytes) -> None:
        if not self.dead:
            self.world.pong(payload)

    def show(self, n: int, slaps: bool, race: bool = True) -> None:
        """Event n arrives. `slaps`: this person is going to slap at it; `race`: everybody can see that one may."""
        self.n = n
        self.shown += 1
        self.pressed = 0
        self.dead = False
        self.quiet = not slaps
        self.lied = slaps and self.chance.random() < self.player.lie.share
        self.after(self.player.device.paint_delay(self.chance), lambda: self.paint(n, slaps, race))

    def paint(self, n: int, slaps: bool, race: bool) -> None:
        if n != self.n:
            return
        lie = self.player.lie
        self.painted = self.world.now
        held = lie.always_seen + self.lied * lie.seen_late
        later = round(self.lied * lie.paint_later * MS)
        told = self.clock.read(self.painted) + round(held * MS) + later
        self.waits, self.named_later = bool(self.lied and lie.seen_waits), 0.0
        if self.waits:
            self.after(lie.seen_waits, lambda: self.say_waiting_seen(n, lie.slow_paint))
        else:
            self.say_later(held + self.chance.uniform(*CALL), "seen", told, later)
        if race and not lie.no_stills:
            self.beat(n, 0)
        if slaps:
            touch = self.chance.uniform(0, TOUCH_PERIOD)
            reaction = self.player.temper.reaction(self.chance)
            self.intents[n] = Intent(reaction, self.painted + round((reaction + touch) * MS))
            self.world.call_at(self.intents[n].pressed, lambda: self.press(n, touch))

    def say_waiting_seen(self, n: int, later: float) -> None:
        if n == self.n and self.waits:
            self.waits, self.named_later = False, later
            now = self.clock.read(self.world.now)
            self.send(Said("seen", n, self.clock.read(self.painted) + round(later * MS), now))

    def beat(self, n: int, number: int) -> None:
        """The next `still`, unless a hand comes first."""
        silent_after = self.player.lie.silent_after
        if number >= len(self.beats) or 0 < silent_after * MS < self.beats[number]:
            return
        due = self.painted + self.beats[number] + round(self.chance.uniform(*CALL) * MS)

        def still() -> None:
            if n == self.n and not self.pressed and self.waits:
                self.beat(n, number + 1)
            elif n == self.n and not self.pressed:
                self.say_still(self.player.lie.stills)
                self.beat(n, number + 1)

        self.world.call_at(due, still)

    # ---- the hand --------------------------------------------------------------------------------

    def press(self, n: int, touch: float) -> None:
        """What counts as true is what happened: a busy computer moves a real page's hand a little later than meant."""
        if n != self.n:
            return
        now = self.world.now
        self.hands[n] = TrueHand((now - self.painted) / MS - touch, now)
        self.after(self.held_back(now), lambda: self.let_down(n))

    def held_back(self, at: int) -> float:
        """Ms for which a liar keeps the hand in the air: what would count as no reaction at all wins nothing."""
        lie = self.player.lie
        if lie is HONEST:
            return 0.0
        pretended = lie.always_seen + self.lied * (lie.seen_late + lie.paint_later + lie.slow_clock) + self.named_later
        claim = (at - self.painted) / MS - pretended
        return max(lie.quickest - claim, 0.0)

    def let_down(self, n: int) -> None:
        if n != self.n:
            return
        self.pressed = self.world.now
        felt = self.pressed + round(self.chance.gauss(0, PAINT_WOBBLE) * MS)
        self.after(self.player.device.handling(self.chance), lambda: self.slap(n, felt))

    def slap(self, n: int, felt: int) -> None:
        """The message of the hand, and witnesses after it: one right behind it, three in later frames."""
        self.say_waiting_seen(n, 0.0)
        now = self.world.now
        shaved = self.shaved(felt)
        sent = self.clock.read(now) - shaved - self.lost(now)
        pressed = min(self.clock.read(felt) - shaved - self.lost(self.pressed) - self.lain(felt), sent)
        self.world.send(Said("act", n, pressed, sent))
        self.dead = self.player.breaks
        if self.player.lie.no_stills:
            return
        if shaved and self.player.lie.fakes_burst:
            self.burst(n, sent)
            return
        frames = math.ceil((now - self.painted) / self.frame)
        witnesses = [now + round(self.chance.uniform(*RIGHT_BEHIND) * MS)]
        for later in FRAMES_AFTER_SLAP:
            due = round(self.painted + (frames + later) * self.frame + self.chance.uniform(*CALL) * MS)
            witnesses.append(max(witnesses[0] + 100, due))
        for due in witnesses:
            self.world.call_at(due, lambda: self.witness(n))

    def burst(self, n: int, sent: int) -> None:
        """The witnesses of a hand that a line has held up: they come right behind it, stamped when they are due."""
        for frames in (0, *FRAMES_AFTER_SLAP):
            stamp = sent + round(frames * self.frame) + 300
            self.after(frames + 0.3, partial(self.send, Said("still", n, 0, stamp)))

    def witness(self, n: int) -> None:
        if n == self.n:
            self.say_still(self.player.lie.stills + self.player.lie.later_stills)

    def shaved(self, felt: int) -> int:
        """What is taken off the claim: no more than leaves a human being."""
        lie = self.player.lie
        if not self.lied or not self.is_slow(felt):
            return 0
        other = lie.always_seen + lie.seen_late + lie.paint_later + lie.slow_clock
        room = felt - self.painted - round((other + lie.quickest) * MS)
        return max(min(round((lie.claim + lie.queue) * MS), room), 0)

    def lain(self, felt: int) -> int:
        """For how long a slow hand is said to have lain in a page that hung."""
        return round(self.player.lie.hang * MS) if self.lied and self.is_slow(felt) else 0

    def is_slow(self, felt: int) -> bool:
        """So slow that a liar about slow hands lies."""
        return felt - self.painted > self.player.lie.slow_hand * MS

    def lost(self, at: int) -> int:
        """By how much a slowed clock is behind."""
        lie = self.player.lie
        if not self.lied:
            return 0
        lost = lie.slow_clock * MS * min(max((at - self.painted) / SLOWING, 0.0), 1.0)
        if lie.crawls_after:
            until = min(at, self.pressed) if self.pressed else at
            lost += (1 - lie.crawl) * max(until - self.painted - lie.crawls_after * MS, 0)
        return round(lost)

    # ---- saying ----------------------------------------------------------------------------------

    def after(self, delay: float, do: Callable[[], None]) -> None:
        self.world.call_at(self.world.now + round(delay * MS), do)

    def say_later(self, delay: float, what: str, about: int, shift: int) -> None:
        """Stamped when it is said."""
        n = self.n

        def say() -> None:
            if n == self.n:
                self.send_stamped(Said(what, n, about, self.clock.read(self.world.now) + shift))

        self.after(delay, say)

    def say_still(self, early: float) -> None:
        now = self.world.now
        shift = round(self.lied * early * MS) + self.lost(now)
        self.send_stamped(Said("still", self.n, 0, self.clock.read(now) - shift))

    def send_stamped(self, said: Said) -> None:
        """A pretended queue holds a message back after it was stamped."""
        queue = self.lied * self.player.lie.queue
        if queue:
            self.after(queue, lambda: self.send(said))
        else:
            self.send(said)

    def send(self, said: Said) -> None:
        if not self.dead:
            self.world.send(said)
