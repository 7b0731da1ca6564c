"""Sockets: too many frames, frames of every wrong kind, sockets that say nothing, and readers that do not read."""

from __future__ import annotations

import asyncio
import os
import time
from typing import Final

from slamdeck.server.http.answers import PROTOCOL
from slamdeck.server.socket.frames import BINARY, CLOSE, PING, PONG, TEXT, masked
from tests.redteam.attack import attack
from tests.redteam.scene import Person, Scene
from tests.redteam.wire import KEY, Line, Plug, text_frame

BUNDLE: Final = 500
LEAST: Final = 8  # times, however slow the computer: more than anybody is let
FULL: Final = 1 << 20  # bytes that wait to be sent: then the flood waits, too


async def seated(scene: Scene, game: str = "slamwich") -> tuple[Person, Plug]:
    """Somebody with a table of their own."""
    person = scene.person("Mallory")
    await person.open(game, bots=["kid", "kid"])
    return person, await person.connect()


async def pour(scene: Scene, plug: Plug, data: bytes) -> int:
    """The same bytes again and again until the time is up or the server has enough; how often they went out."""
    until = time.monotonic() + scene.seconds
    sent = 0
    while (time.monotonic() < until or sent < LEAST) and not plug.cut_off.is_set():
        plug.line.push(data)
        sent += 1
        if plug.line.unsent() > FULL:
            await asyncio.sleep(0.005)
        elif sent % 8 == 0:
            await asyncio.sleep(0)
    return sent


async def cut_off_for(scene: Scene, what: bytes, name: str, per_bundle: int = BUNDLE) -> None:
    """Who pours so much is cut off, and coming back does not help for long."""
    until = time.monotonic() + scene.seconds
    person, plug = await seated(scene)
    rounds = sent = 0
    while time.monotonic() < until:
        sent += await pour(scene, plug, what) * per_bundle
        scene.insist(await plug.is_closed(), f"{sent} {name} and the socket is still open")
        rounds += 1
        if scene.size < 1:
            break
        plug = await person.connect()
        if plug.cut_off.is_set():
            await asyncio.sleep(0.05)
    scene.note(f"{sent} {name}, cut off {rounds} times")


@attack(law=1)
async def pongs(scene: Scene) -> None:
    """Law 1: pongs that nobody asked for, as fast as they go."""
    await cut_off_for(scene, masked(PONG, b"12345678", KEY) * BUNDLE, "pongs")


@attack(law=1)
async def lone_pongs(scene: Scene) -> None:
    """Law 1: the same, each in a packet of its own, which is the shortest way through the server."""
    person, plug = await seated(scene)
    plug.line.without_delay()
    until = time.monotonic() + scene.seconds
    sent = 0
    while (time.monotonic() < until or sent < LEAST * BUNDLE) and not plug.cut_off.is_set():
        plug.line.push(masked(PONG, b"%08d" % sent, KEY))
        sent += 1
        if sent % 50 == 0:
            await asyncio.sleep(0)
    scene.insist(await plug.is_closed(), f"{sent} pongs and {person.name} is still there")
    scene.note(f"{sent} pongs, then cut off")


@attack(law=1)
async def pings(scene: Scene) -> None:
    """Law 1: pings, each of which wants an answer."""
    await cut_off_for(scene, masked(PING, b"?" * 125, KEY) * BUNDLE, "pings")


@attack(law=1)
async def empty_frames(scene: Scene) -> None:
    """Law 1: texts without a letter."""
    await cut_off_for(scene, masked(TEXT, b"", KEY) * BUNDLE, "empty frames")


@attack(law=1)
async def messages(scene: Scene) -> None:
    """Law 1: messages in good form, more than hands can make."""
    await cut_off_for(scene, text_frame({"m": "resume", "last": 0}) * BUNDLE, "messages")


@attack(law=1)
async def screen_reports(scene: Scene) -> None:
    """Law 1: what screens say by themselves, a thousand times as often."""
    await cut_off_for(scene, text_frame(b'{"m":"still","n":1,"c":50000}') * BUNDLE, "reports")


@attack(law=1)
async def a_network_at_its_limits(scene: Scene) -> None:
    """Law 1: as many sockets as a network may have, at several tables, saying the dearest things as often as they may,
    all at the same moment."""
    tables = scene.many(5, 1)
    plugs: list[Plug] = []
    for number in range(tables):
        host = scene.person(f"Host {number}")
        await host.open("hit_the_deck", bots=["kid", "kid"])
        plugs.append(await host.connect())
        people = [scene.person(f"Crowd {number} {place}") for place in range(scene.many(33, 2))]
        seated = await scene.at_once((one.sit_at(host.code, watch=True) for one in people), 8)
        plugs += [plug for plug in seated if plug is not None]
        await plugs[-len(seated) - 1].say("start")
    words = [text_frame({"m": "resume", "last": 0}), text_frame({"m": "hidden", "hidden": True})]
    words += [text_frame({"m": "hidden", "hidden": False}), text_frame({"m": "rename", "name": "Other"})]
    bundle = b"".join(words * 10)
    until = time.monotonic() + scene.seconds
    said = 0
    while time.monotonic() < until:
        for plug in plugs:
            if not plug.cut_off.is_set():
                plug.line.push(bundle)
                said += 40
        await asyncio.sleep(1.0)
    scene.note(f"{len(plugs)} sockets, {said} messages")


