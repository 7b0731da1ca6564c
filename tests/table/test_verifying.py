"""Whatever is changed in a record is found and named; one rebuilt as a whole does not fit the heads people kept."""

from __future__ import annotations

import base64
import random
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import structs

from slamdeck.cli import main
from slamdeck.core.problems import CheckFailed
from slamdeck.core.views import legal_codes
from slamdeck.games import all_games
from slamdeck.table.journal.chain import Chain, canonical
from slamdeck.table.journal.entries import Decided, JournalEntry
from slamdeck.table.journal.export import write_record
from slamdeck.table.journal.reading import open_record
from slamdeck.table.journal.recording import Recording, nameless
from tests.golden.test_golden import RECORDS, id_of
from tests.scale import scaled
from tests.table.test_films import ALL_PROMISED

GAMES = all_games()
NAMED = r"line \d+|entry \d+|cut off|is empty"
LIVE = [path for path in ALL_PROMISED if "live" in path.stem]
SLAMWICH = RECORDS[0].parents[1] / "format2" / "slamwich-v1-live.jsonl"


def small_record() -> bytes:
    """A few moves in the lab, in two to three thousand bytes."""
    info = GAMES["hands_down"]
    recording = Recording(info, nameless(3), info.read_options({}, 3), 3, info.own_deck)
    for at in range(700, 5_000, 700):
        seat = next(seat for seat in range(3) if legal_codes(recording.rules, seat))
        recording.input(at, seat, legal_codes(recording.rules, seat)[0])
    return recording.to_bytes()


def refused(data: bytes) -> str:
    with pytest.raises(CheckFailed) as found:
        open_record(data, GAMES, "the record")
    return str(found.value)


def test_every_byte_of_a_small_record_counts_whichever_bit_of_it_is_flipped() -> None:
    data = bytearray(small_record())
    open_record(bytes(data), GAMES, "the record")
    for place in range(len(data)):
        data[place] ^= 1 << (place % 8)
        with pytest.raises(CheckFailed, match=NAMED):
            open_record(bytes(data), GAMES, "the record")
        data[place] ^= 1 << (place % 8)


@pytest.mark.parametrize("path", ALL_PROMISED, ids=id_of)
def test_flipped_bits_of_large_records_are_found_in_every_format_and_version(path: Path) -> None:
    data = bytearray(path.read_bytes())
    roll = random.Random(7)
    for _ in range(scaled(12)):
        place, bit = roll.randrange(len(data)), 1 << roll.randrange(8)
        data[place] ^= bit
        with pytest.raises(CheckFailed, match=NAMED):
            open_record(bytes(data), GAMES, "the record")
        data[place] ^= bit


def rebuilt(entries: list[JournalEntry], table: str) -> bytes:
    """The whole chain hashed anew, as anybody can who has the file."""
    chain = Chain(table)
    return write_record([chain.extend(canonical(entry)) for entry in entries])


@pytest.mark.parametrize("path", [path for path in LIVE if path.parent.name == "format2"], ids=id_of)
def test_a_record_rebuilt_around_another_time_names_the_entry(path: Path) -> None:
    """Every race that was judged is judged again from what was measured."""
    record = open_record(path.read_bytes(), GAMES, "the record")
    races = [
        (number, entry)
        for number, entry in enumerate(record.entries)
        if isinstance(entry, Decided) and entry.record is not None and entry.record.evidence
    ]
    for number, race in races[: scaled(6)]:
        assert race.record is not None
        first, *others = race.record.evidence
        later = structs.replace(first, reaction=(first.reaction or 0) + 40_000)
        forged = structs.replace(race, record=structs.replace(race.record, evidence=(later, *others)))
        entries = [*record.entries[:number], forged, *record.entries[number + 1 :]]
        assert f"entry {number + 1}: the race does not follow" in refused(rebuilt(entries, record.table))


def test_verify_compares_with_the_heads_that_somebody_was_shown() -> None:
    record = open_record(SLAMWICH.read_bytes(), GAMES, "the record")
    for head in (record.head.hex(), base64.b64encode(record.heads[40]).decode()):
        done = CliRunner().invoke(main, ["verify", str(SLAMWICH), "--head", head])
        assert (done.exit_code, "what you were shown is in it" in done.output) == (0, True)
    other = CliRunner().invoke(main, ["verify", str(SLAMWICH), "--head", "ab" * 32])
    assert other.exit_code == 1
    assert "this is not what was played then" in other.stderr.replace("\n", " ")
    assert CliRunner().invoke(main, ["verify", str(SLAMWICH), "--head", "nonsense"]).exit_code == 2


def test_a_record_of_the_lab_opens_everywhere(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    words = ["simulate", "slamwich", "--games", "1", "--record", str(path)]
    assert CliRunner().invoke(main, words).exit_code == 0
    for command in (["replay"], ["verify"], ["replay", "--film"], ["replay", "--tell"]):
        assert CliRunner().invoke(main, [*command, str(path)]).exit_code == 0, command


def test_foreign_and_hostile_files_are_refused_with_a_sentence() -> None:
    data = SLAMWICH.read_bytes()
    deep = b'{"slamdeck":2,"table":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n" * 4
    newer = data.replace(b'{"slamdeck":2', b'{"slamdeck":9', 1)
    for wrong in (b"", b"\x00" * 100, b"{}\n" * 5, b"null\n" * 5, data[:-1], data[: len(data) // 2], deep, newer):
        sentence = refused(wrong)
        assert sentence.startswith("the record")
        assert "\n" not in sentence
    assert "has format 9, this Slamdeck reads up to 2" in refused(newer)
