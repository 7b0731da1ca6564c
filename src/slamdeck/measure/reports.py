"""Tables for people: what the benchmark and the study of fair races measured."""

from __future__ import annotations

from rich.console import Console

from slamdeck.lab.reports import plain_table
from slamdeck.measure.bench import Figure
from slamdeck.measure.fairness import SettingFigures


def print_fairness(console: Console, rows: list[SettingFigures]) -> None:
    table = plain_table("network", "races", "wrong by arrival", "wrong", "bar", "dead heats", "shares", "close ms", "")
    for row in rows:
        table.add_row(
            row.name,
            f"{row.races:,}",
            f"{row.wrong_by_arrival:.1%}",
            f"{row.wrong:.2%}",
            "" if row.wrong_bar is None else f"≤ {row.wrong_bar:.1%}",
            f"{row.dead_heats:.1%}",
            " / ".join(f"{share:.1%}" for share in row.shares),
            f"{row.mean_close:.0f} (most {row.slowest_close:.0f})",
            "[green]met[/green]" if row.met() else "[red]missed[/red]",
        )
    console.print(table)


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
