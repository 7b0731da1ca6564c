"""How fair are the races? A study in virtual time, on the very arbiter that live tables use.

Simulated people (ex-Gaussian reactions, 300 ± 60 ms) sit behind simulated connections (distance, jitter, loss, broken
sockets), their browsers speak the client's protocol, and nobody knows the true order of the hands but the study. It
counts how often a rule gives the race to the wrong hand: the order of arrival, and the arbiter.

    rows = study(races=4_000, seed=1)
    plot(rows, Path("fairness.png"))        # needs matplotlib

Times are integer microseconds inside the simulation and milliseconds in what people read.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, NamedTuple

from slamdeck.lab.statistics import Running, share_interval
from slamdeck.table.races.arbiter import Arbiter
from slamdeck.table.races.evidence import Goal, Outcome, RaceRecord
from slamdeck.table.races.law import FIRST_WINS_CAP, LAST_LOSES_CAP, NEVER, TIE_BAND
from slamdeck.table.races.links import BEAT, LAST_BEAT, MS, SECOND, Link
from slamdeck.table.races.rulings import Release

REACTION_TAIL: Final = 50.0  # ms, the exponential part of an ex-Gaussian reaction
BETWEEN_RACES: Final = 3 * SECOND
FIRST_PINGS: Final = 40  # before the first race
TOUCH_PERIOD: Final = 1000 / 120  # ms between two looks of a touch screen at the finger; nobody can measure it
PAINT_WOBBLE: Final = 2.0  # ms between the frame's timestamp and its light
SHORTEST_RETRANSMISSION: Final = 200.0  # ms, Linux


@dataclass(frozen=True)
class Person:
    """Somebody at the table: how fast, how far away, on what kind of connection. Milliseconds."""

    trip: float
    jitter: float = 10.0  # mean of the exponential jitter of each way
    loss: float = 0.0  # share of messages that TCP has to send again
    breaks: float = 0.0  # share of races in which the socket breaks and the client resends everything
    mean: float = 300.0
    deviation: float = 60.0
    frame: float = 1000 / 60


@dataclass(frozen=True)
class Setting:
    """One line of the study."""

    name: str
    people: tuple[Person, ...]
    goal: Goal = Goal.FIRST_WINS
    band: int = 0  # of the tie, µs
    swapped: bool = False  # every draw of reactions is played a second time with the two seats changed over
    wrong_bar: float | None = None  # largest share of races for the wrong hand
    share_bar: float | None = None  # largest distance of a share from its fair value


class Message(NamedTuple):
    """Something that reaches the server. The order of fields is the order in which simultaneous ones are read."""

    at: int
    number: int
    seat: int
    what: str
    value: int
    id: int = 0  # of a hand; a resend keeps it


@dataclass
class SettingTally:
    """What one setting has added up to."""

    setting: Setting
    races: int = 0
    wrong_by_arrival: int = 0
    wrong: int = 0  # decided for the wrong hand; a drawn dead heat is nobody's mistake
    dead_heats: int = 0
    voids: int = 0
    true_wins: list[int] = field(default_factory=list)
    arrival_wins: list[int] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)  # a dead heat is shared
    close: Running = field(default_factory=Running)  # ms from the first hand to the verdict

    def add(self, truth: int, by_arrival: int, record: RaceRecord) -> None:
        self.races += 1
        self.wrong_by_arrival += by_arrival != truth
        self.true_wins[truth] += 1
        self.arrival_wins[by_arrival] += 1
        self.close.add((record.closed - record.first_hand) / MS)
        if record.outcome is Outcome.VOID:
            self.voids += 1
            return
        self.dead_heats += record.outcome is Outcome.DEAD_HEAT
        self.wrong += record.outcome is not Outcome.DEAD_HEAT and record.seats != (truth,)
        for seat in record.seats:
            self.wins[seat] += 1 / len(record.seats)


@dataclass(frozen=True)
class SettingFigures:
    """One setting's figures, as shares of its races. In a last-loses race a `win` is the loss."""

    name: str
    races: int
    wrong_by_arrival: float
    wrong: float
    wrong_interval: tuple[float, float]
    dead_heats: float
    voids: float
    true_shares: tuple[float, ...]
    arrival_shares: tuple[float, ...]
    shares: tuple[float, ...]
    mean_close: float  # ms
    slowest_close: float  # ms
    close_bar: float  # ms
    wrong_bar: float | None
    share_bar: float | None

    def met(self) -> bool:
        """Are the bars of this setting met?"""
        if self.slowest_close > self.close_bar:
            return False
        if self.wrong_bar is not None and self.wrong > self.wrong_bar:
            return False
        return self.share_bar is None or self.unfairness() <= self.share_bar

    def unfairness(self) -> float:
        """The largest distance between a seat's share of wins and what its hands deserved."""
        return max(abs(got - due) for got, due in zip(self.shares, self.true_shares, strict=True))


