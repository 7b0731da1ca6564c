"""The end of a hand of Hit the Deck: what is left in hand counts, and few points are good."""

from __future__ import annotations

from slamdeck.core.native import i64, mypyc_attr
from slamdeck.core.rules import NEVER, Outcome, places_by
from slamdeck.core.zones import OPEN
from slamdeck.games.hit_the_deck.hand_race import HandRace
from slamdeck.games.hit_the_deck.terms import BLOCKED, GAME_OVER, HAND_OVER, HANDS, TURNS


@mypyc_attr(acyclic=True)
class Scoring(HandRace):
    """How a hand ends, what it costs, who has won."""

    def go_out(self) -> None:
        """HT-49, HT-R20."""
        self.tell("out", "HT-49", self.turn, 0)
        self.end_hand()

    def block(self, clause: str) -> None:
        """A hand that cannot or will not end: everybody counts, nobody went out. HT-R19, HT-R40."""
        self.count(BLOCKED, 1)
        self.tell("blocked", clause, -1, self.turns)
        self.end_hand()

    def end_hand(self) -> None:
        """Hands are shown and counted, none for who went out; who is at the target ends the game.

        HT-50, HT-51, HT-54, HT-55, HT-R36.
        """
        self.stage = HAND_OVER
        self.ask_nothing()
        self.deadline = NEVER
        self.count(HANDS, 1)
        self.count(TURNS, self.turns)
        self.tell("hand_over", "HT-49", -1, 0)
        for seat in range(self.seats):
            self.cards.turn(seat, OPEN)
            points = self.points_in_hand(seat)
            self.scores[seat] += points
            self.tell("score", "HT-51", seat, points)
            if self.scores[seat] >= self.terms.target_score:
                self.over = True
        if self.over:
            self.stage = GAME_OVER
            self.tell("end", "HT-55", -1, self.terms.target_score)

    def points_in_hand(self, seat: i64) -> i64:
        """Words and hits ten each, numbers their number, as the deck file says: HT-52, HT-53."""
        cards = self.cards
        total: i64 = 0
        for i in range(cards.size(seat)):
            total += self.terms.points[cards.at(seat, i)]
        return total

    def outcome(self) -> Outcome | None:
        """The fewest points win, and equals share: HT-03, HT-56, HT-R35."""
        if not self.over:
            return None
        points = [self.scores[seat] for seat in range(self.seats)]
        why = f"somebody has {self.terms.target_score} points; the fewest win"
        return Outcome(places_by([-score for score in points]), points, why, "HT-56")
