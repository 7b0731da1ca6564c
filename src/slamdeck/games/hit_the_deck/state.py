"""The state of a game of Hit the Deck: how it is kept and how it is told."""

from __future__ import annotations

from slamdeck.core.bits import ALL_BELOW, BIT
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr, vec
from slamdeck.core.races import LAST_LOSES, NO_SEAT
from slamdeck.core.rules import NEVER, NO_CARD, Rules
from slamdeck.core.sights import Clock
from slamdeck.core.zones import HOST
from slamdeck.games.hit_the_deck.terms import (
    DUTY_CUT,
    DUTY_FLIP,
    DUTY_NAMES,
    GAME_OVER,
    HAND,
    HAND_OVER,
    LONG_AGO,
    MUST_PLAY,
    PHASE_NAMES,
    PLAY,
    RACE,
    Terms,
)


def time_fact(at: i64) -> object:
    """A remembered time, or "none" if it never was."""
    return "none" if at == LONG_AGO else at


@mypyc_attr(acyclic=True)
class State(Rules):
    """The state of section 5.3."""

    stage: i64 = 0  # the phase; a duty to cut or flip is one
    turn: i64 = 0  # while a race is open: the caller
    dir: i64 = 0
    allowed: i64 = 0  # the set of kinds that the player on turn may play now
    demand: i64 = 0  # the hit card that demands something, or NO_CARD
    drawn: i64 = 0  # the card drawn this turn, which must be played, or NO_CARD
    drawn_at: i64 = 0  # its place in the hand
    called: bool = False
    dealer: i64 = 0
    turns: i64 = 0  # ended in this hand
    stuck: i64 = 0  # turns in a row in which nothing could be played or drawn
    turn_since: i64 = 0
    settled_at: i64 = 0  # when the last race closed
    leaving: i64 = 0  # who has played the last card, while what it says is still being done
    # What there was to see and to hear, for those who can be startled; no rule asks for it.
    shown_in: i64 = 0  # the turn for which the present top card came to lie there
    bluffed_in: i64 = 0  # the turn in which somebody last called for nothing, …
    bluffer: i64 = 0  # … and who
    unmatched: i64 = 0  # a byte per seat: 1 + the top that it had nothing for, until it gets other cards than that draw

    def __init__(self, terms: Terms, dice: Dice, source: State | None) -> None:
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
            self.leaving = source.leaving
            self.shown_in = source.shown_in
            self.bluffed_in = source.bluffed_in
            self.bluffer = source.bluffer
            self.unmatched = source.unmatched

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
        self.leaving = NO_SEAT
        self.shown_in = 0
        self.bluffed_in = -1
        self.bluffer = NO_SEAT
        self.unmatched = 0
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

    def open_race(self, at: i64) -> None:
        """All hands may come down from then on, and nothing else may happen."""
        self.stage = RACE
        self.ask_nothing()
        self.called = False
        closes_at = at + self.terms.hand_ms
        self.race.start(LAST_LOSES, ALL_BELOW[self.seats], at, closes_at)
        self.deadline = closes_at

    def effect(self, card: i64) -> i64:
        return i64(self.terms.effect[card])

    def first_that_fits(self, seat: i64) -> i64:
        """The place in hand of the first card that may be played now, or −1."""
        return self.cards.find_any(seat, self.allowed)

    def may_hold_back(self) -> bool:
        """HT-R6: only where the house allows it, and never against a number or a colour that is demanded."""
        if not self.terms.hold_back or self.stage != PLAY:
            return False
        return self.demand == NO_CARD or self.effect(self.demand) == HAND

    # ---- whom the game waits for ------------------------------------------------------------------

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
        """The player on turn; and when all have seen the card that asks for hands, everybody."""
        if self.stage < RACE:
            return BIT[self.turn]
        return ALL_BELOW[self.seats] if self.stage == RACE else 0

    def race_possible(self) -> bool:
        """The card that asks for hands lies there for all to see."""
        return self.stage == RACE

    # ---- telling ---------------------------------------------------------------------------------

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

    def clock(self, seat: i64) -> Clock | None:
        """The hand race, for all of them since hands are sealed (HT-R24), or an idle player's turn (HT-R37, HT-R43)."""
        if self.stage == RACE:
            return self.countdown(ALL_BELOW[self.seats], self.race.opened_at, self.race.closes_at)
        if self.stage > RACE or not self.terms.timed:
            return None
        return self.countdown(BIT[self.turn], self.turn_since, self.turn_since + self.terms.turn_ms)

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
            "leaving": None if self.leaving == NO_SEAT else self.leaving,
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
            "leaving": None if self.leaving == NO_SEAT else self.leaving,
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
