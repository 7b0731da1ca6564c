"""A game in one's hands: what `slamdeck.new` gives. Made for people at a prompt and for programs that try things out.

It is the kernel's game with a clock of its own: every input says how long after the one before it comes. What was put
in, and when, is the whole of it, so two games that were played alike are equal, and any of them fits into a few bytes.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from operator import index
from pathlib import Path
from typing import Final, SupportsIndex

import msgspec

from slamdeck.core.bits import members
from slamdeck.core.deck import Deck
from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.kernel import Entry, Game
from slamdeck.core.options import Options
from slamdeck.core.problems import Problem, UsageProblem
from slamdeck.core.rules import FOUL, REJECTED, VERDICT_NAMES, Rules
from slamdeck.core.sights import Told
from slamdeck.core.views import View, heard_by, legal_codes, view_of
from slamdeck.core.zones import HOST, PUBLIC
from slamdeck.games import find_game
from slamdeck.lab.drawing import as_svg, as_text
from slamdeck.table.journal.recording import Recording, nameless

MOST_MS: Final = 1 << 40  # of game time: more than thirty years
SEEDS: Final = 1 << 62
NOBODY_IN_PARTICULAR: Final = FastDice(1)  # chance for questions whose answer may hang on nothing that is secret


@dataclass(frozen=True)
class Reply:
    """What became of one input: `ok`, or else the clause that says why not, and its sentence."""

    at: int
    seat: int | None
    action: str
    verdict: str  # applied, foul, ignored or rejected
    clause: str
    why: str
    told: tuple[Told, ...] = ()  # what everybody could see and hear

    @property
    def ok(self) -> bool:
        return self.verdict == VERDICT_NAMES[0]

    def __repr__(self) -> str:
        because = f" ({self.clause}: {self.why})" if self.clause else f" ({self.why})" if self.why else ""
        who = "host" if self.seat == HOST else f"seat {self.seat}"
        return f"<{self.at} ms, {who}, {self.action!r}: {self.verdict}{because}>"


@dataclass(frozen=True)
class MatchSetup:
    """What a game is dealt from."""

    info: GameInfo
    version: int  # of the rules
    seats: int
    seed: int
    options: Options
    deck: Deck

    def deal(self) -> Game:
        dice = FastDice(self.seed)
        return Game(self.info.table(self.seats, self.deck, self.options, dice, self.version))

    def same_as(self, other: MatchSetup) -> bool:
        mine = (self.info.slug, self.version, self.seats, self.seed, self.options)
        theirs = (other.info.slug, other.version, other.seats, other.seed, other.options)
        return mine == theirs and (self.deck is other.deck or self.deck.data == other.deck.data)


class Match:
    """One game being played, by whoever holds it."""

    def __init__(self, setup: MatchSetup, game: Game, inputs: list[tuple[int, int, int]], log: list[Reply]) -> None:
        self.setup = setup
        self.game = game
        self.inputs = inputs  # (at, seat, action) of all that counted; what was rejected has left no trace
        self.log = log

    # ---- looking ---------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        return self.game.rules

    @property
    def name(self) -> str:
        return self.setup.info.slug

    @property
    def seats(self) -> int:
        return self.setup.seats

    @property
    def seed(self) -> int:
        return self.setup.seed

    @property
    def options(self) -> Options:
        return self.setup.options

    @property
    def clock(self) -> int:
        """Milliseconds of game time since the deal."""
        return self.rules.now

    @property
    def phase(self) -> str:
        return self.rules.phase()

    @property
    def over(self) -> bool:
        return self.rules.over

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is, as everybody knows."""
        turn = self.rules.facts(PUBLIC).get("turn")
        return turn if isinstance(turn, int) and not self.over else None

    @property
    def awaiting(self) -> list[int]:
        """The seats that the game waits for, the seat on turn first; not those who merely may slap or shout."""
        waiting = members(self.rules.waits_for())
        turn = self.turn
        return sorted(waiting, key=lambda seat: seat != turn)

    @property
    def places(self) -> list[int] | None:
        """Every seat's place once the game is over; 1 is best, equals share the better one."""
        outcome = self.rules.outcome()
        return None if outcome is None else outcome.places

    @property
    def points(self) -> list[int] | None:
        outcome = self.rules.outcome()
        return None if outcome is None else outcome.points

    def legal(self, seat: int | None, after: int = 0, fouls: bool = True) -> list[str]:
        """What the seat may do, now or so many milliseconds later: everything that would not be rejected.

        A foul is a move, and in the list. Without `fouls` those are left out that would be one as far as the seat can
        know: each is tried in a world that it cannot tell from this one.
        """
        seat = self.checked_seat(seat)
        at = self.clock + check_time(after)
        codes = legal_codes(self.ahead(at), seat, at)
        if not fouls:
            codes = [code for code in codes if not self.looks_foul(seat, code, at)]
        return [self.rules.wording(seat, code) for code in codes]

    def ahead(self, at: int) -> Rules:
        """The game as it will be then if nobody does anything; no list of moves looks beyond a deadline."""
        if self.rules.deadline > at:
            return self.rules
        later = self.copy()
        later.game.wait(at)
        return later.rules

    def looks_foul(self, seat: int, code: int, at: int) -> bool:
        if seat == HOST:
            return False
        world = self.ahead(at).imagine(seat, NOBODY_IN_PARTICULAR.clone())
        world.now = at
        return world.act(seat, code) == FOUL

    def view(self, seat: int | None = None) -> View:
        """What a seat sees, or what everybody does: `view.centre[-1]` is the top card of the centre."""
        if seat is None:
            return view_of(self.rules, PUBLIC)
        return view_of(self.rules, self.checked_seat(seat))

    def checked_seat(self, seat: object) -> int:
        found = whole(seat)
        if found is not None and (0 <= found < self.seats or found == HOST):
            return found
        raise UsageProblem(f"there is no seat {seat!r}: this table has seats 0 to {self.seats - 1}")

    # ---- playing ---------------------------------------------------------------------------------

    def act(self, seat: int | None, action: str, after: int = 0) -> Reply:
        """An input, so many milliseconds after the last one. It is answered, whatever it is, and never raises."""
        try:
            actor = self.checked_seat(seat)
            at = self.clock + check_time(after)
            if not isinstance(action, str):
                raise UsageProblem(f"{action!r} is not an action in words")
            code = self.rules.read(actor, action)
        except Problem as problem:
            return self.written(Reply(self.clock, whole(seat), str(action), VERDICT_NAMES[REJECTED], "", str(problem)))
        entry = self.game.input(at, actor, code)
        if entry.verdict != REJECTED:
            self.inputs.append((at, actor, code))
        return self.written(self.reply(entry, action))

    def wait(self, after: int) -> Reply:
        """Let time pass: deadlines come, each at its own moment."""
        return self.written(self.reply(self.game.wait(self.clock + check_time(after)), "wait"))

    def wait_for_deadline(self) -> Reply:
        """Let time pass until it changes something by itself, if it ever does."""
        return self.wait(min(max(self.rules.deadline - self.clock, 0), MOST_MS))

    def reply(self, entry: Entry, action: str) -> Reply:
        told = tuple(heard_by(self.rules, entry.told, PUBLIC))
        return Reply(entry.at, entry.seat, action, VERDICT_NAMES[entry.verdict], entry.clause, entry.why, told)

    def written(self, reply: Reply) -> Reply:
        self.log.append(reply)
        return reply

    # ---- keeping ---------------------------------------------------------------------------------

    def copy(self) -> Match:
        """The same game once more, with the same future; neither knows of the other."""
        return Match(self.setup, Game(self.rules.clone(), dealt=True), self.inputs[:], self.log[:])

    def record(self) -> bytes:
        """The game as a record, such as `slamdeck replay` and `slamdeck verify` read."""
        setup = self.setup
        names = nameless(setup.seats)
        recording = Recording(setup.info, names, setup.options, setup.seed, setup.deck, version=setup.version)
        for at, seat, action in self.inputs:
            recording.input(at, seat, action)
        if recording.rules.now < self.clock:
            recording.wait(self.clock)
        return recording.to_bytes()

    def to_bytes(self) -> bytes:
        """The whole game in a few bytes; `slamdeck.from_bytes` reads them, in any process, on any machine."""
        from slamdeck.lab.state_bytes import write_match

        return write_match(self)

    def __reduce__(self) -> tuple[object, tuple[bytes]]:
        from slamdeck.lab.state_bytes import from_bytes

        return from_bytes, (self.to_bytes(),)

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Dealt alike and played alike, to the millisecond: then everything that can follow is alike, too."""
        if not isinstance(other, Match):
            return NotImplemented
        same_play = self.inputs == other.inputs and self.clock == other.clock
        return same_play and self.setup.same_as(other.setup)

    def __hash__(self) -> int:
        """As `==` sees it. A game that is in a set or a key of a dict must not be played on: put a copy there."""
        setup = self.setup
        return hash((setup.info.slug, setup.seats, setup.seed, self.clock, len(self.inputs), *self.inputs[-4:]))

    # ---- showing ---------------------------------------------------------------------------------

    def heading(self) -> str:
        info = self.setup.info
        if self.over:
            state = "over"
        else:
            waiting = ["the host" if seat == HOST else f"seat {seat}" for seat in self.awaiting]
            state = f"waits for {', '.join(waiting)}" if waiting else "time decides"
        return f"{info.title}, {self.seats} seats, seed {self.seed}: {self.phase} at {self.clock} ms, {state}"

    def __repr__(self) -> str:
        """The table as everybody sees it."""
        return as_text(self.heading(), self.view())

    def svg(self, seat: int | None = None) -> str:
        """The table as a picture, as everybody or as one seat sees it."""
        return as_svg(self.heading(), self.view(seat))

    def _repr_html_(self) -> str:
        return f"<div>{self.svg()}</div>"


def whole(value: object) -> int | None:
    """A whole number, also one of NumPy's; None if it is something else, and True is."""
    return None if isinstance(value, bool) or not isinstance(value, SupportsIndex) else index(value)


