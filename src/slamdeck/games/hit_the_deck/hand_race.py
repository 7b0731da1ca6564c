"""Hands on the pile in Hit the Deck: the race after a hit-hand card, and hands that come down for nothing."""

from __future__ import annotations

from slamdeck.core.native import i64
from slamdeck.core.rules import APPLIED, NEVER
from slamdeck.games.hit_the_deck.piles import draw_penalty
from slamdeck.games.hit_the_deck.state import State
from slamdeck.games.hit_the_deck.terms import (
    FAKE_OUT_DRAWS,
    FAKE_OUTS,
    FORGOTTEN,
    LAST_HAND_DRAWS,
    RACE,
    RACES,
)


def start_race(game: State) -> None:
    """A hit-hand card lies on top: the player on turn calls, and everybody's hand goes down.

    HT-21, HT-28, HT-40, HT-41, HT-R13, HT-R21 (the caller's too), HT-R22 (even before a call).
    """
    game.open_race(game.now)


def stray_hand(game: State, seat: i64) -> i64:
    """A hand on the pile without a race is a fake-out, unless it bounced or is still there from the last race.

    HT-46, HT-R26, HT-R28, HT-R45.
    """
    if game.now - game.settled_at < game.terms.settle_ms:
        return game.ignored("HT-R26", "hands are just leaving the pile; no harm done")
    if game.now - game.punished_at[seat] < game.terms.debounce_ms:
        return game.ignored("HT-R28", "that was the same slap again: you pay once")
    return fake_out(game, seat)


def fake_out(game: State, seat: i64) -> i64:
    """Two cards for a hand on the pile without a hit-hand card; nothing else changes: HT-46, HT-47, HT-R26."""
    game.punished_at[seat] = game.now
    game.count(FAKE_OUTS, 1)
    game.tell("fake_out", "HT-46", seat, draw_penalty(game, seat, FAKE_OUT_DRAWS))
    return game.foul("HT-46", "no hand card lies on top: only then all hands go down")


def call_phrase(game: State, seat: i64) -> i64:
    """The phrase: HT-40, HT-R23. From others, or when no duty exists, it is a bluff: HT-R25."""
    if game.stage == RACE and seat == game.turn:
        game.called = True
        game.tell("call", "HT-40", seat, 0)
    else:
        game.bluffed_in = game.turns
        game.bluffer = seat
        game.tell("bluff", "HT-R25", seat, 0)
    return APPLIED


def settle_race(game: State) -> None:
    """The last hand draws four, or a caller who forgot to call: HT-42, HT-45, HT-R23, HT-R24."""
    caller = game.turn
    game.race.close()
    game.count(RACES, 1)
    tell_hands(game)
    if game.called:
        loser = game.race.slowest(caller, game.dir, game.seats)
        game.tell("last", "HT-42", loser, draw_penalty(game, loser, LAST_HAND_DRAWS))
    else:
        game.count(FORGOTTEN, 1)
        game.tell("forgot", "HT-45", caller, draw_penalty(game, caller, LAST_HAND_DRAWS))
    game.settled_at = game.now
    game.deadline = NEVER
    game.stuck = 0


def tell_hands(game: State) -> None:
    """Who was where on the pile. Hands are told only now, when they no longer help anybody."""
    if game.cards.watched:
        for place, seat in enumerate(game.race.hands()):
            game.tell("hand", "HT-41", seat, place + 1)
