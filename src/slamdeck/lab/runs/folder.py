"""The folder of a run: what was played exactly, a row for every game, and in the end what it adds up to.

`config.json` comes first. `rows.csv` grows in the order of the games, in whole lines; a run that was stopped goes on
after the last whole line, and ends as it would have. Nothing of anybody else's is ever overwritten.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

import slamdeck
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.lab.runs.plans import GameRow, RunPlan

CONFIG: Final = "config.json"
ROWS: Final = "rows.csv"
PARQUET: Final = "rows.parquet"
SUMMARY: Final = "summary.json"
REPORT: Final = "report.html"
COLUMNS: Final = GameRow.__struct_fields__
FORMAT: Final = 1


class RunConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `config.json` says."""

    format: int
    slamdeck: str
    plan: RunPlan


class RunFolder:
    """A folder that one run may write into, checked before the first game."""

    def __init__(self, path: Path, plan: RunPlan, resume: bool) -> None:
        self.path = path
        self.plan = plan
        self.done = 0  # rows that are there
        if (path / CONFIG).exists():
            self.go_on(resume)
        else:
            self.begin()

    def begin(self) -> None:
        if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
            raise UsageProblem(f"{self.path}: is there already and no folder of a run; nothing was written")
        config = RunConfig(FORMAT, slamdeck.__version__, self.plan)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            write_file(self.path / ROWS, (",".join(COLUMNS) + "\n").encode())
            write_file(self.path / CONFIG, msgspec.json.format(msgspec.json.encode(config), indent=2))
        except OSError as error:
            raise CheckFailed(f"{self.path}: cannot be written ({error.strerror})") from error

    def go_on(self, resume: bool) -> None:
        try:
            config = msgspec.json.decode((self.path / CONFIG).read_bytes(), type=RunConfig)
        except (OSError, msgspec.DecodeError) as error:
            raise CheckFailed(f"{self.path / CONFIG}: is not the configuration of a run ({error})") from error
        if not resume:
            raise UsageProblem(f"{self.path}: holds a run already; --resume goes on with it")
        if config.plan != self.plan:
            raise UsageProblem(f"{self.path}: holds another run ({first_difference(config.plan, self.plan)})")
        if config.slamdeck != slamdeck.__version__:
            raise UsageProblem(f"{self.path}: was begun by slamdeck {config.slamdeck}, this is {slamdeck.__version__}")
        self.drop_half_a_line()

    def drop_half_a_line(self) -> None:
        """What was written whole counts; the rest is played again."""
        try:
            data = (self.path / ROWS).read_bytes()
        except OSError as error:
            raise CheckFailed(f"{self.path / ROWS}: cannot be read ({error.strerror})") from error
        whole = data[: data.rindex(b"\n") + 1] if b"\n" in data else b""
        lines = whole.count(b"\n")
        if not whole.startswith((",".join(COLUMNS) + "\n").encode()) or lines - 1 > self.plan.rows:
            raise CheckFailed(f"{self.path / ROWS}: are not the rows of this run")
        if len(whole) < len(data):
            self.guarded(lambda: os.truncate(self.path / ROWS, len(whole)))
        self.done = lines - 1
        for expected, row in zip(range(self.done), self.rows(), strict=True):
            if (row.cell, row.number) != divmod(expected, self.plan.games):
                raise CheckFailed(f"{self.path / ROWS}: line {expected + 2} is not that game")

    def append(self, rows: Iterable[GameRow]) -> None:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        number = 0
        for row in rows:
            writer.writerow([as_text(getattr(row, column)) for column in COLUMNS])
            number += 1
        self.guarded(lambda: append_file(self.path / ROWS, text.getvalue().encode()))
        self.done += number

    def rows(self) -> Iterator[GameRow]:
        """All rows that are there, one at a time."""
        with (self.path / ROWS).open(encoding="utf-8", newline="") as file:
            for number, cells in enumerate(csv.DictReader(file), start=2):
                try:
                    yield row_from(cells)
                except (TypeError, ValueError, msgspec.ValidationError) as error:
                    raise CheckFailed(f"{self.path / ROWS}: line {number} is not the row of a game") from error

    def write(self, name: str, data: bytes) -> None:
        self.guarded(lambda: write_file(self.path / name, data))

    def guarded(self, write: object) -> None:
        assert callable(write)
        try:
            write()
        except OSError as error:
            raise CheckFailed(f"{self.path}: cannot be written ({error.strerror})") from error


def append_file(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def write_file(path: Path, data: bytes) -> None:
    """Completely or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)


def as_text(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def row_from(cells: dict[str, str]) -> GameRow:
    return GameRow(
        cell=int(cells["cell"]),
        number=int(cells["number"]),
        seed=int(cells["seed"]),
        seats=int(cells["seats"]),
        options=cells["options"],
        deck=cells["deck"],
        starter=int(cells["starter"]),
        bots=cells["bots"].split(),
        places=[int(place) for place in cells["places"].split()],
        points=[int(points) for points in cells["points"].split()],
        turns=int(cells["turns"]),
        inputs=int(cells["inputs"]),
        ms=int(cells["ms"]),
        races=int(cells["races"]),
        fouls=int(cells["fouls"]),
        longest_hand=int(cells["longest_hand"]),
        clause=cells["clause"],
    )


def first_difference(there: RunPlan, here: RunPlan) -> str:
    for name in RunPlan.__struct_fields__:
        if getattr(there, name) != getattr(here, name):
            if isinstance(getattr(there, name), int | str):
                return f"{name} {getattr(there, name)}, not {getattr(here, name)}"
            return f"with other {name}"
    return "the same"
