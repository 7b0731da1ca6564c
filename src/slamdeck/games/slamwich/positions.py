"""Positions of Slamwich that are given by hand: how their fields are read, what follows from them, what cannot be."""

from __future__ import annotations

from slamdeck.core.bits import ALL_BELOW, BIT, count
from slamdeck.core.native import i64
from slamdeck.core.positions import one_of, seat_number, seat_set, whole_number, whole_numbers, yes_or_no
from slamdeck.core.problems import CheckFailed
from slamdeck.core.races import FIRST_WINS, NO_SEAT
from slamdeck.core.rules import NEVER
from slamdeck.games.slamwich.leaving import drop_out_without_cards
from slamdeck.games.slamwich.state import State
from slamdeck.games.slamwich.terms import LIVE_NAMES, LONG_AGO, NOTHING, PATTERN, THIEF

# ---- reading ---------------------------------------------------------------------------------------


def begin_position(game: State) -> None:
    """Seat 0 is due, cards have been tossed, an empty centre has just been claimed; unless the fields say otherwise."""
    game.reset()
    game.tossed = True
    game.claimed = game.cards.size(game.centre) == 0


def assume_field(game: State, field: str, value: object) -> None:
    """A field of `truth`; "none" where there is nothing, as in a file."""
    absent = value is None or value == "none"
    if field == "turn":
        game.turn = seat_number(value, game.seats)
    elif field == "dealer":
        game.dealer = seat_number(value, game.seats)
    elif field == "munch":
        assume_munch(game, value, absent)
    elif field == "live":
        game.live = one_of(value, LIVE_NAMES)
    elif field == "contest":
        assume_contest(game, value, absent)
    elif field == "out":
        game.inside = ALL_BELOW[game.seats] & ~seat_set(value, game.seats)
    elif field == "barred":
        game.barred = seat_set(value, game.seats)
    elif field == "claimed":
        game.claimed = yes_or_no(value)
    elif field == "tossed":
        game.tossed = yes_or_no(value)
    elif field == "tosser":
        game.tosser = NO_SEAT if absent else seat_number(value, game.seats)
    elif field == "tossed_at":
        game.tossed_at = LONG_AGO if absent else whole_number(value)
    elif field == "gone_at":
        game.gone_at = LONG_AGO if absent else whole_number(value)
    elif field == "tosses":
        game.tosses = whole_number(value)
    else:
        raise KeyError(field)


def assume_munch(game: State, value: object, absent: bool) -> None:
    if absent:
        return
    muncher, answerer, left = whole_numbers(value, 3)
    game.muncher = seat_number(muncher, game.seats)
    game.turn = seat_number(answerer, game.seats)
    if muncher == answerer or not 0 <= left <= 3:
        raise ValueError(f"{value!r} is not a muncher, another player and 0 to 3 answers left")
    game.munch_left = left


def assume_contest(game: State, value: object, absent: bool) -> None:
    if absent:
        return
    if not isinstance(value, dict) or not set(value) <= {"shouts", "slapper", "slapped_at"}:
        raise ValueError(f"{value!r} is not a table with shouts, slapper and slapped_at")
    game.live = THIEF
    shouts = value.get("shouts", [])
    if not isinstance(shouts, list):
        raise ValueError(f"{shouts!r} is not a list of seats")
    for shouter in shouts:
        if game.shouted & BIT[seat_number(shouter, game.seats)]:
            raise ValueError(f"seat {shouter} has shouted twice")
        game.note_shout(seat_number(shouter, game.seats))
    if "slapper" in value:
        game.holder = seat_number(value["slapper"], game.seats)
        game.held_at = whole_number(value.get("slapped_at", 0))
    elif "slapped_at" in value:
        raise ValueError("slapped_at needs a slapper")


# ---- what follows, and what cannot be --------------------------------------------------------------


def settle(game: State) -> None:
    """Derive the rest, and refuse a position that no game could come to.

    Who has no cards and is not on the brink (SW-R9) was out before the first input, so they share no place with
    whoever goes out by it (SW-R38).
    """
    drop_out_without_cards(game)
    game.moment += 1
    check_seats(game)
    check_pile(game)
    if game.muncher != NO_SEAT:
        check_munch(game)
        game.closing = game.live != NOTHING and (game.munch_left == 0 or game.cards.size(game.turn) == 0)
        if game.closing and game.tossed_at == LONG_AGO:
            game.tossed_at = game.now
    if game.live != NOTHING:
        check_chance(game)
        game.race.start(FIRST_WINS, game.may_slap(), game.now, NEVER)
    if not game.closing:
        check_turn(game)
    game.set_deadline()


