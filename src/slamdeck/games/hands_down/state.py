"""The state of a game of Hands Down: how it is kept and how it is told."""

from __future__ import annotations

from slamdeck.core.bits import BIT, members
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr, vec
from slamdeck.core.races import LAST_LOSES, NO_SEAT
from slamdeck.core.rules import NEVER, Rules
from slamdeck.core.sights import Clock
from slamdeck.games.hands_down.terms import (
    ACTION,
    FAKING,
    JOKER_POINTS,
    JOKER_VALUE,
    LONG_AGO,
    NO_NUMBER,
    OVER,
    PAIRS,
    PICK,
    RACE,
    STAGE_NAMES,
    TRIES,
    TURN_START,
    WINDUP,
    Terms,
)


@mypyc_attr(acyclic=True)
class State(Rules):
    """The state of section 5.3. Until a wind-up is over `phase` is what all see, `stage` is the truth."""

    dealer: i64 = 0
    turn: i64 = 0
    stage: i64 = 0
    revealed: bool = False  # the fake's wind-up is over, so the whole table knows what it is
    since: i64 = 0  # when the wind-up, the fake or this stretch of ACTION began
    turn_since: i64 = 0
    owed: i64 = 0  # cards still to come before the turn player may act
    dry: bool = False  # the turn began with an empty drawpile
    laid_pair: bool = False  # a pair was laid in this turn
    stalled: i64 = 0
    shield: i64 = 0  # stray hands are forgiven before this time
    paid: i64 = 0  # the set of rivals who have paid for this wind-up or fake
    named: i64 = 0  # the rank of the number that the slap named
    joker: i64 = 0  # the seat that laid the Joker
    giver: i64 = 0  # whose backs the turn player picks from, …
    next_giver: i64 = 0  # … and then whose
    ended_by: str = ""
    ended_because: str = ""

    def __init__(self, terms: Terms, dice: Dice, source: State | None) -> None:
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
            self.giver = source.giver
            self.next_giver = source.next_giver
            self.ended_by = source.ended_by
            self.ended_because = source.ended_because

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
        self.giver = NO_SEAT
        self.next_giver = NO_SEAT
        self.ended_by = ""
        self.ended_because = ""
        for seat in range(self.seats):
            self.paid_at[seat] = LONG_AGO

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
        elif self.stage == PICK:
            next_at = self.since + terms.turn_ms
        elif self.stage != OVER:
            next_at = self.since + (terms.turn_ms if self.stage == ACTION else terms.fake_ms)
            cap = self.turn_since + terms.turn_cap_ms
            if cap < next_at:
                next_at = cap
        if next_at > NEVER:
            next_at = NEVER
        self.deadline = next_at if next_at > self.now else self.now

    # ---- looking ---------------------------------------------------------------------------------

    def winding_up(self) -> bool:
        """A hand is in the air, and nobody else knows yet what it will do (HD-R32)."""
        return self.stage == WINDUP or (self.stage == FAKING and not self.revealed)

    def rivals_with_cards(self) -> i64:
        """The set of rivals who can be robbed, and who take part in a race (HD-21)."""
        seats: i64 = 0
        for seat in range(self.seats):
            if self.cards.size(seat) > 0:
                seats |= BIT[seat]
        return seats & ~BIT[self.turn]

    def pairs_held(self) -> i64:
        """The numbers, by rank, of which the turn player holds two or more.

        HD-13, HD-14, HD-15, HD-16 (the only Joker is never two).
        """
        cards = self.cards
        bit_of = self.terms.bit_of
        turn = self.turn
        once: i64 = 0
        twice: i64 = 0
        i: i64 = cards.size(turn) - 1
        while i >= 0:
            number = bit_of[cards.at(turn, i)]
            twice |= once & number
            once |= number
            i -= 1
        return twice

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

    # ---- the frame of a turn ---------------------------------------------------------------------

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

    # ---- whom the game waits for ------------------------------------------------------------------

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

    def clock(self, seat: i64) -> Clock | None:
        """The opening card (HD-R40), the idle limit or that of the whole turn (HD-R42), a race (HD-R8).

        None while a hand is in the air: whatever it is, nobody is waited for (HD-R32).
        """
        terms = self.terms
        if self.stage == TURN_START:
            return self.countdown(BIT[self.turn], self.turn_since, self.turn_since + terms.start_ms)
        if self.stage == RACE:
            return self.countdown(self.race.entrants, self.race.opened_at, self.race.closes_at)
        until = self.since + terms.turn_ms
        if self.stage == PICK:
            return self.countdown(BIT[self.turn], self.since, until)
        if self.stage != ACTION:
            return None
        cap = self.turn_since + terms.turn_cap_ms
        return self.countdown(BIT[self.turn], self.since, cap if cap < until else until)

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
            "giver": seat_or_none(self.giver),
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
            "giver": seat_or_none(self.giver),
            "next_giver": seat_or_none(self.next_giver),
        }


def seat_or_none(seat: i64) -> int | None:
    return None if seat == NO_SEAT else seat
