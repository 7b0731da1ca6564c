"""At one table: talk without an end, seats, bans, spectators."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final

from tests.redteam.attack import attack
from tests.redteam.scene import Scene
from tests.redteam.wire import PATIENCE_S, Plug, text_frame

WITHIN_RATE: Final = 1 / 38  # s between two messages of one socket
CROWD: Final = 31


async def crowd_at(scene: Scene, code: str, count: int) -> list[Plug]:
    """Spectators from as many networks."""
    people = [scene.person(f"Crowd {number}", scene.new_source()) for number in range(count)]
    plugs = await scene.at_once((one.sit_at(code, watch=True) for one in people), 8)
    return [plug for plug in plugs if plug is not None]


async def chatter(scene: Scene, word: Callable[[int], dict[str, Any]], playing: bool = False) -> int:
    """A crowd at one table, each talking as often as it may; how many messages a neighbour was sent a second, besides
    those of the game."""
    host = scene.person("Neighbour", scene.new_source())
    await host.open("slamwich", bots=["kid", "kid"])
    beside = await host.connect()
    plugs = await crowd_at(scene, host.code, scene.many(CROWD, 4))
    scene.insist(plugs, "nobody gets in")
    if playing:
        await beside.say("start")
        scene.insist(await beside.wait_for("stim") is not None, "nothing was dealt")
        await beside.say("pause")
    before, began = len(beside.heard), time.monotonic()
    round = 0
    while time.monotonic() < began + scene.seconds:
        round += 1
        frame = text_frame(word(round))
        for plug in plugs:
            plug.line.push(frame)
        await asyncio.sleep(WITHIN_RATE)
    told = (len(beside.heard) - before) / max(time.monotonic() - began, 1.0)
    scene.insist(not beside.cut_off.is_set(), "the neighbour was thrown out")
    scene.note(f"{len(plugs)} sockets, {round} rounds, the neighbour heard {told:.0f} messages a second")
    return int(told)


@attack(law=2)
async def ready_toggling(scene: Scene) -> None:
    """Law 2: a crowd says ready and not ready, within its rates; all are told at most a few times a second."""
    told = await chatter(scene, lambda round: {"m": "ready", "ready": bool(round % 2)})
    scene.insist(told <= 40, f"everybody is told {told} times a second")


@attack(law=2)
async def ready_again(scene: Scene) -> None:
    """Law 2: saying the same thing twice tells nobody anything."""
    told = await chatter(scene, lambda _: {"m": "ready", "ready": True})
    scene.insist(told <= 20, f"everybody is told {told} times a second")


@attack(law=2)
async def hiding_and_coming_back(scene: Scene) -> None:
    """Law 2: tabs that go to the background and come back 38 times a second."""
    told = await chatter(scene, lambda round: {"m": "hidden", "hidden": bool(round % 2)}, playing=True)
    scene.insist(told <= 40, f"everybody is told {told} times a second")


@attack(law=2)
async def renaming(scene: Scene) -> None:
    """Law 2: a new name with every message."""
    told = await chatter(scene, lambda round: {"m": "rename", "name": f"N{round}"})
    scene.insist(told <= 40, f"everybody is told {told} times a second")


@attack(law=2)
async def sitting_and_standing(scene: Scene) -> None:
    """Law 2: sitting down and standing up without a pause: every change is an entry on the disk."""
    told = await chatter(scene, lambda round: {"m": "sit"} if round % 2 else {"m": "standup"})
    scene.insist(told <= 40, f"everybody is told {told} times a second")


@attack(law=2)
async def emotes(scene: Scene) -> None:
    """Law 2: a crowd that waves without a pause."""
    told = await chatter(scene, lambda _: {"m": "emote", "emote": "hello"})
    scene.insist(told <= 60, f"everybody is told {told} times a second")


@attack(law=2)
async def resuming(scene: Scene) -> None:
    """Law 2: a crowd that wants the whole table shown anew, again and again."""
    told = await chatter(scene, lambda _: {"m": "resume", "last": 0}, playing=True)
    scene.insist(told <= 40, f"everybody is told {told} times a second")


@attack(law=2)
async def host_changes_its_mind(scene: Scene) -> None:
    """Law 2: a host who changes settings, bots and handicaps 38 times a second, before a full table."""
    host = scene.person("Fickle", scene.new_source())
    await host.open("slamwich", bots=["kid", "kid"])
    plug = await host.connect()
    watching = await crowd_at(scene, host.code, scene.many(20, 3))
    words: list[dict[str, Any]] = [
        {"m": "setsettings", "settings": {"grace_ms": 30_000}},
        {"m": "setbot", "seat": 1, "bot": "quick"},
        {"m": "setsettings", "settings": {"grace_ms": 40_000}},
        {"m": "setbot", "seat": 1, "bot": "kid"},
        {"m": "sethandicap", "seat": 1, "ms": 5},
        {"m": "sethandicap", "seat": 1, "ms": 6},
    ]
    until = time.monotonic() + scene.seconds
    round = 0
    while time.monotonic() < until and not plug.cut_off.is_set():
        plug.line.push(text_frame(words[round % len(words)]))
        round += 1
        await asyncio.sleep(WITHIN_RATE)
    heard = max((len(one.heard) for one in watching), default=0)
    scene.note(f"{round} changes, a spectator heard {heard} messages")


# ---- who may stay ----------------------------------------------------------------------------------


@attack(law=5)
async def kicked_and_back(scene: Scene) -> None:
    """Law 5: who was removed by the host comes back, with the old session and with a new one; the ban is real."""
    host = scene.person("Host", scene.new_source())
    await host.open("slamwich", bots=["kid"])
    await host.connect()
    pest = scene.person("Pest")
    scene.insist(await pest.sit_at(host.code) is not None, "nobody gets in")
    assert host.plug is not None
    await host.plug.say("sendaway", seat=2)
    assert pest.plug is not None
    scene.insist(await pest.plug.is_closed(), "who was sent away still has a socket")
    again = await pest.sit_at(host.code, watch=True)
    scene.insist(again is None, "the removed person is back with the same session")
    other = scene.person("Somebody else", pest.source)
    scene.insist(await other.sit_at(host.code) is None, "the removed person is back with a new session")
    friend = scene.person("Friend", scene.new_source())
    scene.insist(await friend.sit_at(host.code) is not None, "a friend from elsewhere is kept out, too")


async def guests_seen_by(host: Plug, patience: float = PATIENCE_S) -> list[int]:
    """The numbers of those who watch, as soon as the host is told of anybody."""
    until = time.monotonic() + patience
    guests: list[int] = []
    while not guests and time.monotonic() < until:
        await asyncio.sleep(0.02)
        guests = [one["guest"] for table in host.messages("table") for one in table["guests"]]
    return guests


async def is_told_locked(host: Plug, patience: float = PATIENCE_S) -> bool:
    until = time.monotonic() + patience
    while time.monotonic() < until and not any(table["locked"] for table in host.messages("table")):
        await asyncio.sleep(0.02)
    return any(table["locked"] for table in host.messages("table"))


@attack(law=5)
async def pests_among_spectators(scene: Scene) -> None:
    """Law 5: spectators can be sent away, too, and a locked table lets nobody in but those who were there."""
    host = scene.person("Host", scene.new_source())
    await host.open("slamwich", bots=["kid"])
    plug = await host.connect()
    pest = scene.person("Pest", scene.new_source())
    watching = await pest.sit_at(host.code, watch=True)
    scene.insist(watching is not None, "nobody may watch")
    assert watching is not None
    guests = await guests_seen_by(plug)
    scene.insist(guests, "the host does not see who watches")
    await plug.say("sendaway", guest=guests[-1])
    scene.insist(await watching.is_closed(), "the spectator is still there")
    scene.insist(await pest.sit_at(host.code, watch=True) is None, "the spectator is back")
    await plug.say("lock", locked=True)
    scene.insist(await is_told_locked(plug), "the host is not told that the table is locked")
    late = scene.person("Late", scene.new_source())
    scene.insist(await late.sit_at(host.code) is None, "a locked table lets somebody in")


@attack(law=7)
async def spectators_fill_the_table(scene: Scene) -> None:
    """Law 7: spectators from many networks take every place; who is invited still gets a seat."""
    host = scene.person("Host", scene.new_source())
    await host.open("slamwich")
    await host.connect()
    plugs = await crowd_at(scene, host.code, 45)
    friend = scene.person("Friend", scene.new_source())
    scene.insist(await friend.sit_at(host.code) is not None, f"{len(plugs)} spectators keep a player out")
    scene.note(f"{len(plugs)} of 45 spectators were let in")


@attack(law=7)
async def one_network_fills_the_table(scene: Scene) -> None:
    """Law 7: the same from one network, with seats, too."""
    host = scene.person("Host", scene.new_source())
    await host.open("slamwich")
    await host.connect()
    people = [scene.person(f"Crowd {number}") for number in range(45)]
    plugs = await scene.at_once((one.sit_at(host.code, watch=True) for one in people), 8)
    friend = scene.person("Friend", scene.new_source())
    scene.insist(await friend.sit_at(host.code) is not None, "one network keeps a player out")
    scene.note(f"{sum(plug is not None for plug in plugs)} of 45 spectators were let in")
