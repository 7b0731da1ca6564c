"""A socket that fails, or that waits for its disk, is no reason for anybody else to wait."""

from __future__ import annotations

from collections.abc import Sequence

from slamdeck.measure.client import Client
from slamdeck.server.socket.messages import AnyServerMessage, Farewell
from slamdeck.server.store.contract import WhenStored
from slamdeck.server.store.memory import MemoryStore
from slamdeck.table import messages as say
from slamdeck.table.journal.entries import ChainedEntry
from tests.server.evening import base_of, listening, play, serving, until

BUSY = {"toss_ms": 500, "min_toss_ms": 300}
WAITS = {"toss_ms": 600_000}


class BrokenWire:
    """Whatever is put into it, it fails."""

    def __init__(self) -> None:
        self.tried = 0

    def send(self, message: AnyServerMessage) -> None:
        raise ConnectionError

    def put(self, letters: list[bytes], event: int = 0) -> None:
        self.tried += 1
        raise ConnectionError

    def ask(self, event: int) -> None:
        raise ConnectionError

    def close(self, why: Farewell) -> None: ...


def test_a_socket_that_fails_takes_nobodys_letters_with_it() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich", bots=["lightning"], start=True, options=BUSY)
            table = server.lobby.tables[code]
            wire = BrokenWire()
            table.guests["wreck"] = table.guests[next(iter(table.guests))]
            table.connect("wreck", wire, None)
            await ann.connect()
            async with listening(ann):
                await until(lambda: ann.last > 5)
                assert wire.tried > 3
                assert server.lobby.tables[code] is table
                assert ann.closing is None
            del table.wires["wreck"]

    play(evening)


class HeldBack:
    """A store that keeps back every answer while it is told to."""

    def __init__(self, inner: MemoryStore) -> None:
        self.inner = inner
        self.holding = False
        self.held: list[tuple[str, int, Sequence[ChainedEntry], WhenStored]] = []

    def post(self, table: str, epoch: int, entries: Sequence[ChainedEntry], done: WhenStored) -> None:
        if self.holding:
            self.held.append((table, epoch, entries, done))
        else:
            self.inner.post(table, epoch, entries, done)

    def let_go(self) -> None:
        self.holding = False
        for one in self.held:
            self.inner.post(*one)


def test_an_answer_does_not_wait_for_what_somebody_else_has_tried_in_secret() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann, Client(base_of(server), "Bob") as bob:
            code = await ann.open("slamwich", options=WAITS)
            await bob.join(code)
            await ann.connect()
            await bob.connect()
            async with listening(ann, bob):
                await until(lambda: bob.table is not None and len(bob.table.seats) == 2)
                await ann.tell(say.Start())
                await until(lambda: ann.n > 0 and bob.n > 0)
                table = server.lobby.tables[code]
                turn = table.live.state.rules.truth()["turn"]
                loser, other = (bob, ann) if turn == 0 else (ann, bob)
                assert isinstance(server.store, MemoryStore)
                store = HeldBack(server.store)
                table.store = store  # type: ignore[assignment]
                store.holding = True
                tried = await loser.act("toss")  # not their turn
                await until(lambda: bool(store.held))
                before = len(other.heard)
                await other.tell(say.Resume(10**6))
                await until(lambda: any(isinstance(one, say.Stim) for one in other.heard[before:]))
                assert tried not in loser.answers
                store.let_go()
                await until(lambda: tried in loser.answers)
                assert loser.answers[tried].verdict == "rejected"

    play(evening)
