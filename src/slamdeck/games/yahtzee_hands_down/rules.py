"""Yahtzee Hands Down. Clause ids (YH-nn, YH-Rn) are those of RULES.md beside this file.

Everybody collects five dice cards that make one of the combinations on offer, swapping cards in
turn. Whoever has one lays the hand face down with a call, on turn or not; the second call ends the
round, the better hand takes the Combo card, the other one a Chance card. A laid hand that fits
nothing is a foul, and nobody knows before the reveal.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final, final

from slamdeck.core.actions import Catalogue, Parameter, Verb
from slamdeck.core.bits import ALL_BELOW, BIT, count
from slamdeck.core.deck import Deck
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr, u8, vec
from slamdeck.core.positions import one_of, seat_number, seat_set, whole_number, yes_or_no
from slamdeck.core.problems import UsageProblem
from slamdeck.core.races import FIRST_WINS, NO_SEAT
from slamdeck.core.rules import APPLIED, NEVER, Moves, Outcome, Rules, places_by
from slamdeck.core.zones import CLOSED, OPEN, OWNER, Layout, Row
from slamdeck.games.yahtzee_hands_down.combinations import (
    NO_TYPE,
    NOTHING,
    TYPES,
    Combinations,
    strength,
    type_of,
    value_of,
)
from slamdeck.games.yahtzee_hands_down.options import YahtzeeOptions

# Codes: seven calls (without a name, or naming one of the six types), then the exchanges.
CALL: Final[i64] = 0
EXCHANGE: Final[i64] = 7
HAND: Final[i64] = 5

# The first 32 exchanges are the sets of places in ascending order, numbered by their bits; the rest
# name the same cards in another order, which is the order they are discarded in.
ASCENDING: Final = [tuple(p for p in range(5) if s >> p & 1) for s in range(32)]
ORDERS: Final = ASCENDING + [
    order for n in range(6) for order in permutations(range(5), n) if tuple(sorted(order)) != order
]

# For two places p and q, at 5 × p + q: the set of those 32 exchanges that take p but not q.
TAKES_WITHOUT: Final = vec[i64](
    [
        sum(1 << s for s in range(32) if s >> p & 1 and not s >> q & 1)
        for p in range(5)
        for q in range(5)
    ]
)

PLAY: Final[i64] = 0
LAST_CALL: Final[i64] = 1
REVEAL: Final[i64] = 2
GAME_OVER: Final[i64] = 3
STAGE_NAMES: Final = ("PLAY", "LAST_CALL", "REVEAL", "GAME_OVER")

NO_COUNT: Final[i64] = -1  # no count-down runs
NOT_SHOWN: Final[i64] = -1

COMBO_EVENTS: Final = (
    "three_of_a_kind",
    "small_straight",
    "full_house",
    "four_of_a_kind",
    "large_straight",
    "yahtzee",
)
COMBO_CLAUSES: Final = ("YH-37", "YH-40", "YH-42", "YH-38", "YH-41", "YH-39")

TALLIES: Final = (
    "exchanges",
    "cards_exchanged",
    "calls",
    "fouls",
    "contested_rounds",
    "uncontested_rounds",
    "reshuffles",
    "stalled_games",
)
EXCHANGES: Final[i64] = 0
CARDS_EXCHANGED: Final[i64] = 1
CALLS: Final[i64] = 2
FOULS: Final[i64] = 3
CONTESTED: Final[i64] = 4
UNCONTESTED: Final[i64] = 5
RESHUFFLES: Final[i64] = 6
STALLED: Final[i64] = 7


def holds_equal(hand: i64) -> bool:
    """Are two of the five cards the same?"""
    one = hand & 255
    two = (hand >> 8) & 255
    three = (hand >> 16) & 255
    four = (hand >> 24) & 255
    five = hand >> 32
    if one in (two, three, four, five) or two in (three, four, five):
        return True
    return three in (four, five) or four == five


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


class HandCatalogue(Catalogue):
    """An exchange has one word per card: "exchange 1 3", by the places of the hand."""

    def encode(self, name: str, words: list[str]) -> int:
        return super().encode(name, [" ".join(words)] if name == "exchange" and words else words)


def catalogue() -> Catalogue:
    """Naming one of the six types, or none (YH-R4); up to five cards, or none (YH-R2).

    An exchange is one input, so nobody can call in the middle of it (YH-R18).
    """
    places = [" ".join(str(place + 1) for place in order) for order in ORDERS if order]
    return HandCatalogue(
        "yahtzee_hands_down",
        [
            Verb("call", [Parameter("type", list(TYPES), optional=True)]),
            Verb("exchange", [Parameter("cards", places, optional=True)]),
        ],
    )


@final
class Terms:
    """What stays fixed at one table: its size, its deck, its house rules.

    YH-02: dice, Combo and Chance cards have different backs and never mix; the starter card is a
    seat number.
    """

    def __init__(self, seats: i64, deck: Deck, options: YahtzeeOptions) -> None:
        kinds = deck.kinds
        combos = sum(kind.copies for kind in kinds if kind.family == "combo")
        chances = sum(kind.copies for kind in kinds if kind.family == "chance")
        dice = deck.size - combos - chances
        rows = [
            Row("hands", OWNER, room=HAND),
            Row("draw", CLOSED, each=0, room=dice, top_first=True),
            Row("discard", OPEN, each=0, room=dice),
            Row("combos", OPEN, each=0, room=combos),
            Row("combo_box", CLOSED, each=0, room=combos),
            Row("won", OPEN, room=combos),
            Row("chance", CLOSED, each=0, room=chances, top_first=True),
            Row("chance_box", CLOSED, each=0, room=chances),
            Row("won_chance", CLOSED, room=chances),
        ]
        self.layout = Layout(rows, seats, deck.size)
        self.catalogue = catalogue()
        self.deck = deck
        self.combinations = Combinations(deck)
        self.starter: i64 = NO_SEAT if options.starter is None else options.starter
        self.turn_ms: i64 = options.turn_ms or NEVER
        self.lastcall_ms: i64 = options.lastcall_ms
        self.reveal_ms: i64 = options.reveal_ms
        self.combo_count: i64 = options.combo_count
        self.short_game = options.short_game
        self.call_guard = options.call_guard
        self.foul_waits = options.foul_waits
        self.max_turns: i64 = options.max_turns_per_round
        self.all_combos: i64 = combos
        # The zone in which each kind lies before the game.
        homes = {"combo": self.layout.first["combo_box"], "chance": self.layout.first["chance_box"]}
        draw = self.layout.first["draw"]
        self.home: vec[u8] = vec[u8]([homes.get(kind.family, draw) for kind in kinds])
        types = {kind.word("type"): i for i, kind in enumerate(kinds) if kind.family == "combo"}
        self.combo_of: vec[u8] = vec[u8]([types[name] for name in TYPES])
        # For every exchange its places, four bits each, above their number.
        self.places: vec[i64] = vec[i64](
            [len(o) + sum(place << (4 * i + 4) for i, place in enumerate(o)) for o in ORDERS]
        )


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class YahtzeeHandsDown(Rules):
    """One game of Yahtzee Hands Down: the state of section 5.3, then the verbs.

    YH-01: two to six seats, clockwise. YH-63: the combo sheet and the reminder card are help, not
    rules.
    """

    starter: i64
    turn: i64  # NO_SEAT at last call, in the pause and at the end
    round: i64
    stage: i64
    first: i64  # who is down; between two inputs never more than one
    first_named: i64
    first_at: i64
    first_open: bool  # already turned up by a reveal, and genuine
    left: i64  # exchanges left of a count-down
    turns: i64  # exchanges and repaired fouls of this round
    last: i64  # who made the exchange that opened the last call
    waiting: i64  # the set of seats that fouled and have not exchanged since
    turn_since: i64  # the clock of the turn runs from here
    closes_at: i64  # end of the last call or of the pause
    shown_first: i64  # the last reveal: each hand's score + 1 and seat, and who won
    shown_second: i64
    shown_winner: i64
    offer: i64  # the set of types on offer
    able: i64  # the set of seats whose hand fits something on offer; secret
    paired: i64  # the set of seats that may hold equal cards; secret
    ended_by: str
    ended_because: str

    def __init__(self, terms: Terms, dice: Dice, source: YahtzeeHandsDown | None = None) -> None:
        super().__init__(terms.layout, terms.deck, terms.catalogue, dice, source)
        self.terms = terms
        seats = self.seats
        self.draw_pile: i64 = seats  # hands are zones 0 to seats − 1; the order is that of Terms
        self.discard: i64 = seats + 1
        self.combos: i64 = seats + 2
        self.combo_box: i64 = seats + 3
        self.won: i64 = seats + 4
        self.chance: i64 = 2 * seats + 4
        self.chance_box: i64 = 2 * seats + 5
        self.won_chance: i64 = 2 * seats + 6
        if source is None:
            self.reset()
        else:
            self.starter = source.starter
            self.turn = source.turn
            self.round = source.round
            self.stage = source.stage
            self.first = source.first
            self.first_named = source.first_named
            self.first_at = source.first_at
            self.first_open = source.first_open
            self.left = source.left
            self.turns = source.turns
            self.last = source.last
            self.waiting = source.waiting
            self.turn_since = source.turn_since
            self.closes_at = source.closes_at
            self.shown_first = source.shown_first
            self.shown_second = source.shown_second
            self.shown_winner = source.shown_winner
            self.offer = source.offer
            self.able = source.able
            self.paired = source.paired
            self.ended_by = source.ended_by
            self.ended_because = source.ended_because

    def branch(self, dice: Dice) -> Rules:
        return YahtzeeHandsDown(self.terms, dice, self)

    def reset(self) -> None:
        self.now = 0
        self.over = False
        self.race.close()
        self.starter = 0
        self.turn = NO_SEAT
        self.round = 1
        self.stage = PLAY
        self.first = NO_SEAT
        self.first_named = NO_TYPE
        self.first_at = 0
        self.first_open = False
        self.left = NO_COUNT
        self.turns = 0
        self.last = NO_SEAT
        self.waiting = 0
        self.turn_since = 0
        self.closes_at = 0
        self.shown_first = NOT_SHOWN
        self.shown_second = NOT_SHOWN
        self.shown_winner = NO_SEAT
        self.offer = 0
        self.able = 0
        self.paired = 0
        self.ended_by = ""
        self.ended_because = ""

    # ---- set-up --------------------------------------------------------------------------------

    def deal(self) -> None:
        """Combo cards, Chance cards, dice cards, then who begins: YH-09, YH-10, YH-45, YH-R30."""
        self.reset()
        self.lay_out_boxes()
        self.lay_out_combos()
        self.stack_chances()
        self.deal_hands()
        self.starter = self.terms.starter
        if self.starter == NO_SEAT:
            self.dice.label("starter")
            self.starter = self.dice.below(self.seats)
        self.turn = self.starter
        self.reread()
        self.set_deadline()

    def lay_out_boxes(self) -> None:
        """Every card to its pile: dice to the draw pile, the others to their boxes (YH-02)."""
        cards = self.cards
        cards.clear()
        copies = self.deck.copies
        for kind in range(i64(len(copies))):
            for _ in range(i64(copies[kind])):
                cards.put(i64(self.terms.home[kind]), kind)

    def lay_out_combos(self) -> None:
        """One of each type, or all there are, or some at random.

        YH-04, YH-58, YH-59, YH-62, YH-R29.
        """
        cards = self.cards
        box = self.combo_box
        wanted = self.terms.combo_count
        if wanted != 6 and wanted != self.terms.all_combos:
            cards.shuffle(box, self.dice, "combos")
            for _ in range(wanted):
                cards.move_top(box, self.combos)
            return
        for _ in range(1 if wanted == 6 else wanted):
            for combo in range(i64(6)):
                if cards.find(box, i64(self.terms.combo_of[combo])) >= 0:
                    cards.move_kind(box, i64(self.terms.combo_of[combo]), self.combos)

    def stack_chances(self) -> None:
        """As many Chance cards as Combo cards, unseen; the others stay in the box.

        YH-05, YH-61, YH-62, YH-R29.
        """
        cards = self.cards
        cards.shuffle(self.chance_box, self.dice, "chance")
        wanted = self.terms.combo_count
        while wanted > 0 and cards.size(self.chance_box) > 0:
            cards.move_top(self.chance_box, self.chance)
            wanted -= 1

    def deal_hands(self) -> None:
        """Five cards each, one at a time, for their owners' eyes only: YH-06, YH-07, YH-R26.

        How players sort them has no effect (YH-08).
        """
        cards = self.cards
        cards.shuffle(self.draw_pile, self.dice, "deal")
        for _ in range(HAND):
            for seat in range(self.seats):
                if cards.size(self.draw_pile) > 0:
                    cards.move_top(self.draw_pile, seat)

    # ---- time and inputs -----------------------------------------------------------------------

    def set_deadline(self) -> None:
        """When time alone acts: an idle player, the end of the last call, the end of the pause.

        YH-R20, YH-R31, YH-R38. No turn clock runs while nobody is on turn.
        """
        if self.over:
            self.deadline = NEVER
        elif self.stage != PLAY:
            self.deadline = self.closes_at
        elif self.terms.turn_ms == NEVER:
            self.deadline = NEVER
        else:
            self.deadline = self.turn_since + self.terms.turn_ms

    def alarm(self) -> None:
        if self.stage == PLAY:
            self.exchange(self.turn, 0)
        elif self.stage == LAST_CALL:
            self.turn_up_lone_hand()
        else:
            self.begin_next_round()
        self.set_deadline()

    def act(self, seat: i64, action: i64) -> i64:
        """Inputs count in the order of the log (YH-R17); during the pause none does.

        YH-R16, YH-R38. Who is down takes no further part (YH-14).
        """
        if self.over:
            return self.rejected("YH-35", "the game is over")
        if seat >= self.seats:
            return self.rejected("YH-01", "only players may do that")
        if self.stage == REVEAL:
            return self.rejected("YH-R38", "the round has just been scored, wait for the next one")
        if seat == self.first:
            return self.rejected("YH-14", "your hand is down, wait until the round is scored")
        if action < EXCHANGE:
            return self.try_call(seat, action - CALL - 1)
        return self.try_exchange(seat, action - EXCHANGE)

    # ---- exchanging ----------------------------------------------------------------------------

    def try_exchange(self, seat: i64, choice: i64) -> i64:
        """YH-15, YH-18, YH-R37: once per turn, by the player on turn; at last call nobody is.

        YH-56: nothing has to pass between two turns.
        """
        if self.stage == LAST_CALL:
            return self.rejected("YH-R37", "it is last call: nobody is on turn")
        if seat != self.turn:
            return self.rejected("YH-15", "it is not your turn to exchange")
        if self.cards.size(seat) < HAND and not self.holds_places(seat, choice):
            return self.rejected("YH-R26", "you do not hold that many cards")
        self.exchange(seat, choice)
        self.set_deadline()
        return APPLIED

    def holds_places(self, seat: i64, choice: i64) -> bool:
        places = self.terms.places[choice]
        for i in range(places & 15):
            if (places >> (4 * i + 4)) & 15 >= self.cards.size(seat):
                return False
        return True

    def exchange(self, seat: i64, choice: i64) -> None:
        """Discard up to five, then draw as many, and the turn is over.

        YH-15, YH-16, YH-18, YH-R2, YH-R31 (none at all counts too), YH-R39 (it lifts the bar on
        calling).
        """
        number = self.discard_named(seat, choice)
        if number > 0:
            self.draw(seat, number)
        self.count(EXCHANGES, 1)
        self.count(CARDS_EXCHANGED, number)
        self.tell("exchange", "YH-15", seat, number)
        self.turns += 1
        self.waiting &= ~BIT[seat]
        if self.out_of_turns():
            return
        if self.left != NO_COUNT:
            self.left -= 1
        if self.left == 0:
            self.open_last_call(seat)
        else:
            self.pass_turn(seat)

    def discard_named(self, seat: i64, choice: i64) -> i64:
        """Face up to the discard pile in the order named (YH-15, YH-16); returns how many."""
        places = self.terms.places[choice]
        number = places & 15
        if self.paired & BIT[seat]:
            self.discard_foremost(seat, places)
            return number
        gone: i64 = 0
        for i in range(number):
            place = (places >> (4 * i + 4)) & 15
            self.cards.move_at(seat, place - count(gone & ALL_BELOW[place]), self.discard)
            gone |= BIT[place]
        return number

    def discard_foremost(self, seat: i64, places: i64) -> None:
        """Of equal cards the foremost goes, so it is noted first which cards are meant."""
        wanted: i64 = 0
        for i in range(places & 15):
            wanted |= self.cards.at(seat, (places >> (4 * i + 4)) & 15) << (8 * i)
        for i in range(places & 15):
            self.cards.move_kind(seat, (wanted >> (8 * i)) & 255, self.discard)

    def draw(self, seat: i64, number: i64) -> None:
        """From the draw pile, never from the discards (YH-17).

        When it is used up, in the middle of a draw too, the shuffled discard pile becomes the new
        one (YH-51, YH-R25). If even that is not enough, draw what exists (YH-R26).
        """
        cards = self.cards
        while number > 0:
            if cards.size(self.draw_pile) == 0:
                if cards.size(self.discard) == 0:
                    break
                cards.gather(self.discard, self.draw_pile)
                cards.shuffle(self.draw_pile, self.dice, "reshuffle")
                self.count(RESHUFFLES, 1)
            cards.move_top(self.draw_pile, seat)
            number -= 1
        self.judge(seat)

    def pass_turn(self, seat: i64) -> None:
        """Clockwise to the next seat that is not down; it may be the same seat again (YH-R1)."""
        follower = self.left_of(seat)
        if follower == self.first:
            follower = self.left_of(follower)
        self.turn = follower
        self.turn_since = self.now

    # ---- calling -------------------------------------------------------------------------------

    def try_call(self, seat: i64, named: i64) -> i64:
        """Hands down, at any time, on turn or not: YH-11, YH-12, YH-52, YH-53.

        YH-R11 and YH-R39: after a foul not before an exchange of one's own. YH-R18, YH-R26: with
        five cards only. YH-R33: a bad call is a foul, not illegal, unless `call_guard` says so.
        """
        if self.waiting & BIT[seat]:
            return self.rejected("YH-R39", "after your foul, exchange first")
        if self.cards.size(seat) < HAND:
            return self.rejected("YH-R26", "a call needs five cards")
        if self.terms.call_guard and not self.able & BIT[seat]:
            return self.rejected("YH-R33", "your hand fits nothing on offer")
        self.count(CALLS, 1)
        self.tell("call", "YH-12", seat, 0)
        if self.first == NO_SEAT:
            self.lay_first_hand(seat, named)
        else:
            self.lay_second_hand(seat, named)
        self.set_deadline()
        return APPLIED

    def lay_first_hand(self, seat: i64, named: i64) -> None:
        """The hand lies face down, and which Combo card it is after stays secret.

        YH-12, YH-13, YH-14. On turn the call takes the place of the exchange; out of turn nobody's
        turn changes.
        """
        self.go_down(seat, named)
        if seat == self.turn:
            self.pass_turn(seat)

    def go_down(self, seat: i64, named: i64) -> None:
        """One hand is down; the others race for the second place (YH-19)."""
        self.first = seat
        self.first_named = named
        self.first_at = self.now
        self.first_open = False
        self.left = self.turns_to_answer()
        self.open_race(NEVER)

    def open_race(self, closes_at: i64) -> None:
        """Everybody else may still be the second; the first hand to come wins the place."""
        others = ALL_BELOW[self.seats] & ~BIT[self.first]
        self.race.start(FIRST_WINS, others, self.now, closes_at)

    def turns_to_answer(self) -> i64:
        """Two for a lone opponent, three in a short game, else no limit.

        YH-20, YH-60, YH-R19, YH-R22, YH-R23.
        """
        if self.seats == 2:
            return 2
        return 3 if self.terms.short_game else NO_COUNT

    def nobody_down(self) -> None:
        self.first = NO_SEAT
        self.first_named = NO_TYPE
        self.first_at = 0
        self.first_open = False
        self.left = NO_COUNT
        self.race.close()

    def open_last_call(self, seat: i64) -> None:
        """The count-down is used up: a last moment to call (YH-R20, YH-R23)."""
        self.stage = LAST_CALL
        self.last = seat
        self.turn = NO_SEAT
        if self.terms.lastcall_ms == 0:
            self.turn_up_lone_hand()
            return
        self.closes_at = self.now + self.terms.lastcall_ms
        self.race.closes_at = self.closes_at
        self.tell("last_call", "YH-R20", self.first, self.terms.lastcall_ms)

    # ---- the reveal ----------------------------------------------------------------------------

    def lay_second_hand(self, seat: i64, named: i64) -> None:
        """The second call ends the round at that instant; only now are hands judged.

        YH-19, YH-22, YH-R12. More points win, then the higher sum, then the earlier call: YH-23,
        YH-24, YH-R7.
        """
        self.race.hand_down(seat, self.now)
        other = self.first
        earlier = self.turn_up(other, self.first_named)
        later = self.turn_up(seat, named)
        self.shown_first = (earlier + 1) * 8 + other
        self.shown_second = (later + 1) * 8 + seat
        self.shown_winner = NO_SEAT
        if earlier == NOTHING or later == NOTHING:
            self.play_on_after_foul(seat, named, earlier, later)
        elif strength(later) > strength(earlier):
            self.award(seat, later, other)
        else:
            self.award(other, earlier, seat)

    def turn_up(self, seat: i64, named: i64) -> i64:
        """Turn a laid hand up and judge it: YH-22, YH-25, YH-R3, YH-R4."""
        if self.cards.face(seat) != OPEN:
            self.cards.turn(seat, OPEN)
        score = self.terms.combinations.score(self.hand_of(seat), self.offer, named)
        if score == NOTHING:
            self.tell("foul", "YH-25", seat, 3)
        elif self.cards.watched:
            combo = type_of(score)
            self.tell(COMBO_EVENTS[combo], COMBO_CLAUSES[combo], seat, value_of(score))
        return score

    def play_on_after_foul(self, seat: i64, named: i64, earlier: i64, later: i64) -> None:
        """Fouls are repaired in order of call; a genuine hand stays down, face up.

        YH-27, YH-R13, YH-R14 (both fouled). A new first hand starts a new count (YH-R22, YH-R23),
        an old one continues its own (YH-R35).
        """
        own_turn = seat == self.turn
        if earlier == NOTHING:
            self.repair(self.first)
            self.nobody_down()
            if later != NOTHING:
                self.go_down(seat, named)
        if later == NOTHING:
            self.repair(seat)
        if self.first != NO_SEAT:
            self.first_open = True
            self.open_race(self.closes_at if self.stage == LAST_CALL else NEVER)
        self.whose_turn_now(seat, own_turn, earlier != NOTHING)

    def whose_turn_now(self, seat: i64, own_turn: bool, same_first_hand: bool) -> None:
        """YH-R15: a call made on turn used that turn up; out of turn it changes nobody's.

        YH-R36: a last call goes on for the hand it was opened for. YH-R37: otherwise play resumes.
        """
        if self.out_of_turns():
            return
        if self.stage == LAST_CALL:
            if not same_first_hand:
                self.resume()
        elif own_turn:
            self.pass_turn(seat)

    def resume(self) -> None:
        """After a last call the turn goes on from whoever made the last exchange (YH-R37)."""
        self.stage = PLAY
        self.race.closes_at = NEVER
        self.pass_turn(self.last)
        self.last = NO_SEAT

    def repair(self, seat: i64) -> None:
        """Three cards of a foul hand, picked blindly, are swapped; its owner is back in play.

        YH-26, YH-R13, YH-R39 (but may not call before an exchange).
        """
        cards = self.cards
        self.dice.label("pick")
        for left in range(HAND, HAND - 3, -1):
            cards.move_at(seat, self.dice.pick(left), self.discard)
        cards.turn(seat, OWNER)
        self.draw(seat, 3)
        self.count(FOULS, 1)
        self.turns += 1
        if self.terms.foul_waits:
            self.waiting |= BIT[seat]

    def turn_up_lone_hand(self) -> None:
        """Nobody answered: a genuine hand wins without a contest, a foul is repaired.

        YH-21, YH-33, YH-60, YH-R21 (the count-down is off), YH-R24.
        """
        seat = self.first
        score = self.turn_up(seat, self.first_named)
        self.shown_first = (score + 1) * 8 + seat
        self.shown_second = NOT_SHOWN
        self.shown_winner = NO_SEAT
        if score != NOTHING:
            self.award(seat, score, NO_SEAT)
            return
        self.repair(seat)
        self.nobody_down()
        if not self.out_of_turns():
            self.resume()

    # ---- scoring -------------------------------------------------------------------------------

    def award(self, winner: i64, score: i64, runner_up: i64) -> None:
        """The Combo card, the Chance card, then the used hands out and five new cards each.

        YH-28, YH-30, YH-32, YH-33, YH-R9, YH-R10, YH-R24. All others keep theirs: YH-31, YH-54.
        """
        combo = type_of(score)
        self.shown_winner = winner
        self.cards.move_kind(self.combos, i64(self.terms.combo_of[combo]), self.won + winner)
        contested = runner_up != NO_SEAT
        self.count(CONTESTED if contested else UNCONTESTED, 1)
        self.tell("win", "YH-28" if contested else "YH-21", winner, score >> 9)
        if contested:
            self.give_chance(runner_up)
        self.nobody_down()
        self.throw_in(winner)
        if contested:
            self.throw_in(runner_up)
        self.draw(winner, HAND)
        if contested:
            self.draw(runner_up, HAND)
        self.end_round()

    def give_chance(self, seat: i64) -> None:
        """The beaten hand's comfort: one Chance card, unseen even by its owner.

        YH-29, YH-44, YH-57 (some lose on purpose), YH-R27 (none if none is left).
        """
        if self.cards.size(self.chance) > 0:
            self.cards.move_top(self.chance, self.won_chance + seat)
            self.tell("chance", "YH-29", seat, self.cards.size(self.chance))

    def throw_in(self, seat: i64) -> None:
        """YH-30: the used hand to the discard pile, in its order; the next one is hidden again."""
        self.cards.gather(seat, self.discard)
        self.cards.turn(seat, OWNER)

    def end_round(self) -> None:
        """The starter card moves left; then the pause, the next round, or the end.

        YH-34, YH-35, YH-45, YH-R38.
        """
        self.starter = self.left_of(self.starter)
        self.turn = NO_SEAT
        self.last = NO_SEAT
        self.reread()
        self.tell("starter", "YH-34", self.starter, 0)
        if self.offer == 0:
            self.finish("YH-36", "the last Combo card has been won")
        elif self.terms.reveal_ms == 0:
            self.begin_next_round()
        else:
            self.stage = REVEAL
            self.closes_at = self.now + self.terms.reveal_ms

    def begin_next_round(self) -> None:
        """Whoever has the starter card begins: YH-10, YH-34. Bars are lifted (YH-R39)."""
        self.round += 1
        self.stage = PLAY
        self.turns = 0
        self.waiting = 0
        self.turn = self.starter
        self.turn_since = self.now
        self.tell("round", "YH-10", self.starter, self.round)

    def out_of_turns(self) -> bool:
        """YH-R34: a round without an end ends the game; a hand still down wins nothing."""
        if self.turns < self.terms.max_turns:
            return False
        self.count(STALLED, 1)
        self.finish("YH-R34", "the round had as many turns as the table allows")
        return True

    def finish(self, clause: str, why: str) -> None:
        """YH-03, YH-36, YH-R32: only now the Chance cards are turned up."""
        self.over = True
        self.stage = GAME_OVER
        self.turn = NO_SEAT
        self.last = NO_SEAT
        self.race.close()
        for seat in range(self.seats):
            self.cards.turn(self.won_chance + seat, OPEN)
        self.ended_by = clause
        self.ended_because = why
        self.tell("end", clause, -1, 0)

    def outcome(self) -> Outcome | None:
        """The highest sum of Combo and Chance points; equals share the victory.

        YH-03, YH-36, YH-R28. High numbers have won the ties on the way (YH-55).
        """
        if not self.over:
            return None
        points = [
            self.points_in(self.won + seat) + self.points_in(self.won_chance + seat)
            for seat in range(self.seats)
        ]
        return Outcome(places_by(points), points, self.ended_because, self.ended_by)

    def points_in(self, zone: i64) -> int:
        return sum(self.deck.kinds[kind].points for kind in self.cards.listed(zone))

    # ---- judging hands -------------------------------------------------------------------------

    def hand_of(self, seat: i64) -> i64:
        """The five cards of a hand in one number."""
        cards = self.cards
        return (
            cards.at(seat, 0)
            | (cards.at(seat, 1) << 8)
            | (cards.at(seat, 2) << 16)
            | (cards.at(seat, 3) << 24)
            | (cards.at(seat, 4) << 32)
        )

    def judge(self, seat: i64) -> None:
        """Note whether the hand fits something on offer: for `call_guard` and the lab only.

        And whether it may hold equal cards, for then some exchanges are the same.
        """
        self.able &= ~BIT[seat]
        self.paired &= ~BIT[seat]
        hand = self.hand_of(seat)
        if holds_equal(hand):
            self.paired |= BIT[seat]
        if self.cards.size(seat) == HAND:
            if self.terms.combinations.types(hand, self.offer):
                self.able |= BIT[seat]

    def reread(self) -> None:
        """What is on offer (YH-R3; YH-R10: while a card of it is left) and who could have it."""
        offer: i64 = 0
        for combo in range(i64(6)):
            if self.cards.find(self.combos, i64(self.terms.combo_of[combo])) >= 0:
                offer |= BIT[combo]
        self.offer = offer
        for seat in range(self.seats):
            self.judge(seat)

    def forget(self, seat: i64, dice: Dice) -> None:
        """YH-13: the type named with a hand is known to whoever knows the hand.

        That is its owner, and everybody once it is turned up.
        """
        if self.first == NO_SEAT:
            return
        for place in range(self.cards.size(self.first)):
            if not self.cards.knows(seat, self.first, place):
                self.first_named = NO_TYPE

    # ---- what can be done ----------------------------------------------------------------------

    def legal(self, seat: i64, moves: Moves) -> None:
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
        left_out: i64 = 0
        if self.paired & BIT[seat]:
            left_out = doubled_choices(self.hand_of(seat), size)
        codes = moves.codes
        listed = moves.count
        code = EXCHANGE
        end = EXCHANGE + BIT[size]
        while code < end:
            if not left_out & 1:
                codes[listed] = code
                listed += 1
            left_out >>= 1
            code += 1
        moves.count = listed

    def sensible(self, seat: i64, moves: Moves) -> None:
        """Call with a genuine hand, by any name that fits (YH-57); else exchange when on turn."""
        moves.count = 0
        if self.stage >= REVEAL or seat == self.first:
            return
        if self.able & ~self.waiting & BIT[seat]:
            made = self.terms.combinations.types(self.hand_of(seat), self.offer)
            moves.add(CALL)
            for combo in range(i64(6)):
                if made & BIT[combo] and made != BIT[combo]:
                    moves.add(CALL + 1 + combo)
        elif seat == self.turn:
            self.add_exchanges(seat, moves)

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

    # ---- telling -------------------------------------------------------------------------------

    def phase(self) -> str:
        """The phases of section 5.3."""
        return STAGE_NAMES[self.stage]

    def facts(self, seat: i64) -> dict[str, object]:
        """YH-R32: who is down and since when; what they named only when it is turned up (YH-13)."""
        told = self.truth()
        told["down"] = self.hand_down(seat == self.first or self.first_open)
        return told

    def truth(self) -> dict[str, object]:
        return {
            "starter": self.starter,
            "turn": None if self.turn == NO_SEAT else self.turn,
            "round": self.round,
            "phase": self.phase(),
            "down": self.hand_down(True),
            "left": None if self.left == NO_COUNT else self.left,
            "turns": self.turns,
            "last": None if self.last == NO_SEAT else self.last,
            "waiting": [self.waiting & BIT[seat] != 0 for seat in range(self.seats)],
            "last_reveal": self.last_reveal(),
        }

    def hand_down(self, with_name: bool) -> list[object]:
        if self.first == NO_SEAT:
            return []
        hand: dict[str, object] = {"seat": self.first, "at": self.first_at, "open": self.first_open}
        if with_name:
            hand["type"] = "none" if self.first_named == NO_TYPE else TYPES[self.first_named]
        return [hand]

    def last_reveal(self) -> dict[str, object] | None:
        """What the last reveal showed: scored type and value of each hand, and who won."""
        if self.shown_first == NOT_SHOWN:
            return None
        hands: list[object] = []
        for shown in (self.shown_first, self.shown_second):
            if shown != NOT_SHOWN:
                score = shown // 8 - 1
                combo = "foul" if score == NOTHING else TYPES[type_of(score)]
                value = 0 if score == NOTHING else value_of(score)
                hands.append({"seat": shown % 8, "type": combo, "value": value})
        return {
            "hands": hands,
            "winner": "none" if self.shown_winner == NO_SEAT else self.shown_winner,
        }

    def assume(self, field: str, value: object) -> None:
        if field == "starter":
            self.starter = seat_number(value, self.seats)
        elif field == "turn":
            self.turn = seat_number(value, self.seats)
        elif field == "round":
            self.round = whole_number(value)
        elif field == "phase":
            self.stage = one_of(value, STAGE_NAMES)
            self.over = self.stage == GAME_OVER
        elif field == "down":
            self.assume_down(value)
        elif field == "left":
            self.left = whole_number(value)
        elif field == "turns":
            self.turns = whole_number(value)
        elif field == "last":
            self.last = seat_number(value, self.seats)
        elif field == "waiting":
            self.waiting = seat_set(value, self.seats)
        elif field == "last_reveal":
            raise ValueError("is what a reveal leaves behind and cannot be given")
        else:
            raise KeyError(field)

    def assume_down(self, value: object) -> None:
        """[] or [{seat, type, at, open}]: the second hand ends a round, so there are never two."""
        if value == []:
            return
        if not isinstance(value, list) or len(value) != 1 or not isinstance(value[0], dict):
            raise ValueError("must hold at most one {seat, type, at, open}")
        hand: dict[str, object] = value[0]
        unknown = sorted(set(hand) - {"seat", "type", "at", "open"})
        if unknown:
            raise ValueError(f"unknown key {unknown[0]!r}; there are seat, type, at, open")
        named = hand.get("type", "none")
        left = self.left
        self.go_down(
            seat_number(hand.get("seat"), self.seats),
            NO_TYPE if named == "none" else one_of(named, TYPES),
        )
        self.left = left if left != NO_COUNT else self.left
        self.first_at = whole_number(hand.get("at", 0))
        self.first_open = yes_or_no(hand.get("open", False))
        if self.first_open:
            self.cards.turn(self.first, OPEN)

    def begin_position(self) -> None:
        """A position by hand begins at time 0, in play, with nobody down and nobody barred."""
        self.reset()

    def settled(self) -> None:
        if self.stage == PLAY:
            self.turn = self.starter if self.turn == NO_SEAT else self.turn
            if self.turn == self.first:
                self.pass_turn(self.turn)
        else:
            self.turn = NO_SEAT
            wait = self.terms.lastcall_ms if self.stage == LAST_CALL else self.terms.reveal_ms
            self.closes_at = self.now + wait
        self.set_deadline()
