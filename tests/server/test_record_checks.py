"""Any record can be sent to a server, which plays it again beside its tables."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import msgspec

from slamdeck.measure.client import Client
from slamdeck.server.config import Limits
from slamdeck.server.http.answers import RecordShown, Refusal
from tests.server.evening import base_of, play, serving

GOLDEN = Path(__file__).parents[1] / "golden"
ANY_RECORD = [f"format{number}/lowdown-v1-{kind}.jsonl" for number in (1, 2) for kind in ("calm", "live")]


async def send(client: Client, data: bytes) -> tuple[int, bytes]:
    async with client.http.post(client.base + "/api/records", data=io.BytesIO(data)) as answer:
        return answer.status, await answer.read()


async def checked(client: Client, data: bytes) -> RecordShown:
    status, body = await send(client, data)
    assert status == 200, body
    return msgspec.json.decode(body, type=RecordShown)


async def refused(client: Client, data: bytes) -> tuple[int, str]:
    status, body = await send(client, data)
    return status, msgspec.json.decode(body, type=Refusal).error


def test_a_server_checks_the_records_of_any_table_and_of_none() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            for name in ANY_RECORD:
                found = await checked(ann, (GOLDEN / name).read_bytes())
                assert (found.fits, found.why, found.title) == (True, "", "Lowdown"), name
                assert [game.sealed for game in found.games] == ["live" in name]

    play(evening)


def test_a_record_that_does_not_fit_is_told_so_in_one_sentence() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            data = (GOLDEN / ANY_RECORD[-1]).read_bytes()
            for wrong in (data.replace(b"applied", b"applies", 1), data[:-20], b"", b"\xff\x00"):
                found = await checked(ann, wrong)
                assert not found.fits
                assert found.why.startswith("the record")
                assert "\n" not in found.why
                assert "Traceback" not in found.why

    play(evening)


def test_one_record_at_a_time_and_none_that_is_too_large_or_takes_too_long() -> None:
    async def evening() -> None:
        limits = Limits(record_bytes=1_000_000)
        async with serving(limits=limits) as server, Client(base_of(server), "Ann") as ann:
            data = (GOLDEN / ANY_RECORD[0]).read_bytes()
            both = await asyncio.gather(send(ann, data), send(ann, data))
            assert sorted(status for status, _ in both) == [200, 429]
            assert await refused(ann, b"x" * 1_000_001) == (413, "too_large")
            server.api.records.checks.limits = Limits(record_s=0.05)
            assert await refused(ann, data) == (413, "too_large")
            server.api.records.checks.limits = limits
            assert (await checked(ann, data)).fits

    play(evening)
