"""Which cards to keep in Yahtzee Hands Down, when to call, and by which name.

Everything is reckoned in points that a seat gains on the others, and rests on what it knows: its hand, the cards it has
seen, who is down, what is on offer. Whoever is beaten takes a Chance card, which is worth more than a low Combo card:
so a weak hand is laid gladly once somebody else is down, and with one rival, who cannot be outrun, only then.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64, vec
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import Moves
from slamdeck.games.yahtzee_hands_down.actions import call_code, exchange_code
from slamdeck.games.yahtzee_hands_down.combinations import EVERY_TYPE, FULL, LARGE, NO_TYPE, YAHTZEE, strength
from slamdeck.games.yahtzee_hands_down.odds import COPIES, FARTHEST, LENGTH, Odds
from slamdeck.games.yahtzee_hands_down.rules import YahtzeeHandsDown
from slamdeck.games.yahtzee_hands_down.targets import ALL_PLACES, CARDS_IN, faces_shown, most_alike
from slamdeck.games.yahtzee_hands_down.terms import HAND, LAST_CALL, NO_COUNT, Terms

TYPES: Final[i64] = 6
TYPICAL: Final = vec[i64]([9, 14, 15, 12, 15, 15])  # the sum that a hand of each type mostly has
OF_NUMBER: Final = vec[i64]([0b000001_000001_000001 << n for n in range(6)])  # its faces in all colours
# A rough guess of what it is worth to hold so many cards (0 to 5) towards each type.
ROUGH: Final = [
    *[0.2, 0.8, 5.0, 9.0, 9.0, 9.0],  # three of a kind
    *[0.2, 0.5, 1.5, 4.5, 9.0, 9.0],  # small straight
    *[0.1, 0.2, 1.2, 1.5, 4.0, 9.0],  # full house
    *[0.1, 0.3, 1.5, 6.0, 9.0, 9.0],  # four of a kind
    *[0.1, 0.3, 0.8, 2.0, 5.0, 9.0],  # large straight
    *[0.1, 0.3, 1.2, 3.0, 7.0, 9.0],  # Yahtzee
]
FIVE_CARDS: Final[i64] = 1 << FULL | 1 << LARGE | 1 << YAHTZEE  # the types that leave no card over
NO_EXCHANGE: Final[i64] = -1
LEAST_LAST_CALL_MS: Final[i64] = 3000  # a shorter last call is nothing to rely on


@final
class Judgement:
    """The head of one player. The figures were tuned by play in the arena."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.odds = Odds(terms)
        self.moves = Moves(terms.catalogue.size)
        self.promised: vec[float] = vec[float]([0.0] * 32)  # what each exchange promises
        self.blank: i64 = i64(terms.combo_of[0])  # a card that shows no face
        # How likely a rival gets ready in one turn while that type is on offer, and how often it is the type laid.
        self.pace: vec[float] = vec[float]([0.30, 0.20, 0.10, 0.06, 0.05, 0.02])
        self.laid: vec[float] = vec[float]([0.40, 0.28, 0.14, 0.08, 0.07, 0.03])
        self.rough: vec[float] = vec[float](ROUGH)
        self.carry = 0.4  # of a hand that comes too late: it is kept for the next round (YH-31)
        self.side_glance = 0.2  # how much it counts that the cards may become something else as well
        self.stooping = 3.0  # points that must be expected of it to call a hand less than it is
        self.free_draw = 0.3  # what a draw must promise, in points, for a call to wait until after it
        chances = [kind for kind in terms.deck.kinds if kind.family == "chance"]
        copies = sum(kind.copies for kind in chances)
        self.chance_points = sum(kind.points * kind.copies for kind in chances) / max(copies, 1)

    # ---- what a hand brings --------------------------------------------------------------------

    def gain(self, world: YahtzeeHandsDown, combo: i64, value: i64) -> float:
        """What laying this type brings on average against what the rival may have laid, or has shown."""
        points = self.terms.combinations.points
        mine = points[combo] * 64 + value
        if world.first != NO_SEAT and world.first_open:
            return self.gain_against(world, mine, self.strength_shown(world))
        total = 0.0
        weight = 0.0
        for other in range(TYPES):
            if world.offer & BIT[other]:
                weight += self.laid[other]
                total += self.laid[other] * self.gain_against(world, mine, points[other] * 64 + TYPICAL[other])
        return total / weight

    def strength_shown(self, world: YahtzeeHandsDown) -> i64:
        """A hand that lies face up after a rival's foul (YH-R13)."""
        hand = world.hand_of(world.first)
        return strength(self.terms.combinations.score(hand, world.offer, world.first_named))

    def gain_against(self, world: YahtzeeHandsDown, mine: i64, theirs: i64) -> float:
        """The Combo card, and the rival must make do with the Chance card; or the Chance card."""
        chance = self.chance_points
        if world.cards.size(world.chance) == 0:
            chance = 0.0
        if mine <= theirs:
            return chance
        return float(mine // 64) + (float(theirs // 64) - chance) / float(world.seats - 1)

    def best_name(self, world: YahtzeeHandsDown, seat: i64) -> i64:
        """The type that brings most; a lower one than the hand could be only if it is clearly better (YH-57, YH-R4)."""
        hand = world.hand_of(seat)
        left = self.terms.combinations.types(hand, world.offer)
        best = NO_TYPE
        most = -1.0
        while left:
            combo = self.most_valuable(left)
            left &= ~BIT[combo]
            gain = self.gain(world, combo, self.terms.combinations.value(hand, combo))
            if best == NO_TYPE or gain > most + self.stooping:
                most = gain
                best = combo
        return best

    def add_names(self, world: YahtzeeHandsDown, seat: i64, moves: Moves) -> None:
        """A call by every name that the hand fits."""
        made = self.terms.combinations.types(world.hand_of(seat), world.offer)
        for combo in range(TYPES):
            if made & BIT[combo]:
                moves.add(call_code(combo))

    def call(self, world: YahtzeeHandsDown, seat: i64) -> i64:
        return call_code(self.best_name(world, seat))

    # ---- to call or to wait --------------------------------------------------------------------

    def may_wait(self, world: YahtzeeHandsDown) -> bool:
        """A lone rival who is down has to wait for all turns that are left, and then for the last call (YH-20)."""
        if world.stage == LAST_CALL or world.first == NO_SEAT or world.seats > 2:
            return False
        sure = world.left
        if self.terms.lastcall_ms < LEAST_LAST_CALL_MS:
            sure -= 1
        return sure > 0

    def calls_at_once(self, world: YahtzeeHandsDown, seat: i64) -> bool:
        """With a genuine hand: nothing better can be hoped for, or somebody might come first."""
        if world.first != NO_SEAT:
            return not self.may_wait(world)
        return world.seats > 2 or self.is_final(world, world.hand_of(seat))

    def is_final(self, world: YahtzeeHandsDown, hand: i64) -> bool:
        """No draw betters this hand without risk: all five cards belong to it, or nothing better is on offer."""
        best = self.most_valuable(self.terms.combinations.types(hand, world.offer))
        return FIVE_CARDS & BIT[best] != 0 or best == self.most_valuable(world.offer)

    def wants_to_call(self, world: YahtzeeHandsDown, seat: i64) -> bool:
        """Out of turn, with a genuine hand: now, or after one more draw?"""
        if self.calls_at_once(world, seat):
            return True
        self.prepare(world, seat)
        return self.draw_without_risk(world, seat) == NO_EXCHANGE

    def draw_before_call(self, world: YahtzeeHandsDown, seat: i64) -> i64:
        """On turn, with a genuine hand: a draw that gives nothing up, unless somebody else might be second first.

        One may call as soon as the turn is over (YH-52).
        """
        if world.first != NO_SEAT and not self.may_wait(world):
            return NO_EXCHANGE
        self.prepare(world, seat)
        return self.draw_without_risk(world, seat)

    def points_made(self, world: YahtzeeHandsDown, hand: i64) -> i64:
        """The points of the best type that this hand makes; −1 if it makes none."""
        made = self.terms.combinations.types(hand, world.offer)
        best: i64 = -1
        for combo in range(TYPES):
            if made & BIT[combo]:
                best = max(best, self.terms.combinations.points[combo])
        return best

    def draw_without_risk(self, world: YahtzeeHandsDown, seat: i64) -> i64:
        """The exchange that keeps the best type made and promises most; NO_EXCHANGE if none promises enough."""
        hand = world.hand_of(seat)
        points = self.terms.combinations.points
        made = self.points_made(world, hand)
        better: i64 = 0
        for combo in range(TYPES):
            if world.offer & BIT[combo] and points[combo] > made:
                better |= BIT[combo]
        if better == 0:
            return NO_EXCHANGE
        self.odds.turns = 1
        most = self.free_draw
        best = NO_EXCHANGE
        exchanges = self.terms.targets.exchanges(hand, better)
        for exchange in range(1, 32):
            if exchanges & BIT[exchange]:
                kept = self.kept(hand, exchange)
                if self.points_made(world, kept) >= made:
                    promise = self.promise_of_better(kept, exchange, better, made)
                    if promise > most:
                        most = promise
                        best = exchange
        return best

    def promise_of_better(self, kept: i64, exchange: i64, better: i64, made: i64) -> float:
        """Points to be won over those that are sure."""
        most = 0.0
        for combo in range(TYPES):
            if better & BIT[combo]:
                more = float(self.terms.combinations.points[combo] - made)
                most = max(most, more * self.odds.chance_of(kept, ALL_PLACES & ~exchange, combo))
        return most

    # ---- what to keep --------------------------------------------------------------------------

    def prepare(self, world: YahtzeeHandsDown, seat: i64) -> None:
        """Count cards, and how long the round may last."""
        odds = self.odds
        odds.take_stock(world, seat)
        odds.turns = FARTHEST
        if world.left != NO_COUNT:
            odds.turns = max(1, (world.left + world.seats - 2) // (world.seats - 1))
        lasts = self.lasts(world)
        odds.patience = lasts + (1.0 - lasts) * self.carry

    def lasts(self, world: YahtzeeHandsDown) -> float:
        """The chance that the round is not over before this seat's next turn: two hands end it (YH-19)."""
        if world.seats == 2:
            return 1.0
        ready = 0.0
        for combo in range(TYPES):
            if world.offer & BIT[combo]:
                ready = max(ready, self.pace[combo])
        rivals = world.seats - 1
        if world.first != NO_SEAT:
            rivals -= 1
        none = 1.0
        for _ in range(rivals - 1):
            none *= 1.0 - ready
        if world.first != NO_SEAT:
            return none * (1.0 - ready)
        return none * (1.0 - ready) + float(rivals) * ready * none

    def kept(self, hand: i64, exchange: i64) -> i64:
        """The hand with blanks in place of the cards that go."""
        for place in range(HAND):
            if exchange & BIT[place]:
                shift = 8 * place
                hand += (self.blank - ((hand >> shift) & 255)) << shift
        return hand

    def best_exchange(self, world: YahtzeeHandsDown, seat: i64) -> i64:
        """Of all exchanges towards something on offer the one that promises most."""
        self.add_good_exchanges(world, seat, 1.0, self.moves)
        return self.moves.codes[0]

    def add_good_exchanges(self, world: YahtzeeHandsDown, seat: i64, share: float, moves: Moves) -> None:
        """The exchange that promises most, then all that promise at least that share of it."""
        moves.count = 0
        if world.cards.size(seat) < HAND:
            moves.add(exchange_code(0))
            return
        self.prepare(world, seat)
        hand = world.hand_of(seat)
        exchanges = self.terms.targets.exchanges(hand, world.offer)
        most = -1.0
        best: i64 = 0
        for exchange in range(32):
            if exchanges & BIT[exchange]:
                promise = self.promise(world, self.kept(hand, exchange), ALL_PLACES & ~exchange)
                self.promised[exchange] = promise
                if promise > most:
                    most = promise
                    best = exchange
        moves.add(exchange_code(best))
        for exchange in range(32):
            if exchanges & BIT[exchange] and exchange != best and self.promised[exchange] >= share * most:
                moves.add(exchange_code(exchange))

    def promise(self, world: YahtzeeHandsDown, hand: i64, places: i64) -> float:
        """What these cards may become: mostly the one type that promises most, with a side glance at all the others.

        Not simply any of them: the card that helps one often spoils another, or makes both at once.
        """
        left = world.offer
        none_yet = 1.0
        most = 0.0
        any_of_them = 0.0
        while left:
            combo = self.most_valuable(left)
            left &= ~BIT[combo]
            chance = self.odds.chance_of(hand, places, combo)
            gain = self.gain(world, combo, TYPICAL[combo])
            most = max(most, chance * gain)
            any_of_them += none_yet * chance * gain
            none_yet *= 1.0 - chance
        return most + self.side_glance * (any_of_them - most)

    def most_valuable(self, types: i64) -> i64:
        best: i64 = 0
        most: i64 = -1
        for combo in range(TYPES):
            if types & BIT[combo] and self.terms.combinations.points[combo] > most:
                most = self.terms.combinations.points[combo]
                best = combo
        return best

    def rough_exchange(self, hand: i64, offer: i64) -> i64:
        """What most people would do without counting cards: go for the type that is nearest and pays."""
        targets = self.terms.targets
        shown = self.terms.combinations.shown(hand)
        most = most_alike(shown)
        alike = faces_shown(shown, most)
        best = -1.0
        exchanges: i64 = 0
        for combo in range(TYPES):
            if offer & BIT[combo]:
                way: i64 = 0
                if COPIES[combo]:
                    way = targets.keeping_alike(hand, alike)
                elif LENGTH[combo]:
                    way = BIT[ALL_PLACES & ~targets.kept_for_straight(hand, LENGTH[combo])]
                else:
                    way = targets.towards_full_house(hand)
                rough = self.rough[6 * combo + i64(CARDS_IN[ALL_PLACES & ~first_of(way)])]
                if rough > best:
                    best = rough
                    exchanges = way
        return exchange_code(first_of(exchanges))

    def looks_ready(self, world: YahtzeeHandsDown, seat: i64) -> bool:
        """A hand that fits nothing but looks as if: its type is gone (YH-54), or its three alike differ in colour."""
        hand = world.hand_of(seat)
        combinations = self.terms.combinations
        if combinations.types(hand, EVERY_TYPE):
            return True
        for number in range(6):
            if self.terms.targets.touching(hand, OF_NUMBER[number]) >= 3:
                return True
        return False


def first_of(exchanges: i64) -> i64:
    """The lowest member of a set of exchanges."""
    exchange: i64 = 0
    while not exchanges & BIT[exchange]:
        exchange += 1
    return exchange
