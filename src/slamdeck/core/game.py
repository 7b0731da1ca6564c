"""What a game folder says about itself, and how a table of it is set up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from slamdeck.core.deck import Deck, Kind, load_deck, read_deck
from slamdeck.core.dice import Dice
from slamdeck.core.instincts import Instinct
from slamdeck.core.options import Options, learn, read_options
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.core.rules import Rules


@dataclass(frozen=True)
class GameInfo:
    """One game. Found by listing the games folder; named nowhere else."""

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
    words: dict[str, str]  # the game's own events in plain words; {who} and {number} are filled in
    card_words: Callable[[Kind], str]
    set_up: Callable[[int, Deck, Options, Dice], Rules]
    folder: Path
    check_deck: Callable[[Deck], None] = field(default=lambda deck: None)
    instinct: Callable[[Rules], Instinct] = Instinct  # how its bots see and decide
    searched: bool = False  # are there choices deep enough for the search bot?

    def __post_init__(self) -> None:
        learn(self.options)

    @property
    def deck_file(self) -> Path:
        return self.folder / "deck.toml"

    def check_seats(self, seats: int) -> None:
        if not self.fewest <= seats <= self.most:
            raise UsageProblem(f"{self.title} is for {self.fewest} to {self.most} players, not {seats}")

    def deck(self, path: Path | None = None) -> Deck:
        """The game's own deck, or a user's file that matches their box."""
        deck = load_deck(path or self.deck_file, self.slug, self.families)
        self.check_deck(deck)
        return deck

    def deck_from(self, data: dict[str, object], place: str) -> Deck:
        deck = read_deck(data, self.slug, self.families, place)
        self.check_deck(deck)
        return deck

    def check_version(self, version: int) -> None:
        if version > self.rules_version or version < 1:
            raise CheckFailed(f"rules version {version} of {self.title} needs a newer Slamdeck")

    def read_options(self, given: dict[str, object], seats: int, version: int | None = None) -> Options:
        if version is not None:
            self.check_version(version)
        return read_options(self.options, given, seats, self.title)

    def table(self, seats: int, deck: Deck, options: Options, dice: Dice, version: int | None = None) -> Rules:
        """The game's rules, ready to deal."""
        self.check_seats(seats)
        return self.set_up(seats, deck, options, dice)
