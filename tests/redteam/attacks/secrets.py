"""What nobody may learn: another's hand, another's hand in a race before it closes, another's refused inputs."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from tests.redteam.attack import attack
from tests.redteam.scene import Person, Scene, page_time
from tests.redteam.wire import PATIENCE_S, Answer

CHANGING: Final = ("date", "set-cookie")
UNINFORMATIVE: Final = (0, 429)  # asked too often: says nothing about the table


async def table_with(scene: Scene, game: str, *names: str, bots: int = 1) -> list[Person]:
    """People at one table whose game is dealt; the first is the host."""
    people = [scene.person(name, scene.new_source()) for name in names]
    await people[0].open(game, bots=["kid"] * bots)
    await people[0].connect()
    for person in people[1:]:
        scene.insist(await person.sit_at(people[0].code) is not None, f"{person.name} has no seat")
    return people


async def deal(scene: Scene, host: Person, *others: Person) -> None:
    assert host.plug is not None
    await host.plug.say("start")
    for person in (host, *others):
        assert person.plug is not None
        scene.insist(await person.plug.wait_for("stim") is not None, "nothing was dealt")


@attack(law=5)
async def seat_hopping(scene: Scene) -> None:
    """Law 5: stand up, sit down on a bot's seat, look at its hand, go back."""
    (mallory,) = await table_with(scene, "hit_the_deck", "Mallory", bots=3)
    await deal(scene, mallory)
    assert mallory.plug is not None
    for seat in (1, 2, 3, 0, None):
        await mallory.plug.say("standup")
        await mallory.plug.say("sit", seat=seat)
        await asyncio.sleep(0.15)
    learnt = mallory.views() - {0}
    scene.insist(not learnt, f"the hands of seats {sorted(learnt)} were seen")


@attack(law=5)
async def hopping_by_reconnecting(scene: Scene) -> None:
    """Law 5: the same by joining anew with every hop, by HTTP."""
    (mallory,) = await table_with(scene, "lowdown", "Mallory", bots=3)
    await deal(scene, mallory)
    seen = set(mallory.views())
    for _ in range(3):
        assert mallory.plug is not None
        await mallory.plug.say("standup")
        await asyncio.sleep(0.1)
        mallory.plug.cut()
        await mallory.sit_at(mallory.code)
        await asyncio.sleep(0.15)
        seen |= mallory.views() if mallory.plug is not None else set()
    learnt = seen - {0}
    scene.insist(not learnt, f"the hands of seats {sorted(learnt)} were seen")


@attack(law=5)
async def removed_for_a_friend(scene: Scene) -> None:
    """Law 5: the host removes a person, and a friend who has watched sits down on that hand."""
    host, victim = await table_with(scene, "hit_the_deck", "Host", "Victim", bots=1)
    friend = scene.person("Friend", scene.new_source())
    scene.insist(await friend.sit_at(host.code, watch=True) is not None, "nobody may watch")
    await deal(scene, host, victim)
    seat = max(victim.views())
    assert host.plug is not None
    assert friend.plug is not None
    await host.plug.say("remove", seat=seat)
    await asyncio.sleep(0.2)
    for wanted in (seat, None):
        await friend.plug.say("sit", seat=wanted)
        await asyncio.sleep(0.2)
    scene.insist(seat not in friend.views(), "the friend sees the removed person's hand")
    scene.insist(seat not in host.views(), "the host sees the removed person's hand")


@attack(law=5)
async def handed_to_a_friend(scene: Scene) -> None:
    """Law 5: somebody stands up for a friend, who then knows two hands together with them."""
    host, mallory = await table_with(scene, "hit_the_deck", "Host", "Mallory", bots=1)
    friend = scene.person("Friend", scene.new_source())
    scene.insist(await friend.sit_at(host.code, watch=True) is not None, "nobody may watch")
    await deal(scene, host, mallory)
    seat = max(mallory.views())
    assert mallory.plug is not None
    assert friend.plug is not None
    await mallory.plug.say("standup")
    await asyncio.sleep(0.2)
    await friend.plug.say("sit", seat=seat)
    await asyncio.sleep(0.3)
    scene.insist(seat not in friend.views(), "a hand that somebody held was seen by another")


