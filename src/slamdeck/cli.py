"""One door: every command of `slamdeck`. Each command reads its words, calls one room of the house, prints."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import slamdeck
from slamdeck.core import rulebook
from slamdeck.core.game import GameInfo
from slamdeck.core.options import Options, describe, parse_assignment
from slamdeck.core.problems import CheckFailed, Problem, UsageProblem
from slamdeck.core.records import Recording, read_record, replay
from slamdeck.core.scenarios import load_scenario, run_scenario
from slamdeck.games import all_games, find_game

FAILED = 1  # a check failed
USAGE = 2  # the command asked for something that does not exist
INTERRUPTED = 130

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, (1 << 62) - 1),
    default=1,
    show_default=True,
    help="Same seed, same games.",
)
house_rules = click.option(
    "--option",
    "-o",
    "assignments",
    multiple=True,
    metavar="NAME=VALUE",
    help="A house rule; repeatable.",
)
deck_option = click.option("--deck", "deck_path", type=click.Path(path_type=Path), help="Your own deck file.")


class OneSentence(click.Group):
    """Problems leave as one sentence and an exit code, never as a traceback."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except Problem as problem:
            err.print(f"slamdeck: {problem}", markup=False, soft_wrap=True)
            sys.exit(USAGE if isinstance(problem, UsageProblem) else FAILED)


def serving(command: Callable[..., None]) -> Callable[..., None]:
    """What both `slamdeck` and `slamdeck serve` take."""
    for option in (
        click.option("--no-browser", is_flag=True, help="Do not open the browser."),
        click.option("--lan", is_flag=True, help="Reachable for phones and computers in the house."),
        click.option("--db", type=click.Path(path_type=Path), help="The database; default: the user's data folder."),
        click.option("--port", type=click.IntRange(0, 65535), default=8484, show_default=True),
    ):
        command = option(command)
    return command


