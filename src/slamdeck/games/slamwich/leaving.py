"""Who is in, who is out, and how a game of Slamwich ends."""

from __future__ import annotations

from slamdeck.core.bits import BIT, count, lowest
from slamdeck.core.native import i64
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import Outcome, places_by
from slamdeck.games.slamwich.state import State
from slamdeck.games.slamwich.terms import NOTHING


def next_with_cards(game: State, seat: i64) -> i64:
    """The next seat to the left that is still in and has cards: SW-10, SW-22, SW-R23.

    It is `seat` itself when nobody else has any.
    """
    follower = game.left_of(seat)
    while follower != seat:
        if game.inside & BIT[follower] and game.cards.size(follower) > 0:
            return follower
        follower = game.left_of(follower)
    return seat


def leave_the_brink(game: State, tosser: i64) -> bool:
    """Before a toss whoever has no card left goes out, except the muncher: SW-39, SW-R9.

    If that leaves the tosser alone, the game ends without a toss (SW-R25).
    """
    seats = game.inside
    while seats:
        seat = lowest(seats)
        seats &= ~BIT[seat]
        if game.cards.size(seat) == 0 and seat != tosser and seat != game.muncher:
            send_out(game, seat)
    return end_if_alone(game)


def send_out(game: State, seat: i64) -> None:
    """No cards, no game: SW-39. The moment is kept for the places (SW-R38); a munch of theirs is off (SW-R11)."""
    game.inside &= ~BIT[seat]
    if seat == game.muncher:
        game.muncher = NO_SEAT
    game.out_since[seat] = game.moment
    game.tell("out", "SW-39", seat, 0)


def drop_out_without_cards(game: State) -> None:
    """No cards, not the muncher, one's last toss not on top: out (SW-39, SW-R9, SW-R12). Or at once, if the house
    knows no brink."""
    seats = game.inside
    while seats:
        seat = lowest(seats)
        seats &= ~BIT[seat]
        if game.cards.size(seat) == 0:
            if game.terms.out_at_once or (seat != game.muncher and seat != game.tosser):
                send_out(game, seat)


def end_if_alone(game: State) -> bool:
    """The last player left wins and gets every card: SW-02, SW-40, SW-41, SW-R24."""
    if not game.over and count(game.inside) == 1:
        game.cards.sweep_under(game.centre, lowest(game.inside))
        finish(game, "SW-41", "everybody else is out of cards")
    return game.over


def time_is_up(game: State) -> None:
    """SW-42, SW-43, SW-R26: the most cards among those still in win; the pile is nobody's."""
    finish(game, "SW-43", "the agreed time is up")


def finish(game: State, clause: str, why: str) -> None:
    """Play stops at once and whatever was undecided is dropped: SW-41, SW-R26, SW-R40."""
    game.over = True
    game.live = NOTHING
    game.holder = NO_SEAT
    game.muncher = NO_SEAT
    game.closing = False
    game.race.close()
    game.ended_by = clause
    game.ended_because = why
    game.tell("end", clause, -1, 0)


def final_outcome(game: State) -> Outcome | None:
    """Who is in, by cards; then who is out, the later the better.

    SW-41, SW-43, SW-R26, SW-R38.
    """
    if not game.over:
        return None
    keys = [
        1_000_000_000 + game.cards.size(seat) if game.inside & BIT[seat] else game.out_since[seat]
        for seat in range(game.seats)
    ]
    points = [game.cards.size(seat) for seat in range(game.seats)]
    return Outcome(places_by(keys), points, game.ended_because, game.ended_by)
