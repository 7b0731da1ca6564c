"""What a player may write in an input and in a message: whatever it is, it is that player's own affair."""

from __future__ import annotations

import asyncio
import itertools
import time
from typing import Any, Final

from tests.redteam.attack import attack
from tests.redteam.scene import Person, Scene

ODD_NUMBERS: Final = (
    "--5", "²", "٣", "-", "+1", "1e9", "0x1", "1_0", "९", "①", "½", "-0", "9" * 18, "9" * 100, "1.5", "−3", " ", "\x00",
    "NaN", "inf", "True", "", "=", "=1", "a=b=c", "‮1", "1‍", "\ud7ff", "None", "-99999999999",
)  # fmt: skip
BETWEEN_HANDS_S: Final = 1 / 7
QUICK: Final = ("hand", "shout")
GAMES: Final = ("slamwich", "hands_down", "hit_the_deck", "lowdown", "yahtzee_hands_down")


async def play_beside(scene: Scene, game: str) -> tuple[Person, Person]:
    """Mallory and a neighbour at one table where a game is being played."""
    host = scene.person("Neighbour", scene.new_source())
    await host.open(game, bots=["kid"])
    beside = await host.connect()
    mallory = scene.person("Mallory", scene.new_source())
    plug = await mallory.sit_at(host.code)
    scene.insist(plug is not None, "Mallory has no seat")
    await beside.say("start")
    await beside.wait_for("stim")
    assert plug is not None
    await plug.wait_for("stim")
    return host, mallory


def is_undisturbed(person: Person) -> bool:
    assert person.plug is not None
    return not person.plug.cut_off.is_set()


async def verbs_of(scene: Scene, game: str) -> list[dict[str, Any]]:
    games = (await scene.ask("GET", "/api/games")).json()["games"]
    found: list[dict[str, Any]] = next(one["verbs"] for one in games if one["slug"] == game)
    return found


def odd_texts(verbs: list[dict[str, Any]]) -> list[str]:
    """Each verb with each oddity in each of its places."""
    texts = []
    for verb, odd in itertools.product(verbs, ODD_NUMBERS):
        usual = [one["values"][0] for one in verb["parameters"] if not one["optional"]] or [""]
        for place in range(len(usual)):
            words = [verb["name"], *usual[:place], odd, *usual[place + 1 :]]
            texts.append(" ".join(words)[:120])
    return [text for text in dict.fromkeys(texts) if text.strip()]


@attack(law=4)
async def cut_minus_minus_five(scene: Scene) -> None:
    """Law 4: `cut --5` and `cut ²` in a race; it is refused, and nobody else notices."""
    host, mallory = await play_beside(scene, "hit_the_deck")
    for id, text in enumerate(("cut --5", "cut ²", "cut ٣", "cut " + "9" * 100, "cut -"), 1):
        ok = await mallory.act(text, id)
        scene.insist(ok is not None, f"{text[:12]} was not answered")
        scene.insist(ok is None or ok["verdict"] == "rejected", f"{text[:12]} was taken")
    scene.insist(is_undisturbed(host), "the neighbour was thrown out")
    scene.insist(is_undisturbed(mallory), "even Mallory was thrown out, so the table was rebuilt")


async def odd_inputs(scene: Scene, game: str, most: int, roll: int = 7) -> int:
    """As many oddities as its rate allows, in an order that reaches every verb; how many were tried."""
    host, mallory = await play_beside(scene, game)
    assert mallory.plug is not None
    verbs = await verbs_of(scene, game)
    quick = {verb["name"] for verb in verbs if verb["manner"] in QUICK}
    texts = odd_texts(verbs)
    chosen = [texts[place * roll % len(texts)] for place in range(min(most, len(texts)))]
    until = time.monotonic() + scene.seconds
    tried = 0
    for id, text in enumerate(chosen, 1):
        if time.monotonic() > until:
            break
        if text.partition(" ")[0] in quick:
            await asyncio.sleep(BETWEEN_HANDS_S)  # more are dropped, and never answered
        ok = await mallory.act(text, id)
        if ok is None:
            scene.insist(is_undisturbed(mallory), f"{text[:30]!r} threw Mallory out")
        tried += 1
    scene.insist(is_undisturbed(host), f"a text of {game} threw the neighbour out")
    return tried


@attack(law=4)
async def odd_action_texts(scene: Scene) -> None:
    """Law 4: every verb of every game with every odd argument, beside a neighbour at the same table."""
    tried = await scene.at_once(odd_inputs(scene, game, scene.many(70, 8)) for game in GAMES)
    scene.note(f"{sum(tried)} texts")


ODD_MESSAGES: Final[tuple[dict[str, object], ...]] = (
    {"m": "act", "n": 1 << 53, "t": 1 << 53, "c": 1 << 53, "id": 1 << 53, "do": "slap"},
    {"m": "act", "n": 0, "t": 0, "c": 0, "id": 0, "do": "\x00"},
    {"m": "act", "n": 0, "t": None, "c": 1, "id": 1, "do": " "},
    {"m": "act", "n": 0, "t": None, "c": 1, "id": 2, "do": "slap", "seat": 5},
    {"m": "act", "n": 0, "t": None, "c": 1, "id": 3, "do": "\n".join(["toss"] * 20)},
    {"m": "resume", "last": 1 << 53},
    {"m": "clock", "granularity": 3_600_000_000},
    {"m": "still", "n": 1 << 53, "c": 0},
    {"m": "seen", "n": 1 << 53, "p": 1 << 53, "c": 0},
    {"m": "hidden", "hidden": True},
    {"m": "hidden", "hidden": False},
    {"m": "nonce", "nonce": "A" * 43 + "="},
    {"m": "seal", "sealed": "A" * 43 + "="},
    {"m": "sit", "seat": 5},
    {"m": "sit", "seat": 0},
    {"m": "rename", "name": "‮‮‮"},
    {"m": "rename", "name": "\x00" * 200},
    {"m": "rename", "name": "ﷺ" * 200},
    {"m": "rename", "name": "Neighbour"},
    {"m": "setoptions", "options": {"toss_ms": 1 << 60}},
    {"m": "setoptions", "options": {str(number): None for number in range(60)}},
    {"m": "addbot", "bot": "quick:search"},
    {"m": "setbot", "seat": 5, "bot": "\x00"},
    {"m": "addhand", "name": "me again"},
    {"m": "remove", "seat": 0},
    {"m": "sethandicap", "seat": 5, "ms": 250},
    {"m": "start"},
    {"m": "pause"},
    {"m": "goon"},
    {"m": "moveto", "table": "00000000"},
    {"m": "makehost", "seat": 5},
    {"m": "emote", "emote": "hello"},
)


@attack(law=4)
async def odd_messages(scene: Scene) -> None:
    """Law 4: every message with the oddest values that it may have, said by a player who is no host, then by one."""
    host, mallory = await play_beside(scene, "slamwich")
    alone = scene.person("Alone", scene.new_source())
    await alone.open("slamwich", bots=["kid", "kid"])
    await alone.connect()
    for person in (mallory, alone):
        assert person.plug is not None
        for message in ODD_MESSAGES:
            await person.plug.say(str(message["m"]), **{name: value for name, value in message.items() if name != "m"})
        since = len(person.plug.heard)
        await person.plug.say("resume", last=0)
        scene.insist(is_undisturbed(person), f"{person.name} was thrown out")
        if person is mallory:
            scene.insist(await person.plug.wait_for("stim", since) is not None, "the table says nothing any more")
    scene.insist(is_undisturbed(host), "the neighbour was thrown out")
