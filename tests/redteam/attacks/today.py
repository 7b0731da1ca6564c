"""Today's deal, ghosts, and boxes on their way to another device."""

from __future__ import annotations

from collections import Counter
from typing import Final

from slamdeck.server.http.answers import PROTOCOL
from tests.redteam.attack import attack
from tests.redteam.attacks.floods import flood
from tests.redteam.scene import Person, Scene
from tests.redteam.wire import Answer, http

MOST_OPENED: Final = 25  # tables of one network at once
LOOKS_AT_ONCE: Final = 60
BOX_BYTES: Final = 990_000
BOXES_AT_ONCE: Final = 4  # of one network


@attack(law=1)
async def looks_at_todays_deal(scene: Scene) -> None:
    """Law 1: looking at today's deal without a pause."""
    answers = await flood(scene, lambda _: ("GET", "/api/daily", None))
    scene.insist(answers[200], "nobody is shown today's deal")
    scene.insist(answers[200] <= LOOKS_AT_ONCE + 4 * (scene.seconds + 4), f"{answers[200]} looks of one network")


@attack(law=1)
async def tries_of_todays_deal(scene: Scene) -> None:
    """Law 1: a new session for every try at today's deal, and at yesterday's, for which ghosts have to rehearse."""
    shown = (await scene.ask("GET", "/api/daily")).json()
    games = [one["game"] for one in shown["games"]]
    days = (shown["day"], shown["yesterday"], "2000-01-01", "\u0000")

    def attempt(number: int) -> tuple[str, str, object]:
        game = games[number % len(games)]
        return "POST", f"/api/daily/{game}", {"day": days[number % len(days)], "name": f"Try {number}"}

    answers = await flood(scene, attempt)
    scene.insist(answers[200] <= MOST_OPENED, f"one network opened {answers[200]} tables")


@attack(law=7)
async def boxes_for_nobody(scene: Scene) -> None:
    """Law 7: boxes as large as they may be, which nobody fetches; others still find room for theirs."""
    sent: list[Answer] = []
    for network in [scene.source] + [scene.new_source() for _ in range(scene.many(3, 1))]:
        boxes = (scene.ask("POST", "/api/transfers", bytes(BOX_BYTES), network) for _ in range(scene.many(20, 5)))
        sent += await scene.at_once(boxes, 4)
    other = await scene.ask("POST", "/api/transfers", b"somebody's own", scene.new_source())
    scene.insist(other.status == 200, f"somebody else's box is answered {other.status}")
    taken = await take_box(scene, other)
    scene.insist(taken.body == b"somebody's own", "the box is gone")
    await scene.at_once(take_box(scene, one) for one in sent if one.status == 200)  # room for the next who try this
    answers = Counter(one.status for one in sent)
    scene.note(", ".join(f"{count} × {status or 'cut'}" for status, count in answers.most_common(3)))


async def take_box(scene: Scene, sent: Answer) -> Answer:
    return await scene.ask("POST", f"/api/transfers/{sent.json()['name']}", source=scene.new_source())


@attack(law=1)
async def boxes_without_an_end(scene: Scene) -> None:
    """Law 1: as many boxes as a network may send, of each of which the last byte is missing: few are held in memory."""
    begun = http("POST", "/api/transfers", scene.headers(Content_Length=str(BOX_BYTES)))
    lines = [await scene.line() for _ in range(scene.many(29, 8))]
    await scene.at_once(line.send(begun + bytes(BOX_BYTES - 1)) for line in lines)
    cut_off = await scene.at_once(line.is_cut(scene.seconds) for line in lines)  # who is refused is hung up on
    held = cut_off.count(False)
    scene.insist(held <= BOXES_AT_ONCE, f"{held} boxes of one network are held")
    other = await scene.ask("POST", "/api/transfers", b"somebody's own", scene.new_source())
    scene.insist(other.status == 200, f"somebody else's box is answered {other.status}")
    await take_box(scene, other)
    scene.note(f"{held} of {len(lines)} are held")


async def try_today(scene: Scene, name: str) -> Person:
    """Somebody whose try is open."""
    person = scene.person(name, scene.new_source())
    day = (await person.ask("GET", "/api/daily")).json()["day"]
    answer = await person.ask("POST", "/api/daily/slamwich", {"name": name, "day": day})
    scene.insist(answer.status == 200, f"there is no deal today: {answer.status}")
    person.code = answer.json()["code"]
    return person


@attack(law=6)
async def looking_on_at_todays_deal(scene: Scene) -> None:
    """Law 6: the cards of today's deal before one's own try, from the table of somebody who plays it."""
    player = await try_today(scene, "Ann")
    await player.connect()
    assert player.plug is not None
    scene.insist(await player.plug.wait_for("stim") is not None, "nothing was dealt")
    mallory = scene.person("Mallory", scene.new_source())
    for watch in (True, False):
        answer = await mallory.join(player.code, watch)
        scene.insist(answer.status in (403, 429), f"joined a try: {answer.status}")
    screen = await mallory.ask("POST", f"/api/tables/{player.code}/ticket", {"screen": True})
    if screen.status == 200:
        mallory.code = player.code
        plug = await mallory.bare_socket()
        await plug.say("hello", version=PROTOCOL, ticket=screen.json()["ticket"], last=None)
        scene.insist(await plug.wait_for("stim", patience=1.0) is None, "the big screen shows a try")
    record = await mallory.ask("GET", f"/api/tables/{player.code}/record")
    scene.insist(record.status != 200, "the record of a try is out")


@attack(law=5)
async def a_second_try(scene: Scene) -> None:
    """Law 5: the same person's second try at today's deal, many times at once; and days that are not today."""
    player = await try_today(scene, "Bob")
    shown = (await player.ask("GET", "/api/daily")).json()
    asks = [player.ask("POST", "/api/daily/slamwich", {"name": "Bob", "day": shown["day"]}) for _ in range(12)]
    answers = await scene.at_once(asks)
    codes = {answer.json()["code"] for answer in answers if answer.status == 200}
    scene.insist(codes <= {player.code}, "a second table for one try")
    for day in ("2999-01-01", "1999-01-01"):
        other = await player.ask("POST", "/api/daily/slamwich", {"name": "Bob", "day": day})
        scene.insist(other.status in (409, 429), f"a deal of {day}: {other.status}")
