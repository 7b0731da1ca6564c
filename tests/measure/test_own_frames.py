"""The comparison of framings measures what our server does."""

from __future__ import annotations

import asyncio
import importlib.util
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest

SCRIPT = Path(__file__).parents[2] / "bench" / "own_frames.py"


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("own_frames", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("shortcut", [True, False])
def test_only_without_the_shortcut_every_message_is_decoded(shortcut: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = script()
    decoded: list[bytes] = []
    monkeypatch.setattr(bench.Ours, "text", lambda ours, data: decoded.append(data))
    ours = bench.Ours(cast(asyncio.Transport, object()), shortcut)
    ours.socket.data_received(bench.FRAME)
    assert decoded == ([] if shortcut else [bench.STILL])
    assert ours.count == (1 if shortcut else 0)
