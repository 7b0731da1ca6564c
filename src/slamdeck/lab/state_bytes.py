"""A whole game as bytes: for pickling, for other processes, to go on tomorrow.

What was put in is the game, so that is what is written: what it was dealt from, every input that counted, the time, and
a digest of the table, which must come out the same when all of it is played again. Versioned, and checked first.
"""

from __future__ import annotations

import hashlib
import zlib
from typing import Final

import msgspec

from slamdeck.core.problems import CheckFailed, Problem
from slamdeck.core.rules import REJECTED, Rules
from slamdeck.games import find_game
from slamdeck.lab.match import Match, MatchSetup, plain_options, start

MAGIC: Final = b"slamdeck game "
VERSION: Final = b"1\n"
CHECK_BYTES: Final = 16


class SavedMatch(msgspec.Struct, forbid_unknown_fields=True):
    """What is between the check and the end."""

    game: str
    rules_version: int
    seats: int
    seed: int
    options: dict[str, object]
    deck: dict[str, object]
    inputs: list[tuple[int, int, int]]
    clock: int
    table: bytes  # a digest


def write_match(match: Match) -> bytes:
    setup = match.setup
    saved = SavedMatch(
        game=setup.info.slug,
        rules_version=setup.version,
        seats=setup.seats,
        seed=setup.seed,
        options=plain_options(setup.options),
        deck=setup.deck.data,
        inputs=match.inputs,
        clock=match.clock,
        table=table_digest(match.rules),
    )
    body = zlib.compress(msgspec.msgpack.encode(saved), 1)
    return MAGIC + VERSION + check_of(body) + body


def from_bytes(data: bytes | bytearray | memoryview) -> Match:
    """The game that `to_bytes` wrote; a Problem says what is wrong with the bytes."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise CheckFailed("these are no bytes of a saved game")
    body = checked_body(bytes(data))
    try:
        saved = msgspec.msgpack.decode(zlib.decompress(body), type=SavedMatch)
    except (zlib.error, msgspec.DecodeError) as error:
        raise CheckFailed(f"this saved game cannot be read ({error})") from error
    try:
        return played_again(saved)
    except Problem as problem:
        raise CheckFailed(f"this saved game cannot go on: {problem}") from problem
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise CheckFailed("this saved game holds numbers that no game has") from error


def checked_body(data: bytes) -> bytes:
    start_of_body = len(MAGIC) + len(VERSION) + CHECK_BYTES
    if data[: len(MAGIC)] != MAGIC:
        raise CheckFailed("these bytes are no saved game")
    version = data[len(MAGIC) : len(MAGIC) + len(VERSION)]
    if version != VERSION:
        raise CheckFailed(f"this saved game has format {version!r}; this release reads {VERSION!r}")
    body = data[start_of_body:]
    if data[len(MAGIC) + len(VERSION) : start_of_body] != check_of(body):
        raise CheckFailed("this saved game is damaged: its check does not fit its content")
    return body


def check_of(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=CHECK_BYTES, person=b"slamdeck game").digest()


def played_again(saved: SavedMatch) -> Match:
    info = find_game(saved.game)
    info.check_version(saved.rules_version)
    options = info.read_options(saved.options, saved.seats, saved.rules_version)
    deck = info.deck_from(saved.deck, "its deck")
    match = start(MatchSetup(info, saved.rules_version, saved.seats, saved.seed, options, deck))
    for at, seat, action in saved.inputs:
        if match.game.input(at, seat, action).verdict == REJECTED:
            raise CheckFailed("an input that counted then is rejected now")
    match.inputs = saved.inputs
    if match.clock < saved.clock:
        match.game.wait(saved.clock)
    if match.clock != saved.clock or table_digest(match.rules) != saved.table:
        raise CheckFailed("played again, it comes out differently")
    return match


def table_digest(rules: Rules) -> bytes:
    """Everything that lies on the table and is true of it, in short."""
    cards = rules.cards
    zones = range(rules.layout.zones)
    lying = [(cards.face(zone), cards.listed(zone)) for zone in zones]
    held = (lying, rules.truth(), rules.now, rules.deadline, rules.over)
    return hashlib.blake2b(repr(held).encode(), digest_size=8).digest()
