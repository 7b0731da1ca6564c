"""Positions of Hands Down that are given by hand: how their fields are read, what follows from them, what cannot be."""

from __future__ import annotations

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64
from slamdeck.core.positions import one_of, seat_number, whole_number, yes_or_no
from slamdeck.core.problems import CheckFailed
from slamdeck.core.races import LAST_LOSES, NO_SEAT
from slamdeck.games.hands_down.state import State
from slamdeck.games.hands_down.terms import (
    FAKING,
    LONG_AGO,
    NO_NUMBER,
    OVER,
    PICK,
    RACE,
    STAGE_NAMES,
    TURN_START,
    WINDUP,
)

# ---- reading ---------------------------------------------------------------------------------------


def begin_position(game: State) -> None:
    """Unless fields say otherwise seat 0 opens a turn; `settled` counts what it is owed."""
    game.reset()
    game.owed = -1
    game.dry = game.cards.size(game.drawpile) == 0


def assume_field(game: State, field: str, value: object) -> None:
    """A field of `truth`; "none" where there is nothing, as in a file."""
    absent = value is None or value == "none"
    if field == "turn":
        game.turn = seat_number(value, game.seats)
    elif field == "dealer":
        game.dealer = seat_number(value, game.seats)
    elif field == "true_phase":
        game.stage = one_of(value, STAGE_NAMES)
    elif field == "phase":
        assume_phase(game, one_of(value, STAGE_NAMES))
    elif field == "revealed":
        game.revealed = yes_or_no(value)
    elif field == "since":
        game.since = whole_number(value)
    elif field == "turn_since":
        game.turn_since = whole_number(value)
    elif field == "owed":
        game.owed = owed_cards(value)
    elif field == "dry":
        game.dry = yes_or_no(value)
    elif field == "laid":
        assume_laid(game, value)
    elif field == "laid_pair":
        game.laid_pair = yes_or_no(value)
    elif field == "stalled":
        game.stalled = whole_number(value)
    elif field == "shield":
        game.shield = whole_number(value)
    elif field == "racers":
        game.race.start(LAST_LOSES, seats_listed(game, value), 0, game.terms.race_ms)
    elif field == "slaps":
        assume_slaps(game, value)
    elif field == "paid":
        game.paid = seats_listed(game, value)
    elif field == "paid_at":
        assume_paid_at(game, value)
    elif field == "named":
        game.named = NO_NUMBER if absent else rank_named(game, value)
    elif field == "joker":
        assume_joker(game, NO_SEAT if absent else seat_number(value, game.seats))
    elif field == "giver":
        game.giver = NO_SEAT if absent else seat_number(value, game.seats)
    elif field == "next_giver":
        game.next_giver = NO_SEAT if absent else seat_number(value, game.seats)
    else:
        raise KeyError(field)


def assume_phase(game: State, stage: i64) -> None:
    """What the table sees: a fake is one when it has been revealed, and any wind-up looks like a slap's (HD-R32)."""
    if stage != WINDUP or game.stage != FAKING:
        game.stage = stage
    if stage == FAKING:
        game.revealed = True


def seats_listed(game: State, value: object) -> i64:
    """A set of seats from a list of them."""
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is not a list of seats")
    seats: i64 = 0
    for item in value:
        seats |= BIT[seat_number(item, game.seats)]
    return seats


def assume_slaps(game: State, value: object) -> None:
    """The hands that are down already, in order, all of them just now."""
    if not game.race.open:
        game.race.start(LAST_LOSES, game.rivals_with_cards(), 0, game.terms.race_ms)
    seats_listed(game, value)
    assert isinstance(value, list)
    for seat in value:
        if not game.race.hand_down(seat_number(seat, game.seats), game.now):
            raise ValueError(f"seat {seat} is not a racer, or slaps twice")


def assume_paid_at(game: State, value: object) -> None:
    if not isinstance(value, list) or len(value) != game.seats:
        raise ValueError(f"{value!r} is not a list of {game.seats} times")
    for seat, at in enumerate(value):
        game.paid_at[seat] = LONG_AGO if at in (None, "none") else whole_number(at)


def assume_laid(game: State, value: object) -> None:
    """One number per laid pair, for each seat: two cards of it come to lie there."""
    if not isinstance(value, list) or len(value) != game.seats:
        raise ValueError(f"{value!r} is not one list of numbers for each of {game.seats} seats")
    for seat, numbers in enumerate(value):
        if not isinstance(numbers, list):
            raise ValueError(f"{numbers!r} is not a list of numbers")
        if game.cards.size(game.seats + seat) > 0:
            continue  # `pairs` has said it already
        for number in numbers:
            kind = i64(game.terms.kind_at[rank_named(game, number)])
            lay_by_hand(game, seat, kind)
            lay_by_hand(game, seat, kind)


def assume_joker(game: State, seat: i64) -> None:
    """The Joker lies before this seat."""
    game.joker = seat
    if seat != NO_SEAT and game.cards.find(game.seats + seat, game.terms.joker) < 0:
        lay_by_hand(game, seat, game.terms.joker)


def lay_by_hand(game: State, seat: i64, kind: i64) -> None:
    """A card that the position has not used elsewhere."""
    used: i64 = 0
    for zone in range(game.layout.zones):
        used += game.cards.count(zone, kind)
    if used >= i64(game.deck.copies[kind]):
        raise ValueError(f"the deck has no more cards {game.deck.kinds[kind].name}")
    game.cards.put(game.seats + seat, kind)


