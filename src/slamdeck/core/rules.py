"""The contract between a game and everything that plays it.

A game is one class: its state, and verbs that a player would recognise. It moves cards only through `cards`, takes
chance only from `dice`, reads the time only from `now`, and never sleeps: `deadline` says when time alone changes
the game, and the kernel calls `alarm` then.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.actions import Catalogue
from slamdeck.core.bits import ALL_BELOW, BIT, WORD_BIT, count, lowest_in, members, ones_in
from slamdeck.core.cards import Cards
from slamdeck.core.deck import Deck
from slamdeck.core.dice import Dice
from slamdeck.core.events import Event
from slamdeck.core.native import i64, mypyc_attr, u8, vec
from slamdeck.core.races import LAST_LOSES, RaceState
from slamdeck.core.sights import Clock
from slamdeck.core.zones import EVERYBODY, Layout

# What became of an input.
APPLIED: Final[i64] = 0
FOUL: Final[i64] = 1  # a move that the rules charge for
IGNORED: Final[i64] = 2  # late, bouncing, harmless: nothing happened, nobody is blamed
REJECTED: Final[i64] = 3  # nothing happened; only the sender is told, with clause and sentence
VERDICT_NAMES: Final = ("applied", "foul", "ignored", "rejected")

NEVER: Final[i64] = 1 << 60
NO_CARD: Final[i64] = 255

NO_CARDS: Final = Cards(Layout([], 0, 0))
NO_RACE: Final = RaceState()
BLANK: Final = vec[i64]([0] * (1 << 13))  # to copy from: that takes no time, filling a fresh vector does
NO_WORDS: Final = vec[i64]([])
MOST_BITS: Final[i64] = 62  # of a set that is one number
FEW_WORDS: Final[i64] = 6


@final
class Moves:
    """A list of action codes that is filled again and again without being built again.

    Many tables at once want a set rather than a list: `as_bits_of` makes them bits of somebody's words, where no code
    is ever written down. Games only `add`; those that know many codes at once ask `as_bits` and set them together.
    """

    def __init__(self, room: i64) -> None:
        self.codes: vec[i64] = BLANK[:room] if room <= len(BLANK) else vec[i64]([0] * room)
        self.count: i64 = 0
        self.as_bits = False
        self.words: vec[i64] = NO_WORDS
        self.first: i64 = 0  # of the words, that of the codes from 0 on
        self.group: i64 = 6  # neighbouring codes, 64 of them or a power of two more, are a group: that power
        self.groups: i64 = 0  # the groups with a bit in them
        self.few: i64 = 0  # words of a set that has so few that they are all gone through; 0: it has more

    def add(self, code: i64) -> None:
        if self.as_bits:
            self.set_bit(code)
        else:
            self.codes[self.count] = code
            self.count += 1

    def add_run(self, first: i64, number: i64) -> None:
        """So many neighbouring codes."""
        if self.as_bits and number <= MOST_BITS:
            self.set_bits(first, ALL_BELOW[number])
        else:
            for code in range(first, first + number):
                self.add(code)

    def add_set(self, chosen: i64) -> None:
        """The codes that are members of a set of numbers below 62, the lowest first."""
        if self.as_bits:
            self.join(0, chosen)
        else:
            while chosen:
                self.add(lowest_in(chosen))
                chosen &= chosen - 1

    def at(self, index: i64) -> i64:
        return self.codes[index]

    def listed(self) -> list[int]:
        if self.as_bits:
            return self.listed_bits()
        return [self.codes[i] for i in range(self.count)]

    # ---- as a set ------------------------------------------------------------------------------------

    def become_bits(self, size: i64, sets: i64) -> i64:
        """From now on a bit for each code below the size, in words with room for so many sets.

        Returns how many words each of them has.
        """
        self.as_bits = True
        while (size - 1) >> self.group >= MOST_BITS:
            self.group += 1
        each = ((size - 1) >> self.group) + 1 << (self.group - 6)
        self.words = vec[i64]([0] * (sets * each))
        if each <= FEW_WORDS:
            self.few = each
        return each

    def begin_set(self, first: i64, groups: i64) -> None:
        """A set from that word on; only these groups of an earlier one have to be cleared."""
        self.first = first
        self.count = 0
        self.groups = 0
        if self.few:
            self.clear_words(first, first + self.few)
            return
        many = BIT[self.group - 6]
        while groups:
            here = first + (lowest_in(groups) << (self.group - 6))
            groups &= groups - 1
            self.clear_words(here, here + many)

    def clear_words(self, here: i64, end: i64) -> None:
        words = self.words
        while here < end:
            words[here] = 0
            here += 1

    def set_bit(self, code: i64) -> None:
        here = self.first + (code >> 6)
        word = self.words[here]
        bit = WORD_BIT[code & 63]
        if not word & bit:
            self.words[here] = word | bit
            self.groups |= BIT[code >> self.group]
            self.count += 1

    def set_bits(self, first: i64, chosen: i64) -> None:
        """The codes so far from the first, for every member of a set of numbers below 62."""
        shift = first & 63
        if shift < 3:
            self.join(first >> 6, chosen << shift)
        else:
            self.join(first >> 6, (chosen & ALL_BELOW[64 - shift]) << shift)
            beyond = chosen >> (64 - shift)
            if beyond:
                self.join((first >> 6) + 1, beyond)

    def join(self, place: i64, bits: i64) -> None:
        words = self.words
        here = self.first + place
        word = words[here]
        words[here] = word | bits
        self.count += ones_in(bits & ~word)
        self.groups |= BIT[place << 6 >> self.group]

    def listed_bits(self) -> list[int]:
        found: list[int] = []
        for group in members(self.groups):
            for place in range(group << self.group >> 6, (group + 1) << self.group >> 6):
                word = self.words[self.first + place]
                found += [64 * place + bit for bit in range(64) if word & WORD_BIT[bit]]
        return found


class Outcome:
    """How a game ended: every seat's place (1 is best, equals share the better place), its points, and why."""

    def __init__(self, places: list[int], points: list[int], reason: str, clause: str) -> None:
        self.places = places
        self.points = points
        self.reason = reason
        self.clause = clause

    def winners(self) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place == 1]


