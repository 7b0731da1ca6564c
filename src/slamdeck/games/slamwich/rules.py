"""Slamwich. Clause ids (SW-nn, SW-Rn) are those of RULES.md beside this file.

Everybody tosses the top card of a closed stack onto one pile. Two alike, two alike with one between, or a thief may
be slapped; the first hand takes the pile. A muncher takes it too, unless the player on the left stops it.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.actions import Catalogue, Parameter, Verb
from slamdeck.core.bits import ALL_BELOW, BIT, count, lowest
from slamdeck.core.deck import Deck
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr, u8, vec
from slamdeck.core.positions import seat_number, seat_set, whole_number, whole_numbers, yes_or_no
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
    """What stays fixed at one table: its size, its deck, its house rules."""

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
        self.copies: vec[u8] = vec[u8]([0 if k.family == out_of_play else k.copies for k in kinds])
        self.bite: vec[u8] = vec[u8]([k.number("n") if k.family == "muncher" else 0 for k in kinds])
        self.is_thief: vec[u8] = vec[u8]([1 if k.family == "thief" else 0 for k in kinds])


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Slamwich(Rules):
    """One game of Slamwich: the state of section 5.3, then the verbs."""

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
        self.moment = 0
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

    # ---- time and inputs ----------------------------------------------------------------------------

    def set_deadline(self) -> None:
        """When time alone acts: the Thief's shouts, the end of a munch, an absent player, the agreed limit.

        SW-42, SW-R19, SW-R22, SW-R28.
        """
        if self.over:
            self.deadline = NEVER
            return
        if self.holder != NO_SEAT:
            next_at = self.held_at + (self.terms.yell_ms if self.grace_over else self.terms.yell_grace_ms)
        elif self.closing:
            next_at = self.tossed_at + self.terms.munch_ms
        else:
            next_at = self.waiting_since + self.terms.toss_ms
        self.deadline = next_at if next_at < self.terms.time_limit else self.terms.time_limit

    def alarm(self) -> None:
        if self.now >= self.terms.time_limit:
            self.time_is_up()
        elif self.holder != NO_SEAT:
            self.shouting_time_passes()
        elif self.closing:
            self.take_pile(self.muncher, "SW-30")
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
        """Who may slap and shout: the players still in (SW-16) and, as a house rule, those who are out.

        SW-R10, SW-R35.
        """
        if self.terms.slap_in:
            return ALL_BELOW[self.seats] & ~self.barred
        return self.inside

    # ---- tossing --------------------------------------------------------------------------------------

    def try_toss(self, seat: i64) -> i64:
        """SW-10, SW-11, SW-R18, SW-R27: one toss per turn, in turn, not faster than the minimum."""
        if self.holder != NO_SEAT:
            return self.rejected("SW-R27", "the Thief is being decided")
        if self.closing:
            return self.rejected("SW-R27", "the munch is being decided")
        if seat != self.turn:
            return self.rejected("SW-R27", "it is not your turn to toss")
        if self.now - self.tossed_at < self.terms.min_toss_ms:
            return self.rejected("SW-R18", "the last card has only just been tossed")
        self.toss(seat)
        return APPLIED

    def toss(self, seat: i64) -> None:
        """The top card of a stack is turned up on the pile, for all eyes at once (SW-11, SW-12)."""
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
        """Before a toss whoever has no card left goes out, unless they are the muncher (SW-R9).

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
        """What the toss made of the pile; it can be slapped until the next toss.

        SW-13, SW-14, SW-15, SW-35, SW-R1, SW-R2, SW-R3, SW-R4, SW-R5: only the last toss counts, by position.
        """
        cards = self.cards
        centre = self.centre
        size = cards.size(centre)
        live = NOTHING
        if size >= 2 and cards.at(centre, size - 2) == card:
            live = PATTERN
        elif size >= 3 and cards.at(centre, size - 3) == card:
            live = PATTERN
        elif self.terms.is_thief[card]:
            live = THIEF
        if live == NOTHING:
            self.chance_is_gone()
            return
        self.live = live
        self.shouted = 0
        self.shouts = 0
        self.race.start(FIRST_WINS, self.may_slap(), self.now, NEVER)
        if live == THIEF:
            self.count(THIEVES, 1)

    def chance_is_gone(self) -> None:
        """Buried, claimed or wasted; late hands are forgiven from this moment (SW-R17, SW-R34)."""
        if self.live != NOTHING:
            self.gone_at = self.now
            self.live = NOTHING
            self.holder = NO_SEAT
            self.race.close()

    def next_with_cards(self, seat: i64) -> i64:
        """The next seat to the left that is still in and has cards: SW-10, SW-22, SW-R23. It may be `seat` itself."""
        follower = self.left_of(seat)
        while follower != seat:
            if self.inside & BIT[follower] and self.cards.size(follower) > 0:
                return follower
            follower = self.left_of(follower)
        return seat

    # ---- munching ----------------------------------------------------------------------------------------

    def start_munch(self, seat: i64, bite: i64) -> None:
        """Whoever tosses a muncher eats the pile, unless the left neighbour stops it with up to `bite` tosses.

        SW-23, SW-24, SW-25, SW-26, SW-32, SW-33, SW-34: answered by another muncher, the count begins afresh.
        """
        self.muncher = seat
        answerer = self.next_with_cards(seat)
        if answerer == seat:
            self.take_pile(seat, "SW-R23")
            return
        self.turn = answerer
        self.munch_left = bite
        self.tell("munch", "SW-24", seat, bite)

    def answer_munch(self, seat: i64) -> None:
        """One of the answers was tossed: SW-26, SW-27, SW-30, SW-R6, SW-R7, SW-R8, SW-R22."""
        self.munch_left -= 1
        if self.munch_left > 0 and self.cards.size(seat) > 0:
            return
        if self.live == NOTHING:
            self.take_pile(self.muncher, "SW-30")
        else:
            self.closing = True

    # ---- slapping --------------------------------------------------------------------------------------------

    def slap(self, seat: i64) -> i64:
        """A hand on the pile: SW-16, SW-17, SW-28, SW-29, SW-36, and all that makes it harmless."""
        if self.now - self.slapped_at[seat] < self.terms.debounce_ms:
            return self.ignored("SW-R29", "the same hand bounced")
        self.slapped_at[seat] = self.now
        if not self.tossed:
            return self.ignored("SW-R4", "no card has been tossed yet")
        if self.holder != NO_SEAT:
            return self.ignored("SW-R16", "another hand was first; a shout may still win the Thief")
        if self.live == PATTERN:
            self.race.hand_down(seat, self.now)
            self.take_pile(seat, "SW-17")
            return APPLIED
        if self.live == THIEF:
            return self.slap_thief(seat)
        if self.claimed:
            return self.ignored("SW-R16", "the pile has just been decided")
        if self.now - self.gone_at < self.terms.late_grace_ms:
            return self.ignored("SW-R17", "just too late for a real chance")
        return self.slip_slap(seat)

    def slap_and_shout(self, seat: i64) -> i64:
        """Both in one movement: a shout, and then a slap (SW-R29: a bouncing hand's shout still counts)."""
        shout = self.shout(seat)
        if self.over:
            return shout
        slap = self.slap(seat)
        return APPLIED if shout == APPLIED else slap

    def slap_thief(self, seat: i64) -> i64:
        """The first hand on a Thief wins with the shout, else it holds the pile for a moment.

        SW-18, SW-19, SW-R19, SW-R37.
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
        """"Stop Thief!" — SW-18, SW-19, SW-R19, SW-R20 (no slap needed), SW-R21 (harmless otherwise)."""
        if self.live != THIEF:
            return self.ignored("SW-R21", "there is no Thief to stop")
        if self.holder != NO_SEAT and (self.grace_over or seat == self.holder):
            self.tell("shout", "SW-19", seat, 0)
            self.take_pile(seat, "SW-18" if seat == self.holder else "SW-19")
            return APPLIED
        if self.shouted & BIT[seat]:
            return self.ignored("SW-R21", "you have shouted already")
        self.shouts |= seat << (4 * count(self.shouted))
        self.shouted |= BIT[seat]
        self.tell("shout", "SW-19", seat, 0)
        return APPLIED

    def shouting_time_passes(self) -> None:
        """The first slapper's grace is over, or nobody shouted at all (SW-19, SW-R19)."""
        if self.grace_over:
            self.waste_thief()
            return
        self.grace_over = True
        if self.shouted:
            self.take_pile(self.shouts & 15, "SW-19")

    def waste_thief(self) -> None:
        """No shout came: the Thief lies dead and play goes on (SW-R19, SW-R33)."""
        self.count(WASTED, 1)
        self.tell("wasted", "SW-R19", self.holder, 0)
        self.chance_is_gone()
        self.claimed = True
        self.waiting_since = self.now
        if self.closing:
            self.take_pile(self.muncher, "SW-30")

    def take_pile(self, seat: i64, clause: str) -> None:
        """The whole pile goes, in order and face down, under one's stack; its taker tosses next.

        SW-17, SW-20, SW-21, SW-29, SW-30, SW-31, SW-R30; with SW-R35 a player who was out is back in.
        """
        if seat == self.muncher:
            self.count(MUNCHES, 1)
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
        """A hand on a pile with nothing to slap pays the top card of its stack to the bottom of the pile.

        SW-36, SW-37, SW-R5, SW-R12, SW-R13, SW-R14, SW-R35.
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
            if self.cards.size(seat) == 0 and seat != self.muncher and seat != self.tosser:
                self.send_out(seat)
        if self.end_if_alone():
            return verdict
        if self.muncher == NO_SEAT:
            self.pass_turn_left_of_slip(seat)
        elif seat == self.turn and self.cards.size(seat) == 0:
            self.take_pile(self.muncher, "SW-R8")
        return verdict

    def slip_without_a_card(self, seat: i64) -> None:
        """Who cannot pay is out; a muncher's munch is cancelled and the pile stays (SW-R11, SW-R35)."""
        self.tell("slip", "SW-R11", seat, 0)
        if self.terms.slap_in:
            self.barred |= BIT[seat]
        if seat == self.muncher:
            self.muncher = NO_SEAT
        self.send_out(seat)

    def pass_turn_left_of_slip(self, seat: i64) -> None:
        """SW-38, SW-R14, SW-R15: the slip-slapper's left neighbour is next, whoever that skips or repeats.

        During a munch this does not apply (SW-R13).
        """
        self.turn = self.next_with_cards(seat)
        self.waiting_since = self.now

    # ---- leaving and ending --------------------------------------------------------------------------------

    def send_out(self, seat: i64) -> None:
        """SW-39."""
        self.inside &= ~BIT[seat]
        self.out_since[seat] = self.moment
        self.tell("out", "SW-39", seat, 0)

    def drop_out_without_cards(self) -> None:
        """No cards, not the muncher, and one's last card no longer on top: out (SW-39, SW-R9, SW-R12)."""
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
        """SW-41, SW-43, SW-R26, SW-R38: those still in by cards, then those out, the later out the better."""
        if not self.over:
            return None
        keys = [
            1_000_000_000 + self.cards.size(seat) if self.inside & BIT[seat] else self.out_since[seat]
            for seat in range(self.seats)
        ]
        points = [self.cards.size(seat) for seat in range(self.seats)]
        return Outcome(places_by(keys), points, self.ended_because, self.ended_by)

    # ---- what can be done ---------------------------------------------------------------------------------------

    def may_toss(self, seat: i64) -> bool:
        return (
            seat == self.turn
            and self.holder == NO_SEAT
            and not self.closing
            and self.now - self.tossed_at >= self.terms.min_toss_ms
        )

    def legal(self, seat: i64, moves: Moves) -> None:
        moves.count = 0
        if self.over or seat >= self.seats or not self.may_slap() & BIT[seat]:
            return
        if self.may_toss(seat):
            moves.add(TOSS)
        moves.add(SLAP)
        moves.add(YELL)
        moves.add(SLAP_YELL)

    def sensible(self, seat: i64, moves: Moves) -> None:
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
        if self.over:
            return 0
        if self.live != NOTHING:
            return self.may_slap()
        return BIT[self.turn]

    def contenders(self) -> i64:
        """Every hand may come down at any card; whether it should is not for the waiting to tell."""
        return self.may_slap()

    # ---- telling -------------------------------------------------------------------------------------------------

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
        """Public, all of it: who is due, the munch, the count of each stack. Never whether the pile can be slapped."""
        return {
            "turn": self.turn,
            "dealer": self.dealer,
            "munch": self.munch_fact(),
            "holder": None if self.holder == NO_SEAT else self.holder,
            "out": [not self.inside & BIT[s] for s in range(self.seats)],
        }

    def munch_fact(self) -> list[int] | None:
        if self.muncher == NO_SEAT:
            return None
        return [self.muncher, self.turn, self.munch_left]

    def truth(self) -> dict[str, object]:
        return {
            "turn": self.turn,
            "dealer": self.dealer,
            "munch": self.munch_fact(),
            "live": LIVE_NAMES[self.live],
            "shouts": [(self.shouts >> (4 * i)) & 15 for i in range(count(self.shouted))],
            "holder": None if self.holder == NO_SEAT else self.holder,
            "out": [not self.inside & BIT[s] for s in range(self.seats)],
            "barred": [self.barred & BIT[s] != 0 for s in range(self.seats)],
            "claimed": self.claimed,
            "tossed": self.tossed,
            "tosser": None if self.tosser == NO_SEAT else self.tosser,
            "tosses": self.tosses,
        }

    def assume(self, field: str, value: object) -> None:
        if field == "turn":
            self.turn = seat_number(value, self.seats)
        elif field == "dealer":
            self.dealer = seat_number(value, self.seats)
        elif field == "tosser":
            self.tosser = NO_SEAT if value is None else seat_number(value, self.seats)
        elif field == "munch":
            muncher, answerer, left = whole_numbers(value, 3)
            self.muncher = seat_number(muncher, self.seats)
            self.turn = seat_number(answerer, self.seats)
            self.munch_left = left
        elif field == "out":
            self.inside = ALL_BELOW[self.seats] & ~seat_set(value, self.seats)
        elif field == "barred":
            self.barred = seat_set(value, self.seats)
        elif field == "claimed":
            self.claimed = yes_or_no(value)
        elif field == "tossed":
            self.tossed = yes_or_no(value)
        elif field == "tosses":
            self.tosses = whole_number(value)
        else:
            raise KeyError(field)

    def begin_position(self) -> None:
        """Section 5.3: a position by hand counts as tossed, and as claimed if its centre is empty."""
        self.tossed = True
        self.claimed = self.cards.size(self.centre) == 0

    def settled(self) -> None:
        self.set_deadline()
