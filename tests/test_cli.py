"""The commands as a person or a program calls them: output, exit codes, one sentence for every mistake."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from slamdeck.cli import main
from slamdeck.core.game import GameInfo
from slamdeck.core.own_cards import cards_of, deck_text
from slamdeck.games import all_games
from tests.conformance.driving import every_game


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def refused(exit_code: int, *words: str) -> str:
    """The one sentence with which the command refuses."""
    result = run(*words)
    assert result.exit_code == exit_code, result.output
    assert "Traceback" not in result.output
    lines = [line for line in result.stderr.strip().splitlines() if line]
    assert lines
    return lines[-1]


def test_version_says_what_is_running() -> None:
    result = run("--version")
    assert result.exit_code == 0
    assert "compiled" in result.output or "pure Python" in result.output


def test_games_lists_every_game() -> None:
    text = run("games").output
    listed = json.loads(run("games", "--json").output)
    assert [entry["game"] for entry in listed] == list(all_games())
    for info in all_games().values():
        assert info.slug in text


@every_game
def test_rules_can_be_read_whole_or_by_the_clause(info: GameInfo) -> None:
    whole = run("rules", info.slug)
    assert whole.exit_code == 0
    assert f"{info.prefix}-01" in whole.output
    one = run("rules", info.slug, "1")
    assert one.exit_code == 0
    assert one.output.startswith(f"{info.prefix}-01")
    assert "lives in" in one.output
    as_json = json.loads(run("rules", info.slug, f"{info.prefix.lower()}-r1", "--json").output)
    assert as_json["clause"] == f"{info.prefix}-R1"
    assert as_json["lives"]


def test_unknown_games_and_clauses_are_named_with_what_exists() -> None:
    assert "there is no game 'chess'; there are" in refused(2, "rules", "chess")
    assert "has no clause '999'; it has SW-01 to SW-44" in refused(2, "rules", "slamwich", "999")


def test_scenarios_pass_and_miss(tmp_path: Path) -> None:
    files = [str(path) for path in sorted((all_games()["slamwich"].folder / "scenarios").glob("*.toml"))]
    result = run("scenario", *files)
    assert result.exit_code == 0
    assert f"{len(files)} passed, 0 missed" in result.output
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(Path(files[0]).read_text(encoding="utf-8") + "\nwinners = [0]\n", encoding="utf-8")
    missed = run("scenario", files[0], str(wrong), str(tmp_path / "nowhere.toml"))
    assert missed.exit_code == 1
    assert "expected [0]" in missed.output
    assert "cannot be read" in missed.output
    assert "1 passed, 2 missed" in missed.output
    as_json = json.loads(run("scenario", "--json", *files).output)
    assert all(entry["differences"] == [] for entry in as_json)


def test_lessons_pass_and_miss(tmp_path: Path) -> None:
    files = [str(path) for path in sorted((all_games()["slamwich"].folder / "lessons").glob("*.toml"))]
    result = run("lesson", *files)
    assert result.exit_code == 0, result.output
    assert f"{len(files)} passed, 0 missed" in result.output
    wrong = tmp_path / "wrong.toml"
    text = Path(files[0]).read_text(encoding="utf-8")
    wrong.write_text(text.replace('expect = ["toss"]', 'expect = ["yell"]', 1), encoding="utf-8")
    missed = run("lesson", files[0], str(wrong), str(tmp_path / "nowhere.toml"))
    assert missed.exit_code == 1
    assert "step 1, task 1: expect: 'yell' does not come out right (ignored, SW-R21" in missed.output
    assert "cannot be read" in missed.output
    assert "1 passed, 2 missed" in missed.output
    assert all(entry["differences"] == [] for entry in json.loads(run("lesson", "--json", *files).output))


@every_game
def test_simulate_adds_up(info: GameInfo) -> None:
    words = ("simulate", info.slug, "--seats", str(info.fewest), "--games", "20", "--seed", "5", "--json")
    result = json.loads(run(*words).stdout)
    assert result["games"] == 20
    assert abs(sum(entry["share"] for entry in result["wins"]) - 1) < 1e-9
    for entry in result["wins"]:
        low, high = entry["interval95"]
        assert low <= entry["share"] <= high
    assert result["unfinished"] == 0
    assert sum(result["endings"].values()) == 20
    assert json.loads(run(*words).stdout) == result, "same seed, same games"
    assert "95 % interval" in run(*words[:-1]).stdout


def test_simulate_refuses_what_does_not_exist(tmp_path: Path) -> None:
    assert "there is no game" in refused(2, "simulate", "chess")
    assert "Slamwich is for 2 to 6 players, not 9" in refused(2, "simulate", "slamwich", "--seats", "9")
    assert "has no option 'turbo'" in refused(2, "simulate", "slamwich", "-o", "turbo=1")
    assert "must have the form" in refused(2, "simulate", "slamwich", "-o", "turbo")
    assert "option min_toss_ms" in refused(2, "simulate", "slamwich", "-o", "min_toss_ms=-4")
    assert "is less than min_toss_ms" in refused(2, "simulate", "slamwich", "-o", "toss_ms=4")
    assert "is not in the range" in refused(2, "simulate", "slamwich", "--games", "0")
    assert "is not in the range" in refused(2, "simulate", "slamwich", "--seed", "-1")
    missing = str(tmp_path / "deck.toml")
    assert "cannot be read" in refused(1, "simulate", "slamwich", "--deck", missing)
    nowhere = str(tmp_path / "no" / "folder.jsonl")
    assert "cannot be written" in refused(1, "simulate", "slamwich", "--games", "1", "--record", nowhere)


def test_a_users_deck_changes_the_game(tmp_path: Path) -> None:
    info = all_games()["slamwich"]
    text = info.deck_file.read_text(encoding="utf-8").replace("copies = 4", "copies = 2")
    deck = tmp_path / "half.toml"
    deck.write_text(text, encoding="utf-8")
    assert "expect.food is 44, but the blocks make 22" in refused(1, "simulate", "slamwich", "--deck", str(deck))
    deck.write_text(text.replace("food = 44", "food = 22").replace("total = 55", "total = 33"), encoding="utf-8")
    result = run("simulate", "slamwich", "--deck", str(deck), "--games", "5", "--json")
    assert json.loads(result.stdout)["games"] == 5


@every_game
def test_a_recorded_game_replays(info: GameInfo, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    assert run("simulate", info.slug, "--games", "1", "--record", str(record)).exit_code == 0
    result = run("replay", str(record))
    assert result.exit_code == 0, result.output
    assert "every byte the same" in result.output
    assert json.loads(run("replay", str(record), "--json").output)["game"] == info.slug
    assert "verdict" in run("replay", str(record), "--log").output
    data = record.read_bytes()
    record.write_bytes(data[: len(data) * 2 // 3])
    assert "is cut off" in refused(1, "replay", str(record))
    assert "cannot be read" in refused(1, "replay", str(tmp_path / "nothing.jsonl"))


SIMULATE = """
import sys
from slamdeck.cli import main
from slamdeck.lab.simulation import Simulation