def places_by(keys: list[int]) -> list[int]:
    """Places from keys, the highest first; equal keys share the better place."""
    return [1 + sum(1 for other in keys if other > key) for key in keys]


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Rules:
    """State and verbs of one game at one table; every game derives its class from this one, compiled or not.

    What is read again and again has a default here, although `__init__` sets it at once: then compiled games need not
    ask every time whether somebody else's class has forgotten to call it.
    """

    seats: i64 = 0
    now: i64 = 0
    deadline: i64 = NEVER
    over: bool = False
    version: i64 = 0  # of these rules, said by whoever sets the table up
    counted: bool = False  # does the lab keep a tally?
    tally: vec[i64]  # there only if it does
    clause: str = ""  # of the last input that was not applied, and the sentence for its sender
    why: str = ""
    cards: Cards = NO_CARDS
    race: RaceState = NO_RACE

    def __init__(self, layout: Layout, deck: Deck, catalogue: Catalogue, dice: Dice, source: Rules | None) -> None:
        self.deck = deck
        self.catalogue = catalogue
        self.layout = layout
        self.dice = dice
        self.seats = layout.seats
        if source is None:
            self.cards = Cards(layout)
            self.race = RaceState()
        else:
            self.cards = source.cards.clone()
            self.race = source.race.clone()
            self.now = source.now
            self.deadline = source.deadline
            self.over = source.over
            self.version = source.version

    # ---- what every game defines -----------------------------------------------------------------

    def deal(self) -> None:
        """Begin a new game at time 0, whatever was on the table before."""
        raise NotImplementedError

    def act(self, seat: i64, action: i64) -> i64:
        """Carry out an input at time `now`; returns the verdict. Called by the kernel only."""
        raise NotImplementedError

    def alarm(self) -> None:
        """The deadline has come: do what time alone does. Called by the kernel only, at `now` = `deadline`."""
        raise NotImplementedError

    def legal(self, seat: i64, at: i64, moves: Moves) -> None:
        """Fill in every action that would not be rejected at that time, fouls included: a foul is a move.

        `at` lies at or after `now` and before the deadline: what may be done if nothing happens until then.
        """
        raise NotImplementedError

    def sensible(self, seat: i64, at: i64, moves: Moves) -> None:
        """Fill in what somebody in earnest would consider at that time: no fouls, nothing without effect.

        For the lab's random players. A seat never sees this list: it would tell that a pile can be slapped.
        """
        raise NotImplementedError

    def awaited(self) -> i64:
        """The set of seats (or HOST) whose input the game could use now."""
        raise NotImplementedError

    def contenders(self) -> i64:
        """The set of seats whose earlier input could still matter to one that waits; by public facts only."""
        raise NotImplementedError

    def race_possible(self) -> bool:
        """May a race be on, as far as everybody can see? While one may, screens report far more often what they show.
        Public facts only: never whether a hand would be right."""
        if self.race.goal == LAST_LOSES:
            return self.race.open  # everybody has seen what it is about
        return count(self.contenders() & ALL_BELOW[self.seats]) > 1

    def branch(self, dice: Dice) -> Rules:
        """An independent copy that goes on with other dice."""
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        raise NotImplementedError

    def phase(self) -> str:
        """The phase of section 5 of the game's rules, by name; public."""
        raise NotImplementedError

    def truth(self) -> dict[str, object]:
        """Every state field by its scenario name, except the zones: for scenarios and digests, never for a seat."""
        raise NotImplementedError

    def assume(self, field: str, value: object) -> None:
        """Set a field of `truth` in a position given by hand; ValueError says what is wrong with the value."""
        raise NotImplementedError

    def facts(self, seat: i64) -> dict[str, object]:
        """What this seat (or PUBLIC) knows besides the cards it sees: built up, never filtered down."""
        raise NotImplementedError

    # ---- what a game may say ------------------------------------------------------------------------

    def waits_for(self) -> i64:
        """The set of seats (or HOST) that the game waits for, by public facts only: not those who merely may act.

        A game says so itself where `awaited` has others in it, or tells more than a seat may know.
        """
        return self.awaited()

    def clock(self, seat: i64) -> Clock | None:
        """The time that will act by itself, for this seat (or PUBLIC) to see; none if nothing is due.

        Only what follows from facts that everybody knows: never a deadline that a sealed hand, a bounce or a secret
        has set. The next deadline may come before it.
        """
        return None

    # ---- what every game has ------------------------------------------------------------------------

    def countdown(self, seats: i64, since: i64, until: i64) -> Clock | None:
        """A clock for a set of seats that has run since then and will act at `until`, if it ever does."""
        if until >= NEVER:
            return None
        return Clock(members(seats), until - self.now, until - since)

    def clone(self) -> Rules:
        """An independent copy with the same future."""
        return self.branch(self.dice.clone())

    def imagine(self, seat: i64, dice: Dice) -> Rules:
        """Another world that this seat cannot tell from the true one, with other dice."""
        world = self.branch(dice)
        world.cards.imagine(seat, dice, self.deck.backs)
        world.forget(seat, dice)
        world.reread()
        return world

    def forget(self, seat: i64, dice: Dice) -> None:
        """Replace whatever this seat cannot know besides cards (a slap that may be a fake, a named target)."""

    def reread(self) -> None:
        """Recompute whatever was cached from cards, after they were changed by `imagine` or a scenario."""

    def begin_position(self) -> None:
        """The cards of a position given by hand are laid out: set what holds unless its fields say otherwise."""

    def settled(self) -> None:
        """A position given by hand is complete: derive what it left open, and the deadline."""

    def read(self, seat: i64, text: str) -> int:
        """The action a person wrote; games whose words depend on the hand resolve them here."""
        return self.catalogue.parse(text)

    def wording(self, seat: i64, action: i64) -> str:
        """The inverse of `read`: the action in the words of that seat."""
        return self.catalogue.texts.get(action) or self.catalogue.text(action)

    def lay_out_deck(self, zone: i64, deck: vec[u8]) -> None:
        """Clear the table and put these cards, in this order, into one zone."""
        self.cards.clear()
        self.cards.fill(zone, deck)

    def ignored(self, clause: str, why: str) -> i64:
        self.clause = clause
        self.why = why
        return IGNORED

    def rejected(self, clause: str, why: str) -> i64:
        self.clause = clause
        self.why = why
        return REJECTED

    def foul(self, clause: str, why: str) -> i64:
        self.clause = clause
        self.why = why
        return FOUL

    def tell(self, what: str, clause: str, seat: i64, number: i64, why: str = "") -> None:
        """Say something that all may hear, in the game's own word; `why`: what there is to say about it."""
        if self.cards.watched:
            self.tell_everybody(what, clause, seat, number, why)

    def tell_everybody(self, what: str, clause: str, seat: i64, number: i64, why: str) -> None:
        """The second half of `tell`, apart so that the first is a mere test where nobody listens."""
        self.cards.told.append(Event(what, NO_CARD, -1, -1, number, EVERYBODY, seat, clause, why))

    def count(self, what: i64, amount: i64) -> None:
        """Add to the lab's statistics, if they are kept."""
        if self.counted:
            self.add_up(what, amount)

    def add_up(self, what: i64, amount: i64) -> None:
        self.tally[what] += amount

    def keep_tally(self, names: i64) -> None:
        self.counted = True
        self.tally = vec[i64]([0] * names)

    def left_of(self, seat: i64) -> i64:
        """The next seat clockwise."""
        if seat + 1 == self.seats:
            return 0
        return seat + 1
