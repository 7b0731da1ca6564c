"""The games. A game is a folder here; listing the folder is the only registry."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from slamdeck.core.game import GameInfo
from slamdeck.core.problems import UsageProblem


@cache
def all_games() -> dict[str, GameInfo]:
    """Every game found, by its slug, in alphabetical order."""
    found: dict[str, GameInfo] = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        if module.ispkg:
            found[module.name] = importlib.import_module(f"{__name__}.{module.name}").GAME
    return found


def find_game(slug: str) -> GameInfo:
    games = all_games()
    wanted = slug.lower().replace("-", "_").replace(" ", "_")
    if wanted not in games:
        raise UsageProblem(f"there is no game {slug!r}; there are {', '.join(games)}")
    return games[wanted]
