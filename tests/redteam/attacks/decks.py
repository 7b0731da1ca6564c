"""Somebody's own cards: huge, deep, many, odd, slow, over HTTP and at the table."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any, Final

from tests.redteam.attack import attack
from tests.redteam.attacks.company import WITHIN_RATE
from tests.redteam.attacks.floods import flood
from tests.redteam.scene import Person, Scene
from tests.redteam.wire import text_frame

BURST: Final = 60  # decks of one network at once
GAME: Final = "hit_the_deck"
MANY: Final = 120  # kinds: as many as fit into a body
FEW: Final = 8  # as many as fit into a frame


def own_cards(kinds: int, copies: int = 1) -> list[dict[str, Any]]:
    """A deck of many kinds, every one of which is somebody's invention."""
    colours = ("red", "yellow", "green", "blue")
    return [
        {"family": "number", "values": {"color": colours[kind % 4], "number": kind // 4}, "copies": copies}
        for kind in range(kinds)
    ]


async def house_cards(scene: Scene, game: str) -> list[dict[str, Any]]:
    """The cards of the house, as a host would count them."""
    shown = (await scene.ask("GET", f"/api/decks/{game}", source=scene.new_source())).json()
    return [{name: kind[name] for name in ("family", "values", "copies", "points")} for kind in shown["kinds"]]


@attack(law=1)
async def deck_checks(scene: Scene) -> None:
    """Law 1: large decks to be checked, as many as a network may send."""
    text = (await scene.ask("GET", f"/api/decks/{GAME}", source=scene.new_source())).json()["toml"]
    bodies = [{"cards": await house_cards(scene, GAME)}, {"cards": own_cards(MANY)}, {"toml": text}]
    answers = await flood(scene, lambda number: ("POST", f"/api/decks/{GAME}", bodies[number % len(bodies)]))
    most = BURST + 8 + 4 * scene.seconds
    scene.insist(answers[200], "no deck is looked at")
    scene.insist(answers[200] <= most, f"{answers[200]} decks of one network were looked at")


ODD_FILES: Final = (
    "x = " + "[" * 5000,
    "x = " + "{a=" * 3000,
    "[" + "a." * 5000 + "a]",
    "a" + ".a" * 5000 + " = 1",
    '"\u2028"' + (".a" * 30 + '."\u2028"') * 180 + " = 1",
    "\n".join("a" + ".a" * 19 + f".b{number} = 1" for number in range(240)),
    "x = " + "9" * 11_000,
    'game = "hit_the_deck"\n' + "[[cards]]\n" * 1100,
    'game = "hit_the_deck"\n[[cards]]\nfamily = "number"\ncolor = ['
    + '"a",' * 2000
    + "]\nnumber = ["
    + "1," * 800
    + "]",
    'game = "hit_the_deck"\n[[cards]]\nfamily = "number"\nname = "' + "{color}" * 1500 + '"\ncolor = "a"\nnumber = 1',
    'game = "hit_the_deck"\n[[cards]]\nfamily = "number"\nname = "{color.__class__}"\ncolor = "a"\nnumber = 1',
    'game = "hit_the_deck"\n[[cards]]\nfamily = "number"\ncolor = 1979-05-27T07:32:00Z\nnumber = nan',
    'game = "hit_the_deck"\n[[cards]]\nfamily = "number"\ncolor = {}\nnumber = [[[[]]]]\ncopies = true',
    'game = "hit_the_deck"\n[[cards]]\nfamily = "number"\ncolor = "\\u202e\\u0000"\nnumber = -10000\ncopies = 250',
    'game = "../../etc"\ncards = 7',
    "cards = [1, 2, {}]\nletters = 3\nexpect = []",
    "\x00",
    "\ufeffgame = 1",
)

ODD_CARDS: Final[tuple[object, ...]] = (
    [{"family": "number", "values": {"color": "‮", "number": -10_000}, "copies": 250}],
    [{"family": "number", "values": {"color": "{number}", "number": "{color}"}, "copies": 1}],
    [{"family": "number", "values": {"color": "red", "number": 1}, "copies": 1}] * 200,
    [{"family": "number", "values": {str(k): k for k in range(8)}, "copies": 1}] * 100,
    [{"family": "", "copies": 0}] * 200,
    [{"family": "number", "values": {"color": "red", "number": 1}, "copies": 1, "points": 10_000}],
    [],
    own_cards(200),
    own_cards(50, 250),
)


@attack(law=4)
async def odd_decks(scene: Scene) -> None:
    """Law 4: decks that are deep, endless, empty or mad, wherever one may send them; each is refused in a sentence."""
    host = scene.person("Host", scene.new_source())
    await host.open(GAME, bots=["kid"])
    await host.connect()
    bodies: list[dict[str, object]] = [{"toml": text[:12_000]} for text in ODD_FILES]
    bodies += [{"cards": cards} for cards in ODD_CARDS]
    for path in (f"/api/decks/{GAME}", "/api/decks/slamwich", "/api/decks/lowdown", f"/api/tables/{host.code}/deck"):
        asked = (scene.ask("POST", path, body, scene.new_source(), known=host.known()) for body in bodies)
        wrong = {answer.status for answer in await scene.at_once(asked, 8) if not 200 <= answer.status < 500}
        scene.insist(not wrong, f"{path} answers {wrong}")
    opening: list[dict[str, object]] = [{"game": GAME, "name": "Opener", "cards": cards} for cards in ODD_CARDS]
    opened = (scene.ask("POST", "/api/tables", body, scene.new_source()) for body in opening)
    wrong = {answer.status for answer in await scene.at_once(opened, 8) if not 200 <= answer.status < 500}
    scene.insist(not wrong, f"opening a table answers {wrong}")
    assert host.plug is not None
    for cards in ODD_CARDS:
        if len(json.dumps(cards)) < 1900:
            await host.plug.say("setdeck", cards=cards)
    await host.plug.say("resume", last=0)
    scene.insist(not host.plug.cut_off.is_set(), "the host was thrown out")


@attack(law=1)
async def looking_at_a_tables_cards(scene: Scene) -> None:
    """Law 1: everybody at a table with cards of its own looks at them without a pause; each pays alone."""
    host = scene.person("Host", scene.new_source())
    scene.insist((await host.open(GAME, cards=await house_cards(scene, GAME))).status == 200, "no table was opened")
    people = [scene.person(f"Crowd {number}") for number in range(scene.many(20, 3))]
    joined = [person for person in people if (await person.join(host.code, watch=True)).status == 200]
    scene.insist(joined, "nobody gets in")

    async def look(person: Person) -> int:
        answers = await flood(scene, lambda _: ("GET", f"/api/tables/{host.code}/deck", None), known=person.known())
        return answers[200]

    looks = sum(await asyncio.gather(*(look(person) for person in joined)))
    scene.notes = [f"{looks} looks of {len(joined)} people behind one address"]


@attack(law=2)
async def hosts_with_ever_new_cards(scene: Scene) -> None:
    """Law 2: a network that hosts as many tables as it may, and lays out other cards on each without a pause."""
    hosts = [scene.person(f"Host {number}") for number in range(scene.many(20, 2))]
    for host in hosts:
        if (await host.open(GAME, bots=["kid"])).status == 200:
            await host.connect()
    there = [host.plug for host in hosts if host.plug is not None]
    scene.insist(there, "nobody has a table")
    usual = (await house_cards(scene, GAME))[:FEW]
    frames = [
        text_frame({"m": "setdeck", "cards": [{**one, "copies": 20 + place} for one in usual]}) for place in range(2)
    ]
    until = time.monotonic() + scene.seconds
    rounds = 0
    while time.monotonic() < until:
        for plug in there:
            plug.line.push(frames[rounds % 2])
        rounds += 1
        await asyncio.sleep(WITHIN_RATE)
    scene.insist(not any(plug.cut_off.is_set() for plug in there), "a host was thrown out")
    scene.note(f"{len(there)} tables, {rounds} decks at each")
