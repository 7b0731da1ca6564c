"""Positions of Hit the Deck that are given by hand: how their fields are read, what follows from them, what cannot
be."""

from __future__ import annotations

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64
from slamdeck.core.positions import one_of, seat_number, whole_number, whole_numbers, yes_or_no
from slamdeck.core.problems import CheckFailed
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import NO_CARD
from slamdeck.games.hit_the_deck.state import State
from slamdeck.games.hit_the_deck.terms import (
    CUT,
    DEMAND,
    DUTY_CUT,
    DUTY_FLIP,
    DUTY_NAMES,
    FLIP,
    HAND,
    LONG_AGO,
    MUST_PLAY,
    NUMBER,
    PLAY,
    RACE,
)

# ---- reading ---------------------------------------------------------------------------------------


def time_from(value: object) -> i64:
    return LONG_AGO if value in (None, "none") else whole_number(value)


def begin_position(game: State) -> None:
    """Unless its fields say otherwise, a position's top card binds the player on turn."""
    if game.cards.size(game.discard) == 0:
        raise CheckFailed("given: the discard pile needs at least one card")
    game.now = 0
    game.clear_hand()
    top = game.cards.top(game.discard)
    effect = game.effect(top)
    if effect >= DEMAND:
        game.demand = top
    elif effect != NUMBER:
        game.stage = DUTY_CUT if effect == CUT else DUTY_FLIP


def assume_field(game: State, field: str, value: object) -> None:
    if field == "turn":
        game.turn = seat_number(value, game.seats)
    elif field == "dir":
        game.dir = -1 if one_of(str(value), ("1", "-1")) else 1
    elif field == "dealer":
        game.dealer = seat_number(value, game.seats)
    elif field == "demand":
        game.demand = demand_from(game, value)
    elif field == "duty":
        duty = one_of("none" if value is None else value, DUTY_NAMES)
        game.stage = PLAY if duty == 0 else MUST_PLAY + duty
    elif field == "drawn":
        game.drawn = card_from(game, value)
    elif field == "race":
        assume_race(game, value)
    elif field == "scores":
        for seat, score in enumerate(whole_numbers(value, game.seats)):
            game.scores[seat] = score
    elif field == "turns":
        game.turns = whole_number(value)
    elif field == "leaving":
        game.leaving = NO_SEAT if value in (None, "none") else seat_number(value, game.seats)
    elif field == "stuck":
        game.stuck = whole_number(value)
    elif field == "turn_since":
        game.turn_since = whole_number(value)
    elif field == "settled_at":
        game.settled_at = time_from(value)
    elif field == "punished_at":
        if not isinstance(value, list) or len(value) != game.seats:
            raise ValueError(f"{value!r} is not a list of {game.seats} times")
        for seat, at in enumerate(value):
            game.punished_at[seat] = time_from(at)
    else:
        raise KeyError(field)


def demand_from(game: State, value: object) -> i64:
    if value in (None, "none"):
        return NO_CARD
    for kind, words in enumerate(game.terms.demands):
        if words == value:
            return kind
    raise ValueError(f'{value!r} is not none, anything, "number …" or "colour …" of this deck')


def card_from(game: State, value: object) -> i64:
    if value in (None, "none"):
        return NO_CARD
    if not isinstance(value, str) or value not in game.deck.index:
        raise ValueError(f"{value!r} is not a card of this deck")
    return game.deck.index[value]


def assume_race(game: State, value: object) -> None:
    """{caller, called, slaps, opened}; the hands count as landed when the race was opened."""
    if value in (None, "none"):
        return
    if not isinstance(value, dict) or set(value) != {"caller", "called", "slaps", "opened"}:
        raise ValueError("needs exactly caller, called, slaps and opened")
    opened = whole_number(value["opened"])
    slaps = value["slaps"]
    if not isinstance(slaps, list):
        raise ValueError("slaps is not a list of seats")
    game.turn = seat_number(value["caller"], game.seats)
    game.open_race(opened)
    game.called = yes_or_no(value["called"])
    for seat in slaps:
        if not game.race.hand_down(seat_number(seat, game.seats), opened):
            raise ValueError(f"seat {seat} is in slaps twice")
    if game.race.complete():
        raise ValueError("a race with all hands down is closed")


