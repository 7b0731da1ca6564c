"""Too much of what is allowed: pages, lists, tables, tickets, sessions, names, uploads."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from tests.redteam.attack import attack
from tests.redteam.scene import NO_HEADERS, Person, Scene
from tests.redteam.wire import http

AT_A_TIME: Final = 8
REFUSED_S: Final = 0.02
PACKED: Final = {"Accept-Encoding": "gzip"}
MOST_AWAKE: Final = 40  # tables, for one network


async def flood(
    scene: Scene,
    request: Callable[[int], tuple[str, str, object]],
    source: str = "",
    known: Mapping[str, str] = NO_HEADERS,
    least: int = 0,
) -> Counter[int]:
    """As many requests as the server answers, on a few connections that stay open; how each was answered. `least`: so
    many, however long it takes."""
    until = time.monotonic() + scene.seconds
    answers: Counter[int] = Counter()
    number = iter(range(1 << 30))

    async def one() -> None:
        line = None
        while time.monotonic() < until or answers.total() < least:
            if line is None:
                line = await scene.line(source)
            method, path, body = request(next(number))
            answer = await scene.ask(method, path, body, line=line, known=known)
            answers[answer.status] += 1
            if not answer.status:
                await asyncio.sleep(0 if line.is_open() else REFUSED_S)
                scene.drop(line)
                line = None

    await asyncio.gather(*(one() for _ in range(AT_A_TIME)))
    scene.insist(not any(status == 500 for status in answers), "the server blames itself")
    scene.note(", ".join(f"{count} × {status or 'cut'}" for status, count in answers.most_common(3)))
    return answers


@attack(law=2)
async def games_list(scene: Scene) -> None:
    """Law 2: the list of games again and again, packed: it is packed once."""
    await flood(scene, lambda _: ("GET", "/api/games", None), known=PACKED)


@attack(law=2)
async def pages(scene: Scene) -> None:
    """Law 2: the start page under ten thousand addresses."""
    await flood(scene, lambda number: ("GET", f"/page/{number}", None), known=PACKED)


@attack(law=2)
async def asset_slashes(scene: Scene) -> None:
    """Law 2: one file of the page by ever new addresses, each of which might be kept for ever."""
    start = await scene.ask("GET", "/")
    found = re.search(rb"/(assets/[\w./-]+\.js)", start.body)
    name = found[1].decode() if found else "index.html"
    folder, _, file = name.rpartition("/")

    def variant(number: int) -> tuple[str, str, object]:
        slashes = "/" * (number % 300 + 2)
        return "GET", f"/{folder}{slashes}{'./' * (number // 300)}{file}", None

    answers = await flood(scene, variant)
    scene.insist(not answers[200] or answers[200] < 5000, "every new address is another copy")


@attack(law=2)
async def missing_files(scene: Scene) -> None:
    """Law 2: files that are not there, each by a new name."""
    await flood(scene, lambda number: ("GET", f"/assets/{number:x}.js", None))


@attack(law=1)
async def table_openings(scene: Scene) -> None:
    """Law 1: new tables from one network, each for a new session."""
    body = {"game": "slamwich", "name": "Opener", "bots": ["lightning"] * 5}
    answers = await flood(scene, lambda _: ("POST", "/api/tables", body))
    scene.insist(answers[200] <= 25, f"one network opened {answers[200]} tables")


@attack(law=1)
async def tables_of_one_session(scene: Scene) -> None:
    """Law 1: new tables of one session, from ever new networks."""
    person = scene.person("Collector")
    opened = 0
    for _ in range(scene.many(30, 14)):
        person.source = scene.new_source()
        opened += (await person.open("slamwich")).status == 200
    scene.insist(opened <= 12, f"one session opened {opened} tables")


@attack(law=1)
async def tables_awake(scene: Scene) -> None:
    """Law 1: one network keeps as many tables awake as it can, with the quickest bots at each; friends opened them."""
    awake: list[Person] = []
    for number in range(scene.many(50, 6)):
        person = scene.person(f"Owner {number}", scene.new_source() if number % 10 == 0 else awake[-1].source)
        opened = await person.open("lowdown", bots=["lightning"] * 5, start=True, watch=True)
        scene.insist(opened.status == 200, f"a friend opens no table: {opened.status}")
        awake.append(person)

    async def connect(person: Person) -> bool:
        person.source = scene.source
        plug = await person.connect()
        return not plug.cut_off.is_set()

    held = sum(await scene.at_once((connect(person) for person in awake), 4))
    scene.insist(held, "nobody is let in")
    scene.insist(held <= MOST_AWAKE, f"one network keeps {held} tables awake")
    await asyncio.sleep(scene.seconds)
    scene.note(f"{held} of {len(awake)} tables awake")


@attack(law=1)
async def tickets(scene: Scene) -> None:
    """Law 1: tickets by the thousand, none of which is used."""
    person = scene.person("Collector")
    await person.open("slamwich")
    path = f"/api/tables/{person.code}/ticket"
    answers = await flood(scene, lambda _: ("POST", path, {}), known=person.known())
    scene.insist(answers[200] < 200, f"{answers[200]} tickets for one session")  # it pays alone


@attack(law=1)
async def sessions_and_names(scene: Scene) -> None:
    """Law 1: a new session for every join, with long names of marks upon marks."""
    host = scene.person("Host", scene.new_source())
    await host.open("slamwich")
    path = f"/api/tables/{host.code}/join"
    marks = "́̂̃"

    def joining(number: int) -> tuple[str, str, object]:
        return "POST", path, {"name": f"{number}{marks * 60}"[:199], "watch": bool(number % 2)}

    answers = await flood(scene, joining)
    scene.insist(answers[200] < 120, f"{answers[200]} joins from one network")


@attack(law=1)
async def invitations(scene: Scene) -> None:
    """Law 1: looking at a table's invitation without a pause."""
    host = scene.person("Host", scene.new_source())
    await host.open("slamwich", bots=["kid", "kid"])
    await flood(scene, lambda _: ("GET", f"/api/tables/{host.code}", None))


