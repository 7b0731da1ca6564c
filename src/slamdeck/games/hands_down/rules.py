"""Hands Down. Clause ids (HD-nn, HD-Rn) are those of RULES.md beside this file.

Everybody collects pairs. Whoever is on turn slaps for a pair, and the slowest rival pays a card
for it; or only pretends to slap, and every rival whose hand twitches pays. Until a wind-up is over
nobody but its owner knows which of the two it is: `phase` is what all see, `stage` is the truth.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.actions import Catalogue, Parameter, Verb
from slamdeck.core.bits import BIT, count, members
from slamdeck.core.deck import Deck
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr, u8, vec
from slamdeck.core.positions import one_of, seat_number, whole_number, yes_or_no
from slamdeck.core.problems import CheckFailed
from slamdeck.core.races import LAST_LOSES, NO_SEAT
from slamdeck.core.rules import (
    APPLIED,
    FOUL,
    NEVER,
    Moves,
    Outcome,
    Rules,
    places_by,
)
from slamdeck.core.zones import CLOSED, OPEN, OWNER, Layout, Row
from slamdeck.games.hands_down.options import HandsDownOptions

DRAW: Final[i64] = 0
TOUCH: Final[i64] = 1
FAKE: Final[i64] = 2
PASS: Final[i64] = 3
SHOUT: Final[i64] = 4
SLAP: Final[i64] = 5  # without a name; the slaps that name a number follow, the lowest first

TURN_START: Final[i64] = 0
ACTION: Final[i64] = 1
WINDUP: Final[i64] = 2
FAKING: Final[i64] = 3
RACE: Final[i64] = 4
OVER: Final[i64] = 5
STAGE_NAMES: Final = ("TURN_START", "ACTION", "WINDUP", "FAKE", "RACE", "OVER")

HAND: Final[i64] = 4
JOKER_POINTS: Final[i64] = 2
JOKER_VALUE: Final[i64] = 20
NO_NUMBER: Final[i64] = -1
LONG_AGO: Final[i64] = -(1 << 60)
TRIES: Final[i64] = 30

TALLIES: Final = ("turns", "pairs", "fakes", "fooled", "early", "jams", "fouls", "stalls")
TURNS: Final[i64] = 0
PAIRS: Final[i64] = 1
FAKES: Final[i64] = 2
FOOLED: Final[i64] = 3
EARLY: Final[i64] = 4
JAMS: Final[i64] = 5
FOULS: Final[i64] = 6
STALLS: Final[i64] = 7


@final
class Terms:
    """What stays fixed at one table: its size, its deck, its house rules.

    HD-01: three or four players. HD-03, HD-04, HD-20, HD-R30: every seat has a pad and a colour of
    its own; with three players the fourth pad stays free. HD-05: the blank is not in the deck.
    """

    def __init__(self, seats: i64, deck: Deck, options: HandsDownOptions) -> None:
        rows = [
            Row("hands", OWNER),
            Row("pairs", OPEN),
            Row("drawpile", CLOSED, each=0, top_first=True),
        ]
        kinds = sorted(deck.family("number"), key=lambda kind: deck.kinds[kind].number("n"))
        numbers = [deck.kinds[kind].number("n") for kind in kinds]
        rivals = [str(seat) for seat in range(seats)]
        verbs = [
            Verb("draw"),
            Verb("touch"),
            Verb("fake"),
            Verb("pass"),
            Verb("shout"),
            Verb("slap", [Parameter("number", [str(n) for n in numbers], optional=True)]),
            Verb("take", [Parameter("first", rivals), Parameter("second", rivals, optional=True)]),
        ]
        self.layout = Layout(rows, seats, deck.size)
        self.catalogue = Catalogue("hands_down", verbs)
        self.take: i64 = verbs[6].base
        self.deck = deck
        self.joker: i64 = deck.family("joker")[0]
        self.numbers: i64 = len(numbers)
        self.number_at: vec[i64] = vec[i64](numbers)  # by rank, the lowest number first
        self.kind_at: vec[u8] = vec[u8](kinds)
        # The Joker ranks above all numbers, and is alone there.
        ranks = {kind: rank for rank, kind in enumerate([*kinds, self.joker])}
        self.rank_of: vec[u8] = vec[u8]([ranks[kind] for kind in range(len(deck.kinds))])
        self.all_pairs: i64 = sum(deck.kinds[kind].copies for kind in kinds) // 2
        self.dealer: i64 = NO_SEAT if options.dealer is None else options.dealer
        self.windup_ms: i64 = options.windup_ms
        self.race_ms: i64 = options.race_ms
        self.fake_ms: i64 = options.fake_ms
        self.clump_ms: i64 = options.clump_ms
        self.debounce_ms: i64 = options.debounce_ms
        self.settle_ms: i64 = options.settle_ms
        self.start_ms: i64 = options.start_ms or NEVER
        self.turn_ms: i64 = options.turn_ms or NEVER
        self.turn_cap_ms: i64 = options.turn_cap_ms or NEVER
        self.stall_turns: i64 = options.stall_rounds * seats
        self.final_take_before_end = options.final_take_before_end


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class HandsDown(Rules):
    """One game of Hands Down: its state, then its verbs.

    HD-02: all of it is about having the most points, and pairs are how to get them.
    """

    dealer: i64
    turn: i64
    stage: i64
    revealed: bool  # the fake's wind-up is over, so the whole table knows what it is
    since: i64  # when the wind-up, the fake or this stretch of ACTION began
    turn_since: i64
    owed: i64  # cards still to come before the turn player may act
    dry: bool  # the turn began with an empty drawpile
    laid_pair: bool  # a pair was laid in this turn
    stalled: i64
    shield: i64  # stray hands are forgiven before this time
    paid: i64  # the set of rivals who have paid for this wind-up or fake
    named: i64  # the rank of the number that the slap named
    joker: i64  # the seat that laid the Joker
    ended_by: str
    ended_because: str

    def __init__(self, terms: Terms, dice: Dice, source: HandsDown | None = None) -> None:
        """A table ready to deal, or a copy of another one."""
        super().__init__(terms.layout, terms.deck, terms.catalogue, dice, source)
        self.terms = terms
        self.drawpile: i64 = 2 * self.seats  # hands are zones 0 to seats − 1, then come the pairs
        if source is None:
            self.paid_at: vec[i64] = vec[i64]([LONG_AGO] * self.seats)
            self.reset()
        else:
            self.paid_at = source.paid_at[:]
            self.dealer = source.dealer
            self.turn = source.turn
            self.stage = source.stage
            self.revealed = source.revealed
            self.since = source.since
            self.turn_since = source.turn_since
            self.owed = source.owed
            self.dry = source.dry
            self.laid_pair = source.laid_pair
            self.stalled = source.stalled
            self.shield = source.shield
            self.paid = source.paid
            self.named = source.named
            self.joker = source.joker
            self.ended_by = source.ended_by
            self.ended_because = source.ended_because

    def branch(self, dice: Dice) -> Rules:
        return HandsDown(self.terms, dice, self)

    def reset(self) -> None:
        """Nothing has happened yet, whatever was played at this table before."""
        self.now = 0
        self.over = False
        self.deadline = NEVER
        self.race.start(LAST_LOSES, 0, 0, 0)
        self.race.close()
        self.dealer = 0
        self.turn = 0
        self.stage = TURN_START
        self.revealed = False
        self.since = 0
        self.turn_since = 0
        self.owed = 0
        self.dry = False
        self.laid_pair = False
        self.stalled = 0
        self.shield = 0
        self.paid = 0
        self.named = NO_NUMBER
        self.joker = NO_SEAT
        self.ended_by = ""
        self.ended_because = ""
        for seat in range(self.seats):
            self.paid_at[seat] = LONG_AGO

    # ---- set-up ----------------------------------------------------------------------------------

    def deal(self) -> None:
        """Four cards each, one at a time from the dealer's left; the rest is the drawpile.

        HD-06, HD-07, HD-08, HD-09, HD-10, HD-R29, HD-R37.
        """
        self.reset()
        dice = self.dice
        cards = self.cards
        self.dealer = self.terms.dealer
        if self.dealer == NO_SEAT:
            dice.label("dealer")
            self.dealer = dice.below(self.seats)
        self.lay_out_deck(self.drawpile, self.deck.copies)
        cards.shuffle(self.drawpile, dice, "deal")
        seat = self.dealer
        for _ in range(HAND * self.seats):
            seat = self.left_of(seat)
            cards.move_top(self.drawpile, seat)
        self.begin_turn(self.left_of(self.dealer))
        self.set_deadline()

    # ---- time and inputs -------------------------------------------------------------------------

    def set_deadline(self) -> None:
        """When time alone acts next, never before now: HD-R8, HD-R40, HD-R42.

        While a wind-up shows, a slap and a fake have the same deadline (HD-R32), so the limit of
        the turn waits for its end.
        """
        terms = self.terms
        next_at = NEVER
        if self.stage == TURN_START:
            next_at = self.turn_since + terms.start_ms
        elif self.winding_up():
            next_at = self.since + terms.windup_ms
        elif self.stage == RACE:
            next_at = self.race.closes_at
        elif self.stage != OVER:
            next_at = self.since + (terms.turn_ms if self.stage == ACTION else terms.fake_ms)
            cap = self.turn_since + terms.turn_cap_ms
            if cap < next_at:
                next_at = cap
        if next_at > NEVER:
            next_at = NEVER
        self.deadline = next_at if next_at > self.now else self.now

    def alarm(self) -> None:
        """Exactly one deadline: HD-R2 (a slap lands), HD-R5, HD-R8, HD-R40, HD-R42."""
        if self.stage == TURN_START:
            self.receive_all_owed()
        elif self.stage == WINDUP:
            self.land()
        elif self.stage == RACE:
            self.decide_race()
        elif self.winding_up():
            self.reveal_fake()
        elif self.now - self.turn_since >= self.terms.turn_cap_ms:
            self.say_pass("HD-R42")
        elif self.stage == ACTION:
            self.say_pass("HD-R40")
        else:
            self.back_to_action()
        self.set_deadline()

    def act(self, seat: i64, action: i64) -> i64:
        """Who may do what at all: HD-18 (a shout is only decoration), HD-R39.

        A window of no length closes within the entry that opened it.
        """
        if seat >= self.seats:
            return self.rejected("HD-R39", "only players may do that")
        if action == SHOUT:
            self.tell("shout", "HD-18", seat, 0)
            return APPLIED
        if self.over:
            return self.rejected("HD-R39", "the game is over")
        verdict = self.act_on_turn(action) if seat == self.turn else self.act_as_rival(seat, action)
        if verdict <= FOUL:
            self.set_deadline()
            while self.deadline <= self.now and not self.over:
                self.alarm()
        return verdict

    def act_on_turn(self, action: i64) -> i64:
        """The turn player's side of the phases: HD-12, HD-30, HD-R4, HD-R24, HD-R39."""
        if self.stage == RACE:
            return self.ignored("HD-R39", "your slap is being decided")
        if action == DRAW:
            return self.draw()
        if action >= self.terms.take:
            return self.take_from_rivals(action - self.terms.take)
        if self.stage == TURN_START:
            return self.rejected("HD-R24", "your turn opens with its new card")
        if self.stage == FAKING and action == TOUCH:
            return self.foul_out("HD-37", "you touched your hand while faking")
        if self.winding_up():
            return self.rejected("HD-R39", "your hand is still in the air")
        if action == PASS:
            self.say_pass("HD-29")
            return APPLIED
        if self.cards.size(self.turn) < 2:
            return self.rejected("HD-R4", "with fewer than two cards you can only pass")
        if action == TOUCH:
            return self.foul_out("HD-R28", "that was no full slap")
        if self.stage == ACTION and self.now < self.shield:
            return self.rejected("HD-R41", "wait until all hands are off the unit")
        return self.fake() if action == FAKE else self.slap(action - SLAP - 1)

    def act_as_rival(self, seat: i64, action: i64) -> i64:
        """Everybody else has only a hand to slap or to touch with: HD-19, HD-20, HD-R1, HD-R39."""
        if action != TOUCH and (action < SLAP or action >= self.terms.take):
            return self.rejected("HD-R39", "it is not your turn")
        if action > SLAP:
            return self.rejected("HD-R39", "only the player on turn names a pair")
        if self.stage == RACE:
            return self.slap_in_race(seat, action)
        return self.early_contact(seat)

    # ---- the turn --------------------------------------------------------------------------------

    def begin_turn(self, seat: i64) -> None:
        """One card is owed, or two to a player without cards, fixed at this moment.

        HD-11, HD-12, HD-42, HD-R25, HD-R34.
        """
        self.count(TURNS, 1)
        self.turn = seat
        self.turn_since = self.now
        self.stage = TURN_START
        self.owed = 2 if self.cards.size(seat) == 0 else 1
        self.dry = self.cards.size(self.drawpile) == 0
        self.laid_pair = False
        self.tell("turn", "HD-11", seat, self.owed)
        self.open_for_action()

    def open_for_action(self) -> None:
        """All owed cards are there, or no more can be had, so the player may look for pairs.

        HD-13, HD-R16, HD-R38.
        """
        if self.owed > 0 and (self.cards.size(self.drawpile) > 0 or self.rivals_with_cards()):
            return
        if self.owed > 0:
            self.tell("waived", "HD-R16", self.turn, self.owed)
        self.owed = 0
        self.back_to_action()

    def back_to_action(self) -> None:
        """The turn player is free to act, and the idle limit starts afresh: HD-40, HD-R40."""
        self.stage = ACTION
        self.since = self.now

    def draw(self) -> i64:
        """HD-12, HD-42, HD-R15, HD-R35, HD-R39: all owed cards, as far as the drawpile reaches."""
        if self.stage != TURN_START:
            return self.rejected("HD-R39", "you have had your card")
        if self.cards.size(self.drawpile) == 0:
            return self.rejected("HD-41", "the drawpile is empty: take from a rival")
        self.draw_owed()
        return APPLIED

    def draw_owed(self) -> None:
        """Top card first; if the Joker was all that was missing, this is the end.

        HD-12, HD-R15, HD-R19, HD-R35, HD-R36.
        """
        while self.owed > 0 and self.cards.size(self.drawpile) > 0:
            self.cards.move_top(self.drawpile, self.turn)
            self.owed -= 1
        if not self.end_if_all_played():
            self.open_for_action()

    def take_from_rivals(self, choice: i64) -> i64:
        """Whom to take from is one's own choice: HD-41, HD-43, HD-R17, HD-R21, HD-R35, HD-R39."""
        if self.stage != TURN_START:
            return self.rejected("HD-R39", "you have had your card")
        if self.cards.size(self.drawpile) > 0:
            return self.rejected("HD-41", "the drawpile still has cards: draw")
        first = choice // (self.seats + 1)
        second = choice % (self.seats + 1) - 1
        if not self.may_take(first, second, self.cards_to_take()):
            return self.rejected("HD-R35", "name one rival with a card for each card you get")
        self.owed -= 1
        self.take_card(first)
        if second != NO_SEAT:
            self.owed -= 1
            self.take_card(second)
        self.open_for_action()
        return APPLIED

    def may_take(self, first: i64, second: i64, due: i64) -> bool:
        """Exactly as many victims as cards can be had, each with enough cards: HD-43, HD-R35."""
        cards = self.cards
        wanted: i64 = 1 if second == NO_SEAT else 2
        if wanted != due or first == self.turn or second == self.turn:
            return False
        if first == second:
            return cards.size(first) >= 2
        return cards.size(first) > 0 and (second == NO_SEAT or cards.size(second) > 0)

    def cards_to_take(self) -> i64:
        """The owed cards, or all that the rivals hold if that is less: HD-R17, HD-R35."""
        held: i64 = 0
        for seat in range(self.seats):
            if seat != self.turn:
                held += self.cards.size(seat)
        return self.owed if self.owed < held else held

    def receive_all_owed(self) -> None:
        """An idle player's cards come at once: drawn, then taken from whoever has most (HD-R40)."""
        if self.cards.size(self.drawpile) > 0:
            self.draw_owed()
        while self.stage == TURN_START:
            self.owed -= 1
            self.take_card(self.richest_rival())
            self.open_for_action()

    def richest_rival(self) -> i64:
        """Most cards at this moment, the nearest to the left on equality: HD-R40."""
        richest = self.left_of(self.turn)
        seat = self.left_of(richest)
        while seat != self.turn:
            if self.cards.size(seat) > self.cards.size(richest):
                richest = seat
            seat = self.left_of(seat)
        return richest

    def take_card(self, giver: i64) -> None:
        """One card, unseen and at random, goes to the end of the turn player's hand.

        HD-26, HD-R20 (also the Joker), HD-R21, HD-R32, HD-R36.
        """
        self.dice.label("pick")
        pick = self.dice.pick(self.cards.size(giver))
        self.cards.take_unseen(giver, pick, self.turn)

    def rivals_with_cards(self) -> i64:
        """The set of rivals who can be robbed, and who take part in a race (HD-21)."""
        seats: i64 = 0
        for seat in range(self.seats):
            if self.cards.size(seat) > 0:
                seats |= BIT[seat]
        return seats & ~BIT[self.turn]

    # ---- slapping for a pair ---------------------------------------------------------------------

    def lift_hand(self, stage: i64, named: i64) -> None:
        """A wind-up begins. Slap and fake look alike and are told alike: HD-34, HD-R5, HD-R32."""
        self.stage = stage
        self.since = self.now
        self.named = named
        self.paid = 0
        self.revealed = False
        self.tell("windup", "HD-R32", self.turn, 0)

    def slap(self, named: i64) -> i64:
        """HD-17, HD-27, HD-28, HD-R1: a slap may name its pair; it lands after the wind-up."""
        self.lift_hand(WINDUP, named)
        if self.terms.windup_ms == 0 and not self.land():
            return self.foul("HD-R2", "you slapped without a pair")
        return APPLIED

    def land(self) -> bool:
        """The hand is down: with a pair the race is on, without one the turn is over.

        HD-17, HD-19, HD-21, HD-R2, HD-R6, HD-R10 (who paid too early still races), HD-R33.
        """
        if self.pairs_held() == 0:
            self.end_by_foul("HD-R2")
            return False
        racers = self.rivals_with_cards()
        closes_at = self.now if racers == 0 else self.now + self.terms.race_ms
        self.stage = RACE
        self.race.start(LAST_LOSES, racers, self.now, closes_at)
        self.tell("slap", "HD-19", self.turn, 0)
        return True

    def slap_in_race(self, seat: i64, action: i64) -> i64:
        """Every racer's first full slap counts: HD-19, HD-21, HD-22, HD-R7, HD-R27."""
        if action == TOUCH:
            return self.ignored("HD-R27", "only a full slap counts")
        if not self.race.hand_down(seat, self.now):
            return self.ignored("HD-21", "you have slapped already, or have no cards")
        self.tell("down", "HD-19", seat, count(self.race.down))
        if self.race.complete():
            self.decide_race()
        return APPLIED

    def decide_race(self) -> None:
        """All hands are down, or time is up.

        HD-22, HD-23, HD-24 (a jam changes nothing), HD-25, HD-26, HD-R6, HD-R7, HD-R8, HD-R9,
        HD-R18, HD-R26.
        """
        race = self.race
        race.close()
        self.raise_shield()
        if race.jammed(self.terms.clump_ms):
            self.count(JAMS, 1)
            self.tell("jam", "HD-23", self.turn, 0)
            self.back_to_action()
            return
        loser = race.slowest(self.turn, 1, self.seats) if race.entrants else NO_SEAT
        if loser != NO_SEAT:
            self.tell("lost", "HD-22", loser, 0)
        self.lay_pair()
        if self.terms.final_take_before_end or not self.end_if_all_played():
            if loser != NO_SEAT:
                self.take_card(loser)
            if not self.end_if_all_played():
                self.back_to_action()

    def lay_pair(self) -> None:
        """The first two cards of the number, face up: HD-14, HD-15, HD-25, HD-R1, HD-R36.

        Who does not see the hand cannot tell which copies went. (A world that a rival imagines in
        the middle of a race may hold no pair; there nothing is laid.)
        """
        rank = self.pair_to_lay()
        if rank == NO_NUMBER:
            return
        kind = i64(self.terms.kind_at[rank])
        self.cards.lose_track(self.turn, kind)
        self.cards.move_kind(self.turn, kind, self.seats + self.turn)
        self.cards.move_kind(self.turn, kind, self.seats + self.turn)
        self.laid_pair = True
        self.count(PAIRS, 1)
        self.tell("pair", "HD-25", self.turn, self.terms.number_at[rank])

    def pair_to_lay(self) -> i64:
        """The named number if it is a pair, else the highest pair in hand, by rank: HD-R1."""
        held = self.pairs_held()
        if self.named != NO_NUMBER and held & BIT[self.named]:
            return self.named
        rank = self.terms.numbers - 1
        while rank >= 0 and not held & BIT[rank]:
            rank -= 1
        return rank

    def pairs_held(self) -> i64:
        """The numbers, by rank, of which the turn player holds two or more.

        HD-13, HD-14, HD-15, HD-16 (the only Joker is never two).
        """
        cards = self.cards
        rank_of = self.terms.rank_of
        once: i64 = 0
        twice: i64 = 0
        i: i64 = cards.size(self.turn) - 1
        while i >= 0:
            number = BIT[i64(rank_of[cards.at(self.turn, i)])]
            twice |= once & number
            once |= number
            i -= 1
        return twice

    # ---- faking, and hands that come too early ---------------------------------------------------

    def fake(self) -> i64:
        """As often as one likes, with a pair or without: HD-32, HD-33, HD-34, HD-R5."""
        self.count(FAKES, 1)
        self.lift_hand(FAKING, NO_NUMBER)
        if self.terms.windup_ms == 0:
            self.reveal_fake()
        return APPLIED

    def reveal_fake(self) -> None:
        """No slap has landed, so now all can see what it was: HD-34, HD-R32."""
        self.revealed = True
        self.tell("fake", "HD-34", self.turn, 0)

    def winding_up(self) -> bool:
        """A hand is in the air, and nobody else knows yet what it will do (HD-R32)."""
        return self.stage == WINDUP or (self.stage == FAKING and not self.revealed)

    def early_contact(self, seat: i64) -> i64:
        """A rival's hand where there is no race: it pays, unless it is harmless.

        HD-35, HD-39, HD-R11, HD-R12, HD-R26. While a wind-up shows, slap and fake are judged by the
        same rules and in the same words, or the verdict would tell them apart (HD-R32): a hand pays
        at most once, as in a fake, and one that bounces does not pay, as outside fakes.
        """
        if self.cards.size(seat) == 0:
            return self.ignored("HD-R12", "you have no card to pay with")
        bounces = self.now - self.paid_at[seat] < self.terms.debounce_ms
        if self.stage <= ACTION:
            if self.now < self.shield:
                return self.ignored("HD-R26", "hands are still on the unit")
            if bounces:
                return self.ignored("HD-R11", "the same hand bounced")
            return self.pay_for_touching(seat, "HD-39", "the turn player has not slapped")
        if self.paid & BIT[seat]:
            return self.ignored("HD-R11", "you have paid for this one already")
        if self.winding_up():
            if bounces:
                return self.ignored("HD-R11", "the same hand bounced")
            self.paid |= BIT[seat]
            return self.pay_for_touching(seat, "HD-39", "the turn player has not slapped")
        self.paid |= BIT[seat]
        return self.pay_for_touching(seat, "HD-35", "it is a fake")

    def pay_for_touching(self, seat: i64, clause: str, why: str) -> i64:
        """The turn player takes one card at once, keeps it, and goes on with the turn.

        HD-35, HD-39, HD-40, HD-R10, HD-R13, HD-R14, HD-R25, HD-R33, HD-R38.
        """
        self.count(FOOLED if self.stage == FAKING else EARLY, 1)
        self.paid_at[seat] = self.now
        self.tell("pays", clause, seat, 1)
        self.take_card(seat)
        if self.stage == TURN_START:
            self.open_for_action()
        return self.foul(clause, why)

    # ---- the end of a turn -----------------------------------------------------------------------

    def say_pass(self, clause: str) -> None:
        """The only way to end a turn without a foul, also with pairs in hand.

        HD-29, HD-30, HD-31, HD-R3, HD-R40, HD-R42.
        """
        self.tell("pass", clause, self.turn, 0)
        self.end_turn()

    def foul_out(self, clause: str, why: str) -> i64:
        """A touch by the turn player: HD-36, HD-37, HD-38, HD-R28."""
        self.end_by_foul(clause)
        return self.foul(clause, why)

    def end_by_foul(self, clause: str) -> None:
        """The turn is over at once; pairs stay in hand, cards already taken stay taken.

        HD-36, HD-37, HD-38, HD-R2, HD-R14.
        """
        self.count(FOULS, 1)
        self.tell("foul", clause, self.turn, 0)
        self.end_turn()

    def end_turn(self) -> None:
        """The left neighbour is next: HD-11, HD-R26; too many turns without a pair: HD-R31."""
        self.raise_shield()
        if self.laid_pair:
            self.stalled = 0
        elif self.dry:
            self.stalled += 1
        if self.stalled >= self.terms.stall_turns:
            self.count(STALLS, 1)
            self.finish("HD-R31", "nobody has laid a pair for too many rounds")
        else:
            self.begin_turn(self.left_of(self.turn))

    def raise_shield(self) -> None:
        """Hands are still on the unit: HD-R26, HD-R41."""
        self.shield = self.now + self.terms.settle_ms

    # ---- the end of the game ---------------------------------------------------------------------

    def end_if_all_played(self) -> bool:
        """All pairs are laid and somebody holds the Joker: HD-44, HD-45, HD-R18, HD-R19."""
        if not self.over and self.pairs_on_table() == self.terms.all_pairs:
            if self.joker_holder() != NO_SEAT:
                self.finish("HD-44", "all pairs have been played")
        return self.over

    def pairs_on_table(self) -> i64:
        """The Joker lies there only after the end."""
        laid: i64 = 0
        for seat in range(self.seats):
            laid += self.cards.size(self.seats + seat)
        return laid // 2

    def joker_holder(self) -> i64:
        """Whose hand the Joker is in: HD-16, HD-45."""
        for seat in range(self.seats):
            if self.cards.find(seat, self.terms.joker) >= 0:
                return seat
        return NO_SEAT

    def finish(self, clause: str, why: str) -> None:
        """The Joker is laid beside the pairs of its holder; other cards are worth nothing.

        HD-44, HD-45, HD-R31.
        """
        self.over = True
        self.stage = OVER
        self.joker = self.joker_holder()
        if self.joker != NO_SEAT:
            self.cards.move_kind(self.joker, self.terms.joker, self.seats + self.joker)
            self.tell("joker", "HD-45", self.joker, 0)
        self.ended_by = clause
        self.ended_because = why
        self.tell("end", clause, -1, 0)

    def outcome(self) -> Outcome | None:
        """Most points win; those tied for most are ranked by value, all others by points alone.

        HD-46, HD-47, HD-48, HD-49, HD-50, HD-51, HD-R22, HD-R23.
        """
        if not self.over:
            return None
        points = [self.points_of(seat) for seat in range(self.seats)]
        best = max(points)
        above_any_value = 1_000_000
        keys = [
            held * above_any_value + (self.value_of(seat) if held == best else 0)
            for seat, held in enumerate(points)
        ]
        return Outcome(places_by(keys), points, self.ended_because, self.ended_by)

    def points_of(self, seat: i64) -> int:
        """HD-46, HD-47."""
        bonus = JOKER_POINTS if seat == self.joker else 0
        return len(self.numbers_laid(seat)) + bonus

    def value_of(self, seat: i64) -> int:
        """Every pair adds its number once: HD-49, HD-50."""
        bonus = JOKER_VALUE if seat == self.joker else 0
        return sum(self.numbers_laid(seat)) + bonus

    def numbers_laid(self, seat: i64) -> list[int]:
        """One number for each pair that lies before a player, in the order of laying."""
        return [self.deck.kinds[kind].number("n") for kind in self.paired_cards(seat)[::2]]

    def paired_cards(self, seat: i64) -> list[int]:
        return [k for k in self.cards.listed(self.seats + seat) if k != self.terms.joker]

    # ---- what can be done ------------------------------------------------------------------------

    def legal(self, seat: i64, moves: Moves) -> None:
        """All that is not rejected, less what would be dropped without effect."""
        moves.count = 0
        if self.over or seat >= self.seats:
            return
        moves.add(SHOUT)
        if seat != self.turn:
            self.list_rival_moves(seat, moves)
        elif self.stage == TURN_START:
            self.list_openings(moves)
        elif self.stage == FAKING or self.stage == ACTION:
            self.list_turn_moves(moves)

    def list_rival_moves(self, seat: i64, moves: Moves) -> None:
        """By public facts alone; the same for a slap's wind-up and a fake's: HD-R32."""
        if self.stage == RACE:
            if self.race.missing() & BIT[seat]:
                moves.add(SLAP)
        elif self.cards.size(seat) > 0 and (self.stage > ACTION or self.now >= self.shield):
            moves.add(SLAP)
            moves.add(TOUCH)

    def list_openings(self, moves: Moves) -> None:
        """HD-12, HD-41, HD-43."""
        if self.cards.size(self.drawpile) > 0:
            moves.add(DRAW)
            return
        due = self.cards_to_take()
        for first in range(self.seats):
            for second in range(-1, self.seats):
                if self.may_take(first, second, due):
                    moves.add(self.terms.take + first * (self.seats + 1) + second + 1)

    def list_turn_moves(self, moves: Moves) -> None:
        """HD-R4, HD-R28, HD-R41: any number may be named; without a pair that is a foul (HD-R2)."""
        if self.winding_up():
            moves.add(TOUCH)
            return
        moves.add(PASS)
        if self.cards.size(self.turn) < 2:
            return
        moves.add(TOUCH)
        if self.may_lift_hand():
            moves.add(FAKE)
            for code in range(SLAP, SLAP + 1 + self.terms.numbers):
                moves.add(code)

    def may_lift_hand(self) -> bool:
        """HD-R4, HD-R41."""
        shielded = self.stage == ACTION and self.now < self.shield
        return self.cards.size(self.turn) >= 2 and not shielded

    def sensible(self, seat: i64, moves: Moves) -> None:
        """No fouls: cards first, then a pair, a fake or a pass; for rivals only the race.

        A player with a pair waits for the shield to come down.
        """
        moves.count = 0
        if self.stage == RACE:
            if self.race.missing() & BIT[seat]:
                moves.add(SLAP)
        elif self.over or seat != self.turn or self.winding_up():
            return
        elif self.stage == TURN_START:
            self.list_openings(moves)
        elif self.may_lift_hand():
            self.list_pairs(moves)
            moves.add(FAKE)
            moves.add(PASS)
        elif self.pairs_held() == 0:
            moves.add(PASS)

    def list_pairs(self, moves: Moves) -> None:
        """One slap for each number held twice, by name: HD-R1."""
        held = self.pairs_held()
        rank: i64 = 0
        while held:
            if held & 1:
                moves.add(SLAP + 1 + rank)
            held >>= 1
            rank += 1

    def awaited(self) -> i64:
        """The racers, or the turn player: a wind-up looks the same whatever it is (HD-R32)."""
        if self.over:
            return 0
        return self.race.missing() if self.stage == RACE else BIT[self.turn]

    def contenders(self) -> i64:
        """In a race its missing hands; else the turn player and every rival who could pay."""
        if self.over:
            return 0
        if self.stage == RACE:
            return self.race.missing()
        return BIT[self.turn] | self.rivals_with_cards()

    # ---- telling ---------------------------------------------------------------------------------

    def phase(self) -> str:
        """What the table sees: a fake is a WINDUP like any other until it is revealed (HD-R32)."""
        return STAGE_NAMES[WINDUP] if self.winding_up() else STAGE_NAMES[self.stage]

    def facts(self, seat: i64) -> dict[str, object]:
        """Public, all of it; nothing of hands or intentions: HD-09, HD-R32."""
        return {
            "turn": self.turn,
            "dealer": self.dealer,
            "owed": self.owed,
            "shield": self.shield,
            "racers": members(self.race.entrants) if self.stage == RACE else [],
            "slaps": self.race.hands() if self.stage == RACE else [],
            "laid": [self.numbers_laid(s) for s in range(self.seats)],
            "joker": seat_or_none(self.joker),
            "stalled": self.stalled,
        }

    def forget(self, seat: i64, dice: Dice) -> None:
        """Whoever is not on turn knows neither the named pair nor what a wind-up will be: HD-R32.

        But a slap that has landed had a pair behind it (HD-R2), and nobody would wind up for a
        real slap without one.
        """
        if seat == self.turn:
            return
        self.named = NO_NUMBER
        if self.winding_up():
            real = dice.below(2) == 1 and self.pairs_held() != 0
            self.stage = WINDUP if real else FAKING
            self.revealed = False
        tries: i64 = 0
        while self.stage == RACE and self.pairs_held() == 0 and tries < TRIES:
            self.cards.imagine(seat, dice, self.deck.backs)
            tries += 1

    def truth(self) -> dict[str, object]:
        """Section 5.3, by its names; `true_phase` tells a fake from a slap, which `phase` hides."""
        seats = range(self.seats)
        return {
            "turn": self.turn,
            "dealer": self.dealer,
            "true_phase": STAGE_NAMES[self.stage],
            "revealed": self.revealed,
            "since": self.since,
            "turn_since": self.turn_since,
            "owed": self.owed,
            "dry": self.dry,
            "laid": [self.numbers_laid(seat) for seat in seats],
            "laid_pair": self.laid_pair,
            "stalled": self.stalled,
            "shield": self.shield,
            "racers": members(self.race.entrants) if self.stage == RACE else [],
            "slaps": self.race.hands() if self.stage == RACE else [],
            "paid": members(self.paid),
            "paid_at": [None if self.paid_at[s] == LONG_AGO else self.paid_at[s] for s in seats],
            "named": None if self.named == NO_NUMBER else self.terms.number_at[self.named],
            "joker": seat_or_none(self.joker),
        }

    # ---- positions given by hand -----------------------------------------------------------------

    def begin_position(self) -> None:
        """Unless fields say otherwise seat 0 opens a turn; `settled` counts what it is owed."""
        self.reset()
        self.owed = -1
        self.dry = self.cards.size(self.drawpile) == 0

    def assume(self, field: str, value: object) -> None:
        """A field of `truth`; "none" where there is nothing, as in a file."""
        absent = value is None or value == "none"
        if field == "turn":
            self.turn = seat_number(value, self.seats)
        elif field == "dealer":
            self.dealer = seat_number(value, self.seats)
        elif field in ("phase", "true_phase"):
            self.stage = one_of(value, STAGE_NAMES)
        elif field == "revealed":
            self.revealed = yes_or_no(value)
        elif field == "since":
            self.since = whole_number(value)
        elif field == "turn_since":
            self.turn_since = whole_number(value)
        elif field == "owed":
            self.owed = owed_cards(value)
        elif field == "dry":
            self.dry = yes_or_no(value)
        elif field == "laid":
            self.assume_laid(value)
        elif field == "laid_pair":
            self.laid_pair = yes_or_no(value)
        elif field == "stalled":
            self.stalled = whole_number(value)
        elif field == "shield":
            self.shield = whole_number(value)
        elif field == "racers":
            self.race.start(LAST_LOSES, self.seats_listed(value), 0, self.terms.race_ms)
        elif field == "slaps":
            self.assume_slaps(value)
        elif field == "paid":
            self.paid = self.seats_listed(value)
        elif field == "paid_at":
            self.assume_paid_at(value)
        elif field == "named":
            self.named = NO_NUMBER if absent else self.rank_named(value)
        elif field == "joker":
            self.assume_joker(NO_SEAT if absent else seat_number(value, self.seats))
        else:
            raise KeyError(field)

    def seats_listed(self, value: object) -> i64:
        """A set of seats from a list of them."""
        if not isinstance(value, list):
            raise ValueError(f"{value!r} is not a list of seats")
        seats: i64 = 0
        for item in value:
            seats |= BIT[seat_number(item, self.seats)]
        return seats

    def assume_slaps(self, value: object) -> None:
        """The hands that are down already, in order, all of them just now."""
        if not self.race.open:
            self.race.start(LAST_LOSES, self.rivals_with_cards(), 0, self.terms.race_ms)
        self.seats_listed(value)
        assert isinstance(value, list)
        for seat in value:
            if not self.race.hand_down(seat_number(seat, self.seats), self.now):
                raise ValueError(f"seat {seat} is not a racer, or slaps twice")

    def assume_paid_at(self, value: object) -> None:
        if not isinstance(value, list) or len(value) != self.seats:
            raise ValueError(f"{value!r} is not a list of {self.seats} times")
        for seat, at in enumerate(value):
            self.paid_at[seat] = LONG_AGO if at in (None, "none") else whole_number(at)

    def assume_laid(self, value: object) -> None:
        """One number per laid pair, for each seat: two cards of it come to lie there."""
        if not isinstance(value, list) or len(value) != self.seats:
            raise ValueError(f"{value!r} is not one list of numbers for each of {self.seats} seats")
        for seat, numbers in enumerate(value):
            if not isinstance(numbers, list):
                raise ValueError(f"{numbers!r} is not a list of numbers")
            for number in numbers:
                kind = i64(self.terms.kind_at[self.rank_named(number)])
                self.lay_by_hand(seat, kind)
                self.lay_by_hand(seat, kind)

    def assume_joker(self, seat: i64) -> None:
        """The Joker lies before this seat."""
        self.joker = seat
        if seat != NO_SEAT and self.cards.find(self.seats + seat, self.terms.joker) < 0:
            self.lay_by_hand(seat, self.terms.joker)

    def lay_by_hand(self, seat: i64, kind: i64) -> None:
        """A card that the position has not used elsewhere."""
        used: i64 = 0
        for zone in range(self.layout.zones):
            used += self.cards.count(zone, kind)
        if used >= i64(self.deck.copies[kind]):
            raise ValueError(f"the deck has no more cards {self.deck.kinds[kind].name}")
        self.cards.put(self.seats + seat, kind)

    def rank_named(self, value: object) -> i64:
        number = whole_number(value)
        for rank in range(self.terms.numbers):
            if self.terms.number_at[rank] == number:
                return rank
        raise ValueError(f"there is no number {number} in the deck")

    def settled(self) -> None:
        """Derive what was left open: cards owed, racers, who laid the Joker, the deadline."""
        self.check_pairs()
        if self.stage == OVER:
            self.over = True
            self.ended_by = "HD-44"
            self.ended_because = "all pairs have been played"
        elif self.stage == RACE and not self.race.open:
            closes_at = self.now + self.terms.race_ms
            self.race.start(LAST_LOSES, self.rivals_with_cards(), self.now, closes_at)
        elif self.stage == FAKING and self.now - self.since >= self.terms.windup_ms:
            self.revealed = True
        if self.stage != TURN_START:
            self.owed = 0
        else:
            if self.owed < 0:
                self.owed = 2 if self.cards.size(self.turn) == 0 else 1
            self.open_for_action()
        self.set_deadline()

    def check_pairs(self) -> None:
        """Cards lie on the table two by two; only the Joker lies there alone."""
        for seat in range(self.seats):
            kinds = self.paired_cards(seat)
            if kinds[::2] != kinds[1::2]:
                raise CheckFailed(
                    f"given.pairs[{seat}]: must hold pairs, two cards of a number each"
                )
            if self.cards.find(self.seats + seat, self.terms.joker) >= 0:
                self.joker = seat


def seat_or_none(seat: i64) -> int | None:
    return None if seat == NO_SEAT else seat


def owed_cards(value: object) -> i64:
    owed = whole_number(value)
    if not 0 <= owed <= 2:
        raise ValueError(f"{value!r} is not 0, 1 or 2 owed cards")
    return owed
