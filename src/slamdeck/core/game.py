"""What a game says about itself, and how a table of it is set up.

A game is a folder of ours, or a package from elsewhere; either way everything that others need to know about it is in
its `GameInfo`, and nothing else knows a verb, an event, a phase or an option of it by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from slamdeck.core.counted_cards import CardsOfAKind
from slamdeck.core.deck import Deck, Kind, load_deck, parse_deck, read_deck
from slamdeck.core.dice import Dice, FastDice
from slamdeck.core.instincts import Instinct
from slamdeck.core.options import USUAL_BOUNCE_MS, Options, Preset, ShortGame, bounce_option, learn, read_options
from slamdeck.core.own_cards import deck_data
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.core.rules import Rules
from slamdeck.core.telling import Telling

CONTRACT = 1  # between a game and the rest of Slamdeck; raised when games from elsewhere have to be changed


@dataclass(frozen=True)
class Phase:
    """A phase of a game by its name; one that lies between two hands waits for the host, or for everybody."""

    name: str
    between_hands: bool = False


@dataclass(frozen=True)
class Earlier:
    """An earlier version of a game's rules.

    While it is `promised`, its records replay and its open tables go on: the rules keep its branches. `defaults` are
    the options whose defaults were others then. `release` is the last release of the package that plays it.
    """

    version: int
    release: str
    promised: bool = True
    defaults: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Setup:
    """What a table is set up from."""

    seats: int
    deck: Deck
    options: Options
    dice: Dice
    version: int  # of the rules that it is played by


@dataclass(frozen=True)
class GameInfo:
    """One game. Found by listing the games folder and the installed packages; named nowhere else."""

    contract: int  # that it was written for
    slug: str
    title: str
    tagline: str
    prefix: str  # of its clauses: SW-37
    fewest: int
    most: int
    minutes: int
    rules_version: int
    options: type[Options]
    simulated: dict[str, object]  # options that differ in pure simulation
    families: dict[str, tuple[str, ...]]
    tallies: tuple[str, ...]  # names of the lab's counters
    events: dict[str, Telling]  # the game's own events, in plain words
    phases: tuple[Phase, ...]
    card_words: Callable[[Kind], str]
    set_up: Callable[[Setup], Rules]
    folder: Path
    check_deck: Callable[[Deck], None] = field(default=lambda deck: None)
    instinct: Callable[[Rules], Instinct] = Instinct  # how its bots see and decide
    searched: bool = False  # are there choices deep enough for the search bot?
    earlier: tuple[Earlier, ...] = ()  # versions of its rules
    presets: tuple[Preset, ...] = ()
    endings: dict[str, str] = field(default_factory=dict)  # by clause: better words for why a game is over
    short: ShortGame | None = None  # what today's deal is; none: it has none
    ages: int = 0  # from this age on, where the box says so
    box: Path | None = None  # the deck file of the box that is on this table, if it is another than the game's own

    def __post_init__(self) -> None:
        learn(self.options)
        for preset in self.presets:
            for seats in range(self.fewest, self.most + 1):
                self.read_options(preset.options, seats)
        if self.short is not None:
            self.check_seats(self.short.seats)
            self.read_options(self.short.options, self.short.seats)

    @property
    def deck_file(self) -> Path:
        return self.folder / "deck.toml"

    def with_box(self, path: Path) -> GameInfo:
        """The same game, dealt from the cards of that file; a Problem says what is wrong with it."""
        boxed = replace(self, box=path)
        boxed.most_with(boxed.deck())
        return boxed

    def check_seats(self, seats: int) -> None:
        if not self.fewest <= seats <= self.most:
            raise UsageProblem(f"{self.title} is for {self.fewest} to {self.most} players, not {seats}")

    @cached_property
    def own_deck(self) -> Deck:
        """The game's own deck, read once: what boxes are compared with."""
        return self.deck(self.deck_file)

    @cached_property
    def house_deck(self) -> Deck:
        """The deck of this box, read once: what is played with where nobody brings other cards."""
        return self.deck()

    def deck(self, path: Path | None = None) -> Deck:
        """The deck of this box, which is the game's own unless somebody has another; or that of a file."""
        deck = load_deck(path or self.box or self.deck_file, self.slug, self.families)
        self.check_deck(deck)
        return deck

    def deck_from(self, data: dict[str, object], place: str) -> Deck:
        deck = read_deck(data, self.slug, self.families, place)
        self.check_deck(deck)
        return deck

    def deck_written(self, text: str, place: str) -> Deck:
        """From the text of a deck file."""
        deck = parse_deck(text, self.slug, self.families, place)
        self.check_deck(deck)
        return deck

    def deck_of(self, cards: Iterable[CardsOfAKind], place: str) -> Deck:
        """From the counts of somebody's own box; a Problem says what does not add up."""
        try:
            data = deck_data(self.own_deck, self.families, cards)
        except CheckFailed as problem:
            raise CheckFailed(f"{place}: {problem}") from problem
        return self.deck_from(data, place)

    def most_with(self, deck: Deck) -> int:
        """How many can play with these cards; a Problem, if not even a small table can."""
        why = CheckFailed(f"{deck.place}: too few cards")
        for seats in range(self.most, self.fewest - 1, -1):
            try:
                self.set_up(Setup(seats, deck, self.read_options({}, seats), FastDice(1), self.rules_version))
            except (CheckFailed, UsageProblem) as problem:
                why = CheckFailed(str(problem))
            else:
                return seats
        raise why

    def read_options(self, given: dict[str, object], seats: int, version: int | None = None) -> Options:
        """Typed options; what was not given is the default, as it was in that version of the rules."""
        earlier = self.earlier_version(version)
        loose = {**earlier.defaults, **given} if earlier else given
        return read_options(self.options, loose, seats, self.title)

    def ending_words(self, reason: str, clause: str) -> str:
        """Why a game is over, for people. What a record says stays as it was written; the words may have got better."""
        return self.endings.get(clause, reason)

    def bounce_ms(self, options: Options) -> int:
        """A hand that comes down again this soon has only bounced."""
        name = bounce_option(type(options))
        return USUAL_BOUNCE_MS if name is None else int(getattr(options, name))

    def table(self, seats: int, deck: Deck, options: Options, dice: Dice, version: int | None = None) -> Rules:
        """The game's rules, ready to deal; by an earlier version of them if one is named."""
        self.check_seats(seats)
        version = self.rules_version if version is None else version
        self.check_version(version)
        rules = self.set_up(Setup(seats, deck, options, dice, version))
        rules.version = version
        return rules

    def earlier_version(self, version: int | None) -> Earlier | None:
        return next((earlier for earlier in self.earlier if earlier.version == version), None)

    def check_version(self, version: int) -> None:
        """A Problem, if this Slamdeck does not play that version of the rules."""
        if version == self.rules_version:
            return
        earlier = self.earlier_version(version)
        if earlier is not None and earlier.promised:
            return
        said = f"rules version {version} of {self.title}"
        if earlier is not None:
            raise CheckFailed(f"{said} is no longer played here; the last release that plays it is {earlier.release}")
        if version > self.rules_version:
            raise CheckFailed(f"{said} needs a newer release; this one plays version {self.rules_version}")
        raise CheckFailed(f"there is no {said}; this release plays version {self.rules_version}")
