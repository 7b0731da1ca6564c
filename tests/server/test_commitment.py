"""Checkable dealing: what was promised is what was dealt, and any change is found."""

from __future__ import annotations

import hashlib
import hmac
from itertools import combinations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slamdeck.core.problems import CheckFailed
from slamdeck.table.journal.blinds import blind, framed, keyed_digest
from slamdeck.table.journal.commitment import (
    commit_to,
    committed_dice,
    game_key,
    new_seed,
    seal,
    streams,
    verify,
)
from slamdeck.table.journal.promises import Promise, Reveal

SEED = bytes(range(32))
NONCES = (b"\x01" * 32, None, b"\x03" * 32)
KEY = game_key(SEED, "ABCD2345", "slamwich 1", NONCES)
PROMISE = Promise("ABCD2345", "slamwich 1", commit_to(SEED), tuple(nonce and seal(nonce) for nonce in NONCES))
REVEAL = Reveal(SEED, NONCES)
VECTORS = [
    "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
    "729cd2bac26bcd496891e7c99a8d6ac643705d83f4f3aaa4bc7be423593170f0",
    "9a68a2afd169662d301fec47b4e8acaa8ce830ed9803a16b4fc761fc50f55885",
    "61edc7ea509dfd7d19643583e0ea5a94fc5262c8c7bf12c131adc5f9483800c7",
    "765992a2ce53ea7bac09d1e850a4e67c",
]
SHUFFLED = [3, 4, 2, 8, 10, 0, 6, 5, 11, 1, 9, 7]


def shuffled(key: bytes, cards: int) -> list[int]:
    dice = committed_dice(key)
    dice.label("deal")
    order = list(range(cards))
    for last in range(cards - 1, 0, -1):
        other = dice.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def test_known_values_stay_what_they_are() -> None:
    """Vectors for other implementations (the browser's, an auditor's)."""
    found = [commit_to(SEED), KEY, streams(KEY)("deal|1", 0), streams(KEY)("pick|7", 3), blind(SEED, "ABCD2345", 9)]
    assert [value.hex() for value in found] == VECTORS
    assert shuffled(KEY, 12) == SHUFFLED


def test_the_key_is_a_plain_hmac_that_anybody_can_compute() -> None:
    message = b"\0\0\0\x0eslamdeck key 1" + b"\0\0\0\x08ABCD2345" + b"\0\0\0\x0aslamwich 1"
    message += b"\0\0\0\x20" + b"\x01" * 32 + b"\0\0\0\0" + b"\0\0\0\x20" + b"\x03" * 32
    assert hmac.new(SEED, message, hashlib.sha256).digest() == KEY


def test_an_honest_game_is_verified() -> None:
    assert verify(PROMISE, REVEAL) == KEY


def test_promise_and_reveal_survive_being_written_down() -> None:
    for value in (PROMISE, REVEAL):
        assert msgspec.json.decode(msgspec.json.encode(value), type=type(value)) == value


@given(st.integers(0, 255))
def test_any_flipped_bit_of_the_seed_is_found(bit: int) -> None:
    with pytest.raises(CheckFailed, match="the seed is not the one that was promised"):
        verify(PROMISE, msgspec.structs.replace(REVEAL, seed=flipped(SEED, bit)))


@given(st.sampled_from([0, 2]), st.integers(0, 255))
def test_any_flipped_bit_of_a_number_is_found_and_the_seat_named(seat: int, bit: int) -> None:
    nonces = list(NONCES)
    nonces[seat] = flipped(nonces[seat] or b"", bit)
    with pytest.raises(CheckFailed, match=f"seat {seat}: the number is not the one that was sealed"):
        verify(PROMISE, msgspec.structs.replace(REVEAL, nonces=tuple(nonces)))


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def test_a_number_that_was_not_sealed_does_not_count() -> None:
    with pytest.raises(CheckFailed, match="seat 1: gave a number without sealing it first"):
        verify(PROMISE, Reveal(SEED, (NONCES[0], b"\x02" * 32, NONCES[2])))


