"""How a turn, a hand and a game of Lowdown end, and how a hand is counted.

A hand ends with the turn that opens a whole grid or uses up the draw pile; then all is opened and counted.
"""

from __future__ import annotations

from slamdeck.core.bits import BIT
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import Outcome, places_by
from slamdeck.games.lowdown.grids import best_clearing, clear_line, points_in, some_grid_is_open, turn_up
from slamdeck.games.lowdown.lines import LINES, NO_SLOT
from slamdeck.games.lowdown.state import State
from slamdeck.games.lowdown.terms import CHOOSE, CLEARING, GAME_OVER, HAND_OVER, TURNS


def end_turn(game: State) -> None:
    """The next player clockwise, unless the hand ends here: LD-09, LD-R10, LD-R11, LD-R12."""
    game.turns += 1
    game.looked = NO_SLOT
    game.count(TURNS, 1)
    if some_grid_is_open(game):
        end_hand(game, "LD-48")
    elif game.cards.size(game.draw) == 0:
        end_hand(game, "LD-49")
    elif game.turns >= game.terms.max_turns:
        end_hand(game, "LD-R33")
    else:
        game.turn = game.left_of(game.turn)
        game.enter(CHOOSE)


def end_hand(game: State, clause: str) -> None:
    """LD-48, LD-49, LD-50, LD-51, LD-R12, LD-R33: all cards are opened, and lines may still be cleared."""
    game.tell("hand_over", clause, NO_SEAT, game.turns)
    for zone in range(game.held):
        if game.closed & BIT[zone]:
            turn_up(game, zone)
    game.enter(CLEARING)


def clear_for_the_slow(game: State) -> None:
    """LD-R23: nobody loses points by being slow; the best clears are made for whoever is not done."""
    for seat in range(game.seats):
        if not game.done & BIT[seat]:
            best = best_clearing(game, seat)
            for line in range(LINES):
                if best & BIT[line]:
                    clear_line(game, seat, line)
    score_hand(game)


def score_hand(game: State) -> None:
    """Count the grids, write the scores down, and see whether the game is over: LD-52, LD-54, LD-R26.

    LD-53, LD-56, LD-R24: the lowest score begins the next hand, on a tie the first one counted from the starter.
    """
    pad = game.pad
    game.done = 0
    game.next_starter = game.starter
    seat = game.starter
    for _ in range(game.seats):
        score = points_in(game, seat)
        pad[game.seats + seat] = score
        pad[seat] += score
        game.tell("score", "LD-52", seat, score)
        if score < pad[game.seats + game.next_starter]:
            game.next_starter = seat
        seat = game.left_of(seat)
    game.written = [*game.written, [pad[game.seats + seat] for seat in range(game.seats)]]
    if game.version > 1:
        tell_who_won_the_hand(game)
    end_game_or_wait(game)


def tell_who_won_the_hand(game: State) -> None:
    """LD-53: the fewest points take the hand; equals are all named, whoever begins the next one (LD-R24)."""
    fewest = game.pad[game.seats + game.next_starter]
    for seat in range(game.seats):
        if game.pad[game.seats + seat] == fewest:
            game.tell("hand_won", "LD-53", seat, fewest)


def end_game_or_wait(game: State) -> None:
    """LD-01, LD-57, LD-R26, LD-R35."""
    for seat in range(game.seats):
        if game.pad[seat] >= game.terms.target_score:
            finish(game, "LD-57", "a total has reached the limit")
            return
    if game.hand >= game.terms.max_hands:
        finish(game, "LD-R35", "as many hands were played as the table allows")
    else:
        game.enter(HAND_OVER)


def finish(game: State, clause: str, why: str) -> None:
    game.over = True
    game.ended_by = clause
    game.ended_because = why
    game.enter(GAME_OVER)
    game.tell("end", clause, NO_SEAT, 0)


def standings(game: State) -> Outcome | None:
    """LD-01, LD-58, LD-R25: the lowest total wins, and equals share."""
    if not game.over:
        return None
    totals = [game.pad[seat] for seat in range(game.seats)]
    return Outcome(places_by([-t for t in totals]), totals, game.ended_because, game.ended_by)
