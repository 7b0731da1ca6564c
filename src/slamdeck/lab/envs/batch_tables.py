"""Many tables of one game, a decision of each at a time: the compiled half of `slamdeck.batch_env`."""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import BIT
from slamdeck.core.native import i64, u8, vec
from slamdeck.core.rules import Moves, Rules
from slamdeck.lab.envs.eyes import Eyes
from slamdeck.lab.envs.stepping import Stepper, mixed

ANSWER_BYTES: Final[i64] = 4  # three count
OVER: Final[i64] = 1
CUT_OFF: Final[i64] = 2


@final
class Lists:
    """What every table may be answered: one list behind the other, in one vector that is filled from the front."""

    def __init__(self, tables: i64) -> None:
        self.codes: vec[i64] = vec[i64]([0] * (8 * tables))
        self.room: i64 = 8 * tables
        self.used: i64 = 0
        self.starts: vec[i64] = vec[i64]([0] * (tables + 1))

    def take_in(self, table: i64, moves: Moves) -> None:
        """That table's list comes next."""
        number = moves.count
        if self.used + number > self.room:
            self.enlarge(number)
        listed = self.codes
        codes = moves.codes
        here = self.used
        i: i64 = 0
        while i < number:
            listed[here] = codes[i]
            here += 1
            i += 1
        self.used = here
        self.starts[table + 1] = here

    def enlarge(self, number: i64) -> None:
        self.room = 2 * (self.room + number)
        larger = vec[i64]([0] * self.room)
        for i in range(self.used):
            larger[i] = self.codes[i]
        self.codes = larger


@final
class Tables:
    """Tables that are stepped together; where a game is over, the next one is dealt at once.

    The results lie in vectors that are filled again and again, table after table: `seen` (what the asked seat sees),
    `possible` (a bit for every answer, lowest first), `asked` (seats), and of a game that has just ended `ended` (OVER,
    CUT_OFF) and `places`. Answers come as bytes, ANSWER_BYTES for each table, the lowest first.

    A thousand tables do not fit the nearest cache, so a table is no more than its game: they share the room in which
    moves are listed, and the lists of one step lie side by side.
    """

    def __init__(self, first: Stepper, eyes: Eyes, number: i64) -> None:
        self.steppers: list[Stepper] = [first, *[first.alike(first.moves) for _ in range(number - 1)]]
        self.eyes = eyes
        self.number: i64 = number
        self.seats: i64 = eyes.seats
        self.mask_bytes: i64 = (first.wait + 8) // 8
        self.seen: vec[u8] = vec[u8]([0] * (number * eyes.width))
        self.possible: vec[u8] = vec[u8]([0] * (number * self.mask_bytes))
        self.asked: vec[u8] = vec[u8]([0] * number)
        self.ended: vec[u8] = vec[u8]([0] * number)
        self.places: vec[u8] = vec[u8]([0] * (number * eyes.seats))
        self.chosen: vec[u8] = vec[u8]([0] * (number * ANSWER_BYTES))
        self.lists = Lists(number)  # of this step …
        self.lists_before = Lists(number)  # … and of the one before it
        self.seeds: vec[i64] = vec[i64]([0] * number)  # of every table's first game …
        self.dealt: vec[i64] = vec[i64]([0] * number)  # … and how many it has dealt

    def deal_all(self, seeds: list[int]) -> None:
        """Every table's first game anew."""
        self.begin_lists()
        table: i64 = 0
        while table < self.number:
            stepper = self.steppers[table]
            self.seeds[table] = i64(seeds[table])
            self.dealt[table] = 0
            self.deal(table, stepper)
            self.show(table, stepper)
            self.ended[table] = u8(0)
            table += 1

    def deal(self, table: i64, stepper: Stepper) -> None:
        """Its next game. One that is over as soon as it is dealt does not exist, so this comes to an end."""
        number = self.dealt[table]
        self.dealt[table] = number + 1
        seed = self.seeds[table]
        stepper.deal(mixed(seed, 2 * number), mixed(seed, 2 * number + 1))

    def step(self, answers: bytes) -> i64:
        """One answer for each table; returns how many games have ended."""
        self.begin_lists()
        ends: i64 = 0
        table: i64 = 0
        while table < self.number:
            stepper = self.steppers[table]
            stepper.answer(number_at(answers, ANSWER_BYTES * table))
            ended: i64 = 0
            if stepper.rules.over:
                ended = OVER
                self.note_places(table, stepper.rules)
            elif stepper.cut_off:
                ended = CUT_OFF
            self.ended[table] = u8(ended)
            if ended > 0:
                ends += 1
                self.deal(table, stepper)
            self.show(table, stepper)
            table += 1
        return ends

    def begin_lists(self) -> None:
        lists = self.lists_before
        self.lists_before = self.lists
        self.lists = lists
        lists.used = 0

    def show(self, table: i64, stepper: Stepper) -> None:
        self.asked[table] = u8(stepper.seat)
        self.eyes.look(stepper.rules, stepper.seat, self.seen, table * self.eyes.width)
        if stepper.moves.count == 0:
            stepper.moves.add(stepper.wait)  # a game in which nobody can do anything: it is cut off
        self.lists.take_in(table, stepper.moves)
        start = table * self.mask_bytes
        self.clear_mask(start, self.lists_before, table)
        self.set_mask(start, self.lists, table)

    def clear_mask(self, start: i64, lists: Lists, table: i64) -> None:
        """Only where something was set: the mask of a large catalogue is long. Neighbours often share a byte."""
        possible = self.possible
        codes = lists.codes
        i = lists.starts[table]
        end = lists.starts[table + 1]
        last: i64 = -1
        while i < end:
            place = codes[i] >> 3
            if place != last:
                possible[start + place] = u8(0)
                last = place
            i += 1

    def set_mask(self, start: i64, lists: Lists, table: i64) -> None:
        possible = self.possible
        codes = lists.codes
        i = lists.starts[table]
        end = lists.starts[table + 1]
        last = codes[i] >> 3
        bits: i64 = 0
        while i < end:
            code = codes[i]
            place = code >> 3
            if place != last:
                possible[start + last] = u8(i64(possible[start + last]) | bits)
                last = place
                bits = 0
            bits |= BIT[code & 7]
            i += 1
        possible[start + last] = u8(i64(possible[start + last]) | bits)

    def choose(self, shares: bytes) -> None:
        """`chosen` becomes for each table the possible answer at that share of its list, in parts of 2^24."""
        chosen = self.chosen
        codes = self.lists.codes
        starts = self.lists.starts
        here: i64 = 0
        table: i64 = 0
        while table < self.number:
            first = starts[table]
            code = codes[first + (number_at(shares, here) * (starts[table + 1] - first) >> 24)]
            chosen[here] = u8(code & 255)
            chosen[here + 1] = u8((code >> 8) & 255)
            chosen[here + 2] = u8((code >> 16) & 255)
            here += ANSWER_BYTES
            table += 1

    def choices(self, table: i64) -> list[int]:
        """What the seat that is asked at that table may answer."""
        lists = self.lists
        return [lists.codes[i] for i in range(lists.starts[table], lists.starts[table + 1])]

    def note_places(self, table: i64, rules: Rules) -> None:
        outcome = rules.outcome()
        if outcome is not None:
            for seat in range(self.seats):
                self.places[table * self.seats + seat] = u8(i64(outcome.places[seat]))


def number_at(data: bytes, place: i64) -> i64:
    """A number of three bytes, the lowest first."""
    return i64(data[place]) | (i64(data[place + 1]) << 8) | (i64(data[place + 2]) << 16)
