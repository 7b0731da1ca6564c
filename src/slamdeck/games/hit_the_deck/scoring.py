"""The end of a hand of Hit the Deck: what is left in hand counts, and few points are good."""

from __future__ import annotations

from slamdeck.core.native import i64
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import NEVER, Outcome, places_by
from slamdeck.core.zones import OPEN
from slamdeck.games.hit_the_deck.state import State
from slamdeck.games.hit_the_deck.terms import BLOCKED, GAME_OVER, HAND_OVER, HANDS, TURNS


def go_out(game: State, seat: i64) -> None:
    """HT-49, HT-R20."""
    game.tell("out", "HT-49", seat, 0)
    end_hand(game)


def last_card_is_done(game: State) -> bool:
    """What the last card of somebody said has been carried out: they go out, unless they had to draw meanwhile.

    HT-43, HT-R41. True if the hand is over.
    """
    seat = game.leaving
    if seat == NO_SEAT:
        return False
    game.leaving = NO_SEAT
    if game.cards.size(seat) > 0:
        return False
    go_out(game, seat)
    return True


def block(game: State, clause: str) -> None:
    """A hand that cannot or will not end: everybody counts, nobody went out. HT-R19, HT-R40."""
    game.count(BLOCKED, 1)
    game.tell("blocked", clause, -1, game.turns)
    end_hand(game)


def end_hand(game: State) -> None:
    """Hands are shown and counted, none for who went out; who is at the target ends the game.

    HT-50, HT-51, HT-54, HT-55, HT-R36.
    """
    game.stage = HAND_OVER
    game.leaving = NO_SEAT
    game.ask_nothing()
    game.deadline = NEVER
    game.count(HANDS, 1)
    game.count(TURNS, game.turns)
    game.tell("hand_over", "HT-49", -1, 0)
    for seat in range(game.seats):
        game.cards.turn(seat, OPEN)
        points = points_in_hand(game, seat)
        game.scores[seat] += points
        game.tell("score", "HT-51", seat, points)
        if game.scores[seat] >= game.terms.target_score:
            game.over = True
    if game.over:
        game.stage = GAME_OVER
        game.tell("end", "HT-55", -1, game.terms.target_score)


def points_in_hand(game: State, seat: i64) -> i64:
    """Words and hits ten each, numbers their number, as the deck file says: HT-52, HT-53."""
    cards = game.cards
    total: i64 = 0
    for i in range(cards.size(seat)):
        total += game.terms.points[cards.at(seat, i)]
    return total


def final_outcome(game: State) -> Outcome | None:
    """The fewest points win, and equals share: HT-03, HT-56, HT-R35."""
    if not game.over:
        return None
    points = [game.scores[seat] for seat in range(game.seats)]
    why = f"somebody has {game.terms.target_score} points; the fewest win"
    return Outcome(places_by([-score for score in points]), points, why, "HT-56")
