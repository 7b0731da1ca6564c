"""The rules of Outrank."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from slamdeck.core.actions import Catalogue, Verb
from slamdeck.core.deck import Deck
from slamdeck.core.dice import Dice
from slamdeck.core.game import Setup
from slamdeck.core.native import u8, vec
from slamdeck.core.options import Ms, Options
from slamdeck.core.rules import APPLIED, NEVER, Moves, Outcome, Rules, places_by
from slamdeck.core.zones import CLOSED, OPEN, Layout, Row

LAY = Verb("lay")
CATALOGUE = Catalogue("outrank", [LAY])


class OutrankOptions(Options, frozen=True, kw_only=True):
    rounds: Annotated[int, Meta(ge=1, le=9, description="How many rounds are played (OR-06).")] = 4
    turn_ms: Annotated[Ms, Meta(description="Then a card is laid all the same; 0: never (OR-03).")] = 0


def set_up(table: Setup) -> Rules:
    """OR-01."""
    assert isinstance(table.options, OutrankOptions)
    rows = [Row("stacks", CLOSED), Row("laid", OPEN), Row("aside", CLOSED, each=0)]
    return Outrank(Layout(rows, table.seats, table.deck.size), table.deck, table.options, table.dice, None)


class Outrank(Rules):
    def __init__(self, layout: Layout, deck: Deck, options: OutrankOptions, dice: Dice, source: Outrank | None) -> None:
        super().__init__(layout, deck, CATALOGUE, dice, source)
        self.options = options
        self.laid_in = self.seats
        self.aside = 2 * self.seats
        self.turn: int = source.turn if source else 0
        self.played: int = source.played if source else 0
        self.taken: list[int] = list(source.taken) if source else [0] * self.seats

    def branch(self, dice: Dice) -> Rules:
        return Outrank(self.layout, self.deck, self.options, dice, self)

    def deal(self) -> None:
        """OR-02."""
        self.lay_out_deck(self.aside, vec[u8](self.deck.listed()))
        self.cards.shuffle(self.aside, self.dice, "deal")
        for card in range(self.seats * (self.deck.size // self.seats)):
            self.cards.move_top(self.aside, card % self.seats)
        self.now = 0
        self.over = False
        self.turn = 0
        self.played = 0
        self.taken = [0] * self.seats
        self.wait_for_turn()

    def wait_for_turn(self) -> None:
        self.deadline = self.now + self.options.turn_ms if self.options.turn_ms and not self.over else NEVER

    def act(self, seat: int, action: int) -> int:
        if self.over or seat != self.turn:
            return self.rejected("OR-03", "it is not your turn")
        self.lay()
        return APPLIED

    def alarm(self) -> None:
        """OR-03: who does not move is moved."""
        self.lay()

    def lay(self) -> None:
        self.cards.move_top(self.turn, self.laid_in + self.turn)
        self.turn += 1
        if self.turn == self.seats:
            self.end_round()
        self.wait_for_turn()

    def end_round(self) -> None:
        """OR-04, OR-06."""
        taker = self.taker([self.deck.kinds[self.cards.top(self.laid_in + s)].number("n") for s in range(self.seats)])
        if taker >= 0:
            self.taken[taker] += 1
            self.tell("took", "OR-04", taker, self.played + 1)
        for seat in range(self.seats):
            self.cards.move_top(self.laid_in + seat, self.aside)
        self.turn = 0
        self.played += 1
        self.over = self.played == self.options.rounds

    def taker(self, ranks: list[int]) -> int:
        """OR-05: several are highest, so nobody takes it."""
        best = max(ranks)
        return ranks.index(best) if ranks.count(best) == 1 else -1

    def legal(self, seat: int, at: int, moves: Moves) -> None:
        moves.count = 0
        if not self.over and seat == self.turn:
            moves.add(LAY.base)

    def sensible(self, seat: int, at: int, moves: Moves) -> None:
        self.legal(seat, at, moves)

    def awaited(self) -> int:
        return 0 if self.over else 1 << self.turn

    def contenders(self) -> int:
        return 0

    def phase(self) -> str:
        return "DONE" if self.over else "LAYING"

    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        return Outcome(places_by(self.taken), list(self.taken), "all rounds were played", "OR-06")

    def facts(self, seat: int) -> dict[str, object]:
        return {"turn": self.turn, "played": self.played, "taken": list(self.taken)}

    def truth(self) -> dict[str, object]:
        return self.facts(0)
