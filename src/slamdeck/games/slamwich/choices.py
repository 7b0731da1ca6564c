"""What can be done in a position of Slamwich, and whom it waits for. Nothing here changes the game."""

from __future__ import annotations

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import Moves
from slamdeck.games.slamwich.actions import SLAP, SLAP_YELL, TOSS, YELL
from slamdeck.games.slamwich.state import State
from slamdeck.games.slamwich.terms import PATTERN, THIEF


def list_legal(game: State, seat: i64, at: i64, moves: Moves) -> None:
    """Anybody may slap or shout at any card, so the list never tells what to slap (SW-16)."""
    moves.count = 0
    if game.over or seat >= game.seats or not game.may_slap() & BIT[seat]:
        return
    if may_toss(game, seat, at):
        moves.add(TOSS)
    moves.add(SLAP)
    moves.add(YELL)
    moves.add(SLAP_YELL)


def list_sensible(game: State, seat: i64, at: i64, moves: Moves) -> None:
    """What has an effect and costs nothing: a toss in turn, a slap or a shout that may win."""
    moves.count = 0
    if game.holder != NO_SEAT:
        if game.grace_over or seat == game.holder or not game.shouted & BIT[seat]:
            moves.add(YELL)
        return
    if may_toss(game, seat, at):
        moves.add(TOSS)
    if game.live == PATTERN:
        moves.add(SLAP)
    elif game.live == THIEF:
        moves.add(SLAP)
        moves.add(SLAP_YELL)


def may_toss(game: State, seat: i64, at: i64) -> bool:
    """The same questions as in `try_toss`: SW-10, SW-R18, SW-R22, SW-R27."""
    return (
        seat == game.turn
        and game.holder == NO_SEAT
        and not game.closing
        and at - game.tossed_at >= game.terms.min_toss_ms
    )
