"""Reading what is stored: it must never stand in the way of writing."""

from __future__ import annotations

import time
from collections import Counter
from typing import Final

from tests.redteam.attack import attack
from tests.redteam.attacks.floods import flood
from tests.redteam.scene import Scene
from tests.redteam.wire import http

LOOKS_AT_ONCE: Final = 30  # at the library, of one network


async def fetch(scene: Scene, source: str, until: float) -> int:
    """As much of the record as comes until then; how the server began its answer."""
    line = await scene.line(source)
    await line.send(http("GET", f"/api/tables/{scene.target.long_table}/record", scene.headers()))
    status = await line.status()
    while status == 200 and time.monotonic() < until and await line.more():
        pass
    scene.drop(line)
    return status


@attack(law=3, needs="long_table")
async def long_records(scene: Scene) -> None:
    """Law 3: the record of a very long table, twelve at a time."""
    until = time.monotonic() + scene.seconds
    answers: Counter[int] = Counter()
    while time.monotonic() < until:
        sources = [scene.source] * 6 + [scene.new_source() for _ in range(6)]
        answers.update(await scene.at_once(fetch(scene, source, until) for source in sources))
    scene.insist(answers[200], "nobody gets the record")
    scene.insist(not answers[500], "the server blames itself")
    scene.note(", ".join(f"{count} × {status or 'cut'}" for status, count in answers.most_common(3)))


@attack(law=3, needs="long_table")
async def waking_a_long_table(scene: Scene) -> None:
    """Law 3: everybody looks at a table that sleeps and has a long journal."""
    path = f"/api/tables/{scene.target.long_table}"
    found = await scene.at_once(scene.ask("GET", path, source=scene.new_source()) for _ in range(scene.many(40, 6)))
    scene.insist(not any(answer.status == 500 for answer in found), "the server blames itself")
    scene.insist(any(answer.status == 200 for answer in found), "nobody has woken it")


@attack(law=3)
async def unfinished_records(scene: Scene) -> None:
    """Law 3: the record of a table without a finished game, again and again."""
    host = scene.person("Host")
    await host.open("slamwich", bots=["kid", "kid"])
    until = time.monotonic() + scene.seconds
    answers: Counter[int] = Counter()
    while time.monotonic() < until:
        path = f"/api/tables/{host.code}/record"
        answers.update(answer.status for answer in await scene.at_once(scene.ask("GET", path) for _ in range(12)))
    scene.insist(not answers[200], "a record of a game that is not over")
    scene.insist(not answers[500], "the server blames itself")
    scene.note(", ".join(f"{count} × {status or 'cut'}" for status, count in answers.most_common(3)))


@attack(law=3, needs="long_table")
async def long_films(scene: Scene) -> None:
    """Law 3: the film of a very long table, by as many as may ask, unpacked, and of games that it never had."""
    sources = [scene.source] * 18 + [scene.new_source() for _ in range(scene.many(40, 4))]
    paths = [f"/api/tables/{scene.target.long_table}/film{wanted}" for wanted in ("", "?game=1", "?game=7")]
    lines = [await scene.line(source) for source in sources]
    for number, line in enumerate(lines):
        await line.send(http("GET", paths[number % len(paths)], scene.headers(Accept_Encoding="identity")))
    answers = await scene.at_once(line.answer(2 * scene.seconds) for line in lines)
    scene.insist(not any(answer.status == 500 for answer in answers), "the server blames itself")
    sizes = [len(answer.body) for answer in answers if answer.status == 200]
    found = Counter(answer.status for answer in answers)
    scene.note(", ".join(f"{count} × {status or 'waits'}" for status, count in found.most_common(3)))
    if sizes:
        scene.note(f"{max(sizes) // 1000} kB each")


@attack(law=2)
async def looks_at_the_library(scene: Scene) -> None:
    """Law 2: a browser looks for its games without a pause, for which the lines of all tables have to be read."""
    host = scene.person("Host")
    await host.open("slamwich", bots=["kid"])
    answers = await flood(scene, lambda _: ("GET", "/api/library", None), known=host.known())
    scene.insist(answers[200], "nobody sees their games")
    scene.insist(answers[200] <= LOOKS_AT_ONCE + scene.seconds + 4, f"{answers[200]} looks of one network")
