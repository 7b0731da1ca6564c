"""What a seat can do at a Hands Down table, and for whom the table waits."""

from __future__ import annotations

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import Moves
from slamdeck.games.hands_down.actions import DRAW, FAKE, PASS, SHOUT, SLAP, TOUCH
from slamdeck.games.hands_down.state import State
from slamdeck.games.hands_down.terms import (
    ACTION,
    FAKING,
    PICK,
    RACE,
    TURN_START,
)


def list_legal(game: State, seat: i64, at: i64, moves: Moves) -> None:
    """All that is not rejected, less what would be dropped without effect."""
    moves.count = 0
    if game.over or seat >= game.seats:
        return
    moves.add(SHOUT)
    if seat != game.turn:
        list_rival_moves(game, seat, at, moves)
    elif game.stage == TURN_START:
        list_openings(game, moves)
    elif game.stage == PICK:
        list_backs(game, moves)
    elif game.stage == FAKING or game.stage == ACTION:
        list_turn_moves(game, at, moves)


def list_rival_moves(game: State, seat: i64, at: i64, moves: Moves) -> None:
    """By public facts alone; the same for a slap's wind-up and a fake's: HD-R32."""
    if game.stage == RACE:
        if game.race.missing() & BIT[seat]:
            moves.add(SLAP)
    elif game.stage == PICK:
        return
    elif game.cards.size(seat) > 0 and (game.stage > ACTION or at >= game.shield):
        moves.add(SLAP)
        moves.add(TOUCH)


def list_openings(game: State, moves: Moves) -> None:
    """HD-12, HD-41, HD-43."""
    if game.cards.size(game.drawpile) > 0:
        moves.add(DRAW)
        return
    due = cards_to_take(game)
    first: i64 = 0
    while first < game.seats:
        if due == 1:
            if may_take(game, first, NO_SEAT, due):
                moves.add(game.terms.taking_from(first, NO_SEAT))
        elif first != game.turn:
            for second in range(game.seats):
                if may_take(game, first, second, due):
                    moves.add(game.terms.taking_from(first, second))
        first += 1


def list_backs(game: State, moves: Moves) -> None:
    """HD-R21: one for each card of the hand that is held out."""
    moves.add_run(game.terms.pick, game.cards.size(game.giver))


def may_take(game: State, first: i64, second: i64, due: i64) -> bool:
    """Exactly as many victims as cards can be had, each with enough cards: HD-43, HD-R35."""
    cards = game.cards
    wanted: i64 = 1 if second == NO_SEAT else 2
    if wanted != due or first == game.turn or second == game.turn:
        return False
    if first == second:
        return cards.size(first) >= 2
    return cards.size(first) > 0 and (second == NO_SEAT or cards.size(second) > 0)


def cards_to_take(game: State) -> i64:
    """The owed cards, or all that the rivals hold if that is less: HD-R17, HD-R35."""
    held: i64 = 0
    for seat in range(game.seats):
        if seat != game.turn:
            held += game.cards.size(seat)
    return game.owed if game.owed < held else held


def list_turn_moves(game: State, at: i64, moves: Moves) -> None:
    """HD-R4, HD-R28, HD-R41: any number may be named; without a pair that is a foul (HD-R2)."""
    if game.winding_up():
        moves.add(TOUCH)
        return
    moves.add(PASS)
    if game.cards.size(game.turn) < 2:
        return
    moves.add(TOUCH)
    if may_lift_hand(game, at):
        moves.add(FAKE)
        moves.add_run(SLAP, game.terms.slap_naming + game.terms.numbers - SLAP)


def may_lift_hand(game: State, at: i64) -> bool:
    """HD-R4, HD-R41."""
    shielded = game.stage == ACTION and at < game.shield
    return game.cards.size(game.turn) >= 2 and not shielded


def list_sensible(game: State, seat: i64, at: i64, moves: Moves) -> None:
    """No fouls: cards first, then a pair, a fake or a pass; for rivals only the race.

    A player with a pair waits for the shield to come down.
    """
    moves.count = 0
    if game.stage == RACE:
        if game.race.missing() & BIT[seat]:
            moves.add(SLAP)
    elif game.over or seat != game.turn or game.winding_up():
        return
    elif game.stage == TURN_START:
        list_openings(game, moves)
    elif game.stage == PICK:
        list_backs(game, moves)
    elif may_lift_hand(game, at):
        list_pairs(game, moves)
        moves.add(FAKE)
        moves.add(PASS)
    elif game.pairs_held() == 0:
        moves.add(PASS)


def list_pairs(game: State, moves: Moves) -> None:
    """One slap for each number held twice, by name: HD-R1."""
    held = game.pairs_held()
    rank: i64 = 0
    while held:
        if held & 1:
            moves.add(game.terms.slap_naming + rank)
        held >>= 1
        rank += 1
