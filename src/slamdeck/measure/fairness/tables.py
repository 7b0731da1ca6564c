"""The two tables of the study, for people: in a terminal, and in Markdown for the docs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Final

from rich.console import Console

from slamdeck.lab.reports import plain_table
from slamdeck.measure.fairness.figures import HonestFigures, LieFigures

HONEST_HEADS: Final = (
    "who",
    "races",
    "wrong by arrival %",
    "wrong %",
    "paired %",
    "share: deserved / got % (off, paired)",
    "moved > 3 ms % (by ms)",
    "doubt p99 ms",
    "press → verdict: own / near ms",
    "arrival → proof p50 / p95 ms",
    "false alarms, evenings of 200",
)
LIVE_HONEST_HEADS: Final = (
    "who",
    "races",
    "left out",
    "wrong by arrival %",
    "wrong %",
    "share: deserved / got %",
    "moved > 3 ms % (by ms)",
    "press → verdict: own / near ms",
    "false alarms, tables",
)
LIE_HEADS: Final = (
    "lie",
    "line",
    "gain ms",
    "wins until the alarm %",
    "alarm after slaps: median / p95",
    "evenings with alarm %",
    "wins over 200 slaps %",
    "needs a client of one's own",
)
LIVE_LIE_HEADS: Final = (
    "lie",
    "races until the alarm / over evenings",
    "left out",
    "gain ms",
    "wins until the alarm %",
    "alarm after slaps: median / p95",
    "wins over 200 slaps %",
    "needs a client of one's own",
)


def percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f}"


def honest_cells(row: HonestFigures) -> list[str]:
    return [
        row.name,
        f"{row.races:,}",
        percent(row.wrong_by_arrival),
        percent(row.wrong, 2),
        percent(row.wrong_paired, 2),
        f"{percent(row.true_share)} / {percent(row.share)} ({100 * row.unfair_paired:+.1f})",
        f"{percent(row.moved)} ({row.moved_by:.0f})",
        f"{row.waited_p99:.0f}",
        f"{row.told_p50[0]:.0f} / {row.told_p50[1]:.0f}",
        f"{row.proof_p50:.0f} / {row.proof_p95:.0f}",
        f"{row.false_alarms} of {row.evenings}",
    ]


def live_honest_cells(row: HonestFigures) -> list[str]:
    """What a client can know: how long a hand was in doubt, and when it was proved, the server alone knows."""
    return [
        row.name,
        f"{row.races:,}",
        f"{row.left_out:,}",
        percent(row.wrong_by_arrival),
        percent(row.wrong, 2),
        f"{percent(row.true_share)} / {percent(row.share)}",
        f"{percent(row.moved)} ({row.moved_by:.0f})",
        f"{row.told_p50[0]:.0f} / {row.told_p50[1]:.0f}",
        f"{row.false_alarms} of {row.evenings}",
    ]


def slaps(number: float) -> str:
    return "never" if math.isinf(number) else f"{number:.0f}"


def lie_cells(row: LieFigures) -> list[str]:
    return [
        row.name,
        row.line,
        f"{row.gain:.0f}",
        percent(row.until_alarm),
        f"{slaps(row.alarm_median)} / {slaps(row.alarm_p95)}",
        percent(row.alarmed, 0),
        percent(row.evening),
        "yes" if row.own_client else "",
    ]


def live_lie_cells(row: LieFigures) -> list[str]:
    return [
        row.name,
        f"{row.until_races:,} / {row.evening_races:,}",
        f"{row.left_out:,}",
        f"{row.gain:.0f}" if row.until_races else "–",
        percent(row.until_alarm) if row.until_races else "–",
        f"{slaps(row.alarm_median)} / {slaps(row.alarm_p95)}",
        percent(row.evening) if row.evening_races else "–",
        "yes" if row.own_client else "",
    ]


Cells = tuple[Sequence[str], list[list[str]]]


def honest_table(rows: Sequence[HonestFigures], live: bool) -> Cells:
    return (
        (LIVE_HONEST_HEADS, list(map(live_honest_cells, rows)))
        if live
        else (HONEST_HEADS, list(map(honest_cells, rows)))
    )


def lies_table(rows: Sequence[LieFigures], live: bool) -> Cells:
    return (LIVE_LIE_HEADS, list(map(live_lie_cells, rows))) if live else (LIE_HEADS, list(map(lie_cells, rows)))


def print_tables(console: Console, honest: Sequence[HonestFigures], lies: Sequence[LieFigures], live: bool) -> None:
    for title, (heads, rows) in (
        ("Honest people, against an equal one on a clean 20 ms line", honest_table(honest, live)),
        ("Lies, told to an equal, honest opponent (fair: 50 %)", lies_table(lies, live)),
    ):
        if rows:
            console.print(f"\n[bold]{title}[/bold]")
            table = plain_table(*heads)
            for cells in rows:
                table.add_row(*cells)
            console.print(table)


def markdown(heads: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def plain(row: HonestFigures | LieFigures) -> dict[str, object]:
    """For programs: what never happens is null."""
    return {name: None if value in (math.inf, -math.inf) else value for name, value in asdict(row).items()}
