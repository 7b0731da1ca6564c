"""What to keep of a hand that fits nothing yet: the cards that are part of something on offer.

Places of the hand are bits 0 to 4. A set of exchanges is one integer: bit s stands for exchanging exactly the places s.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, final

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64, u8, vec
from slamdeck.games.yahtzee_hands_down.combinations import (
    BESIDE_THREE,
    FOURS,
    FULL_SET,
    LARGE_SET,
    ONES,
    PAIRS,
    SMALL_SET,
    STRAIGHTS,
    Combinations,
    alike_faces,
    makes_of_a_kind,
    matching,
    sharing,
    with_card,
)
from slamdeck.games.yahtzee_hands_down.straights import LARGE_AT, LARGE_COMPLETE, MADE, SMALL_AT, SMALL_COMPLETE

ALL_PLACES: Final[i64] = 31
READY: Final[i64] = 1 << 32  # beside the sets of places: no exchange at all, the hand fits something
NOT_ASKED: Final[i64] = 1 << 33  # likewise: it fits nothing, and nobody has asked yet what leads somewhere
OF_A_KIND: Final[i64] = 0b101001  # three, four and five of a kind

CARDS_IN: Final = vec[u8]([bin(places).count("1") for places in range(32)])

WINDOW: Final = vec[i64]([(1 << length) - 1 for length in range(6)])  # so many neighbouring numbers
# Of sets of such numbers, bit s for the set s: those of that size (six of five do not exist).
OF_SIZE: Final = vec[i64]([sum(1 << s for s in range(32) if bin(s).count("1") == n) for n in range(7)])


def spares(pairs: int) -> int:
    """The places that may go so that the other four are two pairs; `pairs` has a bit for each pair that matches."""
    found = 0
    for one, two in combinations([PAIRS[i] for i in range(10) if pairs >> i & 1], 2):
        if not set(one) & set(two):
            found |= 31 & ~sum(1 << place for place in one + two)
    return found


ONE_OF: Final = [sum(1 << (1 << p) for p in range(5) if places >> p & 1) for places in range(32)]
SPARES: Final = vec[i64]([spares(pairs) for pairs in range(1024)])
ONE_SPARE: Final = vec[i64](ONE_OF)

# While no three cards are alike, the pairs that match say everything. Of a kind: keep any of them, or any one card.
KEEP_A_PAIR: Final = vec[i64](
    [
        sum(1 << (31 & ~(1 << one | 1 << two)) for i, (one, two) in enumerate(PAIRS) if pairs >> i & 1)
        or sum(1 << (31 & ~(1 << place)) for place in range(5))
        for pairs in range(1024)
    ]
)
# Full house: exchange the card beside two pairs, otherwise as above.
KEEP_TWO_PAIRS: Final = vec[i64]([ONE_OF[SPARES[pairs]] or KEEP_A_PAIR[pairs] for pairs in range(1024)])


@final
class Targets:
    """Exchanges that lead somewhere, for any deck."""

    def __init__(self, judge: Combinations) -> None:
        self.judge = judge
        self.faces: vec[i64] = judge.faces
        self.counters: vec[i64] = judge.counters

    def aims(self, hand: i64, offer: i64) -> i64:
        """READY if the hand makes something on offer; otherwise the exchanges that lead there.

        Of equal cards the foremost goes, or all: only the pair of a full house could be broken up, and that hand is
        READY.
        """
        return self.leading(hand, offer, offer)

    def exchanges(self, hand: i64, offer: i64) -> i64:
        """The exchanges that lead to something on offer, even if the hand is something already."""
        return self.leading(hand, offer, 0)

    def leading(self, hand: i64, offer: i64, enough: i64) -> i64:
        """For every type on offer: keep the most cards that can be part of it together, exchange the others.

        READY if the hand makes one of the types that are enough.
        """
        found: i64 = 0
        if offer & ~STRAIGHTS:
            found = self.towards_alike(hand, offer, enough)
            if found == READY:
                return READY
        if offer & STRAIGHTS:
            straights = self.towards_straights(hand, offer, enough)
            if straights == READY:
                return READY
            found |= straights
        return found

    # ---- of a kind, full house -----------------------------------------------------------------

    def towards_alike(self, hand: i64, offer: i64, enough: i64) -> i64:
        """Of a kind, or a full house: keep what is alike. Nothing is enough that is not on offer."""
        counters = self.counters
        one = counters[hand & 255]
        two = counters[(hand >> 8) & 255]
        three = counters[(hand >> 16) & 255]
        four = counters[(hand >> 24) & 255]
        five = counters[(hand >> 32) & 255]
        shown = one + two + three + four + five
        if not (shown + ONES) & FOURS:
            return keeping_pairs(matching(one, two, three, four, five), offer)
        if makes_of_a_kind(shown, enough):
            return READY
        most = faces_shown_most(shown)
        found: i64 = 0
        if not offer & FULL_SET:
            while most:
                found |= BIT[ALL_PLACES & ~sharing(one, two, three, four, five, most & -most)]
                most &= most - 1
            return found
        pairs = matching(one, two, three, four, five)
        alike = alike_faces(shown, 3)
        others: i64 = 0
        while alike:
            face = alike & -alike
            alike -= face
            places = sharing(one, two, three, four, five, face)
            if enough & FULL_SET and pairs & BESIDE_THREE[places]:
                return READY
            if most & face:
                found |= BIT[ALL_PLACES & ~places]
                others |= ALL_PLACES & ~places
        if not offer & OF_A_KIND:
            found = 0
        return found | ONE_SPARE[others | SPARES[pairs]]  # one of the others, or the card beside two pairs

    def keeping_alike(self, hand: i64, alike: i64) -> i64:
        """Keep the cards that can show one face: any of the faces that most of them can show."""
        found: i64 = 0
        while alike:
            found |= BIT[ALL_PLACES & ~self.judge.places_showing(hand, alike & -alike)]
            alike &= alike - 1
        return found

    def showing(self, hand: i64, face: i64) -> i64:
        """The places of the cards that can show this face."""
        return self.judge.places_showing(hand, BIT[3 * face])

    def towards_full_house(self, hand: i64) -> i64:
        """One card short with two pairs, or with three alike and any fourth card. Otherwise any pair may be joined."""
        return self.towards_alike(hand, FULL_SET, 0)

    # ---- straights -----------------------------------------------------------------------------

    def towards_straights(self, hand: i64, offer: i64, enough: i64) -> i64:
        """READY, or the exchange that keeps the most cards for one straight, a small one if there is a choice."""
        complete: i64 = 0
        if enough & SMALL_SET:
            complete |= SMALL_COMPLETE
        if enough & LARGE_SET:
            complete |= LARGE_COMPLETE
        at = SMALL_AT  # it is on the way to a large one
        if not offer & SMALL_SET:
            at = LARGE_AT
        kept = self.judge.straights.kept(hand, at, complete)
        if kept == MADE:
            return READY
        return BIT[ALL_PLACES & ~kept]

    def kept_for_straight(self, hand: i64, length: i64) -> i64:
        """The places of the most cards that fit into one straight of this length."""
        at = SMALL_AT
        if length == 5:
            at = LARGE_AT
        return self.judge.straights.kept(hand, at, 0)

    def touching(self, hand: i64, wanted: i64) -> i64:
        """How many cards can show one of these faces."""
        faces = self.faces
        found: i64 = 0
        if faces[hand & 255] & wanted:
            found += 1
        if faces[(hand >> 8) & 255] & wanted:
            found += 1
        if faces[(hand >> 16) & 255] & wanted:
            found += 1
        if faces[(hand >> 24) & 255] & wanted:
            found += 1
        if faces[(hand >> 32) & 255] & wanted:
            found += 1
        return found

    def fitting(self, hand: i64, lowest: i64, length: i64) -> i64:
        """The most cards that can show different numbers of this straight.

        Taking every card that still fits is enough: what can be laid together is a matroid, so no early choice spoils
        a later one. From the last place on, because of equal cards the foremost is discarded.
        """
        faces = self.faces
        numbers = WINDOW[length]
        sets: i64 = 1
        size: i64 = 0
        found: i64 = 0
        place: i64 = 4
        while place >= 0:
            card = (faces[(hand >> (8 * place)) & 255] >> lowest) & numbers
            if card:
                grown = with_card(sets, card)
                if grown & OF_SIZE[size + 1]:
                    sets = grown
                    size += 1
                    found |= BIT[place]
            place -= 1
        return found


def keeping_pairs(pairs: i64, offer: i64) -> i64:
    """While no three are alike: what to exchange for something of a kind, or for a full house."""
    found: i64 = 0
    if offer & OF_A_KIND:
        found = KEEP_A_PAIR[pairs]
    if offer & FULL_SET:
        found |= KEEP_TWO_PAIRS[pairs]
    return found


def faces_shown_most(shown: i64) -> i64:
    """Of faces that three cards or more can show, those that most can: the lowest bit of their counters."""
    if not shown & FOURS:
        return alike_faces(shown, 3)
    five = alike_faces(shown, 5)
    if five:
        return five
    return alike_faces(shown, 4)


def faces_shown(shown: i64, times: i64) -> i64:
    """The faces that exactly so many cards can show: the lowest bit of their counters."""
    differs = shown ^ (ONES * times)
    return ~(differs | (differs >> 1) | (differs >> 2)) & ONES


def most_alike(shown: i64) -> i64:
    """The highest of the eighteen counters."""
    if shown & FOURS:
        if shown & (shown >> 2) & ONES:
            return 5
        return 4
    if (shown + ONES) & FOURS:
        return 3
    if shown & (ONES << 1):
        return 2
    return 1
