"""Information-set Monte-Carlo tree search (Cowling, Powley and Whitehouse 2012), led by the game's own policy.

Each round imagines a world that the searching seat cannot tell from the true one, and tries every action that is still
in question in that same world, with the same luck: so only the actions differ. Below each of them grows a tree, walked
by UCB1 among the actions possible in that world; where it ends, everybody plays on as the game's instinct thinks
plausible, up to its horizon. What the policy would do is the favourite. What it thinks of the others is a prior, which
gives way as rounds are played: actions that look clearly worse are dropped early (racing; Maron and Moore 1997), and
the one that looks best in the end is chosen; where the game asks for proof, only if chance does not explain its gain.
Further actions enter the tree the later, the more of them are there (progressive widening; Coulom 2007), the plausible
one first.

Hands that race are not searched: whose hand lands first is sampled, as in the lab's playouts.
"""

from __future__ import annotations

import math
import time
from typing import Final, final

from slamdeck.core.bits import lowest
from slamdeck.core.dice import Dice, FastDice
from slamdeck.core.instincts import LOOKALIKE, NO_ACTION, Instinct
from slamdeck.core.kernel import advance, feed
from slamdeck.core.native import i64, vec
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import Moves, Rules
from slamdeck.core.schedule import is_due, pause_before

EXPLORATION: Final = 0.2
MISJUDGED: Final = 0.7  # how far off the policy's opinion of an action is, as a share of that opinion
SHORT_SIGHT: Final = 0.8  # how far off an endless search still is, as a share of that; fitted in Hit the Deck
HOPELESS: Final = 1.0  # standard deviations by which an action must look worse to be dropped
SPROUT: Final[i64] = 8  # visits before a node gets its first child, and a second one four times as many
ROUNDS_BETWEEN: Final[i64] = 8  # looks at the clock and at who is hopeless
LONGEST_ROLLOUT: Final[i64] = 400
BENCH_ITERATIONS: Final[i64] = 2000
TINY: Final = 1e-12
SEEDS: Final[i64] = 1 << 30  # worlds and lucks to draw from


@final
class Node:
    """An action that was tried, and what came of it for the seat that made it.

    Not declared acyclic, although it is: mypyc 2.4 frees long chains of such objects wrongly, and the heap is lost.
    """

    def __init__(self, action: i64, mover: i64, sibling: Node | None) -> None:
        self.action: i64 = action
        self.mover: i64 = mover
        self.sibling = sibling
        self.child: Node | None = None
        self.visits: i64 = 0
        self.available: i64 = 0
        self.total: float = 0.0


