"""What can be done in Yahtzee Hands Down, and by whom: legal moves, sensible ones, and how people put them in words."""

from __future__ import annotations

from typing import Final

from slamdeck.core.bits import ALL_BELOW, BIT
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr, vec
from slamdeck.core.problems import UsageProblem
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import Moves
from slamdeck.games.yahtzee_hands_down.state import State
from slamdeck.games.yahtzee_hands_down.targets import READY
from slamdeck.games.yahtzee_hands_down.terms import CALL, EXCHANGE, HAND, ORDERS, REVEAL, Terms

# For two places p and q, at 5 × p + q: the set of those 32 exchanges that take p but not q.
TAKES_WITHOUT: Final = vec[i64](
    [sum(1 << s for s in range(32) if s >> p & 1 and not s >> q & 1) for p in range(5) for q in range(5)]
)


# The place of the only bit of an integer of 32 bits, by the five bits that a multiplication brings to the top.
DE_BRUIJN: Final[i64] = 0x077CB531
PLACE_OF_BIT: Final = vec[i64](sorted(range(32), key=lambda place: (0x077CB531 << place >> 27) & 31))


def doubled_choices(hand: i64, size: i64) -> i64:
    """The set of exchanges that take a card of the hand but leave an equal one before it."""
    found: i64 = 0
    place: i64 = 1
    while place < size:
        kind = (hand >> (8 * place)) & 255
        before: i64 = 0
        while before < place:
            if (hand >> (8 * before)) & 255 == kind:
                found |= TAKES_WITHOUT[5 * place + before]
            before += 1
        place += 1
    return found


def add_each(exchanges: i64, moves: Moves) -> None:
    """List the members of a set of exchanges."""
    codes = moves.codes
    listed = moves.count
    while exchanges:
        foremost = exchanges & -exchanges
        codes[listed] = EXCHANGE + PLACE_OF_BIT[(foremost * DE_BRUIJN >> 27) & 31]
        listed += 1
        exchanges -= foremost
    moves.count = listed


@mypyc_attr(acyclic=True)
class Choices(State):
    """The moves that a position offers."""

    def __init__(self, terms: Terms, dice: Dice, source: Choices | None) -> None:
        super().__init__(terms, dice, source)

    def legal(self, seat: i64, at: i64, moves: Moves) -> None:
        """YH-R12: the same for a genuine hand and a bad one, unless `call_guard` is on."""
        moves.count = 0
        if self.stage >= REVEAL or seat >= self.seats or seat == self.first:
            return
        guarded = self.terms.call_guard and not self.able & BIT[seat]
        if not guarded and not self.waiting & BIT[seat] and self.cards.size(seat) == HAND:
            for code in range(EXCHANGE):
                moves.add(code)
        if seat == self.turn:
            self.add_exchanges(seat, moves)

    def add_exchanges(self, seat: i64, moves: Moves) -> None:
        """Every choice of cards, in hand order; of equal cards the foremost only."""
        size = self.cards.size(seat)
        add_each(ALL_BELOW[BIT[size]] & ~doubled_choices(self.hand_of(seat), size), moves)

    def sensible(self, seat: i64, at: i64, moves: Moves) -> None:
        """Call with a genuine hand, by any name that fits (YH-57); else exchange towards something on offer.

        YH-15: the player has a target in mind, and keeps what belongs to it.
        """
        moves.count = 0
        if self.stage >= REVEAL or seat == self.first:
            return
        if self.able & ~self.waiting & BIT[seat]:
            self.add_calls(seat, moves)
        elif seat == self.turn:
            exchanges = self.aims[seat]
            if exchanges and exchanges != READY:
                add_each(exchanges, moves)
            else:
                self.add_targeted(seat, moves)

    def add_calls(self, seat: i64, moves: Moves) -> None:
        """Without a name, or with one that says more than that."""
        made = self.terms.combinations.types(self.hand_of(seat), self.offer)
        moves.add(CALL)
        for combo in range(i64(6)):
            if made & BIT[combo] and made != BIT[combo]:
                moves.add(CALL + 1 + combo)

    def add_targeted(self, seat: i64, moves: Moves) -> None:
        """YH-15 for a hand that is short of cards (YH-R26), or is something but may not be called yet (YH-R39)."""
        if self.cards.size(seat) < HAND:
            self.add_exchanges(seat, moves)
        else:
            hand = self.hand_of(seat)
            add_each(self.terms.targets.exchanges(hand, self.offer) & ~doubled_choices(hand, HAND), moves)

    def awaited(self) -> i64:
        if self.stage >= REVEAL:
            return 0
        seats = self.able & ~self.waiting
        if self.first != NO_SEAT:
            seats &= ~BIT[self.first]
        if self.turn != NO_SEAT:
            seats |= BIT[self.turn]
        return seats

    def contenders(self) -> i64:
        """Whoever may call, and whoever is on turn; what they hold is for nobody to tell."""
        if self.stage >= REVEAL:
            return 0
        seats = ALL_BELOW[self.seats] & ~self.waiting
        if self.first != NO_SEAT:
            seats &= ~BIT[self.first]
        if self.turn != NO_SEAT:
            seats |= BIT[self.turn]
        return seats

    def read(self, seat: i64, text: str) -> int:
        """People name the cards they exchange ("exchange R5 B2"): of equal ones the foremost."""
        words = text.split()
        if len(words) < 2 or words[0] != "exchange":
            return self.catalogue.parse(text)
        if not 0 <= seat < self.seats:
            raise UsageProblem("only players exchange cards")
        places: list[str] = []
        hand = [self.deck.kinds[kind].name for kind in self.cards.listed(seat)]
        for name in words[1:]:
            if name not in hand:
                raise UsageProblem(f"exchange: there is no {name!r} left in that hand")
            places.append(str(hand.index(name) + 1))
            hand[hand.index(name)] = ""
        return self.catalogue.encode("exchange", places)

    def wording(self, seat: i64, action: i64) -> str:
        if action < EXCHANGE or not 0 <= seat < self.seats or action >= self.catalogue.size:
            return self.catalogue.text(action)
        hand = [self.deck.kinds[kind].name for kind in self.cards.listed(seat)]
        order = ORDERS[action - EXCHANGE]
        if any(place >= len(hand) for place in order):
            return self.catalogue.text(action)
        return " ".join(["exchange", *[hand[place] for place in order]])
