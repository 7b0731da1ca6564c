"""Snap. Clause ids (SN-nn, SN-Rn) are those of RULES.md beside this file."""

from __future__ import annotations

from slamdeck.core.bits import BIT, count, members
from slamdeck.core.deck import Deck
from slamdeck.core.dice import Dice
from slamdeck.core.positions import seat_number, whole_number
from slamdeck.core.problems import CheckFailed
from slamdeck.core.races import FIRST_WINS
from slamdeck.core.rules import APPLIED, NEVER, Moves, Outcome, Rules, places_by
from slamdeck.core.sights import Clock
from slamdeck.core.zones import CLOSED, TOP, Layout, Row
from slamdeck_snap.actions import CATALOGUE, GRAB, TURN_OVER
from slamdeck_snap.options import SnapOptions

# Where cards lie. Nobody sees a pack; of a heap everybody sees the top card.
ROWS = [Row("packs", CLOSED, top_first=True), Row("heaps", TOP), Row("box", CLOSED, each=0, top_first=True)]

TALLIES = ("cards", "snaps", "fumbles")
CARDS, SNAPS, FUMBLES = range(3)

LONG_AGO = -(1 << 40)


class Snap(Rules):
    """One game of Snap at a table of two to six (SN-01)."""

    turn: int = 0
    turned: int = 0  # cards so far
    since: int = 0  # the last card, or the last match that was taken
    gone_at: int = LONG_AGO  # when the last match was taken or covered

    def __init__(
        self, layout: Layout, deck: Deck, options: SnapOptions, dice: Dice, source: Snap | None = None
    ) -> None:
        """A table ready to deal, or a copy of another one."""
        super().__init__(layout, deck, CATALOGUE, dice, source)
        self.options = options
        self.box = 2 * layout.seats  # seat s has its pack in zone s and its heap in zone seats + s
        self.grabbed_at = [LONG_AGO] * layout.seats
        if source is not None:
            self.turn = source.turn
            self.turned = source.turned
            self.since = source.since
            self.gone_at = source.gone_at
            self.grabbed_at = source.grabbed_at[:]

    def branch(self, dice: Dice) -> Rules:
        return Snap(self.layout, self.deck, self.options, dice, self)

    def begin(self) -> None:
        """Nothing has happened yet, whatever was played at this table before."""
        self.now = 0
        self.over = False
        self.race.close()
        self.turned = 0
        self.since = 0
        self.gone_at = LONG_AGO
        self.grabbed_at = [LONG_AGO] * self.seats

    def deal(self) -> None:
        """Everything is dealt, from a random seat on: SN-02, SN-03, SN-04."""
        self.begin()
        self.lay_out_deck(self.box, self.deck.cards)
        self.cards.shuffle(self.box, self.dice, "deal")
        self.dice.label("first")
        seat = self.dice.below(self.seats)
        self.now_plays(seat)
        while self.cards.size(self.box) > 0:
            self.cards.move_top(self.box, seat)
            seat = self.left_of(seat)
        self.set_deadline()

    # ---- time and inputs -------------------------------------------------------------------------

    def set_deadline(self) -> None:
        """When time alone acts: a player who is not there (SN-R2)."""
        self.deadline = NEVER if self.over else self.since + self.options.patience_ms

    def alarm(self) -> None:
        self.turn_over(self.turn)
        self.set_deadline()

    def act(self, seat: int, action: int) -> int:
        """SN-R6: nobody acts after the end, nor who is out."""
        if self.over:
            return self.rejected("SN-R6", "the game is over")
        if not self.playing() & BIT[seat]:
            return self.rejected("SN-R6", "only players who are in may do that")
        verdict = self.try_to_turn_over(seat) if action == TURN_OVER else self.grab(seat)
        self.set_deadline()
        return verdict

    # ---- turning over ----------------------------------------------------------------------------

    def try_to_turn_over(self, seat: int) -> int:
        """In turn (SN-05, SN-R6) and not too fast (SN-R1)."""
        if seat != self.turn:
            return self.rejected("SN-R6", "it is somebody else's turn: wait for yours")
        if not self.may_turn_over(seat, self.now):
            return self.rejected("SN-R1", "too soon: everybody needs a moment to look")
        self.turn_over(seat)
        return APPLIED

    def may_turn_over(self, seat: int, at: int) -> bool:
        return seat == self.turn and at - self.since >= self.options.pace_ms

    def turn_over(self, seat: int) -> None:
        """The top card of the pack, for all eyes at once; then it is the left neighbour's turn (SN-04, SN-05)."""
        if self.alike():
            self.gone_at = self.now
        self.renew_pack(seat)
        self.cards.move_top(seat, self.heap_of(seat))
        self.count(CARDS, 1)
        self.turned += 1
        self.now_plays(self.next_player(seat))
        if self.turned >= self.options.most_cards:
            self.finish()
        elif self.alike():
            self.race.start(FIRST_WINS, self.playing(), self.now, NEVER)
        else:
            self.race.close()

    def renew_pack(self, seat: int) -> None:
        """A pack that is used up is made of the heap again: SN-09."""
        if self.cards.size(seat) == 0:
            self.cards.sweep_under(self.heap_of(seat), seat)

    def alike(self) -> int:
        """The set of seats whose heaps match another: SN-06."""
        tops = {seat: self.cards.top(self.heap_of(seat)) for seat in range(self.seats) if self.has_heap(seat)}
        shown = list(tops.values())
        return sum(BIT[seat] for seat, card in tops.items() if shown.count(card) > 1)

    # ---- grabbing --------------------------------------------------------------------------------

    def grab(self, seat: int) -> int:
        """A hand comes down: SN-06, SN-07, SN-R3, SN-R4."""
        if self.now - self.grabbed_at[seat] < self.options.same_hand_ms:
            return self.ignored("SN-R3", "that was the same hand again: it counts once")
        self.grabbed_at[seat] = self.now
        if self.alike():
            self.race.hand_down(seat, self.now)
            self.snap(seat)
            return APPLIED
        if self.turned == 0:
            return self.ignored("SN-R4", "no card has been turned over yet")
        if self.now - self.gone_at < self.options.forgiving_ms:
            return self.ignored("SN-R4", "just too late: that match has gone; no harm done")
        return self.fumble(seat)

    def snap(self, seat: int) -> None:
        """Every heap that matches goes under the pack of the first hand, who turns over next: SN-07."""
        before = self.playing()
        won = sum(self.cards.sweep_under(self.heap_of(each), seat) for each in members(self.alike()))
        self.count(SNAPS, 1)
        self.tell("snap", "SN-07", seat, won)
        self.race.close()
        self.gone_at = self.now
        self.now_plays(seat)
        self.say_who_is_out(before)

    def fumble(self, seat: int) -> int:
        """Nothing was alike: one card for each of the others, as far as they reach (SN-08)."""
        before = self.playing()
        paid = 0
        other = self.next_player(seat)
        while other != seat and self.has_cards(seat):
            self.renew_pack(seat)
            self.cards.insert(seat, self.cards.size(seat) - 1, other, 0)
            other = self.next_player(other)
            paid += 1
        self.count(FUMBLES, 1)
        self.tell("fumble", "SN-08", seat, paid)
        self.say_who_is_out(before)
        return self.foul("SN-08", "no two heaps were alike: grab only then")

    # ---- who is left -----------------------------------------------------------------------------

    def heap_of(self, seat: int) -> int:
        return self.seats + seat

    def has_heap(self, seat: int) -> bool:
        return self.cards.size(self.heap_of(seat)) > 0

    def has_cards(self, seat: int) -> bool:
        return self.cards.size(seat) > 0 or self.has_heap(seat)

    def playing(self) -> int:
        """The set of seats that are still in: SN-10."""
        return sum(BIT[seat] for seat in range(self.seats) if self.has_cards(seat))

    def next_player(self, seat: int) -> int:
        """The next seat to the left that is still in."""
        seat = self.left_of(seat)
        while not self.has_cards(seat):
            seat = self.left_of(seat)
        return seat

    def now_plays(self, seat: int) -> None:
        self.turn = seat
        self.since = self.now

    def say_who_is_out(self, before: int) -> None:
        """Of those who played before: who has no cards is out, and who has them all has won (SN-10)."""
        for seat in members(before & ~self.playing()):
            self.tell("empty", "SN-10", seat, 0)
        if count(self.playing()) == 1:
            self.finish()
        elif not self.has_cards(self.turn):
            self.now_plays(self.next_player(self.turn))

    def finish(self) -> None:
        self.over = True
        self.race.close()
        self.tell("finished", "", -1, 0)

    def outcome(self) -> Outcome | None:
        """By cards: SN-10, SN-R5."""
        if not self.over:
            return None
        points = [self.cards.size(seat) + self.cards.size(self.heap_of(seat)) for seat in range(self.seats)]
        if count(self.playing()) == 1:
            return Outcome(places_by(points), points, "one player has every card", "SN-10")
        return Outcome(places_by(points), points, "as many cards were turned over as agreed", "SN-R5")

    # ---- what can be done ------------------------------------------------------------------------

    def legal(self, seat: int, at: int, moves: Moves) -> None:
        """Anybody may grab at any time, so the list never tells whether it is right (SN-06, SN-08)."""
        moves.count = 0
        if self.over or not self.playing() & BIT[seat]:
            return
        if self.may_turn_over(seat, at):
            moves.add(TURN_OVER)
        moves.add(GRAB)

    def sensible(self, seat: int, at: int, moves: Moves) -> None:
        moves.count = 0
        if self.may_turn_over(seat, at):
            moves.add(TURN_OVER)
        if self.alike():
            moves.add(GRAB)

    def awaited(self) -> int:
        if self.over:
            return 0
        return self.playing() if self.alike() else BIT[self.turn]

    def waits_for(self) -> int:
        """Whether two cards are alike is for the players to see: the game waits for the next card."""
        return 0 if self.over else BIT[self.turn]

    def contenders(self) -> int:
        return self.playing()

    # ---- telling ---------------------------------------------------------------------------------

    def phase(self) -> str:
        return "FINISHED" if self.over else "TURNING"

    def clock(self, seat: int) -> Clock | None:
        """All see how long a player has been waited for (SN-R2)."""
        return self.countdown(BIT[self.turn], self.since, self.since + self.options.patience_ms)

    def facts(self, seat: int) -> dict[str, object]:
        """Public, all of it. `turn` is what boards and terminals look for, to show whose turn it is."""
        return {"turn": self.turn, "empty": [not self.has_cards(each) for each in range(self.seats)]}

    def truth(self) -> dict[str, object]:
        return {"turn": self.turn, "turned": self.turned, "since": self.since, "gone_at": self.gone_at}

    # ---- positions given by hand -----------------------------------------------------------------

    def begin_position(self) -> None:
        self.turned = 1

    def assume(self, field: str, value: object) -> None:
        if field == "turn":
            self.turn = seat_number(value, self.seats)
        elif field in self.truth():
            setattr(self, field, whole_number(value))
        else:
            raise KeyError(field)

    def settled(self) -> None:
        """Cards may be alike already; players without cards are out, and two at least must have some."""
        if count(self.playing()) < 2:
            raise CheckFailed("given: at most one player has cards, so this game is over")
        if self.alike():
            self.race.start(FIRST_WINS, self.playing(), self.now, NEVER)
        self.say_who_is_out(self.playing())
        self.set_deadline()
