"""The way of one slap through the code: how often the executing module changes, from the message to the deliveries.

    python -m tests.table.path_of_a_slap [people]

Counted are calls and returns in table, core and games. The code is read from its sources, compiled or not: what is
compiled has no frames to count.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

PACKAGE = Path(__file__).parents[2] / "src" / "slamdeck"
COUNTED = ("slamdeck.table.", "slamdeck.core.", "slamdeck.games.")
BEAT_MS = 50


def read_sources_only() -> None:
    """Every module of the package comes from its source from now on."""
    from_source = FileFinder.path_hook((SourceFileLoader, SOURCE_SUFFIXES))

    def hook(path: str) -> Any:
        if PACKAGE not in (Path(path), *Path(path).parents):
            raise ImportError
        return from_source(path)

    sys.path.insert(0, str(PACKAGE.parent))
    sys.path_hooks.insert(0, hook)
    sys.path_importer_cache.clear()


def modules_of(work: Callable[[], object]) -> list[str]:
    """The module of every call and return while that is done."""
    passed: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        module = frame.f_globals.get("__name__", "")
        if event in ("call", "return") and module.startswith(COUNTED):
            passed.append(module)

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return passed


def slap(people: int) -> list[str]:
    """Two equal cards lie on the pile, everybody has seen them, and one hand comes down."""
    from slamdeck.table import messages as say
    from tests.table.test_live_races import Game

    game = Game("slamwich", people)
    game.stack("lettuce", "lettuce")
    game.toss()
    game.toss()
    slapper = (game.turn + 1) % people
    others = [seat for seat in range(people) if seat != slapper]
    for up in range(BEAT_MS, 301, BEAT_MS):
        game.wait(BEAT_MS)
        game.still(up, *(range(people) if up < 250 else others))
    game.still(330, *others)  # it rules out what came before the frame before it
    message = say.Act(game.event, game.now, game.now, 999, "slap")
    answered: list[object] = []

    def work() -> None:
        game.table.receive(game.now, f"p{slapper}", message)
        answered.extend(delivery.message for delivery in game.table.take_deliveries())

    passed = modules_of(work)
    kinds = [type(one).__name__ for one in answered]
    assert kinds == ["Ok", *["Race"] * people, *["Stim"] * people], f"it was not answered at once: {kinds}"
    ok = answered[0]
    assert isinstance(ok, say.Ok)
    assert ok.verdict == "applied", ok
    return passed


def main() -> None:
    read_sources_only()
    passed = slap(int(sys.argv[1]) if len(sys.argv) > 1 else 2)
    steps = [passed[0], *(after for before, after in pairwise(passed) if after != before)]
    print(f"{len(steps) - 1} changes of module, {len(set(passed))} modules")
    for step in steps:
        print(step)


if __name__ == "__main__":
    main()
