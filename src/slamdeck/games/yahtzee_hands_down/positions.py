"""Positions of Yahtzee Hands Down that are given by hand: how their fields are read, what follows from them, what
cannot be."""

from __future__ import annotations

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64
from slamdeck.core.positions import one_of, seat_number, seat_set, whole_number, yes_or_no
from slamdeck.core.problems import CheckFailed
from slamdeck.core.races import NO_SEAT
from slamdeck.core.zones import OPEN
from slamdeck.games.yahtzee_hands_down.combinations import NO_TYPE, NOTHING, TYPES
from slamdeck.games.yahtzee_hands_down.state import State
from slamdeck.games.yahtzee_hands_down.terms import (
    GAME_OVER,
    HAND,
    LAST_CALL,
    NO_COUNT,
    PLAY,
    STAGE_NAMES,
)

# ---- reading ---------------------------------------------------------------------------------------


def begin_position(game: State) -> None:
    """A position by hand begins at time 0, in play, with nobody down and nobody barred."""
    game.reset()


def assume_field(game: State, field: str, value: object) -> None:
    """A field of `truth`; "none" where there is nothing, as in a file."""
    absent = value is None or value == "none"
    if field == "starter":
        game.starter = seat_number(value, game.seats)
    elif field == "turn":
        game.turn = NO_SEAT if absent else seat_number(value, game.seats)
    elif field == "round":
        game.round = whole_number(value)
    elif field == "phase":
        game.stage = one_of(value, STAGE_NAMES)
    elif field == "down":
        assume_down(game, value)
    elif field == "left":
        game.left = NO_COUNT if absent else whole_number(value)
    elif field == "turns":
        game.turns = whole_number(value)
    elif field == "last":
        game.last = NO_SEAT if absent else seat_number(value, game.seats)
    elif field == "waiting":
        game.waiting = seat_set(value, game.seats)
    elif field == "last_reveal" and absent:
        return
    elif field == "last_reveal":
        raise ValueError("is what a reveal leaves behind and cannot be given")
    else:
        raise KeyError(field)


def assume_down(game: State, value: object) -> None:
    """[] or [{seat, type, at, open}]: the second hand ends a round, so there are never two."""
    if value == []:
        return
    if not isinstance(value, list) or len(value) != 1 or not isinstance(value[0], dict):
        raise ValueError("must hold at most one {seat, type, at, open}")
    hand: dict[str, object] = value[0]
    unknown = sorted(set(hand) - {"seat", "type", "at", "open"})
    if unknown:
        raise ValueError(f"unknown key {unknown[0]!r}; there are seat, type, at, open")
    named = hand.get("type", "none")
    game.go_down(
        seat_number(hand.get("seat"), game.seats),
        NO_TYPE if named == "none" else one_of(named, TYPES),
    )
    game.first_at = whole_number(hand.get("at", 0))
    game.first_open = yes_or_no(hand.get("open", False))
    if game.first_open:
        game.cards.turn(game.first, OPEN)


# ---- what follows, and what cannot be --------------------------------------------------------------


def settle(game: State) -> None:
    """Derive the rest, and refuse a position that no game could come to."""
    check_cards(game)
    check_counts(game)
    if game.stage == GAME_OVER:
        raise CheckFailed("given.phase: a position cannot be over before it begins")
    if game.first != NO_SEAT:
        check_laid_hand(game)
    if game.stage == PLAY:
        settle_turn(game)
    elif game.stage == LAST_CALL:
        settle_last_call(game)
    elif game.first != NO_SEAT:
        raise CheckFailed("given.down: after a round has been scored nobody is down")
    if game.stage != PLAY:
        if game.turn != NO_SEAT:
            raise CheckFailed(f"given.turn: nobody is on turn in {game.phase()}")
        wait = game.terms.lastcall_ms if game.stage == LAST_CALL else game.terms.reveal_ms
        game.closes_at = game.now + wait
        game.race.closes_at = game.closes_at
    game.set_deadline()


def check_cards(game: State) -> None:
    """YH-06, YH-35, YH-R26: something is on offer, and hands are short only when there is nothing left to draw."""
    if game.offer == 0:
        raise CheckFailed("given.combos: with no Combo card on offer the game is over")
    left = game.cards.size(game.draw_pile) + game.cards.size(game.discard)
    for seat in range(game.seats):
        if game.cards.size(seat) < HAND and left > 0:
            raise CheckFailed(f"given.hands[{seat}]: has {game.cards.size(seat)} cards, and there are cards to draw")


def check_counts(game: State) -> None:
    """YH-R34, YH-R39."""
    if game.round < 1:
        raise CheckFailed(f"given.round: {game.round} is not 1 or more")
    if not 0 <= game.turns < game.terms.max_turns:
        raise CheckFailed(f"given.turns: {game.turns} is not 0 to {game.terms.max_turns - 1}")
    if game.waiting and not game.terms.foul_waits:
        raise CheckFailed("given.waiting: at this table nobody has to wait after a foul (foul_waits)")
    if game.first != NO_SEAT and game.waiting & BIT[game.first]:
        raise CheckFailed("given.waiting: who is down has not fouled")


def check_laid_hand(game: State) -> None:
    """YH-12, YH-R13, YH-R18: five cards lie there, and one that was turned up by a reveal is genuine."""
    if game.cards.size(game.first) < HAND:
        raise CheckFailed(f"given.down: seat {game.first} has laid {game.cards.size(game.first)} cards, expected five")
    score = game.terms.combinations.score(game.hand_of(game.first), game.offer, game.first_named)
    if game.first_open and score == NOTHING:
        raise CheckFailed("given.down: a hand that was turned up and fits nothing on offer would have been repaired")
    guarded = game.terms.call_guard and score == NOTHING
    if guarded:
        raise CheckFailed("given.down: at this table a hand that fits nothing cannot be called (call_guard)")


def settle_turn(game: State) -> None:
    """YH-10, YH-R1, YH-R19, YH-R23: whoever is not down is on turn, and a count-down has turns left."""
    if game.turn == NO_SEAT:
        game.turn = game.starter
        if game.turn == game.first:
            game.pass_turn(game.turn)
    if game.turn == game.first:
        raise CheckFailed("given.turn: who is down has no turn")
    if game.last != NO_SEAT:
        raise CheckFailed("given.last: only in LAST_CALL it matters who made the last exchange")
    check_count_down(game, 1)


def settle_last_call(game: State) -> None:
    """YH-R20, YH-R23, YH-R37: a count-down has been used up for the one hand that is down."""
    if game.first == NO_SEAT:
        raise CheckFailed("given.phase: LAST_CALL needs a hand that is down")
    if game.terms.turns_to_answer == NO_COUNT or game.terms.lastcall_ms == 0:
        raise CheckFailed("given.phase: at this table there is no LAST_CALL")
    if game.left == game.terms.turns_to_answer:
        game.left = 0
    if game.left != 0:
        raise CheckFailed(f"given.left: {game.left} turns are left, so it is not LAST_CALL")
    if game.last == NO_SEAT:
        game.last = game.seats - 1 if game.first == 0 else game.first - 1
    if game.last == game.first:
        raise CheckFailed("given.last: who is down makes no exchange")


def check_count_down(game: State, fewest: i64) -> None:
    if game.first == NO_SEAT or game.terms.turns_to_answer == NO_COUNT:
        if game.left != NO_COUNT:
            raise CheckFailed("given.left: no count-down runs")
    elif not fewest <= game.left <= game.terms.turns_to_answer:
        raise CheckFailed(f"given.left: {game.left} is not {fewest} to {game.terms.turns_to_answer}")
