"""Golden records of every promised rules version keep replaying, byte for byte, whichever Slamdeck wrote them."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from slamdeck.bots.roster import House
from slamdeck.cli import main
from slamdeck.core.game import Earlier, GameInfo
from slamdeck.core.problems import CheckFailed
from slamdeck.games import all_games, own_games
from slamdeck.table.journal.chain import Chain
from slamdeck.table.journal.entries import Decided, Raced
from slamdeck.table.journal.export import export
from slamdeck.table.journal.reading import open_record
from slamdeck.table.journal.rebuild import rebuild
from slamdeck.table.races.closing import STALL_COSTS, rejudge
from slamdeck.table.races.evidence import LAW, RaceOutcome, RaceRecord, Verdict
from slamdeck.table.state import PLAYING
from slamdeck.table.times import SECOND
from tests.conformance.driving import every_game
from tests.golden.renew import HERE, KINDS, PRESENT, golden_path, renew
from tests.table.evening import seeds

FORMAT_1 = HERE / "format1"
RECORDS = sorted(HERE.glob("*/*.jsonl"))
JOURNALS = sorted(FORMAT_1.glob("*.journal"))


def id_of(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


@contextlib.contextmanager
def as_promised(path: Path, games: dict[str, GameInfo]) -> Iterator[None]:
    """What is no longer promised is refused, and names the release that plays it."""
    slug, version, _ = path.stem.split("-")
    earlier = games[slug].earlier_version(int(version.removeprefix("v")))
    if earlier is None or earlier.promised:
        yield
        return
    with pytest.raises(CheckFailed, match=rf"no longer played here; .* is {re.escape(earlier.release)}$"):
        yield


@pytest.mark.parametrize("path", RECORDS, ids=id_of)
def test_a_golden_record_replays_for_as_long_as_it_is_promised(path: Path) -> None:
    with as_promised(path, all_games()):
        replay(path, all_games())


def replay(path: Path, games: dict[str, GameInfo]) -> None:
    slug, version, kind = path.stem.split("-")
    record = open_record(path.read_bytes(), games, path.name)
    assert record.info.slug == slug
    assert [f"v{game.rules_version}" for game in record.games] == [version]
    assert record.games[0].sealed == (kind == "live")
    assert record.games[0].inputs > 10


@pytest.mark.parametrize("folder", ["format1", "format2"])
@pytest.mark.parametrize("kind", KINDS)
def test_replay_and_verify_open_any_record(folder: str, kind: str) -> None:
    path = HERE / folder / f"lowdown-v1-{kind}.jsonl"
    replayed = CliRunner().invoke(main, ["replay", "--log", str(path)])
    assert (replayed.exit_code, replayed.stderr) == (0, "")
    assert "every byte the same" in replayed.stdout
    verified = CliRunner().invoke(main, ["verify", str(path)])
    assert (verified.exit_code, verified.stderr) == (0, "")
    assert verified.stdout.startswith("verified")
    assert ("dealt from a sealed seed" in verified.stdout) == (kind == "live")
    told = [json.loads(CliRunner().invoke(main, [word, "--json", str(path)]).stdout) for word in ("replay", "verify")]
    assert told[0] == told[1]
    assert told[0]["games"][0]["rules_version"] == 1


@every_game
def test_every_promised_version_has_golden_records(info: GameInfo) -> None:
    promised = [info.rules_version, *(earlier.version for earlier in info.earlier if earlier.promised)]
    for version in promised:
        for kind in KINDS:
            assert golden_path(PRESENT, info, version, kind).exists(), "run `python -m tests.golden.renew`"


def test_no_golden_record_of_the_first_format_was_taken_away() -> None:
    """It was written by what five games had then: there will never be more of them."""
    games = ("hands_down", "hit_the_deck", "lowdown", "slamwich", "yahtzee_hands_down")
    wanted = {f"{game}-v1-{kind}" for game in games for kind in KINDS}
    assert {path.stem for path in RECORDS if path.parent == FORMAT_1} == wanted
    assert {path.stem for path in JOURNALS} == {f"{game}-v1-open" for game in games}


@pytest.mark.parametrize("path", JOURNALS, ids=id_of)
def test_a_table_that_was_open_before_goes_on_with_the_entries_it_has(path: Path) -> None:
    with as_promised(path, all_games()):
        play_on(path, all_games())


def play_on(path: Path, games: dict[str, GameInfo]) -> None:
    """Written by a server of before, in the middle of its second game; bots play it to the end."""
    chain = Chain("TABLE1")
    links = [chain.extend(body) for body in path.read_bytes().splitlines()]
    table = rebuild(links, games, House(), seeds(1))
    assert (table.state.phase, table.state.number) == (PLAYING, 2)
    now = SECOND
    table.wake(now)
    while table.state.phase == PLAYING:
        wakeup = table.next_wakeup(now)
        assert wakeup is not None
        now = wakeup
        table.tick(now)
        links += table.take_entries()
    record = open_record(export(links), games, path.name)
    assert [bool(result.told) for result in record.results] == [False, True]


# ---- laws of races -----------------------------------------------------------------------------------


def judged_by(law: int, path: Path) -> set[str]:
    """The verdicts of all races in a record, each of which was judged by that law."""
    record = open_record(path.read_bytes(), all_games(), path.name)
    races = [entry.record for entry in record.entries if isinstance(entry, Raced | Decided) and entry.record]
    assert races
    assert {race.law if isinstance(race, RaceRecord) else 1 for race in races} == {law}
    return {judged.verdict.value for race in races for judged in race.evidence}


def test_races_of_the_first_law_are_judged_again_by_it() -> None:
    found = [judged_by(1, path) for path in sorted(HERE.glob("law1/*.jsonl"))]
    assert {"counts", "clamped", "slower", "stalled"} <= set().union(*found)


@pytest.mark.parametrize("law", [2, 3, 4, 5])
def test_races_of_the_later_laws_are_judged_again_by_theirs(law: int) -> None:
    assert LAW == 5, "a new law: keep this one for its records, and write golden ones of the new law beside these"
    found = [judged_by(law, path) for path in sorted(HERE.glob(f"law{law}/*.jsonl"))]
    assert len(found) == 3
    assert all({"counts", "slower"} <= verdicts for verdicts in found)


def test_what_the_fifth_law_forgave_is_forgiven_again() -> None:
    """Races of pages that hang, of liars and of lines that break: written by `tests.golden.forgiven`."""
    races = msgspec.json.decode((HERE / "law5" / "races.json").read_bytes(), type=list[RaceRecord])
    assert all(race.law == 5 and rejudge(race) == race for race in races)
    judged = [one for race in races for one in race.evidence]
    assert {one.wary for one in judged if one.arrived is not None} == {True, False}
    hands = [one.spent for one in judged if one.arrived is not None]
    assert sum(spent > 0 for spent in hands) > 10
    assert STALL_COSTS in [one.spent for one in judged if one.verdict is Verdict.STALLED]
    assert RaceOutcome.VOID in [race.outcome for race in races]


def test_a_table_that_was_open_under_the_first_law_goes_on_under_the_present_one() -> None:
    chain = Chain("TABLE1")
    bodies = (HERE / "law1" / "slamwich-v1-open.journal").read_bytes().splitlines()
    links = [chain.extend(body) for body in bodies]
    table = rebuild(links, all_games(), House(), seeds(1))
    now = SECOND
    table.wake(now)
    while table.state.phase == PLAYING:
        wakeup = table.next_wakeup(now)
        assert wakeup is not None
        now = wakeup
        table.tick(now)
        links += table.take_entries()
    record = open_record(export(links), all_games(), "both laws")
    assert {type(entry) for entry in record.entries} >= {Raced, Decided}


@every_game
def test_a_version_can_be_retired_and_its_golden_records_stay(info: GameInfo) -> None:
    retired = Earlier(version=info.rules_version, release="the last one", promised=False)
    games = all_games() | {info.slug: replace(info, rules_version=info.rules_version + 1, earlier=(retired,))}
    of_it = f"{info.slug}-v{info.rules_version}-"
    for path in RECORDS:
        if path.name.startswith(of_it):
            with as_promised(path, games):
                replay(path, games)
    for path in JOURNALS:
        if path.name.startswith(of_it):
            with as_promised(path, games):
                play_on(path, games)


def test_renewing_writes_beside_what_is_there_and_never_over_it(tmp_path: Path) -> None:
    info = own_games()["yahtzee_hands_down"]
    names = [golden_path(tmp_path, info, info.rules_version, kind).name for kind in KINDS]
    (tmp_path / names[0]).write_bytes(b"of old")
    assert renew(tmp_path, {info.slug: info}) == names[1:]
    assert (tmp_path / names[0]).read_bytes() == b"of old"
    assert renew(tmp_path, {info.slug: info}) == []
