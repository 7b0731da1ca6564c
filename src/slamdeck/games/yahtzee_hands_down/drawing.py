"""Cards go from a hand of Yahtzee Hands Down to the discard pile, and from the draw pile to the hand."""

from __future__ import annotations

from slamdeck.core.native import i64
from slamdeck.games.yahtzee_hands_down.state import State
from slamdeck.games.yahtzee_hands_down.terms import RESHUFFLES


def holds_places(game: State, seat: i64, order: i64) -> bool:
    """Has the hand as many cards as this exchange needs (YH-R26)?"""
    places = game.terms.places[order]
    for i in range(places & 15):
        if (places >> (4 * i + 4)) & 15 >= game.cards.size(seat):
            return False
    return True


def names_foremost(game: State, seat: i64, order: i64) -> bool:
    """Are these places in hand order, of equal cards the foremost? All of `Targets.aims` are."""
    if order >= 32:
        return False
    return (game.aims[seat] >> order) & 1 != 0 or (game.choices_of(seat) >> order) & 1 != 0


def discard_named(game: State, seat: i64, places: i64) -> None:
    """Face up to the discard pile in the order named (YH-15, YH-16).

    Of equal cards the foremost goes, so it is noted first which cards are meant.
    """
    wanted: i64 = 0
    for i in range(places & 15):
        wanted |= game.cards.at(seat, (places >> (4 * i + 4)) & 15) << (8 * i)
    for i in range(places & 15):
        game.cards.move_kind(seat, (wanted >> (8 * i)) & 255, game.discard)


def draw(game: State, seat: i64, number: i64) -> None:
    """From the draw pile, never from the discards (YH-17).

    When it is used up, in the middle of a draw too, the shuffled discard pile becomes the new
    one (YH-51, YH-R25). If even that is not enough, draw what exists (YH-R26).
    """
    cards = game.cards
    there = cards.size(game.draw_pile)
    if number <= there:
        cards.move_tops(game.draw_pile, seat, number)
    else:
        cards.move_tops(game.draw_pile, seat, there)
        cards.gather(game.discard, game.draw_pile)
        if cards.size(game.draw_pile) > 0:
            cards.shuffle(game.draw_pile, game.dice, "reshuffle")
            game.count(RESHUFFLES, 1)
        cards.move_tops(game.draw_pile, seat, min(number - there, cards.size(game.draw_pile)))
    game.judge(seat)
