"""How a game of Hands Down ends, and who has won."""

from __future__ import annotations

from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import Outcome, places_by
from slamdeck.games.hands_down.state import State
from slamdeck.games.hands_down.terms import OVER


def end_if_all_played(game: State) -> bool:
    """All pairs are laid and somebody holds the Joker: HD-44, HD-45, HD-R18, HD-R19."""
    if not game.over and game.pairs_on_table() == game.terms.all_pairs:
        if game.joker_holder() != NO_SEAT:
            finish(game, "HD-44", "all pairs have been played")
    return game.over


def finish(game: State, clause: str, why: str) -> None:
    """The Joker is laid beside the pairs of its holder; other cards are worth nothing.

    HD-44, HD-45, HD-R31.
    """
    game.over = True
    game.stage = OVER
    game.joker = game.joker_holder()
    if game.joker != NO_SEAT:
        game.cards.move_kind(game.joker, game.terms.joker, game.seats + game.joker)
        game.tell("joker", "HD-45", game.joker, 0)
    game.ended_by = clause
    game.ended_because = why
    game.tell("end", clause, -1, 0)


def final_outcome(game: State) -> Outcome | None:
    """Most points win; those tied for most are ranked by value, all others by points alone.

    HD-46, HD-47, HD-48, HD-49, HD-50, HD-51, HD-R22, HD-R23.
    """
    if not game.over:
        return None
    points = [game.points_of(seat) for seat in range(game.seats)]
    best = max(points)
    above_any_value = 1_000_000
    keys = [held * above_any_value + (game.value_of(seat) if held == best else 0) for seat, held in enumerate(points)]
    return Outcome(places_by(keys), points, game.ended_because, game.ended_by)
