"""The report of a run: one HTML file that needs nothing else, with plots drawn as SVG."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import Final

from slamdeck.games import find_game
from slamdeck.lab.runs.figures import MEASURED, QUANTILES, Figures, Share
from slamdeck.lab.runs.plans import TOURNAMENT, RunPlan
from slamdeck.lab.statistics import share_interval
from slamdeck.lab.tournament import Standing

STYLE: Final = """
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
body{color:#241821;background:#fdfaf4}h2{margin-top:2.5rem;border-top:1px solid #ddd2bf;padding-top:1rem}
table{border-collapse:collapse;margin:.5rem 0 1.5rem}td,th{padding:.2rem .8rem .2rem 0;text-align:left}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
code{background:#f0e9db;padding:.1rem .3rem;border-radius:4px}svg{max-width:100%}
"""
WIDTH: Final = 560
BAR: Final = 22
BINS: Final = 40


def as_html(
    plan: RunPlan,
    figures: Sequence[Figures | None],
    ratings: dict[str, dict[str, float]],
    standings: Sequence[Standing] = (),
) -> str:
    info = find_game(plan.game)
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        f"<title>{escape(info.title)}: {plan.kind}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(info.title)}: {plan.kind}</h1>",
        f"<p>{plan.rows:,} games, seed {plan.seed}, rules version {plan.rules_version}. Game <em>k</em> of the seed is "
        "the same in every run, in any order, on any machine.</p>",
    ]
    if ratings:
        parts.append(table_of_ratings(ratings))
    if standings:
        parts.append(table_of_standings(plan, standings))
    for number, cell in enumerate(figures):
        if cell is not None:
            parts.append(section(plan, number, cell))
    return "".join([*parts, "</body></html>\n"])


def table_of_ratings(ratings: dict[str, dict[str, float]]) -> str:
    rows = sorted(ratings.items(), key=lambda item: -item[1]["rating"])
    body = "".join(
        f'<tr><td>{escape(name)}</td><td class="n">{rating["rating"]:.1f}</td>'
        f'<td class="n">{rating["low"]:.1f} – {rating["high"]:.1f}</td></tr>'
        for name, rating in rows
    )
    head = '<tr><th>bot</th><th class="n">rating</th><th class="n">95 % interval</th></tr>'
    return f"<h2>Ratings</h2><table>{head}{body}</table>"


def table_of_standings(plan: RunPlan, standings: Sequence[Standing]) -> str:
    body = "".join(
        f'<tr><td class="n">{cell.seats}</td><td>{escape(standing.first)}</td><td>{escape(standing.second)}</td>'
        f'<td class="n">{standing.games:,}</td><td class="n">{standing.share:.1%} ± {standing.margin:.1%}</td></tr>'
        for cell, standing in zip(plan.cells, standings, strict=True)
    )
    head = '<tr><th class="n">seats</th><th>first</th><th>second</th><th class="n">games</th>'
    return f'<h2>Duels that the first bot won</h2><table>{head}<th class="n">share</th></tr>{body}</table>'


def section(plan: RunPlan, number: int, cell: Figures) -> str:
    varied = {name: dict(plan.cells[number].options).get(name, cell.seats) for name in plan.vary}
    title = ", ".join(f"{name} = {json.dumps(value)}" for name, value in varied.items()) or f"{cell.seats} seats"
    if plan.kind == TOURNAMENT:
        title += f": {plan.cells[number].bots.replace(',', ' – ')}"
    parts = [f"<h2>{escape(title)}</h2>", f"<p>{cell.games:,} games"]
    parts.append(f", {cell.unfinished:,} of them stopped unfinished.</p>" if cell.unfinished else ".</p>")
    parts.append("<h3>Wins by distance from who began, clockwise</h3>")
    distances = ["began"] + [f"{place} after" for place in range(1, cell.seats)]
    parts.append(bars(list(zip(distances, cell.by_distance, strict=True)), 1 / cell.seats))
    parts.append("<h3>Wins by seat</h3>")
    parts.append(bars([(f"seat {seat}", share) for seat, share in enumerate(cell.by_seat)], 1 / cell.seats))
    if cell.by_bot:
        parts.append("<h3>Wins by bot, for each seat it had</h3>")
        parts.append(bars(list(cell.by_bot.items()), 1 / cell.seats))
    parts += ["<h3>Length in minutes of game time</h3>", histogram([value / 60_000 for value in cell.values["ms"]])]
    parts += ["<h3>Quantiles</h3>", quantile_table(cell), "<h3>What ended the games</h3>", ending_table(cell)]
    return "".join(parts)


def bars(rows: list[tuple[str, Share]], expected: float) -> str:
    """A bar with its 95 % interval for each; the line is what chance would give."""
    most = max([0.05, *(share_interval(share.won, share.chances)[1] for _, share in rows)])
    left, room = 150, WIDTH - 230
    parts = [f'<svg viewBox="0 0 {WIDTH} {BAR * len(rows) + 6}" width="{WIDTH}" font-size="12">']
    for number, (name, share) in enumerate(rows):
        top = BAR * number
        low, high = share_interval(share.won, share.chances)
        value = share.won / share.chances if share.chances else 0.0
        middle = top + BAR / 2
        parts.append(
            f'<text x="0" y="{middle + 4}">{escape(name)}</text>'
            f'<rect x="{left}" y="{top + 4}" width="{value / most * room:.1f}" height="{BAR - 8}" fill="#1f7a4d"/>'
            f'<path d="M{left + low / most * room:.1f} {middle}H{left + high / most * room:.1f}" stroke="#241821"/>'
            f'<text x="{left + room + 8}" y="{middle + 4}">{value:.1%}</text>'
        )
    line = left + min(expected / most, 1) * room
    parts.append(f'<path d="M{line:.1f} 0V{BAR * len(rows)}" stroke="#c0392b" stroke-dasharray="3 3"/></svg>')
    return "".join(parts)


def histogram(values: list[float]) -> str:
    most = max(values, default=0.0) or 1.0
    counts = [0] * BINS
    for value in values:
        counts[min(BINS - 1, int(value / most * BINS))] += 1
    highest = max(counts)
    wide = WIDTH / BINS
    tops = "".join(
        f'<rect x="{number * wide:.1f}" y="{100 - 100 * n / highest:.1f}" width="{wide - 1:.1f}" '
        f'height="{100 * n / highest:.1f}" fill="#d98324"/>'
        for number, n in enumerate(counts)
    )
    axis = f'<text x="0" y="115">0</text><text x="{WIDTH}" y="115" text-anchor="end">{most:.1f}</text>'
    return f'<svg viewBox="0 0 {WIDTH} 120" width="{WIDTH}" font-size="12">{tops}{axis}</svg>'


def quantile_table(cell: Figures) -> str:
    head = "".join(f'<th class="n">{share:.0%}</th>' for share in QUANTILES)
    body = "".join(
        f"<tr><td>{name.replace('_', ' ')}</td>"
        + "".join(f'<td class="n">{value:,.0f}</td>' for value in cell.quantiles(name))
        + "</tr>"
        for name in MEASURED
    )
    return f"<table><tr><th></th>{head}</tr>{body}</table>"


def ending_table(cell: Figures) -> str:
    rows = sorted(cell.endings.items(), key=lambda item: (-item[1], item[0]))
    body = "".join(f'<tr><td><code>{escape(clause)}</code></td><td class="n">{n:,}</td></tr>' for clause, n in rows)
    return f"<table>{body}</table>"