def rank_named(game: State, value: object) -> i64:
    number = whole_number(value)
    for rank in range(game.terms.numbers):
        if game.terms.number_at[rank] == number:
            return rank
    raise ValueError(f"there is no number {number} in the deck")


def owed_cards(value: object) -> i64:
    owed = whole_number(value)
    if not 0 <= owed <= 2:
        raise ValueError(f"{value!r} is not 0, 1 or 2 owed cards")
    return owed


# ---- what follows, and what cannot be --------------------------------------------------------------


def settle(game: State) -> None:
    """Derive what was left open: cards owed, racers, who laid the Joker, the deadline. Refuse what cannot be."""
    check_pairs(game)
    check_end(game)
    check_numbers(game)
    if game.stage == OVER:
        game.over = True
        game.ended_by = "HD-44"
        game.ended_because = "all pairs have been played"
    elif game.stage == RACE:
        settle_race(game)
    elif game.stage == PICK:
        check_pick(game)
    elif game.stage == FAKING and game.now - game.since >= game.terms.windup_ms:
        game.revealed = True
    if WINDUP <= game.stage <= RACE and game.cards.size(game.turn) < 2:
        raise CheckFailed("given.hands: with fewer than two cards the turn player can only pass")
    if game.stage == TURN_START:
        if game.owed < 0:
            game.owed = 2 if game.cards.size(game.turn) == 0 else 1
        game.open_for_action()
    elif game.stage != PICK or game.owed < 0:
        game.owed = 0
    game.set_deadline()


def settle_race(game: State) -> None:
    """HD-17, HD-19, HD-21: a pair was slapped for, its racers are rivals with cards, and some hand is still missing."""
    if not game.race.open:
        closes_at = game.now + game.terms.race_ms
        game.race.start(LAST_LOSES, game.rivals_with_cards(), game.now, closes_at)
    if game.pairs_held() == 0:
        raise CheckFailed("given.hands: nobody slaps for a race without a pair in hand")
    if game.race.entrants == 0 or game.race.entrants & ~game.rivals_with_cards():
        raise CheckFailed("given.racers: must be rivals with cards")
    if game.race.complete():
        raise CheckFailed("given.slaps: a race with all hands down is over")


def check_end(game: State) -> None:
    """HD-44, HD-45, HD-R18, HD-R19: the end comes at once when it is due, and lays the Joker."""
    if game.stage == OVER:
        if game.joker_holder() != NO_SEAT:
            raise CheckFailed("given.hands: at the end the Joker lies beside the pairs of its holder")
        return
    if game.joker != NO_SEAT:
        raise CheckFailed("given.joker: the Joker is laid only at the end")
    if game.pairs_on_table() >= game.terms.all_pairs and game.joker_holder() != NO_SEAT:
        raise CheckFailed("given: all pairs are laid and the Joker is in a hand, so this game is over")


def check_numbers(game: State) -> None:
    """HD-R11, HD-R31: counts and sets that go with the rest."""
    if game.stage != OVER and not 0 <= game.stalled < game.terms.stall_turns:
        raise CheckFailed(f"given.stalled: {game.stalled} is not 0 to {game.terms.stall_turns - 1}")
    if game.dry and game.cards.size(game.drawpile) > 0:
        raise CheckFailed("given.dry: the drawpile has cards")
    if game.laid_pair and game.cards.size(game.seats + game.turn) == 0:
        raise CheckFailed("given.laid_pair: no pair lies before the turn player")
    if WINDUP <= game.stage <= FAKING and game.paid & BIT[game.turn]:
        raise CheckFailed("given.paid: the turn player pays nobody")
    if game.revealed and game.stage == WINDUP:
        raise CheckFailed("given.revealed: only a fake is revealed")
    if game.giver != NO_SEAT and game.stage != PICK:
        raise CheckFailed("given.giver: only in PICK a hand is held out")


def check_pick(game: State) -> None:
    """HD-R21: one rival's hand is held out, or two after each other, with enough cards."""
    wanted: i64 = 1
    if game.next_giver == game.giver:
        wanted = 2
    if not game.terms.pick_backs:
        raise CheckFailed("given.phase: at this table backs are not picked (pick_backs)")
    if game.giver == NO_SEAT or game.giver == game.turn or game.cards.size(game.giver) < wanted:
        raise CheckFailed("given.giver: must be a rival with cards")
    if game.next_giver != NO_SEAT and (game.next_giver == game.turn or game.cards.size(game.next_giver) == 0):
        raise CheckFailed("given.next_giver: must be a rival with cards")
    if game.next_giver != NO_SEAT and game.owed < 2:
        raise CheckFailed("given.owed: two cards are owed to who takes from two hands")


def check_pairs(game: State) -> None:
    """Cards lie on the table two by two; only the Joker lies there alone."""
    for seat in range(game.seats):
        kinds = game.paired_cards(seat)
        if kinds[::2] != kinds[1::2]:
            raise CheckFailed(f"given.pairs[{seat}]: must hold pairs, two cards of a number each")
        if game.cards.find(game.seats + seat, game.terms.joker) >= 0:
            game.joker = seat
