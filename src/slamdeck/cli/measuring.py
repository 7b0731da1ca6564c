"""What measures us: `bench` (speed), `load` (a server), `fairness` (races); and `protocol`, its types."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
import msgspec
from rich.table import Table

from slamdeck.cli.shared import INTERRUPTED, decks_option, err, json_option, out, progress_bar, seed_option
from slamdeck.core.problems import UsageProblem
from slamdeck.games import find_game, games_with

if TYPE_CHECKING:
    from slamdeck.measure.fairness.figures import HonestFigures, LieFigures


# As `measure` names them, which is not opened to say what the options are.
BENCH_PARTS = ("python", "batch", "playouts", "search", "states")


@click.command()
@click.option("--quick", is_flag=True, help="A tenth of the time, rougher figures.")
@click.option("--only", "parts", multiple=True, type=click.Choice(BENCH_PARTS), help="Measure only that; repeatable.")
@click.option("--live", is_flag=True, help="The server instead, beside boardgame.io and Colyseus.")
@click.option("--tables", type=click.IntRange(1, 1000), default=100, show_default=True, help="With --live.")
@click.option("--seconds", type=click.FloatRange(1, 120), default=10, show_default=True, help="With --live.")
@click.option("--rounds", type=click.IntRange(1, 20), default=3, show_default=True, help="With --live.")
@decks_option
@json_option
def bench(
    quick: bool,
    parts: tuple[str, ...],
    live: bool,
    tables: int,
    seconds: float,
    rounds: int,
    deck_paths: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Measure our speed and that of other engines in one run, on one core."""
    games = games_with(deck_paths)
    if live:
        if deck_paths:
            raise UsageProblem("--live measures the server, whatever the cards are: it does not go with --deck")
        if parts:
            raise UsageProblem("--live measures the server: it does not go with --only")
        bench_live(tables, seconds / 10 if quick else seconds, rounds, as_json)
        return
    from slamdeck.measure.bench import run_bench
    from slamdeck.measure.reports import print_bench

    with progress_bar() as progress:
        rows = run_bench(quick, progress, games, parts or BENCH_PARTS)
    if as_json:
        click.echo(json.dumps([row.as_json() for row in rows], indent=2))
    else:
        print_bench(out, rows)


def bench_live(tables: int, seconds: float, rounds: int, as_json: bool) -> None:
    from slamdeck.measure.rival_servers import compare

    compared = compare(tables, seconds, rounds, lambda name: err.print(f"{name} …", style="dim"))
    if as_json:
        click.echo(json.dumps(msgspec.to_builtins(compared)))
        return
    table = Table("server", "traffic", "inputs/s", "CPU µs per input", "answer p50 ms", "p99 ms", box=None)
    for cost in compared.costs:
        figures = (cost.inputs_per_s, cost.cpu_us_per_input, cost.answer_p50_ms, cost.answer_p99_ms)
        table.add_row(cost.server, cost.traffic, *map(str, figures))
    out.print(table)
    out.print(compared.what, style="dim", markup=False)
    for problem in compared.missing:
        out.print(f"not compared: {problem}", style="yellow", markup=False)
    for bar, met in compared.bars.items():
        out.print(f"{'yes' if met else 'no '}  {bar}", style="green" if met else "red")


@click.command()
@click.option("--races", type=click.IntRange(10, 1_000_000), help="Of every honest row.  [default: 2000; --live: 100]")
@click.option(
    "--live", is_flag=True, help="At real tables of a real server on this computer, through a delaying relay."
)
@click.option(
    "--evenings", type=click.IntRange(1, 1_000_000), help="Only this: in how many honest ones does the statistic speak?"
)
@seed_option
@click.option("--plot", "plot_path", type=click.Path(path_type=Path), help="Draw the study as a picture.")
@click.option(
    "--keep", "file", type=click.Path(path_type=Path), help="With --live: keep what is played there, and go on from it."
)
@click.option("--only", type=click.Choice(["honest", "lies"]), help="One half of the study.")
@click.option(
    "--tables", type=click.IntRange(1, 200), help="With --live: so many at a time.  [default: 132, for two idle cores]"
)
@click.option("--docs", is_flag=True, help="Write tables and picture into docs/fairness.md of these sources.")
@json_option
def fairness(
    races: int | None,
    live: bool,
    only: str | None,
    tables: int | None,
    evenings: int | None,
    seed: int,
    plot_path: Path | None,
    file: Path | None,
    docs: bool,
    as_json: bool,
) -> None:
    """Rerun the study of fair races: honest people on all kinds of lines and devices, and every lie we know."""
    from slamdeck.measure.fairness.documents import check_documents, write_documents
    from slamdeck.measure.fairness.plots import check_plot, plot
    from slamdeck.measure.fairness.tables import plain, print_tables

    if evenings is not None:
        ask_the_statistic(evenings, seed, as_json)
        return
    if plot_path is not None:
        check_plot(plot_path)
    if docs:
        check_documents(live)
    study = study_live(races or 100, seed, only, tables, file) if live else study_virtually(races or 2000, seed, only)
    if as_json:
        rows = {"honest": list(map(plain, study.honest)), "lies": list(map(plain, study.lies))}
        click.echo(json.dumps(rows, indent=2))
    else:
        print_tables(out, study.honest, study.lies, live)
    if plot_path is not None:
        plot(study.honest, study.lies, plot_path)
    if docs and (live or not study.interrupted):  # a live table says of every row how many races it rests on
        write_documents(study.honest, study.lies, live, study.how)
    if study.interrupted:
        err.print(f"stopped after {study.played} of {study.planned} races; the figures are theirs")
        sys.exit(INTERRUPTED)


