"""How a round of Yahtzee Hands Down ends and the next one begins, and how the game ends."""

from __future__ import annotations

from slamdeck.core.native import i64
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import Outcome, places_by
from slamdeck.core.zones import OPEN
from slamdeck.games.yahtzee_hands_down.state import State
from slamdeck.games.yahtzee_hands_down.terms import GAME_OVER, PLAY, REVEAL, STALLED


def end_round(game: State) -> None:
    """The starter card moves left; then the pause, the next round, or the end.

    YH-34, YH-35, YH-45, YH-R38.
    """
    game.starter = game.left_of(game.starter)
    game.turn = NO_SEAT
    game.last = NO_SEAT
    game.tell("starter", "YH-34", game.starter, 0)
    if game.offer == 0:
        finish(game, "YH-36", "the last Combo card has been won")
    elif game.terms.reveal_ms == 0:
        begin_next_round(game)
    else:
        game.stage = REVEAL
        game.closes_at = game.now + game.terms.reveal_ms


def begin_next_round(game: State) -> None:
    """Whoever has the starter card begins: YH-10, YH-34. Bars are lifted (YH-R39)."""
    game.round += 1
    game.stage = PLAY
    game.turns = 0
    game.waiting = 0
    game.turn = game.starter
    game.turn_since = game.now
    game.tell("round", "YH-10", game.starter, game.round)


def out_of_turns(game: State) -> bool:
    """YH-R34: a round without an end ends the game; a hand still down wins nothing."""
    if game.turns < game.terms.max_turns:
        return False
    game.count(STALLED, 1)
    finish(game, "YH-R34", "the round had as many turns as the table allows")
    return True


def finish(game: State, clause: str, why: str) -> None:
    """YH-03, YH-36, YH-R32: only now the Chance cards are turned up."""
    game.over = True
    game.stage = GAME_OVER
    game.turn = NO_SEAT
    game.last = NO_SEAT
    game.race.close()
    for seat in range(game.seats):
        game.cards.turn(game.won_chance + seat, OPEN)
    game.ended_by = clause
    game.ended_because = why
    game.tell("end", clause, -1, 0)


def standings(game: State) -> Outcome | None:
    """The highest sum of Combo and Chance points; equals share the victory.

    YH-03, YH-36, YH-R28. High numbers have won the ties on the way (YH-55).
    """
    if not game.over:
        return None
    points = [points_in(game, game.won + seat) + points_in(game, game.won_chance + seat) for seat in range(game.seats)]
    return Outcome(places_by(points), points, game.ended_because, game.ended_by)


def points_in(game: State, zone: i64) -> int:
    return sum(game.deck.kinds[kind].points for kind in game.cards.listed(zone))
