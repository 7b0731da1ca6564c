"""Jobs that share a transaction: each is told its own fate, and one that is refused leaves no trace."""

from __future__ import annotations

import contextlib
import itertools
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from slamdeck.server.store.sqlite.appending import Append, write_all
from slamdeck.server.store.sqlite.opening import Database
from slamdeck.server.store.sqlite.reasons import as_problem

Work = Callable[[sqlite3.Connection], Any]


class Job:
    """Something to do in a transaction, and who is told of it."""

    __slots__ = ("append", "keeps_ends", "problem", "result", "told", "work")

    def __init__(
        self, work: Work, told: Callable[[Job], None], append: Append | None, keeps_ends: bool = False
    ) -> None:
        """`keeps_ends`: whatever else it does, every journal ends afterwards where it ended before."""
        self.work = work
        self.told = told
        self.append = append  # if that is what it is
        self.keeps_ends = keeps_ends
        self.result: Any = None
        self.problem: Exception | None = None


def runs(jobs: Sequence[Job]) -> Iterator[list[Job]]:
    """Appends that follow each other share a transaction; everything else keeps its turn and has its own."""
    if jobs and all(job.append is not None for job in jobs):
        yield list(jobs)
        return
    for grouped, run in itertools.groupby(jobs, key=lambda job: job.append is not None):
        if grouped:
            yield list(run)
        else:
            yield from ([job] for job in run)


def carry_out(db: Database, jobs: Sequence[Job]) -> None:
    """One transaction: a job that is refused leaves no trace in it, a failing disk fails them all."""
    if all_went_well(db, jobs):
        return
    db.ends.clear()
    try:
        db.execute("BEGIN IMMEDIATE")
        for job in jobs:
            attempt(db, job)
        db.execute("COMMIT")
    except Exception as error:
        with contextlib.suppress(sqlite3.Error):
            db.rollback()
        for job in jobs:
            job.problem = as_problem(error)


def all_went_well(db: Database, jobs: Sequence[Job]) -> bool:
    """The usual case, without a savepoint for every job: True if they share one fate. Else nothing has happened yet."""
    appends = [job.append for job in jobs if job.append is not None]
    try:
        if len(appends) == len(jobs):
            write_all(db, appends)
        else:
            if not all(job.keeps_ends for job in jobs):
                db.ends.clear()
            db.execute("BEGIN IMMEDIATE")
            for job in jobs:
                job.result = job.work(db)
            db.execute("COMMIT")
    except sqlite3.OperationalError as error:  # the disk's fault, nobody's mistake
        undo(db)
        for job in jobs:
            job.problem = as_problem(error)
    except Exception:
        undo(db)
        return False
    return True


def undo(db: Database) -> None:
    """What was written is not there any more, so nothing that is remembered counts."""
    db.ends.clear()
    with contextlib.suppress(sqlite3.Error):
        db.rollback()


def attempt(db: sqlite3.Connection, job: Job) -> None:
    db.execute("SAVEPOINT job")
    try:
        job.result = job.work(db)
    except Exception as error:
        if not db.in_transaction:  # SQLite has given up the whole transaction
            raise
        db.execute("ROLLBACK TO job")
        job.problem = as_problem(error)
    db.execute("RELEASE job")
