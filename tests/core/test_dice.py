"""Chance: reproducible, uniform, scriptable, and ready for a committed stream."""

from __future__ import annotations

import hashlib
import hmac
import math

import pytest

from slamdeck.core.dice import Dice, FastDice, ScriptedDice, StreamDice


def rolls(dice: Dice, n: int, times: int) -> list[int]:
    return [dice.below(n) for _ in range(times)]


def committed(key: bytes) -> StreamDice:
    def bytes_of(stream: str, block: int) -> bytes:
        return hmac.new(key, f"{stream}|{block}".encode(), hashlib.sha256).digest()

    return StreamDice(bytes_of)


def test_the_generator_is_the_same_in_every_build() -> None:
    """Fixed figures: a changed generator would silently change every record."""
    assert rolls(FastDice(1), 1000, 8) == [248, 668, 153, 903, 748, 918, 58, 847]


@pytest.mark.parametrize("make", [lambda: FastDice(7), lambda: committed(b"key")])
def test_every_value_is_equally_likely(make: object) -> None:
    assert callable(make)
    dice = make()
    times, sides = 60_000, 6
    counts = [0] * sides
    for value in rolls(dice, sides, times):
        counts[value] += 1
    chi_square = sum((c - times / sides) ** 2 / (times / sides) for c in counts)
    assert chi_square < 20.5, "beyond the 99.9 % point of a fair die (5 degrees of freedom)"


def test_seeds_differ_and_clones_agree() -> None:
    assert rolls(FastDice(1), 52, 20) != rolls(FastDice(2), 52, 20)
    dice = FastDice(3)
    rolls(dice, 52, 5)
    assert rolls(dice.clone(), 52, 20) == rolls(dice, 52, 20)


def test_scripted_picks_come_first_and_shuffles_do_not_use_them_up() -> None:
    dice = ScriptedDice([2, 0], seed=5)
    dice.below(10)
    assert dice.pick(3) == 2
    assert dice.clone().pick(3) == 0
    assert dice.pick(3) == 0
    assert 0 <= dice.pick(3) < 3


def test_a_scripted_pick_must_be_possible() -> None:
    with pytest.raises(ValueError, match="pick 3 was scripted where 0 to 2 was possible"):
        ScriptedDice([3]).pick(3)


def test_a_committed_stream_depends_on_its_label_and_not_on_what_was_drawn_before() -> None:
    one, two = committed(b"key"), committed(b"key")
    one.label("deal")
    rolls(one, 52, 7)
    two.label("deal")
    for dice in (one, two):
        dice.label("reshuffle")
    assert rolls(one, 52, 40) == rolls(two, 52, 40)
    one.label("reshuffle")
    assert rolls(one, 1 << 20, 4) != rolls(committed(b"other"), 1 << 20, 4)


def test_a_cloned_stream_goes_on_alike() -> None:
    dice = committed(b"key")
    dice.label("pick")
    rolls(dice, 9, 3)
    assert rolls(dice.clone(), 9, 20) == rolls(dice, 9, 20)


def test_shuffles_of_a_small_deck_reach_every_order() -> None:
    seen = set()
    dice = FastDice(1)
    for _ in range(2000):
        deck = [0, 1, 2, 3]
        for i in range(3, 0, -1):
            j = dice.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        seen.add(tuple(deck))
    assert len(seen) == math.factorial(4)
