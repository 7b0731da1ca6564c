"""Ghosts: the hands of a game that was played, at a table where it is played again.

As long as everything happens as it did then, in the same order, a ghost does what its hand did then, as long after what
it answered: the same game comes out to the millisecond. Once the game has departed from the record (somebody else was
first, another card was played) it cannot know what that hand would have done. From there on the game's own policy
chooses for it, and its answers take as long as one that the record has for the same kind of stimulus, drawn from a
seed; how often it slips or misses is that of the bot level that is nearest to its times.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol
from zlib import crc32

from slamdeck.bots.guest import Guest, Intention
from slamdeck.bots.levels import LEVELS, Level
from slamdeck.bots.policies import Policy
from slamdeck.bots.reflexes import FASTEST_MS, Reflexes
from slamdeck.core.instincts import CHANCE, RACE, READY, STIMULI, Instinct
from slamdeck.core.kernel import CLOCK, Game
from slamdeck.core.problems import UsageProblem
from slamdeck.core.recorded_hands import MOST_RECORDED, TIME_ALONE, RecordedHands, RecordedInput
from slamdeck.core.rules import Rules

ENOUGH: Final = 3  # answers to one kind of stimulus: fewer say nothing about a hand
SOONEST_ANSWER_MS: Final = 150  # a hand that comes sooner was on its way before: the law of races has the same bound
Line = tuple[int, int, int]  # at, seat, action


class GameLog(Protocol):
    """What has reached the rules so far; `table.play.input_log.Inputs` is one."""

    def __len__(self) -> int: ...

    def line(self, number: int) -> Line: ...


def lie_of(rules: Rules) -> int:
    """How the cards lie: how many are where. Two games that differ in that are no longer the same."""
    cards = rules.cards
    return crc32(bytes(int(cards.size(zone)) & 0xFF for zone in range(int(cards.zones)))) & 0xFFFF


# ---- recording -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sight:
    """What a seat is confronted with, since which line of the log, and since when."""

    since: int
    began: int
    stimulus: int


class Witness:
    """One seat while its game is played again."""

    def __init__(self, instinct: Instinct, seat: int) -> None:
        self.instinct = instinct
        self.seat = seat
        self.occasion = -1
        self.sights: list[Sight] = []  # since its own last input
        self.times: dict[str, list[int]] = {}

    def look(self, rules: Rules, number: int, at: int, acted: bool) -> None:
        occasion = int(self.instinct.occasion(rules, self.seat))
        if acted:
            self.sights.clear()
        if acted or occasion != self.occasion:
            self.occasion = occasion
            self.sights.append(Sight(number, at, int(self.instinct.stimulus(rules, self.seat))))

    def answer(self, at: int) -> int:
        """A hand comes down: since which line had it seen what it answers? A hand that was about to land already when
        something else happened cannot have been called back."""
        sight = self.sights[-1]
        for earlier in reversed(self.sights[:-1]):
            if at - sight.began >= SOONEST_ANSWER_MS:
                break
            sight = earlier
        self.times.setdefault(STIMULI[sight.stimulus], []).append(at - sight.began)
        return sight.since


def record_hands(undealt: Rules, instinct: Callable[[Rules], Instinct], inputs: Sequence[Line]) -> RecordedHands:
    """Play the game again and write down what every hand answered. A UsageProblem, if it is too long for ghosts."""
    if len(inputs) > MOST_RECORDED:
        raise UsageProblem(f"that game is too long for ghosts: {len(inputs)} inputs, {MOST_RECORDED} at most")
    game = Game(undealt)
    rules = game.rules
    witnesses = [Witness(instinct(rules), seat) for seat in range(int(rules.seats))]
    for witness in witnesses:
        witness.look(rules, -1, 0, acted=True)
    lines: list[RecordedInput] = []
    for number, (at, seat, action) in enumerate(inputs):
        since = -1
        if 0 <= seat < len(witnesses) and action != CLOCK:
            since = witnesses[seat].answer(at)
        if action == CLOCK:
            game.wait(at)
        else:
            game.input(at, seat, action)
        game.log.clear()
        lines.append(RecordedInput(at, seat, TIME_ALONE if action == CLOCK else action, since, lie_of(rules)))
        for witness in witnesses:
            witness.look(rules, number, at, acted=witness.seat == seat)
    times = tuple({kind: tuple(ms) for kind, ms in witness.times.items()} for witness in witnesses)
    return RecordedHands(inputs=tuple(lines), times=times)


# ---- playing -------------------------------------------------------------------------------------------


class RecordedReflexes(Reflexes):
    """Answers take as long as one of those that were recorded."""

    def __init__(self, times: Mapping[str, Sequence[int]], seed: int) -> None:
        super().__init__(nearest_level(times), seed)
        self.recorded = {STIMULI.index(kind): ms for kind, ms in times.items() if kind in STIMULI}

    def delay(self, stimulus: int) -> int:
        known = self.recorded.get(stimulus, ())
        if len(known) < ENOUGH:
            return super().delay(stimulus)
        return max(FASTEST_MS, round(self.chance.choice(known) * self.pace))


def nearest_level(times: Mapping[str, Sequence[int]]) -> Level:
    """By how long its hands took, or else whatever it did."""
    usual = LEVELS["casual"]
    far: dict[str, float] = {}
    for kind, mean_of in ((CHANCE, "chance"), (RACE, "race"), (READY, "ready")):
        known = times.get(STIMULI[kind], ())
        if len(known) >= ENOUGH:
            mean = sum(known) / len(known)
            for name, level in LEVELS.items():
                far[name] = far.get(name, 0.0) + abs(getattr(level, mean_of).mean - mean)
    return LEVELS[min(far, key=far.__getitem__)] if far else usual


class Ghost(Guest):
    """One recorded hand on its seat."""

    def __init__(
        self, seat: int, instinct: Instinct, policy: Policy, hands: RecordedHands, log: GameLog, seed: int
    ) -> None:
        times = hands.times[seat] if seat < len(hands.times) else {}
        super().__init__(seat, instinct, policy, RecordedReflexes(times, seed), seed)
        self.inputs = hands.inputs
        self.own = [number for number, line in enumerate(hands.inputs) if line.seat == seat and line.action >= 0]
        self.log = log
        self.moments: list[int] = []  # when what was recorded has happened now
        self.departed = False

    def notice(self, rules: Rules, now: int) -> None:
        if not self.goes_as_recorded(rules):
            super().notice(rules, now)

    def acted(self, rules: Rules, now: int, counted: bool) -> None:
        done = self.intention
        if not self.goes_as_recorded(rules):
            super().acted(rules, now, counted)
        elif not counted and self.intention is not None and self.intention == done:
            self.depart()  # it never reached the game, as it did then
            super().acted(rules, now, counted)

    def depart(self) -> None:
        self.departed = True
        self.occasion = -1

    def goes_as_recorded(self, rules: Rules) -> bool:
        """If so, the next thing to do is what was done then."""
        if not self.departed:
            self.read_on(rules)
        if not self.departed:
            meant = self.as_then()
            if meant != self.intention:
                self.intention = meant
        return not self.departed

    def read_on(self, rules: Rules) -> None:
        """Has everything since happened as it did then?"""
        before = len(self.moments)
        while len(self.moments) < len(self.log):
            number = len(self.moments)
            at, seat, action = self.log.line(number)
            then = self.inputs[number] if number < len(self.inputs) else None
            if then is None or (then.seat, then.action) != (seat, TIME_ALONE if action == CLOCK else action):
                self.depart()
                return
            self.moments.append(at)
        if len(self.moments) > before and self.inputs[len(self.moments) - 1].lie != lie_of(rules):
            self.depart()

    def as_then(self) -> Intention | None:
        """The next input of this hand, once what it answered has happened."""
        while self.own and self.own[0] < len(self.moments):
            self.own.pop(0)
        if not self.own:
            return None
        line = self.inputs[self.own[0]]
        if line.since >= len(self.moments):
            return None
        if line.since < 0:
            return Intention(line.at, line.action)
        return Intention(self.moments[line.since] + line.at - self.inputs[line.since].at, line.action)
