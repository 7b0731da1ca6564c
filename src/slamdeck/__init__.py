"""Slamdeck: five fast, physical card games, one rules engine.

    import slamdeck as sd

    game = sd.new("slamwich", seats=3, seed=7)

is the front door to the lab; docs/guides/research.md shows around. What is behind it is imported when it is asked for.
"""

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from slamdeck import engine

if TYPE_CHECKING:
    from slamdeck.bots.handmade import Bot as Bot
    from slamdeck.core.problems import Problem as Problem
    from slamdeck.core.sights import View as View
    from slamdeck.core.zones import HOST as HOST
    from slamdeck.lab.envs.batch import batch_env as batch_env
    from slamdeck.lab.envs.open_spiel_games import open_spiel_game as open_spiel_game
    from slamdeck.lab.envs.pettingzoo_envs import aec_env as aec_env
    from slamdeck.lab.envs.pettingzoo_envs import parallel_env as parallel_env
    from slamdeck.lab.match import Match as Match
    from slamdeck.lab.match import Reply as Reply
    from slamdeck.lab.match import new as new
    from slamdeck.lab.playing import Comparison as Comparison
    from slamdeck.lab.playing import PlayedGame as PlayedGame
    from slamdeck.lab.playing import compare as compare
    from slamdeck.lab.playing import play as play
    from slamdeck.lab.state_bytes import from_bytes as from_bytes

# What the front door offers, and where it lives.
OFFERED = {
    "Bot": "slamdeck.bots.handmade",
    "Comparison": "slamdeck.lab.playing",
    "HOST": "slamdeck.core.zones",
    "Match": "slamdeck.lab.match",
    "PlayedGame": "slamdeck.lab.playing",
    "Problem": "slamdeck.core.problems",
    "Reply": "slamdeck.lab.match",
    "View": "slamdeck.core.sights",
    "aec_env": "slamdeck.lab.envs.pettingzoo_envs",
    "batch_env": "slamdeck.lab.envs.batch",
    "compare": "slamdeck.lab.playing",
    "from_bytes": "slamdeck.lab.state_bytes",
    "new": "slamdeck.lab.match",
    "open_spiel_game": "slamdeck.lab.envs.open_spiel_games",
    "parallel_env": "slamdeck.lab.envs.pettingzoo_envs",
    "play": "slamdeck.lab.playing",
}

try:
    __version__ = version("slamdeck")
except PackageNotFoundError:  # run from a source tree that was never installed
    __version__ = "0.0.0"

engine.choose()


def is_compiled() -> bool:
    """Is the engine running as C, or as plain Python?"""
    from slamdeck.core import cards

    return not (cards.__file__ or "").endswith(".py")


def titles() -> dict[str, str]:
    """The games that can be played, by the name that `new` takes, and their titles."""
    from slamdeck.games import all_games

    return {slug: info.title for slug, info in all_games().items()}


def __getattr__(name: str) -> object:
    if name not in OFFERED:
        raise AttributeError(f"slamdeck has no {name!r}; it has {', '.join(OFFERED)}")
    return getattr(import_module(OFFERED[name]), name)


def __dir__() -> list[str]:
    return sorted([*OFFERED, "is_compiled", "titles", *(name for name in globals() if name.startswith("__"))])