# ---- nothing public moves --------------------------------------------------------------------------


def shown(answer: Answer) -> tuple[int, object, bytes]:
    kept = {name: value for name, value in answer.headers.items() if name not in CHANGING}
    return answer.status, kept, answer.body


@attack(law=6)
async def public_figures(scene: Scene) -> None:
    """Law 6: the public port tells no figures: no metrics, and of its health yes or no."""
    metrics = await scene.ask("GET", "/metrics")
    scene.insist(b"slamdeck_" not in metrics.body, "metrics are on the public port")
    health = await scene.ask("GET", "/health")
    scene.insist(health.status in (200, 503), f"/health answers {health.status}")
    for word in (b"people", b"tables", b"version"):
        scene.insist(word not in health.body, f"/health tells {word.decode()}")
    scene.insist("aiohttp" not in health.headers.get("server", "").lower(), "the Server header tells a version")


@attack(law=6)
async def watching_a_sealed_hand(scene: Scene) -> None:
    """Law 6: while another's hand is down and the race still open, nothing public moves."""
    mallory, victim = await table_with(scene, "slamwich", "Mallory", "Victim", bots=1)
    await deal(scene, mallory, victim)
    paths = ("/health", f"/api/tables/{mallory.code}", "/metrics", f"/api/tables/{mallory.code}/record")
    plug = victim.plug
    assert plug is not None
    moved = looked = 0
    for id in range(1, scene.many(8, 3)):
        lines = [await scene.line(scene.new_source()) for _ in paths]
        before = [shown(await scene.ask("GET", path, line=on)) for path, on in zip(paths, lines, strict=True)]
        until = time.monotonic() + 0.5
        since = len(plug.heard)
        n = max((one["n"] for one in plug.messages("stim")), default=0)
        await plug.say("act", n=n, t=None, c=page_time(), id=id, do="slap")
        while time.monotonic() < until and not plug.messages("ok", since):
            during = [shown(await scene.ask("GET", path, line=on)) for path, on in zip(paths, lines, strict=True)]
            if plug.messages("ok", since):
                break  # the race is closed: everybody may know
            looked += 1
            pairs = zip(before, during, strict=True)
            moved += any(was != now and now[0] not in UNINFORMATIVE for was, now in pairs)
        await asyncio.sleep(0.1)
    scene.insist(not moved, f"something public moved in {moved} of {looked} looks")
    scene.note(f"{looked} looks")


@attack(law=6)
async def watching_the_head(scene: Scene) -> None:
    """Law 6: another's refused inputs do not show in the public head of the chain."""
    mallory, victim = await table_with(scene, "lowdown", "Mallory", "Victim", bots=0)
    await deal(scene, mallory, victim)
    assert mallory.plug is not None
    await asyncio.sleep(0.5)
    for id, text in enumerate(("take", "place 1", "slap", "place 99 closed", "draw", "nonsense"), 1):
        before = await head_now(mallory)
        ok = await victim.act(text, id)
        after = await head_now(mallory)
        refused = ok is not None and ok["verdict"] in ("rejected", "ignored")
        quiet = before[1] == after[1]  # no update in between: nothing has happened that all may know
        scene.insist(not (refused and quiet) or before[0] == after[0], f"the head tells that {text!r} was refused")


async def head_now(person: Person) -> tuple[str, int]:
    """The head of the chain as the table shows it, and the number of this person's latest update."""
    plug = person.plug
    assert plug is not None
    since = len(plug.heard)
    for ready in (False, True):
        await plug.say("ready", ready=ready)
    await plug.say("resume", last=0)
    heads: list[str] = []
    until = time.monotonic() + PATIENCE_S
    while not heads and time.monotonic() < until:
        await asyncio.sleep(0.05)
        heads = [str(one["head"]) for one in plug.messages(since=since) if "head" in one]
    updates = [int(one["n"]) for one in plug.messages() if one["m"] in ("stim", "news")]
    return heads[-1] if heads else "", max(updates, default=0)
