"""What can be done in Yahtzee Hands Down, and by whom: legal moves, sensible ones, and how people put them in words."""

from __future__ import annotations

from slamdeck.core.bits import BIT, lowest_in_half
from slamdeck.core.native import i64
from slamdeck.core.problems import UsageProblem
from slamdeck.core.rules import Moves
from slamdeck.games.yahtzee_hands_down.actions import CALLS, EXCHANGE, FIRST_EXCHANGE, ORDERS, call_code, order_of
from slamdeck.games.yahtzee_hands_down.combinations import NO_TYPE
from slamdeck.games.yahtzee_hands_down.state import State
from slamdeck.games.yahtzee_hands_down.targets import READY
from slamdeck.games.yahtzee_hands_down.terms import HAND, REVEAL


def add_each(exchanges: i64, moves: Moves) -> None:
    """List the members of a set of exchanges."""
    if moves.as_bits:
        moves.set_bits(EXCHANGE.base, exchanges)
        return
    codes = moves.codes
    listed = moves.count
    none = EXCHANGE.base
    while exchanges:
        codes[listed] = none + lowest_in_half(exchanges)
        listed += 1
        exchanges &= exchanges - 1
    moves.count = listed


def list_legal(game: State, seat: i64, moves: Moves) -> None:
    """YH-R12: the same for a genuine hand and a bad one, unless `call_guard` is on."""
    moves.count = 0
    if game.stage >= REVEAL or seat >= game.seats or seat == game.first:
        return
    chosen: i64 = 0
    guarded = game.terms.call_guard and not game.able & BIT[seat]
    if not guarded and not game.waiting & BIT[seat] and game.cards.size(seat) == HAND:
        chosen = CALLS
    if seat == game.turn:
        chosen |= game.choices_of(seat) << FIRST_EXCHANGE
    moves.add_set(chosen)


def add_exchanges(game: State, seat: i64, moves: Moves) -> None:
    """Every choice of cards, in hand order; of equal cards the foremost only."""
    add_each(game.choices_of(seat), moves)


def list_sensible(game: State, seat: i64, moves: Moves) -> None:
    """Call with a genuine hand, by any name that fits (YH-57); else exchange towards something on offer.

    YH-15: the player has a target in mind, and keeps what belongs to it.
    """
    moves.count = 0
    if game.stage >= REVEAL or seat == game.first:
        return
    if game.able & ~game.waiting & BIT[seat]:
        add_calls(game, seat, moves)
    elif seat == game.turn:
        exchanges = game.aims_of(seat)
        if exchanges and exchanges != READY:
            add_each(exchanges, moves)
        else:
            add_targeted(game, seat, moves)


def add_calls(game: State, seat: i64, moves: Moves) -> None:
    """Without a name, or with one that says more than that."""
    made = game.terms.combinations.types(game.hand_of(seat), game.offer)
    moves.add(call_code(NO_TYPE))
    for combo in range(i64(6)):
        if made & BIT[combo] and made != BIT[combo]:
            moves.add(call_code(combo))


def add_targeted(game: State, seat: i64, moves: Moves) -> None:
    """YH-15 for a hand that is short of cards (YH-R26), or is something but may not be called yet (YH-R39)."""
    if game.cards.size(seat) < HAND:
        add_exchanges(game, seat, moves)
    else:
        add_each(game.terms.targets.exchanges(game.hand_of(seat), game.offer) & game.choices_of(seat), moves)


def read_exchange(game: State, seat: i64, text: str) -> int:
    """People name the cards they exchange ("exchange R5 B2"): of equal ones the foremost."""
    words = text.split()
    if len(words) < 2 or words[0] != EXCHANGE.name:
        return game.catalogue.parse(text)
    if not 0 <= seat < game.seats:
        raise UsageProblem("only players exchange cards")
    places: list[str] = []
    hand = [game.deck.kinds[kind].name for kind in game.cards.listed(seat)]
    for name in words[1:]:
        if name not in hand:
            raise UsageProblem(f"exchange: there is no {name!r} left in that hand")
        places.append(str(hand.index(name) + 1))
        hand[hand.index(name)] = ""
    return game.catalogue.encode(EXCHANGE.name, places)


def word_exchange(game: State, seat: i64, action: i64) -> str:
    """The inverse of `read_exchange`."""
    if not EXCHANGE.holds(action) or not 0 <= seat < game.seats:
        return game.catalogue.text(action)
    hand = [game.deck.kinds[kind].name for kind in game.cards.listed(seat)]
    order = ORDERS[order_of(action)]
    if any(place >= len(hand) for place in order):
        return game.catalogue.text(action)
    return " ".join([EXCHANGE.name, *[hand[place] for place in order]])
