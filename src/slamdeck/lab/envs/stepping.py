"""Who is asked what, decision by decision: the one loop under every environment.

A seat is asked when the game could use its input. Where several could act (a race, something to slap, a line to clear)
they are asked one by one in a drawn order, a few milliseconds apart, each of them once: who has said "wait" is asked
again when something has happened. If all of them wait, time goes on to the next deadline. The host's word needs nobody.
Whatever may be done is offered, fouls included: they are moves, and the rules charge for them.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.bits import ALL_BELOW, BIT, count, lowest, nth
from slamdeck.core.cards import Cards
from slamdeck.core.dice import FastDice
from slamdeck.core.kernel import advance
from slamdeck.core.native import i64, u8, vec
from slamdeck.core.races import LAST_LOSES
from slamdeck.core.rules import NEVER, REJECTED, Moves, Rules
from slamdeck.core.schedule import is_due, pause_before
from slamdeck.core.zones import HOST, OPEN, OWNER, TOP

HEAD: Final[i64] = 4  # bytes before the zones: phase, whom the game waits for, hands that are down, seats
ZONE_BYTES: Final[i64] = 3  # size, face, top card
ANSWER_BYTES: Final[i64] = 4  # three count


@final
class Stepper:
    """One table that is dealt again and again, a decision at a time."""

    def __init__(self, rules: Rules, deal_dice: FastDice, order_dice: FastDice, most: i64) -> None:
        self.rules = rules
        self.deal_dice = deal_dice
        self.order_dice = order_dice
        self.most: i64 = most  # decisions; a game that takes more is cut off
        self.wait: i64 = rules.catalogue.size  # the code that is no action: let the occasion pass
        self.moves = Moves(rules.catalogue.size + 1)
        self.seat: i64 = 0
        self.at: i64 = 0
        self.waited: i64 = 0  # the seats that let this occasion pass
        self.made: i64 = 0  # decisions so far
        self.cut_off = False

    def deal(self, seed: i64, order_seed: i64) -> None:
        """Begin a game; everything in it follows from the two seeds and the answers."""
        self.deal_dice.reseed(seed)
        self.order_dice.reseed(order_seed)
        self.rules.deal()
        self.at = self.rules.now
        self.waited = 0
        self.made = 0
        self.cut_off = False
        self.find_next()

    def over(self) -> bool:
        return self.rules.over or self.cut_off

    def answer(self, action: i64) -> i64:
        """The seat that was asked does that, or waits; returns the verdict (of a wait: that of an action rejected).

        An action that is not possible is a wait.
        """
        rules = self.rules
        verdict: i64 = REJECTED
        self.made += 1
        if action >= 0 and action < self.wait:
            rules.now = self.at
            verdict = rules.act(self.seat, action)
        if verdict == REJECTED:
            self.waited |= BIT[self.seat]
        else:
            self.waited = 0
        if self.made >= self.most:
            self.cut_off = not rules.over
            self.moves.count = 0
        else:
            self.find_next()
        return verdict

    def find_next(self) -> None:
        """Go on to the next decision: `seat`, `at` and `moves` tell of it; no moves when the game is over."""
        rules = self.rules
        moves = self.moves
        dice = self.order_dice
        moves.count = 0
        while not rules.over:
            awaited = rules.awaited()
            asked = awaited & ~self.waited
            if asked == 0:
                self.waited = 0
                if rules.deadline < NEVER:
                    self.pass_time(rules.deadline)
                    continue
                asked = awaited
                if asked == 0:
                    self.cut_off = True  # nobody can do anything, and nothing is due
                    return
            at = self.at + pause_before(asked, dice)
            if is_due(rules, at):
                self.pass_time(at)
                continue
            seat = lowest(asked)
            if asked & (asked - 1):
                seat = nth(asked, dice.below(count(asked)))
            self.at = at
            if seat == HOST:
                rules.now = at
                rules.act(HOST, rules.catalogue.host_action)
                continue
            rules.legal(seat, at, moves)
            if moves.count > 0:
                self.seat = seat
                if awaited & (awaited - 1) or rules.deadline < NEVER:
                    moves.add(self.wait)
                return

    def pass_time(self, at: i64) -> None:
        advance(self.rules, at)
        self.at = at
        self.waited = 0

    def choices(self) -> list[int]:
        """What the seat that is asked may answer."""
        return self.moves.listed()

    def asked_with(self) -> i64:
        """The set of seats that are asked at this moment: in a race, all that have not answered."""
        if self.over():
            return 0
        return self.rules.awaited() & ~self.waited & ALL_BELOW[self.rules.seats] | BIT[self.seat]

    def choices_of(self, seat: i64) -> list[int]:
        """What another of them may answer."""
        if seat == self.seat:
            return self.moves.listed()
        moves = Moves(self.wait + 1)
        self.rules.legal(seat, self.at, moves)
        moves.add(self.wait)
        return moves.listed()

    def copy(self) -> Stepper:
        """The same table once more, with the same future."""
        deal_dice = FastDice(0)
        deal_dice.take_over(self.deal_dice)
        order_dice = FastDice(0)
        order_dice.take_over(self.order_dice)
        twin = Stepper(self.rules.branch(deal_dice), deal_dice, order_dice, self.most)
        for code in self.moves.listed():
            twin.moves.add(code)
        twin.seat = self.seat
        twin.at = self.at
        twin.waited = self.waited
        twin.made = self.made
        twin.cut_off = self.cut_off
        return twin


@final
class Eyes:
    """What a seat sees, as bytes: the same length and order whoever looks, seats counted from the one that looks.

    A head (phase, whom the game waits for, hands that are down in a race of all hands, number of seats); for every zone
    its size, its face and its top card (the kind plus one; 0 if the seat does not know it); then for every kind how
    many of them the seat knows in its own zones. Only what the seat sees now goes in, or what it has seen, where the
    table remembers (`cards.track`).
    """

    def __init__(self, rules: Rules, phases: list[str]) -> None:
        layout = rules.layout
        self.seats: i64 = rules.seats
        self.zones: i64 = layout.zones
        self.kinds: i64 = i64(len(rules.deck.kinds))
        self.width: i64 = HEAD + ZONE_BYTES * self.zones + self.kinds
        self.phases: dict[str, int] = {name: number for number, name in enumerate(phases)}
        order: list[int] = []
        for seat in range(rules.seats):
            order += zones_from(rules, seat)
        self.order: vec[i64] = vec[i64](order)  # of zones, for each seat that looks
        self.owners: vec[u8] = layout.owners
        self.names = phases
        self.named: i64 = i64(len(phases))

    def room(self) -> vec[u8]:
        """Room for one look."""
        return vec[u8]([0] * self.width)

    def look(self, rules: Rules, seat: i64, seen: vec[u8], start: i64) -> None:
        """Write down what that seat sees, from that place on."""
        seen[start] = u8(self.number_of(rules.phase()))
        seen[start + 1] = u8(self.turned(rules.waits_for(), seat))
        down: i64 = 0
        if rules.race.open and rules.race.goal == LAST_LOSES:
            down = self.turned(rules.race.down, seat)
        seen[start + 2] = u8(down)
        seen[start + 3] = u8(self.seats)
        here = start + HEAD
        own = here + ZONE_BYTES * self.zones
        end = own + self.kinds
        i = own
        while i < end:
            seen[i] = u8(0)
            i += 1
        cards = rules.cards
        buffer = cards.buffer  # read as it lies: asking card by card costs more than all the rest
        starts = cards.starts
        order = self.order
        owners = self.owners
        i = self.zones * seat
        last = i + self.zones
        while i < last:
            zone = order[i]
            size = i64(buffer[zone])
            face = i64(buffer[self.zones + zone])
            mine = i64(owners[zone]) == seat
            sees = face >= OPEN or (face == OWNER and mine)  # all of it, or its top
            top: i64 = 0
            if size > 0:
                place = starts[zone] + size - 1
                if sees or (cards.tracked and i64(cards.known[place]) & BIT[seat]):
                    top = i64(buffer[place]) + 1
                if mine:
                    if sees and face != TOP:
                        count_all(buffer, starts[zone], place, seen, own)
                    elif sees or cards.tracked:
                        self.count_known(cards, seat, zone, size, seen, own)
            seen[here] = u8(size)
            seen[here + 1] = u8(face)
            seen[here + 2] = u8(top)
            here += ZONE_BYTES
            i += 1

    def number_of(self, phase: str) -> i64:
        """A game names its phases by the very same strings again and again: no need to read them."""
        names = self.names
        i: i64 = 0
        while i < self.named:
            if names[i] is phase:
                return i
            i += 1
        return i64(self.phases[phase])

    def count_known(self, cards: Cards, seat: i64, zone: i64, size: i64, seen: vec[u8], own: i64) -> None:
        i: i64 = 0
        while i < size:
            if cards.knows(seat, zone, i):
                place = own + cards.at(zone, i)
                seen[place] = u8(i64(seen[place]) + 1)
            i += 1

    def turned(self, seats: i64, seat: i64) -> i64:
        """A set of seats, counted from the one that looks; the host stays the host."""
        players = seats & ALL_BELOW[self.seats]
        rest = seats - players
        low = players & ALL_BELOW[seat]
        return rest | players >> seat | low << (self.seats - seat)


def count_all(buffer: vec[u8], first: i64, last: i64, seen: vec[u8], own: i64) -> None:
    """Count the cards that lie in these places by their kinds."""
    while first <= last:
        place = own + i64(buffer[first])
        seen[place] = u8(i64(seen[place]) + 1)
        first += 1


def zones_from(rules: Rules, seat: int) -> list[int]:
    """All zones in their order, those of each row beginning with the seat that looks."""
    layout = rules.layout
    found: list[int] = []
    for row in layout.rows:
        zones = layout.zones_of(row.name)
        turn = seat * row.each
        found += zones[turn:] + zones[:turn] if row.each else zones
    return found


@final
class Tables:
    """Many tables of one game, a decision of each at a time; a game that is over is dealt anew at once.

    The results lie in vectors that are filled again and again, table after table: `seen` (what the asked seat sees),
    `possible` (a bit for every answer, lowest first), `asked` (seats), and of a game that has just ended `ended` (1:
    over, 2: cut off) and `places`. Answers come as bytes, ANSWER_BYTES for each table, the lowest first.
    """

    def __init__(self, steppers: list[Stepper], eyes: Eyes, seeds: list[int]) -> None:
        self.steppers = steppers
        self.eyes = eyes
        number = i64(len(steppers))
        self.number: i64 = number
        self.seats: i64 = eyes.seats
        self.mask_bytes: i64 = (steppers[0].wait + 8) // 8
        self.seen: vec[u8] = vec[u8]([0] * (number * eyes.width))
        self.possible: vec[u8] = vec[u8]([0] * (number * self.mask_bytes))
        self.asked: vec[u8] = vec[u8]([0] * number)
        self.ended: vec[u8] = vec[u8]([0] * number)
        self.places: vec[u8] = vec[u8]([0] * (number * eyes.seats))
        self.chosen: vec[u8] = vec[u8]([0] * (number * ANSWER_BYTES))
        self.seeds: vec[i64] = vec[i64](seeds)  # of every table's first game …
        self.dealt: vec[i64] = vec[i64]([0] * number)  # … and how many it has dealt

    def deal_all(self) -> None:
        table: i64 = 0
        while table < self.number:
            self.dealt[table] = 0
            self.deal(table)
            self.show(table, self.steppers[table])
            self.ended[table] = u8(0)
            table += 1

    def deal(self, table: i64) -> None:
        """Its next game. One that is over as soon as it is dealt does not exist, so this comes to an end."""
        stepper = self.steppers[table]
        number = self.dealt[table]
        self.dealt[table] = number + 1
        stepper.deal(mixed(self.seeds[table], 2 * number), mixed(self.seeds[table], 2 * number + 1))

    def step(self, answers: bytes) -> None:
        """One answer for each table."""
        table: i64 = 0
        while table < self.number:
            stepper = self.steppers[table]
            self.clear_mask(table, stepper.moves)
            stepper.answer(number_at(answers, ANSWER_BYTES * table))
            ended: i64 = 0
            if stepper.rules.over:
                ended = 1
                self.note_places(table, stepper.rules)
            elif stepper.cut_off:
                ended = 2
            self.ended[table] = u8(ended)
            if ended > 0:
                self.deal(table)
            self.show(table, stepper)
            table += 1

    def choose(self, shares: bytes) -> None:
        """`chosen` becomes for each table the possible answer at that share of its list, in parts of 2^24."""
        chosen = self.chosen
        here: i64 = 0
        table: i64 = 0
        while table < self.number:
            moves = self.steppers[table].moves
            code = moves.codes[number_at(shares, here) * moves.count >> 24]
            chosen[here] = u8(code & 255)
            chosen[here + 1] = u8((code >> 8) & 255)
            chosen[here + 2] = u8((code >> 16) & 255)
            here += ANSWER_BYTES
            table += 1

    def show(self, table: i64, stepper: Stepper) -> None:
        self.asked[table] = u8(stepper.seat)
        self.eyes.look(stepper.rules, stepper.seat, self.seen, table * self.eyes.width)
        possible = self.possible
        start = table * self.mask_bytes
        codes = stepper.moves.codes
        number = stepper.moves.count
        i: i64 = 0
        while i < number:
            code = codes[i]
            place = start + (code >> 3)
            possible[place] = u8(i64(possible[place]) | BIT[code & 7])
            i += 1

    def clear_mask(self, table: i64, moves: Moves) -> None:
        """All of it, or only where something was set, whichever is less: the mask of a large catalogue is long."""
        possible = self.possible
        start = table * self.mask_bytes
        number = moves.count
        if number < self.mask_bytes:
            codes = moves.codes
            i: i64 = 0
            while i < number:
                possible[start + (codes[i] >> 3)] = u8(0)
                i += 1
        else:
            end = start + self.mask_bytes
            while start < end:
                possible[start] = u8(0)
                start += 1

    def note_places(self, table: i64, rules: Rules) -> None:
        outcome = rules.outcome()
        if outcome is not None:
            for seat in range(self.seats):
                self.places[table * self.seats + seat] = u8(i64(outcome.places[seat]))


def number_at(data: bytes, place: i64) -> i64:
    """A number of three bytes, the lowest first."""
    return i64(data[place]) | (i64(data[place + 1]) << 8) | (i64(data[place + 2]) << 16)


def mixed(seed: i64, number: i64) -> i64:
    """A seed of its own for each number (a multiplicative hash of 31 bits a time: no product is too large)."""
    low = (seed & 0x7FFFFFFF) * 0x5DEECE66 + number * 0x2545F491 + 11
    high = (seed >> 31) * 0x41C64E6D + (low >> 29)
    low = ((low ^ (low >> 17)) & 0x7FFFFFFF) * 0x2C1B3C6D
    high = ((high ^ (high >> 13)) & 0x7FFFFFFF) * 0x297A2D39
    return ((low ^ (high >> 7)) & 0x7FFFFFFF) | (((high ^ (low >> 11)) & 0x3FFFFFFF) << 31)
