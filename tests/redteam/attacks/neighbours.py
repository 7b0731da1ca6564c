"""Limits by network: they bind whoever has many addresses, and lock no neighbour out."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from typing import Final

from tests.redteam.attack import attack
from tests.redteam.attacks.floods import flood
from tests.redteam.scene import Scene
from tests.redteam.wire import Answer

LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
PROXY: Final = "127.0.0.1"
BURST: Final = 20
FOUND_S: Final = 12.0  # a list is made once a second, and shows most of these tables
ENDED_AT_ONCE: Final = 32  # sessions of one network
SITE: Final = 8  # networks as which a /48 counts


def any_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(8))


@attack(law=1)
async def guessing_codes(scene: Scene) -> None:
    """Law 1: guessing codes from one network, by every address that takes one: few, then one in five seconds."""

    def guess(number: int) -> tuple[str, str, object]:
        code = any_code()
        ways = [
            ("GET", f"/api/tables/{code}", None),
            ("POST", f"/api/tables/{code}/join", {"name": "G"}),
            ("POST", f"/api/tables/{code}/ticket", {}),
            ("GET", f"/api/tables/{code}/record", None),
            ("GET", f"/api/tables/{code}/film", None),
            ("DELETE", f"/api/library/{code}", None),
        ]
        return ways[number % len(ways)]

    answers = await flood(scene, guess, least=2 * BURST)
    scene.insist(answers[404] <= BURST + 2, f"{answers[404]} guesses were answered")
    scene.insist(answers[429] or answers[0], "nobody counts the guesses")


@attack(law=7)
async def wrong_codes_behind_one_roof(scene: Scene) -> None:
    """Law 7: a neighbour behind the same address guesses codes; who holds a seat comes back all the same."""
    player = scene.person("Player")
    await player.open("slamwich", bots=["kid", "kid"])
    plug = await player.connect()
    plug.cut()
    for _ in range(BURST + 10):
        await scene.ask("GET", f"/api/tables/{any_code()}")
    answer = await player.ask("GET", f"/api/tables/{player.code}")
    scene.insist(answer.status == 200, f"the seated player's own table answers {answer.status}")
    back = await player.connect()
    scene.insist(not back.cut_off.is_set(), "the seated player cannot come back")


@attack(law=7)
async def tickets_behind_one_roof(scene: Scene) -> None:
    """Law 7: a neighbour uses up the tickets and joins of an address; who holds a seat comes back all the same."""
    player = scene.person("Player")
    await player.open("slamwich", bots=["kid", "kid"])
    (await player.connect()).cut()
    pest = scene.person("Pest")
    await pest.open("slamwich")
    for _ in range(scene.many(200, 150)):
        answer = await pest.ask("POST", f"/api/tables/{pest.code}/ticket", {})
        if answer.status == 429:
            break
    back = await player.connect()
    scene.insist(not back.cut_off.is_set(), "the seated player cannot come back")


@attack(law=1, needs="proxy")
async def many_addresses_of_one_network(scene: Scene) -> None:
    """Law 1: one IPv6 network has 2⁶⁴ addresses, and the limits of one."""
    prefix = f"2001:db8:{secrets.token_hex(2)}:{secrets.token_hex(2)}"

    async def one(number: int) -> Answer:
        body = {"game": "slamwich", "name": "Opener"}
        forwarded = f"{prefix}:{number:x}::{number:x}"
        return await scene.ask("POST", "/api/tables", body, PROXY, X_Forwarded_For=forwarded)

    answers = await scene.at_once(one(number) for number in range(scene.many(120, 30)))
    opened = sum(answer.status == 200 for answer in answers)
    scene.insist(opened, "the proxy is not believed")
    scene.insist(opened <= BURST + 4, f"one /64 opened {opened} tables")
    scene.note(f"{opened} of {len(answers)} tables opened")


@attack(law=1, needs="proxy")
async def many_networks_of_one_site(scene: Scene) -> None:
    """Law 1: a /48 has 65,536 IPv6 networks, and counts as eight: tables and codes, each asked for from a new one."""
    prefix = f"2001:db8:{secrets.token_hex(2)}"

    async def one(number: int) -> Answer:
        forwarded = f"{prefix}:{number:x}::1"
        if number % 4:
            return await scene.ask("GET", f"/api/tables/{any_code()}", None, PROXY, X_Forwarded_For=forwarded)
        body = {"game": "slamwich", "name": "Opener"}
        return await scene.ask("POST", "/api/tables", body, PROXY, X_Forwarded_For=forwarded)

    answers = await scene.at_once(one(number) for number in range(scene.many(2400, 60)))
    opened = sum(answer.status == 200 for answer in answers)
    guessed = sum(answer.status == 404 for answer in answers)
    scene.insist(opened and guessed, "the proxy is not believed")
    scene.insist(opened <= SITE * (BURST + 4), f"one /48 opened {opened} tables")
    scene.insist(guessed <= SITE * (BURST + 4), f"one /48 guessed {guessed} codes")
    scene.note(f"{len(answers)} networks: {opened} tables opened, {guessed} codes guessed")


@attack(law=1, needs="proxy")
async def mapped_addresses(scene: Scene) -> None:
    """Law 1: one address written in every way there is is one address."""
    number = secrets.randbelow(200) + 20
    ways = [f"198.51.100.{number}", f"::ffff:198.51.100.{number}", f"::FFFF:c633:64{number:02x}"]
    ways += [f"198.51.100.{number}:{port}" for port in range(1000, 1010)]
    ways += [f"10.0.0.{k}, 198.51.100.{number}" for k in range(10)]
    opened = 0
    for place in range(scene.many(60, 40)):
        body = {"game": "slamwich", "name": "Opener"}
        way = ways[place % len(ways)]
        opened += (await scene.ask("POST", "/api/tables", body, PROXY, X_Forwarded_For=way)).status == 200
    scene.insist(opened <= BURST + 4, f"one address opened {opened} tables")


@attack(law=1)
async def made_up_forwarding(scene: Scene) -> None:
    """Law 1: who is no proxy of ours may write into X-Forwarded-For what they like."""
    opened = 0
    for number in range(scene.many(60, 30)):
        body = {"game": "slamwich", "name": "Opener"}
        opened += (await scene.ask("POST", "/api/tables", body, X_Forwarded_For=f"203.0.113.{number}")).status == 200
    scene.insist(opened <= BURST + 4, f"one address opened {opened} tables")


@attack(law=1)
async def chosen_sessions(scene: Scene) -> None:
    """Law 1: a session that its owner has made up is none; nobody can be given one in advance."""
    made_up = "c0ffee" * 5 + "aa"
    body = {"game": "slamwich", "name": "Chooser"}
    for name in ("slamdeck", "__Host-slamdeck"):
        answer = await scene.ask("POST", "/api/tables", body, Cookie=f"{name}={made_up}")
        scene.insist(answer.status == 200, f"a new table answers {answer.status}")
        given = "; ".join(answer.cookies)
        scene.insist(given and made_up not in given, "a session of one's own choice was taken")


@attack(law=7)
async def screens_at_somebodys_table(scene: Scene) -> None:
    """Law 7: big screens by the hundred are announced at a table; who has joined there still comes in."""
    host = scene.person("Host", scene.new_source())
    await host.open("slamwich", bots=["kid"])
    await host.connect()
    guest = scene.person("Guest", scene.new_source())
    scene.insist((await guest.join(host.code)).status == 200, "nobody gets in")
    strangers = [scene.person("Stranger") for _ in range(scene.many(120, 10))]
    screens = [one.ask("POST", f"/api/tables/{host.code}/ticket", {"screen": True}) for one in strangers]
    answers = Counter(answer.status for answer in await scene.at_once(screens, 8))
    await guest.connect()
    assert guest.plug is not None
    scene.insist(not guest.plug.cut_off.is_set(), "screens keep a guest out")
    scene.note(", ".join(f"{count} × {status or 'cut'}" for status, count in answers.most_common(3)))


@attack(law=7)
async def forgetting_to_be_remembered(scene: Scene) -> None:
    """Law 7: sessions made and ended without a pause, so that the server no longer knows which others were ended."""
    victim = scene.person("Victim", scene.new_source())
    await victim.open("slamwich", bots=["kid"])
    stolen = dict(victim.cookies)
    scene.insist((await victim.ask("DELETE", "/api/session")).status == 204, "nobody is forgotten")
    answers: Counter[int] = Counter()
    for _ in range(scene.many(60, 40)):
        one = scene.person("Mallory")
        if (await one.join(victim.code, watch=True)).status == 200:
            answers[(await one.ask("DELETE", "/api/session")).status] += 1
    scene.insist(answers[204] <= ENDED_AT_ONCE, f"one network ended {answers[204]} sessions at once")
    thief = scene.person("Thief", scene.new_source())
    thief.cookies = stolen
    thief.code = victim.code
    scene.insist(not await thief.ticket(), "a session that was ended lives")
    scene.note(", ".join(f"{count} × {status or 'cut'}" for status, count in answers.most_common(3)))


@attack(law=7)
async def a_list_of_ones_own(scene: Scene) -> None:
    """Law 7: two networks list as many open tables as they can, so that nobody finds another's."""

    async def list_one(source: str) -> None:
        host = scene.person("Host", source)
        if (await host.open("slamwich", bots=["kid"])).status == 200:
            await (await host.connect()).say("openup", listed=True)

    sources = [scene.source, scene.new_source()]
    await scene.at_once((list_one(sources[number % 2]) for number in range(scene.many(38, 28))), 8)
    victim = scene.person("Victim", scene.new_source())
    await victim.open("slamwich", bots=["kid"])
    await (await victim.connect()).say("openup", listed=True)
    until = time.monotonic() + FOUND_S
    found = looks = 0
    while not found and time.monotonic() < until:
        shown = (await scene.ask("GET", "/api/tables", source=scene.new_source())).json()["tables"]
        found += any(one["code"] == victim.code for one in shown)
        looks += 1
        await asyncio.sleep(0 if found else 0.3)
    scene.insist(found, f"{looks} looks, and none shows the other table among {len(shown)}")
    scene.note(f"found among {len(shown)} shown, after {looks} looks")
