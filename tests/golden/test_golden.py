"""Golden records of every rules version keep replaying, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamdeck.core.game import GameInfo
from slamdeck.core.records import replay
from slamdeck.games import all_games
from tests.conformance.driving import every_game
from tests.golden.renew import HERE, golden_path


@pytest.mark.parametrize("path", sorted(HERE.glob("*.jsonl")), ids=lambda path: path.stem)
def test_golden_record_replays(path: Path) -> None:
    data = path.read_bytes()
    assert replay(data, all_games(), path.name).to_bytes() == data


@every_game
def test_the_current_rules_have_golden_records(info: GameInfo) -> None:
    for name in ("calm", "storm"):
        assert golden_path(info, name).exists(), "run `python -m tests.golden.renew`"
