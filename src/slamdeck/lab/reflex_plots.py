"""Reflexes as pictures: a page that needs nothing else, or a PNG."""

from __future__ import annotations

import io
from collections.abc import Sequence
from html import escape
from typing import Final

from slamdeck.lab.extras import needed
from slamdeck.lab.reflexes import ReflexKind, ReflexReport, ReflexWeek

WIDTH: Final = 640
HEIGHT: Final = 180
BARS: Final = 40
RED: Final = "#d43a2a"
STYLE: Final = """
body{font:16px/1.4 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#241821;
background:#f4e9d4}
section{background:#fffaf0;border-radius:16px;padding:1rem 1.2rem;margin:1rem 0}h1,h2{margin:.2rem 0}
table{border-collapse:collapse}td,th{padding:.2rem .9rem .2rem 0;text-align:left}
svg{display:block;width:100%}svg text{font:600 13px system-ui,sans-serif;fill:#5d4b55}"""


def as_page(report: ReflexReport) -> str:
    """Self-contained: no script, no font, no picture from elsewhere."""
    facts = [
        ("games", report.games),
        ("reactions", report.hands),
        ("median", ms(report.median_ms)),
        ("best", ms(report.best_ms)),
        ("races won", report.races_won),
        ("slips", report.slips),
        ("fakes", f"{report.fakes.fallen} of {report.fakes.seen} fallen for, {report.fakes.landed} landed"),
        ("closest races", ", ".join(ms(one) for one in report.closest_ms) or "–"),
    ]
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(str(value))}</td></tr>" for name, value in facts)
    games = "".join(
        f"<tr><th>{escape(one.game)}</th><td>{one.games}</td><td>{share(one.won, one.known)}</td>"
        f"<td>{ms(one.median_ms)}</td></tr>"
        for one in report.by_game
    )
    parts = [
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Reflexes</title><style>{STYLE}</style>',
        "<h1>Your reflexes</h1>",
        f"<section><table>{rows}</table></section>",
        f"<section><h2>Week by week</h2>{curve(report.weeks)}</section>" if len(report.weeks) > 1 else "",
        "<section><h2>Game by game</h2><table><tr><th></th><th>games</th><th>won</th><th>median</th></tr>",
        f"{games}</table></section>",
        *(spread_section(kind) for kind in report.by_kind),
    ]
    return "".join(parts) + "</html>\n"


def spread_section(kind: ReflexKind) -> str:
    heading = escape(f"{kind.game}: {kind.kind or 'races'}")
    told = f"{kind.hands} reactions, median {ms(kind.median_ms)}, best {ms(kind.best_ms)}"
    return f"<section><h2>{heading}</h2><p>{told}</p>{histogram(kind)}</section>"


def ms(value: int | None) -> str:
    return "–" if value is None else f"{value} ms"


def share(won: int, known: int) -> str:
    return f"{won / known:.0%}" if known else "–"


def curve(weeks: Sequence[ReflexWeek]) -> str:
    low, high = min(week.median_ms for week in weeks) - 20, max(week.median_ms for week in weeks) + 20
    places = [
        (20 + i * (WIDTH - 80) / (len(weeks) - 1), 10 + (high - week.median_ms) * (HEIGHT - 50) / (high - low))
        for i, week in enumerate(weeks)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{RED}"/>' for x, y in places)
    ends = (
        f'<text x="20" y="{HEIGHT - 8}">{weeks[0].monday}: {ms(weeks[0].median_ms)}</text>'
        f'<text x="{WIDTH - 60}" y="{HEIGHT - 8}" text-anchor="end">{weeks[-1].monday}: '
        f"{ms(weeks[-1].median_ms)}</text>"
    )
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Median reaction by week">'
        f'<polyline points="{line}" fill="none" stroke="{RED}" stroke-width="3"/>{dots}{ends}</svg>'
    )


def histogram(kind: ReflexKind) -> str:
    counts, low, width = in_bars(kind.times)
    top = max(counts)
    step = (WIDTH - 20) / BARS
    bars = "".join(
        f'<rect x="{10 + i * step:.1f}" y="{HEIGHT - 30 - count * (HEIGHT - 50) / top:.1f}" width="{step - 1:.1f}" '
        f'height="{count * (HEIGHT - 50) / top:.1f}" fill="#c9b27e"/>'
        for i, count in enumerate(counts)
    )
    ticks = "".join(
        f'<text x="{10 + i * step:.1f}" y="{HEIGHT - 10}">{round(low + i * width)}</text>' for i in range(0, BARS, 8)
    )
    x = 10 + min(max((kind.median_ms - low) / width, 0), BARS) * step
    median = f'<line x1="{x:.1f}" x2="{x:.1f}" y1="6" y2="{HEIGHT - 30}" stroke="{RED}" stroke-width="3"/>'
    label = f"How {kind.hands} reactions are spread"
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{bars}{median}{ticks}</svg>'


def in_bars(times: Sequence[float]) -> tuple[list[int], float, float]:
    """Counts, where the first bar begins, and how wide a bar is; what is far off is in the last one."""
    ordered = sorted(times)
    low = ordered[0]
    width = max(1.0, (ordered[min(len(ordered) - 1, len(ordered) * 98 // 100)] - low) / BARS)
    counts = [0] * BARS
    for one in ordered:
        counts[min(BARS - 1, int((one - low) / width))] += 1
    return counts, low, width


def as_png(report: ReflexReport) -> bytes:
    needed("matplotlib", "lab").use("Agg")
    from matplotlib import pyplot

    rows = 1 + len(report.by_kind)
    figure, every = pyplot.subplots(rows, 1, figsize=(8, 2.4 * rows), squeeze=False)
    first = every[0][0]
    first.plot([week.monday for week in report.weeks], [week.median_ms for week in report.weeks], marker="o", color=RED)
    first.set_title("median reaction by week, ms")
    first.tick_params(axis="x", labelrotation=45, labelsize=6)
    for axes, kind in zip((row[0] for row in every[1:]), report.by_kind, strict=True):
        axes.hist(kind.times, bins=BARS, color="#c9b27e")
        axes.axvline(kind.median_ms, color=RED)
        axes.set_title(f"{kind.game}: {kind.kind or 'races'}, median {kind.median_ms} ms")
    figure.tight_layout()
    picture = io.BytesIO()
    figure.savefig(picture, dpi=110, format="png")
    pyplot.close(figure)
    return picture.getvalue()
