"""Sealed boxes: taken once, gone after ten minutes; copies that only their owners replace and delete for good."""

from __future__ import annotations

import pytest

from slamdeck.measure.client import Client
from slamdeck.server.config import Limits
from slamdeck.server.http.errors import Refusing
from slamdeck.server.profiles.transfers import LIFE_S, MOST_BYTES, MOST_WAITING, Transfers
from tests.server.evening import base_of, play, serving

NAME, SECRET = "n" * 24, "s" * 32


async def ask(client: Client, method: str, path: str, body: bytes = b"", secret: str = "") -> tuple[int, bytes]:
    headers = {"X-Profile-Secret": secret} if secret else {}
    async with client.http.request(method, client.base + path, data=body or None, headers=headers) as answer:
        return answer.status, await answer.read()


def test_a_box_is_taken_once_and_waits_ten_minutes() -> None:
    now = 0.0
    transfers = Transfers(lambda: now)
    name = transfers.put(b"sealed")
    assert transfers.take(name) == b"sealed"
    for gone in (name, "nothing"):
        with pytest.raises(Refusing):
            transfers.take(gone)
    late = transfers.put(b"sealed")
    now = LIFE_S + 1
    with pytest.raises(Refusing):
        transfers.take(late)
    assert transfers.waiting == {}


def test_what_waits_is_bounded_in_number_and_size() -> None:
    transfers = Transfers()
    for _ in range(MOST_WAITING):
        transfers.put(b"x")
    with pytest.raises(Refusing):
        transfers.put(b"x")
    with pytest.raises(Refusing):
        Transfers().put(bytes(MOST_BYTES + 1))


def test_a_transfer_over_http() -> None:
    async def evening() -> None:
        limits = Limits(profile_bytes=1_000)
        async with serving(limits=limits) as server, Client(base_of(server), "Ann") as ann:
            status, data = await ask(ann, "POST", "/api/transfers", b"sealed box")
            assert status == 200
            name = data.split(b'"name":"')[1].split(b'"')[0].decode()
            assert (await ask(ann, "GET", f"/api/transfers/{name}"))[0] == 404  # a preview of the link takes nothing
            assert await ask(ann, "POST", f"/api/transfers/{name}") == (200, b"sealed box")
            assert (await ask(ann, "POST", f"/api/transfers/{name}"))[0] == 404
            assert (await ask(ann, "POST", "/api/transfers", bytes(1_001)))[0] == 413
            assert (await ask(ann, "PUT", f"/api/profiles/{NAME}", b"box", SECRET))[0] == 404  # not offered here

    play(evening)


def test_a_copy_is_its_owners_and_deleted_for_good() -> None:
    async def evening() -> None:
        async with serving(profiles=True) as server, Client(base_of(server), "Ann") as ann:
            here = f"/api/profiles/{NAME}"
            assert (await ask(ann, "PUT", here, b"first", SECRET))[0] == 204
            assert (await ask(ann, "PUT", here, b"second", SECRET))[0] == 204
            assert await ask(ann, "GET", here) == (200, b"second")
            for method in ("PUT", "DELETE"):
                assert (await ask(ann, method, here, b"evil", "x" * 32))[0] == 403
                assert (await ask(ann, method, here, b"evil"))[0] == 403
            assert (await ask(ann, "GET", "/api/profiles/nobody-has-such-a-name-"))[0] == 404
            assert (await ask(ann, "GET", "/api/profiles/short"))[0] == 404
            kept = await server.store.kept("profile ")
            assert len(kept) == 1
            assert SECRET.encode() not in next(iter(kept.values()))
            assert (await ask(ann, "DELETE", here, b"", SECRET))[0] == 204
            assert await server.store.kept("profile ") == {}
            assert (await ask(ann, "GET", here))[0] == 404

    play(evening)
