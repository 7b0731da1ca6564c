"""The types for the browser's side are those of the server."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from click.testing import CliRunner

from slamdeck.cli import main
from slamdeck.measure.protocol_types import typescript
from slamdeck.server.socket.messages import AnyServerMessage
from slamdeck.table.messages import ClientMessage

CHECKED_IN = Path(__file__).parents[2] / "web" / "src" / "protocol" / "types.ts"


def test_every_message_is_there_and_the_text_is_always_the_same() -> None:
    text = typescript()
    assert text == typescript()
    for message in (*get_args(ClientMessage), *get_args(AnyServerMessage)):
        assert f'export interface {message.__name__} {{\n  m: "' in text
    assert 'goal: "first wins" | "last loses";' in text
    assert "settings?: Partial<Settings>;" in text
    assert "t: number | null;" in text


def test_the_command_prints_it() -> None:
    assert CliRunner().invoke(main, ["protocol", "--typescript"]).output == typescript()


def test_the_browser_has_the_same_types() -> None:
    assert CHECKED_IN.read_text(encoding="utf-8") == typescript(), (
        "web/src/protocol/types.ts is out of date: slamdeck protocol --typescript > web/src/protocol/types.ts"
    )
