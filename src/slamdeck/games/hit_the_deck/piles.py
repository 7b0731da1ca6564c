"""The two piles of Hit the Deck in the hand: drawing, making a new pile, cutting, flipping, burying."""

from __future__ import annotations

from slamdeck.core.native import i64, mypyc_attr
from slamdeck.core.rules import NO_CARD
from slamdeck.games.hit_the_deck.state import State
from slamdeck.games.hit_the_deck.terms import ABOUT_HALF, CUTS, FLIP, FLIPS, HAND, RESHUFFLES


@mypyc_attr(acyclic=True)
class Piles(State):
    """What hands do to the piles; whose turn it is and what follows is said in the rules."""

    def turn_up_start_card(self) -> i64:
        """The top card starts the discard pile; a hit-hand card goes back inside the draw pile.

        HT-07, HT-09, HT-R4 (as often as it takes), HT-R5 (how deep).
        """
        cards = self.cards
        card = cards.move_top(self.pile, self.discard)
        while self.effect(card) == HAND:
            others = cards.size(self.pile)
            above = max(others // 2, self.lying_on_other(self.pile, HAND) + 1)
            cards.insert(self.discard, 0, self.pile, others - above)
            card = cards.move_top(self.pile, self.discard)
        return card

    def lying_on_other(self, zone: i64, effect: i64) -> i64:
        """How many cards lie on the uppermost one of another sort; all of them if there is none."""
        n = self.cards.size(zone)
        i = n - 1
        while i >= 0 and self.effect(self.cards.at(zone, i)) == effect:
            i -= 1
        return n - 1 - i

    # ---- the draw pile ---------------------------------------------------------------------------

    def draw_card(self, seat: i64) -> i64:
        """A card from the pile, or NO_CARD. A pile that this empties is made anew at once: HT-48, HT-R17."""
        cards = self.cards
        self.unmatched &= ~(255 << (8 * seat))
        if cards.size(self.pile) == 0 and not self.reshuffle():
            return NO_CARD
        card = cards.move_top(self.pile, seat)
        if cards.size(self.pile) == 0:
            self.reshuffle()
        return card

    def reshuffle(self) -> bool:
        """All discards but the top one become the new draw pile, if there are any: HT-48, HT-R17."""
        if self.cards.size(self.discard) < 2:
            return False
        self.cards.move_all_but_top(self.discard, self.pile)
        self.cards.shuffle(self.pile, self.dice, "reshuffle")
        self.count(RESHUFFLES, 1)
        return True

    def draw_penalty(self, seat: i64, owed: i64) -> i64:
        """As many as there are; the rest is waived: HT-R18. Returns how many came."""
        came: i64 = 0
        while came < owed and self.draw_card(seat) != NO_CARD:
            came += 1
        return came

    # ---- cut -------------------------------------------------------------------------------------

    def lift_about_half(self, lifted: i64) -> i64:
        """The lowest card of the lifted packet goes on the discard pile; NO_CARD if there is none to lift.

        HT-17, HT-R9, HT-R16, HT-R17.
        """
        cards = self.cards
        if cards.size(self.pile) == 0:
            self.reshuffle()
        n = cards.size(self.pile)
        self.count(CUTS, 1)
        if n == 0:
            self.tell("cut", "HT-R16", self.turn, 0)
            return NO_CARD
        lifted = self.near_half(lifted, n)
        card = cards.move_at(self.pile, n - lifted, self.discard)
        self.tell("cut", "HT-17", self.turn, lifted)
        if n == 1:
            self.reshuffle()
        return card

    def cards_to_cut(self) -> i64:
        """The size of the draw pile, made anew first if it is empty (HT-R16)."""
        n = self.cards.size(self.pile)
        return n if n > 0 else self.cards.size(self.discard) - 1

    def near_half(self, lifted: i64, n: i64) -> i64:
        """HT-R9: half, rounded up, give or take an eighth; any other number means the nearest of these."""
        half = (n + 1) // 2
        if lifted == ABOUT_HALF:
            return half
        return max(half - n // 8, min(half + n // 8, lifted))

    # ---- flip ------------------------------------------------------------------------------------

    def turn_piles_over(self) -> bool:
        """Both piles are turned upside down and trade roles; False if the new top binds nobody.

        HT-22, HT-R15: without a draw pile all stays as it is. HT-R39: former discards come up oldest first, as anybody
        could remember.
        """
        cards = self.cards
        self.count(FLIPS, 1)
        if cards.size(self.pile) == 0 and not self.reshuffle():
            return False
        cards.trade_over(self.pile, self.discard)
        return self.bury_flips()

    def bury_flips(self) -> bool:
        """A Flip that a flip exposes slides into its pile; False if there are only Flips. HT-27, HT-R5, HT-R14."""
        cards = self.cards
        n = cards.size(self.discard)
        while self.effect(cards.top(self.discard)) == FLIP:
            flips = self.lying_on_other(self.discard, FLIP)
            if flips == n:
                return False
            cards.bury_top(self.discard, max((n - 1) // 2, flips))
        return True
