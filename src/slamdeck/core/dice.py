"""Chance. One seeded source per game, drawn in log order, so the same log gives the same game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from slamdeck.core.native import i64, mypyc_attr, u8, vec

WORD: Final[i64] = 0xFFFFFFFF


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """What rules may ask of chance.

    `label` names the random act that follows ("deal", "reshuffle", "pick"). A committed live stream keys its
    bytes by that name and by how often it has come up; seeded dice ignore it.
    """

    def label(self, act: str) -> None:
        pass

    def below(self, n: i64) -> i64:
        """A uniform whole number from 0 to n − 1."""
        raise NotImplementedError

    def pick(self, n: i64) -> i64:
        """As `below`, for a choice that a player would see made (a card taken unseen): scenarios script it."""
        return self.below(n)

    def shuffle(self, cards: vec[u8], first: i64, n: i64) -> None:
        """Fisher–Yates over n cards that lie in a row."""
        i = n - 1
        while i > 0:
            here = first + i
            there = first + self.below(i + 1)
            card = cards[here]
            cards[here] = cards[there]
            cards[there] = card
            i -= 1

    def clone(self) -> Dice:
        """Dice that will roll exactly what these would have rolled."""
        raise NotImplementedError


@final
class FastDice(Dice):
    """sfc32, a small fast generator (Doty-Humphrey); 32-bit words, so it is the same in every build."""

    def __init__(self, seed: i64) -> None:
        self.a: i64 = 0
        self.b: i64 = 0
        self.c: i64 = 0
        self.counter: i64 = 0
        self.reseed(seed)

    def reseed(self, seed: i64) -> None:
        self.a = seed & WORD
        self.b = (seed >> 32) & WORD
        self.c = 0x51A3DECC
        self.counter = 1
        for _ in range(12):
            self.word()

    def word(self) -> i64:
        b = self.b
        c = self.c
        out = (self.a + b + self.counter) & WORD
        self.counter = (self.counter + 1) & WORD
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & WORD
        self.c = ((((c << 21) & WORD) | (c >> 11)) + out) & WORD
        return out

    def below(self, n: i64) -> i64:
        """Lemire's method: a multiplication, and a second roll only when the first would be unfair."""
        product = self.word() * n
        if product & WORD < n:
            unfair = (WORD + 1 - n) % n
            while product & WORD < unfair:
                product = self.word() * n
        return product >> 32

    def shuffle(self, cards: vec[u8], first: i64, n: i64) -> None:
        """The same rolls with the generator held in registers: half of a random playout's rolls are shuffles."""
        a = self.a
        b = self.b
        c = self.c
        counter = self.counter
        i = n - 1
        while i > 0:
            out = (a + b + counter) & WORD
            counter = (counter + 1) & WORD
            a = b ^ (b >> 9)
            b = (c + (c << 3)) & WORD
            c = ((((c << 21) & WORD) | (c >> 11)) + out) & WORD
            product = out * (i + 1)
            if product & WORD <= i and product & WORD < (WORD - i) % (i + 1):
                continue  # unfair: roll again for the same card
            here = first + i
            there = first + (product >> 32)
            card = cards[here]
            cards[here] = cards[there]
            cards[there] = card
            i -= 1
        self.a = a
        self.b = b
        self.c = c
        self.counter = counter

    def clone(self) -> Dice:
        twin = FastDice(0)
        twin.take_over(self)
        return twin

    def take_over(self, other: FastDice) -> None:
        """Roll from now on exactly what the other would have rolled."""
        self.a = other.a
        self.b = other.b
        self.c = other.c
        self.counter = other.counter


@final
class ScriptedDice(Dice):
    """A scenario's picks in order; shuffles, and picks after the last scripted one, come from a seed."""

    def __init__(self, picks: list[int], seed: i64 = 1) -> None:
        self.picks = picks
        self.used: i64 = 0
        self.rest: Dice = FastDice(seed)

    def below(self, n: i64) -> i64:
        return self.rest.below(n)

    def pick(self, n: i64) -> i64:
        if self.used >= i64(len(self.picks)):
            return self.rest.below(n)
        choice: i64 = i64(self.picks[self.used])
        if choice < 0 or choice >= n:
            raise ValueError(f"pick {choice} was scripted where 0 to {n - 1} was possible")
        self.used += 1
        return choice

    def clone(self) -> Dice:
        twin = ScriptedDice(self.picks, 0)
        twin.used = self.used
        twin.rest = self.rest.clone()
        return twin


@final
class StreamDice(Dice):
    """Dice over labelled byte streams: `bytes_of(stream, block)` gives 32 bytes that nobody could choose.

    The live table keys them by its committed seed. Words are rejection-sampled, so no value is favoured.
    """

    def __init__(self, bytes_of: Callable[[str, int], bytes]) -> None:
        self.bytes_of = bytes_of
        self.times: dict[str, int] = {}
        self.stream = "start|0"
        self.block: i64 = 0
        self.ahead = b""

    def label(self, act: str) -> None:
        times = self.times.get(act, 0) + 1
        self.times[act] = times
        self.stream = f"{act}|{times}"
        self.block = 0
        self.ahead = b""

    def word(self) -> i64:
        if len(self.ahead) < 4:
            self.ahead = self.bytes_of(self.stream, self.block)
            self.block += 1
        value = int.from_bytes(self.ahead[:4], "big")
        self.ahead = self.ahead[4:]
        return i64(value)

    def below(self, n: i64) -> i64:
        limit = (WORD + 1) // n * n
        value = self.word()
        while value >= limit:
            value = self.word()
        return value % n

    def clone(self) -> Dice:
        twin = StreamDice(self.bytes_of)
        twin.times = dict(self.times)
        twin.stream = self.stream
        twin.block = self.block
        twin.ahead = self.ahead
        return twin
