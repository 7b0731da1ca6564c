"""What can be done in a position of Hit the Deck, and whom it waits for. Nothing here changes the game."""

from __future__ import annotations

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64
from slamdeck.core.rules import Moves
from slamdeck.core.zones import HOST
from slamdeck.games.hit_the_deck.piles import cards_to_cut
from slamdeck.games.hit_the_deck.state import State
from slamdeck.games.hit_the_deck.terms import DUTY_CUT, DUTY_FLIP, HAND_OVER, MUST_PLAY, RACE


def list_legal(game: State, seat: i64, at: i64, moves: Moves) -> None:
    """Every move that would not be rejected; a bluff or a wrong hand always is one.

    HT-R25, HT-R26. Where the house lets cards be held back, a draw is one, too (HT-R6).
    """
    moves.count = 0
    if seat == HOST:
        if game.stage == HAND_OVER:
            moves.add(game.terms.next_hand)
        return
    if game.stage >= HAND_OVER or seat >= game.seats:
        return
    if game.stage != RACE:
        add_turn_moves(game, seat, moves)
        if seat == game.turn and game.may_hold_back() and game.first_that_fits(seat) >= 0:
            moves.add(game.terms.draw)
        if game.stage == DUTY_CUT and seat == game.turn:
            add_exact_cuts(game, moves)
    if game.stage != RACE or not game.race.down & BIT[seat]:
        moves.add(game.terms.slap)
    moves.add(game.terms.call)


def list_sensible(game: State, seat: i64, at: i64, moves: Moves) -> None:
    """Nobody in earnest holds back what fits (HT-R6): cards in hand are points."""
    moves.count = 0
    if game.stage < RACE:
        add_turn_moves(game, seat, moves)
    elif game.stage == RACE:
        if not game.race.down & BIT[seat]:
            moves.add(game.terms.slap)
        if seat == game.turn and not game.called:
            moves.add(game.terms.call)
    elif game.stage == HAND_OVER and seat == HOST:
        moves.add(game.terms.next_hand)


def add_turn_moves(game: State, seat: i64, moves: Moves) -> None:
    """What the player on turn must choose from: HT-12, HT-14, HT-17, HT-22, HT-R6."""
    if seat != game.turn:
        return
    if game.stage <= MUST_PLAY:
        if moves.as_bits:
            moves.set_bits(0, game.cards.kinds(seat) & game.allowed)
        else:
            moves.count = game.cards.list_kinds(seat, game.allowed, moves.codes)
        if moves.count == 0:
            moves.add(game.terms.draw)
    elif game.stage == DUTY_CUT:
        moves.add(game.terms.cut)
    elif game.stage == DUTY_FLIP:
        moves.add(game.terms.flip)


def add_exact_cuts(game: State, moves: Moves) -> None:
    """Each number of cards that HT-R9 lets the player lift."""
    n = cards_to_cut(game)
    if n == 0:
        return
    half = (n + 1) // 2
    lifted = half - n // 8
    while lifted <= half + n // 8:
        moves.add(game.terms.exact_cut + lifted)
        lifted += 1
