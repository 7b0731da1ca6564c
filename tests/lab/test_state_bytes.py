"""A whole game as bytes: read again it is the same game; whatever is not right with them is said in one sentence."""

from __future__ import annotations

import random
import zlib

import msgspec
import pytest

import slamdeck as sd
from slamdeck.core.game import GameInfo
from slamdeck.lab.state_bytes import MAGIC, VERSION, SavedMatch, check_of
from tests.conformance.driving import every_table, snapshot
from tests.lab.test_match import played, step
from tests.scale import scaled


@every_table
def test_read_again_it_is_the_same_game_with_the_same_future(info: GameInfo, seats: int) -> None:
    game = played(info, seats, scaled(60))
    again = sd.from_bytes(game.to_bytes())
    assert again == game
    assert snapshot(again.rules) == snapshot(game.rules)
    for number in range(scaled(20)):
        step(game, random.Random(number))
        step(again, random.Random(number))
    assert snapshot(again.rules) == snapshot(game.rules)


def test_any_flipped_byte_is_refused_with_a_sentence() -> None:
    data = played(sd.new("slamwich", seed=1).setup.info, 3, 10).to_bytes()
    for place in range(len(data)):
        broken = bytearray(data)
        broken[place] ^= 0x20
        with pytest.raises(sd.Problem, match=r"^(these bytes are no saved game|this saved game )"):
            sd.from_bytes(bytes(broken))


def test_whatever_is_cut_off_or_no_game_at_all_is_refused() -> None:
    data = sd.new("slamwich", seed=1).to_bytes()
    for wrong in (b"", b"x", data[:-1], data[:40], data + b"x", b"slamdeck game 9\n" + data[16:], "text", None):
        with pytest.raises(sd.Problem):
            sd.from_bytes(wrong)  # type: ignore[arg-type]


def changed(**fields: object) -> bytes:
    """A saved game whose check is right and whose content is not."""
    data = sd.new("slamwich", seats=3, seed=1).to_bytes()
    start = len(MAGIC) + len(VERSION) + 16
    saved = msgspec.msgpack.decode(zlib.decompress(data[start:]), type=SavedMatch)
    body = zlib.compress(msgspec.msgpack.encode(msgspec.structs.replace(saved, **fields)))
    return MAGIC + VERSION + check_of(body) + body


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"rules_version": 99}, "rules version 99 of Slamwich needs a newer release"),
        ({"seats": 40}, "Slamwich is for 2 to 6 players"),
        ({"seed": 2}, "it comes out differently"),
        ({"clock": -1}, "it comes out differently"),
        ({"inputs": [(500, 5, 0)]}, "an input that counted then is rejected now"),
        ({"inputs": [(1 << 63, 0, 0)]}, "numbers that no game has|rejected now|comes out differently"),
        ({"options": {"colour": "red"}}, "has no option 'colour'"),
        ({"deck": {"game": "slamwich"}}, "its deck"),
        ({"table": b""}, "it comes out differently"),
    ],
)
def test_bytes_that_no_game_wrote_are_refused(fields: dict[str, object], sentence: str) -> None:
    with pytest.raises(sd.Problem, match=sentence):
        sd.from_bytes(changed(**fields))
