"""The tables and the picture in docs/fairness.md: written by the study, between marks that say so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from slamdeck.core.problems import CheckFailed
from slamdeck.measure.fairness.figures import HonestFigures, LieFigures
from slamdeck.measure.fairness.plots import check_plot, plot
from slamdeck.measure.fairness.tables import honest_table, lies_table, markdown

DOCUMENT: Final = Path("docs/fairness.md")
PICTURE: Final = Path("docs/images/fairness.png")


def check_documents(live: bool) -> None:
    if not DOCUMENT.is_file():
        raise CheckFailed(f"there is no {DOCUMENT} here: run this where Slamdeck's own sources are")
    text = DOCUMENT.read_text(encoding="utf-8")
    for name in names(live):
        between(text, name)
    if not live:
        check_plot(PICTURE)


def names(live: bool) -> tuple[str, str]:
    return ("live honest", "live lies") if live else ("honest", "lies")


def between(text: str, name: str) -> re.Match[str]:
    found = re.search(f"(<!-- {name} -->\n).*?(<!-- /{name} -->)", text, re.DOTALL)
    if found is None:
        raise CheckFailed(f"{DOCUMENT} has no place marked for the table `{name}`")
    return found


def write_documents(honest: Sequence[HonestFigures], lies: Sequence[LieFigures], live: bool, how: str = "") -> None:
    """What was studied; a table that was not stays as it is. `how` the study went stands above its tables."""
    text = DOCUMENT.read_text(encoding="utf-8")
    tables = (honest_table(honest, live), lies_table(lies, live))
    for name, (heads, rows) in zip(names(live), tables, strict=True):
        if rows:
            found = between(text, name)
            said = f"{how}\n\n" if how else ""
            text = (
                text[: found.start()] + f"{found[1]}\n{said}{markdown(heads, rows)}\n{found[2]}" + text[found.end() :]
            )
    DOCUMENT.write_text(text, encoding="utf-8")
    if not live and honest and lies:
        plot(honest, lies, PICTURE)
