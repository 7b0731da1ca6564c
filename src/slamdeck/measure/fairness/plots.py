"""The study as a picture: wrong races by arrival and by the law, and what lies win."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from slamdeck.core.problems import CheckFailed
from slamdeck.measure.fairness.figures import HonestFigures, LieFigures

ROW_HEIGHT: Final = 0.34
HEAD_HEIGHT: Final = 1.2
WIDTH: Final = 9.5
ARRIVAL, LAW, LATER = "#b9b1a3", "#2f6f4f", "#d9822b"


def check_plot(path: Path) -> None:
    """Better before the work than after it."""
    if importlib.util.find_spec("matplotlib") is None:
        raise CheckFailed("plots need matplotlib: pip install matplotlib")
    if not path.parent.is_dir():
        raise CheckFailed(f"{path}: cannot be written (there is no folder {path.parent})")
    if path.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise CheckFailed(f"{path}: a picture is a .png, .svg or .pdf file")
    if path.is_dir():
        raise CheckFailed(f"{path}: cannot be written (it is a folder)")


def plot(honest: Sequence[HonestFigures], lies: Sequence[LieFigures], path: Path) -> None:
    from matplotlib.figure import Figure

    rows = [len(honest), len(lies)]
    height = ROW_HEIGHT * (sum(rows) + 2) + 2 * HEAD_HEIGHT
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    upper, lower = figure.subplots(2, 1, height_ratios=[max(one, 1) for one in rows])
    bars(
        upper,
        [row.name for row in honest],
        ([100 * row.wrong_by_arrival for row in honest], "order of arrival", ARRIVAL),
        ([100 * row.wrong for row in honest], "Slamdeck", LAW),
    )
    upper.set_xlabel("races given to the wrong hand, %")
    bars(
        lower,
        [f"{row.name} ({row.line})" for row in lies],
        ([100 * row.until_alarm for row in lies], "wins until the statistic speaks", LATER),
        ([100 * row.evening for row in lies], "wins over an evening of 200 slaps", LAW),
    )
    lower.axvline(50, color="black", linewidth=0.8)
    lower.set_xlabel("wins against an equal, honest player, % (50 is fair)")
    figure.savefig(path)


def bars(axes: object, names: list[str], *series: tuple[list[float], str, str]) -> None:
    places = range(len(names))
    for number, (values, label, colour) in enumerate(series):
        shifted = [place + 0.4 * number - 0.2 for place in places]
        axes.barh(shifted, values, 0.4, label=label, color=colour)  # type: ignore[attr-defined]
    axes.set_yticks(list(places), names, fontsize=8)  # type: ignore[attr-defined]
    axes.invert_yaxis()  # type: ignore[attr-defined]
    axes.legend(loc="lower right")  # type: ignore[attr-defined]