@attack(law=1)
async def early_messages(scene: Scene) -> None:
    """Law 1: everything before the hello."""

    async def one() -> bool:
        plug = await scene.person("Early").bare_socket()
        await plug.send(text_frame({"m": "ready"}) * BUNDLE)
        return await plug.is_closed()

    closed = await scene.at_once((one() for _ in range(scene.many(60, 5))), 12)
    scene.insist(all(closed), "a socket without a hello stays open")


BAD: Final = {
    "no JSON": text_frame(b"{") * 3,
    "unknown message": text_frame({"m": "cheat"}) * 3,
    "unknown field": text_frame({"m": "ready", "seat": 1}) * 3,
    "wrong type": text_frame({"m": "act", "n": "1", "t": None, "c": "x", "id": [], "do": {}}) * 3,
    "number too large": text_frame({"m": "seen", "n": 1 << 70}) * 3,
    "not UTF-8": masked(TEXT, b'{"m":"\xff"}', KEY) * 3,
    "deep": text_frame(b"[" * 2000) * 3,
    "doubled fields": text_frame(b'{"m":"seen","m":"act","n":1,"n":2}') * 3,
    "binary": masked(BINARY, b"slap", KEY) * 3,
    "too large": masked(TEXT, b'"' + b"x" * 3000 + b'"', KEY),
    "far too large": masked(TEXT, bytes(1 << 17), KEY),
    "claims to be endless": bytes((0x81, 0xFF)) + (1 << 62).to_bytes(8, "big") + KEY,
    "negative size": bytes((0x81, 0xFF)) + b"\xff" * 8 + KEY,
    "not masked": bytes((0x81, 2)) + b"{}",
    "reserved bits": bytes((0xF1, 0x80)) + KEY,
    "unknown kind": bytes((0x83, 0x80)) + KEY,
    "unknown control": bytes((0x8B, 0x80)) + KEY,
    "long control": bytes((0x89, 0xFE, 1, 0)) + KEY + bytes(256),
    "control in parts": bytes((0x09, 0x80)) + KEY,
    "continues nothing": bytes((0x80, 0x80)) + KEY,
    "two beginnings": (bytes((0x01, 0x81)) + KEY + b"x") * 2,
    "goodbye of one byte": masked(CLOSE, b"x", KEY),
    "goodbye with nonsense": masked(CLOSE, b"\x00\x01\xff\xff", KEY),
    "HTTP again": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
}


