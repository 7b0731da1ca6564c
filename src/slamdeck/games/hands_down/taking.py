"""How cards come to the turn player of Hands Down: drawn, taken by chance, or picked by their backs."""

from __future__ import annotations

from slamdeck.core.native import i64
from slamdeck.core.races import NO_SEAT
from slamdeck.games.hands_down.ending import end_if_all_played
from slamdeck.games.hands_down.state import State
from slamdeck.games.hands_down.terms import PICK, TURN_START


def draw_owed(game: State) -> None:
    """Top card first; if the Joker was all that was missing, this is the end.

    HD-12, HD-R15, HD-R19, HD-R35, HD-R36.
    """
    while game.owed > 0 and game.cards.size(game.drawpile) > 0:
        game.cards.move_top(game.drawpile, game.turn)
        game.owed -= 1
    if not end_if_all_played(game):
        game.open_for_action()


def receive_all_owed(game: State) -> None:
    """An idle player's cards come at once: drawn, then taken from whoever has most (HD-R40)."""
    if game.cards.size(game.drawpile) > 0:
        draw_owed(game)
    while game.stage == TURN_START:
        game.owed -= 1
        take_card(game, richest_rival(game))
        game.open_for_action()


def richest_rival(game: State) -> i64:
    """Most cards at this moment, the nearest to the left on equality: HD-R40."""
    richest = game.left_of(game.turn)
    seat = game.left_of(richest)
    while seat != game.turn:
        if game.cards.size(seat) > game.cards.size(richest):
            richest = seat
        seat = game.left_of(seat)
    return richest


def take_card(game: State, giver: i64) -> None:
    """One card, unseen and at random, goes to the end of the turn player's hand.

    HD-26, HD-R20 (also the Joker), HD-R21, HD-R32, HD-R36.
    """
    game.dice.label("pick")
    pick = game.dice.pick(game.cards.size(giver))
    game.cards.take_unseen(giver, pick, game.turn)


def give_card(game: State, taker: i64) -> None:
    """One card of the turn player's, unseen and at random, goes to a rival (HD-R2, where the house has it so)."""
    game.dice.label("pick")
    pick = game.dice.pick(game.cards.size(game.turn))
    game.cards.take_unseen(game.turn, pick, taker)


# ---- picking a back ------------------------------------------------------------------------------


def hold_out(game: State, giver: i64, next_giver: i64) -> None:
    """A hand is held out with its backs up, and after it perhaps another: HD-26, HD-41, HD-43, HD-R21."""
    game.stage = PICK
    game.since = game.now
    game.giver = giver
    game.next_giver = next_giver
    game.tell("picking", "HD-R21", giver, 0)


def receive(game: State, back: i64) -> None:
    """The card behind that back; the hand was mixed, so that no memory of its order helps (HD-R21, HD-R36).

    Then the next hand is held out, or the turn goes on where it was.
    """
    game.dice.label("pick")
    size = game.cards.size(game.giver)
    game.cards.take_unseen(game.giver, (game.dice.pick(size) + back) % size, game.turn)
    opening = game.owed > 0
    if opening:
        game.owed -= 1
    if game.next_giver != NO_SEAT:
        hold_out(game, game.next_giver, NO_SEAT)
        return
    game.giver = NO_SEAT
    if end_if_all_played(game):
        return
    if opening:
        game.stage = TURN_START
        game.open_for_action()
    else:
        game.back_to_action()