# ---- people and their connections ----------------------------------------------------------------


class Way:
    """One person's way to the server and back: two TCP streams, each in order, with jitter and loss."""

    def __init__(self, person: Person, chance: random.Random) -> None:
        self.person = person
        self.chance = chance
        self.up_clear = 0  # nothing sent later arrives earlier
        self.down_clear = 0
        self.ids = 0

    def next_id(self) -> int:
        self.ids += 1
        return self.ids

    def one_way(self) -> float:
        person, chance = self.person, self.chance
        delay = person.trip / 2
        if person.jitter:
            delay += chance.expovariate(1 / person.jitter)
        if person.loss and chance.random() < person.loss:
            delay += max(SHORTEST_RETRANSMISSION, 2 * person.trip + 4 * person.jitter)
        return delay

    def down(self, sent: int) -> int:
        self.down_clear = max(self.down_clear, sent + round(self.one_way() * MS))
        return self.down_clear

    def up(self, sent: int) -> int:
        self.up_clear = max(self.up_clear, sent + round(self.one_way() * MS))
        return self.up_clear

    def round_trip(self) -> int:
        return round((self.one_way() + self.one_way()) * MS)


def reaction(person: Person, chance: random.Random) -> float:
    """Ex-Gaussian, in ms: the shape of human reaction times (a normal and an exponential part)."""
    spread = math.sqrt(max(person.deviation**2 - REACTION_TAIL**2, 0.0))
    return max(chance.gauss(person.mean - REACTION_TAIL, spread) + chance.expovariate(1 / REACTION_TAIL), 120.0)


@dataclass(frozen=True)
class Hand:
    """What really happens at one seat in one race, in ms; drawn before anybody knows how it will travel."""

    reaction: float
    touch: float  # until the touch screen notices
    wobble: float  # of the paint's timestamp

    @property
    def claim(self) -> int:
        """What the browser measures, to a tenth of a millisecond."""
        return round((self.reaction + self.touch + self.wobble) * 10) * 100


def draw_hand(person: Person, chance: random.Random) -> Hand:
    return Hand(reaction(person, chance), chance.uniform(0, TOUCH_PERIOD), chance.gauss(0, PAINT_WOBBLE))


def browser(seat: int, sent: int, hand: Hand, way: Way) -> list[Message]:
    """Everything an honest client sends in one race, with the times at which it arrives."""
    chance = way.chance
    painted = way.down(sent) + round(chance.uniform(0, way.person.frame) * MS)
    pressed = painted + round((hand.reaction + hand.touch) * MS)
    zero = pressed - hand.claim  # when the event was painted, by the browser's own account
    messages = [Message(way.up(painted), 0, seat, "seen", 0)]
    for up in range(BEAT, min(hand.claim, LAST_BEAT + 1), BEAT):
        messages.append(Message(way.up(zero + up), len(messages), seat, "still", up))
    messages.append(Message(way.up(pressed), len(messages), seat, "hand", hand.claim, way.next_id()))
    if way.person.breaks and chance.random() < way.person.breaks:
        return resent(messages, painted, pressed, way)
    return messages