@click.group(cls=OneSentence, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(
    slamdeck.__version__,
    message=f"slamdeck %(version)s ({'compiled' if slamdeck.is_compiled() else 'pure Python'})",
)
@serving
@click.pass_context
def main(context: click.Context, port: int, db: Path | None, lan: bool, no_browser: bool) -> None:
    """Five fast card games, one rules engine. Without a command: play in the browser, on this computer."""
    if context.invoked_subcommand is None:
        from slamdeck.server.launch import open_door

        open_door(host="0.0.0.0" if lan else None, port=port, db=db, browser=not no_browser)


# ---- reading about the games ----------------------------------------------------------------------


@main.command()
@json_option
def games(as_json: bool) -> None:
    """List the games."""
    found = all_games().values()
    if as_json:
        click.echo(json.dumps([describe_game(info) for info in found], indent=2))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("game", "players", "minutes", "what it is"):
        table.add_column(column)
    for info in found:
        table.add_row(info.slug, f"{info.fewest}–{info.most}", str(info.minutes), info.tagline)
    out.print(table)


def describe_game(info: GameInfo) -> dict[str, object]:
    return {
        "game": info.slug,
        "title": info.title,
        "tagline": info.tagline,
        "players": [info.fewest, info.most],
        "minutes": info.minutes,
        "rules_version": info.rules_version,
        "cards": info.deck().size,
        "options": [
            {"name": name, "default": default, "meaning": meaning} for name, default, meaning in describe(info.options)
        ],
    }


@main.command()
@click.argument("game")
@click.argument("clause", required=False)
@json_option
def rules(game: str, clause: str | None, as_json: bool) -> None:
    """Show the rules of GAME, or one CLAUSE and where it lives in the code."""
    info = find_game(game)
    if clause is None:
        if as_json:
            click.echo(json.dumps(rulebook.clauses(info), indent=2, ensure_ascii=False))
        else:
            out.print(Markdown(rulebook.rules_text(info)))
        return
    name, text = rulebook.clause_text(info, clause)
    places = rulebook.places(info).get(name, [])
    if as_json:
        lives = [{"file": place.file.name, "line": place.line, "name": place.name} for place in places]
        click.echo(json.dumps({"clause": name, "text": text, "lives": lives}, indent=2, ensure_ascii=False))
        return
    out.print(f"[bold]{name}[/bold]  {text}")
    for place in places:
        out.print(f"  lives in {info.slug}/{place.file.name}:{place.line}  {place.name}", style="dim")


# ---- checking --------------------------------------------------------------------------------------


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@json_option
def scenario(files: tuple[Path, ...], as_json: bool) -> None:
    """Run scenario FILES: positions, inputs, and what must follow."""
    results: list[dict[str, object]] = []
    for path in files:
        title, differences = run_one_scenario(path)
        results.append({"file": str(path), "title": title, "differences": differences})
        if as_json:
            continue
        out.print("[red]miss[/red]" if differences else "[green]pass[/green]", end="  ")
        out.print(title, markup=False)
        for difference in differences:
            out.print(f"      {difference}", markup=False, soft_wrap=True)
    missed = sum(1 for result in results if result["differences"])
    if as_json:
        click.echo(json.dumps(results, indent=2, ensure_ascii=False))
    else:
        out.print(f"{len(files) - missed} passed, {missed} missed")
    if missed:
        sys.exit(FAILED)


def run_one_scenario(path: Path) -> tuple[str, list[str]]:
    """A scenario that cannot be run is a miss with its reason, so that the other files still run."""
    try:
        loaded = load_scenario(path)
        title = f"{loaded.title} ({', '.join(loaded.clauses)})"
        return title, run_scenario(loaded, find_game(loaded.game), path)
    except Problem as problem:
        return str(path), [str(problem)]


@main.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--log", "show_log", is_flag=True, help="Print every input with its verdict.")
@json_option
def replay_command(file: Path, show_log: bool, as_json: bool) -> None:
    """Replay a record FILE and check that every byte comes out the same."""
    data = read_record(file)
    recording = replay(data, all_games(), f"record {file}")
    closing = recording.closing()
    if as_json:
        click.echo(
            json.dumps(
                {
                    "game": recording.info.slug,
                    "inputs": closing.inputs,
                    "places": closing.places,
                    "points": closing.points,
                    "reason": closing.reason,
                    "digest": closing.digest,
                }
            )
        )
        return
    if show_log:
        print_log(recording)
    out.print(f"{recording.info.title}: {closing.inputs} inputs replayed, every byte the same.")
    if closing.places is None:
        out.print("The game was not finished.")
        return
    for seat, place in sorted(enumerate(closing.places), key=lambda pair: pair[1]):
        points = closing.points[seat] if closing.points else 0
        out.print(f"  {place}. seat {seat}  ({points})")
    out.print(f"Ended because {closing.reason}.")


def print_log(recording: Recording) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("at", "seat", "input", "verdict", "clause"):
        table.add_column(column)
    for raw in recording.lines[1:]:
        line = json.loads(raw)
        seat = "host" if line["seat"] == 7 else str(line["seat"])
        table.add_row(str(line["at"]), seat, line["do"], line["verdict"], line.get("clause", ""))
    out.print(table)


# ---- the lab ------------------------------------------------------------------------------------------


@main.command()
@click.argument("game")
@click.option("--seats", type=int, help="Players at the table.")
@click.option("--games", "count", type=click.IntRange(1), default=1000, show_default=True)
@seed_option
@house_rules
@deck_option
@click.option(
    "--record",
    "record_path",
    type=click.Path(path_type=Path),
    help="Keep the first game as a record.",
)
@json_option
def simulate(
    game: str,
    seats: int | None,
    count: int,
    seed: int,
    assignments: tuple[str, ...],
    deck_path: Path | None,
    record_path: Path | None,
    as_json: bool,
) -> None:
    """Play many random games of GAME and show what they add up to."""
    from slamdeck.lab.simulation import Simulation, record_game

    info = find_game(game)
    seats = seats_at(info, seats)
    deck = info.deck(deck_path)
    options = options_from(info, seats, assignments)
    simulation = Simulation(info, seats, deck, options, seed)
    if record_path is not None:
        write_whole(record_path, record_game(info, seats, deck, options, seed).to_bytes())
    interrupted = run_with_progress(info.title, count, simulation.play_next)
    if as_json:
        click.echo(json.dumps(simulation.summary.as_json(), indent=2))
    else:
        from slamdeck.lab.reports import print_summary

        print_summary(out, info, simulation.summary)
    report_interruption(interrupted, simulation.summary.games, count)


def run_with_progress(title: str, count: int, play_next: Callable[[], None]) -> bool:
    """Play so many games under a progress bar; True if Ctrl-C stopped it (what was played is kept)."""
    with progress_bar() as progress:
        task = progress.add_task(title, total=count)
        try:
            for _ in range(count):
                play_next()
                progress.advance(task)
        except KeyboardInterrupt:
            return True
    return False


def report_interruption(interrupted: bool, played: int, count: int) -> None:
    if interrupted:
        err.print(f"stopped after {played} of {count} games; the figures above are theirs")
        sys.exit(INTERRUPTED)


def seats_at(info: GameInfo, seats: int | None) -> int:
    chosen = min(4, info.most) if seats is None else seats
    info.check_seats(chosen)
    return chosen


def options_from(info: GameInfo, seats: int, assignments: tuple[str, ...]) -> Options:
    """The simulation's options, with the house rules of the command line."""
    given = {**info.simulated, **dict(parse_assignment(text) for text in assignments)}
    return info.read_options(given, seats)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file completely or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        raise CheckFailed(f"{path}: cannot be written ({error.strerror})") from error


def progress_bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err,
        transient=True,
    )


