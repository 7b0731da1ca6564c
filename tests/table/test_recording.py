"""Records of games without a table: the same format, the same replay, and one sentence about whatever does not fit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from slamdeck.core.problems import CheckFailed
from slamdeck.games import all_games, find_game
from slamdeck.lab.simulation import record_game
from slamdeck.table.journal.chain import Chain, canonical
from slamdeck.table.journal.entries import ChainedEntry, Decided, JournalEntry, Opened, Passed, Played, Sealed, Seeded
from slamdeck.table.journal.export import closing_of, encode, line_of, write_record
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.journal.reading import open_record, read_entries
from slamdeck.table.journal.recording import Recording, nameless

INFO = find_game("slamwich")
OF_FORMAT_1 = Path(__file__).parents[1] / "golden" / "format1" / "slamwich-v1-calm.jsonl"


LIVE = Path(__file__).parents[1] / "golden" / "format2" / "slamwich-v1-live.jsonl"


def a_recording(seed: int = 4, most: int = 120) -> Recording:
    return record_game(INFO, 3, INFO.deck(), INFO.read_options(INFO.simulated, 3), seed, most)


def a_record(seed: int = 4, most: int = 120) -> bytes:
    return a_recording(seed, most).to_bytes()


def refused(data: bytes, reason: str) -> None:
    with pytest.raises(CheckFailed, match=reason) as problem:
        open_record(data, all_games(), "record x")
    assert "\n" not in str(problem.value)


def edited(data: bytes, line: int, **changes: object) -> bytes:
    lines = data.split(b"\n")
    content = json.loads(lines[line])
    lines[line] = json.dumps({**content, **changes}, separators=(",", ":"), ensure_ascii=False).encode()
    return b"\n".join(lines)


def forged(seq: int, *bodies: bytes) -> bytes:
    """A record with something else in place of one entry, and all hashes made anew."""
    data = a_record(most=12)
    chain = Chain("lab")
    links: list[ChainedEntry] = []
    for link in read_entries("lab", data.split(b"\n")[1:-2], "record"):
        links += [chain.extend(body) for body in (bodies if link.seq == seq else (link.body,))]
    return b"\n".join([data.split(b"\n")[0], *map(line_of, links), encode(closing_of(links))]) + b"\n"


def changed(seq: int, **changes: object) -> bytes:
    plain = json.loads(a_recording(most=12).chained_entries()[seq - 1].body)
    return forged(seq, json.dumps({**plain, **changes}, separators=(",", ":"), ensure_ascii=False).encode())


def instead_of(seq: int, *entries: JournalEntry) -> bytes:
    return forged(seq, *map(canonical, entries))


def test_a_record_replays_to_the_same_game() -> None:
    recording = a_recording()
    record = open_record(recording.to_bytes(), all_games(), "record x")
    assert record.state.rules.truth() == recording.rules.truth()
    assert record.head == recording.chained_entries()[-1].head
    (game,) = record.games
    assert (game.sealed, game.inputs, game.result) == (False, 120, None)


def test_a_finished_game_has_its_result_in_the_record() -> None:
    recording = a_recording(most=100_000)
    outcome = recording.rules.outcome()
    assert outcome is not None
    record = open_record(recording.to_bytes(), all_games(), "record x")
    assert [list(result.places) for result in record.results] == [outcome.places]


def test_a_record_can_be_taken_at_any_moment_and_the_game_goes_on() -> None:
    recording = a_recording(most=10)
    before = recording.to_bytes()
    assert recording.to_bytes() == before
    recording.wait(recording.rules.now + 1000)
    assert len(open_record(recording.to_bytes(), all_games(), "record x").entries) == before.count(b"\n") - 1


def test_inputs_that_make_no_sense_are_kept_and_replayed() -> None:
    recording = Recording(INFO, nameless(2), INFO.read_options({}, 2), 9, INFO.deck())
    recording.input(500, 0, 99)
    recording.input(400, 0, 0)
    recording.input(900, 5, 1)
    recording.input(900, -1, -7)
    recording.wait(7000)
    recording.wait(10)
    data = recording.to_bytes()
    assert b'"#99"' in data
    assert open_record(data, all_games(), "record x").games[0].inputs == 6


def test_a_truncated_record_is_refused() -> None:
    data = a_record()
    refused(data[: len(data) // 2], "is cut off")
    refused(data[:-1], "is cut off")
    refused(data + b"\n", "line 126")
    refused(b"\n".join(data.split(b"\n")[:40]) + b"\n", "line 40")


def test_an_edited_line_is_named() -> None:
    data = a_record()
    refused(edited(data, 5, seq=77), "line 6: entry 5 does not fit its place in the chain")
    refused(edited(data, 5, entry={"e": "passed", "at": 1}), "line 6: entry 5 does not fit its place in the chain")
    refused(edited(data, 5, colour="red"), "line 6: Object contains unknown field")
    refused(edited(data, -2, games=1), "line 126: does not close the entries above it")


def test_hashing_everything_anew_does_not_help() -> None:
    refused(changed(6, verdict="rejected"), "entry 6: says rejected")
    refused(changed(6, do="juggle"), "entry 6: says 'juggle' for action")
    refused(changed(6, at=10**30), "entry 6: ")
    refused(changed(6, e="juggled"), "entry 6: ")
    refused(changed(6, event=0), "entry 6: is not written the way Slamdeck writes it")
    refused(changed(16, told="AAAA"), "entry 16: what was told does not follow from the game")
    refused(changed(3, seed=5), "entry")
    refused(changed(3, seed=-1), "entry 3: ")


def test_entries_that_come_at_the_wrong_time_are_refused() -> None:
    refused(instead_of(3, Passed(at=5)), "entry 3: no game has been dealt")
    refused(instead_of(4, Decided(drawn=(0, 1))), "entry 4: the dead heat was not drawn from the seed")
    again = read_entry(a_recording().chained_entries()[0])
    refused(instead_of(2, again), "entry 2: the table is open already")
    refused(instead_of(1, Seeded(seed=1)), "entry 1: does not open a table")
    refused(instead_of(2), "entry 2: Slamwich is for 2 to 6 players, not 0")
    nowhere = Played(at=1, seat=77, action=0, do="toss", verdict="rejected", id=1)
    refused(instead_of(4, nowhere), "entry 4: nobody has seat 77")
    promise = Sealed(number=1, commitment=b"x" * 32, seed=b"y" * 32, sealed=())
    refused(instead_of(3, promise), "entry 3: the seed is not the one that was promised")


@pytest.mark.parametrize("data", [a_record(most=12), b""], ids=["today's", "format 1"])
def test_any_flipped_bit_fails(data: bytes) -> None:
    data = data or OF_FORMAT_1.read_bytes()[:]
    step = max(1, len(data) // 1500)  # of the old one, some
    for place in range(0, len(data), step):
        for bit in (1, 2, 4, 8, 16, 32, 64, 128)[:: 1 if step == 1 else 8]:
            flipped = data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :]
            with pytest.raises(CheckFailed, match=r"line \d+|entry \d+|cut off"):
                open_record(flipped, all_games(), "record x")


def test_a_record_from_the_future_is_refused_plainly() -> None:
    data = a_record()
    refused(edited(data, 0, slamdeck=99), "has format 99, this Slamdeck reads up to 2")
    refused(edited(data, 0, slamdeck=True), "is not the header of a Slamdeck record")
    refused(edited(data, 0, slamdeck=0), "is not the header of a Slamdeck record")
    refused(edited(data, 0, rules_version=42), "line 1: does not fit the table that entry 1 opens")
    refused(changed(1, rules_version=42), "rules version 42 of Slamwich needs a newer release")
    refused(changed(1, format=3), "entry 1: has format 3, this Slamdeck reads up to 2")
    refused(changed(1, game="tiddlywinks"), "entry 1: there is no game 'tiddlywinks'")
    refused(b'{"a":1}\n{}\n{}\n', "is not the header of a Slamdeck record")
    refused(b"[" * 100_000 + b"\n{}\n{}\n", "line 1")


def test_what_is_no_record_at_all_is_not_called_cut_off() -> None:
    refused(b"", "record x: is empty")
    for data in (b"not a record at all\nx\ny\n", bytes(5000), b"\n\n\n\n", a_record().decode().encode("utf-16")):
        refused(data, "line 1: is not the header of a Slamdeck record")


@pytest.mark.parametrize("data", [a_record(most=12), b""], ids=["today's", "format 1"])
def test_a_record_that_an_editor_has_changed_is_not_called_forged(data: bytes) -> None:
    data = data or OF_FORMAT_1.read_bytes()
    refused(data.replace(b"\n", b"\r\n"), "line 1: an editor or a mail program has changed its line ends")
    refused(b"\xef\xbb\xbf" + data, "line 1: an editor or a mail program has changed its line ends or put a mark")


def test_a_line_of_format_1_with_the_right_verdict_says_what_else_is_wrong() -> None:
    data = OF_FORMAT_1.read_bytes()
    spaced = data.replace(b'"verdict":', b'"verdict": ', 1)
    refused(spaced, "line 2: is not written the way Slamdeck writes it")


def test_an_edited_record_of_format_1_is_named_by_its_line() -> None:
    data = OF_FORMAT_1.read_bytes()
    refused(edited(data, 3, do="juggle"), "line 4: slamwich has no action 'juggle'")
    refused(edited(data, 3, verdict="rejected"), "line 4: says rejected")
    refused(edited(data, 5, at=10**30), "line 6")
    refused(edited(data, 5, do="#99999999999999999999"), "line 6")
    refused(edited(data, 5, colour="red"), "line 6: Object contains unknown field")
    refused(edited(data, 0, rules_version=42), "rules version 42 of Slamwich needs a newer release")
    refused(edited(data, 0, game="tiddlywinks"), "line 1: there is no game 'tiddlywinks'")
    refused(edited(data, 0, seats=17), "line 1: Slamwich is for 2 to 6 players, not 17")
    refused(edited(data, 0, seed=-1), "line 1")


def test_the_opening_says_what_was_played() -> None:
    opened = read_entry(a_recording().chained_entries()[0])
    assert isinstance(opened, Opened)
    assert (opened.table, opened.game, opened.rules_version) == ("lab", "slamwich", INFO.rules_version)


@pytest.mark.parametrize("huge", [1 << 62, 1 << 63, -(1 << 63) - 1, 1 << 200])
@pytest.mark.parametrize("field", ["sent", "trip", "claim", "arrived", "shown", "seat"])
def test_a_record_of_numbers_that_no_table_wrote_is_refused_in_one_sentence(field: str, huge: int) -> None:
    """Somebody may chain together what they like; whoever checks it gets an answer, not a crash."""
    lines = [json.loads(line) for line in LIVE.read_text(encoding="utf-8").splitlines()]
    bodies = [line["entry"] for line in lines[1:-1]]
    place = next(number for number, body in enumerate(bodies) if body["e"] == "raced" and body["record"])
    bodies[place]["record"]["evidence"][0][field] = huge
    chain = Chain(lines[0]["table"])
    forged = [chain.extend(json.dumps(body, separators=(",", ":")).encode()) for body in bodies[: place + 1]]
    refused(write_record(forged), "entry|line")
