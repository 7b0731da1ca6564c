"""The games. A game is a folder here or a package from elsewhere; listing both is the only registry."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path

from slamdeck.core.deck import shortened
from slamdeck.core.dice import FastDice
from slamdeck.core.game import CONTRACT, GameInfo
from slamdeck.core.kernel import advance
from slamdeck.core.packages import loaded, take_in_all, told_briefly
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.core.rulebook import clauses
from slamdeck.core.rules import NEVER
from slamdeck.core.views import view_of
from slamdeck.core.written_files import read_toml
from slamdeck.core.zones import MAX_SEATS

GROUP = "slamdeck.games"  # the entry points under which packages offer games


@cache
def all_games() -> dict[str, GameInfo]:
    """Every game by its slug: those of this folder in alphabetical order, then those of installed packages."""
    return {**own_games(), **from_packages()[0]}


def left_out() -> list[str]:
    """One sentence for every installed game that cannot be played, and why."""
    return from_packages()[1]


@cache
def own_games() -> dict[str, GameInfo]:
    found: dict[str, GameInfo] = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        if module.ispkg:
            found[module.name] = importlib.import_module(f"{__name__}.{module.name}").GAME
    return found


@cache
def from_packages() -> tuple[dict[str, GameInfo], list[str]]:
    """The games of installed packages, and a sentence for each that is left out. One that is broken hurts no other."""
    found: dict[str, GameInfo] = {}

    def take_in(offer: EntryPoint) -> None:
        info = taken_in(offer, {**own_games(), **found})
        found[info.slug] = info

    return found, take_in_all(GROUP, "game", take_in)


def taken_in(offer: EntryPoint, known: dict[str, GameInfo]) -> GameInfo:
    """The game behind an entry point, tried once; a Problem says what is wrong with it."""
    info = loaded(offer)
    if not isinstance(info, GameInfo):
        raise CheckFailed(f"{offer.value} is no GameInfo")
    if info.contract != CONTRACT:
        raise CheckFailed(f"it was written for contract {info.contract} of games, this release has {CONTRACT}")
    if info.slug != offer.name or not re.fullmatch(r"[a-z][a-z0-9_]{1,39}", info.slug):
        raise CheckFailed(f"its slug is {info.slug!r}, which must be the entry point's name in small letters")
    if info.slug in known:
        raise CheckFailed("a game of that name is there already")
    if any(info.prefix == other.prefix for other in known.values()):
        raise CheckFailed(f"its clauses begin with {info.prefix}-, as those of another game do")
    if not 1 <= info.fewest <= info.most <= MAX_SEATS:
        raise CheckFailed(f"it is for {info.fewest} to {info.most} players, and a table has 1 to {MAX_SEATS} seats")
    try:
        try_out(info)
    except Exception as error:
        raise CheckFailed(f"it cannot be dealt ({told_briefly(error)})") from error
    return info


def try_out(info: GameInfo) -> None:
    """Deal once at the smallest and at the largest table, let every seat look, and let the first deadline come."""
    deck = info.deck()
    clauses(info)
    for seats in {info.fewest, info.most}:
        rules = info.table(seats, deck, info.read_options({}, seats), FastDice(1))
        rules.deal()
        if rules.phase() not in {phase.name for phase in info.phases}:
            raise CheckFailed(f"its phase {rules.phase()!r} is not declared")
        for seat in range(seats):
            view_of(rules.imagine(seat, FastDice(1)), seat)
        if rules.deadline < NEVER:
            advance(rules, rules.deadline)


def games_with(boxes: Sequence[Path]) -> dict[str, GameInfo]:
    """Every game, those with a deck file among these dealt from its cards; each file says which game it is for."""
    games = dict(all_games())
    for path in boxes:
        slug = read_toml(path, "deck file").get("game")
        if not isinstance(slug, str) or slug not in games:
            raise CheckFailed(f"deck file {path}: there is no game {shortened(slug)}; there are {', '.join(games)}")
        if games[slug].box is not None:
            raise CheckFailed(f"deck file {path}: {games[slug].box} is for {games[slug].title} too")
        games[slug] = games[slug].with_box(path)
    return games


def find_game(slug: str, games: Mapping[str, GameInfo] | None = None) -> GameInfo:
    """By its name as people write it; of these games, or of all."""
    games = all_games() if games is None else games
    if not isinstance(slug, str):
        raise UsageProblem(f"{slug!r} is not the name of a game; there are {', '.join(games)}")
    wanted = slug.lower().replace("-", "_").replace(" ", "_")
    if wanted not in games:
        raise UsageProblem(f"there is no game {slug!r}; there are {', '.join(games)}")
    return games[wanted]
