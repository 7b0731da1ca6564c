"""Today's deal over HTTP: one try, the server's date, results without names, nothing left of who is forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta

import msgspec
import pytest

from slamdeck.measure.client import Client, ServerSaidNo
from slamdeck.server.app import Server
from slamdeck.server.daily.results import SLIP, standing_of
from slamdeck.server.daily.shapes import DailyGame, DailyShown
from slamdeck.server.http.answers import TableOpened
from slamdeck.table.journal.entries import ChainedEntry, Given, Opened
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.messages import Start
from tests.server.evening import base_of, listening, play, serving, until

BRIEF = {"time_limit_ms": 1_500, "toss_ms": 300, "min_toss_ms": 100}


@asynccontextmanager
async def house(**more: object) -> AsyncIterator[Server]:
    """Today's Slamwich is over in two seconds."""
    async with serving(**more) as server:  # type: ignore[arg-type]
        info = server.lobby.games["slamwich"]
        assert info.short is not None
        short = replace(info.short, options={**info.short.options, **BRIEF})
        server.lobby.games = {**server.lobby.games, "slamwich": replace(info, short=short)}
        yield server


async def shown(client: Client) -> DailyShown:
    return msgspec.json.decode(await client.get("/api/daily"), type=DailyShown)


async def slamwich(client: Client) -> DailyGame:
    return next(game for game in (await shown(client)).games if game.game == "slamwich")


async def opened(client: Client, day: str, game: str = "slamwich") -> str:
    data = await client.post(f"/api/daily/{game}", {"name": client.name, "day": day})
    client.code = msgspec.json.decode(data, type=TableOpened).code
    return client.code


async def played(client: Client, day: str) -> str:
    code = await opened(client, day)
    await client.connect()
    async with listening(client):
        await until(lambda: client.table is not None and client.table.phase == "over")
    return code


async def refused(client: Client, day: str, game: str = "slamwich") -> tuple[str, str]:
    with pytest.raises(ServerSaidNo) as caught:
        await opened(client, day, game)
    return caught.value.error, caught.value.why


def test_two_people_get_the_same_cards_and_the_same_ghosts_and_one_try_each() -> None:
    async def evening() -> None:
        async with house() as server, Client(base_of(server), "Ann") as ann, Client(base_of(server), "Bob") as bob:
            day = (await shown(ann)).day
            first, second = await played(ann, day), await played(bob, day)
            assert first != second
            openings = [[read_entry(one) for one in await server.store.read(code, 1, 2)] for code in (first, second)]
            assert openings[0][1] == openings[1][1]
            assert isinstance(openings[0][1], Given)
            assert isinstance(openings[0][0], Opened)
            lobby = server.lobby.tables
            assert lobby[first].live.state.seed == lobby[second].live.state.seed
            own = await slamwich(ann)
            assert own.table == first
            assert own.result is not None
            assert own.result.score >= 0
            assert set(own.result.marks) <= {*"0123", SLIP}
            assert own.standing is not None
            assert (own.standing.better_than, own.standing.bars) == (None, [])  # of so few nothing is told
            assert await opened(ann, day) == first  # it leads back to the same table, which is over

    play(evening)


def test_the_servers_date_counts_and_the_next_day_has_other_cards() -> None:
    async def evening() -> None:
        async with house() as server, Client(base_of(server), "Ann") as ann:
            now = datetime(2026, 11, 18, 23, 59, 30).astimezone()
            server.lobby.calendar.now = lambda: now
            today = await shown(ann)
            assert (today.day, today.yesterday, today.next_in) == ("2026-11-18", "2026-11-17", 30)
            error, why = await refused(ann, "2026-11-19")
            assert error == "not_today"
            assert "its own date counts" in why
            assert (await refused(ann, "2026-11-16"))[0] == "not_today"
            assert (await refused(ann, "tomorrow"))[0] == "bad_request"
            assert (await refused(ann, today.day, "chess"))[0] == "no_game"
            first = await opened(ann, today.day)
            practice = await opened(ann, today.yesterday)
            assert await opened(ann, today.yesterday) != practice  # as often as one likes
            now += timedelta(minutes=1)
            second = await opened(ann, "2026-11-19")
            states = [server.lobby.tables[code].live.state for code in (first, practice, second)]
            assert len({state.given.seed for state in states if state.given}) == 3
            assert [state.given.kind for state in states if state.given] == ["today", "practice", "today"]
            assert (await refused(ann, "2026-11-17"))[0] == "not_today"

    play(evening)


