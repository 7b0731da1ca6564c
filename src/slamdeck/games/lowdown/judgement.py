"""How a bot ranks the moves of Lowdown: every move by the place that it promises (see `estimate`)."""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64, vec
from slamdeck.games.lowdown.actions import (
    DISCARD,
    DONE,
    DRAW,
    LEAVE,
    PERFORM,
    SIDE_CLOSED,
    SIDE_NOT_SAID,
    SIDE_OPEN,
    SKIP,
    TAKE,
    clear_code,
    look_code,
    open_code,
    place_code,
    swap_code,
)
from slamdeck.games.lowdown.estimate import Estimate
from slamdeck.games.lowdown.grids import best_clearing
from slamdeck.games.lowdown.in_common import NO_SUIT
from slamdeck.games.lowdown.line_hopes import curiosity, is_welcome, welcome_suits
from slamdeck.games.lowdown.lines import GRID_OF, LINES, MASK_OF, NO_SLOT, SLOTS
from slamdeck.games.lowdown.rules import Lowdown
from slamdeck.games.lowdown.terms import (
    CHOOSE,
    CLEARING,
    HOLD_DRAWN,
    HOLD_TAKEN,
    LOOK,
    LOOKED,
    PEEK_T,
    STEAL_T,
    SWAP_T,
)

LOOK_BONUS: Final = 0.8  # points that a look at an unknown card of one's own is worth
PEEK_BONUS: Final = 0.8  # a Peek is a look, and the turn goes on
SWAP_BONUS: Final = 0.8  # what a Swap usually saves
STEAL_SHARE: Final = 1.2  # what a Steal saves, of the difference between the two best cards for it: it hurts, too
USUAL_LOW: Final = 3.0  # a card by which the gain of a draw is measured
IN_A_LINE: Final = 0.05  # how much a point matters on a card that goes with its line
CLEAR_AT_LEAST: Final = 0.0001  # better than doing nothing
TRIED_SLOTS: Final[i64] = 3  # for a card that completes nothing
FAR_TOO_MUCH: Final = 100_000.0
ROOM: Final[i64] = 8


@final
class Ranking:
    """A few moves, best first; of equals the first found."""

    def __init__(self) -> None:
        self.codes: vec[i64] = vec[i64]([0] * (ROOM + 1))
        self.scores: vec[float] = vec[float]([0.0] * (ROOM + 1))
        self.count: i64 = 0

    def add(self, code: i64, score: float) -> None:
        at = self.count
        while at > 0 and self.scores[at - 1] < score:
            self.codes[at] = self.codes[at - 1]
            self.scores[at] = self.scores[at - 1]
            at -= 1
        self.codes[at] = code
        self.scores[at] = score
        if self.count < ROOM:
            self.count += 1


