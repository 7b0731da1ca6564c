"""Records: byte-identical replay, and one sentence about whatever does not fit."""

from __future__ import annotations

import json

import pytest

from slamdeck.core.problems import CheckFailed
from slamdeck.core.records import Recording, replay
from slamdeck.games import all_games, find_game
from slamdeck.lab.simulation import record_game

INFO = find_game("slamwich")


def a_record(seed: int = 4, most: int = 120) -> bytes:
    options = INFO.read_options(INFO.simulated, 3)
    return record_game(INFO, 3, INFO.deck(), options, seed, most).to_bytes()


def refused(data: bytes, reason: str) -> None:
    with pytest.raises(CheckFailed, match=reason) as problem:
        replay(data, all_games(), "record x")
    assert "\n" not in str(problem.value)


def edited(data: bytes, line: int, **changes: object) -> bytes:
    lines = data.split(b"\n")
    content = json.loads(lines[line])
    lines[line] = json.dumps({**content, **changes}, separators=(",", ":"), ensure_ascii=False).encode()
    return b"\n".join(lines)


def test_a_record_replays_to_the_same_bytes() -> None:
    data = a_record()
    assert replay(data, all_games(), "record x").to_bytes() == data


def test_inputs_that_make_no_sense_are_kept_and_replayed() -> None:
    recording = Recording(INFO, 2, INFO.read_options({}, 2), 9, INFO.deck().data)
    recording.input(500, 0, 99)
    recording.input(400, 0, 0)
    recording.input(900, 5, 1)
    recording.wait(7000)
    data = recording.to_bytes()
    assert b'"#99"' in data
    assert replay(data, all_games(), "record x").to_bytes() == data


def test_a_truncated_record_is_refused() -> None:
    data = a_record()
    refused(b"", "is cut off")
    refused(data[: len(data) // 2], "is cut off")
    refused(data[:-1], "is cut off")
    refused(b"\n".join(data.split(b"\n")[:40]) + b"\n", "line 40")


def test_an_edited_input_is_named_by_its_line() -> None:
    data = a_record()
    refused(edited(data, 3, do="juggle"), "line 4: slamwich has no action 'juggle'")
    refused(edited(data, 3, verdict="rejected"), "line 4: says rejected")
    refused(edited(data, 5, at=10**30), "line 6")
    refused(edited(data, 5, colour="red"), "line 6: Object contains unknown field")


def test_any_flipped_byte_fails() -> None:
    data = a_record(most=12)
    for place in range(len(data)):
        flipped = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        with pytest.raises(CheckFailed):
            replay(flipped, all_games(), "record x")


def test_a_record_from_the_future_is_refused_plainly() -> None:
    data = a_record()
    refused(edited(data, 0, slamdeck=99), "has format 99, this Slamdeck reads up to 1")
    refused(edited(data, 0, rules_version=42), "rules version 42 of Slamwich, this Slamdeck has version 1")
    refused(edited(data, 0, game="tiddlywinks"), "there is no game 'tiddlywinks'")
    refused(edited(data, 0, seats=17), "Slamwich is for 2 to 6 players, not 17")
    refused(edited(data, 0, seed=-1), "seed -1 is outside")
    refused(b"not a record at all\nx\n\n", "is cut off or not JSON")
    refused(b'{"a":1}\n{}\n{}\n', "is not the header of a Slamdeck record")
