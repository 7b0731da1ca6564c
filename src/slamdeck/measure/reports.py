"""Tables for people: what the benchmark measured."""

from __future__ import annotations

from rich.console import Console

from slamdeck.lab.reports import plain_table
from slamdeck.measure.bench import Figure


def print_bench(console: Console, rows: list[Figure]) -> None:
    """One table per game; a ✓ or ✗ says whether the bar is met."""
    for game in dict.fromkeys(row.game for row in rows):
        console.print(f"\n[bold]{game}[/bold]")
        table = plain_table("", "driven by", "ours", "against", "driven by", "theirs", "ratio", "bar", "")
        for row in rows:
            if row.game == game:
                against = (row.peer_name, row.peer_driven, row.peer_text(), row.ratio_text(), row.bar_text())
                table.add_row(row.what, row.driven, row.ours_text(), *against, row.mark())
        console.print(table)
    console.print("\nAll in this run, on one core; ours choose among moves in earnest (no fouls), except in the batch.")