@attack(law=4)
async def bad_frames(scene: Scene) -> None:
    """Law 4: every wrong kind of frame ends its own socket, and nobody else's at the table."""
    host = scene.person("Neighbour", scene.new_source())
    await host.open("slamwich", bots=["kid"])
    beside = await host.connect()
    names = list(BAD) if scene.size == 1 else list(BAD)[:: max(1, len(BAD) // 12)]
    await scene.at_once((bad_frame(scene, host.code, name) for name in names), 12)
    scene.insist(not beside.cut_off.is_set(), "a neighbour at the table was thrown out")


async def bad_frame(scene: Scene, code: str, name: str) -> None:
    person = scene.person(f"M {name}"[:18], scene.new_source())
    plug = await person.sit_at(code, watch=True)
    scene.insist(plug is not None, f"no way in for {name}")
    if plug is not None:
        await plug.send(BAD[name])
        scene.insist(await plug.is_closed(), f"{name}: the socket stays open")


@attack(law=1)
async def fragments(scene: Scene) -> None:
    """Law 1: a message in endless parts, and a thousand messages in parts that never end."""
    person, plug = await seated(scene)
    await plug.send(bytes((0x01, 0x80)) + KEY)
    await pour(scene, plug, (bytes((0x00, 0x80)) + KEY) * 100)
    scene.insist(await plug.is_closed(), "a message without an end is taken")
    plug = await person.connect()
    if not plug.cut_off.is_set():
        await plug.send(bytes((0x01, 0xFE, 0xFF, 0xFF)) + KEY + os.urandom(60_000))


@attack(law=1)
async def parts_of_messages(scene: Scene) -> None:
    """Law 1: messages in good form, each in as many parts as one may have: sixty-four frames for the price of one."""
    begun, more, last = (bytes((first, 0x80)) + KEY for first in (0x01, 0x00, 0x80))
    await cut_off_for(scene, (begun + more * 62 + last) * 40, "messages in parts", 40)


@attack(law=1)
async def after_the_goodbye(scene: Scene) -> None:
    """Law 1: sockets with a made-up ticket that are told to leave, and pour frames until they are cut off."""
    flood = masked(PONG, b"", KEY) * 5_000
    until = time.monotonic() + scene.seconds
    poured = 0

    async def one() -> None:
        nonlocal poured
        while time.monotonic() < until:
            plug = await scene.person("Leaving").bare_socket()
            if plug.cut_off.is_set():
                await asyncio.sleep(0.05)
                continue
            await plug.send(text_frame({"m": "hello", "version": PROTOCOL, "ticket": "made up", "last": None}))
            poured += await pour(scene, plug, flood) * 5_000
            scene.insist(await plug.is_closed(), "a socket with a made-up ticket stays open")
            scene.drop(plug)
            if scene.size < 1:
                break

    await asyncio.gather(*(one() for _ in range(scene.many(20, 2))))
    scene.note(f"{poured} frames offered")


@attack(law=1)
async def half_frames(scene: Scene) -> None:
    """Law 1: frames of 64 kB of which one byte is missing, on as many sockets as one may have."""

    async def one() -> int:
        plug = await scene.person("Half").bare_socket()
        await plug.send(bytes((0x81, 0xFE, 0xFF, 0xFF)) + KEY + bytes(0xFFFE))
        return not plug.cut_off.is_set()

    opened = await scene.at_once(one() for _ in range(scene.many(400, 10)))
    await asyncio.sleep(scene.seconds / 3)
    scene.note(f"{sum(opened)} sockets")


@attack(law=1)
async def frames_byte_by_byte(scene: Scene) -> None:
    """Law 1: a frame that arrives a byte at a time."""
    _, plug = await seated(scene)
    plug.line.without_delay()
    data = bytes((0x81, 0xFE, 0xFF, 0xFF)) + KEY + bytes(0xFFFF)
    until = time.monotonic() + scene.seconds
    for place in range(len(data)):
        if time.monotonic() > until or plug.cut_off.is_set():
            break
        plug.line.push(data[place : place + 1])
        await asyncio.sleep(0)


@attack(law=1)
async def sockets_without_hello(scene: Scene) -> None:
    """Law 1: sockets by the hundred that never say hello: there are so many for a network, and they end in seconds."""
    count = scene.many(600, 20)
    plugs = await scene.at_once(scene.person("Silent").bare_socket() for _ in range(count))
    opened = sum(not plug.cut_off.is_set() for plug in plugs)
    scene.insist(opened <= 200, f"one network holds {opened} sockets")
    other = scene.person("Newcomer", scene.new_source())
    await other.open("slamwich")
    scene.insist(not (await other.connect()).cut_off.is_set(), "a newcomer does not get in")
    scene.note(f"{opened} of {count} let in")


@attack(law=1)
async def reconnect_storm(scene: Scene) -> None:
    """Law 1: coming and going at one table without a pause."""
    host = scene.person("Neighbour", scene.new_source())
    await host.open("slamwich", bots=["kid", "kid"])
    beside = await host.connect()
    until = time.monotonic() + scene.seconds
    came = 0

    async def one(number: int) -> int:
        person = scene.person(f"Storm {number}")
        came = 0
        while time.monotonic() < until:
            plug = await person.sit_at(host.code, watch=True)
            if plug is None:
                await asyncio.sleep(0.02)
            else:
                came += 1
                scene.drop(plug)
        return came

    came = sum(await asyncio.gather(*(one(number) for number in range(scene.many(20, 4)))))
    scene.insist(not beside.cut_off.is_set(), "a neighbour at the table was thrown out")
    scene.note(f"{came} times")


@attack(law=1)
async def upgrade_storm(scene: Scene) -> None:
    """Law 1: sockets opened and cut off without a word."""
    until = time.monotonic() + scene.seconds

    async def one() -> int:
        count = 0
        while time.monotonic() < until:
            plug = await scene.person("Storm").bare_socket()
            count += not plug.cut_off.is_set()
            if plug.cut_off.is_set():
                await asyncio.sleep(0.02)
            scene.drop(plug)
        return count

    scene.note(f"{sum(await asyncio.gather(*(one() for _ in range(16))))} sockets")


@attack(law=1)
async def slow_readers(scene: Scene) -> None:
    """Law 1: spectators who never read, at a table that never rests."""
    host = scene.person("Neighbour", scene.new_source())
    await host.open("slamwich", bots=["lightning"] * 3, start=True)
    beside = await host.connect()
    await beside.say("seal", sealed=KEYHOLE)
    for number in range(scene.many(20, 3)):
        person = scene.person(f"Deaf {number}", scene.new_source())
        await person.join(host.code, watch=True)
        ticket = await person.ticket()
        line = await scene.line(person.source, small=True)
        plug = Plug(line)
        await plug.shake_hands("/ws", scene.headers(**person.known()))
        await plug.send(text_frame({"m": "hello", "version": PROTOCOL, "ticket": ticket, "last": None}))
        scene.plugs.append(plug)
    await ask_again(scene, [plug.line for plug in scene.plugs if plug.ears is None])
    scene.insist(not beside.cut_off.is_set(), "a neighbour at the table was thrown out")


KEYHOLE: Final = "A" * 43 + "="


async def ask_again(scene: Scene, lines: list[Line]) -> None:
    """Each wants the whole table shown anew, within its rate, and reads nothing of it."""
    until = time.monotonic() + scene.seconds
    while time.monotonic() < until:
        for line in lines:
            line.push(text_frame({"m": "resume", "last": 0}))
        await asyncio.sleep(1 / 30)
