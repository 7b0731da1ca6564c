"""Runs: a row depends on its seed and number alone, no folder is spoilt, what was stopped goes on and ends alike."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from slamdeck.cli import main
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import Problem
from slamdeck.games import find_game
from slamdeck.lab.league import League
from slamdeck.lab.runs.figures import Figures, Share, quantiles_of, ratings_of
from slamdeck.lab.runs.folder import RunFolder
from slamdeck.lab.runs.plans import BOTS, RANDOM, Cell, GameRow, RunPlan, parse_vary, plan_run
from slamdeck.lab.runs.running import play_run
from slamdeck.lab.simulation import Simulation
from tests.conformance.driving import every_game

FILES = ("config.json", "rows.csv", "rows.parquet", "summary.json", "report.html")
SHORT: dict[str, object] = {"max_tosses": 40}


def slamwich_run(games: int = 12, seed: int = 3, **given: object) -> RunPlan:
    vary = {"max_tosses": [30, 40]}
    return plan_run(RANDOM, find_game("slamwich"), games=games, seed=seed, vary=vary, **given)  # type: ignore[arg-type]


def played(path: Path, plan: RunPlan, workers: int = 1, resume: bool = False) -> dict[str, bytes]:
    folder = RunFolder(path, plan, resume)
    assert play_run(folder, workers, lambda done: None) == []
    return {name: (path / name).read_bytes() for name in FILES}


# ---- a row depends on its seed and its number alone -------------------------------------------------


@every_game
def test_game_k_of_a_seed_is_the_same_alone_and_in_any_order(info: GameInfo) -> None:
    plan = plan_run(RANDOM, info, games=6, seed=4)
    forwards, backwards = Cell(plan, 0), Cell(plan, 0)
    rows = [forwards.play(number) for number in range(6)]
    assert [backwards.play(number) for number in reversed(range(6))] == rows[::-1]
    assert Cell(plan, 0).play(4) == rows[4]
    assert len({row.seed for row in rows}) == 6


def test_with_bots_that_search_it_is_the_same_too() -> None:
    """They have a budget of iterations; a busy computer changes nothing."""
    plan = plan_run(
        BOTS, find_game("hit_the_deck"), games=3, seed=4, bots="search,quick:policy", options={"target_score": 10}
    )
    forwards, backwards = Cell(plan, 0), Cell(plan, 0)
    rows = [forwards.play(number) for number in range(2)]
    assert [backwards.play(number) for number in (1, 0)] == rows[::-1]


def test_the_arena_seats_new_bots_for_every_game() -> None:
    info = find_game("slamwich")
    options = info.read_options(SHORT, 2)
    from slamdeck.bots.roster import parse_bots

    bots = parse_bots("quick,kid", info)
    whole, late = League(info, bots, options, 5), League(info, bots, options, 5)
    for _ in range(3):
        whole.play_next()
    late.games = 2
    late.play_next()
    assert late.inputs.mean == whole.table.play(bots, 2).inputs


def test_a_row_says_what_the_simulation_says() -> None:
    info = find_game("lowdown")
    plan = plan_run(RANDOM, info, games=5, seed=2, seats=3)
    simulation = Simulation(info, 3, info.deck(), info.read_options(info.simulated, 3), 2)
    cell = Cell(plan, 0)
    wins = [0.0] * 3
    for number in range(5):
        simulation.play_next()
        row = cell.play(number)
        winners = [seat for seat, place in enumerate(row.places) if place == 1]
        for seat in winners:
            wins[(seat - row.starter) % 3] += 1 / len(winners)
    assert simulation.summary.by_distance == wins
    assert sum(wins) == pytest.approx(5)


def test_a_row_has_what_happened() -> None:
    plan = plan_run(
        BOTS, find_game("hit_the_deck"), games=1, seed=1, bots="quick,quick,kid", options={"target_score": 20}
    )
    row = Cell(plan, 0).play(0)
    assert row.bots == ["quick:policy", "quick:policy", "kid:policy"]
    assert json.loads(row.options) == {"target_score": 20}
    assert row.turns > 5
    assert row.races > 0
    assert row.longest_hand >= 7
    assert row.ms > 1000
    assert row.clause.startswith("HT-")
    assert 0 <= row.starter < 3


# ---- the folder -------------------------------------------------------------------------------------


def test_workers_make_no_difference(tmp_path: Path) -> None:
    plan = slamwich_run(games=60)
    assert played(tmp_path / "one", plan) == played(tmp_path / "two", plan, workers=2)


@pytest.mark.parametrize("stopped_after", [0, 1, 7, 12, 13, 24])
def test_a_stopped_run_goes_on_and_ends_alike(tmp_path: Path, stopped_after: int) -> None:
    plan = slamwich_run()
    whole = played(tmp_path / "whole", plan)
    half = tmp_path / "half"
    RunFolder(half, plan, resume=False)
    lines = whole["rows.csv"].splitlines(keepends=True)
    torn = lines[stopped_after + 1][:9] if stopped_after < 24 else b""
    (half / "rows.csv").write_bytes(b"".join(lines[: stopped_after + 1]) + torn)
    assert played(half, plan, resume=True) == whole


def test_whatever_is_not_this_run_is_left_alone(tmp_path: Path) -> None:
    plan = slamwich_run()
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "thesis.txt").write_text("mine", encoding="utf-8")
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    whole = tmp_path / "whole"
    before = played(whole, plan)
    spoilt, torn = tmp_path / "spoilt", tmp_path / "torn"
    for path in (spoilt, torn):
        played(path, plan)
    (spoilt / "rows.csv").write_text("not,rows\n", encoding="utf-8")
    (torn / "config.json").write_text('{"format": 1', encoding="utf-8")
    for path, other, resume, sentence in (
        (foreign, plan, False, "is there already and no folder of a run; nothing was written"),
        (file, plan, False, "is there already and no folder of a run"),
        (whole, plan, False, "holds a run already; --resume goes on with it"),
        (whole, slamwich_run(seed=4), True, "holds another run .seed 3, not 4."),
        (whole, slamwich_run(games=13), True, "holds another run .games 12, not 13."),
        (whole, slamwich_run(options={"min_toss_ms": 100}), True, "holds another run .with other cells."),
        (spoilt, plan, True, "are not the rows of this run"),
        (torn, plan, True, "is not the configuration of a run"),
    ):
        with pytest.raises(Problem, match=sentence):
            RunFolder(path, other, resume)
    assert [path.name for path in foreign.iterdir()] == ["thesis.txt"]
    assert file.read_text(encoding="utf-8") == "mine"
    assert {name: (whole / name).read_bytes() for name in FILES} == before


def test_rows_that_were_changed_are_noticed(tmp_path: Path) -> None:
    plan = slamwich_run()
    played(tmp_path / "run", plan)
    rows = tmp_path / "run" / "rows.csv"
    lines = rows.read_text(encoding="utf-8").splitlines(keepends=True)
    rows.write_text("".join([lines[0], lines[2], lines[1], *lines[3:]]), encoding="utf-8")
    with pytest.raises(Problem, match="line 2 is not that game"):
        RunFolder(tmp_path / "run", plan, resume=True)
    rows.write_text("".join([lines[0], "nonsense\n"]), encoding="utf-8")
    with pytest.raises(Problem, match="line 2 is not the row of a game"):
        RunFolder(tmp_path / "run", plan, resume=True)


def test_the_tables_hold_the_same_rows(tmp_path: Path) -> None:
    from pyarrow import parquet

    played(tmp_path / "run", slamwich_run())
    with (tmp_path / "run" / "rows.csv").open(encoding="utf-8", newline="") as file:
        written = list(csv.DictReader(file))
    table = parquet.read_table(tmp_path / "run" / "rows.parquet").to_pylist()
    assert len(table) == len(written) == 24
    for packed, plain in zip(table, written, strict=True):
        assert packed["seed"] == int(plain["seed"])
        assert " ".join(map(str, packed["places"])) == plain["places"]


def test_the_report_needs_nothing_else(tmp_path: Path) -> None:
    report = played(tmp_path / "run", slamwich_run())["report.html"].decode()
    assert report.count("<svg") == report.count("</svg>") == 6
    assert "max_tosses = 30" in report
    for outside in ("http:", "https:", "src=", "<script", "<link"):
        assert outside not in report


def test_a_full_disk_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    plan = slamwich_run()
    folder = RunFolder(tmp_path / "run", plan, resume=False)
    monkeypatch.setattr("slamdeck.lab.runs.folder.append_file", full)
    with pytest.raises(Problem, match=r"cannot be written \(No space left on device\)"):
        play_run(folder, 1, lambda done: None)
    monkeypatch.undo()
    assert played(tmp_path / "run", plan, resume=True) == played(tmp_path / "other", plan)


# ---- figures ----------------------------------------------------------------------------------------


def row(places: list[int], starter: int, bots: list[str]) -> GameRow:
    return GameRow(0, 0, 1, len(places), "{}", "", starter, bots, places, places, 1, 2, 3, 4, 5, 6, "SW-41")


def test_wins_are_counted_by_seat_by_distance_and_by_bot() -> None:
    figures = Figures(3, by_seat=[Share() for _ in range(3)], by_distance=[Share() for _ in range(3)])
    figures.add(row([2, 1, 3], 1, ["a", "b", "a"]))
    figures.add(row([1, 3, 1], 0, ["a", "b", "a"]))
    assert [share.won for share in figures.by_seat] == [0.5, 1, 0.5]
    assert [share.won for share in figures.by_distance] == [1.5, 0, 0.5]
    assert figures.by_bot["a"].won == 1
    assert figures.by_bot["a"].chances == 4


def test_quantiles_are_those_of_the_textbook() -> None:
    assert quantiles_of(list(range(101))) == [5, 25, 50, 75, 95]
    assert quantiles_of([1, 2]) == pytest.approx([1.05, 1.25, 1.5, 1.75, 1.95])
    assert quantiles_of([]) == []


def test_who_wins_more_often_is_rated_higher_and_the_interval_shrinks() -> None:
    won, lost = row([1, 2], 0, ["strong", "weak"]), row([2, 1], 0, ["strong", "weak"])
    few, many = ratings_of([won] * 3), ratings_of([won, lost] * 3 + [won] * 30)
    assert few["strong"]["rating"] > few["weak"]["rating"]
    assert many["strong"]["low"] > many["weak"]["rating"]
    assert many["strong"]["high"] - many["strong"]["low"] < few["strong"]["high"] - few["strong"]["low"]
    assert ratings_of([row([1, 2], 0, [])]) == {}


# ---- the command ------------------------------------------------------------------------------------


def command(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_a_sweep_from_the_command_line(tmp_path: Path) -> None:
    run = ["simulate", "slamwich", "--games", "4", "--workers", "1", "--out", str(tmp_path / "run")]
    sweep = ["--vary", "seats=3,4", "--vary", "max_tosses=20,30"]
    done = command(*run, *sweep)
    assert done.exit_code == 0, done.output
    assert done.stdout.count("\n") == 1 + 4 + 1
    again = command(*run, *sweep, "--resume", "--json")
    assert again.exit_code == 0, again.output
    assert len(json.loads(again.stdout)["cells"]) == 4
    for word in ("path", "tmp", "duration", "time"):
        assert word not in again.stdout


def test_an_arena_that_is_kept_rates_its_bots(tmp_path: Path) -> None:
    words = ["arena", "slamwich", "--bots", "quick,kid", "--games", "3", "--workers", "1", "-o", "max_tosses=40"]
    done = command(*words, "--out", str(tmp_path / "run"))
    assert done.exit_code == 0, done.output
    assert "quick:policy: rating " in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--vary", "seats=3,9"], "Slamwich is for 2 to 6 players, not 9"),
        (["--vary", "colour=red"], "Slamwich has no option 'colour'"),
        (["--vary", "max_tosses=20,many"], "Slamwich option max_tosses"),
        (["--vary", "max_tosses"], "must have the form name=value,value,…"),
        (["--vary", "max_tosses=20,20"], "has a value twice"),
        (["--vary", "seats=3", "--vary", "seats=4"], "names 'seats' twice"),
    ],
)
def test_an_impossible_sweep_is_refused_before_anything_is_written(
    tmp_path: Path, words: list[str], sentence: str
) -> None:
    done = command("simulate", "slamwich", "--games", "4", "--out", str(tmp_path / "run"), *words)
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_what_belongs_to_a_kept_run_says_so(tmp_path: Path) -> None:
    assert "need --out FOLDER" in command("simulate", "slamwich", "--vary", "seats=3").stderr
    words = ["arena", "slamwich", "--bots", "quick,kid", "--out", str(tmp_path / "run"), "--vary", "seats=3"]
    assert "there are 2 bots, one for each seat" in command(*words).stderr


def test_a_bot_that_fails_in_a_worker_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_thrower.py").write_text(
        "import slamdeck as sd\nclass Thrower(sd.Bot):\n  def choose(self, *asked): raise RuntimeError('no idea')\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    words = ["arena", "slamwich", "--bots", "own_thrower:Thrower,quick", "--games", "120", "--workers", "2"]
    done = command(*words, "--out", "run")
    assert done.exit_code == 1
    assert done.stderr.strip() == "slamdeck: the bot 'Thrower' did not know what to do (RuntimeError: no idea)"


def test_vary_reads_words_numbers_and_flags() -> None:
    assert parse_vary(["seats=3,4", "slap_in=true,false"]) == {"seats": [3, 4], "slap_in": [True, False]}
