"""Slamdeck: five fast, physical card games, one rules engine."""

from importlib.metadata import PackageNotFoundError, version

from slamdeck import engine

try:
    __version__ = version("slamdeck")
except PackageNotFoundError:  # run from a source tree that was never installed
    __version__ = "0.0.0"

engine.choose()


def is_compiled() -> bool:
    """Is the engine running as C, or as plain Python?"""
    from slamdeck.core import cards

    return not (cards.__file__ or "").endswith(".py")