def ask_the_statistic(evenings: int, seed: int, as_json: bool) -> None:
    from slamdeck.measure.fairness.false_alarms import FalseAlarms, count_false_alarms

    found = FalseAlarms({}, {})
    with progress_bar() as progress:
        task = progress.add_task("slapping", total=evenings)
        interrupted = stopped(lambda: count_false_alarms(found, evenings, seed, lambda: progress.advance(task)))
    if as_json:
        click.echo(json.dumps({"evenings": found.evenings, "alarms": found.alarms}, indent=2))
    else:
        table = Table("who", "evenings", "false alarms", box=None)
        for row, asked in found.evenings.items():
            table.add_row(row, f"{asked:,}", str(found.alarms[row]))
        out.print(table)
        most = 1000 * found.interval[1]
        out.print(f"{found.fired} in {found.asked:,} honest evenings of 200 slaps: at most {most:.2f} in 1,000 (95 %)")
    if interrupted:
        sys.exit(INTERRUPTED)


class StudyDone(NamedTuple):
    honest: list[HonestFigures]
    lies: list[LieFigures]
    played: int
    planned: int
    interrupted: bool
    how: str = ""  # it went, where that matters


def study_virtually(races: int, seed: int, only: str | None) -> StudyDone:
    from slamdeck.measure.fairness.study import VirtualStudy

    study = VirtualStudy(races, seed)
    if only is not None:
        study.rows, study.lies = (study.rows, ()) if only == "honest" else ((), study.lies)
    planned = sum(plan.slaps for plan in study.plans())
    with progress_bar() as progress:
        task = progress.add_task("racing", total=planned)
        interrupted = stopped(lambda: study.run(lambda more: progress.advance(task, more)))
        played = int(progress.tasks[0].completed)
    return StudyDone(study.honest(), study.lying(), played, planned, interrupted)


def study_live(races: int, seed: int, only: str | None, tables: int | None, file: Path | None) -> StudyDone:
    from slamdeck.measure.fairness.live.study import AT_ONCE, LiveStudy, run_live

    study = LiveStudy(races, races, seed, file=file, tables=tables or AT_ONCE)
    if only is not None:
        study.rows, study.lies = (study.rows, ()) if only == "honest" else ((), study.lies)
    with progress_bar() as progress:
        task = progress.add_task("racing", total=study.planned, completed=study.counted)
        interrupted = stopped(lambda: run_live(study, lambda: progress.advance(task)))
        played = int(progress.tasks[0].completed)
    how = study.how_it_went()
    err.print(how)
    if study.lost:
        err.print(f"{study.lost} tables were given up: nothing happened there any more")
    return StudyDone(study.honest(), study.lying_rows(), played, study.planned, interrupted, how)


def stopped(work: Callable[[], None]) -> bool:
    """True if Ctrl-C stopped it."""
    try:
        work()
    except KeyboardInterrupt:
        return True
    return False


@click.command()
@click.option("--tables", type=click.IntRange(1, 5000), default=50, show_default=True)
@click.option("--seconds", type=click.FloatRange(1, 600), default=10, show_default=True)
@click.option("--thinking", type=click.FloatRange(0.01, 60), default=1.0, show_default=True, help="Between two inputs.")
@click.option("--people", type=click.IntRange(1, 6), default=2, show_default=True, help="At each table.")
@click.option("--bots", type=click.IntRange(0, 5), default=0, show_default=True, help="At each table, besides.")
@click.option("--game", "games", multiple=True, help="Only this game; may be given several times.")
@click.option("--memory", is_flag=True, help="Keep nothing on disk.")
@click.option("--postgres", is_flag=True, help="Keep it in a PostgreSQL, which is started for it, instead of a file.")
@json_option
def load(
    tables: int,
    seconds: float,
    thinking: float,
    people: int,
    bots: int,
    games: tuple[str, ...],
    memory: bool,
    postgres: bool,
    as_json: bool,
) -> None:
    """Load a server on this computer with complete games, and say what that costs."""
    from slamdeck.measure.load import LoadPlan, run_load

    plan = LoadPlan(
        tables=tables,
        seconds=seconds,
        thinking=(0.5 * thinking, 1.5 * thinking),
        people=people,
        bots=bots,
        games=tuple(find_game(game).slug for game in games),
        memory=memory,
        postgres=postgres,
    )
    report = run_load(plan)
    plain = msgspec.to_builtins(report)
    if as_json:
        click.echo(json.dumps(plain))
        return
    for name, value in plain.items():
        out.print(f"{name.replace('_', ' '):>26}  {value}")


@click.command()
@click.option("--typescript", is_flag=True, required=True, help="As TypeScript, for the browser's side.")
def protocol(typescript: bool) -> None:
    """Print the types of the protocol between a browser and the server."""
    from slamdeck.measure import protocol_types as types

    click.echo(types.typescript(), nl=False)
