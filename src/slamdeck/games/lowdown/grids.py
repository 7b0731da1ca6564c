"""What happens to the cards in the grids of Lowdown, and what they are worth: turned up, traded, lined up, cleared."""

from __future__ import annotations

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64
from slamdeck.core.zones import CLOSED, OPEN
from slamdeck.games.lowdown.glances import after_a_trade
from slamdeck.games.lowdown.lines import (
    CLEARINGS,
    GRID_OF,
    LINES,
    LINES_OF,
    LINES_WITHIN,
    MASK_OF,
    SLOTS,
    SLOTS_OF,
    first_of,
)
from slamdeck.games.lowdown.state import State
from slamdeck.games.lowdown.terms import CLEARED_POINTS, CLEARS


def turn_up(game: State, zone: i64) -> None:
    if game.closed & BIT[zone]:
        game.cards.turn(zone, OPEN)
        game.closed &= ~BIT[zone]
    find_lines(game, zone // SLOTS)


def trade_places(game: State, one: i64, other: i64) -> None:
    """Cards change places, and glances at them go along (LD-R27)."""
    game.cards.swap(one, other)
    if game.glances:
        game.glances = after_a_trade(game.glances, one, other)
    if (game.closed >> one & 1) != (game.closed >> other & 1):
        game.closed ^= BIT[one] | BIT[other]


def find_lines(game: State, seat: i64) -> None:
    """Which lines of this grid are three open cards of one colour: LD-39, LD-40, LD-44.

    LD-46, LD-R20: a wild shares a colour with every card, so any number of them may help. LD-R21: so do black
    cards with each other, unless the deck gives them no colour.
    """
    found: i64 = 0
    left = LINES_WITHIN[game.up(seat)]
    line: i64 = 0
    while left:
        if left & 1 and one_colour(game, seat, line):
            found |= BIT[line]
        left >>= 1
        line += 1
    game.lines = (game.lines & ~LINES_OF[seat]) | found << (LINES * seat)


def one_colour(game: State, seat: i64, line: i64) -> bool:
    colours = game.terms.colours
    shared = colours[card_in(game, seat, line, 0)] & colours[card_in(game, seat, line, 1)]
    return shared != 0 and shared & colours[card_in(game, seat, line, 2)] != 0


def card_in(game: State, seat: i64, line: i64, nth: i64) -> i64:
    return game.cards.at(SLOTS * seat + i64(SLOTS_OF[3 * line + nth]), 0)


def worth(game: State, seat: i64, line: i64) -> i64:
    """The points that a line would take along, LD-45 included."""
    points = game.terms.points
    two = points[card_in(game, seat, line, 0)] + points[card_in(game, seat, line, 1)]
    return two + points[card_in(game, seat, line, 2)]


def clear_line(game: State, seat: i64, line: i64) -> None:
    """Three cards go under the discard pile, the lowest slot deepest; their slots stay empty.

    LD-42, LD-43, LD-44, LD-R22.
    """
    points = worth(game, seat, line)
    nth: i64 = 2
    while nth >= 0:
        game.cards.insert(SLOTS * seat + i64(SLOTS_OF[3 * line + nth]), 0, game.discard, 0)
        nth -= 1
    game.lying &= ~(MASK_OF[line] << (SLOTS * seat))
    find_lines(game, seat)
    game.count(CLEARS, 1)
    game.count(CLEARED_POINTS, points)
    game.tell("clear", "LD-39", seat, points)


def best_clearing(game: State, seat: i64) -> i64:
    """The set of lines whose clearing leaves the fewest points: LD-R15, LD-R23.

    The choices come in the order in which equals are preferred, so only a better one replaces the first found.
    """
    lines = game.lines_of(seat)
    best: i64 = 0
    most: i64 = 0
    for choice in range(i64(len(CLEARINGS))):
        chosen = CLEARINGS[choice]
        if chosen & ~lines:
            continue
        points: i64 = 0
        for line in range(LINES):
            if chosen & BIT[line]:
                points += worth(game, seat, line)
        if points > most:
            most = points
            best = chosen
    return best


def points_in(game: State, seat: i64) -> i64:
    """The points on the cards left in a grid: LD-26, LD-43, LD-45, LD-52, LD-R14 (an empty one has 0)."""
    total: i64 = 0
    for slot in range(SLOTS):
        zone = SLOTS * seat + slot
        if game.lying & BIT[zone]:
            total += game.terms.points[game.cards.at(zone, 0)]
    return total


def points_at(game: State, seat: i64, slot: i64) -> i64:
    return game.terms.points[game.cards.at(SLOTS * seat + slot, 0)]


def dearest_slot(game: State, seat: i64) -> i64:
    """LD-R30: the open card with the most points, the lowest slot of equals; else the lowest closed one."""
    up = game.up(seat)
    if up == 0:
        return first_of(game.closed & GRID_OF[seat]) - SLOTS * seat
    best = first_of(up)
    most = points_at(game, seat, best)
    for slot in range(SLOTS):
        if up & BIT[slot] and points_at(game, seat, slot) > most:
            best = slot
            most = points_at(game, seat, slot)
    return best


def some_grid_is_open(game: State) -> bool:
    """LD-48, LD-R13 (anybody's grid), LD-R14 (nothing is closed in an empty one)."""
    for seat in range(game.seats):
        if game.closed & GRID_OF[seat] == 0:
            return True
    return False


def read_grids(game: State) -> None:
    """Which slots hold a card, which of these are closed, which lines they make."""
    game.lying = 0
    game.closed = 0
    for zone in range(game.held):
        if game.cards.size(zone) > 0:
            game.lying |= BIT[zone]
            if game.cards.face(zone) == CLOSED:
                game.closed |= BIT[zone]
    for seat in range(game.seats):
        find_lines(game, seat)
