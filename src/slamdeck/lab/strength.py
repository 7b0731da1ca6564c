"""Strength, measured: every pairing that the bots' names promise something about, as a table and a plot.

`slamdeck strength` reruns it. Policy must beat uniform, search must beat policy, and every level must beat the one
below.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from slamdeck.bots.levels import LEVELS
from slamdeck.bots.roster import BotName, parse_bot
from slamdeck.core.game import GameInfo
from slamdeck.lab.extras import needed
from slamdeck.lab.tournament import Standing, pairing


@dataclass(frozen=True)
class Claim:
    """The first bot should beat the second."""

    info: GameInfo
    first: BotName
    second: BotName


def claims(info: GameInfo) -> list[Claim]:
    """What the names of the bots promise for one game."""
    found = [Claim(info, parse_bot("quick:policy"), parse_bot("quick:uniform"))]
    if info.searched:
        found.append(Claim(info, parse_bot("quick:search"), parse_bot("quick:policy")))
    names = list(LEVELS)
    for slower, faster in pairwise(names):
        found.append(Claim(info, parse_bot(f"{faster}:policy"), parse_bot(f"{slower}:policy")))
    return found


def measure(claim: Claim, games: int, seed: int) -> Iterator[Standing]:
    yield from pairing(claim.info, claim.first, claim.second, games, seed)


def as_markdown(rows: list[tuple[Claim, Standing]], games: int, seed: int) -> str:
    """The table for the documents."""
    lines = [
        "# How strong the bots are",
        "",
        f"Measured by `slamdeck strength --games {games} --seed {seed}` at the smallest tables that seat as many of",
        "one bot as of the other: two seats, in Hands Down four. Every deal is played twice with places exchanged. The",
        "share of duels that the first bot won (who is placed better?), with its 95 % interval; 50 % is equal. The",
        "search bot has the budget of iterations that it has at a live table.",
        "",
        "| game | first | second | games | first wins | stronger |",
        "|---|---|---|---|---|---|",
    ]
    for claim, standing in rows:
        lines.append(
            f"| {claim.info.title} | {standing.first} | {standing.second} | {standing.games:,} "
            f"| {standing.share:.1%} ± {standing.margin:.1%} | {'yes' if standing.beats() else 'no'} |"
        )
    return "\n".join([*lines, "", "![strength](images/strength.png)", ""])


def plot(rows: list[tuple[Claim, Standing]]) -> bytes:
    """A picture: one point with its interval per pairing; right of the line the first bot is stronger."""
    needed("matplotlib", "lab").use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 0.32 * len(rows) + 1.2))
    labels = [f"{claim.info.title}: {standing.first} against {standing.second}" for claim, standing in rows]
    places = list(range(len(rows)))[::-1]
    shares = [100 * standing.share for _, standing in rows]
    margins = [100 * standing.margin for _, standing in rows]
    colours = ["#1f7a4d" if standing.beats() else "#c0392b" for _, standing in rows]
    axes.axvline(50, color="#888888", linewidth=1)
    axes.errorbar(shares, places, xerr=margins, fmt="none", ecolor="#444444", capsize=2)
    axes.scatter(shares, places, c=colours, zorder=3)
    axes.set_yticks(places, labels, fontsize=8)
    axes.set_xlabel("share of duels that the first bot won, %")
    axes.set_xlim(0, 100)
    figure.tight_layout()
    picture = io.BytesIO()
    figure.savefig(picture, dpi=130, format="png")
    pyplot.close(figure)
    return picture.getvalue()