def test_its_record_and_its_table_are_nobody_elses_as_long_as_others_have_yet_to_play() -> None:
    async def evening() -> None:
        async with house() as server, Client(base_of(server), "Ann") as ann, Client(base_of(server), "Eve") as eve:
            day = (await shown(ann)).day
            code = await played(ann, day)
            for who in (ann, eve):
                with pytest.raises(ServerSaidNo, match="can be had tomorrow"):
                    await who.get(f"/api/tables/{code}/record")
            for watch in (True, False):
                with pytest.raises(ServerSaidNo, match="locked"):
                    await eve.join(code, watch)
            real = server.lobby.calendar.now
            server.lobby.calendar.now = lambda: real() + timedelta(days=1)
            assert b'"e":"given"' in await ann.get(f"/api/tables/{code}/record")

    play(evening)


def test_who_wants_to_be_forgotten_is_not_among_the_results() -> None:
    async def evening() -> None:
        async with house() as server, Client(base_of(server), "Ann") as ann:
            await played(ann, (await shown(ann)).day)
            await slamwich(ann)
            assert len(await server.store.kept("daily try ")) == 1
            async with ann.http.delete(f"{base_of(server)}/api/session") as answer:
                assert answer.status == 204
            assert await server.store.kept("daily try ") == {}

    play(evening)


def test_a_try_that_was_broken_off_is_looked_into_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its journal may be very long, and everybody may look at the page of today's deal again and again."""

    async def evening() -> None:
        async with house() as server, Client(base_of(server), "Ann") as ann:
            code = await opened(ann, (await shown(ann)).day)
            await server.lobby.put_to_sleep(server.lobby.tables[code])
            looked: list[str] = []
            read = server.store.read

            async def noted(table: str, first: int, last: int) -> list[ChainedEntry]:
                looked.append(table)
                return await read(table, first, last)

            monkeypatch.setattr(server.store, "read", noted)
            for _ in range(5):
                assert (await slamwich(ann)).result is None
            assert looked == [code]
            await ann.connect()  # and goes on
            await ann.tell(Start())
            async with listening(ann):
                await until(lambda: ann.table is not None and ann.table.phase == "over")
            assert (await slamwich(ann)).result is not None

    play(evening)


def test_scores_are_read_once_for_all_who_ask_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        async with house() as server:
            deals = server.api.daily.deals
            asked: list[str] = []
            kept = server.store.kept

            async def noted(beginning: str) -> Mapping[str, bytes]:
                asked.append(beginning)
                return await kept(beginning)

            monkeypatch.setattr(server.store, "kept", noted)
            await asyncio.gather(*(deals.scores_of(deals.today) for _ in range(20)))
            assert len(asked) == 1

    play(evening)


def test_results_of_earlier_days_are_forgotten() -> None:
    async def evening() -> None:
        async with house() as server:
            deals = server.api.daily.deals
            for day in ("2020-01-01", deals.calendar.yesterday().isoformat(), deals.today):
                await server.store.keep(f"daily try {day} somebody slamwich", b"{}")
            await deals.forget_the_past()
            assert len(await server.store.kept("daily try ")) == 2

    play(evening)


def test_where_a_result_lies_is_told_from_twenty_on() -> None:
    few = standing_of(5, list(range(19)), fewest_win=False)
    assert (few.played, few.better_than, few.bars) == (19, None, [])
    many = standing_of(5, list(range(20)), fewest_win=False)
    assert (many.better_than, sum(many.bars), many.low) == (25, 20, 0)
    assert standing_of(5, list(range(20)), fewest_win=True).better_than == 70
    assert len(standing_of(5, [0, 1_000_000, *range(18)], fewest_win=False).bars) <= 18


def test_an_evening_is_played_again_by_those_who_were_there() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann, Client(base_of(server), "Eve") as eve:
            options = {"time_limit_ms": 1_500, "toss_ms": 300, "min_toss_ms": 100}
            code = await ann.open("slamwich", bots=["quick", "kid"], options=options, start=True)
            await ann.connect()
            async with listening(ann):
                await until(lambda: ann.table is not None and ann.table.phase == "over")
            ask: dict[str, object] = {"name": "Ann", "game": 1}
            with pytest.raises(ServerSaidNo, match="not_joined"):
                await eve.post(f"/api/tables/{code}/ghosts", ask)
            with pytest.raises(ServerSaidNo, match="no_ghosts"):
                await ann.post(f"/api/tables/{code}/ghosts", {**ask, "game": 2})
            data = await ann.post(f"/api/tables/{code}/ghosts", ask)
            again = server.lobby.tables[msgspec.json.decode(data, type=TableOpened).code].live.state
            before = server.lobby.tables[code].live.state
            assert again.given is not None
            assert again.given.seed == before.key_with(before.nonces)
            assert [seat.bot for seat in again.seats] == ["ghost", "", "ghost"]  # her own hands sit opposite
            lines = [(one.at, one.seat) for one in again.given.hands.inputs]
            assert lines == [(at, seat) for at, seat, _ in before.inputs.listed()]

    play(evening)