def check_time(after: object) -> int:
    found = whole(after)
    if found is None or not 0 <= found <= MOST_MS:
        raise UsageProblem(f"{after!r} is not a time: whole milliseconds after the last input, at least 0")
    return found


def new(
    game: str,
    seats: int | None = None,
    seed: int | None = None,
    *,
    deck: str | Path | Mapping[str, object] | None = None,
    **options: object,
) -> Match:
    """A new game, dealt. The same seed deals the same cards; without one it is drawn, and `seed` of the game tells it.

    `deck` is a deck file of one's own (or its content), the other names are house rules: `slamdeck rules GAME`.
    """
    info = find_game(game)
    setup = setup_of(info, usual_seats(info) if seats is None else seats, seed, deck, options)
    return start(setup)


def setup_of(
    info: GameInfo,
    seats: int,
    seed: int | None,
    deck: str | Path | Mapping[str, object] | None,
    options: Mapping[str, object],
) -> MatchSetup:
    chosen = whole(seats)
    if chosen is None:
        raise UsageProblem(f"{seats!r} is not a number of seats")
    info.check_seats(chosen)
    agreed = info.read_options(dict(options), chosen)
    return MatchSetup(info, info.rules_version, chosen, check_seed(seed), agreed, deck_of(info, deck))


def deck_of(info: GameInfo, deck: str | Path | Mapping[str, object] | None) -> Deck:
    """The game's own cards, or those of a file, or of its content."""
    if isinstance(deck, Mapping):
        return info.deck_from(dict(deck), "the deck")
    if deck is not None and not isinstance(deck, str | Path):
        raise UsageProblem(f"{deck!r} is no deck: it is the name of a deck file, or its content")
    return info.deck(None if deck is None else Path(deck))


def check_seed(seed: object) -> int:
    if seed is None:
        return random.SystemRandom().randrange(SEEDS)
    found = whole(seed)
    if found is None or not 0 <= found < SEEDS:
        raise UsageProblem(f"{seed!r} is not a seed: a whole number from 0 to 2^62 − 1")
    return found


def usual_seats(info: GameInfo) -> int:
    return min(4, info.most)


def start(setup: MatchSetup) -> Match:
    return Match(setup, setup.deal(), [], [])


def plain_options(options: Options) -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(options)
    return plain