@final
class Judgement:
    """Ranks what a seat can do, by what that seat knows."""

    def __init__(self, rules: Lowdown) -> None:
        self.estimate = Estimate(rules)
        self.ranking = Ranking()
        self.aims = Ranking()  # of an action card not yet performed
        self.rough = Ranking()  # Steals at first sight
        self.welcome: vec[i64] = vec[i64]([0] * (SLOTS * rules.seats))  # suits that would complete a line in that slot
        self.plain: float = 0.0
        self.lined: float = 0.0

    def rank(self, world: Lowdown, seat: i64) -> Ranking:
        """The moves of this phase, best first. A line that ought to go goes before anything else."""
        ranking = self.ranking
        ranking.count = 0
        if world.stage == CLEARING:
            self.rank_last_clears(world, seat)
        elif world.stage < CLEARING and (seat == world.turn or world.lines_of(seat)):
            self.estimate.read(world, seat)
            if world.lines_of(seat) and not world.holds(seat):
                self.rank_clears(world, seat)
            if ranking.count == 0 and seat == world.turn:
                self.rank_turn(world, seat)
        return ranking

    def rank_last_clears(self, world: Lowdown, seat: i64) -> None:
        """When the hand is over the best choice of lines is exact."""
        if world.done & BIT[seat]:
            return
        best = best_clearing(world, seat)
        for line in range(LINES):
            if best & BIT[line]:
                self.ranking.add(clear_code(line), 1.0)
                return
        self.ranking.add(DONE, 1.0)

    def rank_clears(self, world: Lowdown, seat: i64) -> None:
        estimate = self.estimate
        now = estimate.standing()
        for line in range(LINES):
            if world.lines_of(seat) & BIT[line]:
                lying = world.lying & ~(MASK_OF[line] << (SLOTS * seat))
                score = estimate.standing_with(lying, world.closed, 0.0, 0.0)
                if score > now + CLEAR_AT_LEAST:
                    self.ranking.add(clear_code(line), score)

    def rank_turn(self, world: Lowdown, seat: i64) -> None:
        stage = world.stage
        if stage == CHOOSE:
            self.rank_piles(world, seat)
        elif stage == HOLD_DRAWN:
            self.rank_uses(world, seat)
        elif stage == HOLD_TAKEN:
            self.rank_places(world, seat, world.cards.top(world.held + seat), SIDE_NOT_SAID)
        elif stage == LOOK:
            self.rank_looks(world, seat)
        elif stage == LOOKED:
            closed = world.closed & ~BIT[SLOTS * seat + world.looked]
            self.ranking.add(LEAVE, self.estimate.standing())
            self.ranking.add(open_code(NO_SLOT), self.estimate.standing_with(world.lying, closed, 0.0, 0.0))
        elif stage == PEEK_T:
            self.rank_peeks(world, seat)
        elif stage == SWAP_T:
            self.rank_swaps(world, seat, self.ranking)
        else:
            self.rank_steals(world, seat, self.ranking)

    # ---- a card in hand --------------------------------------------------------------------------

    def rank_uses(self, world: Lowdown, seat: i64) -> None:
        """A drawn card: perform it, place it on either side, or put it away for a look."""
        card = world.cards.top(world.held + seat)
        action = world.action_in_hand(seat)
        possible = world.has_target(seat, action)
        if possible and action == PEEK_T:
            self.ranking.add(PERFORM, 1.0)
            return
        if possible:
            self.ranking.add(PERFORM, self.best_aim(world, seat, action))
        if not possible or world.terms.allow_discard_action:
            gift = self.estimate.gift(self.estimate.points_of[card], self.estimate.suit_of[card])
            bonus = self.look_bonus(world, seat)
            self.ranking.add(DISCARD, self.estimate.standing_with(world.lying, world.closed, gift, bonus))
        self.rank_places(world, seat, card, SIDE_OPEN)
        self.rank_places(world, seat, card, SIDE_CLOSED)

    def best_aim(self, world: Lowdown, seat: i64, action: i64) -> float:
        self.aims.count = 0
        if action == SWAP_T:
            self.rank_swaps(world, seat, self.aims)
        else:
            self.rank_steals(world, seat, self.aims)
        return self.aims.scores[0]

    def look_bonus(self, world: Lowdown, seat: i64) -> float:
        return LOOK_BONUS if world.closed & GRID_OF[seat] & ~self.estimate.known else 0.0

    def rank_places(self, world: Lowdown, seat: i64, card: i64, side: i64) -> None:
        value = self.estimate.points_of[card]
        suit = self.estimate.suit_of[card]
        for slot in range(SLOTS):
            zone = SLOTS * seat + slot
            if world.lying & BIT[zone]:
                closed = world.closed & ~BIT[zone]
                if side == SIDE_CLOSED:
                    closed |= BIT[zone]
                self.ranking.add(place_code(slot, side), self.place(world, zone, value, suit, closed))

    def place(self, world: Lowdown, zone: i64, value: float, suit: i64, closed: i64) -> float:
        """With that card there and the old one on the discard pile."""
        estimate = self.estimate
        old_value = estimate.value[zone]
        old_suit = estimate.suit[zone]
        known = estimate.known
        estimate.suppose(zone, value, suit)
        score = estimate.standing_with(world.lying, closed, estimate.gift(old_value, old_suit), 0.0)
        estimate.suppose(zone, old_value, old_suit)
        estimate.known = known
        return score

    # ---- which pile ------------------------------------------------------------------------------

    def rank_piles(self, world: Lowdown, seat: i64) -> None:
        """Take what lies open, or draw in the hope of something better."""
        cards = world.cards
        if cards.size(world.discard) > 0:
            self.rank_places(world, seat, cards.top(world.discard), SIDE_NOT_SAID)
            best = self.ranking.scores[0]
            self.ranking.count = 0
            self.ranking.add(TAKE, best)
        if cards.size(world.draw) > 0:
            gain = self.gain_of_draw(world, seat)
            gain += self.estimate.impatience
            self.ranking.add(DRAW, self.estimate.standing_with(world.lying, world.closed, 0.0, gain))

    def gain_of_draw(self, world: Lowdown, seat: i64) -> float:
        """The points that a drawn card saves, averaged over all that it may be."""
        estimate = self.estimate
        worst = self.worst_slots(world, seat)
        look = self.look_bonus(world, seat)
        steal = self.gain_of_steal(world, seat)
        total = 0.0
        peeks = 0.0
        suit: i64 = NO_SUIT - 1
        self.look_for_lines(SLOTS * seat, SLOTS * seat + SLOTS)
        for kind in range(estimate.kinds):
            copies = float(estimate.unseen[kind])
            action = i64(world.terms.action[kind])
            if action == PEEK_T:
                peeks += copies
            elif copies > 0.0:
                if estimate.suit_of[kind] != suit:  # kinds come sorted by suit, so this happens once for each
                    suit = estimate.suit_of[kind]
                    self.try_usual_card(world, seat, suit, worst)
                other_use = look
                if action == SWAP_T:
                    other_use = SWAP_BONUS
                elif action == STEAL_T:
                    other_use = steal
                total += copies * max(other_use, self.gain_of_placing(kind))
        # After a Peek the turn goes on with another card.
        others = max(1.0, float(estimate.left) - peeks)
        return total / others + PEEK_BONUS * peeks / (others + peeks)

    def look_for_lines(self, first: i64, end: i64) -> None:
        """Which suits would complete a line in these slots, before any of them is tried."""
        for zone in range(first, end):
            self.welcome[zone] = welcome_suits(self.estimate, zone)

    def gain_of_placing(self, kind: i64) -> float:
        above = self.estimate.points_of[kind] - USUAL_LOW
        return max(self.plain - above, self.lined - IN_A_LINE * above)

    def worst_slots(self, world: Lowdown, seat: i64) -> i64:
        """The set of slots that one would replace first."""
        found: i64 = 0
        for _ in range(TRIED_SLOTS):
            worst: i64 = NO_SLOT
            for slot in range(SLOTS):
                zone = SLOTS * seat + slot
                if world.lying & BIT[zone] and not found & BIT[slot]:
                    if worst == NO_SLOT or self.estimate.value[zone] > self.estimate.value[SLOTS * seat + worst]:
                        worst = slot
            if worst != NO_SLOT:
                found |= BIT[worst]
        return found

    def try_usual_card(self, world: Lowdown, seat: i64, suit: i64, worst: i64) -> None:
        """What a usual card of that suit saves at best: completing a line, or not."""
        row = self.estimate.own_row(world.closed)
        now = self.estimate.cost(seat, world.lying, world.closed, row)
        self.plain = -FAR_TOO_MUCH
        self.lined = -FAR_TOO_MUCH
        for slot in range(SLOTS):
            zone = SLOTS * seat + slot
            if world.lying & BIT[zone]:
                if is_welcome(suit, self.welcome[zone]):
                    self.lined = max(self.lined, now - self.cost_with_usual_card(world, zone, suit, row))
                elif worst & BIT[slot]:
                    self.plain = max(self.plain, now - self.cost_with_usual_card(world, zone, suit, row))

    def cost_with_usual_card(self, world: Lowdown, zone: i64, suit: i64, row: i64) -> float:
        estimate = self.estimate
        value = estimate.value[zone]
        old_suit = estimate.suit[zone]
        known = estimate.known
        estimate.suppose(zone, USUAL_LOW, suit)
        cost = estimate.cost(zone // SLOTS, world.lying, world.closed, row)
        estimate.suppose(zone, value, old_suit)
        estimate.known = known
        return cost

    def gain_of_steal(self, world: Lowdown, seat: i64) -> float:
        """The dearest card of one's own for the cheapest one known elsewhere."""
        estimate = self.estimate
        dearest = -FAR_TOO_MUCH
        cheapest = FAR_TOO_MUCH
        for zone in range(world.held):
            if world.lying & BIT[zone]:
                if GRID_OF[seat] & BIT[zone]:
                    dearest = max(dearest, estimate.value[zone])
                else:
                    cheapest = min(cheapest, estimate.value[zone])
        return max(0.0, STEAL_SHARE * (dearest - cheapest))

    # ---- looking ---------------------------------------------------------------------------------

    def rank_looks(self, world: Lowdown, seat: i64) -> None:
        unknown = world.closed & GRID_OF[seat] & ~self.estimate.known
        for slot in range(SLOTS):
            if unknown & BIT[SLOTS * seat + slot]:
                self.ranking.add(look_code(slot), curiosity(self.estimate, SLOTS * seat + slot))
        if self.ranking.count == 0:
            self.ranking.add(SKIP, 0.0)

    def rank_peeks(self, world: Lowdown, seat: i64) -> None:
        """One's own unknown cards first; then what somebody else keeps closed because it is good."""
        for zone in range(world.held):
            if world.closed & BIT[zone]:
                score = -self.estimate.value[zone] / 1000.0
                if self.estimate.known & BIT[zone]:
                    score -= 1.0
                elif GRID_OF[seat] & BIT[zone]:
                    score = 0.1 + curiosity(self.estimate, zone)
                self.ranking.add(world.terms.peeks.code(zone // SLOTS, zone % SLOTS), score)

    # ---- exchanging ------------------------------------------------------------------------------

    def rank_swaps(self, world: Lowdown, seat: i64, ranking: Ranking) -> None:
        first = SLOTS * seat
        for one in range(SLOTS):
            if world.lying & BIT[first + one]:
                for other in range(one + 1, SLOTS):
                    if world.lying & BIT[first + other]:
                        score = self.swap(world, first + one, first + other)
                        ranking.add(swap_code(one, other), score)

    def swap(self, world: Lowdown, one: i64, other: i64) -> float:
        closed = world.closed
        if (closed >> one & 1) != (closed >> other & 1):
            closed ^= BIT[one] | BIT[other]
        self.exchange(one, other)
        score = self.estimate.standing_with(world.lying, closed, 0.0, 0.0)
        self.exchange(one, other)
        return score

    def exchange(self, one: i64, other: i64) -> None:
        """In thought."""
        estimate = self.estimate
        value = estimate.value[one]
        suit = estimate.suit[one]
        estimate.value[one] = estimate.value[other]
        estimate.suit[one] = estimate.suit[other]
        estimate.value[other] = value
        estimate.suit[other] = suit
        if (estimate.known >> one & 1) != (estimate.known >> other & 1):
            estimate.known ^= BIT[one] | BIT[other]

    def rank_steals(self, world: Lowdown, seat: i64, ranking: Ranking) -> None:
        """All Steals at first sight, then the best of them in earnest."""
        rough = self.rough
        steals = world.terms.steals
        rough.count = 0
        self.look_for_lines(0, world.held)
        for mine in range(SLOTS * seat, SLOTS * seat + SLOTS):
            if not world.lying & BIT[mine]:
                continue
            for theirs in range(world.held):
                if world.lying & BIT[theirs] and not GRID_OF[seat] & BIT[theirs]:
                    code = steals.code(theirs // SLOTS, theirs % SLOTS, mine % SLOTS)
                    rough.add(code, self.at_first_sight(mine, theirs))
        for i in range(rough.count):
            code = rough.codes[i]
            ranking.add(code, self.steal(world, SLOTS * seat + steals.mine.of(code), steals.zone(code)))

    def at_first_sight(self, mine: i64, theirs: i64) -> float:
        """Points for both, and a line for one."""
        estimate = self.estimate
        gain = 1.5 * (estimate.value[mine] - estimate.value[theirs])
        if is_welcome(estimate.suit[theirs], self.welcome[mine]):
            gain += 12.0
        if is_welcome(estimate.suit[mine], self.welcome[theirs]):
            gain -= 10.0
        if is_welcome(estimate.suit[theirs], self.welcome[theirs]):
            gain += 8.0
        return gain

    def steal(self, world: Lowdown, mine: i64, theirs: i64) -> float:
        known = self.estimate.known
        self.exchange(mine, theirs)
        self.estimate.known |= BIT[mine] | BIT[theirs]
        score = self.estimate.standing_after_theft(world.closed & ~(BIT[mine] | BIT[theirs]))
        self.exchange(mine, theirs)
        self.estimate.known = known
        return score
