"""Information-set Monte-Carlo tree search (single observer; Cowling, Powley and Whitehouse 2012).

Each iteration imagines a world that the searching seat cannot tell from the true one, walks down the tree by UCB1 among
the actions possible in that world, adds one node, and plays on at random to the end of the hand. Races are not
searched: whose hand lands first is sampled, as in the lab's playouts.
"""

from __future__ import annotations

import math
import time
from typing import Final, final

from slamdeck.core.bits import BIT, lowest
from slamdeck.core.dice import Dice, FastDice
from slamdeck.core.instincts import NO_ACTION, Instinct
from slamdeck.core.kernel import advance, feed
from slamdeck.core.native import i64
from slamdeck.core.rules import Moves, Rules

EXPLORATION: Final = 0.7
PACE_MS: Final[i64] = 500
SPREAD_MS: Final[i64] = 300
LONGEST_ROLLOUT: Final[i64] = 400
BENCH_ITERATIONS: Final[i64] = 500
SEEDS: Final[i64] = 1 << 30  # worlds and lucks that a comparison draws from
CLOCK_EVERY: Final[i64] = 16  # iterations between looks at the clock


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
        self.instinct = instinct
        self.iterations: i64 = iterations
        self.most_ms: i64 = most_ms  # 0: only the iterations count
        self.moves = Moves(i64(len(instinct.moves.codes)))
        self.by_action: list[Node | None] = [None] * len(instinct.moves.codes)
        self.made: i64 = 0  # iterations of the last search
        self.at: i64 = 0
        self.mover: i64 = 0

    def choose(self, world: Rules, seat: i64, stimulus: i64, dice: Dice) -> i64:
        """The most visited action after searching from this world."""
        self.instinct.begin_search(world, seat)
        self.instinct.candidates(world, seat, self.moves)
        if self.moves.count == 0:
            return NO_ACTION
        if self.moves.count == 1:
            return self.moves.codes[0]
        if self.instinct.compares:
            return self.compare(world, seat, dice)
        root = self.grow(world, seat, dice)
        best: Node | None = None
        child = root.child
        while child is not None:
            if best is None or child.visits > best.visits:
                best = child
            child = child.sibling
        return NO_ACTION if best is None else best.action

    def grow(self, world: Rules, seat: i64, dice: Dice) -> Node:
        """Iterate until the budget is used up."""
        root = Node(NO_ACTION, seat, None)
        stop_at = time.perf_counter() + float(self.most_ms) / 1000.0
        self.made = 0
        while self.made < self.iterations:
            self.iterate(root, world, seat, dice)
            self.made += 1
            if self.most_ms > 0 and self.made % CLOCK_EVERY == 0 and time.perf_counter() >= stop_at:
                break
        return root

    def compare(self, origin: Rules, seat: i64, dice: Dice) -> i64:
        """The best on average of all candidates, each tried in the same worlds with the same luck.

        So only the candidates differ. For games in which later choices hang on cards that come up in between, which
        the nodes of a tree would lump together.
        """
        tried = self.moves.listed()
        totals = [0.0] * len(tried)
        stop_at = time.perf_counter() + float(self.most_ms) / 1000.0
        self.made = 0
        while self.made < self.iterations:
            luck = FastDice(dice.below(SEEDS))
            for i in range(len(tried)):
                totals[i] += self.value_after(tried[i], origin, seat, luck.clone())
                self.made += 1
            if self.most_ms > 0 and time.perf_counter() >= stop_at:
                break
        return tried[totals.index(max(totals))]

    def value_after(self, action: i64, origin: Rules, seat: i64, luck: Dice) -> float:
        """What a seat has of an action in the world, and with the luck, that these dice give."""
        world = self.imagined(origin, seat, luck)
        self.at = world.now
        feed(world, self.at, seat, action)
        self.roll_out(world, luck)
        return self.instinct.worth(world, seat)

    def imagined(self, origin: Rules, seat: i64, dice: Dice) -> Rules:
        world = origin.imagine(seat, dice)
        if not self.instinct.remembers:
            world.cards.untrack()
        return world

    def iterate(self, root: Node, origin: Rules, seat: i64, dice: Dice) -> None:
        world = self.imagined(origin, seat, dice)
        path: list[Node] = []
        self.walk(root, world, seat, dice, path)
        self.roll_out(world, dice)
        for node in path:
            node.visits += 1
            node.total += self.instinct.worth(world, node.mover)

    def walk(self, root: Node, world: Rules, seat: i64, dice: Dice, path: list[Node]) -> None:
        """Down the tree to a new leaf; forced moves are made on the way and get no node."""
        node = root
        self.at = world.now
        self.mover = seat
        self.instinct.candidates(world, seat, self.moves)
        steps: i64 = 0
        while steps < LONGEST_ROLLOUT:
            steps += 1
            if self.moves.count == 1:
                feed(world, self.at, self.mover, self.moves.codes[0])
            elif self.moves.count > 1:
                child = self.untried(node, dice)
                fresh = child is not None
                if child is None:
                    child = self.most_promising(node)
                path.append(child)
                feed(world, self.at, self.mover, child.action)
                node = child
                if fresh:
                    return
            if self.instinct.horizon(world):
                return
            self.ask(world, dice, True)

    def untried(self, node: Node, dice: Dice) -> Node | None:
        """A new child for an action never tried from here, or None when all that are possible now were tried."""
        moves = self.moves
        by_action = self.by_action
        child = node.child
        while child is not None:
            if child.mover == self.mover:
                by_action[child.action] = child
            child = child.sibling
        fresh: i64 = 0
        choice: i64 = NO_ACTION
        for i in range(moves.count):
            known = by_action[moves.codes[i]]
            if known is None:
                fresh += 1
                if dice.below(fresh) == 0:
                    choice = moves.codes[i]
            else:
                known.available += 1
        if choice == NO_ACTION:
            return None
        self.forget_children(node)
        born = Node(choice, self.mover, node.child)
        born.available = 1
        node.child = born
        return born

    def most_promising(self, node: Node) -> Node:
        """UCB1, with availability in place of the parent's visits."""
        moves = self.moves
        best: Node | None = None
        best_value = -1.0
        for i in range(moves.count):
            child = self.by_action[moves.codes[i]]
            if child is not None:
                visits = float(child.visits)
                value = child.total / visits + EXPLORATION * math.sqrt(math.log(float(child.available)) / visits)
                if value > best_value:
                    best_value = value
                    best = child
        self.forget_children(node)
        assert best is not None
        return best

    def forget_children(self, node: Node) -> None:
        child = node.child
        while child is not None:
            self.by_action[child.action] = None
            child = child.sibling

    def ask(self, world: Rules, dice: Dice, searching: bool) -> None:
        """Sample who acts next and when; leaves `moves` empty where time acts first."""
        self.moves.count = 0
        awaited = world.awaited()
        seat = lowest(awaited)
        if awaited == BIT[seat]:
            self.at += PACE_MS
        else:
            seat = self.instinct.quickest(world, awaited, dice)
            self.at += 1 + dice.below(SPREAD_MS)
        self.mover = seat
        if world.deadline <= self.at:
            advance(world, self.at)
            return
        world.now = self.at
        if searching:
            self.instinct.candidates(world, seat, self.moves)
        else:
            self.instinct.plausible(world, seat, self.moves)

    def roll_out(self, world: Rules, dice: Dice) -> None:
        """Random play to the horizon."""
        steps: i64 = 0
        while steps < LONGEST_ROLLOUT and not self.instinct.horizon(world):
            self.ask(world, dice, False)
            if self.moves.count == 1:
                feed(world, self.at, self.mover, self.moves.codes[0])
            elif self.moves.count > 1:
                feed(world, self.at, self.mover, self.moves.codes[dice.below(self.moves.count)])
            steps += 1


def iterations_per_second(instinct: Instinct, world: Rules, seat: i64, seconds: float) -> float:
    """For the benchmark: how many iterations a search makes in that much processor time."""
    search = Search(instinct, BENCH_ITERATIONS)
    instinct.begin_search(world, seat)
    dice = FastDice(1)
    made = 0.0
    start = time.process_time()
    while time.process_time() - start < seconds:
        search.grow(world, seat, dice)
        made += float(BENCH_ITERATIONS)
    return made / (time.process_time() - start)
