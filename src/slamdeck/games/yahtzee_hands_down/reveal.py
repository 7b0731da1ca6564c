"""The reveal in Yahtzee Hands Down: laid hands are turned up, judged, repaired or rewarded."""

from __future__ import annotations

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import NEVER
from slamdeck.core.zones import OPEN, OWNER
from slamdeck.games.yahtzee_hands_down.combinations import NOTHING, strength, type_of, value_of
from slamdeck.games.yahtzee_hands_down.drawing import draw
from slamdeck.games.yahtzee_hands_down.rounds import end_round, out_of_turns
from slamdeck.games.yahtzee_hands_down.state import State
from slamdeck.games.yahtzee_hands_down.terms import (
    COMBO_CLAUSES,
    COMBO_EVENTS,
    CONTESTED,
    FOULS,
    HAND,
    LAST_CALL,
    NOT_SHOWN,
    PLAY,
    UNCONTESTED,
)
from slamdeck.games.yahtzee_hands_down.words import EARLIER_CALL, HIGHER_NUMBERS, MORE_POINTS

# ---- turning up ----------------------------------------------------------------------------


def lay_second_hand(game: State, seat: i64, named: i64) -> None:
    """The second call ends the round at that instant; only now are hands judged.

    YH-19, YH-22, YH-R12. More points win, then the higher sum, then the earlier call: YH-23,
    YH-24, YH-R7.
    """
    game.race.hand_down(seat, game.now)
    other = game.first
    earlier = turn_up(game, other, game.first_named)
    later = turn_up(game, seat, named)
    game.shown_first = (earlier + 1) * 8 + other
    game.shown_second = (later + 1) * 8 + seat
    game.shown_winner = NO_SEAT
    if earlier == NOTHING or later == NOTHING:
        play_on_after_foul(game, seat, named, earlier, later)
    elif strength(later) > strength(earlier):
        award(game, seat, later, other)
    else:
        award(game, other, earlier, seat)


def turn_up(game: State, seat: i64, named: i64) -> i64:
    """Turn a laid hand up and judge it: YH-22, YH-25, YH-R3, YH-R4."""
    if game.cards.face(seat) != OPEN:
        game.cards.turn(seat, OPEN)
    score = game.terms.combinations.score(game.hand_of(seat), game.offer, named)
    if not game.cards.watched:
        return score
    if score == NOTHING:
        game.tell("foul", "YH-25", seat, 3, game.fault_of(seat))
    else:
        combo = type_of(score)
        game.tell(COMBO_EVENTS[combo], COMBO_CLAUSES[combo], seat, value_of(score))
    return score


def play_on_after_foul(game: State, seat: i64, named: i64, earlier: i64, later: i64) -> None:
    """Fouls are repaired in order of call; a genuine hand stays down, face up.

    YH-27, YH-R13, YH-R14 (both fouled). A new first hand starts a new count (YH-R22, YH-R23),
    an old one continues its own (YH-R35).
    """
    own_turn = seat == game.turn
    if earlier == NOTHING:
        repair(game, game.first)
        game.nobody_down()
        if later != NOTHING:
            game.go_down(seat, named)
    if later == NOTHING:
        repair(game, seat)
    if game.first != NO_SEAT:
        game.first_open = True
        game.open_race(game.closes_at if game.stage == LAST_CALL else NEVER)
    whose_turn_now(game, seat, own_turn, earlier != NOTHING)


def whose_turn_now(game: State, seat: i64, own_turn: bool, same_first_hand: bool) -> None:
    """YH-R15: a call made on turn used that turn up; out of turn it changes nobody's.

    YH-R36: a last call goes on for the hand it was opened for. YH-R37: otherwise play resumes.
    """
    if out_of_turns(game):
        return
    if game.stage == LAST_CALL:
        if not same_first_hand:
            resume(game)
    elif own_turn:
        game.pass_turn(seat)


def resume(game: State) -> None:
    """After a last call the turn goes on from whoever made the last exchange (YH-R37)."""
    game.stage = PLAY
    game.race.closes_at = NEVER
    game.pass_turn(game.last)
    game.last = NO_SEAT


def repair(game: State, seat: i64) -> None:
    """Three cards of a foul hand, picked blindly, are swapped; its owner is back in play.

    YH-26, YH-R13, YH-R39 (but may not call before an exchange).
    """
    cards = game.cards
    game.dice.label("pick")
    for left in range(HAND, HAND - 3, -1):
        cards.move_at(seat, game.dice.pick(left), game.discard)
    cards.turn(seat, OWNER)
    draw(game, seat, 3)
    game.count(FOULS, 1)
    game.turns += 1
    if game.terms.foul_waits:
        game.waiting |= BIT[seat]


def turn_up_lone_hand(game: State) -> None:
    """Nobody answered: a genuine hand wins without a contest, a foul is repaired.

    YH-21, YH-33, YH-60, YH-R21 (the count-down is off), YH-R24.
    """
    seat = game.first
    score = turn_up(game, seat, game.first_named)
    game.shown_first = (score + 1) * 8 + seat
    game.shown_second = NOT_SHOWN
    game.shown_winner = NO_SEAT
    if score != NOTHING:
        award(game, seat, score, NO_SEAT)
        return
    repair(game, seat)
    game.nobody_down()
    if not out_of_turns(game):
        resume(game)


# ---- scoring -------------------------------------------------------------------------------


def award(game: State, winner: i64, score: i64, runner_up: i64) -> None:
    """The Combo card, the Chance card, then the used hands out and five new cards each.

    YH-28, YH-30, YH-32, YH-33, YH-R9, YH-R10, YH-R24. All others keep theirs: YH-31, YH-54.
    """
    combo = type_of(score)
    game.shown_winner = winner
    game.cards.move_kind(game.combos, i64(game.terms.combo_of[combo]), game.won + winner)
    contested = runner_up != NO_SEAT
    game.count(CONTESTED if contested else UNCONTESTED, 1)
    why = what_decided(game) if contested and game.cards.watched else ""
    game.tell("win", "YH-28" if contested else "YH-21", winner, score >> 9, why)
    if contested:
        give_chance(game, runner_up)
    game.nobody_down()
    throw_in(game, winner)
    if contested:
        throw_in(game, runner_up)
    game.take_off_offer(combo)
    draw(game, winner, HAND)
    if contested:
        draw(game, runner_up, HAND)
    end_round(game)


def what_decided(game: State) -> str:
    """Between the two hands that were turned up last, in words: YH-22, YH-23, YH-24."""
    earlier, later = (game.shown_first >> 3) - 1, (game.shown_second >> 3) - 1
    if earlier >> 9 != later >> 9:
        return MORE_POINTS
    if strength(earlier) != strength(later):
        return HIGHER_NUMBERS
    return EARLIER_CALL


def give_chance(game: State, seat: i64) -> None:
    """The beaten hand's comfort: one Chance card, unseen even by its owner.

    YH-29, YH-44, YH-57 (some lose on purpose), YH-R27 (none if none is left).
    """
    if game.cards.size(game.chance) > 0:
        game.cards.move_top(game.chance, game.won_chance + seat)
        game.tell("chance", "YH-29", seat, game.cards.size(game.chance))


def throw_in(game: State, seat: i64) -> None:
    """YH-30: the used hand to the discard pile, in its order; the next one is hidden again."""
    game.cards.gather(seat, game.discard)
    game.cards.turn(seat, OWNER)
