"""The state of a game of Lowdown: how it is kept and how it is told.

The grids are zones 0 to 9·seats − 1, so a set of slots all over the table is one integer: slot s of seat p is bit
9p + s. Which slots hold a card, which of these are closed and which lines can be cleared follows from faces that
everybody sees; it is kept beside the cards because every move asks for it (see `grids`).
"""

from __future__ import annotations

from slamdeck.core.bits import ALL_BELOW, BIT, count, members
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr, vec
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import NEVER, Rules
from slamdeck.core.sights import Clock
from slamdeck.core.zones import HOST
from slamdeck.games.lowdown.glances import NO_GLANCES, NOTHING_WRITTEN, Glance
from slamdeck.games.lowdown.lines import GRID_OF, LINES, NO_SLOT, SLOTS
from slamdeck.games.lowdown.terms import (
    CLEARING,
    HOLD_DRAWN,
    HOLD_TAKEN,
    LOOKED,
    PEEK_T,
    PHASES,
    SETUP_FLIP,
    STEAL_T,
    SWAP_T,
    Terms,
)


@mypyc_attr(acyclic=True)
class State(Rules):
    """The state of section 5.3."""

    lying: i64 = 0  # the set of slots with a card …
    closed: i64 = 0  # … and of those with a closed one
    lines: i64 = 0  # complete open lines, eight bits for each seat
    stage: i64 = 0  # the phase
    turn: i64 = 0
    starter: i64 = 0  # of this hand
    hand: i64 = 0
    turns: i64 = 0  # finished in this hand
    looked: i64 = 0  # the slot, only in LOOKED
    done: i64 = 0  # the set of seats that have finished clearing
    next_starter: i64 = 0  # the winner of the last finished hand, if there was one
    ended_by: str = ""
    ended_because: str = ""

    def __init__(self, terms: Terms, dice: Dice, source: State | None) -> None:
        super().__init__(terms.layout, terms.deck, terms.catalogue, dice, source)
        self.terms = terms
        self.held: i64 = SLOTS * self.seats  # + seat
        self.draw: i64 = self.held + self.seats
        self.discard: i64 = self.draw + 1
        if source is None:
            # The score pad: the totals of all seats, then their scores in the last finished hand.
            self.pad: vec[i64] = vec[i64]([0] * (2 * self.seats))
            self.glances: list[Glance] = NO_GLANCES
            self.written: list[list[int]] = NOTHING_WRITTEN  # the scores of every finished hand
            self.reset()
        else:
            self.pad = source.pad[:]
            self.glances = source.glances  # both lists are replaced, never changed
            self.written = source.written
            self.lying = source.lying
            self.closed = source.closed
            self.lines = source.lines
            self.stage = source.stage
            self.turn = source.turn
            self.starter = source.starter
            self.hand = source.hand
            self.turns = source.turns
            self.looked = source.looked
            self.done = source.done
            self.next_starter = source.next_starter
            self.ended_by = source.ended_by
            self.ended_because = source.ended_because

    def reset(self) -> None:
        self.now = 0
        self.over = False
        self.race.close()
        self.stage = SETUP_FLIP
        self.turn = 0
        self.starter = 0
        self.hand = 0
        self.turns = 0
        self.looked = NO_SLOT
        self.done = 0
        self.next_starter = NO_SEAT
        self.lying = 0
        self.closed = 0
        self.lines = 0
        self.glances = NO_GLANCES
        self.written = NOTHING_WRITTEN
        self.ended_by = ""
        self.ended_because = ""
        for i in range(2 * self.seats):
            self.pad[i] = 0

    def enter(self, stage: i64) -> None:
        """A phase begins, and its time with it; clears and rejected inputs do not start it anew (LD-R30)."""
        self.stage = stage
        wait = self.terms.windows[stage]
        self.deadline = NEVER if wait == NEVER else self.now + wait

    # ---- what the grids and the hand are like ----------------------------------------------------

    def up(self, seat: i64) -> i64:
        """The open cards of a grid, as nine bits."""
        return (self.lying & ~self.closed) >> (SLOTS * seat) & 511

    def lines_of(self, seat: i64) -> i64:
        """The lines that this seat can clear, as eight bits."""
        return self.lines >> (LINES * seat) & 255

    def has_to_open(self, seat: i64) -> bool:
        """Fewer than two open cards (LD-05)."""
        up = self.up(seat)
        return up & (up - 1) == 0 and self.closed & GRID_OF[seat] != 0

    def action_in_hand(self, seat: i64) -> i64:
        return i64(self.terms.action[self.cards.top(self.held + seat)])

    def has_target(self, seat: i64, action: i64) -> bool:
        """Can that action be carried out at all? LD-R5; a grid has always a closed card to peek at (LD-R36)."""
        if action == PEEK_T:
            return self.closed != 0
        mine = self.lying & GRID_OF[seat]
        if action == SWAP_T:
            return mine & (mine - 1) != 0
        return action == STEAL_T and mine != 0 and mine != self.lying

    def holds(self, seat: i64) -> bool:
        """Is this seat about to place a card, or to put it away?"""
        return seat == self.turn and (self.stage == HOLD_DRAWN or self.stage == HOLD_TAKEN)

    def has_a_hand_free(self, seat: i64) -> bool:
        """LD-R17: a move begun is finished before its player clears, unless the house minds the letter of LD-39."""
        return self.terms.clear_while_holding or not self.holds(seat)

    # ---- whose move the game waits for -----------------------------------------------------------

    def awaited(self) -> i64:
        """The seats that still open, clear or move; and any that could clear an open line."""
        stage = self.stage
        if stage == SETUP_FLIP:
            waiting: i64 = 0
            for seat in range(self.seats):
                if self.has_to_open(seat):
                    waiting |= BIT[seat]
            return waiting
        if stage < CLEARING:
            return BIT[self.turn] if self.lines == 0 else BIT[self.turn] | self.seats_with_lines()
        if stage == CLEARING:
            return ALL_BELOW[self.seats] & ~self.done
        return 0 if self.over else BIT[HOST]

    def seats_with_lines(self) -> i64:
        found: i64 = 0
        for seat in range(self.seats):
            if self.lines_of(seat):
                found |= BIT[seat]
        return found

    def waits_for(self) -> i64:
        """As `awaited`, less those who merely could clear a line."""
        if self.stage < CLEARING and self.stage != SETUP_FLIP:
            return BIT[self.turn]
        return self.awaited()

    def contenders(self) -> i64:
        """The player on turn, and whoever could clear: open lines are there for all to see (LD-R19)."""
        return self.awaited() & ALL_BELOW[self.seats]

    def race_possible(self) -> bool:
        """To clear an open line before somebody moves on; at the start and at the end all may take their time."""
        return self.stage != SETUP_FLIP and self.stage < CLEARING and count(self.contenders()) > 1

    # ---- telling ---------------------------------------------------------------------------------

    def phase(self) -> str:
        return PHASES[self.stage]

    def clock(self, seat: i64) -> Clock | None:
        """The set-up for who still opens (LD-R3), a step of a turn (LD-R30), the last clears (LD-R23)."""
        if self.deadline >= NEVER:
            return None
        waiting = BIT[self.turn]
        if self.stage == SETUP_FLIP or self.stage == CLEARING:
            waiting = self.awaited()
        return self.countdown(waiting, self.deadline - self.terms.windows[self.stage], self.deadline)

    def facts(self, seat: i64) -> dict[str, object]:
        """Public: whose turn, the score pad, which slot is being looked at. To one seat: what it looks at (LD-R27).

        The pad has the totals, the scores of the last hand, and a column for every hand (LD-54).
        """
        found: dict[str, object] = {
            "turn": self.turn,
            "starter": self.starter,
            "hand": self.hand,
            "turns": self.turns,
            "looked": None if self.looked == NO_SLOT else self.looked + 1,
            "done": [self.done & BIT[s] != 0 for s in range(self.seats)],
            "totals": [self.pad[s] for s in range(self.seats)],
            "scores": self.scores(),
            "hand_scores": self.written,
            "next_starter": None if self.next_starter == NO_SEAT else self.next_starter,
        }
        if self.glances:
            shown = [self.shown(glance) for glance in self.glances if glance.seat == seat and self.lasts(glance)]
            if shown:
                found["shown"] = shown
        if self.terms.memory_aid and seat < self.seats:
            found["memory"] = self.remembered(seat)
        return found

    def scores(self) -> list[int] | None:
        if self.next_starter == NO_SEAT:
            return None
        return [self.pad[self.seats + seat] for seat in range(self.seats)]

    def lasts(self, glance: Glance) -> bool:
        """A look lasts `peek_show_ms`, and while its player decides; what is open needs no glance (LD-R27)."""
        zone = glance.zone
        if zone == self.draw:
            return self.now < glance.until and glance.left == self.cards.size(zone)
        if not self.closed & BIT[zone]:
            return False
        deciding = self.stage == LOOKED and zone == SLOTS * self.turn + self.looked and glance.seat == self.turn
        return deciding or self.now < glance.until

    def shown(self, glance: Glance) -> dict[str, object]:
        return {
            "zone": self.layout.name_of(glance.zone),
            "card": self.deck.kinds[self.cards.top(glance.zone)].name,
            "until": glance.until,
        }

    def remembered(self, seat: i64) -> list[str | None]:
        """LD-R27: the house lends a memory for the closed cards of the own grid that this seat has seen."""
        found: list[str | None] = []
        for slot in range(SLOTS):
            zone = SLOTS * seat + slot
            seen = self.closed & BIT[zone] != 0 and self.cards.knows(seat, zone, 0)
            found.append(self.deck.kinds[self.cards.at(zone, 0)].name if seen else None)
        return found

    def truth(self) -> dict[str, object]:
        return {
            "phase": PHASES[self.stage],
            "turn": self.turn,
            "starter": self.starter,
            "hand": self.hand,
            "turns": self.turns,
            "looked": None if self.looked == NO_SLOT else self.looked + 1,
            "done": [self.done & BIT[s] != 0 for s in range(self.seats)],
            "totals": [self.pad[s] for s in range(self.seats)],
            "scores": self.scores(),
            "next_starter": None if self.next_starter == NO_SEAT else self.next_starter,
            "known": [self.known_closed(seat) for seat in range(self.seats)],
        }

    def known_closed(self, seat: i64) -> list[str]:
        """The closed cards this seat has seen, by place."""
        zones = members(self.closed)
        return [self.layout.name_of(z) for z in zones if self.cards.knows(seat, z, 0)]
