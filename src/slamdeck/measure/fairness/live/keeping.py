"""What has been played at real tables, kept in a file: a long study may be stopped, and goes on from there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec

from slamdeck.core.problems import CheckFailed
from slamdeck.measure.fairness.figures import StudiedEvening
from slamdeck.table.races.evidence import LAW


class KeptSitting(msgspec.Struct):
    """What was played at one table."""

    row: str
    kind: str  # honest, short, whole
    evening: StudiedEvening
    law: int  # by which it was judged


def keep(path: Path, sitting: KeptSitting) -> None:
    """As one line more. (A hand that never came travelled for ever, which only Python's JSON can say.)"""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(msgspec.to_builtins(sitting)) + "\n")


def read_kept(path: Path) -> Iterator[KeptSitting]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    for number, line in enumerate(lines, 1):
        try:
            sitting = msgspec.convert(json.loads(line), KeptSitting)
        except (ValueError, msgspec.ValidationError) as error:
            raise CheckFailed(f"{path}, line {number}: {error}") from error
        if sitting.law != LAW:
            raise CheckFailed(
                f"{path}, line {number}: that was judged by law {sitting.law} of races, this is law {LAW}"
            )
        yield sitting
