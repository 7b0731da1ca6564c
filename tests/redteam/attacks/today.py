"""Today's deal and sealed boxes: another's try is nobody's to see, a second one is none, and what waits has an end."""

from __future__ import annotations

from collections import Counter

from tests.redteam.attack import attack
from tests.redteam.scene import Person, Scene


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
        await plug.say("hello", version=2, ticket=screen.json()["ticket"])
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


@attack(law=1)
async def boxes_that_nobody_fetches(scene: Scene) -> None:
    """Law 1: sealed boxes without end, from many addresses; and names of boxes that nobody has."""
    box = bytes(scene.many(1_000_000, 50_000))
    sources = [scene.new_source() for _ in range(scene.many(60, 4))]
    sent = await scene.at_once(
        scene.ask("POST", "/api/transfers", box, source=source) for source in sources for _ in "ab"
    )
    large = await scene.ask("POST", "/api/transfers", bytes(1_000_001))
    guessed = await scene.at_once(scene.ask("POST", f"/api/transfers/guess{n:018}") for n in range(scene.many(200, 10)))
    answers = Counter(answer.status for answer in (*sent, *guessed, large))
    scene.insist(large.status != 200, "more than a box may have")
    scene.insist(all(answer.status != 200 for answer in guessed), "somebody else's box")
    scene.insist(not answers[500], "the server blames itself")
    scene.note(", ".join(f"{count} × {status or 'cut'}" for status, count in answers.most_common(3)))