# ---- what follows, and what cannot be --------------------------------------------------------------


def settle(game: State) -> None:
    """From the fields follow what may be played and when time acts; what no game could come to is refused."""
    check_counts(game)
    check_top(game)
    settle_leaving(game)
    if game.stage == RACE:
        game.deadline = game.race.closes_at
        return
    if game.terms.timed:
        game.deadline = game.turn_since + game.terms.turn_ms
    if game.stage != PLAY:
        if game.drawn != NO_CARD:
            raise CheckFailed("given.drawn: nobody draws who has to cut or flip")
        return
    top = game.cards.top(game.discard)
    game.allowed = game.terms.fits[top]
    if game.drawn != NO_CARD:
        settle_draw(game)


def settle_draw(game: State) -> None:
    """HT-14, HT-R7: the drawn card lies last in the hand and must be played, so it fits."""
    game.drawn_at = game.cards.size(game.turn) - 1
    if game.drawn_at < 0 or game.cards.at(game.turn, game.drawn_at) != game.drawn:
        game.drawn_at = game.cards.find(game.turn, game.drawn)
    if game.drawn_at < 0:
        raise CheckFailed("given.drawn: the player on turn does not hold that card")
    if not game.allowed & BIT[game.drawn]:
        raise CheckFailed("given.drawn: that card does not fit, so the turn is over")
    game.stage = MUST_PLAY
    game.allowed = BIT[game.drawn]


def check_counts(game: State) -> None:
    """HT-55, HT-R19, HT-R40: nothing that would have ended the hand or the game."""
    if not 0 <= game.turns < game.terms.max_turns:
        raise CheckFailed(f"given.turns: {game.turns} is not 0 to {game.terms.max_turns - 1}")
    if not 0 <= game.stuck < game.seats:
        raise CheckFailed(f"given.stuck: {game.stuck} is not 0 to {game.seats - 1}")
    for seat in range(game.seats):
        if not 0 <= game.scores[seat] < game.terms.target_score:
            raise CheckFailed(f"given.scores: {game.scores[seat]} is not 0 to {game.terms.target_score - 1}")


def check_top(game: State) -> None:
    """HT-17, HT-22, HT-30, HT-35, HT-40: duties, demands and races are those of the card on top.

    HT-R14, HT-R15, HT-R16: a Cut or a Flip may lie there as a plain card.
    """
    effect = game.effect(game.cards.top(game.discard))
    duty = game.duty_fact()
    if (duty == "cut" and effect != CUT) or (duty == "flip" and effect != FLIP):
        raise CheckFailed(f"given.duty: the top card is no {duty}")
    if game.stage == RACE:
        if effect != HAND:
            raise CheckFailed("given.race: all hands go down only on a hit-hand card")
        return
    if effect >= DEMAND and game.demand != game.cards.top(game.discard):
        raise CheckFailed("given.demand: the card on top demands something else")
    if effect < DEMAND and game.demand != NO_CARD:
        raise CheckFailed("given.demand: the card on top demands nothing")


def settle_leaving(game: State) -> None:
    """HT-49, HT-R41: a hand is empty only while the last card it held is still carried out."""
    for seat in range(game.seats):
        if game.cards.size(seat) == 0 and game.leaving == NO_SEAT:
            game.leaving = seat
    if game.leaving == NO_SEAT:
        return
    for seat in range(game.seats):
        if (game.cards.size(seat) == 0) != (seat == game.leaving):
            raise CheckFailed(f"given.hands: seat {game.leaving} has played its last card, and nobody else")
    raced = game.stage == RACE and (game.terms.resolve_last_card or game.terms.last_words_act)
    worded = DUTY_CUT <= game.stage <= DUTY_FLIP and game.terms.last_words_act
    if not raced and not worded:
        raise CheckFailed(f"given.hands: seat {game.leaving} has no cards, so this hand is over")
