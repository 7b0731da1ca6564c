"""Tables for people: what a simulation found, who won how often."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from slamdeck.core.game import GameInfo
from slamdeck.lab.league import League
from slamdeck.lab.simulation import Summary
from slamdeck.lab.statistics import Running, share_interval
from slamdeck.lab.strength import Measured


def plain_table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for index, column in enumerate(columns):
        table.add_column(column, justify="left" if index == 0 else "right")
    return table


def by_distance(wins: list[float], games: int) -> Table:
    """Who began wins more often, or less: a dealer that changes hides it from the seats."""
    table = plain_table("from who began", "wins", "95 % interval")
    for distance, won in enumerate(wins):
        low, high = share_interval(won, games)
        table.add_row(str(distance), f"{won / games:.1%}", f"{low:.1%} – {high:.1%}")
    return table


def print_summary(console: Console, info: GameInfo, summary: Summary) -> None:
    console.print(f"[bold]{info.title}[/bold], {summary.seats} seats, {summary.games:,} games, seed {summary.seed}")
    if not summary.games:
        return
    wins = plain_table("seat", "wins", "95 % interval")
    for seat, won in enumerate(summary.wins):
        low, high = share_interval(won, summary.games)
        wins.add_row(str(seat), f"{won / summary.games:.1%}", f"{low:.1%} – {high:.1%}")
    console.print(wins)
    console.print(by_distance(summary.by_distance, summary.games))
    figures = plain_table("per game", "mean", "± 95 %", "least", "most")
    add_figures(figures, "inputs", summary.inputs)
    add_figures(figures, "seconds", summary.seconds)
    add_figures(figures, "fouls", summary.fouls)
    for name, running in summary.tallies.items():
        add_figures(figures, name.replace("_", " "), running)
    console.print(figures)
    ways = ", ".join(f"{clause} {n:,}" for clause, n in sorted(summary.endings.items(), key=lambda x: -x[1]))
    console.print(f"ended by {ways}" + (f"; unfinished {summary.unfinished}" if summary.unfinished else ""))


def add_figures(table: Table, name: str, running: Running) -> None:
    table.add_row(
        name,
        f"{running.mean:,.1f}",
        f"{running.margin:,.2f}",
        f"{running.least:,.0f}",
        f"{running.most:,.0f}",
    )


def print_league(console: Console, league: League) -> None:
    console.print(f"[bold]{league.info.title}[/bold], {league.games:,} games, seed {league.seed}")
    if not league.games:
        return
    table = plain_table("seat", "bot", "wins", "95 % interval")
    for seat, bot in enumerate(league.bots):
        low, high = share_interval(league.wins[seat], league.games)
        table.add_row(str(seat), str(bot), f"{league.wins[seat] / league.games:.1%}", f"{low:.1%} – {high:.1%}")
    console.print(table)
    console.print(by_distance(league.by_distance, league.games))
    figures = plain_table("per game", "mean", "± 95 %", "least", "most")
    add_figures(figures, "inputs", league.inputs)
    add_figures(figures, "seconds", league.seconds)
    add_figures(figures, "fouls", league.fouls)
    console.print(figures)


def print_standings(console: Console, rows: Sequence[Measured]) -> None:
    """The game is named only where there are several: names of bots may be long, and are never cut."""
    several = len({row.info.slug for row in rows}) > 1
    named = ("game",) if several else ()
    table = plain_table(*named, "seats", "first", "second", "games", "first wins", "± 95 %", "stronger")
    for column in table.columns:
        column.overflow = "fold"
    for row in rows:
        one = row.standing
        stronger = one.first if one.beats() else one.second if one.share + one.margin < 0.5 else "–"
        figures = (f"{one.games:,}", f"{one.share:.1%}", f"{one.margin:.1%}", stronger)
        title = (row.info.title,) if several else ()
        table.add_row(*title, str(row.seats), one.first, one.second, *figures)
    console.print(table)