@attack(law=1)
async def health_checks(scene: Scene) -> None:
    """Law 1: asking how the server is without a pause."""
    await flood(scene, lambda _: ("GET", "/health", None))


@attack(law=1)
async def other_methods(scene: Scene) -> None:
    """Law 1: verbs and addresses that nobody takes, without a pause."""
    verbs = ["PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "BREW"]
    await flood(scene, lambda number: (verbs[number % 6], ("/api/tables", "/ws", "/api/x", "/")[number % 4], None))


@attack(law=1)
async def record_uploads(scene: Scene) -> None:
    """Law 1: records to be checked, large and made up, several at a time."""
    data = b'{"format":2}\n' + b"x" * scene.many(4_000_000, 100_000)
    until = time.monotonic() + scene.seconds
    answers: Counter[int] = Counter()
    while time.monotonic() < until:
        asked = (scene.ask("POST", "/api/records", data) for _ in range(6))
        answers.update(answer.status for answer in await scene.at_once(asked))
        if scene.size < 1:
            break
    scene.insist(not answers[500], "the server blames itself")
    scene.note(", ".join(f"{count} × {status or 'cut'}" for status, count in answers.most_common(3)))


@attack(law=1)
async def requests_without_reading(scene: Scene) -> None:
    """Law 1: a hundred connections that ask and ask and never read an answer."""
    request = http("GET", "/", scene.headers()) * 20
    lines = await scene.at_once(scene.line(small=True) for _ in range(scene.many(100, 10)))
    until = time.monotonic() + scene.seconds
    while time.monotonic() < until:
        for line in lines:
            if line.unsent() < 100_000:
                line.push(request)
        await asyncio.sleep(0.1)


@attack(law=2)
async def thinking_bots(scene: Scene) -> None:
    """Law 2: tables full of bots that think hard; a neighbour's bot still moves, and the queue stays short."""
    hog = scene.person("Hog")
    for _ in range(scene.many(8, 3)):
        await hog.open("hit_the_deck", bots=["lightning:search"] * 5, start=True)
        await hog.connect()
    neighbour = scene.person("Neighbour", scene.new_source())
    await neighbour.open("hit_the_deck", bots=["lightning:search"], start=True)
    plug = await neighbour.connect()
    scene.insist(await plug.wait_for("stim") is not None, "nothing was dealt")
    since = len(plug.heard)
    ok = await neighbour.act("draw", 1)
    scene.insist(ok is not None, "the neighbour's own move is not answered")
    scene.insist(await plug.wait_for("stim", since) is not None, "the neighbour's table stands still")
    await asyncio.sleep(scene.seconds)