def resent(messages: list[Message], painted: int, pressed: int, way: Way) -> list[Message]:
    """The socket broke somewhere on the way: what was lost comes again after a reconnect, in any order, some twice."""
    chance = way.chance
    broke = painted + round(chance.uniform(0, pressed - painted))
    back = broke + round(chance.uniform(150, 500) * MS)
    arrived = [message for message in messages if message.at < broke]
    again = [message for message in messages if message.at >= broke or chance.random() < 0.5]
    chance.shuffle(again)
    for message in again:
        arrived.append(message._replace(at=max(way.up(back), message.at), number=len(arrived)))
    return arrived


Browser = Callable[[int, int, Hand, Way], list[Message]]  # seat, when the event was sent, what happens, the way


# ---- races ---------------------------------------------------------------------------------------


class Venue:
    """A table of simulated people around the real arbiter."""

    def __init__(self, setting: Setting, seed: int, browsers: Mapping[int, Browser] | None = None) -> None:
        """All browsers are honest, except for those seats that are given another one."""
        self.setting = setting
        self.browsers = dict.fromkeys(range(len(setting.people)), browser) | dict(browsers or {})
        self.chance = random.Random(seed)
        self.now = SECOND
        self.links = [Link(self.now) for _ in setting.people]
        self.ways = [Way(person, self.chance) for person in setting.people]
        self.arbiter = Arbiter(self.links, band=setting.band)
        self.everybody = (1 << len(setting.people)) - 1
        self.event = 0
        for _ in range(FIRST_PINGS):
            self.ping()

    def ping(self) -> None:
        self.now += SECOND
        for link, way in zip(self.links, self.ways, strict=True):
            link.pong(self.now, way.round_trip())

    def play(self, hands: Sequence[Hand]) -> tuple[RaceRecord, int]:
        """One race; returns its record and who wins (or loses) by the order of arrival."""
        self.event += 1
        for _ in range(BETWEEN_RACES // SECOND):
            self.ping()
        stimulus = self.arbiter.release(self.event, self.now, self.setting.goal, self.everybody)
        messages: list[Message] = []
        arrivals: list[int] = []
        for seat, (hand, way) in enumerate(zip(hands, self.ways, strict=True)):
            sent = stimulus.screens[seat].sent if stimulus.was_sent(seat) else self.now
            mine = self.browsers[seat](seat, sent, hand, way)
            messages += mine
            # A server that goes by arrival sends to all at once.
            arrivals.append(min((message.at for message in mine if message.what == "hand"), default=NEVER) - sent)
        releases = self.deliver(sorted(messages))
        records = [release.race for release in releases if release.race is not None]
        assert len(records) == 1, "one race, one outcome"
        pick = min if self.setting.goal is Goal.FIRST_WINS else max
        return records[0], arrivals.index(pick(arrivals))

    def deliver(self, messages: Sequence[Message]) -> list[Release]:
        """Let time pass from message to message and from wake-up to wake-up until all is quiet."""
        releases: list[Release] = []
        for message in messages:
            self.wait_until(message.at, releases)
            self.hear(message)
            self.collect(releases)
        self.wait_until(self.now + LAST_LOSES_CAP + SECOND, releases)
        assert not self.arbiter.held, "the arbiter never waits for ever"
        return releases

    def wait_until(self, at: int, releases: list[Release]) -> None:
        while (wake := self.arbiter.next_wakeup(self.now)) is not None and wake < at:
            self.now = max(self.now, wake)
            self.collect(releases)
        self.now = max(self.now, at)

    def collect(self, releases: list[Release]) -> None:
        while (release := self.arbiter.take(self.now, self.everybody)) is not None:
            releases.append(release)

    def hear(self, message: Message) -> None:
        if message.what == "seen":
            self.arbiter.seen(message.seat, self.event, self.now)
        elif message.what == "still":
            self.arbiter.still(message.seat, self.event, message.value, self.now)
        else:
            self.arbiter.hand(message.seat, self.event, message.value, message.id, 0, self.now)


# ---- the study -----------------------------------------------------------------------------------


def near_and_far(**changes: float) -> tuple[Person, ...]:
    return tuple(replace(person, **changes) for person in (Person(20, jitter=5), Person(150)))


def around_the_world(**changes: float) -> tuple[Person, ...]:
    people = (Person(20, jitter=3), Person(60, jitter=8), Person(150, jitter=15), Person(300, jitter=30))
    return tuple(replace(person, **changes) for person in people)


SETTINGS: Final = (
    Setting("20 and 150 ms", near_and_far(), swapped=True, wrong_bar=0.025, share_bar=0.01),
    Setting("20 and 150 ms, tie band", near_and_far(), band=TIE_BAND, swapped=True, wrong_bar=0.015, share_bar=0.01),
    Setting("20 and 150 ms, the far one 40 ms faster", (Person(20, jitter=5), Person(150, mean=260)), share_bar=0.01),
    Setting("20, 60, 150 and 300 ms, first wins", around_the_world(), wrong_bar=0.06),
    Setting("20, 60, 150 and 300 ms, last loses", around_the_world(), Goal.LAST_LOSES, wrong_bar=0.05),
    Setting("20 and 150 ms, 0.3 % loss, tie band", near_and_far(loss=0.003), band=TIE_BAND, wrong_bar=0.015),
    Setting("four seats, 0.3 % loss, first wins, tie band", around_the_world(loss=0.003), band=TIE_BAND),
    Setting(
        "four seats, 0.3 % loss, last loses, tie band", around_the_world(loss=0.003), Goal.LAST_LOSES, band=TIE_BAND
    ),
    Setting("20 and 150 ms, sockets break in 2 %", near_and_far(breaks=0.02), band=TIE_BAND),
)


def run(setting: Setting, races: int, seed: int) -> SettingFigures:
    """Play one setting."""
    venue = Venue(setting, seed)
    seats = len(setting.people)
    tally = SettingTally(setting, true_wins=[0] * seats, arrival_wins=[0] * seats, wins=[0.0] * seats)
    pick = min if setting.goal is Goal.FIRST_WINS else max
    hands: list[Hand] = []
    for number in range(races):
        if setting.swapped and number % 2:
            hands.reverse()
        else:
            hands = [draw_hand(person, venue.chance) for person in setting.people]
        reactions = [hand.reaction for hand in hands]
        record, by_arrival = venue.play(hands)
        tally.add(reactions.index(pick(reactions)), by_arrival, record)
    return row(tally)


def row(tally: SettingTally) -> SettingFigures:
    races = tally.races
    decided = max(races - tally.voids, 1)
    first_wins = tally.setting.goal is Goal.FIRST_WINS
    return SettingFigures(
        name=tally.setting.name,
        races=races,
        wrong_by_arrival=tally.wrong_by_arrival / races,
        wrong=tally.wrong / races,
        wrong_interval=share_interval(tally.wrong, races),
        dead_heats=tally.dead_heats / races,
        voids=tally.voids / races,
        true_shares=tuple(wins / races for wins in tally.true_wins),
        arrival_shares=tuple(wins / races for wins in tally.arrival_wins),
        shares=tuple(wins / decided for wins in tally.wins),
        mean_close=tally.close.mean,
        slowest_close=tally.close.most,
        close_bar=(FIRST_WINS_CAP if first_wins else LAST_LOSES_CAP) / MS,
        wrong_bar=tally.setting.wrong_bar,
        share_bar=tally.setting.share_bar,
    )


def study(races: int = 4_000, seed: int = 1) -> list[SettingFigures]:
    """Every setting of the study."""
    return [run(setting, races, seed) for setting in SETTINGS]


def plot(rows: Sequence[SettingFigures], path: Path) -> None:
    """Bars of wrong races: order of arrival against the arbiter."""
    try:
        from matplotlib.figure import Figure
    except ImportError as missing:
        raise RuntimeError("plots need matplotlib: pip install matplotlib") from missing
    figure = Figure(figsize=(9, 0.7 * len(rows) + 1.5), layout="constrained")
    axes = figure.subplots()
    places = range(len(rows))
    axes.barh([p - 0.2 for p in places], [100 * r.wrong_by_arrival for r in rows], 0.4, label="order of arrival")
    axes.barh([p + 0.2 for p in places], [100 * r.wrong for r in rows], 0.4, label="Slamdeck's arbiter")
    axes.set_yticks(list(places), [r.name for r in rows])
    axes.invert_yaxis()
    axes.set_xlabel("races given to the wrong hand, %")
    axes.legend()
    figure.savefig(path)
