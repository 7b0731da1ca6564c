"""How bots see and play Lowdown: what they react to, and what they make of it (see `judgement`)."""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import BIT
from slamdeck.core.dice import Dice
from slamdeck.core.instincts import CHANCE, NO_ACTION, NOTHING, RHYTHM, TURN, Instinct
from slamdeck.core.native import i64
from slamdeck.core.rules import Moves, Rules
from slamdeck.games.lowdown.actions import open_code
from slamdeck.games.lowdown.judgement import Judgement
from slamdeck.games.lowdown.lines import SLOTS
from slamdeck.games.lowdown.rules import Lowdown
from slamdeck.games.lowdown.terms import CLEARING, LOOK, PEEK_T, SETUP_FLIP

CENTRE: Final[i64] = 4  # the slot in the middle of a grid
BEST_FEW: Final[i64] = 4  # moves that a search tries
NOT_WORTH_TRYING: Final = 0.08  # of all rivals, behind the best move
LOOK_AHEAD: Final[i64] = 2  # turns that a search plays, the present one included


@final
class LowdownInstinct(Instinct):
    """Turns are thought over; a line that has come about is a chance to be recognised."""

    def __init__(self, rules: Rules) -> None:
        assert isinstance(rules, Lowdown)
        super().__init__(rules)
        self.judgement = Judgement(rules)
        self.remembers = True
        self.thinking = 800
        self.branches = False
        self.last_turn: i64 = 0  # as far as a search looks ahead

    # ---- what a seat is confronted with ----------------------------------------------------------

    def stimulus(self, world: Rules, seat: i64) -> i64:
        assert isinstance(world, Lowdown)
        if not world.awaited() & BIT[seat]:
            return NOTHING
        if world.stage == SETUP_FLIP:
            return RHYTHM
        if world.stage == CLEARING:
            return TURN if world.lines_of(seat) else RHYTHM
        return TURN if seat == world.turn else CHANCE

    def occasion(self, world: Rules, seat: i64) -> i64:
        """Each step of one's own turn, and each line that comes or goes in one's own grid."""
        assert isinstance(world, Lowdown)
        if not world.awaited() & BIT[seat]:
            return 0
        moment = (world.hand * 16 + world.stage) * 512 + world.up(seat)
        if world.stage < CLEARING and world.stage != SETUP_FLIP:
            moment = world.hand * 16
            if seat == world.turn:
                moment = (world.hand * 131_072 + world.turns) * 16 + world.stage
                moment = moment * 256 + world.cards.size(world.draw)
        return moment * 256 + world.lines_of(seat) + 1

    def turn_number(self, world: Rules) -> i64:
        assert isinstance(world, Lowdown)
        return world.hand * 131_072 + world.turns

    # ---- what to do ------------------------------------------------------------------------------

    def choose(self, world: Rules, seat: i64, stimulus: i64, dice: Dice) -> i64:
        assert isinstance(world, Lowdown)
        if world.stage == SETUP_FLIP:
            return self.open_blindly(world, seat, dice)
        ranking = self.judgement.rank(world, seat)
        if ranking.count == 0:
            return NO_ACTION
        return ranking.codes[0]

    def open_blindly(self, world: Lowdown, seat: i64, dice: Dice) -> i64:
        """The centre lies in four lines; the other card may be any."""
        if world.closed & BIT[SLOTS * seat + CENTRE]:
            return open_code(CENTRE)
        world.sensible(seat, world.now, self.moves)
        if self.moves.count == 0:
            return NO_ACTION
        return self.moves.codes[dice.below(self.moves.count)]

    # ---- what a search asks ----------------------------------------------------------------------

    def begin_search(self, world: Rules, seat: i64) -> None:
        assert isinstance(world, Lowdown)
        self.last_turn = world.turns + LOOK_AHEAD

    def candidates(self, world: Rules, seat: i64, moves: Moves) -> None:
        assert isinstance(world, Lowdown)
        self.fill(world, seat, moves, BEST_FEW)

    def opinion(self, world: Rules, seat: i64, action: i64) -> float:
        """The share of the others that the judgement hopes to leave behind with it."""
        assert isinstance(world, Lowdown)
        ranking = self.judgement.rank(world, seat)
        for i in range(ranking.count):
            if ranking.codes[i] == action:
                return ranking.scores[i]
        return 0.0

    def plausible(self, world: Rules, seat: i64, moves: Moves) -> None:
        """Everybody is taken to play by this instinct."""
        assert isinstance(world, Lowdown)
        self.fill(world, seat, moves, 1)

    def fill(self, world: Lowdown, seat: i64, moves: Moves, most: i64) -> None:
        if world.stage == SETUP_FLIP:
            world.sensible(seat, world.now, moves)
            moves.count = min(moves.count, 1)
            return
        if world.stage == LOOK or world.stage == PEEK_T:
            most = 1  # where to look is hardly worth a search
        ranking = self.judgement.rank(world, seat)
        moves.count = 0
        for i in range(min(ranking.count, most)):
            if ranking.scores[i] >= ranking.scores[0] - NOT_WORTH_TRYING:
                moves.add(ranking.codes[i])

    def horizon(self, world: Rules) -> bool:
        """The end of the hand, or of some turns; `worth` guesses the rest better than playing it out would."""
        assert isinstance(world, Lowdown)
        return world.stage >= CLEARING or world.turns >= self.last_turn

    def worth(self, world: Rules, seat: i64) -> float:
        """The share of the others left behind; exact once the game is over."""
        assert isinstance(world, Lowdown)
        if world.over:
            return self.left_behind(world, seat)
        self.judgement.estimate.look_round(world, seat)
        return self.judgement.estimate.standing()

    def left_behind(self, world: Lowdown, seat: i64) -> float:
        """Equals are half behind."""
        behind = 0.0
        for other in range(world.seats):
            if other != seat:
                if world.pad[other] > world.pad[seat]:
                    behind += 1.0
                elif world.pad[other] == world.pad[seat]:
                    behind += 0.5
        return behind / float(world.seats - 1)