@main.command()
@click.option("--quick", is_flag=True, help="A tenth of the time, rougher figures.")
@click.option("--live", is_flag=True, help="The server instead, beside boardgame.io and Colyseus.")
@click.option("--tables", type=click.IntRange(1, 1000), default=100, show_default=True, help="With --live.")
@click.option("--seconds", type=click.FloatRange(1, 120), default=10, show_default=True, help="With --live.")
@click.option("--rounds", type=click.IntRange(1, 20), default=3, show_default=True, help="With --live.")
@json_option
def bench(quick: bool, live: bool, tables: int, seconds: float, rounds: int, as_json: bool) -> None:
    """Measure our speed and that of other engines in one run, on one core."""
    if live:
        bench_live(tables, seconds / 10 if quick else seconds, rounds, as_json)
        return
    from slamdeck.measure.bench import run_bench
    from slamdeck.measure.reports import print_bench

    with progress_bar() as progress:
        rows = run_bench(quick, progress)
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


@main.command()
@click.argument("game")
@click.option(
    "--bots", "names", required=True, metavar="BOT,BOT,…", help="One per seat: quick:policy, casual, search …"
)
@click.option("--games", "count", type=click.IntRange(1), default=100, show_default=True)
@seed_option
@house_rules
@json_option
def arena(game: str, names: str, count: int, seed: int, assignments: tuple[str, ...], as_json: bool) -> None:
    """Let bots play complete timed games of GAME against each other, in virtual time."""
    from slamdeck.bots.roster import parse_bots
    from slamdeck.lab.league import League

    info = find_game(game)
    bots = parse_bots(names, info)
    given = dict(parse_assignment(text) for text in assignments)
    league = League(info, bots, info.read_options(given, len(bots)), seed)
    interrupted = run_with_progress(info.title, count, league.play_next)
    if as_json:
        click.echo(json.dumps(league.as_json(), indent=2))
    else:
        from slamdeck.lab.reports import print_league

        print_league(out, league)
    report_interruption(interrupted, league.games, count)


@main.command()
@click.option("--game", "only", multiple=True, metavar="GAME", help="Only this game; repeatable.")
@click.option("--games", "count", type=click.IntRange(2), default=2000, show_default=True, help="Per pairing.")
@seed_option
@click.option(
    "--docs", "docs_path", type=click.Path(path_type=Path), help="Write strength.md and its plot into this folder."
)
@json_option
def strength(only: tuple[str, ...], count: int, seed: int, docs_path: Path | None, as_json: bool) -> None:
    """Measure which bots beat which: paired deals, balanced seats, 95 % intervals."""
    from slamdeck.lab.reports import print_strength
    from slamdeck.lab.strength import Claim, as_markdown, claims, measure, plot
    from slamdeck.lab.tournament import Standing

    chosen = [find_game(name) for name in only] or list(all_games().values())
    rows: list[tuple[Claim, Standing]] = []
    interrupted = False
    with progress_bar() as progress:
        try:
            for claim in [claim for info in chosen for claim in claims(info)]:
                task = progress.add_task(f"{claim.info.title}: {claim.first} – {claim.second}", total=count)
                for standing in measure(claim, count, seed):
                    progress.update(task, completed=standing.games)
                rows.append((claim, standing))
                progress.remove_task(task)
        except KeyboardInterrupt:
            interrupted = True
    if as_json:
        click.echo(json.dumps([{"game": claim.info.slug, **vars(standing)} for claim, standing in rows], indent=2))
    else:
        print_strength(out, rows)
    if docs_path is not None and rows and not interrupted:
        (docs_path / "images").mkdir(parents=True, exist_ok=True)
        plot(rows, docs_path / "images" / "strength.png")
        write_whole(docs_path / "strength.md", as_markdown(rows, count, seed).encode())
    if interrupted:
        err.print(f"stopped after {len(rows)} complete pairings; the figures above are theirs")
        sys.exit(INTERRUPTED)


