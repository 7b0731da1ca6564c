"""Finished games: who may see them, as what, and how they are deleted, saved and brought back."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
from collections.abc import AsyncIterator, Mapping
from functools import cache
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from slamdeck.cli import main
from slamdeck.measure.client import Client, ServerSaidNo
from slamdeck.server.app import Server
from slamdeck.server.config import Limits
from slamdeck.server.http import record_checks
from slamdeck.server.http.answers import FilmShown, LibraryShown
from slamdeck.server.http.codes import LETTERS
from slamdeck.server.http.limits import Rate
from slamdeck.server.http.sessions import COOKIE, person_at
from slamdeck.server.store.contract import Store
from slamdeck.server.store.sqlite.store import SqliteStore
from slamdeck.server.tables.library import LINE, LibraryLine
from slamdeck.table.journal.chain import Chain
from slamdeck.table.journal.entries import ChainedEntry
from slamdeck.table.journal.export import export
from slamdeck.table.journal.summaries import summary_of
from tests.server.evening import IN_NO_HURRY_S, base_of, play, serving
from tests.table.evening import Evening

CODE = "0123ABCD"
GOLDEN = Path(__file__).parents[1] / "golden"


@cache
def two_games(game: str = "slamwich", code: str = CODE) -> tuple[ChainedEntry, ...]:
    options: dict[str, object] = {"max_tosses": 30} if game == "slamwich" else {}
    evening = Evening(game, seed=4, code=code, options=options)
    for _ in range(2):
        evening.start()
        evening.play_on()
        evening.wait(2)
    return tuple(evening.entries)


def played_by(entries: tuple[ChainedEntry, ...], host: str, guest: str) -> list[ChainedEntry]:
    """The same evening with these people on its seats."""
    chain = Chain(CODE)
    bodies = [entry.body.replace(b'"p0"', f'"{host}"'.encode()) for entry in entries]
    return [chain.extend(body.replace(b'"p1"', f'"{guest}"'.encode())) for body in bodies]


async def put_into(store: Store, entries: list[ChainedEntry], code: str = CODE) -> None:
    epoch = await store.open_table(code, "somebody", "", 1000)
    await store.append(code, epoch, entries)
    await store.release(code, epoch)


async def person(client: Client) -> str:
    """Under which that table would know this browser."""
    await client.open("slamwich")
    session = next(cookie.value for cookie in client.http.cookie_jar if cookie.key == COOKIE)[:32]
    return person_at(session, CODE)


async def evening_of(server: Server, ann: Client, ben: Client) -> list[ChainedEntry]:
    entries = played_by(two_games(), await person(ann), await person(ben))
    await put_into(server.store, entries)
    return entries


async def said(client: Client, path: str) -> str:
    try:
        await client.get(path)
    except ServerSaidNo as no:
        return no.error
    return "ok"


async def library(client: Client) -> LibraryShown:
    return msgspec.json.decode(await client.get("/api/library"), type=LibraryShown)


async def delete(client: Client, path: str) -> int:
    async with client.http.delete(client.base + path) as answer:
        return answer.status


def test_a_record_is_for_those_who_played_until_its_host_opens_it() -> None:
    async def evening() -> None:
        async with (
            serving() as server,
            Client(base_of(server), "Ann") as ann,
            Client(base_of(server), "Ben") as ben,
            Client(base_of(server), "Eve") as eve,
        ):
            entries = await evening_of(server, ann, ben)
            await eve.open("slamwich")
            for way in ("record", "film"):
                path = f"/api/tables/{CODE}/{way}"
                assert [await said(one, path) for one in (ann, ben, eve)] == ["ok", "ok", "not_played"]
            with pytest.raises(ServerSaidNo, match="only the host"):
                await ben.post(f"/api/library/{CODE}", {"seen_by": "link"})
            with pytest.raises(ServerSaidNo, match="only those who played"):
                await eve.post(f"/api/library/{CODE}", {"seen_by": "link"})
            await ann.post(f"/api/library/{CODE}", {"seen_by": "link"})
            assert await eve.get(f"/api/tables/{CODE}/record") == export(entries)
            assert (await library(eve)).games == [], "what others played is not listed, even if it may be seen"

    play(evening)


def test_the_library_lists_the_games_of_whoever_asks() -> None:
    async def evening() -> None:
        async with (
            serving() as server,
            Client(base_of(server), "Ann") as ann,
            Client(base_of(server), "Ben") as ben,
        ):
            assert (await library(ann)).games == [], "nobody knows this browser"
            entries = await evening_of(server, ann, ben)
            await server.lobby.library.keep(await line_of(server))
            summary = summary_of(entries)
            assert summary is not None
            for one, seat in ((ann, 0), (ben, 1)):
                games = (await library(one)).games
                assert [game.number for game in games] == [2, 1]
                assert all(game.you == seat and game.hosting == (seat == 0) for game in games)
                assert [game.places for game in reversed(games)] == [game.places for game in summary.games]
                assert all(game.inputs > 10 and game.title == "Slamwich" for game in games)

    play(evening)


def test_nobody_who_looks_at_the_library_has_all_of_it_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann, Client(base_of(server), "Ben") as ben:
            await evening_of(server, ann, ben)
            store = server.store
            await server.lobby.library.keep(await line_of(server))
            for number, letter in enumerate(10 * LETTERS):
                await store.keep(f"{LINE}{letter}{number:07}", b"of somebody else")
            sizes: list[int] = []
            kept = store.kept

            async def counted(beginning: str) -> Mapping[str, bytes]:
                found = await kept(beginning)
                sizes.append(len(found))
                return found

            monkeypatch.setattr(store, "kept", counted)
            monkeypatch.setattr("slamdeck.server.tables.library.FEW", 300)
            assert len((await library(ann)).games) == 2
            assert max(sizes) <= 11

    play(evening)


def test_a_film_that_many_want_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, ...]] = []

    async def slowly(command: tuple[str, ...], record: AsyncIterator[bytes], limits: Limits) -> bytes:
        made.append(command)
        await asyncio.sleep(0.2)
        return gzip.compress(b"[%d]" % sum([len(piece) async for piece in record]))

    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann, Client(base_of(server), "Ben") as ben:
            entries = await evening_of(server, ann, ben)
            films = await asyncio.gather(*(ann.get(f"/api/tables/{CODE}/film") for _ in range(10)))
            assert films == [b"[%d]" % len(export(entries))] * 10
            assert len(made) == 1

    monkeypatch.setattr(record_checks, "play_again", slowly)
    play(evening)


async def line_of(server: Server) -> LibraryLine:
    line = await server.lobby.library.read_off(CODE)
    assert line is not None
    return line


def test_films_are_made_once_charged_and_of_the_game_that_is_wanted() -> None:
    async def evening() -> None:
        limits = Limits(films=Rate(0.001, 5), record_s=IN_NO_HURRY_S)
        async with (
            serving(limits=limits) as server,
            Client(base_of(server), "Ann") as ann,
            Client(base_of(server), "Ben") as ben,
        ):
            await evening_of(server, ann, ben)
            for number, wanted in ((2, ""), (1, "?game=1")):
                shown = msgspec.json.decode(await ann.get(f"/api/tables/{CODE}/film{wanted}"), type=FilmShown)
                assert (shown.film.number, shown.film.games, shown.film.finished) == (number, 2, True)
            kept = server.api.records.films
            assert len(kept.films) == 2
            assert kept.size == sum(map(len, kept.films.values()))
            assert await said(ann, f"/api/tables/{CODE}/film?game=7") == "bad_record"
            assert await said(ann, f"/api/tables/{CODE}/film?game=x") == "bad_request"
            await ben.get(f"/api/tables/{CODE}/film")
            assert await said(ben, f"/api/tables/{CODE}/film") == "too_many"

    play(evening)


def test_a_record_that_is_sent_in_becomes_a_film_or_a_sentence() -> None:
    async def evening() -> None:
        limits = Limits(record_bytes=200_000, record_s=IN_NO_HURRY_S)
        async with serving(limits=limits) as server, Client(base_of(server), "Ann") as ann:
            data = (GOLDEN / "format1" / "lowdown-v1-live.jsonl").read_bytes()
            for wrong, error in (
                (b"", "bad_record"),
                (data[:-9], "bad_record"),
                (data.replace(b"applied", b"applies", 1), "bad_record"),
                (b"x" * 200_001, "too_large"),
            ):
                async with ann.http.post(f"{ann.base}/api/films", data=io.BytesIO(wrong)) as answer:
                    refusal = json.loads(await answer.read())
                    assert refusal["error"] == error
                    assert "Traceback" not in refusal["why"]
            async with ann.http.post(f"{ann.base}/api/films", data=io.BytesIO(data)) as answer:
                shown = msgspec.json.decode(await answer.read(), type=FilmShown)
                assert shown.film.game == "lowdown"
            assert await server.store.tables() == [], "nothing of it is kept"

    play(evening)


def test_only_the_host_deletes_and_nothing_is_left(tmp_path: Path) -> None:
    async def evening() -> None:
        async with (
            serving(tmp_path / "a.db") as server,
            Client(base_of(server), "Ann") as ann,
            Client(base_of(server), "Ben") as ben,
        ):
            await evening_of(server, ann, ben)
            await server.lobby.library.keep(await line_of(server))
            await ann.get(f"/api/tables/{CODE}/film")
            assert await delete(ben, f"/api/library/{CODE}") == 403
            assert await delete(ann, f"/api/library/{CODE}") == 204
            assert await said(ann, f"/api/tables/{CODE}/record") == "wrong_code"
            assert (await library(ann)).games == []
            assert not server.api.records.films.films
            assert await server.store.kept("library") == {}
            assert await server.store.load(CODE) == []

    play(evening)


# ---- in bulk ---------------------------------------------------------------------------------------


def filled(path: Path) -> None:
    async def fill() -> None:
        store = await SqliteStore.open(path)
        for game, code in (("slamwich", CODE), ("lowdown", "ZZZZ9999")):
            await put_into(store, list(two_games(game, code)), code)
        await store.close()

    asyncio.run(fill())


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["library", *map(str, words)])
    return done.exit_code, (done.output + done.stderr).replace("\n", " ")


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_records_leave_and_come_back_in_bulk_byte_for_byte(tmp_path: Path, kind: str) -> None:
    filled(tmp_path / "a.db")
    file, again = tmp_path / f"all.{kind}", tmp_path / f"again.{kind}"
    assert run("export", file, "--db", tmp_path / "a.db") == (0, f"{file}: 2 records ")
    assert run("import", file, "--db", tmp_path / "b.db")[0] == 0
    assert "0 records imported, 2 were there already" in run("import", file, "--db", tmp_path / "b.db")[1]
    assert run("export", again, "--db", tmp_path / "b.db")[0] == 0
    records = [json.loads(run("list", "--json", "--db", tmp_path / name)[1]) for name in ("a.db", "b.db")]
    assert [one["head"] for one in records[0]] == [one["head"] for one in records[1]]
    if kind == "jsonl":
        lines = [json.loads(line)["record"] for line in again.read_text().splitlines()[1:]]
        assert sorted(lines) == sorted(
            export(list(two_games(*one))).decode() for one in (("slamwich", CODE), ("lowdown", "ZZZZ9999"))
        )


def test_the_library_is_searched_opened_and_deleted_from_its_computer(tmp_path: Path) -> None:
    db = tmp_path / "a.db"
    filled(db)
    assert CODE in run("list", "--find", "slamwich", "--db", db)[1]
    assert CODE not in run("list", "--game", "lowdown", "--db", db)[1]
    assert run("share", CODE, "link", "--db", db)[0] == 0
    assert '"seen_by": "link"' in run("list", "--json", "--find", CODE, "--db", db)[1]
    assert run("delete", CODE, "--yes", "--db", db)[0] == 0
    assert CODE not in run("list", "--db", db)[1]
    assert run("delete", CODE, "--yes", "--db", db)[0] == 2
    assert run("list", "--db", tmp_path / "nothing.db")[0] == 2


def test_nothing_of_a_file_that_does_not_fit_is_imported(tmp_path: Path) -> None:
    filled(tmp_path / "a.db")
    file = tmp_path / "all.jsonl"
    run("export", file, "--db", tmp_path / "a.db")
    good = file.read_bytes()
    lab = json.dumps({"record": (GOLDEN / "format2" / "slamwich-v1-calm.jsonl").read_text()}).encode()
    header, first, second = good.splitlines()
    for wrong in (
        b"",
        b"hello\n",
        good[:-1],
        good.replace(b'"slamdeck_library":1', b'"slamdeck_library":7'),
        good.replace(b'\\"applied\\"', b'\\"applies\\"', 1),
        b"\n".join([header, first, second, lab, b""]),
        b"\n".join([header, first, first, b""]),
        b"\n".join([header, first, b'{"record":', b""]),
    ):
        file.write_bytes(wrong)
        code, sentence = run("import", file, "--db", tmp_path / "b.db")
        assert code == 1, sentence
        assert "Traceback" not in sentence
        assert not (tmp_path / "b.db").exists() or "[]" in run("list", "--json", "--db", tmp_path / "b.db")[1]
    broken = tmp_path / "all.parquet"
    broken.write_bytes(b"PAR1 and nothing else")
    assert run("import", broken, "--db", tmp_path / "b.db")[0] == 1
