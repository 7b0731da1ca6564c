"""Moves as a list and as a set of bits: the same codes, and nothing left of an earlier set."""

from __future__ import annotations

import random

import pytest

from slamdeck.core.bits import lowest_in, nth_in, ones_in
from slamdeck.core.rules import Moves

SIGN = -(1 << 63)


@pytest.mark.parametrize("word", [1, 2, 0b1011, 1 << 62, SIGN, SIGN | 1, -1, SIGN | 0b1100 << 40])
def test_words_of_64_bits_are_read_to_the_last_bit(word: int) -> None:
    places = [place for place in range(64) if word >> place & 1]
    assert ones_in(word) == len(places)
    assert lowest_in(word) == places[0]
    assert [nth_in(word, n) for n in range(len(places))] == places


@pytest.mark.parametrize("size", [5, 64, 65, 334, 4040, 9000])
def test_a_set_holds_what_the_list_would_and_forgets_the_one_before(size: int) -> None:
    roll = random.Random(size)
    bits = Moves(0)
    each = bits.become_bits(size, 3)
    assert each * 64 >= size
    groups = [0, 0, 0]
    for _ in range(60):
        place = roll.randrange(3)
        bits.begin_set(place * each, groups[place])
        wanted: set[int] = set()
        for _ in range(roll.randrange(1, 6)):
            first = roll.randrange(size)
            number = min(roll.randrange(1, 70), size - first)
            match roll.randrange(4):
                case 0:
                    bits.add(first)
                    wanted.add(first)
                case 3:
                    chosen = roll.getrandbits(min(size, 62))
                    bits.add_set(chosen)
                    wanted.update(code for code in range(62) if chosen >> code & 1)
                case 1:
                    bits.add_run(first, number)
                    wanted.update(range(first, first + number))
                case _:
                    chosen = roll.getrandbits(min(number, 62))
                    bits.set_bits(first, chosen)
                    wanted.update(first + i for i in range(62) if chosen >> i & 1)
        assert bits.listed() == sorted(wanted)
        assert bits.count == len(wanted)
        groups[place] = bits.groups


def test_a_run_is_listed_one_by_one() -> None:
    moves = Moves(10)
    moves.add(7)
    moves.add_run(2, 3)
    assert moves.listed() == [7, 2, 3, 4]


def test_a_set_is_listed_from_the_lowest_on() -> None:
    moves = Moves(10)
    moves.add(7)
    moves.add_set(0b1000100110)
    assert moves.listed() == [7, 1, 2, 5, 9]
