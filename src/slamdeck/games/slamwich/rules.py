"""Slamwich. Clause ids (SW-nn, SW-Rn) are those of RULES.md beside this file.

Everybody tosses the top card of a closed stack onto one pile. Two alike, two alike with one
between, or a thief may be slapped; the first hand takes the pile. A muncher takes it too, unless
the player on the left stops it.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.actions import Catalogue, Parameter, Verb
from slamdeck.core.bits import ALL_BELOW, BIT, count, lowest
from slamdeck.core.deck import Deck
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr, u8, vec
from slamdeck.core.positions import (
    one_of,
    seat_number,
    seat_set,
    whole_number,
    whole_numbers,
    yes_or_no,
)
from slamdeck.core.problems import CheckFailed
from slamdeck.core.races import FIRST_WINS, NO_SEAT
from slamdeck.core.rules import (
    APPLIED,
    IGNORED,
    NEVER,
    Moves,
    Outcome,
    Rules,
    places_by,
)
from slamdeck.core.zones import CLOSED, OPEN, Layout, Row
from slamdeck.games.slamwich.options import SlamwichOptions

TOSS: Final[i64] = 0
SLAP: Final[i64] = 1
SLAP_YELL: Final[i64] = 2
YELL: Final[i64] = 3

# What the last toss left to be slapped.
NOTHING: Final[i64] = 0
PATTERN: Final[i64] = 1
THIEF: Final[i64] = 2
LIVE_NAMES: Final = ("none", "pattern", "thief")

TALLIES: Final = ("tosses", "piles", "pile_cards", "munches", "slips", "thieves", "wasted_thieves")
TOSSES: Final[i64] = 0
PILES: Final[i64] = 1
PILE_CARDS: Final[i64] = 2
MUNCHES: Final[i64] = 3
SLIPS: Final[i64] = 4
THIEVES: Final[i64] = 5
WASTED: Final[i64] = 6

LONG_AGO: Final[i64] = -(1 << 60)


@final
class Terms:
    """What stays fixed at one table: its size, its deck, its house rules.

    Two to six seats (SW-01), one deck of foods, thieves and munchers (SW-03, SW-04: its kinds are
    what the gallery shows), and SW-44: without munchers the rest of the deck is dealt.
    """

    def __init__(self, seats: i64, deck: Deck, options: SlamwichOptions) -> None:
        rows = [
            Row("stacks", CLOSED, top_first=True),
            Row("centre", OPEN, each=0),
            Row("deck", CLOSED, each=0, top_first=True),
        ]
        with_shout = Parameter("yell", ["true"], optional=True, keyword=True)
        verbs = [Verb("toss"), Verb("slap", [with_shout]), Verb("yell")]
        self.layout = Layout(rows, seats, deck.size)
        self.catalogue = Catalogue("slamwich", verbs)
        self.deck = deck
        self.dealer: i64 = NO_SEAT if options.dealer is None else options.dealer
        self.min_toss_ms: i64 = options.min_toss_ms
        self.toss_ms: i64 = options.toss_ms
        self.late_grace_ms: i64 = options.late_grace_ms
        self.debounce_ms: i64 = options.debounce_ms
        self.munch_ms: i64 = options.munch_ms
        self.yell_grace_ms: i64 = options.yell_grace_ms
        self.yell_ms: i64 = options.yell_ms
        self.time_limit: i64 = options.time_limit_ms or NEVER
        self.max_tosses: i64 = options.max_tosses
        self.slap_in = options.slap_in
        kinds = deck.kinds
        out_of_play = "" if options.use_munchers else "muncher"
        copies = [0 if k.family == out_of_play else k.copies for k in kinds]
        self.copies: vec[u8] = vec[u8](copies)
        self.cards_in_play: i64 = sum(copies)
        self.bite: vec[u8] = vec[u8]([k.number("n") if k.family == "muncher" else 0 for k in kinds])
        self.is_thief: vec[u8] = vec[u8]([1 if k.family == "thief" else 0 for k in kinds])


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Slamwich(Rules):
    """One game of Slamwich: its state, then its verbs.

    SW-02: all of it is about owning every card. SW-R32: two players follow the same rules as six.
    """

    dealer: i64
    turn: i64  # who is due to toss; during a munch always the answering player
    inside: i64  # the set of seats still in
    barred: i64  # the set of seats that may not even slap back in
    muncher: i64
    munch_left: i64  # answers still due
    closing: bool  # the munch is answered, but its last card can still be slapped
    live: i64
    shouted: i64  # the set of seats that shouted at this Thief …
    shouts: i64  # … and their order, four bits each, the first lowest
    holder: i64  # slapped a Thief first, without the shout
    held_at: i64
    grace_over: bool
    claimed: bool  # the pile was taken, or its Thief wasted, and nothing tossed since
    tossed: bool
    tosser: i64  # of the top card
    tossed_at: i64
    gone_at: i64  # when the last chance to slap ended
    waiting_since: i64  # an absent player's time runs from here
    tosses: i64
    moment: i64  # counts inputs and deadlines: who went out together
    ended_by: str
    ended_because: str

    def __init__(self, terms: Terms, dice: Dice, source: Slamwich | None = None) -> None:
        """A table ready to deal, or a copy of another one."""
        super().__init__(terms.layout, terms.deck, terms.catalogue, dice, source)
        self.terms = terms
        self.centre: i64 = terms.layout.seats  # the stacks are zones 0 to seats − 1
        if source is None:
            self.slapped_at: vec[i64] = vec[i64]([LONG_AGO] * self.seats)
            self.out_since: vec[i64] = vec[i64]([0] * self.seats)
            self.reset()
        else:
            self.slapped_at = source.slapped_at[:]
            self.out_since = source.out_since[:]
            self.dealer = source.dealer
            self.turn = source.turn
            self.inside = source.inside
            self.barred = source.barred
            self.muncher = source.muncher
            self.munch_left = source.munch_left
            self.closing = source.closing
            self.live = source.live
            self.shouted = source.shouted
            self.shouts = source.shouts
            self.holder = source.holder
            self.held_at = source.held_at
            self.grace_over = source.grace_over
            self.claimed = source.claimed
            self.tossed = source.tossed
            self.tosser = source.tosser
            self.tossed_at = source.tossed_at
            self.gone_at = source.gone_at
            self.waiting_since = source.waiting_since
            self.tosses = source.tosses
            self.moment = source.moment
            self.ended_by = source.ended_by
            self.ended_because = source.ended_because

    def branch(self, dice: Dice) -> Rules:
        return Slamwich(self.terms, dice, self)

    def reset(self) -> None:
        """Nothing has happened yet, whatever was played at this table before."""
        self.now = 0
        self.over = False
        self.race.close()
        self.dealer = 0
        self.turn = 0
        self.inside = ALL_BELOW[self.seats]
        self.barred = 0
        self.muncher = NO_SEAT
        self.munch_left = 0
        self.closing = False
        self.live = NOTHING
        self.shouted = 0
        self.shouts = 0
        self.holder = NO_SEAT
        self.held_at = 0
        self.grace_over = False
        self.claimed = False
        self.tossed = False
        self.tosser = NO_SEAT
        self.tossed_at = LONG_AGO
        self.gone_at = LONG_AGO
        self.waiting_since = 0
        self.tosses = 0
        self.moment = 1
        self.ended_by = ""
        self.ended_because = ""
        for seat in range(self.seats):
            self.slapped_at[seat] = LONG_AGO
            self.out_since[seat] = 0

    # ---- set-up ----------------------------------------------------------------------------------

    def deal(self) -> None:
        """Equal closed stacks, then the leftovers face up in the middle; the dealer's left begins.

        SW-03, SW-05, SW-06, SW-07, SW-08, SW-09, SW-44 (no munchers), SW-R31, SW-R36.
        """
        self.reset()
        dice = self.dice
        self.dealer = self.terms.dealer
        if self.dealer == NO_SEAT:
            dice.label("dealer")
            self.dealer = dice.below(self.seats)
        cards = self.cards
        deck = self.centre + 1
        self.lay_out_deck(deck, self.terms.copies)
        cards.shuffle(deck, dice, "deal")
        seat = self.dealer
        while cards.size(deck) >= self.seats:
            for _ in range(self.seats):
                seat = self.left_of(seat)
                cards.insert(deck, cards.size(deck) - 1, seat, 0)
        while cards.size(deck) > 0:
            cards.move_top(deck, self.centre)
        self.turn = self.left_of(self.dealer)
        self.set_deadline()

    # ---- time and inputs -------------------------------------------------------------------------

    def set_deadline(self) -> None:
        """When time alone acts: a Thief's shouts, a munch's end, an absent player, the limit.

        SW-42, SW-R19, SW-R22, SW-R28.
        """
        terms = self.terms
        if self.over:
            self.deadline = NEVER
            return
        if self.holder != NO_SEAT:
            next_at = self.held_at + (terms.yell_ms if self.grace_over else terms.yell_grace_ms)
        elif self.closing:
            next_at = self.tossed_at + terms.munch_ms
        else:
            next_at = self.waiting_since + terms.toss_ms
        self.deadline = next_at if next_at < terms.time_limit else terms.time_limit

    def alarm(self) -> None:
        """Exactly one deadline; the agreed time limit comes before any other of the same moment.

        SW-42, SW-R19, SW-R22 (the munch closes), SW-R26, SW-R28 (an absent player tosses).
        """
        if self.now >= self.terms.time_limit:
            self.time_is_up()
        elif self.holder != NO_SEAT:
            self.shouting_time_passes()
        elif self.closing:
            self.munch_pile("SW-30")
        else:
            self.toss(self.turn)
        self.moment += 1
        self.set_deadline()

    def act(self, seat: i64, action: i64) -> i64:
        """SW-R39: nobody acts after the end, and who is out only as far as SW-R35 allows."""
        if self.over:
            return self.rejected("SW-R39", "the game is over")
        if seat >= self.seats:
            return self.rejected("SW-R39", "only players may do that")
        if not self.may_slap() & BIT[seat]:
            return self.rejected("SW-R39", "you are out of the game")
        if action == TOSS:
            verdict = self.try_toss(seat)
        elif action == SLAP:
            verdict = self.slap(seat)
        elif action == YELL:
            verdict = self.shout(seat)
        else:
            verdict = self.slap_and_shout(seat)
        if verdict <= IGNORED:
            self.moment += 1
            self.set_deadline()
        return verdict

    def may_slap(self) -> i64:
        """Who may slap and shout: players still in (SW-16, SW-R10), or nearly all (SW-R35)."""
        if self.terms.slap_in:
            return ALL_BELOW[self.seats] & ~self.barred
        return self.inside

    # ---- tossing ---------------------------------------------------------------------------------

    def try_toss(self, seat: i64) -> i64:
        """One toss per turn, in turn, not too fast: SW-10, SW-11, SW-R18, SW-R22, SW-R27."""
        if self.holder != NO_SEAT:
            return self.rejected("SW-R27", "the Thief is being decided")
        if self.closing:
            return self.rejected("SW-R22", "the munch is being decided")
        if seat != self.turn:
            return self.rejected("SW-R27", "it is not your turn to toss")
        if self.now - self.tossed_at < self.terms.min_toss_ms:
            return self.rejected("SW-R18", "the last card has only just been tossed")
        self.toss(seat)
        return APPLIED

    def toss(self, seat: i64) -> None:
        """The top card of a stack is turned up on the pile, for all eyes at once; play moves on.

        SW-10, SW-11, SW-12, SW-22, SW-33, SW-R6, SW-R40.
        """
        if self.leave_the_brink(seat):
            return
        card = self.cards.move_top(seat, self.centre)
        self.count(TOSSES, 1)
        self.tosses += 1
        self.tossed = True
        self.tosser = seat
        self.tossed_at = self.now
        self.waiting_since = self.now
        self.claimed = False
        self.show_new_top(card)
        bite = i64(self.terms.bite[card])
        if bite > 0 and self.live != PATTERN:
            self.start_munch(seat, bite)
        elif self.muncher != NO_SEAT:
            self.answer_munch(seat)
        else:
            self.turn = self.next_with_cards(seat)
        self.drop_out_without_cards()
        self.end_if_alone()
        if self.tosses >= self.terms.max_tosses and not self.over:
            self.finish("SW-R40", "as many cards were tossed as the table allows")

    def leave_the_brink(self, tosser: i64) -> bool:
        """Before a toss whoever has no card left goes out, except the muncher: SW-39, SW-R9.

        If that leaves the tosser alone, the game ends without a toss (SW-R25).
        """
        seats = self.inside
        while seats:
            seat = lowest(seats)
            seats &= ~BIT[seat]
            if self.cards.size(seat) == 0 and seat != tosser and seat != self.muncher:
                self.send_out(seat)
        return self.end_if_alone()

    def show_new_top(self, card: i64) -> None:
        """What the toss made of the pile; it can be slapped until the next toss, which buries it.

        SW-R3: only the last toss counts. SW-R4, SW-R5: the cards under it count by position alone.
        """
        self.chance_is_gone()
        if self.completes_pattern(card):
            self.live = PATTERN
        elif self.terms.is_thief[card]:
            self.live = THIEF
            self.shouted = 0
            self.shouts = 0
            self.count(THIEVES, 1)
        else:
            return
        self.race.start(FIRST_WINS, self.may_slap(), self.now, NEVER)

    def completes_pattern(self, card: i64) -> bool:
        """Double Decker (SW-13): like the card below. Slamwich (SW-14): like the next but one.

        A kind is a food's name or a muncher's number, and all thieves are one kind (SW-35, SW-R1);
        so a second thief makes a pattern and needs no shout (SW-R2).
        """
        cards = self.cards
        centre = self.centre
        size = cards.size(centre)
        if size >= 2 and cards.at(centre, size - 2) == card:
            return True
        return size >= 3 and cards.at(centre, size - 3) == card

    def chance_is_gone(self) -> None:
        """Buried (SW-R7, SW-R18), claimed or wasted; from now hands are late (SW-R17, SW-R34)."""
        if self.live != NOTHING:
            self.gone_at = self.now
            self.live = NOTHING
            self.holder = NO_SEAT
            self.race.close()

    def next_with_cards(self, seat: i64) -> i64:
        """The next seat to the left that is still in and has cards: SW-10, SW-22, SW-R23.

        It is `seat` itself when nobody else has any.
        """
        follower = self.left_of(seat)
        while follower != seat:
            if self.inside & BIT[follower] and self.cards.size(follower) > 0:
                return follower
            follower = self.left_of(follower)
        return seat

    # ---- munching --------------------------------------------------------------------------------

    def start_munch(self, seat: i64, bite: i64) -> None:
        """Whoever tosses a muncher eats the pile, unless the left neighbour stops it.

        SW-23, SW-24, SW-25, SW-26, SW-R23. A muncher that answers one starts afresh: SW-32, SW-34.
        """
        self.muncher = seat
        answerer = self.next_with_cards(seat)
        if answerer == seat:
            self.munch_pile("SW-R23")
            return
        self.turn = answerer
        self.munch_left = bite
        self.tell("munch", "SW-24", seat, bite)

    def answer_munch(self, seat: i64) -> None:
        """One of the answers was tossed: SW-26, SW-27, SW-30, SW-R6, SW-R7, SW-R8.

        If it was the last and can be slapped, hands get a closing moment (SW-28, SW-R22).
        """
        self.munch_left -= 1
        if self.munch_left > 0 and self.cards.size(seat) > 0:
            return
        if self.live == NOTHING:
            self.munch_pile("SW-30")
        else:
            self.closing = True

    def munch_pile(self, clause: str) -> None:
        """Nobody stopped the muncher: SW-24, SW-30."""
        self.count(MUNCHES, 1)
        self.take_pile(self.muncher, clause)

    # ---- slapping --------------------------------------------------------------------------------

    def slap(self, seat: i64) -> i64:
        """A hand on the pile: SW-16, SW-17; it may also stop a munch: SW-28, SW-29."""
        if self.now - self.slapped_at[seat] < self.terms.debounce_ms:
            return self.ignored("SW-R29", "the same hand bounced")
        self.slapped_at[seat] = self.now
        if self.holder != NO_SEAT:
            return self.ignored("SW-R19", "another hand was first; a shout may still win the Thief")
        if self.live == PATTERN:
            self.race.hand_down(seat, self.now)
            self.take_pile(seat, "SW-17" if self.muncher == NO_SEAT else "SW-29")
            return APPLIED
        if self.live == THIEF:
            return self.slap_thief(seat)
        return self.slap_nothing(seat)

    def slap_nothing(self, seat: i64) -> i64:
        """Nothing is there to slap: harmless while it is late rather than wrong, else a slip slap.

        SW-36, SW-R4, SW-R16, SW-R17, SW-R33, SW-R34.
        """
        if not self.tossed:
            return self.ignored("SW-R4", "no card has been tossed yet")
        if self.claimed and self.cards.size(self.centre) == 0:
            return self.ignored("SW-R16", "the pile has just been taken")
        if self.claimed:
            return self.ignored("SW-R33", "this Thief is wasted")
        if self.now - self.gone_at >= self.terms.late_grace_ms:
            return self.slip_slap(seat)
        if self.gone_at == self.tossed_at:
            return self.ignored("SW-R17", "the card you saw has just been buried")
        return self.ignored("SW-R34", "the chance you saw has just been taken")

    def slap_and_shout(self, seat: i64) -> i64:
        """Both in one movement: a shout and then a slap; it is applied if either is (SW-18).

        SW-R29: the shout of a bouncing hand still counts.
        """
        shout = self.shout(seat)
        verdict = APPLIED if self.over else self.slap(seat)
        if shout == APPLIED or verdict == APPLIED:
            # The half that had no effect is nobody's complaint.
            self.clause = ""
            self.why = ""
            return APPLIED
        return verdict

    def slap_thief(self, seat: i64) -> i64:
        """The first hand on a Thief wins with the shout, else it holds the pile for a moment.

        SW-15, SW-18, SW-19, SW-R19; during a munch just the same (SW-R37).
        """
        self.race.hand_down(seat, self.now)
        if self.shouted & BIT[seat]:
            self.take_pile(seat, "SW-18")
            return APPLIED
        self.holder = seat
        self.held_at = self.now
        self.grace_over = False
        self.tell("hold", "SW-18", seat, 0)
        return APPLIED

    def shout(self, seat: i64) -> i64:
        """Stop Thief! SW-18, SW-19, SW-R19, SW-R20 (no slap needed), SW-R21 (no effect)."""
        if self.live != THIEF:
            return self.ignored("SW-R21", "there is no Thief to stop")
        if self.holder != NO_SEAT and (self.grace_over or seat == self.holder):
            clause = "SW-18" if seat == self.holder else "SW-19"
            self.tell("shout", clause, seat, 0)
            self.take_pile(seat, clause)
            return APPLIED
        if self.shouted & BIT[seat]:
            return self.ignored("SW-R21", "you have shouted already")
        self.note_shout(seat)
        self.tell("shout", "SW-18", seat, 0)
        return APPLIED

    def note_shout(self, seat: i64) -> None:
        """The first shout of a Thief will be the first in this list (SW-19)."""
        self.shouts |= seat << (4 * count(self.shouted))
        self.shouted |= BIT[seat]

    def shouting_time_passes(self) -> None:
        """The first slapper's grace is over, or nobody shouted at all (SW-19, SW-R19)."""
        if self.grace_over:
            self.waste_thief()
            return
        self.grace_over = True
        if self.shouted:
            self.take_pile(self.shouts & 15, "SW-19")

    def waste_thief(self) -> None:
        """No shout came: the Thief lies dead, and play goes on (SW-R19, SW-R33)."""
        self.count(WASTED, 1)
        self.tell("wasted", "SW-R19", self.holder, 0)
        self.chance_is_gone()
        self.claimed = True
        self.waiting_since = self.now
        if self.closing:
            self.munch_pile("SW-30")

    def take_pile(self, seat: i64, clause: str) -> None:
        """The whole pile goes, in order and face down, under one's stack; its taker tosses next.

        SW-17, SW-20, SW-21, SW-29, SW-30, SW-31, SW-R30. Who was out is back in (SW-R35), and
        everybody else without cards is out (SW-39, SW-R9).
        """
        self.chance_is_gone()
        won = self.cards.sweep_under(self.centre, seat)
        self.count(PILES, 1)
        self.count(PILE_CARDS, won)
        self.tell("win", clause, seat, won)
        self.muncher = NO_SEAT
        self.closing = False
        self.tosser = NO_SEAT
        self.claimed = True
        self.turn = seat
        self.waiting_since = self.now
        self.inside |= BIT[seat]
        self.drop_out_without_cards()
        self.end_if_alone()

    def slip_slap(self, seat: i64) -> i64:
        """A wrong hand pays the top card of its stack to the bottom of the pile.

        SW-36, SW-37, SW-R5, SW-R12, SW-R35. A munch goes on as it was (SW-R13), unless its
        answering player paid the last card (SW-R8).
        """
        self.count(SLIPS, 1)
        verdict = self.foul("SW-36", "nothing was there to slap")
        if not self.inside & BIT[seat]:
            self.barred |= BIT[seat]
            self.tell("barred", "SW-R35", seat, 0)
            return verdict
        if self.cards.size(seat) == 0:
            self.slip_without_a_card(seat)
        else:
            self.cards.insert(seat, self.cards.size(seat) - 1, self.centre, 0)
            self.tell("slip", "SW-37", seat, 1)
            self.drop_out_without_cards()
        if self.end_if_alone():
            return verdict
        if self.muncher == NO_SEAT:
            self.pass_turn_left_of_slip(seat)
        elif seat == self.turn and self.cards.size(seat) == 0:
            self.munch_pile("SW-R8")
        return verdict

    def slip_without_a_card(self, seat: i64) -> None:
        """Who cannot pay is out; with a muncher goes the munch, the pile stays (SW-R11, SW-R35)."""
        self.tell("slip", "SW-R11", seat, 0)
        if self.terms.slap_in:
            self.barred |= BIT[seat]
        if seat == self.muncher:
            self.muncher = NO_SEAT
        self.send_out(seat)

    def pass_turn_left_of_slip(self, seat: i64) -> None:
        """The slip-slapper's left neighbour is next, whoever that skips or repeats: SW-38, SW-R14.

        Of several slips the last one decides (SW-R15). A new turn is a new wait (SW-R28).
        """
        self.turn = self.next_with_cards(seat)
        self.waiting_since = self.now

    # ---- leaving and ending ----------------------------------------------------------------------

    def send_out(self, seat: i64) -> None:
        """No cards, no game: SW-39. The moment is kept for the places (SW-R38)."""
        self.inside &= ~BIT[seat]
        self.out_since[seat] = self.moment
        self.tell("out", "SW-39", seat, 0)

    def drop_out_without_cards(self) -> None:
        """No cards, not the muncher, one's last toss not on top: out (SW-39, SW-R9, SW-R12)."""
        seats = self.inside
        while seats:
            seat = lowest(seats)
            seats &= ~BIT[seat]
            if self.cards.size(seat) == 0 and seat != self.muncher and seat != self.tosser:
                self.send_out(seat)

    def end_if_alone(self) -> bool:
        """The last player left wins and gets every card: SW-02, SW-40, SW-41, SW-R24."""
        if not self.over and count(self.inside) == 1:
            self.cards.sweep_under(self.centre, lowest(self.inside))
            self.finish("SW-41", "everybody else is out of cards")
        return self.over

    def time_is_up(self) -> None:
        """SW-42, SW-43, SW-R26: the most cards among those still in win; the pile is nobody's."""
        self.finish("SW-43", "the agreed time is up")

    def finish(self, clause: str, why: str) -> None:
        """Play stops at once and whatever was undecided is dropped: SW-41, SW-R26, SW-R40."""
        self.over = True
        self.live = NOTHING
        self.holder = NO_SEAT
        self.muncher = NO_SEAT
        self.closing = False
        self.race.close()
        self.ended_by = clause
        self.ended_because = why
        self.tell("end", clause, -1, 0)

    def outcome(self) -> Outcome | None:
        """Who is in, by cards; then who is out, the later the better.

        SW-41, SW-43, SW-R26, SW-R38.
        """
        if not self.over:
            return None
        keys = [
            1_000_000_000 + self.cards.size(seat) if self.inside & BIT[seat] else self.out_since[seat]
            for seat in range(self.seats)
        ]
        points = [self.cards.size(seat) for seat in range(self.seats)]
        return Outcome(places_by(keys), points, self.ended_because, self.ended_by)

    # ---- what can be done ------------------------------------------------------------------------

    def may_toss(self, seat: i64) -> bool:
        """The same questions as in `try_toss`: SW-10, SW-R18, SW-R22, SW-R27."""
        return (
            seat == self.turn
            and self.holder == NO_SEAT
            and not self.closing
            and self.now - self.tossed_at >= self.terms.min_toss_ms
        )

    def legal(self, seat: i64, moves: Moves) -> None:
        """Anybody may slap or shout at any card, so the list never tells what to slap (SW-16)."""
        moves.count = 0
        if self.over or seat >= self.seats or not self.may_slap() & BIT[seat]:
            return
        if self.may_toss(seat):
            moves.add(TOSS)
        moves.add(SLAP)
        moves.add(YELL)
        moves.add(SLAP_YELL)

    def sensible(self, seat: i64, moves: Moves) -> None:
        """What has an effect and costs nothing: a toss in turn, a slap or a shout that may win."""
        moves.count = 0
        if self.holder != NO_SEAT:
            if self.grace_over or seat == self.holder or not self.shouted & BIT[seat]:
                moves.add(YELL)
            return
        if self.may_toss(seat):
            moves.add(TOSS)
        if self.live == PATTERN:
            moves.add(SLAP)
        elif self.live == THIEF:
            moves.add(SLAP)
            moves.add(SLAP_YELL)

    def awaited(self) -> i64:
        """All hands while something can be slapped, else who is due to toss. No seat may see it."""
        if self.over:
            return 0
        if self.live != NOTHING:
            return self.may_slap()
        return BIT[self.turn]

    def contenders(self) -> i64:
        """Every hand may come down at any card; whether it should is not for a wait to tell."""
        return self.may_slap()

    # ---- telling ---------------------------------------------------------------------------------

    def phase(self) -> str:
        """The phases of section 5.4."""
        if self.over:
            return "OVER"
        if self.holder != NO_SEAT:
            return "HELD"
        if self.closing:
            return "CLOSING"
        return "TURN" if self.muncher == NO_SEAT else "MUNCH"

    def facts(self, seat: i64) -> dict[str, object]:
        """Public, all of it. Nothing of closed stacks (SW-08), nor whether a slap is right now."""
        return {
            "turn": self.turn,
            "dealer": self.dealer,
            "munch": self.munch_fact(),
            "holder": seat_or_none(self.holder),
            "out": self.marks(ALL_BELOW[self.seats] & ~self.inside),
            "barred": self.marks(self.barred),
        }

    def marks(self, seats: i64) -> list[bool]:
        """A set of seats as true or false for each."""
        return [seats & BIT[seat] != 0 for seat in range(self.seats)]

    def munch_fact(self) -> list[int] | None:
        """Muncher, answering player, answers left."""
        if self.muncher == NO_SEAT:
            return None
        return [self.muncher, self.turn, self.munch_left]

    def contest_fact(self) -> dict[str, object] | None:
        """The fight for a Thief: who shouted, in order, and who slapped first, when (SW-R19)."""
        if self.live != THIEF:
            return None
        record: dict[str, object] = {"shouts": self.shouters()}
        if self.holder != NO_SEAT:
            record["slapper"] = self.holder
            record["slapped_at"] = self.held_at
        return record

    def shouters(self) -> list[int]:
        return [(self.shouts >> (4 * i)) & 15 for i in range(count(self.shouted))]

    def truth(self) -> dict[str, object]:
        """Section 5.3, by its names."""
        return {
            "turn": self.turn,
            "dealer": self.dealer,
            "munch": self.munch_fact(),
            "live": LIVE_NAMES[self.live],
            "contest": self.contest_fact(),
            "out": self.marks(ALL_BELOW[self.seats] & ~self.inside),
            "barred": self.marks(self.barred),
            "claimed": self.claimed,
            "tossed": self.tossed,
            "tosser": seat_or_none(self.tosser),
            "tossed_at": time_or_none(self.tossed_at),
            "gone_at": time_or_none(self.gone_at),
            "tosses": self.tosses,
        }

    # ---- positions given by hand -----------------------------------------------------------------

    def begin_position(self) -> None:
        """Cards have been tossed; an empty centre has just been claimed."""
        self.tossed = True
        self.claimed = self.cards.size(self.centre) == 0

    def assume(self, field: str, value: object) -> None:
        """A field of `truth`; "none" where there is nothing, as in a file."""
        absent = value is None or value == "none"
        if field == "turn":
            self.turn = seat_number(value, self.seats)
        elif field == "dealer":
            self.dealer = seat_number(value, self.seats)
        elif field == "munch":
            self.assume_munch(value, absent)
        elif field == "live":
            self.live = one_of(value, LIVE_NAMES)
        elif field == "contest":
            self.assume_contest(value, absent)
        elif field == "out":
            self.inside = ALL_BELOW[self.seats] & ~seat_set(value, self.seats)
        elif field == "barred":
            self.barred = seat_set(value, self.seats)
        elif field == "claimed":
            self.claimed = yes_or_no(value)
        elif field == "tossed":
            self.tossed = yes_or_no(value)
        elif field == "tosser":
            self.tosser = NO_SEAT if absent else seat_number(value, self.seats)
        elif field == "tossed_at":
            self.tossed_at = LONG_AGO if absent else whole_number(value)
        elif field == "gone_at":
            self.gone_at = LONG_AGO if absent else whole_number(value)
        elif field == "tosses":
            self.tosses = whole_number(value)
        else:
            raise KeyError(field)

    def assume_munch(self, value: object, absent: bool) -> None:
        if absent:
            self.muncher = NO_SEAT
            return
        muncher, answerer, left = whole_numbers(value, 3)
        self.muncher = seat_number(muncher, self.seats)
        self.turn = seat_number(answerer, self.seats)
        if muncher == answerer or not 0 <= left <= 3:
            raise ValueError(f"{value!r} is not a muncher, another player and 0 to 3 answers left")
        self.munch_left = left

    def assume_contest(self, value: object, absent: bool) -> None:
        if absent:
            return
        if not isinstance(value, dict) or not set(value) <= {"shouts", "slapper", "slapped_at"}:
            raise ValueError(f"{value!r} is not a table with shouts, slapper and slapped_at")
        self.live = THIEF
        shouts = value.get("shouts", [])
        if not isinstance(shouts, list):
            raise ValueError(f"{shouts!r} is not a list of seats")
        for shouter in shouts:
            self.note_shout(seat_number(shouter, self.seats))
        if "slapper" in value:
            self.holder = seat_number(value["slapper"], self.seats)
            self.held_at = whole_number(value.get("slapped_at", 0))

    def settled(self) -> None:
        """Derive the rest, and refuse a position that no game could come to."""
        if self.live != NOTHING:
            self.race.start(FIRST_WINS, self.may_slap(), self.now, NEVER)
        if self.muncher != NO_SEAT and self.live != NOTHING:
            self.closing = self.munch_left == 0 or self.cards.size(self.turn) == 0
        if self.closing and self.tossed_at == LONG_AGO:
            self.tossed_at = self.now
        self.drop_out_without_cards()
        self.check_position()
        self.end_if_alone()
        self.set_deadline()

    def check_position(self) -> None:
        for seat in range(self.seats):
            if not self.inside & BIT[seat] and self.cards.size(seat) > 0:
                raise CheckFailed(f"given: seat {seat} is out but has cards")
        if self.holder != NO_SEAT and self.live != THIEF:
            raise CheckFailed("given: a contest needs a Thief (live = thief)")
        if self.closing or count(self.inside) == 1:
            return
        if self.cards.size(self.turn) == 0:
            raise CheckFailed(f"given: seat {self.turn} is due to toss, but has no cards")
        if self.muncher != NO_SEAT and self.munch_left == 0:
            raise CheckFailed("given: a munch without answers left and without a chance is over")


def seat_or_none(seat: i64) -> int | None:
    return None if seat == NO_SEAT else seat


def time_or_none(at: i64) -> int | None:
    return None if at == LONG_AGO else at
