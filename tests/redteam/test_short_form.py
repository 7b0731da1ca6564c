"""Every attack in small, with what does not depend on how fast a computer is: refused, closed, counted, not learnt, no
traceback, nobody else thrown out. How long the honest people wait is for `make redteam` to measure."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack

import pytest
from click.testing import CliRunner

from tests.redteam.__main__ import main
from tests.redteam.attack import Attack, all_attacks
from tests.redteam.target import own_server
from tests.redteam.trial import Trials
from tests.redteam.witness import witness

SIZE = 0.02
SECONDS = 0.2
SETTLE_S = 0.02

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it comes from many addresses of 127.0.0.0/8")


class Stage:
    """A server and its honest table, for as many attacks as this worker gets."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        self.stack = AsyncExitStack()
        target = self.stack.enter_context(own_server(long=2_000))
        self.trials = self.runner.run(self.begin(Trials(target)))

    async def begin(self, trials: Trials) -> Trials:
        trials.honest = await self.stack.enter_async_context(witness(trials.target.base))
        await trials.get_ready()
        return trials

    def end(self) -> None:
        self.runner.run(self.stack.aclose())
        self.runner.close()


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    stage = Stage()
    try:
        yield stage
    finally:
        stage.end()


@pytest.mark.parametrize("attack", all_attacks(), ids=lambda attack: attack.name)
def test_it_does_not_work(stage: Stage, attack: Attack) -> None:
    row = stage.runner.run(stage.trials.once(attack, SIZE, SECONDS, SETTLE_S))
    assert row.broken == []


def test_every_attack_says_which_law_it_tries_to_break() -> None:
    attacks = all_attacks()
    assert len(attacks) > 60
    for attack in attacks:
        assert attack.sentence.startswith(f"Law {attack.law}: "), attack.name
    assert {attack.law for attack in attacks} == {1, 2, 3, 4, 5, 6, 7}  # the eighth is about what is kept


@pytest.mark.parametrize(
    "url", ["http://example.com", "http://192.0.2.1:8484", "https://127.0.0.1", "http://127.0.0.1.example.com/"]
)
def test_nobody_else_is_ever_attacked(url: str) -> None:
    result = CliRunner().invoke(main, ["--url", url])
    assert result.exit_code == 1
    assert "is not on this computer" in result.output
