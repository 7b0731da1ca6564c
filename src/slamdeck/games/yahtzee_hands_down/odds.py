"""How likely a hand is to become something: what a Yahtzee Hands Down player who counts cards works out.

Everything rests on the cards that the seat has not seen. They may lie in the draw pile or in other hands; a card drawn
is any of them, all alike.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64, vec
from slamdeck.games.yahtzee_hands_down.combinations import FULL, with_card
from slamdeck.games.yahtzee_hands_down.rules import YahtzeeHandsDown
from slamdeck.games.yahtzee_hands_down.targets import CARDS_IN, OF_SIZE, WINDOW
from slamdeck.games.yahtzee_hands_down.terms import HAND, Terms

FACES: Final[i64] = 18
FARTHEST: Final[i64] = 8  # turns ahead; later ones hardly matter any more
COPIES: Final = vec[i64]([3, 0, 0, 4, 0, 5])  # cards alike for each type; 0 for other types
LENGTH: Final = vec[i64]([0, 4, 0, 0, 5, 0])  # of a straight


@final
class Odds:
    """One player's account of the cards that may still come."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.kinds: i64 = i64(len(terms.deck.kinds))
        self.unseen: vec[i64] = vec[i64]([0] * len(terms.deck.kinds))
        self.hidden: i64 = 0
        self.outs: vec[i64] = vec[i64]([0] * 18)  # unseen cards that can show each face
        self.lacking: vec[float] = vec[float]([0.0] * 6)  # how likely so many cards are still missing
        self.drawing: vec[float] = vec[float]([0.0] * 6)  # the same within one turn
        self.turns: i64 = FARTHEST  # that are left to this seat, at most
        self.patience = 0.5  # the chance that the round (or the hand) lasts until the next turn

    def take_stock(self, world: YahtzeeHandsDown, seat: i64) -> None:
        """Count what this seat has not seen; the discards count too when they are about to be shuffled (YH-51)."""
        for kind in range(self.kinds):
            self.unseen[kind] = 0
        self.hidden = 0
        cards = world.cards
        for zone in range(world.draw_pile + 1):
            for i in range(cards.size(zone)):
                if not cards.knows(seat, zone, i):
                    self.unseen[cards.at(zone, i)] += 1
                    self.hidden += 1
        if cards.size(world.draw_pile) < HAND:
            for i in range(cards.size(world.discard)):
                self.unseen[cards.at(world.discard, i)] += 1
                self.hidden += 1
        self.count_outs()

    def count_outs(self) -> None:
        faces = self.terms.combinations.faces
        for face in range(FACES):
            self.outs[face] = 0
        for kind in range(self.kinds):
            if self.unseen[kind] and faces[kind]:
                for face in range(FACES):
                    if faces[kind] & BIT[face]:
                        self.outs[face] += self.unseen[kind]

    # ---- the chance of each type ---------------------------------------------------------------

    def chance_of(self, hand: i64, kept: i64, combo: i64) -> float:
        """The chance to get this type in time, keeping those places; `hand` has blanks at the others."""
        free = HAND - i64(CARDS_IN[kept])
        if COPIES[combo]:
            return self.chance_of_a_kind(hand, COPIES[combo], free)
        if combo == FULL:
            return self.chance_of_full_house(hand, free)
        return self.chance_of_straight(hand, LENGTH[combo], free)

    def chance_of_a_kind(self, hand: i64, copies: i64, free: i64) -> float:
        """Go for the face that most cards can show; of equals the one with most cards to come."""
        shown = self.terms.combinations.shown(hand)
        most: i64 = 0
        outs: i64 = 0
        for face in range(FACES):
            here = (shown >> (3 * face)) & 7
            if here > most or (here == most and self.outs[face] > outs):
                most = here
                outs = self.outs[face]
        return self.in_time(copies, copies - most, free, outs, False)

    def chance_of_full_house(self, hand: i64, free: i64) -> float:
        """Three of the face that most cards can show, two of whatever face the others can show."""
        targets = self.terms.targets
        missing: i64 = HAND + 1
        outs: i64 = 0
        for face in range(FACES):
            three = targets.showing(hand, face)
            if i64(CARDS_IN[three]) < 2:
                continue
            for other in range(FACES):
                two = targets.showing(hand, other)
                lacking = HAND - covered(three, two)
                if lacking > missing or not two:
                    continue
                coming = self.outs_for_full_house(three, two, face, other)
                if lacking < missing or coming > outs:
                    missing = lacking
                    outs = coming
        if missing > HAND:
            return 0.0
        return self.in_time(HAND, missing, free, outs, True)

    def outs_for_full_house(self, three: i64, two: i64, face: i64, other: i64) -> i64:
        found: i64 = 0
        if i64(CARDS_IN[three]) < 3:
            found += self.outs[face]
        if i64(CARDS_IN[two & ~three]) < 2:
            found += self.outs[other]
        return found

    def chance_of_straight(self, hand: i64, length: i64, free: i64) -> float:
        """Go for the straight that most cards fit into; of equals the one with most cards to come."""
        targets = self.terms.targets
        most: i64 = 0
        outs: i64 = 0
        for color in range(3):
            for start in range(7 - length):
                lowest = 6 * color + start
                if targets.touching(hand, WINDOW[length] << lowest) < max(most, 1):
                    continue
                fitting = i64(CARDS_IN[targets.fitting(hand, lowest, length)])
                if fitting >= most:
                    coming = self.outs_for_straight(hand, lowest, length, fitting)
                    if fitting > most or coming > outs:
                        most = fitting
                        outs = coming
        if most == 0:
            return 0.0
        return self.in_time(length, length - most, free, outs, True)

    def outs_for_straight(self, hand: i64, lowest: i64, length: i64, fitting: i64) -> i64:
        """The unseen cards that would add a number to the straight."""
        faces = self.terms.combinations.faces
        numbers = WINDOW[length]
        sets: i64 = 1
        for place in range(HAND):
            sets = with_card(sets, (faces[(hand >> (8 * place)) & 255] >> lowest) & numbers)
        found: i64 = 0
        for kind in range(self.kinds):
            if self.unseen[kind]:
                card = (faces[kind] >> lowest) & numbers
                if card and with_card(sets, card) & OF_SIZE[fitting + 1]:
                    found += self.unseen[kind]
        return found

    # ---- drawing -------------------------------------------------------------------------------

    def in_time(self, cards: i64, missing: i64, free: i64, outs: i64, spread: bool) -> float:
        """The chance that the missing ones out of so many cards come, later turns counting less and less.

        This turn draws `free` cards, later ones everything that is of no use. Each card drawn is one of the `outs`;
        where they are spread over different numbers, every one that has come leaves fewer.
        """
        if missing <= 0:
            return 1.0
        if outs == 0 or self.hidden == 0:
            return 0.0
        hit = min(1.0, float(outs) / float(self.hidden))
        lacking = self.lacking
        for lack in range(missing):
            lacking[lack] = 0.0
        lacking[missing] = 1.0
        worth = 1.0
        total = 0.0
        done = 0.0
        for turn in range(self.turns):
            for lack in range(1, missing + 1):
                draws = HAND - cards + lack
                if turn == 0:
                    draws = free
                self.draw(lack, draws, hit, missing if spread else 0)
            total += worth * (lacking[0] - done)
            done = lacking[0]
            worth *= self.patience
        return total

    def draw(self, lack: i64, draws: i64, hit: float, spread_over: i64) -> None:
        """One turn of somebody who lacks that many cards, for as likely as that is."""
        lacking = self.lacking
        drawing = self.drawing
        for left in range(lack):
            drawing[left] = 0.0
        drawing[lack] = lacking[lack]
        lacking[lack] = 0.0
        for _ in range(draws):
            for left in range(1, lack + 1):
                share = hit
                if spread_over:
                    share = hit * float(left) / float(spread_over)
                moved = drawing[left] * share
                drawing[left] -= moved
                drawing[left - 1] += moved
        for left in range(lack + 1):
            lacking[left] += drawing[left]


def covered(three: i64, two: i64) -> i64:
    """How many of these places make up a full house, three of one face at most and two of the other."""
    only_three = min(i64(CARDS_IN[three & ~two]), 3)
    only_two = min(i64(CARDS_IN[two & ~three]), 2)
    return only_three + only_two + min(i64(CARDS_IN[three & two]), HAND - only_three - only_two)
