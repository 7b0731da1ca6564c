"""Strength, measured: every pairing that the bots' names promise something about, as a page with its plot.

`slamdeck tournament --preset strength` reruns it. Policy must beat uniform, search must beat policy, and every level
must beat the one below.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from slamdeck.bots.levels import LEVELS
from slamdeck.core.game import GameInfo
from slamdeck.lab.extras import needed
from slamdeck.lab.tournament import Standing

INTRODUCTION = """\
# How strong the bots are

Measured by `{command}`. Two bots alternate round the table and every deal is played twice,
with places exchanged. The share of duels that the first bot won (each of its seats against each of the other's: who is
placed better?), with its 95 % interval; 50 % is equal. The search bot has the iterations that it has at a live
table.
"""


@dataclass(frozen=True)
class Measured:
    """A pairing at one size of table, and what came of it."""

    info: GameInfo
    seats: int
    standing: Standing

    @property
    def pair(self) -> str:
        return f"{self.standing.first} – {self.standing.second}"


def claims(info: GameInfo) -> list[str]:
    """What the names of the bots promise for one game: pairings, the bot first that should win."""
    found = ["quick:policy,quick:uniform"]
    if info.searched:
        found.append("quick:search,quick:policy")
    return found + [f"{faster}:policy,{slower}:policy" for slower, faster in pairwise(LEVELS)]


def as_markdown(rows: Sequence[Measured], command: str) -> str:
    """The page: a table for each game, a column for each number of seats."""
    parts = [INTRODUCTION.format(command=command)]
    for slug in dict.fromkeys(row.info.slug for row in rows):
        mine = [row for row in rows if row.info.slug == slug]
        seats = sorted({row.seats for row in mine})
        lines = [
            f"## {mine[0].info.title}\n",
            "| first – second | games each | " + " | ".join(f"{number} seats" for number in seats) + " |",
            "|---|---|" + "---|" * len(seats),
        ]
        for pair in dict.fromkeys(row.pair for row in mine):
            found = {row.seats: row.standing for row in mine if row.pair == pair}
            cells = [told(found[number]) if number in found else "" for number in seats]
            lines.append(f"| {pair} | {max(one.games for one in found.values()):,} | {' | '.join(cells)} |")
        parts.append("\n".join(lines) + "\n")
    parts.append("Where the interval does not lie above 50 %, the share is in brackets.\n")
    return "\n".join([*parts, "![Share of duels won, by number of seats](images/strength.png)\n"])


def told(standing: Standing) -> str:
    text = f"{standing.share:.1%} ± {standing.margin:.1%}"
    return text if standing.beats() else f"({text})"


def plot(rows: Sequence[Measured]) -> bytes:
    """A picture for each game: seats to the right, share upwards, a line for each pairing."""
    needed("matplotlib", "lab").use("Agg")
    from matplotlib import pyplot

    games = list(dict.fromkeys(row.info.slug for row in rows))
    figure, every = pyplot.subplots(1, len(games), figsize=(3.4 * len(games), 4.2), sharey=True, squeeze=False)
    for axes, slug in zip(every[0], games, strict=True):
        mine = [row for row in rows if row.info.slug == slug]
        for pair in dict.fromkeys(row.pair for row in mine):
            line = [row for row in mine if row.pair == pair]
            seats = [row.seats for row in line]
            shares = [100 * row.standing.share for row in line]
            margins = [100 * row.standing.margin for row in line]
            axes.errorbar(seats, shares, yerr=margins, capsize=2, marker="o", markersize=3, label=pair)
        axes.axhline(50, color="#888888", linewidth=1)
        axes.set_title(mine[0].info.title, fontsize=9)
        axes.set_xticks(sorted({row.seats for row in mine}))
        axes.set_xlabel("seats")
        axes.legend(fontsize=5, loc="lower center")
    every[0][0].set_ylabel("share of duels that the first bot won, %")
    every[0][0].set_ylim(0, 102)
    figure.tight_layout()
    picture = io.BytesIO()
    figure.savefig(picture, dpi=110, format="png")
    pyplot.close(figure)
    return picture.getvalue()
