"""The state of a game of Slamwich: how it is kept and how it is told."""

from __future__ import annotations

from slamdeck.core.bits import ALL_BELOW, BIT, count
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr, vec
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import NEVER, Rules
from slamdeck.core.sights import Clock
from slamdeck.games.slamwich.terms import LIVE_NAMES, LONG_AGO, NOTHING, THIEF, Terms


@mypyc_attr(acyclic=True)
class State(Rules):
    """The state of section 5.3."""

    dealer: i64 = 0
    turn: i64 = 0  # who is due to toss; during a munch always the answering player
    inside: i64 = 0  # the set of seats still in
    barred: i64 = 0  # the set of seats that may not even slap back in
    muncher: i64 = 0
    munch_left: i64 = 0  # answers still due
    closing: bool = False  # the munch is answered, but its last card can still be slapped
    live: i64 = 0
    shouted: i64 = 0  # the set of seats that shouted at this Thief …
    shouts: i64 = 0  # … and their order, four bits each, the first lowest
    holder: i64 = 0  # slapped a Thief first, without the shout
    held_at: i64 = 0
    grace_over: bool = False
    claimed: bool = False  # the pile was taken, or its Thief wasted, and nothing tossed since
    tossed: bool = False
    tosser: i64 = 0  # of the top card
    tossed_at: i64 = 0
    gone_at: i64 = 0  # when the last chance to slap ended
    waiting_since: i64 = 0  # an absent player's time runs from here
    tosses: i64 = 0
    moment: i64 = 0  # counts inputs and deadlines: who went out together
    ended_by: str = ""
    ended_because: str = ""

    def __init__(self, terms: Terms, dice: Dice, source: State | None) -> None:
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

    def note_shout(self, seat: i64) -> None:
        """The first shout of a Thief will be the first in this list (SW-19)."""
        self.shouts |= seat << (4 * count(self.shouted))
        self.shouted |= BIT[seat]

    # ---- looking at the pile --------------------------------------------------------------------

    def bite_of(self, card: i64) -> i64:
        """The number of a muncher; 0 for everything else (SW-23)."""
        return i64(self.terms.bite[card])

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

    # ---- time ------------------------------------------------------------------------------------

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

    # ---- whom the game waits for ------------------------------------------------------------------

    def may_slap(self) -> i64:
        """Who may slap and shout: players still in (SW-16, SW-R10), or nearly all (SW-R35)."""
        if self.terms.slap_in:
            return ALL_BELOW[self.seats] & ~self.barred
        return self.inside

    def awaited(self) -> i64:
        """All hands while something can be slapped, else who is due to toss. No seat may see it."""
        if self.over:
            return 0
        if self.live != NOTHING:
            return self.may_slap()
        return BIT[self.turn]

    def waits_for(self) -> i64:
        """Who is due to toss; nobody while time decides about a Thief or the end of a munch."""
        if self.over or self.holder != NO_SEAT or self.closing:
            return 0
        return BIT[self.turn]

    def contenders(self) -> i64:
        """Every hand may come down at any card; whether it should is not for a wait to tell. Where none lies there is
        only the one who tosses."""
        return self.may_slap() if self.cards.size(self.centre) > 0 else BIT[self.turn]

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

    def clock(self, seat: i64) -> Clock | None:
        """A Thief's shouts (SW-R19), the last chance to stop a munch (SW-R22), an absent player (SW-R28), the agreed
        time (SW-42). Who has shouted was heard by all: then only the hand that lies on the Thief can still forestall
        the first of them."""
        terms = self.terms
        if self.holder != NO_SEAT:
            seats = self.may_slap()
            since = self.held_at
            until = since + terms.yell_ms
            if self.shouted and not self.grace_over:
                seats = BIT[self.holder]
                until = since + terms.yell_grace_ms
        elif self.closing:
            seats = self.may_slap()
            since = self.tossed_at
            until = since + terms.munch_ms
        else:
            seats = BIT[self.turn]
            since = self.waiting_since
            until = since + terms.toss_ms
        if terms.time_limit <= until:
            return self.countdown(0, 0, terms.time_limit)
        return self.countdown(seats, since, until)

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


def seat_or_none(seat: i64) -> int | None:
    return None if seat == NO_SEAT else seat


def time_or_none(at: i64) -> int | None:
    return None if at == LONG_AGO else at
