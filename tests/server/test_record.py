"""The record of a table: complete, checkable, and unforgiving."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from slamdeck.cli import main
from slamdeck.core.problems import CheckFailed
from slamdeck.games import all_games
from slamdeck.table import messages as say
from slamdeck.table.journal.chain import Chain, canonical
from slamdeck.table.journal.entries import ChainedEntry, Ended
from slamdeck.table.journal.export import export, finished
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.journal.reading import open_record
from tests.scale import scaled
from tests.table.evening import Evening


@cache
def two_games() -> bytes:
    evening = Evening("lowdown", seed=4)
    for _ in range(2):
        evening.start()
        evening.play_on()
        evening.wait(2)
    evening.start()  # a third game is under way and must not show
    evening.wait(2)
    assert finished(evening.entries) < len(evening.entries)
    return export(evening.entries)


def test_a_record_ends_with_the_last_finished_game() -> None:
    checked = open_record(two_games(), all_games(), "the record")
    assert len(checked.results) == 2
    assert checked.state.phase == "over"
    assert checked.state.number == 2
    assert two_games().count(b'"e":"sealed"') == 2


def test_a_table_without_a_finished_game_has_no_record() -> None:
    evening = Evening("lowdown", seed=4)
    evening.start()
    with pytest.raises(CheckFailed, match="no game has been finished"):
        export(evening.entries)


def test_any_flipped_bit_fails_and_the_place_is_named() -> None:
    data = two_games()
    roll = random.Random(5)
    for _ in range(scaled(120)):
        place = roll.randrange(len(data))
        flipped = bytearray(data)
        flipped[place] ^= 1 << roll.randrange(8)
        with pytest.raises(CheckFailed, match=r"line \d+|entry \d+|cut off"):
            open_record(bytes(flipped), all_games(), "the record")


def test_a_missing_doubled_or_swapped_line_fails() -> None:
    lines = two_games().splitlines(keepends=True)
    middle = len(lines) // 2
    for wrong in (
        lines[:middle] + lines[middle + 1 :],
        [*lines[:middle], lines[middle], *lines[middle:]],
        [*lines[:middle], lines[middle + 1], lines[middle], *lines[middle + 2 :]],
        lines[:-1],
        lines[:2],
        [],
    ):
        with pytest.raises(CheckFailed):
            open_record(b"".join(wrong), all_games(), "the record")


def test_rewriting_the_whole_chain_around_another_verdict_fails() -> None:
    """Whoever has the file can hash it anew; but what the rules say cannot be hashed away."""
    evening = Evening("lowdown", seed=4)
    evening.start()
    evening.play_on()
    chain = Chain("TABLE1")
    forged: list[ChainedEntry] = []
    for link in evening.entries:
        body = link.body
        if b'"verdict":"applied"' in body and not forged[20:]:
            body = body.replace(b'"verdict":"applied"', b'"verdict":"ignored"')
        forged.append(chain.extend(body))
    with pytest.raises(CheckFailed, match=r"entry \d+: says ignored"):
        open_record(export(forged), all_games(), "the record")


def test_a_result_must_say_what_was_told() -> None:
    evening = Evening("lowdown", seed=4)
    evening.start()
    evening.play_on()
    chain = Chain("TABLE1")
    entries = [read_entry(link) for link in evening.entries]
    silent = [msgspec.structs.replace(entry, told=b"") if isinstance(entry, Ended) else entry for entry in entries]
    with pytest.raises(CheckFailed, match=r"entry \d+: the result does not follow from the game"):
        open_record(export([chain.extend(canonical(entry)) for entry in silent]), all_games(), "the record")


def test_verify_says_verified_or_names_the_entry(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    path.write_bytes(two_games())
    result = CliRunner().invoke(main, ["verify", str(path)])
    assert result.exit_code == 0
    assert result.output.startswith("verified")
    path.write_bytes(two_games().replace(b'"verdict":"applied"', b'"verdict":"applies"', 1))
    result = CliRunner().invoke(main, ["verify", str(path)])
    assert result.exit_code == 1
    assert "entry" in result.stderr
    result = CliRunner().invoke(main, ["verify", str(tmp_path / "nothing")])
    assert result.exit_code == 1
    assert "cannot be read" in result.stderr
    assert CliRunner().invoke(main, ["verify", str(path), "--json"]).exit_code == 1


def test_seals_of_the_record_are_what_was_promised() -> None:
    evening = Evening("lowdown", seed=4)
    evening.start()
    evening.play_on()
    evening.wait(2)
    revealed = [message for message in evening.people[0].got(say.Revealed) if isinstance(message, say.Revealed)]
    checked = open_record(export(evening.entries), all_games(), "the record")
    assert [result.seed for result in checked.results] == [message.seed for message in revealed]
