"""The reveal in Yahtzee Hands Down: laid hands are turned up, judged, repaired or rewarded, and the round ends."""

from __future__ import annotations

from slamdeck.core.bits import BIT
from slamdeck.core.dice import Dice
from slamdeck.core.native import i64, mypyc_attr
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import NEVER, Outcome, places_by
from slamdeck.core.zones import OPEN, OWNER
from slamdeck.games.yahtzee_hands_down.choices import Choices
from slamdeck.games.yahtzee_hands_down.combinations import NOTHING, strength, type_of, value_of
from slamdeck.games.yahtzee_hands_down.terms import (
    COMBO_CLAUSES,
    COMBO_EVENTS,
    CONTESTED,
    FOULS,
    GAME_OVER,
    HAND,
    LAST_CALL,
    NOT_SHOWN,
    PLAY,
    RESHUFFLES,
    REVEAL,
    STALLED,
    UNCONTESTED,
    Terms,
)


@mypyc_attr(acyclic=True)
class Reveal(Choices):
    """What becomes of the hands that are down."""

    def __init__(self, terms: Terms, dice: Dice, source: Reveal | None) -> None:
        super().__init__(terms, dice, source)

    # ---- turning up ----------------------------------------------------------------------------

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
        self.take_off_offer(combo)
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

    def draw(self, seat: i64, number: i64) -> None:
        """From the draw pile, never from the discards (YH-17).

        When it is used up, in the middle of a draw too, the shuffled discard pile becomes the new
        one (YH-51, YH-R25). If even that is not enough, draw what exists (YH-R26).
        """
        cards = self.cards
        there = cards.size(self.draw_pile)
        if number <= there:
            cards.move_tops(self.draw_pile, seat, number)
        else:
            cards.move_tops(self.draw_pile, seat, there)
            cards.gather(self.discard, self.draw_pile)
            if cards.size(self.draw_pile) > 0:
                cards.shuffle(self.draw_pile, self.dice, "reshuffle")
                self.count(RESHUFFLES, 1)
            cards.move_tops(self.draw_pile, seat, min(number - there, cards.size(self.draw_pile)))
        self.judge(seat)

    # ---- the end of a round, and of the game ---------------------------------------------------

    def end_round(self) -> None:
        """The starter card moves left; then the pause, the next round, or the end.

        YH-34, YH-35, YH-45, YH-R38.
        """
        self.starter = self.left_of(self.starter)
        self.turn = NO_SEAT
        self.last = NO_SEAT
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
            self.points_in(self.won + seat) + self.points_in(self.won_chance + seat) for seat in range(self.seats)
        ]
        return Outcome(places_by(points), points, self.ended_because, self.ended_by)

    def points_in(self, zone: i64) -> int:
        return sum(self.deck.kinds[kind].points for kind in self.cards.listed(zone))
