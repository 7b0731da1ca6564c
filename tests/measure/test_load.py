"""`slamdeck load`: a crowd plays real games against a real server, and the report adds up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from slamdeck.cli import main
from slamdeck.games import all_games
from slamdeck.measure.crowd import decoder
from slamdeck.server.socket.messages import Closing, encoder

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the server's cost from /proc")


def test_a_small_crowd_plays_and_nobody_is_lost() -> None:
    tables = len(all_games())
    words = ["load", "--tables", str(tables), "--seconds", "3", "--thinking", "0.1", "--memory", "--json"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report["tables"] == tables
    assert report["connections"] == 2 * tables
    assert report["inputs_per_s"] > 0
    assert report["sockets_lost"] == 0


def test_a_player_of_the_crowd_skips_what_it_does_not_need() -> None:
    heard = decoder.decode(encoder.encode(Closing(error="stopping", why="the server restarts", again=1)))
    assert (heard.m, heard.view, heard.legal) == ("closing", None, [])


def test_a_load_of_a_game_that_does_not_exist_is_refused() -> None:
    result = CliRunner().invoke(main, ["load", "--game", "chess"])
    assert result.exit_code == 2
    assert "there is no game 'chess'" in result.stderr