@final
class Search:
    """A policy: the action that search finds best within its budget of iterations, or of milliseconds."""

    def __init__(self, instinct: Instinct, iterations: i64, most_ms: i64 = 0) -> None:
        room = i64(len(instinct.moves.codes))
        self.instinct = instinct
        self.iterations: i64 = iterations
        self.most_ms: i64 = most_ms  # 0: only the iterations count
        self.exploration = EXPLORATION
        self.sprout: i64 = SPROUT
        if not instinct.branches:
            self.sprout = iterations + 1
        self.moves = Moves(room)
        self.likely = Moves(room)
        self.by_action: list[Node | None] = [None] * room
        self.tried: list[Node] = []  # the actions in question, the favourite first
        self.prior: vec[float] = vec[float]([0.0] * room)  # what the policy thinks each gains over the favourite
        self.gains: vec[float] = vec[float]([0.0] * room)  # what each gained, summed over all rounds, …
        self.squares: vec[float] = vec[float]([0.0] * room)  # … and squared
        self.dropped: vec[i64] = vec[i64]([0] * room)
        self.path: list[Node] = []
        self.rounds: i64 = 0
        self.made: i64 = 0  # iterations of the last search
        self.at: i64 = 0
        self.mover: i64 = 0

    def choose(self, world: Rules, seat: i64, stimulus: i64, dice: Dice) -> i64:
        """What the policy would do, unless searching from this world finds something better."""
        self.made = 0
        favourite = self.instinct.choose(world, seat, stimulus, dice)
        self.instinct.begin_search(world, seat)
        self.instinct.candidates(world, seat, self.moves)
        if self.moves.count < 2 or not self.put_first(favourite):
            return favourite
        self.grow(world, seat, dice)
        return self.best_found()

    def put_first(self, favourite: i64) -> bool:
        """False if it is not in question at all."""
        codes = self.moves.codes
        for i in range(self.moves.count):
            if codes[i] == favourite:
                codes[i] = codes[0]
                codes[0] = favourite
                return True
        return False

    # ---- rounds ------------------------------------------------------------------------------------

    def grow(self, origin: Rules, seat: i64, dice: Dice) -> None:
        """Rounds until the budget is used up, or nothing is in question any more."""
        self.tried = []
        for i in range(self.moves.count):
            action = self.moves.codes[i]
            self.tried.append(Node(action, seat, None))
            self.prior[i] = self.instinct.opinion(origin, seat, action)
            if i > 0:
                self.prior[i] -= self.prior[0]
            self.gains[i] = 0.0
            self.squares[i] = 0.0
            self.dropped[i] = 0
        self.made = 0
        self.rounds = 0
        stop_at = time.perf_counter() + float(self.most_ms) / 1000.0
        while self.made < self.iterations:
            self.play_round(origin, seat, dice)
            if self.rounds % ROUNDS_BETWEEN == 0:
                if not self.drop_hopeless() or (self.most_ms > 0 and time.perf_counter() >= stop_at):
                    return

    def play_round(self, origin: Rules, seat: i64, dice: Dice) -> None:
        """Every action in question once, in the same world and with the same luck."""
        luck = FastDice(dice.below(SEEDS))
        world = origin.imagine(seat, luck)
        self.instinct.believe(world, seat, luck)
        if not self.instinct.remembers:
            world.cards.untrack()
        by_favourite = 0.0
        for i in range(len(self.tried)):
            if self.dropped[i]:
                continue
            value = self.iterate(self.tried[i], world, luck.clone())
            if i == 0:
                by_favourite = value
            gain = value - by_favourite
            self.gains[i] += gain
            self.squares[i] += gain * gain
        self.rounds += 1

    def drop_hopeless(self) -> bool:
        """Drop what looks clearly worse than the favourite; False if nothing else is left."""
        others = False
        for i in range(1, len(self.tried)):
            if not self.dropped[i]:
                weight = self.weight(i)
                doubt = self.misjudged(i) * math.sqrt(1.0 - weight)
                if self.outlook(i, weight) < -HOPELESS * doubt:
                    self.dropped[i] = 1
                else:
                    others = True
        return others

    def misjudged(self, i: i64) -> float:
        """How far off the policy may be about an action."""
        return self.instinct.doubt + MISJUDGED * abs(self.prior[i])

    def weight(self, i: i64) -> float:
        """How much the rounds played count against the policy's opinion: both are uncertain, as normal variables."""
        rounds = float(self.rounds)
        mean = self.gains[i] / rounds
        noise = max(0.0, self.squares[i] / rounds - mean * mean) / rounds
        prior = self.misjudged(i) * self.misjudged(i)
        return prior / (prior * (1.0 + SHORT_SIGHT * SHORT_SIGHT) + noise + TINY)

    def outlook(self, i: i64, weight: float) -> float:
        """What an action is expected to gain over the favourite, all told."""
        return self.prior[i] + weight * (self.gains[i] / float(self.rounds) - self.prior[i])

    def best_found(self) -> i64:
        best: i64 = 0
        most = 0.0
        for i in range(1, len(self.tried)):
            if not self.dropped[i]:
                outlook = self.outlook(i, self.weight(i))
                if outlook > most and self.is_proven(i):
                    most = outlook
                    best = i
        return self.tried[best].action

    def is_proven(self, i: i64) -> bool:
        """Did it gain more than chance explains, as far as the game asks for that?"""
        rounds = float(self.rounds)
        mean = self.gains[i] / rounds
        noise = max(0.0, self.squares[i] / rounds - mean * mean) / rounds
        return self.instinct.proof <= 0.0 or mean > self.instinct.proof * math.sqrt(noise)

    # ---- one iteration -----------------------------------------------------------------------------

    def iterate(self, node: Node, origin: Rules, luck: Dice) -> float:
        """Make the action, walk down its tree, play on; returns what it was worth to who made it."""
        world = origin.branch(luck)
        self.at = world.now
        self.path.clear()
        self.path.append(node)
        feed(world, self.at, node.mover, node.action)
        self.walk(node, world, luck)
        self.roll_out(world, luck)
        self.made += 1
        value = self.instinct.worth(world, node.mover)
        for step in self.path:
            step.visits += 1
            if step.mover == node.mover:
                step.total += value
            else:
                step.total += self.instinct.worth(world, step.mover)
        return value

    def walk(self, node: Node, world: Rules, dice: Dice) -> None:
        """Down the tree as far as it goes; forced moves are made on the way and get no node."""
        steps: i64 = 0
        while node.visits >= self.sprout and steps < LONGEST_ROLLOUT and not self.instinct.horizon(world):
            steps += 1
            self.ask(world, dice, True)
            if self.moves.count == 1:
                feed(world, self.at, self.mover, self.moves.codes[0])
            elif self.moves.count > 1:
                node = self.descend(node, world, dice)
                self.path.append(node)
                feed(world, self.at, self.mover, node.action)

    def descend(self, node: Node, world: Rules, dice: Dice) -> Node:
        """To the most promising child; or to a new one, if there are few for so many visits."""
        by_action = self.by_action
        child = node.child
        while child is not None:
            if child.mover == self.mover:
                by_action[child.action] = child
            child = child.sibling
        known: i64 = 0
        for i in range(self.moves.count):
            there = by_action[self.moves.codes[i]]
            if there is not None:
                there.available += 1
                known += 1
        found: Node | None = None
        if known > 0 and (known == self.moves.count or node.visits < self.sprout * (known + 1) * (known + 1)):
            found = self.most_promising()
        else:
            found = self.sprouted(node, world, known, dice)
        child = node.child
        while child is not None:
            by_action[child.action] = None
            child = child.sibling
        return found

    def sprouted(self, node: Node, world: Rules, known: i64, dice: Dice) -> Node:
        """A new child: first what this seat is most likely to do, then anything not tried yet."""
        action: i64 = NO_ACTION
        if known == 0:
            self.instinct.plausible(world, self.mover, self.likely)
            if self.likely.count > 0:
                action = self.likely.codes[dice.below(self.likely.count)]
        if action == NO_ACTION:
            fresh: i64 = 0
            for i in range(self.moves.count):
                if self.by_action[self.moves.codes[i]] is None:
                    fresh += 1
                    if dice.below(fresh) == 0:
                        action = self.moves.codes[i]
        born = Node(action, self.mover, node.child)
        born.available = 1
        node.child = born
        return born

    def most_promising(self) -> Node:
        """UCB1, with availability in place of the parent's visits."""
        best: Node | None = None
        best_value = -1.0
        for i in range(self.moves.count):
            child = self.by_action[self.moves.codes[i]]
            if child is not None:
                visits = float(max(child.visits, 1))
                value = child.total / visits + self.exploration * math.sqrt(math.log(float(child.available)) / visits)
                if value > best_value:
                    best_value = value
                    best = child
        assert best is not None
        return best

    # ---- playing on --------------------------------------------------------------------------------

    def ask(self, world: Rules, dice: Dice, searching: bool) -> None:
        """Sample who acts next and when; leaves `moves` empty where time acts first."""
        self.moves.count = 0
        awaited = world.awaited()
        seat = lowest(awaited)
        if awaited & (awaited - 1):
            seat = self.instinct.quickest(world, awaited, dice)
        self.at += pause_before(awaited, dice)
        self.mover = seat
        if is_due(world, self.at):
            advance(world, self.at)
            return
        world.now = self.at
        astray = self.instinct.stray(world, dice)
        if astray != NO_SEAT:
            feed(world, self.at, astray, self.instinct.slip(world, astray, LOOKALIKE))
            return
        if searching:
            self.instinct.candidates(world, seat, self.moves)
        else:
            self.instinct.plausible(world, seat, self.moves)

    def roll_out(self, world: Rules, dice: Dice) -> None:
        """Plausible play to the horizon."""
        steps: i64 = 0
        while steps < LONGEST_ROLLOUT and not self.instinct.horizon(world):
            self.ask(world, dice, False)
            if self.moves.count == 1:
                feed(world, self.at, self.mover, self.moves.codes[0])
            elif self.moves.count > 1:
                feed(world, self.at, self.mover, self.moves.codes[dice.below(self.moves.count)])
            steps += 1

    def to_first_choice(self, world: Rules, seat: i64, dice: Dice) -> None:
        """Play on until somebody has a choice; leaves that seat in `mover` and its actions in `moves`."""
        self.at = world.now
        self.mover = seat
        self.instinct.candidates(world, seat, self.moves)
        while self.moves.count < 2 and not world.over:
            if self.moves.count == 1:
                feed(world, self.at, self.mover, self.moves.codes[0])
            self.ask(world, dice, True)


def iterations_per_second(instinct: Instinct, world: Rules, seat: i64, seconds: float) -> float:
    """For the benchmark: how many iterations a search makes in that much processor time."""
    search = Search(instinct, BENCH_ITERATIONS)
    dice = FastDice(1)
    search.to_first_choice(world, seat, dice)
    mover = search.mover
    instinct.begin_search(world, mover)
    made = 0.0
    start = time.process_time()
    while time.process_time() - start < seconds:
        instinct.candidates(world, mover, search.moves)
        search.grow(world, mover, dice)
        made += float(search.made)
    return made / (time.process_time() - start)