def check_seats(game: State) -> None:
    """SW-R9, SW-R35, SW-39."""
    for seat in range(game.seats):
        if not game.inside & BIT[seat] and game.cards.size(seat) > 0:
            raise CheckFailed(f"given: seat {seat} is out but has cards")
        if game.barred & BIT[seat] and (game.inside & BIT[seat] or not game.terms.slap_in):
            raise CheckFailed(f"given.barred: seat {seat} can be barred only when it is out, and with slap_in")
    if count(game.inside) < 2:
        raise CheckFailed("given: at most one player is left, so this game is over")
    if game.tosses < 0 or game.tosses >= game.terms.max_tosses:
        raise CheckFailed(f"given.tosses: {game.tosses} is not 0 to {game.terms.max_tosses - 1}")


def check_pile(game: State) -> None:
    """SW-07, SW-44, SW-R4, SW-R33: what lies in the middle, and how it came there."""
    size = game.cards.size(game.centre)
    if game.cards.size(game.centre + 1) > 0:
        raise CheckFailed("given.deck: all cards have been dealt")
    if not game.terms.use_munchers and any(game.bite_of(card) for card in all_cards(game)):
        raise CheckFailed("given: has munchers, but the table plays without them")
    if game.claimed and size > 0 and not game.terms.is_thief[game.cards.top(game.centre)]:
        raise CheckFailed("given.claimed: a pile that was taken is empty, one whose Thief was wasted has it on top")
    if game.tossed and size == 0 and not game.claimed:
        raise CheckFailed("given.claimed: an empty pile was taken by somebody")
    if game.tosser != NO_SEAT and (size == 0 or not game.tossed):
        raise CheckFailed("given.tosser: nobody has tossed a top card")
    claimed = game.claimed and not game.terms.start_cards_count
    if not game.tossed and (claimed or game.tosses > 0 or game.muncher != NO_SEAT):
        raise CheckFailed("given.tossed: before the first toss nothing can have happened")


def all_cards(game: State) -> list[int]:
    return [card for zone in range(game.centre + 1) for card in game.cards.listed(zone)]


def check_chance(game: State) -> None:
    """SW-R2, SW-R3, SW-R4: the top card makes what can be slapped, and nothing has become of it yet."""
    size = game.cards.size(game.centre)
    pattern = size > 0 and game.completes_pattern(game.cards.top(game.centre))
    if game.live == PATTERN and not pattern:
        raise CheckFailed("given.live: the top cards of the centre are no pattern")
    if game.live == THIEF and (size == 0 or pattern or not game.terms.is_thief[game.cards.top(game.centre)]):
        raise CheckFailed("given.live: a contest needs a Thief on top of the centre that makes no pattern")
    if game.claimed or not (game.tossed or game.terms.start_cards_count):
        raise CheckFailed("given.live: what was claimed, or never tossed, cannot be slapped")
    if (game.shouted | (0 if game.holder == NO_SEAT else BIT[game.holder])) & ~game.may_slap():
        raise CheckFailed("given.contest: somebody who is out takes part in it")
    if game.holder != NO_SEAT and game.shouted & BIT[game.holder]:
        raise CheckFailed("given.contest: a slapper who has shouted has the pile")
    if game.holder != NO_SEAT and game.muncher != NO_SEAT and game.terms.any_slap_stops_munch:
        raise CheckFailed("given.contest: at this table the first slap stops a munch")


def check_munch(game: State) -> None:
    """SW-24, SW-25, SW-26, SW-R8, SW-R23: a muncher who is in, its card as deep as answers were given, and the next
    player on the left who had cards."""
    if not game.inside & BIT[game.muncher]:
        raise CheckFailed(f"given.munch: seat {game.muncher} munches, but is out")
    if game.live == NOTHING and game.munch_left == 0:
        raise CheckFailed("given: a munch without answers left and without a chance is over")
    seat = game.left_of(game.muncher)
    while seat != game.turn:
        if game.cards.size(seat) > 0:
            raise CheckFailed(f"given.munch: seat {seat} has cards, so it answers and not seat {game.turn}")
        seat = game.left_of(seat)
    if not is_being_answered(game):
        raise CheckFailed("given.munch: no muncher of that seat lies in the centre with that many answers on it")


def is_being_answered(game: State) -> bool:
    """Does a muncher lie as deep as answers were given? A muncher on top that can be slapped is an answer itself."""
    size = game.cards.size(game.centre)
    depth: i64 = 0
    while depth <= 3 and depth < size:
        tosser = game.muncher if depth == 0 else game.turn
        bite = game.bite_of(game.cards.at(game.centre, size - 1 - depth))
        began = bite > 0 and bite == game.munch_left + depth and (depth > 0 or game.live == NOTHING)
        if began and (game.tosser == NO_SEAT or game.tosser == tosser):
            return True
        depth += 1
    return False


def check_turn(game: State) -> None:
    """SW-10: whoever is due has a card to toss."""
    if not game.inside & BIT[game.turn] or game.cards.size(game.turn) == 0:
        raise CheckFailed(f"given: seat {game.turn} is due to toss, but has no cards")
