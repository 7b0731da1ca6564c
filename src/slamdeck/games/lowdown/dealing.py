"""How a hand of Lowdown begins: nine closed cards each, and two of them opened blindly."""

from __future__ import annotations

from slamdeck.core.bits import ALL_BELOW, BIT
from slamdeck.core.native import i64
from slamdeck.games.lowdown.glances import NO_GLANCES
from slamdeck.games.lowdown.grids import turn_up
from slamdeck.games.lowdown.lines import SLOTS
from slamdeck.games.lowdown.state import State
from slamdeck.games.lowdown.terms import CHOOSE, HANDS, SETUP_FLIP


def deal_hand(game: State, starter: i64) -> None:
    """Shuffle, nine closed cards each, seat by seat, and one card to open the discard pile.

    LD-02, LD-03, LD-04, LD-06, LD-07, LD-55, LD-R32; whatever the first discard is, it is only a discard (LD-R29).
    """
    game.hand += 1
    game.turns = 0
    game.starter = starter
    game.turn = starter
    game.done = 0
    game.glances = NO_GLANCES
    cards = game.cards
    game.lay_out_deck(game.draw, game.deck.cards)
    cards.shuffle(game.draw, game.dice, "deal")
    for zone in range(game.held):
        cards.move_top(game.draw, zone)
    cards.move_top(game.draw, game.discard)
    game.lying = ALL_BELOW[game.held]
    game.closed = game.lying
    game.lines = 0
    game.count(HANDS, 1)
    game.tell("hand", "LD-08" if game.hand == 1 else "LD-56", starter, game.hand)
    game.enter(SETUP_FLIP)


def begin_when_all_have_opened(game: State) -> None:
    """LD-R3: the hand starts when all have two open cards."""
    for seat in range(game.seats):
        if game.has_to_open(seat):
            return
    game.enter(CHOOSE)


def open_for_the_slow(game: State) -> None:
    """LD-R3: time is up, and chance opens what is missing, seat by seat."""
    for seat in range(game.seats):
        while game.has_to_open(seat):
            turn_up(game, any_closed(game, seat))
    game.enter(CHOOSE)


def any_closed(game: State, seat: i64) -> i64:
    """One of the closed cards of a grid, by chance; they are counted in rising order."""
    choices: i64 = 0
    for slot in range(SLOTS):
        choices += game.closed >> (SLOTS * seat + slot) & 1
    game.dice.label("pick")
    chosen = game.dice.pick(choices)
    zone = SLOTS * seat
    while chosen > 0 or not game.closed & BIT[zone]:
        chosen -= game.closed >> zone & 1
        zone += 1
    return zone
