"""Many tables of one game, a decision of each at a time: the compiled half of `slamdeck.batch_env`."""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import ALL_BELOW, BIT, lowest_in, nth_in, ones_in
from slamdeck.core.cards import Cards
from slamdeck.core.native import i64, u8, vec
from slamdeck.core.places import ALL_ZONES
from slamdeck.core.rules import Moves, Rules
from slamdeck.lab.envs.eyes import MOST_ZONES, Eyes
from slamdeck.lab.envs.stepping import Stepper, mixed

NUMBER_BYTES: Final[i64] = 8  # three count
OVER: Final[i64] = 1
CUT_OFF: Final[i64] = 2


@final
class Tables:
    """Tables that are stepped together; where a game is over, the next one is dealt at once.

    Answers and shares come as bytes, NUMBER_BYTES for each table, the lowest first. What comes back lies in vectors
    that are filled again and again, table after table. `possible` has a bit for every answer, lowest first, in
    `mask_words` words for each table; `asked` is the seat, `chosen` what `choose` chose; of a game that has just ended
    `ended` says how (OVER, CUT_OFF), `places` who won. `seen` has a row for every seat of every table, and the row of
    the seat that is asked is what it sees: every seat's eyes keep what they saw, and look only where something has
    moved since.

    A thousand tables do not fit the nearest cache, so a table is no more than its game: what may be answered is never
    listed, only set in its mask.
    """

    def __init__(self, first: Stepper, eyes: Eyes, number: i64) -> None:
        moves = Moves(0)
        first.moves = moves
        self.moves = moves
        self.mask_words: i64 = moves.become_bits(first.wait + 1, number)
        self.group_words: i64 = BIT[moves.group - 6]
        self.possible: vec[i64] = moves.words
        self.steppers: list[Stepper] = [first, *[first.alike(moves) for _ in range(number - 1)]]
        for stepper in self.steppers:
            stepper.rules.cards.noted = True
        self.eyes = eyes
        self.number: i64 = number
        self.seats: i64 = eyes.seats
        rows = number * eyes.seats
        self.seen: vec[u8] = vec[u8]([0] * (rows * eyes.width))
        self.held: vec[u8] = vec[u8]([0] * (rows * eyes.hold_bytes))
        self.touched: vec[i64] = vec[i64]([0] * rows)  # what has moved since that seat has looked
        self.all_zones: i64 = 0  # none: there are too many to keep a set of those that were touched
        if eyes.zones <= MOST_ZONES:
            self.all_zones = ALL_BELOW[eyes.zones]
        self.groups: vec[i64] = vec[i64]([0] * number)  # the groups of every mask with a bit in them …
        self.counts: vec[i64] = vec[i64]([0] * number)  # … and how many answers it has
        self.chosen: vec[i64] = vec[i64]([0] * number)
        self.asked: vec[u8] = vec[u8]([0] * number)
        self.ended: vec[u8] = vec[u8]([0] * number)
        self.places: vec[u8] = vec[u8]([0] * rows)
        self.seeds: vec[i64] = vec[i64]([0] * number)  # of every table's first game …
        self.dealt: vec[i64] = vec[i64]([0] * number)  # … and how many it has dealt

    def deal_all(self, seeds: list[int]) -> None:
        """Every table's first game anew."""
        table: i64 = 0
        while table < self.number:
            self.seeds[table] = i64(seeds[table])
            self.dealt[table] = 0
            table += 1
        self.go_on(b"", True)

    def deal(self, table: i64, stepper: Stepper) -> None:
        """Its next game. One that is over as soon as it is dealt does not exist, so this comes to an end."""
        number = self.dealt[table]
        self.dealt[table] = number + 1
        seed = self.seeds[table]
        stepper.deal(mixed(seed, 2 * number), mixed(seed, 2 * number + 1))

    def step(self, answers: bytes) -> i64:
        """One answer for each table; returns how many games have ended."""
        return self.go_on(answers, False)

    def go_on(self, answers: bytes, anew: bool) -> i64:
        """At each table one answer, or a new game; then write down who is asked, what may be answered, and what there
        is to see. (Vectors have names of their own here, so that they are fetched once and not for every table.)"""
        moves = self.moves
        steppers = self.steppers
        groups = self.groups
        counts = self.counts
        asked = self.asked
        ended = self.ended
        touched = self.touched
        seen = self.seen
        held = self.held
        eyes = self.eyes
        ends: i64 = 0
        table: i64 = 0
        while table < self.number:
            stepper = steppers[table]
            moves.begin_set(table * self.mask_words, groups[table])
            end: i64 = 0
            if not anew:
                stepper.answer(number_at(answers, table))
                end = self.end_at(table, stepper)
            if anew or end > 0:
                self.deal(table, stepper)
            if end > 0:
                ends += 1
            if moves.count == 0:
                moves.add(stepper.wait)  # a game in which nobody can do anything: it is cut off
            groups[table] = moves.groups
            counts[table] = moves.count
            asked[table] = u8(stepper.seat)
            ended[table] = u8(end)
            row = table * self.seats + stepper.seat
            if self.all_zones == 0:
                eyes.look(stepper.rules, stepper.seat, seen, row * eyes.width)
            else:
                news = self.news_for(row, table * self.seats, stepper.rules.cards, touched)
                eyes.look_again(stepper.rules, stepper.seat, seen, row * eyes.width, news, held, row * eyes.hold_bytes)
            table += 1
        return ends

    def end_at(self, table: i64, stepper: Stepper) -> i64:
        """Has that game ended, and how?"""
        if stepper.rules.over:
            self.note_places(table, stepper.rules)
            return OVER
        if stepper.cut_off:
            return CUT_OFF
        return 0

    def news_for(self, row: i64, first: i64, cards: Cards, touched: vec[i64]) -> i64:
        """The zones that may look different since this seat has looked; `first` is the row of the table's first seat.

        What has changed only for those who look into a zone is news for its owner alone.
        """
        moved = cards.touched
        stirred = cards.stirred
        cards.touched = 0
        cards.stirred = 0
        if cards.tracked:
            moved = ALL_ZONES  # what a seat remembers changes without a card being touched
        if moved or stirred:
            here = first
            end = first + self.seats
            while here < end:
                if stirred:
                    touched[here] |= stirred & self.eyes.own_sets[here - first]
                touched[here] |= moved
                here += 1
        news = touched[row]
        touched[row] = 0
        return news & self.all_zones

    def choose(self, shares: bytes) -> None:
        """`chosen` becomes for each table the possible answer at that share of all, in parts of 2^24."""
        chosen = self.chosen
        table: i64 = 0
        while table < self.number:
            chosen[table] = self.nth_answer(table, number_at(shares, table) * self.counts[table] >> 24)
            table += 1

    def nth_answer(self, table: i64, n: i64) -> i64:
        """What may be answered, the lowest first."""
        group = self.moves.group
        first = table * self.mask_words
        groups = self.groups[table]
        while groups:
            here = lowest_in(groups) << group >> 6
            groups &= groups - 1
            if groups == 0 and self.group_words == 1:
                return 64 * here + nth_in(self.possible[first + here], n)  # where else?
            end = here + self.group_words
            while here < end:
                word = self.possible[first + here]
                if word:
                    ones = ones_in(word)
                    if n < ones:
                        return 64 * here + nth_in(word, n)
                    n -= ones
                here += 1
        return -1

    def choices(self, table: i64) -> list[int]:
        """What the seat that is asked at that table may answer."""
        return [self.nth_answer(table, n) for n in range(self.counts[table])]

    def note_places(self, table: i64, rules: Rules) -> None:
        outcome = rules.outcome()
        if outcome is not None:
            for seat in range(self.seats):
                self.places[table * self.seats + seat] = u8(i64(outcome.places[seat]))


def number_at(data: bytes, table: i64) -> i64:
    """A table's number among those of all."""
    place = NUMBER_BYTES * table
    return i64(data[place]) | (i64(data[place + 1]) << 8) | (i64(data[place + 2]) << 16)
