"""Attacks a server and prints a row each. Ends with 1 if one of them worked."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import Iterator

import click
from rich.console import Console
from rich.table import Table

from slamdeck.core.problems import UsageProblem
from slamdeck.server.app import new_loop
from tests.redteam.attack import Attack, all_attacks
from tests.redteam.target import Target, own_server, server_at
from tests.redteam.trial import Row, Trials
from tests.redteam.witness import witness

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
    console = Console(width=None if sys.stdout.isatty() else 170)
    began = time.monotonic()
    rows: list[Row] = []
    async with witness(target.base) as honest:
        trials = Trials(target)
        trials.honest = honest
        await trials.get_ready()
        await trials.measure_quiet()
        for one in attacks:
            if one.needs and not getattr(target, one.needs):
                console.print(f"not tried: {one.name} (only on a server of our own: it needs a {one.needs})")
                continue
            row = await trials.try_out(one)
            rows.append(row)
            if sys.stderr.isatty():
                print(f"{len(rows)} of {len(attacks)}: {one.name}", file=sys.stderr)
    table = as_table(rows)
    console.print(table)
    held = sum(row.held for row in rows)
    console.print(
        f"alone, the honest table's p95 is {trials.usual_p95:.0f} ms; "
        f"{held} of {len(rows)} held, in {time.monotonic() - began:.0f} s"
    )
    return rows


def as_table(rows: list[Row]) -> Table:
    table = Table("law", "attack", "p50 ms", "p95 ms", "max ms", "MB", "held", "", title="The honest table meanwhile")
    for column in (0, 2, 3, 4, 5):
        table.columns[column].justify = "right"
    for row in rows:
        growth = "–" if row.growth is None else f"{row.growth:+.1f}"
        said = "; ".join([*row.broken, *row.late] or row.notes) + (f" (try {row.tries})" if row.tries > 1 else "")
        table.add_row(
            *(str(row.attack.law), row.attack.name.replace("_", " ")),
            *(f"{figure:.0f}" for figure in (row.p50, row.p95, row.worst)),
            *(growth, "held" if row.held else "NOT HELD", said),
            style="" if row.held else "bold red",
        )
    return table


if __name__ == "__main__":
    main()
