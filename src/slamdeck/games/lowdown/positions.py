"""Positions of Lowdown that are given by hand: how their fields are read, what follows from them, what cannot be."""

from __future__ import annotations

from slamdeck.core.bits import ALL_BELOW, BIT, members
from slamdeck.core.native import i64
from slamdeck.core.positions import one_of, seat_number, seat_set, whole_number, whole_numbers
from slamdeck.core.problems import CheckFailed
from slamdeck.core.races import NO_SEAT
from slamdeck.core.zones import OPEN
from slamdeck.games.lowdown.lines import GRID_OF, NO_SLOT, SLOTS
from slamdeck.games.lowdown.state import State
from slamdeck.games.lowdown.terms import (
    CHOOSE,
    CLEARING,
    GAME_OVER,
    HAND_OVER,
    HOLD_DRAWN,
    HOLD_TAKEN,
    LOOKED,
    PEEK_T,
    PHASES,
    SETUP_FLIP,
    STEAL_T,
)

# ---- reading ---------------------------------------------------------------------------------------


def begin_position(game: State) -> None:
    """Seat 0 is about to begin its turn in the first hand, unless the fields say otherwise."""
    game.reset()
    game.reread()
    game.stage = CHOOSE
    game.hand = 1


def assume_field(game: State, field: str, value: object) -> None:
    if field == "phase":
        game.stage = one_of(value, PHASES)
    elif field == "turn":
        game.turn = seat_number(value, game.seats)
    elif field == "starter":
        game.starter = seat_number(value, game.seats)
    elif field == "next_starter":
        game.next_starter = NO_SEAT if value in (None, "none") else seat_number(value, game.seats)
    elif field == "hand":
        game.hand = whole_number(value)
    elif field == "turns":
        game.turns = whole_number(value)
    elif field == "looked":
        game.looked = NO_SLOT if value in (None, "none") else slot_number(value)
    elif field == "done":
        game.done = seat_set(value, game.seats)
    elif field == "totals":
        write_down(game, whole_numbers(value, game.seats), 0)
    elif field == "scores" and value in (None, "none"):
        return
    elif field == "scores":
        write_down(game, whole_numbers(value, game.seats), game.seats)
    elif field == "known":
        assume_known(game, value)
    else:
        raise KeyError(field)


def slot_number(value: object) -> i64:
    slot = whole_number(value)
    if slot < 1 or slot > SLOTS:
        raise ValueError(f"{value!r} is not a slot (1 to {SLOTS})")
    return slot - 1


def write_down(game: State, numbers: list[int], first: i64) -> None:
    for seat in range(game.seats):
        game.pad[first + seat] = numbers[seat]


def assume_known(game: State, value: object) -> None:
    """One list per seat of the closed cards it has seen: [["grids[0][4]"], []]."""
    if not isinstance(value, list) or len(value) != game.seats:
        raise ValueError(f"{value!r} is not one list for each of {game.seats} seats")
    places = {game.layout.name_of(zone): zone for zone in members(game.closed)}
    for seat in range(game.seats):
        names = value[seat]
        if not isinstance(names, list) or any(name not in places for name in names):
            raise ValueError(f"{names!r} is not a list of closed cards")
        for name in names:
            game.cards.look(seat, places[name], 0)


# ---- what follows, and what cannot be --------------------------------------------------------------


def settle(game: State) -> None:
    """Derive the rest, and refuse a position that no game could come to."""
    stage = game.stage
    check_counts(game)
    check_hands(game)
    if stage == HAND_OVER and game.next_starter == NO_SEAT:
        game.next_starter = game.starter
    if stage == SETUP_FLIP:
        check_set_up(game)
    elif stage < CLEARING:
        check_turn(game, stage)
    elif game.closed:
        raise CheckFailed(f"given.grids: in {game.phase()} all cards are open")
    if stage == GAME_OVER:
        raise CheckFailed("given.phase: a position cannot be over before it begins")
    if game.done and (stage != CLEARING or game.done == ALL_BELOW[game.seats]):
        raise CheckFailed("given.done: some, but not all, may be done clearing, and only in CLEARING")
    if (game.looked != NO_SLOT) != (stage == LOOKED):
        raise CheckFailed("given.looked: a card is being looked at in LOOKED, and only there")
    game.enter(stage)


def check_counts(game: State) -> None:
    """LD-57, LD-R26, LD-R33, LD-R35: nothing that would have ended the hand or the game."""
    terms = game.terms
    if not 1 <= game.hand <= terms.max_hands or (game.stage == HAND_OVER and game.hand == terms.max_hands):
        raise CheckFailed(f"given.hand: {game.hand} is not 1 to {terms.max_hands}, or it was the last")
    if game.turns < 0 or (game.stage < CLEARING and game.turns >= terms.max_turns):
        raise CheckFailed(f"given.turns: {game.turns} is not 0 to {terms.max_turns - 1}")
    for seat in range(game.seats):
        if game.pad[seat] >= terms.target_score:
            raise CheckFailed(f"given.totals: with {game.pad[seat]} points the game is over")


def check_set_up(game: State) -> None:
    """LD-03, LD-05, LD-07, LD-R3: nine cards each, at most two of them open, and somebody has still to open one."""
    opening = False
    for seat in range(game.seats):
        others = game.up(seat) & (game.up(seat) - 1)  # without the first open card
        if game.lying & GRID_OF[seat] != GRID_OF[seat] or others & (others - 1):
            raise CheckFailed(f"given.grids[{seat}]: in SETUP_FLIP nine cards lie there, two of them open at most")
        opening = opening or game.has_to_open(seat)
    if not opening:
        raise CheckFailed("given.phase: all have opened two cards, so the first turn has begun")
    if game.turn != game.starter or game.turns > 0:
        raise CheckFailed("given.turn: before the first turn it is the starter's")
    if game.cards.size(game.discard) == 0 or game.cards.size(game.draw) == 0:
        raise CheckFailed("given.discard: both piles have cards when a hand begins")


def check_hands(game: State) -> None:
    """A card is in hand exactly while one is being used, and only the player on turn has it."""
    using = HOLD_DRAWN <= game.stage <= HOLD_TAKEN or PEEK_T <= game.stage <= STEAL_T
    for seat in range(game.seats):
        wanted = 1 if using and seat == game.turn else 0
        if game.cards.size(game.held + seat) != wanted:
            raise CheckFailed(f"given.held[{seat}]: needs {wanted} cards in {game.phase()}")
    if using and game.stage != HOLD_DRAWN:
        game.cards.turn(game.held + game.turn, OPEN)


def check_turn(game: State, stage: i64) -> None:
    """LD-48, LD-R9, LD-R14: a hand goes on while every grid has a closed card, and there is a discard to take.

    Nobody may be asked for a move that does not exist.
    """
    for seat in range(game.seats):
        if not game.closed & GRID_OF[seat]:
            raise CheckFailed(f"given.grids[{seat}]: no card is closed, so this hand is over")
    if stage != HOLD_TAKEN and game.cards.size(game.discard) == 0:
        raise CheckFailed("given.discard: it always has a card, but while its last one is being placed")
    if stage == LOOKED and not looked_at_closed(game):
        raise CheckFailed("given.looked: must be a closed card of the player on turn")
    if stage >= PEEK_T:
        if game.action_in_hand(game.turn) != stage or not game.has_target(game.turn, stage):
            raise CheckFailed(f"given.held: holds no card that fits {game.phase()}")


def looked_at_closed(game: State) -> bool:
    zone = SLOTS * game.turn + game.looked
    return game.looked != NO_SLOT and game.closed & BIT[zone] != 0
