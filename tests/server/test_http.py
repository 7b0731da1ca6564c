"""Every address of the server: what it answers, and the sentence with which it refuses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import aiohttp
import msgspec
import pytest

from slamdeck.bots.levels import LEVELS
from slamdeck.core.game import Setup
from slamdeck.core.rules import Rules
from slamdeck.games import all_games
from slamdeck.measure.client import Client, ServerSaidNo
from slamdeck.server.config import Limits
from slamdeck.server.http import games_shown, pages
from slamdeck.server.http.answers import Games, TableInfo
from slamdeck.server.http.codes import LETTERS, new_code, read_code
from slamdeck.server.http.errors import Refusing
from slamdeck.server.http.limits import Rate, Rates
from slamdeck.server.http.tickets import LIFE_S, Admission, Tickets
from slamdeck.server.tables import warm_up
from slamdeck.table import messages as say
from tests.server.evening import base_of, play, serving, until


async def error_of(client: Client, path: str, body: dict[str, object] | None = None) -> tuple[int, str]:
    asked = client.get(path) if body is None else client.post(path, body)
    with pytest.raises(ServerSaidNo) as caught:
        await asked
    assert len(caught.value.why) > 10
    return caught.value.status, caught.value.error


def test_all_a_start_page_needs_is_told() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            games = msgspec.json.decode(await ann.get("/api/games"), type=Games)
            assert [game.slug for game in games.games] == list(all_games())
            for game in games.games:
                assert game.options
                assert all(option.meaning for option in game.options)
                assert sum(len(section.clauses) for section in game.rules) > 30
                assert sum(kind.copies for kind in game.kinds) == game.cards
                assert "policy" in game.policies
            assert {setting.name for setting in games.settings} >= {"absent", "grace_ms", "shared_screen"}
            assert all(setting.meaning for setting in games.settings)
            assert [level.name for level in games.levels] == list(LEVELS)

    play(evening)


def test_a_table_is_opened_joined_and_shown() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann, Client(base_of(server), "Bob") as bob:
            code = await ann.open("slamwich", bots=["quick", "kid:uniform"], options={"max_tosses": 50})
            assert len(code) == 8
            spoken = f"{code[:4]}-{code[4:]}".lower()
            info = msgspec.json.decode(await bob.get(f"/api/tables/{spoken}"), type=TableInfo)
            assert (info.code, info.phase, info.host, info.room, info.joined) == (code, "lobby", "Ann", True, False)
            assert [seat.bot for seat in info.seats] == ["", "quick", "kid:uniform"]
            assert info.options == {"max_tosses": 50}
            joined = await bob.join(code)
            assert joined.name == "Bob"
            assert msgspec.json.decode(await bob.get(f"/api/tables/{code}"), type=TableInfo).joined
            assert await bob.ticket() != await bob.ticket()

    play(evening)


def test_everything_that_cannot_be_has_its_own_word() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann, Client(base_of(server), "Bob") as bob:
            opening: dict[str, object] = {"game": "slamwich", "name": "Ann"}
            for wrong in (
                {"bots": ["genius"]},
                {"bots": ["quick:search"]},
                {"bots": ["kid"] * 6},
                {"options": {"no_such": 1}},
                {"options": {"min_toss_ms": -1}},
                {"options": {"dealer": 5}},
                {"settings": {"stand_in": "nobody"}},
            ):
                status, error = await error_of(ann, "/api/tables", {**opening, **wrong})
                assert (status, error) in ((400, "bad_option"), (400, "bad_request")), wrong
            assert await error_of(ann, "/api/tables", {"game": "chess", "name": "A"}) == (404, "no_game")
            assert await error_of(ann, "/api/tables", {**opening, "name": "\u200b \u202e"}) == (400, "bad_name")
            assert await error_of(ann, "/api/tables", {**opening, "more": 1}) == (400, "bad_request")
            assert await error_of(ann, "/api/tables", {"game": "slamwich"}) == (400, "bad_request")
            assert await error_of(ann, "/api/tables", {**opening, "name": "x" * 20_000}) == (413, "too_large")
            assert await error_of(bob, "/api/tables/ZZZZZZZZ") == (404, "wrong_code")
            assert await error_of(bob, "/api/tables/not-a-code") == (404, "wrong_code")
            assert await error_of(bob, "/api/tables/ZZZZZZZZ/record") == (404, "wrong_code")
            assert await error_of(bob, "/api/nothing") == (404, "not_found")
            code = await ann.open("slamwich", bots=[])
            assert await error_of(bob, f"/api/tables/{code}/ticket", {}) == (403, "not_joined")
            assert await error_of(bob, f"/api/tables/{code}/record") == (409, "not_over")
            assert await error_of(bob, f"/api/tables/{code}/join", {"name": "aNN"}) == (409, "name_taken")
            async with bob.http.delete(f"{bob.base}/api/tables") as answer:
                assert (answer.status, (await answer.json())["error"]) == (405, "bad_method")
            async with bob.http.post(f"{bob.base}/api/tables", data=b"\xff{") as answer:
                assert (answer.status, (await answer.json())["error"]) == (400, "bad_request")

    play(evening)


def test_a_full_table_can_still_be_watched() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("hands_down", watch=True)
            table = server.lobby.tables[code]
            for name in ("Bob", "Cleo", "Dot", "Eli"):
                table.live.join(1, name, name)
            async with Client(base_of(server), "Fay") as fay:
                assert await error_of(fay, f"/api/tables/{code}/join", {"name": "Fay"}) == (409, "full")
                assert (await fay.join(code, watch=True)).watch

    play(evening)


def test_a_closed_table_says_so() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
            await server.lobby.close_table(server.lobby.tables[code])
            assert await error_of(ann, f"/api/tables/{code}") == (410, "closed")
            assert await error_of(ann, f"/api/tables/{code}/join", {"name": "Ann"}) == (410, "closed")
            assert await error_of(ann, f"/api/tables/{code}/ticket", {}) == (410, "closed")

    play(evening)


def test_a_table_that_nobody_visits_leaves_the_memory_and_comes_back() -> None:
    async def evening() -> None:
        async with serving(limits=Limits(asleep_s=0.05)) as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich", bots=["kid"])
            await until(lambda: code not in server.lobby.tables)
            info = msgspec.json.decode(await ann.get(f"/api/tables/{code}"), type=TableInfo)
            assert [seat.name for seat in info.seats] == ["Ann", "Ada"]

    play(evening)


def test_a_game_that_makes_no_sense_keeps_no_other_game_from_being_played(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    good = all_games()["slamwich"]
    odd = replace(good, title="Odd", card_words=lambda kind: kind.word("no such word"))

    def broken_rules(setup: Setup) -> Rules:
        raise ZeroDivisionError

    sick = replace(good, slug="sick", title="Sick", set_up=broken_rules)
    for place in (games_shown, warm_up):
        monkeypatch.setattr(place, "all_games", lambda: {"odd": odd, "sick": sick, "slamwich": good})

    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            games = msgspec.json.decode(await ann.get("/api/games"), type=Games)
            assert [game.title for game in games.games] == [good.title]

    play(evening)
    assert {"Odd cannot be shown", "Sick cannot be shown", "Sick failed before anybody played it"} <= set(
        caplog.messages
    )


# ---- limits ----------------------------------------------------------------------------------------


def test_too_much_from_one_place_is_refused() -> None:
    async def evening() -> None:
        limits = Limits(opening=Rate(0.01, 3), wrong_codes=Rate(0.01, 4))
        async with (
            serving(limits=limits) as server,
            Client(base_of(server), "Ann") as ann,
            Client(base_of(server), "Bob") as bob,
        ):
            opening: dict[str, object] = {"game": "slamwich", "name": "Ann"}
            for _ in range(3):
                await ann.open("slamwich")
            assert await error_of(ann, "/api/tables", opening) == (429, "too_many")
            code = ann.code
            for _ in range(4):
                assert await error_of(ann, "/api/tables/00000000") == (404, "wrong_code")
            assert await error_of(ann, "/api/tables/00000000") == (429, "too_many")
            assert await error_of(bob, f"/api/tables/{code}") == (429, "too_many")
            async with bob.http.get(f"{bob.base}/api/tables/{code}") as answer:
                assert int(answer.headers["Retry-After"]) >= 1

    play(evening)


def test_tables_are_bounded_in_number() -> None:
    async def evening() -> None:
        async with (
            serving(limits=Limits(tables_per_session=2, tables=3)) as server,
            Client(base_of(server), "Ann") as ann,
            Client(base_of(server), "Bob") as bob,
        ):
            opening: dict[str, object] = {"game": "slamwich", "name": "Ann"}
            await ann.open("slamwich")
            await ann.open("slamwich")
            assert await error_of(ann, "/api/tables", opening) == (429, "too_many")
            await bob.open("slamwich")
            assert await error_of(bob, "/api/tables", opening) == (503, "busy")
            server.lobby.limits = Limits()
            server.lobby.lag.seconds = 1.0
            assert await error_of(bob, "/api/tables", opening) == (503, "busy")
            server.lobby.lag.seconds = 0.0
            server.lobby.stopping = True
            assert await error_of(bob, "/api/tables", opening) == (503, "stopping")
            server.lobby.stopping = False

    play(evening)


def test_rates_refill_and_forget_addresses() -> None:
    rates = Rates(Rate(1.0, 2), "knocks", most=2)
    rates.take("a", 0.0)
    rates.take("a", 0.0)
    with pytest.raises(Refusing, match="too many knocks from here; wait 1 seconds"):
        rates.take("a", 0.1)
    rates.take("a", 1.2)
    rates.take("b", 1.2)
    rates.take("c", 1.2)
    assert list(rates.buckets) == ["b", "c"]


def test_a_ticket_is_good_once_and_for_half_a_minute() -> None:
    tickets = Tickets()
    first = tickets.issue(Admission("CODE", "ann"), 0.0)
    second = tickets.issue(Admission("CODE", "bob"), 0.0)
    assert tickets.redeem(first, 1.0) == Admission("CODE", "ann")
    assert tickets.redeem(first, 1.0) is None
    assert tickets.redeem(second, LIFE_S + 0.1) is None
    assert tickets.redeem("nonsense", 0.0) is None


def test_codes_forgive_what_people_misread() -> None:
    code = new_code()
    assert len(code) == 8
    assert set(code) <= set(LETTERS)
    assert read_code(" o1il-abcd ") == "0111ABCD"
    for wrong in ("", "1234567", "123456789", "U1234567", "1" * 100, "é2345678"):
        assert read_code(wrong) is None
    assert say.decode_client(b'{"m":"moveto","table":"%s"}' % code.encode()) == say.MoveTo(code), "as tables know it"


# ---- headers, cookies, pages -----------------------------------------------------------------------


def test_every_answer_has_its_headers_and_the_cookie_is_shut() -> None:
    async def evening() -> None:
        async with serving() as server, aiohttp.ClientSession(base_of(server)) as http:
            for path in ("/", "/t/ABCD1234", "/t/ABCD1234/screen", "/api/games", "/health", "/nothing.js", "/api/x"):
                async with http.get(path) as answer:
                    policy = answer.headers["Content-Security-Policy"]
                    assert "script-src 'self';" in policy
                    assert "frame-ancestors 'none'" in policy
                    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
                    assert answer.headers["Cross-Origin-Embedder-Policy"] == "require-corp"
                    assert answer.headers["X-Content-Type-Options"] == "nosniff"
            async with http.post("/api/tables", json={"game": "slamwich", "name": "Ann"}) as answer:
                cookie = answer.headers["Set-Cookie"]
                assert "HttpOnly" in cookie
                assert "SameSite=Lax" in cookie
                assert "Secure" not in cookie
                assert answer.headers["Server"] == "slamdeck"

    play(evening)


def test_only_our_own_pages_may_ask() -> None:
    async def evening() -> None:
        async with (
            serving(origins=frozenset({"https://play.example"})) as server,
            aiohttp.ClientSession(base_of(server)) as http,
        ):
            body = {"game": "slamwich", "name": "Ann"}
            for origin, status in (
                ("http://evil.example", 403),
                ("null", 403),
                (f"http://127.0.0.1:{server.port + 1}", 403),
                ("https://play.example", 200),
                (f"http://localhost:{server.port}", 200),
            ):
                async with http.post("/api/tables", json=body, headers={"Origin": origin}) as answer:
                    assert answer.status == status, origin
            for headers in ({}, {"Origin": "http://evil.example"}):
                with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                    await http.ws_connect("/ws", headers=headers)
                assert caught.value.status == 403

    play(evening)


def test_pages_files_and_caching(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>client")
    (tmp_path / "assets" / "app-1a2b.js").write_text("1")
    (tmp_path / "manifest.webmanifest").write_text("{}")
    (tmp_path.parent / "secret.txt").write_text("secret")
    client = pages.Pages(tmp_path)
    assert client.index().data == b"<p>client"
    script = client.at("assets/app-1a2b.js")
    assert (script.content_type, script.cache_control) == ("text/javascript", pages.FOREVER)
    assert client.at("manifest.webmanifest").content_type == "application/manifest+json"
    for wrong in ("../secret.txt", "assets/../../secret.txt", "assets", "assets/none.js", "/etc/passwd"):
        with pytest.raises(Refusing):
            client.at(wrong)
    for slashes in range(1, 50):
        with pytest.raises(Refusing):
            client.at(f"assets{'/' * slashes}/app-1a2b.js")
    assert len(client.made) == 3, "one for each file, whatever it is called"
    assert pages.Pages(tmp_path / "none").index().data == pages.NOT_BUILT


def test_pages_that_did_not_change_are_not_sent_again() -> None:
    async def evening() -> None:
        async with serving() as server, aiohttp.ClientSession(base_of(server)) as http:
            for path in ("/", "/api/games"):
                async with http.get(path) as answer:
                    tag = answer.headers["ETag"]
                async with http.get(path, headers={"If-None-Match": tag}) as answer:
                    assert answer.status == 304

    play(evening)
