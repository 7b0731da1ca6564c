"""Lessons over HTTP: what a page is told, what follows from an input, and the sentence with which it is refused."""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from slamdeck.core.game import GameInfo
from slamdeck.core.lessons.reading import lesson_files
from slamdeck.core.lessons.shapes import Staged
from slamdeck.games import all_games
from slamdeck.measure.client import Client, ServerSaidNo
from slamdeck.server.config import Limits
from slamdeck.server.http import lessons
from slamdeck.server.http.answers import GameLessons, Games
from slamdeck.server.http.limits import Rate
from tests.server.evening import base_of, play, serving

TAUGHT = next(info for info in all_games().values() if lesson_files(info))
HERE = f"/api/lessons/{TAUGHT.slug}/{lesson_files(TAUGHT)[0].stem}"


async def refused(client: Client, path: str, body: dict[str, object] | None = None) -> tuple[int, str, str]:
    with pytest.raises(ServerSaidNo) as caught:
        await (client.get(path) if body is None else client.post(path, body))
    return caught.value.status, caught.value.error, caught.value.why


async def staged(client: Client, step: int, *moves: str) -> Staged:
    body = {"step": step, "inputs": [{"do": move} for move in moves]}
    return msgspec.json.decode(await client.post(HERE, body), type=Staged)


def test_the_games_say_what_lessons_they_have() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            games = msgspec.json.decode(await ann.get("/api/games"), type=Games)
            for game in games.games:
                told = msgspec.json.decode(await ann.get(f"/api/lessons/{game.slug}"), type=GameLessons)
                assert [(one.name, one.title, one.steps) for one in game.lessons] == [
                    (one.name, one.title, len(one.steps)) for one in told.lessons
                ]
                for lesson in told.lessons:
                    assert lesson.names[0] == "You"

    play(evening)


def test_a_page_is_not_told_the_answers() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            for data in (await ann.get(f"/api/lessons/{TAUGHT.slug}"), await ann.post(HERE, {"step": 0})):
                assert b'"expect"' not in data

    play(evening)


def test_a_step_is_played_from_its_beginning_every_time() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            first = await staged(ann, 0)
            assert first.state == "asked"
            assert first == await staged(ann, 0), "nothing is kept"
            answers = [await staged(ann, 0, move) for move in first.frames[-1].view.legal]
            assert {answer.state for answer in answers} == {"right", "wrong"}
            assert all(answer.verdict for answer in answers)

    play(evening)


def test_what_does_not_exist_is_said_in_a_sentence() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            status, error, why = await refused(ann, "/api/lessons/chess")
            assert (status, error) == (404, "no_game")
            assert "there is no game 'chess'; there are" in why
            status, error, why = await refused(ann, f"/api/lessons/{TAUGHT.slug}/juggling", {"step": 0})
            assert (status, error) == (404, "no_lesson")
            assert why.startswith(f"{TAUGHT.title} has no lesson 'juggling'; it has ")
            wrongs: list[tuple[dict[str, object], str]] = [
                ({"step": 50}, "there is no step 51"),
                ({"step": -1}, "form that is not understood"),
                ({}, "form that is not understood"),
                ({"step": 0, "more": 1}, "form that is not understood"),
                ({"step": 0, "inputs": [{"do": "fly"}]}, "has no action 'fly'"),
                ({"step": 0, "inputs": [{"do": ""}]}, "is missing its verb"),
                ({"step": 0, "inputs": [{"do": "x" * 200}]}, "form that is not understood"),
                ({"step": 0, "inputs": [{"do": "still"}] * 12}, "tasks, not 12"),
                ({"step": 0, "inputs": [{"do": "still"}] * 13}, "form that is not understood"),
                ({"step": 0, "inputs": [{"do": "still", "at": 10**9}]}, "form that is not understood"),
            ]
            for wrong, sentence in wrongs:
                status, error, why = await refused(ann, HERE, wrong)
                assert (status, error) == (400, "bad_request"), wrong
                assert sentence in why, wrong

    play(evening)


def test_nobody_asks_too_often() -> None:
    async def evening() -> None:
        limits = Limits(learning=Rate(0.001, 3))
        async with serving(limits=limits) as server, Client(base_of(server), "Ann") as ann:
            for _ in range(3):
                await ann.post(HERE, {"step": 0})
            status, error, why = await refused(ann, HERE, {"step": 0})
            assert (status, error) == (429, "too_many")
            assert "too many steps of lessons from here" in why

    play(evening)


def test_a_lesson_that_makes_no_sense_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "lessons").mkdir()
    good = lesson_files(TAUGHT)[0].read_text(encoding="utf-8")
    (tmp_path / "lessons" / "good.toml").write_text(good, encoding="utf-8")
    (tmp_path / "lessons" / "torn.toml").write_text(good[:300], encoding="utf-8")
    (tmp_path / "lessons" / "words.toml").write_text(good.replace('"You", ', ""), encoding="utf-8")
    for name in ("RULES.md", "deck.toml"):
        (tmp_path / name).write_bytes((TAUGHT.folder / name).read_bytes())
    moved: GameInfo = replace(TAUGHT, folder=tmp_path)
    monkeypatch.setattr(lessons, "find_game", lambda slug: moved)
    lessons.lessons_of.cache_clear()
    try:
        with caplog.at_level(logging.WARNING):
            assert list(lessons.lessons_of(TAUGHT.slug)) == ["good"]
    finally:
        lessons.lessons_of.cache_clear()
    assert "torn of" in caplog.text
    assert re.search(r"names has \d+ names for \d+ seats", caplog.text)