@main.command()
@click.option("--races", type=click.IntRange(100, 1_000_000), default=8000, show_default=True, help="Per line.")
@seed_option
@click.option("--plot", "plot_path", type=click.Path(path_type=Path), help="Draw the study as a picture.")
@json_option
def fairness(races: int, seed: int, plot_path: Path | None, as_json: bool) -> None:
    """Rerun the study of fair races: our arbiter against arrival order, over simulated networks."""
    from slamdeck.measure.fairness import plot, study
    from slamdeck.measure.reports import print_fairness

    with err.status("racing …"):
        rows = study(races, seed)
    if as_json:
        click.echo(json.dumps([vars(row) for row in rows], indent=2, default=str))
    else:
        print_fairness(out, rows)
    if plot_path is not None:
        plot(rows, plot_path)


# ---- the server -----------------------------------------------------------------------------------------


@main.command()
@serving
@click.option("--host", help="The address to listen on; default: this computer only.")
@click.option("--memory", is_flag=True, help="Keep nothing: the tables end with the server.")
@click.option("--origin", "origins", multiple=True, metavar="URL", help="A site whose pages may play here; repeatable.")
@click.option("--behind-proxy", is_flag=True, help="Believe X-Forwarded-For; TLS ends before us.")
@click.option("--thinkers", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes of search bots.")
@click.option("--log-level", type=click.Choice(["debug", "info", "warning"]), default="info", show_default=True)
def serve(
    port: int,
    db: Path | None,
    lan: bool,
    no_browser: bool,
    host: str | None,
    memory: bool,
    origins: tuple[str, ...],
    behind_proxy: bool,
    thinkers: int,
    log_level: str,
) -> None:
    """Serve tables to browsers."""
    from slamdeck.server.launch import open_door

    open_door(
        host=host or ("0.0.0.0" if lan else None),
        port=port,
        db=db,
        browser=False,
        memory=memory,
        origins=origins,
        behind_proxy=behind_proxy,
        thinkers=thinkers,
        log_level=log_level,
    )


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def verify(file: Path, as_json: bool) -> None:
    """Check the record FILE of a table: that every deal, race and verdict in it is as it was promised."""
    from slamdeck.table.journal.export import check

    checked = check(read_record(file), all_games(), f"record {file}")
    if as_json:
        results = [
            {"places": result.places, "points": result.points, "reason": result.reason} for result in checked.results
        ]
        head = checked.head.hex()
        click.echo(json.dumps({"table": checked.table, "entries": checked.entries, "games": results, "head": head}))
        return
    out.print(f"[green]verified[/green]  table {checked.table}, {checked.info.title}: {checked.entries} entries")
    for number, result in enumerate(checked.results, start=1):
        winners = ", ".join(f"seat {seat}" for seat, place in enumerate(result.places) if place == 1)
        out.print(f"  game {number}: {winners} won because {result.reason}", markup=False)
    out.print(f"  head {checked.head.hex()}", style="dim")


@main.command()
@click.option("--typescript", is_flag=True, required=True, help="As TypeScript, for the browser's side.")
def protocol(typescript: bool) -> None:
    """Print the types of the protocol between a browser and the server."""
    from slamdeck.measure import protocol_types as types

    click.echo(types.typescript(), nl=False)


@main.command()
@click.option("--tables", type=click.IntRange(1, 5000), default=50, show_default=True)
@click.option("--seconds", type=click.FloatRange(1, 600), default=10, show_default=True)
@click.option("--thinking", type=click.FloatRange(0.01, 60), default=1.0, show_default=True, help="Between two inputs.")
@click.option("--people", type=click.IntRange(1, 6), default=2, show_default=True, help="At each table.")
@click.option("--bots", type=click.IntRange(0, 5), default=0, show_default=True, help="At each table, besides.")
@click.option("--game", "games", multiple=True, help="Only this game; may be given several times.")
@click.option("--memory", is_flag=True, help="Keep nothing on disk.")
@json_option
def load(
    tables: int,
    seconds: float,
    thinking: float,
    people: int,
    bots: int,
    games: tuple[str, ...],
    memory: bool,
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
    )
    report = run_load(plan)
    plain = msgspec.to_builtins(report)
    if as_json:
        click.echo(json.dumps(plain))
        return
    for name, value in plain.items():
        out.print(f"{name.replace('_', ' '):>26}  {value}")


# ---- playing ----------------------------------------------------------------------------------------------


@main.command()
@click.argument("game", required=False)
@click.option("--seats", type=int, help="Players at the table, you included.")
@click.option("--seed", type=click.IntRange(0, (1 << 62) - 1), help="Deal the same game again.")
@house_rules
def play(game: str | None, seats: int | None, seed: int | None, assignments: tuple[str, ...]) -> None:
    """Play GAME in this terminal against bots."""
    from slamdeck.terminal import play_in_terminal

    play_in_terminal(game, seats, seed, assignments)


if __name__ == "__main__":
    main()
