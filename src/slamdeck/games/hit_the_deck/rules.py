"""Hit the Deck. Clause ids (HT-nn, HT-Rn) are those of RULES.md beside this file.

One card a turn onto the discard pile, matching its colour or number. Word cards cut or flip the
piles; hit cards demand a number, a colour or everybody's hand. Who gets rid of all cards ends the
hand, and what the others hold counts against them.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.actions import Catalogue, Parameter, Verb
from slamdeck.core.bits import ALL_BELOW, BIT
from slamdeck.core.deck import Deck
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr, u8, vec
from slamdeck.core.positions import one_of, seat_number, whole_number, whole_numbers, yes_or_no
from slamdeck.core.problems import CheckFailed
from slamdeck.core.races import LAST_LOSES, NO_SEAT
from slamdeck.core.rules import (
    APPLIED,
    NEVER,
    NO_CARD,
    Moves,
    Outcome,
    Rules,
    places_by,
)
from slamdeck.core.zones import CLOSED, HOST, OPEN, OWNER, TOP, Layout, Row
from slamdeck.games.hit_the_deck.matching import demand_of, effect_of, set_that_fits
from slamdeck.games.hit_the_deck.options import HitTheDeckOptions

DEALT_EACH: Final[i64] = 7
LAST_HAND_DRAWS: Final[i64] = 4
FAKE_OUT_DRAWS: Final[i64] = 2

# The phases of section 5.4.
PLAY: Final[i64] = 0
MUST_PLAY: Final[i64] = 1
DUTY_CUT: Final[i64] = 2
DUTY_FLIP: Final[i64] = 3
RACE: Final[i64] = 4
HAND_OVER: Final[i64] = 5
GAME_OVER: Final[i64] = 6
PHASE_NAMES: Final = (
    *("PLAY", "MUST_PLAY", "DUTY_CUT", "DUTY_FLIP", "RACE"),
    *("HAND_OVER", "GAME_OVER"),
)
DUTY_NAMES: Final = ("none", "cut", "flip")

# What a card does when it comes to lie on top, as in `matching.effect_of`.
NUMBER: Final[i64] = 0
CUT: Final[i64] = 1
FLIP: Final[i64] = 2
DEMAND: Final[i64] = 3
HAND: Final[i64] = 4

TALLIES: Final = (
    *("hands", "turns", "draws", "cuts", "flips"),
    *("races", "forgotten", "fake_outs", "reshuffles", "blocked"),
)
HANDS: Final[i64] = 0
TURNS: Final[i64] = 1
DRAWS: Final[i64] = 2
CUTS: Final[i64] = 3
FLIPS: Final[i64] = 4
RACES: Final[i64] = 5
FORGOTTEN: Final[i64] = 6
FAKE_OUTS: Final[i64] = 7
RESHUFFLES: Final[i64] = 8
BLOCKED: Final[i64] = 9

ABOUT_HALF: Final[i64] = -1  # a cut without a number
LONG_AGO: Final[i64] = -(1 << 60)


def time_fact(at: i64) -> object:
    """A remembered time, or "none" if it never was."""
    return "none" if at == LONG_AGO else at


def time_from(value: object) -> i64:
    return LONG_AGO if value == "none" else whole_number(value)


@final
class Terms:
    """What stays fixed at one table: its size, its deck, its house rules."""

    def __init__(self, seats: i64, deck: Deck, options: HitTheDeckOptions) -> None:
        rows = [
            Row("hands", OWNER),
            Row("draw", CLOSED, each=0, top_first=True),
            Row("discard", TOP, each=0, top_first=True),
        ]
        card = Parameter("card", deck.names())
        lifted = Parameter("k", [str(n) for n in range(deck.size + 1)], optional=True, nearest=True)
        verbs = [Verb("play", [card])]
        verbs += [Verb(name) for name in ("draw", "flip", "slap", "call", "next_hand")]
        verbs += [Verb("cut", [lifted])]
        self.layout = Layout(rows, seats, deck.size)
        self.catalogue = Catalogue("hit_the_deck", verbs)
        self.deck = deck
        self.kinds: i64 = len(deck.kinds)  # a card's kind is also the code of playing it
        self.draw: i64 = self.catalogue.verb("draw").base
        self.flip: i64 = self.catalogue.verb("flip").base
        self.slap: i64 = self.catalogue.verb("slap").base
        self.call: i64 = self.catalogue.verb("call").base
        self.next_hand: i64 = self.catalogue.verb("next_hand").base
        self.cut: i64 = self.catalogue.verb("cut").base  # cut k is this code + 1 + k
        self.first_dealer: i64 = NO_SEAT if options.first_dealer is None else options.first_dealer
        self.hand_ms: i64 = options.hand_ms
        self.settle_ms: i64 = options.settle_ms
        self.debounce_ms: i64 = options.debounce_ms
        self.timed = options.turn_ms is not None
        self.turn_ms: i64 = options.turn_ms or 0
        self.target_score: i64 = options.target_score
        self.resolve_last_card = options.resolve_last_card
        self.max_turns: i64 = options.max_turns_per_hand
        kinds = deck.kinds
        self.effect: vec[u8] = vec[u8]([effect_of(kind) for kind in kinds])
        self.points: vec[i64] = vec[i64]([kind.points for kind in kinds])
        self.fits: vec[i64] = vec[i64]([set_that_fits(kinds, top) for top in kinds])
        self.demands: list[str] = [demand_of(kind) for kind in kinds]


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class HitTheDeck(Rules):
    """One game of Hit the Deck (HT-01: two to six players): its state, then its verbs."""

    stage: i64  # the phase; a duty to cut or flip is one
    turn: i64  # while a race is open: the caller
    dir: i64
    allowed: i64  # the set of kinds that the player on turn may play now
    demand: i64  # the hit card that demands something, or NO_CARD
    drawn: i64  # the card drawn this turn, which must be played, or NO_CARD
    drawn_at: i64  # its place in the hand
    called: bool
    dealer: i64
    turns: i64  # ended in this hand
    stuck: i64  # turns in a row in which nothing could be played or drawn
    turn_since: i64
    settled_at: i64  # when the last race closed

    def __init__(self, terms: Terms, dice: Dice, source: HitTheDeck | None = None) -> None:
        super().__init__(terms.layout, terms.deck, terms.catalogue, dice, source)
        self.terms = terms
        self.pile: i64 = terms.layout.seats  # the draw pile; the hands are zones 0 to seats − 1
        self.discard: i64 = terms.layout.seats + 1
        if source is None:
            self.scores: vec[i64] = vec[i64]([0] * self.seats)
            self.punished_at: vec[i64] = vec[i64]([LONG_AGO] * self.seats)
            self.dealer = 0
            self.clear_hand()
        else:
            self.scores = source.scores[:]
            self.punished_at = source.punished_at[:]
            self.stage = source.stage
            self.turn = source.turn
            self.dir = source.dir
            self.allowed = source.allowed
            self.demand = source.demand
            self.drawn = source.drawn
            self.drawn_at = source.drawn_at
            self.called = source.called
            self.dealer = source.dealer
            self.turns = source.turns
            self.stuck = source.stuck
            self.turn_since = source.turn_since
            self.settled_at = source.settled_at

    def branch(self, dice: Dice) -> Rules:
        return HitTheDeck(self.terms, dice, self)

    def clear_hand(self) -> None:
        """Nothing is left of the hand before.

        HT-R34: play runs to the left again. HT-R45: no contact of the last hand is remembered.
        """
        self.stage = PLAY
        self.turn = 0
        self.dir = 1
        self.ask_nothing()
        self.called = False
        self.turns = 0
        self.stuck = 0
        self.turn_since = self.now
        self.settled_at = LONG_AGO
        self.deadline = NEVER
        self.race.close()
        for seat in range(self.seats):
            self.punished_at[seat] = LONG_AGO

    def ask_nothing(self) -> None:
        """No card may be played, none is demanded, none was drawn."""
        self.allowed = 0
        self.demand = NO_CARD
        self.drawn = NO_CARD
        self.drawn_at = -1

    # ---- before play -----------------------------------------------------------------------------

    def deal(self) -> None:
        """A new game: no points yet, and somebody deals first (HT-05, HT-54, HT-R34).

        HT-03: few points are good. HT-04 (jewellery off) is for the hands at the table to see to.
        """
        self.now = 0
        self.over = False
        for seat in range(self.seats):
            self.scores[seat] = 0
        self.dealer = self.terms.first_dealer
        if self.dealer == NO_SEAT:
            self.dice.label("dealer")
            self.dealer = self.dice.below(self.seats)
        self.start_hand()

    def start_hand(self) -> None:
        """Seven each, one at a time from the dealer's left, who begins; the rest is the draw pile.

        HT-02, HT-05, HT-06, HT-10, HT-11, HT-R42. The start card binds the first player: HT-08,
        HT-R1, HT-R2, HT-R3.
        """
        self.clear_hand()
        cards = self.cards
        self.lay_out_deck(self.pile, self.deck.copies)
        cards.shuffle(self.pile, self.dice, "deal")
        seat = self.dealer
        left = DEALT_EACH * self.seats
        while left > 0:
            seat = self.left_of(seat)
            cards.move_top(self.pile, seat)
            left -= 1
        self.give_turn(self.left_of(self.dealer))
        self.obey_top(self.turn_up_start_card())

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

    # ---- inputs and time -------------------------------------------------------------------------

    def act(self, seat: i64, action: i64) -> i64:
        """HT-R46 decides what becomes of an input; between hands a seat can do nothing."""
        terms = self.terms
        if seat == HOST:
            return self.host_acts(action)
        if self.stage >= HAND_OVER:
            return self.ignored("HT-R46", "no hand is being played")
        if action < terms.kinds:
            return self.try_play(seat, action)
        if action == terms.draw:
            return self.try_draw(seat)
        if action == terms.slap:
            return self.slap(seat)
        if action == terms.call:
            return self.call_phrase(seat)
        if action == terms.flip:
            return self.try_flip(seat)
        if action >= terms.cut:
            return self.try_cut(seat, action - terms.cut - 1)
        return self.rejected("HT-R46", "only the host starts a new hand")

    def host_acts(self, action: i64) -> i64:
        """The host starts the next hand, and the deal passes to the left: HT-R34, HT-R46."""
        if action != self.terms.next_hand:
            return self.rejected("HT-R46", "only players may do that")
        if self.stage == GAME_OVER:
            return self.ignored("HT-R46", "the game is over")
        if self.stage != HAND_OVER:
            return self.rejected("HT-R46", "the hand is still being played")
        self.dealer = self.left_of(self.dealer)
        self.tell("new_hand", "HT-R34", self.dealer, 0)
        self.start_hand()
        return APPLIED

    def alarm(self) -> None:
        """A race has run its time (HT-R24), or a player has idled (HT-R37)."""
        if self.stage == RACE:
            self.close_race()
        else:
            self.move_for_idle_player()

    def move_for_idle_player(self) -> None:
        """The duty is done, else a card is played, else one is drawn: HT-R37, HT-R43.

        The first card that fits is played, or the drawn one; a hit-hand card still needs its call.
        """
        seat = self.turn
        self.tell("idle", "HT-R37", seat, 0)
        if self.stage == DUTY_CUT:
            self.cut(ABOUT_HALF)
        elif self.stage == DUTY_FLIP:
            self.flip()
        else:
            place = self.first_that_fits(seat)
            if place < 0:
                self.draw()
                place = self.drawn_at
            if place >= 0:
                self.play(place)

    def give_turn(self, seat: i64) -> None:
        """The clock of a turn starts here and nowhere else: HT-R43."""
        self.turn = seat
        self.turn_since = self.now
        if self.terms.timed:
            self.deadline = self.now + self.terms.turn_ms

    def end_turn(self) -> bool:
        """On to the next player in the present direction; False if the hand has run too long.

        HT-11, HT-13, HT-25, HT-R19, HT-R40, HT-R44: tested before the new top can bind anybody.
        """
        self.turns += 1
        if self.turns >= self.terms.max_turns:
            self.block("HT-R40")
            return False
        seat = self.turn + self.dir
        if seat == self.seats:
            seat = 0
        elif seat < 0:
            seat = self.seats - 1
        self.give_turn(seat)
        return True

    # ---- the top card ----------------------------------------------------------------------------

    def effect(self, card: i64) -> i64:
        return i64(self.terms.effect[card])

    def obey_top(self, card: i64) -> None:
        """A card has come to lie on top, and the player on turn has to do what it says.

        HT-08, HT-20, HT-21, HT-26, HT-28, HT-30, HT-35, HT-R1, HT-R2, HT-R3, HT-R10, HT-R11,
        HT-R12, HT-R13, HT-R38.
        """
        effect = self.effect(card)
        if effect == NUMBER:
            self.play_on(card)
        elif effect == DEMAND:
            self.play_on(card)
            self.demand = card
        elif effect == HAND:
            self.start_race()
        else:
            self.play_on(card)
            self.allowed = 0
            self.stage = DUTY_CUT if effect == CUT else DUTY_FLIP

    def play_on(self, card: i64) -> None:
        """The player on turn plays what fits on this card; whatever was demanded before is over."""
        self.stage = PLAY
        self.demand = NO_CARD
        self.drawn = NO_CARD
        self.drawn_at = -1
        self.allowed = self.terms.fits[card]

    # ---- playing and drawing ---------------------------------------------------------------------

    def try_play(self, seat: i64, card: i64) -> i64:
        """One fitting card from hand, whichever the player likes.

        HT-12, HT-R38; after a draw only that card.
        """
        if seat == self.turn and self.allowed & BIT[card]:
            place = self.cards.find(seat, card)
            if place >= 0:
                self.play(place)
                return APPLIED
        return self.refuse_play(seat, card)

    def play(self, place: i64) -> None:
        """The card goes on the pile and takes effect for the next player.

        HT-12, HT-13, HT-17, HT-22, HT-29, HT-40, HT-49, HT-R20: a last card ends the hand at once,
        unless it is a hit-hand card that the house wants to see raced (HT-R41).
        """
        seat = self.turn
        card = self.cards.move_at(seat, place, self.discard)
        effect = self.effect(card)
        if self.cards.size(seat) == 0 and not (effect == HAND and self.terms.resolve_last_card):
            self.go_out()
        elif effect == HAND:
            self.start_race()
        else:
            self.stuck = 0
            if self.end_turn():
                self.obey_top(card)

    def refuse_play(self, seat: i64, card: i64) -> i64:
        """Why that card cannot be played now.

        HT-12, HT-16, HT-18, HT-33, HT-34, HT-38, HT-39, HT-R7, HT-R27.
        """
        if seat != self.turn or self.stage > MUST_PLAY:
            return self.refuse_move(seat)
        if self.cards.find(seat, card) < 0:
            return self.rejected("HT-R46", "you do not hold that card")
        if self.stage == MUST_PLAY:
            return self.rejected("HT-R7", "the card you drew must be played")
        effect = self.effect(card)
        if self.demand != NO_CARD:
            by_number = self.deck.kinds[self.demand].family == "hit_number"
            if effect >= DEMAND:
                clause = "HT-34" if by_number else "HT-39"
                return self.rejected(clause, "a hit card does not meet the demand")
            return self.rejected("HT-33" if by_number else "HT-38", "that is not what is demanded")
        if effect != NUMBER:
            return self.rejected("HT-16", "a word card needs a card of its own colour under it")
        return self.rejected("HT-12", "neither its colour nor its number fits")

    def refuse_move(self, seat: i64) -> i64:
        """Somebody else is on turn, or something else is due first: HT-18, HT-22, HT-41, HT-R46."""
        if self.stage == RACE:
            return self.rejected("HT-41", "all hands go on the pile first")
        if seat != self.turn:
            return self.rejected("HT-R46", "it is not your turn")
        if self.stage == DUTY_CUT:
            return self.rejected("HT-18", "the deck has to be cut")
        if self.stage == DUTY_FLIP:
            return self.rejected("HT-22", "the deck has to be flipped")
        return self.rejected("HT-R46", "there is nothing to cut or flip")

    def first_that_fits(self, seat: i64) -> i64:
        """The place in hand of the first card that may be played now, or −1."""
        cards = self.cards
        n = cards.size(seat)
        i: i64 = 0
        while i < n:
            if self.allowed & BIT[cards.at(seat, i)]:
                return i
            i += 1
        return -1

    def try_draw(self, seat: i64) -> i64:
        """Only who cannot play draws: HT-14, HT-31, HT-36, HT-R6, HT-R27."""
        if seat != self.turn or self.stage > MUST_PLAY:
            return self.refuse_move(seat)
        if self.stage == MUST_PLAY:
            return self.rejected("HT-R7", "the card you drew must be played")
        if self.first_that_fits(seat) >= 0:
            return self.rejected("HT-R6", "you hold a card that fits")
        self.draw()
        return APPLIED

    def draw(self) -> None:
        """One card; if it fits it must be played, else the turn is over and a demand passes on.

        HT-14, HT-15, HT-31, HT-32, HT-36, HT-37, HT-R7, HT-R19 (a round in which no card came
        blocks the hand).
        """
        seat = self.turn
        card = self.draw_card(seat)
        self.count(DRAWS, 1)
        if card == NO_CARD:
            self.stuck += 1
            if self.stuck < self.seats:
                self.end_turn()
            else:
                self.turns += 1
                self.block("HT-R19")
        elif self.allowed & BIT[card]:
            self.stage = MUST_PLAY
            self.drawn = card
            self.drawn_at = self.cards.size(seat) - 1
            self.allowed = BIT[card]
        else:
            self.stuck = 0
            self.end_turn()

    # ---- the draw pile -------------------------------------------------------------------------

    def draw_card(self, seat: i64) -> i64:
        """A card from the pile, or NO_CARD.

        A pile that this empties is made anew at once: HT-48, HT-R17.
        """
        cards = self.cards
        if cards.size(self.pile) == 0 and not self.reshuffle():
            return NO_CARD
        card = cards.move_top(self.pile, seat)
        if cards.size(self.pile) == 0:
            self.reshuffle()
        return card

    def reshuffle(self) -> bool:
        """All discards but the top one become the new draw pile, if there are any.

        HT-48, HT-R17.
        """
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

    # ---- cut -----------------------------------------------------------------------------------

    def try_cut(self, seat: i64, lifted: i64) -> i64:
        if seat != self.turn or self.stage != DUTY_CUT:
            return self.refuse_move(seat)
        self.cut(lifted)
        return APPLIED

    def cut(self, lifted: i64) -> None:
        """About half of the pile is lifted; the lowest card of that packet becomes the new top.

        HT-17, HT-18 (that was the turn), HT-19, HT-20, HT-R9, HT-R10, HT-R16 (no card: skipped all
        the same), HT-R32.
        """
        cards = self.cards
        if cards.size(self.pile) == 0:
            self.reshuffle()
        n = cards.size(self.pile)
        self.count(CUTS, 1)
        self.stuck = 0
        if n == 0:
            self.tell("cut", "HT-R16", self.turn, 0)
            if self.end_turn():
                self.play_on(cards.top(self.discard))
            return
        lifted = self.near_half(lifted, n)
        card = cards.move_at(self.pile, n - lifted, self.discard)
        self.tell("cut", "HT-17", self.turn, lifted)
        if n == 1:
            self.reshuffle()
        if self.end_turn():
            self.obey_top(card)

    def cards_to_cut(self) -> i64:
        """The size of the draw pile, made anew first if it is empty (HT-R16)."""
        n = self.cards.size(self.pile)
        return n if n > 0 else self.cards.size(self.discard) - 1

    def near_half(self, lifted: i64, n: i64) -> i64:
        """HT-R9: half, rounded up, give or take an eighth.

        any other number means the nearest of these.
        """
        half = (n + 1) // 2
        if lifted == ABOUT_HALF:
            return half
        return max(half - n // 8, min(half + n // 8, lifted))

    # ---- flip ----------------------------------------------------------------------------------

    def try_flip(self, seat: i64) -> i64:
        if seat != self.turn or self.stage != DUTY_FLIP:
            return self.refuse_move(seat)
        self.flip()
        return APPLIED

    def flip(self) -> None:
        """Both piles are turned over and trade roles; play runs back to who played the Flip.

        HT-22, HT-23, HT-24, HT-25, HT-26, HT-R11, HT-R12, HT-R33. HT-R15: without a draw pile only
        the direction changes. Former discards come up oldest first, as anybody could remember
        (HT-R39).
        """
        cards = self.cards
        binding = cards.size(self.pile) > 0 or self.reshuffle()
        if binding:
            cards.trade_over(self.pile, self.discard)
            binding = self.bury_flips()
        self.dir = -self.dir
        self.count(FLIPS, 1)
        self.tell("flip", "HT-22", self.turn, 0)
        self.stuck = 0
        if not self.end_turn():
            return
        if binding:
            self.obey_top(cards.top(self.discard))
        else:
            self.play_on(cards.top(self.discard))

    def bury_flips(self) -> bool:
        """A Flip that a flip exposes slides into its pile.

        HT-27, HT-R5, HT-R14. False if there are only Flips.
        """
        cards = self.cards
        n = cards.size(self.discard)
        while self.effect(cards.top(self.discard)) == FLIP:
            flips = self.lying_on_other(self.discard, FLIP)
            if flips == n:
                return False
            cards.bury_top(self.discard, max((n - 1) // 2, flips))
        return True

    # ---- hands on the pile ---------------------------------------------------------------------

    def start_race(self) -> None:
        """A hit-hand card lies on top: the player on turn calls, and everybody's hand goes down.

        HT-21, HT-28, HT-40, HT-41, HT-R13, HT-R21 (the caller's too), HT-R22 (even before a call).
        """
        self.stage = RACE
        self.ask_nothing()
        self.called = False
        closes_at = self.now + self.terms.hand_ms
        self.race.start(LAST_LOSES, ALL_BELOW[self.seats], self.now, closes_at)
        self.deadline = closes_at

    def slap(self, seat: i64) -> i64:
        """A hand on the pile: in a race each seat's first one counts, else it is a fake-out.

        HT-41, HT-46, HT-R26, HT-R28, HT-R45: hands that bounce, or are still there from the race,
        are forgiven.
        """
        if self.stage == RACE:
            if not self.race.hand_down(seat, self.now):
                return self.ignored("HT-R28", "your hand is down already")
            if self.race.complete():
                self.close_race()
            return APPLIED
        if self.now - self.settled_at < self.terms.settle_ms:
            return self.ignored("HT-R26", "the hands are just leaving the pile")
        if self.now - self.punished_at[seat] < self.terms.debounce_ms:
            return self.ignored("HT-R28", "the same hand bounced")
        return self.fake_out(seat)

    def fake_out(self, seat: i64) -> i64:
        """Two cards for a hand on the pile without a hit-hand card.

        nothing else changes: HT-46, HT-47, HT-R26.
        """
        self.punished_at[seat] = self.now
        self.count(FAKE_OUTS, 1)
        self.tell("fake_out", "HT-46", seat, self.draw_penalty(seat, FAKE_OUT_DRAWS))
        return self.foul("HT-46", "no hit-hand card was played")

    def call_phrase(self, seat: i64) -> i64:
        """The phrase: HT-40, HT-R23. From others, or when no duty exists, it is a bluff: HT-R25."""
        if self.stage == RACE and seat == self.turn:
            self.called = True
            self.tell("call", "HT-40", seat, 0)
        else:
            self.tell("bluff", "HT-R25", seat, 0)
        return APPLIED

    def close_race(self) -> None:
        """The last hand draws four, or a caller who forgot to call; then anything may be played.

        HT-42, HT-43, HT-44, HT-45, HT-R13, HT-R23, HT-R24, HT-R30, HT-R41.
        """
        caller = self.turn
        self.race.close()
        self.count(RACES, 1)
        self.tell_hands()
        if self.called:
            loser = self.race.slowest(caller, self.dir, self.seats)
            self.tell("last", "HT-42", loser, self.draw_penalty(loser, LAST_HAND_DRAWS))
        else:
            self.count(FORGOTTEN, 1)
            self.tell("forgot", "HT-45", caller, self.draw_penalty(caller, LAST_HAND_DRAWS))
        self.settled_at = self.now
        self.deadline = NEVER
        self.stuck = 0
        if self.cards.size(caller) == 0:
            self.go_out()
        elif self.end_turn():
            hit_hand = self.cards.top(self.discard)
            self.play_on(hit_hand)
            self.demand = hit_hand

    def tell_hands(self) -> None:
        """Who was where on the pile. Hands are told only now, when they no longer help anybody."""
        if self.cards.watched:
            for place, seat in enumerate(self.race.hands()):
                self.tell("hand", "HT-41", seat, place + 1)

    # ---- the end -------------------------------------------------------------------------------

    def go_out(self) -> None:
        """HT-49, HT-R20."""
        self.tell("out", "HT-49", self.turn, 0)
        self.end_hand()

    def block(self, clause: str) -> None:
        """A hand that cannot or will not end: everybody counts, nobody went out. HT-R19, HT-R40."""
        self.count(BLOCKED, 1)
        self.tell("blocked", clause, -1, self.turns)
        self.end_hand()

    def end_hand(self) -> None:
        """Hands are shown and counted, none for who went out; who is at the target ends the game.

        HT-50, HT-51, HT-54, HT-55, HT-R36.
        """
        self.stage = HAND_OVER
        self.ask_nothing()
        self.deadline = NEVER
        self.count(HANDS, 1)
        self.count(TURNS, self.turns)
        self.tell("hand_over", "HT-49", -1, 0)
        for seat in range(self.seats):
            self.cards.turn(seat, OPEN)
            points = self.points_in_hand(seat)
            self.scores[seat] += points
            self.tell("score", "HT-51", seat, points)
            if self.scores[seat] >= self.terms.target_score:
                self.over = True
        if self.over:
            self.stage = GAME_OVER
            self.tell("end", "HT-55", -1, self.terms.target_score)

    def points_in_hand(self, seat: i64) -> i64:
        """Words and hits ten each, numbers their number, as the deck file says: HT-52, HT-53."""
        cards = self.cards
        total: i64 = 0
        for i in range(cards.size(seat)):
            total += self.terms.points[cards.at(seat, i)]
        return total

    def outcome(self) -> Outcome | None:
        """The fewest points win, and equals share: HT-03, HT-56, HT-R35."""
        if not self.over:
            return None
        points = [self.scores[seat] for seat in range(self.seats)]
        why = f"somebody has {self.terms.target_score} points; the fewest win"
        return Outcome(places_by([-score for score in points]), points, why, "HT-56")

    # ---- what can be done ----------------------------------------------------------------------

    def legal(self, seat: i64, moves: Moves) -> None:
        """Every move that would not be rejected; a bluff or a wrong hand always is one.

        HT-R25, HT-R26.
        """
        moves.count = 0
        if seat == HOST:
            if self.stage == HAND_OVER:
                moves.add(self.terms.next_hand)
            return
        if self.stage >= HAND_OVER or seat >= self.seats:
            return
        if self.stage != RACE:
            self.add_turn_moves(seat, moves)
            if self.stage == DUTY_CUT and seat == self.turn:
                self.add_exact_cuts(moves)
        if self.stage != RACE or not self.race.down & BIT[seat]:
            moves.add(self.terms.slap)
        moves.add(self.terms.call)

    def add_turn_moves(self, seat: i64, moves: Moves) -> None:
        """What the player on turn must choose from: HT-12, HT-14, HT-17, HT-22, HT-R6."""
        if seat != self.turn:
            return
        if self.stage <= MUST_PLAY:
            cards = self.cards
            allowed = self.allowed
            n = cards.size(seat)
            i: i64 = 0
            while i < n:
                card = cards.at(seat, i)
                bit = BIT[card]
                if allowed & bit:
                    allowed -= bit  # copies are the same move
                    moves.add(card)
                i += 1
            if moves.count == 0:
                moves.add(self.terms.draw)
        elif self.stage == DUTY_CUT:
            moves.add(self.terms.cut)
        elif self.stage == DUTY_FLIP:
            moves.add(self.terms.flip)

    def add_exact_cuts(self, moves: Moves) -> None:
        """Each number of cards that HT-R9 lets the player lift."""
        n = self.cards_to_cut()
        if n == 0:
            return
        half = (n + 1) // 2
        lifted = half - n // 8
        while lifted <= half + n // 8:
            moves.add(self.terms.cut + 1 + lifted)
            lifted += 1

    def sensible(self, seat: i64, moves: Moves) -> None:
        moves.count = 0
        if self.stage < RACE:
            self.add_turn_moves(seat, moves)
        elif self.stage == RACE:
            if not self.race.down & BIT[seat]:
                moves.add(self.terms.slap)
            if seat == self.turn and not self.called:
                moves.add(self.terms.call)
        elif self.stage == HAND_OVER and seat == HOST:
            moves.add(self.terms.next_hand)

    def awaited(self) -> i64:
        """The player on turn; in a race whoever's hand is missing, and the caller for the call."""
        if self.stage < RACE:
            return BIT[self.turn]
        if self.stage == HAND_OVER:
            return BIT[HOST]
        if self.stage == GAME_OVER:
            return 0
        missing = self.race.missing()
        return missing if self.called else missing | BIT[self.turn]

    def contenders(self) -> i64:
        """Any hand may come down on any card; whether it should is not for the waiting to tell."""
        return ALL_BELOW[self.seats] if self.stage < HAND_OVER else 0

    # ---- telling -------------------------------------------------------------------------------

    def phase(self) -> str:
        return PHASE_NAMES[self.stage]

    def demand_fact(self) -> str | None:
        return None if self.demand == NO_CARD else self.terms.demands[self.demand]

    def duty_fact(self) -> str | None:
        if self.stage == DUTY_CUT or self.stage == DUTY_FLIP:
            return DUTY_NAMES[self.stage - MUST_PLAY]
        return None

    def drawn_fact(self) -> str | None:
        return None if self.drawn == NO_CARD else self.deck.kinds[self.drawn].name

    def facts(self, seat: i64) -> dict[str, object]:
        """All public, except one's own drawn card and whether one's own hand is down.

        The hands of the others stay sealed until the race is closed.
        """
        race: dict[str, object] | None = None
        if self.race.open:
            down = seat < self.seats and self.race.down & BIT[seat] != 0
            race = {"caller": self.turn, "called": self.called, "down": down}
        return {
            "turn": self.turn,
            "dir": self.dir,
            "dealer": self.dealer,
            "demand": self.demand_fact(),
            "duty": self.duty_fact(),
            "drawn": self.drawn_fact() if seat == self.turn else None,
            "race": race,
            "scores": [self.scores[s] for s in range(self.seats)],
            "turns": self.turns,
        }

    def truth(self) -> dict[str, object]:
        """The state of section 5.3, with the times that HT-R43 and HT-R45 speak of."""
        seats = range(self.seats)
        return {
            "turn": self.turn,
            "dir": self.dir,
            "dealer": self.dealer,
            "demand": self.demand_fact(),
            "duty": self.duty_fact(),
            "drawn": self.drawn_fact(),
            "race": self.race_truth(),
            "scores": [self.scores[seat] for seat in seats],
            "turns": self.turns,
            "stuck": self.stuck,
            "turn_since": self.turn_since,
            "settled_at": time_fact(self.settled_at),
            "punished_at": [time_fact(self.punished_at[seat]) for seat in seats],
        }

    def race_truth(self) -> dict[str, object] | None:
        if not self.race.open:
            return None
        return {
            "caller": self.turn,
            "called": self.called,
            "slaps": self.race.hands(),
            "opened": self.race.opened_at,
        }

    # ---- positions by hand ---------------------------------------------------------------------

    def assume(self, field: str, value: object) -> None:
        if field == "turn":
            self.turn = seat_number(value, self.seats)
        elif field == "dir":
            self.dir = -1 if one_of(str(value), ("1", "-1")) else 1
        elif field == "dealer":
            self.dealer = seat_number(value, self.seats)
        elif field == "demand":
            self.demand = self.demand_from(value)
        elif field == "duty":
            duty = one_of(value, DUTY_NAMES)
            self.stage = PLAY if duty == 0 else MUST_PLAY + duty
        elif field == "drawn":
            self.drawn = self.card_from(value)
        elif field == "race":
            self.assume_race(value)
        elif field == "scores":
            for seat, score in enumerate(whole_numbers(value, self.seats)):
                self.scores[seat] = score
        elif field == "turns":
            self.turns = whole_number(value)
        elif field == "stuck":
            self.stuck = whole_number(value)
        elif field == "turn_since":
            self.turn_since = whole_number(value)
        elif field == "settled_at":
            self.settled_at = time_from(value)
        elif field == "punished_at":
            if not isinstance(value, list) or len(value) != self.seats:
                raise ValueError(f"{value!r} is not a list of {self.seats} times")
            for seat, at in enumerate(value):
                self.punished_at[seat] = time_from(at)
        else:
            raise KeyError(field)

    def demand_from(self, value: object) -> i64:
        if value == "none":
            return NO_CARD
        for kind, words in enumerate(self.terms.demands):
            if words == value:
                return kind
        raise ValueError(f'{value!r} is not none, anything, "number …" or "colour …" of this deck')

    def card_from(self, value: object) -> i64:
        if value == "none":
            return NO_CARD
        if not isinstance(value, str) or value not in self.deck.index:
            raise ValueError(f"{value!r} is not a card of this deck")
        return self.deck.index[value]

    def assume_race(self, value: object) -> None:
        """{caller, called, slaps, opened}; the hands count as landed when the race was opened."""
        if value == "none":
            self.race.close()
            return
        if not isinstance(value, dict) or set(value) != {"caller", "called", "slaps", "opened"}:
            raise ValueError("needs exactly caller, called, slaps and opened")
        opened = whole_number(value["opened"])
        slaps = value["slaps"]
        if not isinstance(slaps, list):
            raise ValueError("slaps is not a list of seats")
        self.turn = seat_number(value["caller"], self.seats)
        self.start_race()
        self.race.start(LAST_LOSES, ALL_BELOW[self.seats], opened, opened + self.terms.hand_ms)
        self.called = yes_or_no(value["called"])
        for seat in slaps:
            if not self.race.hand_down(seat_number(seat, self.seats), opened):
                raise ValueError(f"seat {seat} is in slaps twice")
        if self.race.complete():
            raise ValueError("a race with all hands down is closed")

    def begin_position(self) -> None:
        """Unless its fields say otherwise, a position's top card binds the player on turn."""
        if self.cards.size(self.discard) == 0:
            raise CheckFailed("given: the discard pile needs at least one card")
        self.now = 0
        self.clear_hand()
        top = self.cards.top(self.discard)
        effect = self.effect(top)
        if effect >= DEMAND:
            self.demand = top
        elif effect != NUMBER:
            self.stage = DUTY_CUT if effect == CUT else DUTY_FLIP

    def settled(self) -> None:
        """From the fields follow what may be played and when time acts."""
        if self.stage == RACE:
            self.deadline = self.race.closes_at
            return
        if self.terms.timed:
            self.deadline = self.turn_since + self.terms.turn_ms
        if self.stage != PLAY:
            return
        top = self.cards.top(self.discard) if self.demand == NO_CARD else self.demand
        self.allowed = self.terms.fits[top]
        if self.drawn != NO_CARD:
            self.drawn_at = self.cards.find(self.turn, self.drawn)
            if self.drawn_at < 0:
                raise CheckFailed("given.drawn: the player on turn does not hold that card")
            self.stage = MUST_PLAY
            self.allowed = BIT[self.drawn]

    # ---- other worlds ----------------------------------------------------------------------------

    def forget(self, seat: i64, dice: Dice) -> None:
        """A card drawn unseen is known to fit, or there would be nothing to wait for."""
        if self.stage == MUST_PLAY and seat != self.turn:
            self.imagine_fitting_draw(seat, dice)

    def imagine_fitting_draw(self, seat: i64, dice: Dice) -> None:
        """If the imagined drawn card does not fit, it changes places with an unknown one that does.

        That one comes from elsewhere: had it been in hand, there would have been no draw (HT-R6).
        """
        cards = self.cards
        fits = self.terms.fits[cards.top(self.discard)]
        if fits & BIT[cards.at(self.turn, self.drawn_at)]:
            return
        found = [
            (zone, place)
            for zone in range(self.discard)
            if zone != self.turn
            for place in range(cards.size(zone))
            if fits & BIT[cards.at(zone, place)] and not cards.knows(seat, zone, place)
        ]
        if found:
            zone, place = found[dice.below(i64(len(found)))]
            misfit = cards.lift(self.turn, self.drawn_at)
            cards.drop(self.turn, self.drawn_at, cards.lift(zone, place))
            cards.drop(zone, place, misfit)

    def reread(self) -> None:
        """In an imagined world another card may have been drawn."""
        if self.stage == MUST_PLAY:
            self.drawn = self.cards.at(self.turn, self.drawn_at)
            self.allowed = BIT[self.drawn]
