"""The study as a page of the documents: tables, plots, and a sentence wherever the figures are clear."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Final

from slamdeck.lab.extras import needed
from slamdeck.lab.statistics import share_interval
from slamdeck.lab.study.asking import Duel, GameStudied, TableFigures, Varied
from slamdeck.lab.study.findings import found_out

PLOTS: Final = ("study_starter.png", "study_length.png", "study_skill.png")
CLEARLY: Final = 1.5  # a length that differs by this factor from what the catalogue says is named
INTRODUCTION: Final = """\
# What decides these games?

Written by `{command}`. Every game is asked the same questions, and its own bots (`quick:policy`) answer by playing in
virtual time; the same seed gives the same page. Shares have 95 % intervals. Bots are no people: they think faster,
so the minutes are those of brisk play without talk, and what a rule does to *them* is a hint, not a verdict.
"""


def as_page(studied: Sequence[GameStudied], command: str) -> str:
    parts = [INTRODUCTION.format(command=command)]
    parts += ["## In short\n", "\n".join(f"- {sentence}" for sentence in found_out(studied)) + "\n"]
    parts += ["## Does it matter who begins?\n", starters(studied), f"![Wins by who began](images/{PLOTS[0]})\n"]
    parts += ["## How long is a game?\n", lengths(studied), f"![Minutes by seats](images/{PLOTS[1]})\n"]
    parts += ["## Skill or luck?\n", skill(studied), f"![Duels won by the better player](images/{PLOTS[2]})\n"]
    parts += ["## Do games get stuck?\n", stalls(studied)]
    parts += ["## What would be missed?\n", left_out(studied)]
    parts += ["## Does it pay not to look?\n", unseen(studied)]
    parts += ["## House rules\n", varied([(one, one.house_rules) for one in studied], "house rule")]
    parts += ["## Other cards in the box\n", varied([(one, one.cards) for one in studied], "cards")]
    return "\n".join(parts)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


def starters(studied: Sequence[GameStudied]) -> str:
    rows: list[list[str]] = []
    for one in studied:
        for figures in one.tables:
            low, high = share_interval(figures.by_distance[0].won, figures.by_distance[0].chances)
            fair = 1 / figures.seats
            verdict = "helps" if low > fair else "hurts" if high < fair else "–"
            others = " / ".join(f"{share.won / max(share.chances, 1):.0%}" for share in figures.by_distance[1:])
            began = f"{figures.first_share:.1%} ({low:.1%} – {high:.1%})"
            rows.append([one.title, str(figures.seats), f"{fair:.1%}", began, others, verdict])
    head = ["game", "seats", "equal would be", "who began wins", "the others, clockwise", "to begin"]
    return f"{table(head, rows)}\nEach line is {studied[0].tables[0].games:,} games.\n"


def lengths(studied: Sequence[GameStudied]) -> str:
    rows: list[list[str]] = []
    for one in studied:
        for figures in one.tables:
            low, _, middle, _, high = figures.minutes()
            off = middle / one.said_minutes
            words = "shorter" if off < 1 / CLEARLY else "longer" if off > CLEARLY else "about right"
            hands = "" if figures.usual_hands is None else f"{figures.usual_hands:g}"
            rows.append(
                [one.title, str(figures.seats), f"{low:.1f}", f"{middle:.1f}", f"{high:.1f}"]
                + [str(one.said_minutes), words, hands]
            )
    head = ["game", "seats", "5 %", "median minutes", "95 %", "catalogue says", "bots are", "hands"]
    return table(head, rows)


def skill(studied: Sequence[GameStudied]) -> str:
    rows = [
        [one.title, str(duel.seats), duel.standing.first, duel.standing.second, share_of(duel)]
        for one in studied
        for duel in one.skill
    ]
    note = "\nThe first row of a game is a head against none, the other a quick hand against a slower one.\n"
    return table(["game", "seats", "first", "second", "duels won by the first"], rows) + note


def share_of(duel: Duel) -> str:
    return f"{duel.standing.share:.1%} ± {duel.standing.margin:.1%}"


def stalls(studied: Sequence[GameStudied]) -> str:
    rows: list[list[str]] = []
    for one in studied:
        endings: dict[str, int] = {}
        for figures in one.tables:
            for clause, number in figures.endings.items():
                endings[clause] = endings.get(clause, 0) + number
        games = sum(figures.games for figures in one.tables)
        stopped = sum(figures.stopped for figures in one.tables)
        ways = sorted(endings.items(), key=lambda item: -item[1])
        rows.append(
            [one.title, f"{games:,}", str(stopped), ", ".join(f"{clause} {n / games:.1%}" for clause, n in ways)]
        )
    return table(["game", "games", "never ended", "ended by"], rows)


def left_out(studied: Sequence[GameStudied]) -> str:
    rows: list[list[str]] = []
    for one in studied:
        for verb, duel in one.left_out:
            low, high = duel.standing.share - duel.standing.margin, duel.standing.share + duel.standing.margin
            verdict = "is missed" if high < 0.5 else "is better left" if low > 0.5 else "–"
            rows.append([one.title, verb, str(duel.seats), share_of(duel), verdict])
    note = "\nA player who never uses a verb, against players who do; who has nothing else to do lets time pass.\n"
    return table(["game", "never", "seats", "duels won", "the verb"], rows) + note


def unseen(studied: Sequence[GameStudied]) -> str:
    rows = [[one.title, str(one.unseen.seats), share_of(one.unseen), paid(one.unseen)] for one in studied]
    note = "\nA hand that goes off at everything new, as soon as if it had known beforehand, against usual ones.\n"
    return table(["game", "seats", "duels won", "not to look"], rows) + note


def paid(duel: Duel) -> str:
    low, high = duel.standing.share - duel.standing.margin, duel.standing.share + duel.standing.margin
    return "pays" if low > 0.5 else "costs" if high < 0.5 else "–"


def varied(studied: Sequence[tuple[GameStudied, Sequence[Varied]]], what: str) -> str:
    rows: list[list[str]] = []
    for one, others in studied:
        usual = usual_table(one)
        rows.append([one.title, "*as usual*", *told(usual)])
        rows += [[one.title, other.what, *told(other.figures)] for other in others]
    return table(["game", what, "median minutes", "95 %", "who began wins", "never ended"], rows)


def usual_table(one: GameStudied) -> TableFigures:
    return min(one.tables, key=lambda figures: abs(figures.seats - 4))


def told(figures: TableFigures) -> list[str]:
    minutes = figures.minutes()
    low, high = share_interval(figures.by_distance[0].won, figures.by_distance[0].chances)
    began = f"{figures.first_share:.0%} ({low:.0%} – {high:.0%})"
    return [f"{minutes[2]:.1f}", f"{minutes[4]:.1f}", began, str(figures.stopped)]


# ---- plots -------------------------------------------------------------------------------------------


def plots(studied: Sequence[GameStudied]) -> list[bytes]:
    """One for each name in PLOTS."""
    needed("matplotlib", "lab").use("Agg")
    return [drawn(studied, draw) for draw in (draw_starters, draw_lengths, draw_skill)]


def drawn(studied: Sequence[GameStudied], draw: Any) -> bytes:
    from matplotlib import pyplot

    figure, every = pyplot.subplots(1, len(studied), figsize=(3.0 * len(studied), 3.2), squeeze=False)
    for axes, one in zip(every[0], studied, strict=True):
        draw(axes, one)
        axes.set_title(one.title, fontsize=9)
    figure.tight_layout()
    picture = io.BytesIO()
    figure.savefig(picture, dpi=110, format="png")
    pyplot.close(figure)
    return picture.getvalue()


def draw_starters(axes: Any, one: GameStudied) -> None:
    for shift, figures in enumerate(one.tables):
        factor = 100 * figures.seats
        shares = [factor * share.won / max(share.chances, 1) for share in figures.by_distance]
        bounds = [share_interval(share.won, share.chances) for share in figures.by_distance]
        below = [max(0.0, share - factor * low) for share, (low, _) in zip(shares, bounds, strict=True)]
        above = [max(0.0, factor * high - share) for share, (_, high) in zip(shares, bounds, strict=True)]
        places = [place + 0.08 * shift for place in range(figures.seats)]  # beside each other
        axes.errorbar(
            places, shares, yerr=(below, above), fmt="o", markersize=3, capsize=2, label=f"{figures.seats} seats"
        )
    axes.axhline(100, color="#888888", linewidth=1)
    axes.set_xlabel("seats after who began", fontsize=8)
    axes.set_ylabel("wins, % of an equal share", fontsize=8)
    axes.legend(fontsize=6)


def draw_lengths(axes: Any, one: GameStudied) -> None:
    lengths_of = [[value / 60_000 for value in figures.milliseconds] for figures in one.tables]
    axes.boxplot(lengths_of, whis=(5, 95), showfliers=False)
    axes.set_xticks(range(1, len(one.tables) + 1), [str(figures.seats) for figures in one.tables])
    axes.axhline(one.said_minutes, color="#c0392b", linewidth=1, linestyle="--")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("seats", fontsize=8)
    axes.set_ylabel("minutes (dashed: catalogue)", fontsize=8)


def draw_skill(axes: Any, one: GameStudied) -> None:
    places = range(len(one.skill))
    shares = [100 * duel.standing.share for duel in one.skill]
    margins = [100 * duel.standing.margin for duel in one.skill]
    axes.errorbar(shares, places, xerr=margins, fmt="o", markersize=3, capsize=2)
    axes.axvline(50, color="#888888", linewidth=1)
    labels = [f"{duel.standing.second.replace(':', ' ')}, {duel.seats}" for duel in one.skill]
    axes.set_yticks(places, labels, fontsize=6)
    axes.set_xlim(40, 101)
    axes.set_xlabel("won by quick policy, %", fontsize=8)
