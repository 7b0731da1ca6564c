"""Reading about the games, and trying positions: `games`, `rules`, `scenario`, `lesson`."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import click
from rich.markup import escape
from rich.table import Table

from slamdeck.cli.shared import FAILED, err, json_option, out
from slamdeck.core import rulebook
from slamdeck.core.game import GameInfo
from slamdeck.core.lessons.checking import duration_ms, lesson_problems
from slamdeck.core.lessons.reading import load_lesson
from slamdeck.core.options import describe
from slamdeck.core.problems import CheckFailed, Problem
from slamdeck.core.rule_search import find_clauses
from slamdeck.core.scenarios import load_scenario, run_scenario
from slamdeck.games import all_games, find_game, left_out

MOST_TOLD = 8  # clauses that a question is answered with


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the games."""
    from slamdeck.bots import roster

    found = all_games().values()
    for sentence in (*left_out(), *roster.left_out()):
        err.print(sentence, markup=False, soft_wrap=True)
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


@click.command()
@click.argument("game")
@click.argument("clause", required=False)
@click.option("--find", "words", metavar="WORDS", help="The clauses that speak of this, the best first.")
@json_option
def rules(game: str, clause: str | None, words: str | None, as_json: bool) -> None:
    """Show the rules of GAME, or one CLAUSE and where it lives in the code."""
    info = find_game(game)
    if words is not None:
        show_found(info, words, as_json)
        return
    if clause is None:
        if as_json:
            click.echo(json.dumps(rulebook.clauses(info), indent=2, ensure_ascii=False))
        else:
            from rich.markdown import Markdown

            out.print(Markdown(rulebook.rules_text(info)))
        return
    name, text = rulebook.clause_text(info, clause)
    places = rulebook.places(info).get(name, [])
    if as_json:
        lives = [{"file": place.file.name, "line": place.line, "name": place.name} for place in places]
        click.echo(json.dumps({"clause": name, "text": text, "lives": lives}, indent=2, ensure_ascii=False))
        return
    out.print(f"[bold]{name}[/bold]  {marked(text)}")
    for place in places:
        out.print(f"  lives in {info.slug}/{place.file.name}:{place.line}  {place.name}", style="dim")


def show_found(info: GameInfo, words: str, as_json: bool) -> None:
    found = find_clauses(info, words)
    if as_json:
        click.echo(json.dumps([{"clause": one.id, "text": one.text} for one in found], indent=2, ensure_ascii=False))
    elif not found:
        raise CheckFailed(f"no rule of {info.title} speaks of {words[:60]!r}")
    for one in [] if as_json else found[:MOST_TOLD]:
        under = f"[dim]{escape(one.under)}[/dim] " if one.under else ""
        out.print(f"[bold]{one.id}[/bold]  {under}{marked(one.text)}")


def marked(text: str) -> str:
    """Markdown of a clause for a terminal: **new words** are bold, `options` are in italics."""
    bold = re.sub(r"\*\*(.+?)\*\*", r"[bold]\1[/bold]", escape(text))
    return re.sub(r"`(.+?)`", r"[italic]\1[/italic]", re.sub(r"(?<!\w)\*(.+?)\*(?!\w)", r"[italic]\1[/italic]", bold))


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@json_option
def scenario(files: tuple[Path, ...], as_json: bool) -> None:
    """Run scenario FILES: positions, inputs, and what must follow."""
    report([(path, *run_one_scenario(path)) for path in files], as_json)


def run_one_scenario(path: Path) -> tuple[str, list[str]]:
    """A scenario that cannot be run is a miss with its reason, so that the other files still run."""
    try:
        loaded = load_scenario(path)
        title = f"{loaded.title} ({', '.join(loaded.clauses)})"
        return title, run_scenario(loaded, find_game(loaded.game), path)
    except Problem as problem:
        return str(path), [str(problem)]


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@json_option
def lesson(files: tuple[Path, ...], as_json: bool) -> None:
    """Play lesson FILES through: every task right, and wrong in every way there is."""
    report([(path, *run_one_lesson(path)) for path in files], as_json)


def run_one_lesson(path: Path) -> tuple[str, list[str]]:
    try:
        loaded = load_lesson(path)
        title = f"{loaded.title} ({len(loaded.step)} steps, {duration_ms(loaded) / 1000:.0f} s)"
        return title, lesson_problems(loaded, find_game(loaded.game))
    except Problem as problem:
        return str(path), [str(problem)]


def report(results: list[tuple[Path, str, list[str]]], as_json: bool) -> None:
    """Pass or miss, file by file, with every difference; a miss is told by the exit code too."""
    missed = sum(1 for _, _, differences in results if differences)
    if as_json:
        rows = [{"file": str(path), "title": title, "differences": found} for path, title, found in results]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        for _, title, differences in results:
            out.print("[red]miss[/red]" if differences else "[green]pass[/green]", end="  ")
            out.print(title, markup=False)
            for difference in differences:
                out.print(f"      {difference}", markup=False, soft_wrap=True)
        out.print(f"{len(results) - missed} passed, {missed} missed")
    if missed:
        sys.exit(FAILED)
