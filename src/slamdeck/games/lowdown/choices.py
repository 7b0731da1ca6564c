"""What can be done in Lowdown, by whom: every legal move, and the sensible ones."""

from __future__ import annotations

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64
from slamdeck.core.rules import Moves
from slamdeck.core.zones import HOST
from slamdeck.games.lowdown.actions import (
    DISCARD,
    DONE,
    DRAW,
    LEAVE,
    LOOK_AT_SLOT,
    NEXT_HAND,
    OPEN_UP_SLOT,
    PERFORM,
    PLACE_CLOSED,
    PLACE_OPEN,
    PLACE_SLOT,
    PLACE_TAKEN,
    SIDE_OPEN,
    SKIP,
    SWAP_OTHER,
    TAKE,
    clear_code,
    look_code,
    open_code,
    place_code,
    swap_code,
)
from slamdeck.games.lowdown.grids import points_at, worth
from slamdeck.games.lowdown.lines import LINES, NO_SLOT, SLOTS
from slamdeck.games.lowdown.state import State
from slamdeck.games.lowdown.terms import (
    CHOOSE,
    CLEARING,
    HAND_OVER,
    HOLD_DRAWN,
    HOLD_TAKEN,
    LOOK,
    LOOKED,
    PEEK_T,
    SETUP_FLIP,
    SWAP_T,
)


def list_legal(game: State, seat: i64, moves: Moves) -> None:
    """Without carried clears: whether one of them will fit may hang on a face nobody has seen (LD-R37)."""
    moves.count = 0
    if runs_for(game, seat, moves):
        if game.has_a_hand_free(seat) and not game.done & BIT[seat]:
            for line in range(LINES):
                if game.lines_of(seat) & BIT[line]:
                    moves.add(clear_code(line))
        add_steps(game, seat, moves)


def list_sensible(game: State, seat: i64, moves: Moves) -> None:
    """Lines are cleared for gain only; an action card is performed, or placed where it saves points."""
    moves.count = 0
    if not runs_for(game, seat, moves):
        return
    if game.lines_of(seat) and game.has_a_hand_free(seat) and not game.done & BIT[seat]:
        for line in range(LINES):
            if game.lines_of(seat) & BIT[line] and worth(game, seat, line) > 0:
                moves.add(clear_code(line))
    if game.stage == HOLD_DRAWN and seat == game.turn:
        if game.has_target(seat, game.action_in_hand(seat)):
            add_uses_of_action(game, seat, moves)
            return
    add_steps(game, seat, moves)


def add_uses_of_action(game: State, seat: i64, moves: Moves) -> None:
    moves.add(PERFORM)
    points = game.terms.points[game.cards.top(game.held + seat)]
    up = game.up(seat)
    for slot in range(SLOTS):
        if up & BIT[slot] and points_at(game, seat, slot) > points:
            moves.add(place_code(slot, SIDE_OPEN))


def runs_for(game: State, seat: i64, moves: Moves) -> bool:
    """Does a hand run, for this seat? If not, all there may be to do is the host's next hand."""
    if game.stage == HAND_OVER and seat == HOST:
        moves.add(NEXT_HAND)
    return seat < game.seats and game.stage < HAND_OVER


def add_steps(game: State, seat: i64, moves: Moves) -> None:
    """What the phase asks of this seat."""
    stage = game.stage
    if stage == SETUP_FLIP:
        if game.has_to_open(seat):
            add_slots(game.closed, seat, open_code(0), OPEN_UP_SLOT.step, moves)
    elif stage == CLEARING:
        if not game.done & BIT[seat]:
            moves.add(DONE)
    elif seat == game.turn:
        add_turn(game, seat, stage, moves)


def add_turn(game: State, seat: i64, stage: i64, moves: Moves) -> None:
    if stage == CHOOSE:
        if game.cards.size(game.draw) > 0:
            moves.add(DRAW)
        if game.cards.size(game.discard) > 0:
            moves.add(TAKE)
    elif stage == HOLD_DRAWN:
        add_slots(game.lying, seat, PLACE_OPEN, PLACE_SLOT.step, moves)
        add_slots(game.lying, seat, PLACE_CLOSED, PLACE_SLOT.step, moves)
        possible = game.has_target(seat, game.action_in_hand(seat))
        if possible:
            moves.add(PERFORM)
        if not possible or game.terms.allow_discard_action:
            moves.add(DISCARD)
    elif stage == HOLD_TAKEN:
        add_slots(game.lying, seat, PLACE_TAKEN, PLACE_SLOT.step, moves)
    elif stage == LOOK:
        add_slots(game.closed, seat, look_code(0), LOOK_AT_SLOT.step, moves)
        moves.add(SKIP)
    elif stage == LOOKED:
        moves.add(open_code(NO_SLOT))
        moves.add(LEAVE)
    elif stage == PEEK_T:
        add_peeks(game, moves)
    elif stage == SWAP_T:
        add_swaps(game, seat, moves)
    else:
        add_steals(game, seat, moves)


def add_peeks(game: State, moves: Moves) -> None:
    peeks = game.terms.peeks
    for owner in range(game.seats):
        add_slots(game.closed, owner, peeks.code(owner, 0), peeks.slot.step, moves)
    if game.terms.peek_at_draw_pile and game.cards.size(game.draw) > 0:
        moves.add(game.terms.peek_draw)


def add_swaps(game: State, seat: i64, moves: Moves) -> None:
    for mine in range(SLOTS):
        zone = SLOTS * seat + mine
        if game.lying & BIT[zone]:
            add_slots(game.lying & ~BIT[zone], seat, swap_code(mine, 0), SWAP_OTHER.step, moves)


def add_steals(game: State, seat: i64, moves: Moves) -> None:
    steals = game.terms.steals
    for mine in range(SLOTS):
        if game.lying & BIT[SLOTS * seat + mine]:
            for owner in range(game.seats):
                if owner != seat:
                    add_slots(game.lying, owner, steals.code(owner, 0, mine), steals.theirs.step, moves)


def add_slots(slots: i64, seat: i64, code: i64, step: i64, moves: Moves) -> None:
    """One move for each of these slots in the seat's grid: the first slot's code, and how far apart they lie."""
    left = slots >> (SLOTS * seat) & 511
    if moves.as_bits:
        set_slots(left, code, step, moves)
        return
    codes = moves.codes
    listed = moves.count
    while left:
        if left & 1:
            codes[listed] = code
            listed += 1
        code += step
        left >>= 1
    moves.count = listed


def set_slots(slots: i64, code: i64, step: i64, moves: Moves) -> None:
    """The same where moves are a set."""
    if step == 1:
        moves.set_bits(code, slots)
        return
    while slots:
        if slots & 1:
            moves.set_bit(code)
        code += step
        slots >>= 1