play_next = Simulation.play_next

def play_and_tell(self):
    play_next(self)
    print("played", file=sys.stderr, flush=True)

Simulation.play_next = play_and_tell
main()
"""


def test_an_interrupted_simulation_keeps_what_is_done() -> None:
    """Ctrl-C: the figures of the games played so far, and an exit code that says so."""
    words = [sys.executable, "-c", SIMULATE, "simulate", "slamwich", "--games", "100000000", "--json"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    assert process.stderr.readline() == "played\n"
    os.kill(process.pid, signal.SIGINT)
    stdout, stderr = process.communicate(timeout=30)
    assert process.returncode == 130, stderr
    assert json.loads(stdout)["games"] > 0
    assert "stopped after" in stderr


def test_fairness_reruns_the_study(tmp_path: Path) -> None:
    picture = tmp_path / "fairness.png"
    result = run("fairness", "--races", "10", "--plot", str(picture), "--json")
    assert result.exit_code == 0, result.output
    rows = json.loads(result.stdout)
    assert all(row["races"] == 10 for row in rows["honest"])
    assert {row["name"] for row in rows["lies"]} >= {"claim −60", "always: paint +30"}
    assert picture.stat().st_size > 1000


def test_fairness_finds_out_before_the_work_that_it_could_not_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "no folder" in refused(1, "fairness", "--plot", str(tmp_path / "nowhere" / "f.png"))
    assert ".png" in refused(1, "fairness", "--plot", str(tmp_path / "f.docx"))
    monkeypatch.chdir(tmp_path)
    assert "docs/fairness.md" in refused(1, "fairness", "--docs")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "pip install matplotlib" in refused(1, "fairness", "--plot", str(tmp_path / "f.png"))


def test_an_interrupted_study_keeps_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    from slamdeck.measure.fairness import study

    played = 0

    def play(plan: study.EveningPlan) -> object:
        nonlocal played
        played += 1
        if played > 3:
            raise KeyboardInterrupt
        return original(plan)

    original = study.EveningPlan.play
    monkeypatch.setattr(study.EveningPlan, "play", play)
    result = run("fairness", "--races", "10", "--json")
    assert result.exit_code == 130
    assert [row["races"] for row in json.loads(result.stdout)["honest"]] == [10, 10, 10]
    assert "stopped after 30 of" in result.stderr


def test_usage_mistakes_exit_with_2() -> None:
    for words in (["fly"], ["rules"], ["simulate", "slamwich", "--games", "many"], ["scenario"]):
        result = run(*words)
        assert result.exit_code == 2
        assert "Traceback" not in result.output


def test_play_needs_a_terminal() -> None:
    assert "terminal" in refused(2, "play", "slamwich")


@pytest.mark.parametrize("words", [["--help"], ["simulate", "--help"]])
def test_help_is_help(words: list[str]) -> None:
    assert "Usage" in run(*words).output


def test_asking_for_help_opens_no_room_of_the_house() -> None:
    """Quick to start: a command loads what it needs when it is called."""
    code = "import sys, slamdeck.cli; print(*{name.split('.')[1] for name in sys.modules if 'slamdeck.' in name})"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "cli" in loaded
    assert set(loaded) <= {"cli", "core", "engine", "games"}


# ---- the cards of your own box -----------------------------------------------------------------------------

WITH_DECK = [
    (),
    ("serve",),
    ("play", "slamwich"),
    ("simulate", "slamwich"),
    ("arena", "slamwich", "--bots", "kid,kid"),
    ("tournament", "--preset", "strength"),
    ("bench",),
]


@pytest.mark.parametrize("words", WITH_DECK, ids=lambda words: words[0] if words else "slamdeck")
def test_a_bad_deck_file_is_one_line_everywhere(words: tuple[str, ...], tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('game = "slamwich"\ncards = 3\n', encoding="utf-8")
    for path, reason in ((bad, "needs at least one [[cards]] block"), (tmp_path / "none.toml", "cannot be read")):
        result = run(*words, "--deck", str(path))
        assert result.exit_code == 1
        [line] = result.stderr.strip().splitlines()
        assert line.startswith(f"slamdeck: deck file {path}: ")
        assert reason in line


def bigger_box(info: GameInfo, path: Path) -> Path:
    cards = [msgspec.structs.replace(one, copies=one.copies + 2) for one in cards_of(info.own_deck)[:1]]
    deck = info.deck_of([*cards, *cards_of(info.own_deck)[1:]], "a bigger box")
    path.write_text(deck_text(deck.data), encoding="utf-8")
    return path


@every_game
def test_your_own_cards_are_shown_checked_and_played_with(info: GameInfo, tmp_path: Path) -> None:
    box = str(bigger_box(info, tmp_path / "box.toml"))
    assert run("deck", info.slug).output == info.deck_file.read_text(encoding="utf-8")
    told = json.loads(run("deck", info.slug, "--check", box, "--json").output)
    assert told["cards"] == info.own_deck.size + 2
    assert f"{told['cards']} cards, for {info.fewest} to" in run("deck", info.slug, "--check", box).output
    record = str(tmp_path / "game.jsonl")
    played = run("simulate", info.slug, "--games", "1", "--deck", box, "--record", record)
    assert played.exit_code == 0, played.output
    assert run("verify", record).exit_code == 0
    bots = ",".join(["kid:uniform"] * info.fewest)
    fought = run("arena", info.slug, "--bots", bots, "--games", "1", "--deck", box, "--json")
    assert json.loads(fought.output)["games"] == 1


def test_a_deck_is_edited_until_it_adds_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box = tmp_path / "box.toml"
    monkeypatch.setenv("VISUAL", "sed -i s/thief.=.3/thief=4/")
    first = CliRunner().invoke(main, ["deck", "slamwich", "--edit", str(box)], input="n\n")
    assert first.exit_code == 1
    assert "expect.thief is 4, but the blocks make 3" in first.stderr
    monkeypatch.setenv("VISUAL", "sed -i s/thief=4/thief=3/")
    second = run("deck", "slamwich", "--edit", str(box))
    assert second.exit_code == 0
    assert "55 cards, for 2 to 6 players" in second.output


def test_two_files_for_one_game_and_a_file_for_another_are_refused(tmp_path: Path) -> None:
    box = str(bigger_box(all_games()["slamwich"], tmp_path / "box.toml"))
    assert "is for Slamwich too" in refused(1, "tournament", "--preset", "strength", "--deck", box, "--deck", box)
    assert "is not for Lowdown" in refused(1, "play", "lowdown", "--deck", box)
    assert "expected 'lowdown'" in refused(1, "arena", "lowdown", "--bots", "kid,kid", "--deck", box)
