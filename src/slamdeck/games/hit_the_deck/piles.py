"""The two piles of Hit the Deck in the hand: drawing, making a new pile, cutting, flipping, burying."""

from __future__ import annotations

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64
from slamdeck.core.rules import NO_CARD
from slamdeck.games.hit_the_deck.state import State
from slamdeck.games.hit_the_deck.terms import ABOUT_HALF, CUTS, FLIP, FLIPS, HAND, RESHUFFLES


def turn_up_start_card(game: State) -> i64:
    """The top card starts the discard pile; a hit-hand card goes back inside the draw pile.

    HT-07, HT-09, HT-R4 (as often as it takes), HT-R5 (how deep).
    """
    cards = game.cards
    card = cards.move_top(game.pile, game.discard)
    while game.effect(card) == HAND:
        others = cards.size(game.pile)
        above = max(others // 2, lying_on_other(game, game.pile, HAND) + 1)
        cards.insert(game.discard, 0, game.pile, others - above)
        card = cards.move_top(game.pile, game.discard)
    return card


def lying_on_other(game: State, zone: i64, effect: i64) -> i64:
    """How many cards lie on the uppermost one of another sort; all of them if there is none."""
    n = game.cards.size(zone)
    i = n - 1
    while i >= 0 and game.effect(game.cards.at(zone, i)) == effect:
        i -= 1
    return n - 1 - i


# ---- the draw pile ---------------------------------------------------------------------------


def draw_card(game: State, seat: i64) -> i64:
    """A card from the pile, or NO_CARD. A pile that this empties is made anew at once: HT-48, HT-R17."""
    cards = game.cards
    game.unmatched &= ~(255 * BIT[8 * seat])
    if cards.size(game.pile) == 0 and not reshuffle(game):
        return NO_CARD
    card = cards.move_top(game.pile, seat)
    if cards.size(game.pile) == 0:
        reshuffle(game)
    return card


def reshuffle(game: State) -> bool:
    """All discards but the top one become the new draw pile, if there are any: HT-48, HT-R17."""
    if game.cards.size(game.discard) < 2:
        return False
    game.cards.move_all_but_top(game.discard, game.pile)
    game.cards.shuffle(game.pile, game.dice, "reshuffle")
    game.count(RESHUFFLES, 1)
    return True


def draw_penalty(game: State, seat: i64, owed: i64) -> i64:
    """As many as there are; the rest is waived: HT-R18. Returns how many came."""
    came: i64 = 0
    while came < owed and draw_card(game, seat) != NO_CARD:
        came += 1
    return came


# ---- cut -------------------------------------------------------------------------------------


def lift_about_half(game: State, lifted: i64) -> i64:
    """The lowest card of the lifted packet goes on the discard pile; NO_CARD if there is none to lift.

    HT-17, HT-R9, HT-R16, HT-R17.
    """
    cards = game.cards
    if cards.size(game.pile) == 0:
        reshuffle(game)
    n = cards.size(game.pile)
    game.count(CUTS, 1)
    if n == 0:
        game.tell("cut", "HT-R16", game.turn, 0)
        return NO_CARD
    lifted = near_half(lifted, n)
    card = cards.move_at(game.pile, n - lifted, game.discard)
    game.tell("cut", "HT-17", game.turn, lifted)
    if n == 1:
        reshuffle(game)
    return card


def cards_to_cut(game: State) -> i64:
    """The size of the draw pile, made anew first if it is empty (HT-R16)."""
    n = game.cards.size(game.pile)
    return n if n > 0 else game.cards.size(game.discard) - 1


def near_half(lifted: i64, n: i64) -> i64:
    """HT-R9: half, rounded up, give or take an eighth; any other number means the nearest of these."""
    half = (n + 1) // 2
    if lifted == ABOUT_HALF:
        return half
    return max(half - n // 8, min(half + n // 8, lifted))


# ---- flip ------------------------------------------------------------------------------------


def turn_piles_over(game: State) -> bool:
    """Both piles are turned upside down and trade roles; False if the new top binds nobody.

    HT-22, HT-R15: without a draw pile all stays as it is. HT-R39: former discards come up oldest first, as anybody
    could remember.
    """
    cards = game.cards
    game.count(FLIPS, 1)
    if cards.size(game.pile) == 0 and not reshuffle(game):
        return False
    cards.trade_over(game.pile, game.discard)
    return bury_flips(game)


def bury_flips(game: State) -> bool:
    """A Flip that a flip exposes slides into its pile; False if there are only Flips. HT-27, HT-R5, HT-R14."""
    cards = game.cards
    n = cards.size(game.discard)
    while game.effect(cards.top(game.discard)) == FLIP:
        flips = lying_on_other(game, game.discard, FLIP)
        if flips == n:
            return False
        cards.bury_top(game.discard, max((n - 1) // 2, flips))
    return True