def test_a_number_held_back_gives_another_key_but_stays_checkable() -> None:
    held_back = verify(PROMISE, Reveal(SEED, (NONCES[0], None, None)))
    assert held_back == game_key(SEED, "ABCD2345", "slamwich 1", (NONCES[0], None, None)) != KEY


def test_sizes_are_checked() -> None:
    with pytest.raises(CheckFailed, match="the seed has 31 bytes instead of 32"):
        verify(PROMISE, Reveal(SEED[:31], NONCES))
    with pytest.raises(CheckFailed, match="2 numbers were revealed for 3 seats"):
        verify(PROMISE, Reveal(SEED, NONCES[:2]))
    short = Promise("T", "g", commit_to(SEED), (seal(b"short"),))
    with pytest.raises(CheckFailed, match="seat 0: the number has 5 bytes instead of 32"):
        verify(short, Reveal(SEED, (b"short",)))


def test_every_part_changes_the_key() -> None:
    keys = {
        KEY,
        game_key(SEED, "ABCD2346", "slamwich 1", NONCES),
        game_key(SEED, "ABCD2345", "slamwich 2", NONCES),
        game_key(SEED, "ABCD2345s", "lamwich 1", NONCES),
        game_key(SEED, "ABCD2345", "slamwich 1", NONCES[::-1]),
        game_key(SEED, "ABCD2345", "slamwich 1", (NONCES[0], NONCES[2])),
        game_key(SEED, "ABCD2345", "slamwich 1", (NONCES[0], NONCES[2], None)),
        game_key(flipped(SEED, 0), "ABCD2345", "slamwich 1", NONCES),
    }
    assert len(keys) == 8


@given(st.lists(st.binary(max_size=6), max_size=4), st.lists(st.binary(max_size=6), max_size=4))
def test_different_parts_never_give_the_same_bytes(one: list[bytes], two: list[bytes]) -> None:
    assert (framed(*one) == framed(*two)) == (one == two)


def test_streams_and_blocks_are_all_different() -> None:
    names = [("deal|1", 0), ("deal|1", 1), ("deal|11", 0), ("deal|2", 0), ("pick|1", 0)]
    blocks = [streams(KEY)(stream, block) for stream, block in names]
    assert all(len(block) == 32 for block in blocks)
    assert all(one != two for one, two in combinations(blocks, 2))


def test_the_same_key_deals_the_same_cards_and_another_key_others() -> None:
    assert shuffled(KEY, 52) == shuffled(KEY, 52)
    assert sorted(shuffled(KEY, 52)) == list(range(52))
    assert shuffled(KEY, 52) != shuffled(game_key(SEED, "ABCD2345", "slamwich 2", NONCES), 52)


def test_no_first_card_is_favoured() -> None:
    """Chi-squared over 4,000 keys and 8 cards; 7 degrees of freedom stay under 24.3 in 999 of 1,000 cases."""
    counts = [0] * 8
    for number in range(4000):
        counts[shuffled(game_key(SEED, "T", str(number), ()), 8)[0]] += 1
    assert sum((count - 500) ** 2 / 500 for count in counts) < 24.3


def test_an_entry_cannot_be_guessed_from_its_hash_without_the_seed() -> None:
    blinds = {blind(SEED, "T", 1), blind(SEED, "T", 2), blind(SEED, "U", 1), blind(flipped(SEED, 0), "T", 1)}
    assert len(blinds) == 4
    assert all(len(value) == 16 for value in blinds)
    assert keyed_digest(SEED, b"anything") == hmac.digest(SEED, b"anything", "sha256")
    assert blind(SEED, "8K3PZQ2M", 70).hex() == "2fc8b61cb175c0b65a1c7b34eaf2d543", "as in the journals of yesterday"


def test_seeds_are_new_every_time_and_stay_out_of_logs() -> None:
    assert len({new_seed() for _ in range(100)}) == 100
    assert repr(REVEAL) == "Reveal(…)"
