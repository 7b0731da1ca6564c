"""The steps of a turn of Lowdown: what becomes of the cards once a move is allowed, whoever makes it.

The verbs of `Lowdown` refuse what the rules forbid and then take these steps; whoever waits too long has them taken by
the clock.
"""

from __future__ import annotations

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64
from slamdeck.core.zones import OPEN, OWNER
from slamdeck.games.lowdown.counting import end_turn
from slamdeck.games.lowdown.glances import with_another, without
from slamdeck.games.lowdown.grids import clear_line, dearest_slot, find_lines, trade_places, turn_up
from slamdeck.games.lowdown.lines import GRID_OF, NO_LINE, SLOTS, first_of
from slamdeck.games.lowdown.state import State
from slamdeck.games.lowdown.terms import (
    CHOOSE,
    HOLD_DRAWN,
    HOLD_TAKEN,
    LOOK,
    LOOKED,
    NO_ACTION,
    PEEK_T,
    SWAP_T,
)

# ---- a card in hand --------------------------------------------------------------------------------


def draw_card(game: State, seat: i64) -> None:
    """The top of the draw pile, for the player's eyes only (LD-10)."""
    show_hand(game, seat, OWNER)
    game.cards.move_top(game.draw, game.held + seat)
    game.enter(HOLD_DRAWN)


def take_discard(game: State, seat: i64) -> None:
    """The top of the discard pile, which everybody has seen (LD-10)."""
    show_hand(game, seat, OPEN)
    game.cards.move_top(game.discard, game.held + seat)
    game.enter(HOLD_TAKEN)


def show_hand(game: State, seat: i64, face: i64) -> None:
    if game.cards.face(game.held + seat) != face:
        game.cards.turn(game.held + seat, face)


def replace(game: State, seat: i64, slot: i64, face: i64) -> None:
    """The old card goes face up onto the discard pile, unseen until it lies there: LD-12, LD-23, LD-25.

    The slot's face is set while it is empty, so that a card placed closed is seen by nobody but its player.
    """
    cards = game.cards
    zone = SLOTS * seat + slot
    cards.move_top(zone, game.discard)
    if cards.face(zone) != face:
        cards.turn(zone, face)
    cards.move_top(game.held + seat, zone)
    if game.glances:
        game.glances = without(game.glances, zone)
    if face == OPEN:
        game.closed &= ~BIT[zone]
    else:
        game.closed |= BIT[zone]
    find_lines(game, seat)


def look_at(game: State, seat: i64, zone: i64) -> None:
    """All see where, one sees what; the screen forgets it again (LD-30, LD-R27)."""
    top = game.cards.size(zone) - 1
    game.cards.look(seat, zone, top, "look_ahead" if zone == game.draw else "look")
    if game.cards.watched:
        until = game.now + game.terms.peek_show_ms
        game.glances = with_another(game.glances, seat, zone, until, top + 1)


# ---- action cards ----------------------------------------------------------------------------------


def put_under(game: State, seat: i64) -> None:
    """An action card that was carried out goes to the bottom of the discard pile (LD-19, LD-R22)."""
    game.cards.insert(game.held + seat, 0, game.discard, 0)


def peek_at(game: State, seat: i64, zone: i64) -> None:
    """The look is private and the turn goes on with another card: LD-29, LD-30, LD-31, LD-R6, LD-R7."""
    look_at(game, seat, zone)
    put_under(game, seat)
    game.enter(CHOOSE)


def swap_cards(game: State, seat: i64, one: i64, other: i64, line: i64) -> None:
    """Places change, sides do not, nobody looks: LD-32, LD-33, LD-34, LD-35, LD-R6, LD-R27."""
    trade_places(game, one, other)
    find_lines(game, seat)
    finish_action(game, seat, line)


def steal_card(game: State, seat: i64, theirs: i64, mine: i64, line: i64) -> None:
    """Both cards change hands and lie open: LD-36, LD-38, LD-R6, LD-R13 (it may open the victim's last card)."""
    trade_places(game, theirs, mine)
    turn_up(game, theirs)
    turn_up(game, mine)
    finish_action(game, seat, line)


def finish_action(game: State, seat: i64, line: i64) -> None:
    """LD-19, LD-R6, LD-R22: the card goes down before the line that is cleared with it."""
    put_under(game, seat)
    clear_along(game, seat, line)
    end_turn(game)


def give_up_action(game: State) -> None:
    """The clear left nothing to play the card on: it goes under the cleared cards, the turn ends (LD-R34)."""
    game.tell("fizzle", "LD-R34", game.turn, 0)
    put_under(game, game.turn)
    end_turn(game)


def clear_along(game: State, seat: i64, line: i64) -> None:
    """A clear carried by another move; if there is no such line now, it is dropped (LD-R19, LD-R37)."""
    if line != NO_LINE and game.lines_of(seat) & BIT[line]:
        clear_line(game, seat, line)


# ---- the idle --------------------------------------------------------------------------------------


def move_for_the_idle(game: State, seat: i64) -> None:
    """LD-R30: the harmless move of each phase, made when the player's time is up."""
    stage = game.stage
    if stage == CHOOSE:
        if game.cards.size(game.draw) > 0:
            draw_card(game, seat)
        else:
            take_discard(game, seat)
    elif stage == HOLD_DRAWN and game.action_in_hand(seat) == NO_ACTION:
        game.cards.move_top(game.held + seat, game.discard)
        end_turn(game)
    elif game.holds(seat):
        replace(game, seat, dearest_slot(game, seat), OPEN)
        end_turn(game)
    elif LOOK <= stage <= LOOKED:
        end_turn(game)
    else:
        aim_for_the_idle(game, seat)


def aim_for_the_idle(game: State, seat: i64) -> None:
    """LD-R30: the first target in the order of seats and slots."""
    mine = first_of(game.lying & GRID_OF[seat])
    if game.stage == PEEK_T:
        peek_at(game, seat, first_of(game.closed))
    elif game.stage == SWAP_T:
        other = first_of(game.lying & GRID_OF[seat] & ~BIT[mine])
        swap_cards(game, seat, mine, other, NO_LINE)
    else:
        steal_card(game, seat, first_of(game.lying & ~GRID_OF[seat]), mine, NO_LINE)
