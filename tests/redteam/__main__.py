"""Attacks a server and prints a row each. Ends with 1 if one of them worked."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import Iterator, Sequence

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from slamdeck.core.problems import UsageProblem
from slamdeck.server.app import new_loop
from tests.redteam.attack import Attack, all_attacks
from tests.redteam.target import Target, own_server, server_at
from tests.redteam.trial import Row, Trials
from tests.redteam.witness import witness

HEADS = ("law", "attack", "p50 ms", "p95 ms", "max ms", "MB", "held", "the honest table meanwhile")
COLUMNS = ((3, True), (34, False), (6, True), (6, True), (6, True), (6, True), (8, False))  # width, and to the right?
WIDTH = 170  # where nobody watches
NICENESS = 5  # an attacker sits at another computer and takes no time from this one's server


@click.command()
@click.option("--url", help="A server that runs on this computer already; otherwise one is started.")
@click.option("--only", multiple=True, metavar="WORD", help="Attacks with this in their name or subject; repeatable.")
@click.option("--list", "only_list", is_flag=True, help="Show what there is, attack nobody.")
def main(url: str | None, only: tuple[str, ...], only_list: bool) -> None:
    """Try every attack beside an honest table, and say which of them held."""
    attacks = [one for one in all_attacks() if not only or any(word in f"{one.subject} {one.name}" for word in only)]
    if only_list:
        for one in attacks:
            click.echo(f"law {one.law}  {one.subject:12} {one.name:32} {one.sentence}")
        return
    try:
        with given(url) as target, asyncio.Runner(loop_factory=new_loop()) as runner:
            os.nice(NICENESS)
            rows = runner.run(run_all(target, attacks))
    except UsageProblem as problem:
        raise click.ClickException(str(problem)) from problem
    sys.exit(0 if all(row.held for row in rows) else 1)


@contextlib.contextmanager
def given(url: str | None) -> Iterator[Target]:
    if url is not None:
        yield server_at(url)
    else:
        with own_server() as target:
            yield target


async def run_all(target: Target, attacks: list[Attack]) -> list[Row]:
    """A row is printed as soon as it is known: whoever interrupts this keeps what was found so far."""
    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False)
    began = time.monotonic()
    rows: list[Row] = []
    trials = Trials(target)
    try:
        async with witness(target.base) as honest:
            trials.honest = honest
            await trials.get_ready()
            await trials.measure_quiet()
            print_line(console, HEADS)
            for one in track(attacks, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True):
                if one.needs and not getattr(target, one.needs):
                    console.print(f"not tried: {one.name} (only on a server of our own: it needs a {one.needs})")
                    continue
                rows.append(await trials.try_out(one))
                print_row(console, rows[-1])
    finally:
        held = sum(row.held for row in rows)
        console.print(
            f"alone, the honest table's p95 is {trials.usual_p95:.0f} ms; "
            f"{held} of {len(rows)} held, in {time.monotonic() - began:.0f} s"
        )
    return rows


def print_row(console: Console, row: Row) -> None:
    growth = "–" if row.growth is None else f"{row.growth:+.1f}"
    said = "; ".join([*row.broken, *row.late] or row.notes) + (f" (try {row.tries})" if row.tries > 1 else "")
    figures = [f"{figure:.0f}" for figure in (row.p50, row.p95, row.worst)]
    name = row.attack.name.replace("_", " ")
    words = [str(row.attack.law), name, *figures, growth, "held" if row.held else "NOT HELD", said]
    print_line(console, words, "" if row.held else "bold red")


def print_line(console: Console, words: Sequence[str], style: str = "") -> None:
    line = Table.grid(padding=(0, 2))
    for width, right in COLUMNS:
        line.add_column(width=width, justify="right" if right else "left")
    line.add_column(ratio=1)  # what is said of it
    line.add_row(*words, style=style)
    console.print(line)


if __name__ == "__main__":
    main()
