"""The journal in one SQLite file, written by one thread that commits in groups.

While the disk is busy with one commit, new appends queue up; the next commit takes them all. So one slow `fsync`
serves many tables, nobody waits for a timer, and the event loop never touches the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from slamdeck.core.problems import CheckFailed
from slamdeck.server.store.contract import (
    Conflict,
    ForeignDatabase,
    Snapshot,
    StaleEpoch,
    Store,
    StoreUnavailable,
    TableHeld,
    TableInfo,
    WhenStored,
    settle,
)
from slamdeck.server.tables.alarms import Alarms
from slamdeck.table.journal.chain import Chain
from slamdeck.table.journal.entries import Link

log = logging.getLogger("slamdeck.store")

APPLICATION_ID: Final = 0x51A3DECC  # marks a file as ours
SCHEMA_VERSION: Final = 1
MAGIC: Final = b"SQLite format 3\0"
MOST_IN_GROUP: Final = 512
MOST_ENDS: Final = 10_000
# A commit costs as much as ten entries. So in a crowd an entry waits a little for the next ones: as long as it usually
# takes for another one to come, and never so long that anybody would see it.
GATHER_S: Final = 0.006
WAITED_FOR: Final = 1.2  # entries
LEARNT: Final = 0.05  # what one commit teaches about how often entries come
ZEROS: Final = bytes(1 << 18)
NO_FILE: Final = -1
CHECKPOINT_PAGES: Final = 4_000  # 16 MB; the same pages are written again and again
MOST_ROWS: Final = 64  # in one statement
STATEMENTS: Final = 2 * MOST_ROWS  # that are kept prepared

# The snapshot stands last: a row's first columns can be read without fetching the whole blob.
# Entries keep SQLite's row numbers: new ones of all tables then share pages, a third of the writing (measured).
SCHEMA: Final = (
    """CREATE TABLE tables (
        id TEXT NOT NULL PRIMARY KEY,
        owner TEXT NOT NULL,
        addr TEXT NOT NULL,
        epoch INTEGER NOT NULL,
        lease_until INTEGER NOT NULL,
        snapshot_seq INTEGER NOT NULL DEFAULT 0,
        snapshot BLOB
    )""",
    """CREATE TABLE entries (
        "table" TEXT NOT NULL,
        seq INTEGER NOT NULL,
        epoch INTEGER NOT NULL,
        prev_hash BLOB NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY ("table", seq)
    )""",
)

# Fence 1 of the writer's connection: only the present owner of a table writes. Fence 2 is the primary key: should every
# check be wrong, no entry is ever written over.
FENCE: Final = """CREATE TEMP TRIGGER fence BEFORE INSERT ON entries
    WHEN NEW.epoch IS NOT (SELECT epoch FROM tables WHERE id = NEW."table")
    BEGIN SELECT RAISE(ABORT, 'this epoch is over'); END"""

ROW: Final = 5  # columns
INSERT: Final = [
    'INSERT INTO entries ("table", seq, epoch, prev_hash, body) VALUES ' + ", ".join(["(?, ?, ?, ?, ?)"] * count)
    for count in range(MOST_ROWS + 1)
]

REASONS: Final = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_BUSY: "another program keeps the database locked",
    sqlite3.SQLITE_LOCKED: "another program keeps the database locked",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_READONLY: "the database may not be written",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
    sqlite3.SQLITE_PERM: "the file may not be opened",
}

Result = TypeVar("Result")
Work = Callable[[sqlite3.Connection], Any]


# Opening a file: ours, new, or refused.


class Database(sqlite3.Connection):
    """The writer's own connection: it remembers where journals end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ends: dict[str, tuple[int, Chain]] = {}  # by table: its epoch, and the end of its journal


def connect(path: Path | None, patience: float) -> Database:
    """A checked and prepared database; None is one in memory, which survives nothing."""
    if path is None:
        db = sqlite3.connect(":memory:", isolation_level=None, factory=Database)
        create_schema(db)
        return db
    with plain_problems(path):
        check_header(path)
        check_contents(path, patience)
        if not path.exists():
            path.touch(mode=0o600)  # hands and seeds will be in it
        db = sqlite3.connect(
            path, timeout=patience, isolation_level=None, factory=Database, cached_statements=STATEMENTS
        )
        try:
            create_schema(db)
            make_durable(db, path)
        except BaseException:
            db.close()
            raise
    return db


def check_header(path: Path) -> None:
    """Look at the first bytes before SQLite does: opening a stranger's database could already change it."""
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except FileNotFoundError:
        return
    if header and (header[:16] != MAGIC or int.from_bytes(header[68:72], "big") != APPLICATION_ID):
        raise ForeignDatabase(f"{path}: is not a Slamdeck database; it was left as it is")


def check_contents(path: Path, patience: float) -> None:
    """Refuse a newer or damaged database over a connection that cannot write to it."""
    unfinished = path.with_name(path.name + "-journal")  # killed while creating it: SQLite will undo that
    if not path.exists() or path.stat().st_size == 0 or unfinished.exists():
        return
    uri = f"{path.resolve().as_uri()}?mode=ro"
    with contextlib.closing(sqlite3.connect(uri, uri=True, timeout=patience)) as db:
        version = one_value(db, "PRAGMA user_version")
        if version > SCHEMA_VERSION:
            raise ForeignDatabase(
                f"{path}: was written by a newer Slamdeck (version {version} of the database, "
                f"this one reads up to {SCHEMA_VERSION}); it was left as it is"
            )
        found = one_value(db, "PRAGMA quick_check(1)")
        if found != "ok":
            raise damaged(path, found)
        db.execute("SELECT id, owner, addr, epoch, lease_until, snapshot_seq, snapshot FROM tables LIMIT 0")
        db.execute('SELECT "table", seq, epoch, prev_hash, body FROM entries LIMIT 0')


def create_schema(db: sqlite3.Connection) -> None:
    """All in one transaction, so that a file is either still empty or a complete Slamdeck database."""
    db.execute("BEGIN IMMEDIATE")
    if one_value(db, "SELECT count(*) FROM sqlite_master") == 0:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        for statement in SCHEMA:
            db.execute(statement)
    db.execute("COMMIT")
    db.execute(FENCE)  # of this connection, not of the file


def make_durable(db: sqlite3.Connection, path: Path) -> None:
    if one_value(db, "PRAGMA journal_mode = WAL") != "wal":
        raise StoreUnavailable(f"{path}: this disk cannot keep a write-ahead log (a network drive?)")
    db.execute("PRAGMA synchronous = FULL")
    db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    db.execute("PRAGMA fullfsync = ON")  # macOS: an fsync that reaches the disk


@contextlib.contextmanager
def plain_problems(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreUnavailable(f"{path}: cannot be opened ({error.strerror})") from error
    except sqlite3.Error as error:
        if primary_code(error) in REASONS:
            raise StoreUnavailable(f"{path}: {reason_of(error)}") from error
        raise damaged(path, str(error)) from error


def damaged(path: Path, how: str) -> ForeignDatabase:
    detail = how.strip().splitlines()[-1]
    return ForeignDatabase(f"{path}: is a damaged Slamdeck database ({detail}); it was left as it is")


def one_value(db: sqlite3.Connection, statement: str) -> Any:
    return db.execute(statement).fetchone()[0]


def primary_code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def reason_of(error: sqlite3.Error) -> str:
    return REASONS.get(primary_code(error), str(error))


# What is done inside a transaction.


def claim(db: sqlite3.Connection, table: str, owner: str, addr: str, lease_ms: int) -> int:
    now = time.time_ns() // 1_000_000
    row = db.execute("SELECT owner, addr, epoch, lease_until FROM tables WHERE id = ?", (table,)).fetchone()
    if row is None:
        db.execute(
            "INSERT INTO tables (id, owner, addr, epoch, lease_until) VALUES (?, ?, ?, 1, ?)",
            (table, owner, addr, now + lease_ms),
        )
        return 1
    held_by, held_at, epoch, lease_until = row
    if held_by != owner and lease_until > now:
        raise TableHeld(table, held_by, held_at)
    db.execute(
        "UPDATE tables SET owner = ?, addr = ?, epoch = ?, lease_until = ? WHERE id = ?",
        (owner, addr, epoch + 1, now + lease_ms, table),
    )
    return int(epoch) + 1


def prolong(db: sqlite3.Connection, owner: str, lease_ms: int) -> list[str]:
    """A lease that ran out unnoticed is alive again, unless somebody else has opened the table."""
    until = time.time_ns() // 1_000_000 + lease_ms
    db.execute("UPDATE tables SET lease_until = ? WHERE owner = ?", (until, owner))
    return [table for (table,) in db.execute("SELECT id FROM tables WHERE owner = ? ORDER BY id", (owner,))]


def give_back(db: sqlite3.Connection, table: str, epoch: int) -> None:
    check_epoch(db, table, epoch)
    db.execute("UPDATE tables SET owner = '', addr = '', lease_until = 0 WHERE id = ?", (table,))


def check_epoch(db: sqlite3.Connection, table: str, epoch: int) -> None:
    """Fence 1: only the present owner writes."""
    row = db.execute("SELECT epoch FROM tables WHERE id = ?", (table,)).fetchone()
    check_present(table, epoch, row[0] if row else None)


def check_present(table: str, epoch: int, present: int | None) -> None:
    if present is None:
        raise StaleEpoch(f"table {table} was never opened")
    if present != epoch:
        raise StaleEpoch(f"table {table} is in epoch {present}, this came from epoch {epoch}")


def write(db: sqlite3.Connection, table: str, epoch: int, links: Sequence[Link]) -> None:
    last = present_end(db, table, epoch)
    stored = last.seq if last else 0
    if links and links[0].seq <= stored:
        check_same(db, table, [link for link in links if link.seq <= stored])
    fresh = [link for link in links if link.seq > stored]
    check_follows(Chain(table, last), fresh)
    db.executemany(INSERT[1], [(table, link.seq, epoch, link.prev, link.body) for link in fresh])


def present_end(db: sqlite3.Connection, table: str, epoch: int) -> Link | None:
    """`check_epoch` and `last_link` in one question."""
    present, last = end_of(db, table)
    check_present(table, epoch, present)
    return last


def end_of(db: sqlite3.Connection, table: str) -> tuple[int | None, Link | None]:
    """Epoch and last entry."""
    row = db.execute(
        """SELECT present, seq, prev_hash, body FROM
            (SELECT epoch AS present FROM tables WHERE id = ?1) LEFT JOIN
            (SELECT seq, prev_hash, body FROM entries WHERE "table" = ?1 ORDER BY seq DESC LIMIT 1)""",
        (table,),
    ).fetchone()
    if row is None:
        return None, None
    return row[0], Link(*row[1:]) if row[1] is not None else None


class Unusual(Exception):  # noqa: N818 (nobody's mistake)
    """Entries that have to be looked at more closely."""


def write_all(db: Database, appends: Sequence[Append]) -> None:
    """What nearly always happens: entries that follow from those which this connection itself wrote last.

    Nothing is asked: whoever else has written to a table has raised its epoch, which the fence sees. One statement is a
    transaction of its own, and this thread waits for its turn at the interpreter after every statement. Raises on
    anything unusual, with nothing written, for `write` to judge.
    """
    if len(db.ends) > MOST_ENDS:
        db.ends.clear()
    rows: list[object] = []
    for append in appends:
        known = db.ends.get(append.table)
        if known is None:
            present, last = end_of(db, append.table)
            known = db.ends[append.table] = (present or 0, Chain(append.table, last))
        epoch, chain = known
        if epoch != append.epoch or (append.links and append.links[0].seq != chain.seq + 1):
            raise Unusual
        for link in append.links:
            chain.accept(link)
            rows += (append.table, link.seq, epoch, link.prev, link.body)
    count = len(rows) // ROW
    if count <= MOST_ROWS:
        if count:
            db.execute(INSERT[count], rows)
        return
    db.execute("BEGIN IMMEDIATE")
    for first in range(0, len(rows), MOST_ROWS * ROW):
        some = rows[first : first + MOST_ROWS * ROW]
        db.execute(INSERT[len(some) // ROW], some)
    db.execute("COMMIT")


def last_link(db: sqlite3.Connection, table: str) -> Link | None:
    row = db.execute(
        'SELECT seq, prev_hash, body FROM entries WHERE "table" = ? ORDER BY seq DESC LIMIT 1', (table,)
    ).fetchone()
    return Link(*row) if row else None


def check_same(db: sqlite3.Connection, table: str, again: Sequence[Link]) -> None:
    """Entries that are offered a second time, because the first answer was lost, must be the stored ones."""
    stored = {link.seq: link for link in read(db, table, again[0].seq)}
    for link in again:
        if stored.get(link.seq) != link:
            raise Conflict(f"table {table}, entry {link.seq}: another entry is stored under this number")


def check_follows(chain: Chain, links: Sequence[Link]) -> None:
    if links and links[0].seq > chain.seq + 1:
        # An earlier append of this table failed and these were on their way already: not their fault.
        raise StoreUnavailable(f"table {chain.table}, entry {links[0].seq}: entry {chain.seq + 1} is not stored yet")
    try:
        for link in links:
            chain.accept(link)
    except CheckFailed as problem:
        raise Conflict(str(problem)) from problem


def read(db: sqlite3.Connection, table: str, first: int) -> list[Link]:
    wanted = 'SELECT seq, prev_hash, body FROM entries WHERE "table" = ? AND seq >= ? ORDER BY seq'
    return [Link(*row) for row in db.execute(wanted, (table, first))]


def list_tables(db: sqlite3.Connection) -> list[TableInfo]:
    rows = db.execute(
        """SELECT id, owner, addr, epoch, lease_until,
            coalesce((SELECT max(seq) FROM entries WHERE "table" = id), 0), snapshot_seq
        FROM tables ORDER BY id"""
    )
    return [TableInfo(*row) for row in rows]


def keep_snapshot(db: sqlite3.Connection, table: str, epoch: int, snapshot: Snapshot) -> None:
    check_epoch(db, table, epoch)
    last = last_link(db, table)
    if snapshot.seq > (last.seq if last else 0):
        raise Conflict(f"table {table}: a snapshot after entry {snapshot.seq}, which is not stored")
    db.execute("UPDATE tables SET snapshot_seq = ?, snapshot = ? WHERE id = ?", (snapshot.seq, snapshot.blob, table))


def read_snapshot(db: sqlite3.Connection, table: str) -> Snapshot | None:
    row = db.execute("SELECT snapshot_seq, snapshot FROM tables WHERE id = ?", (table,)).fetchone()
    return Snapshot(*row) if row and row[1] is not None else None


class Runway:
    """Room ahead of the write-ahead log. While a file grows, every commit must write its length as well, which takes as
    long again; so zeros are put behind the log a good deal at a time. Only until it has its full length: after that it
    is written from the beginning again."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(path.name + "-wal")
        self.file = NO_FILE
        self.length = 0  # of the file, as we left it

    def extend(self) -> None:
        """After a commit. A disk that has no room for zeros is not our problem.

        The system itself finds the end of the file: zeros never land on what another program has just written there.
        """
        with contextlib.suppress(OSError):
            if self.file == NO_FILE:
                self.file = os.open(self.path, os.O_WRONLY | os.O_APPEND)
            if os.fstat(self.file).st_size > self.length:
                os.write(self.file, ZEROS)
                self.length = os.fstat(self.file).st_size

    def close(self) -> None:
        if self.file != NO_FILE:
            os.close(self.file)


# The thread that does it.


class Append:
    """Entries of one table."""

    __slots__ = ("epoch", "links", "table")

    def __init__(self, table: str, epoch: int, links: tuple[Link, ...]) -> None:
        self.table = table
        self.epoch = epoch
        self.links = links

    def __call__(self, db: sqlite3.Connection) -> None:
        write(db, self.table, self.epoch, self.links)


class Job:
    """Something to do in a transaction, and who is told of it."""

    __slots__ = ("append", "problem", "result", "told", "work")

    def __init__(self, work: Work, told: Callable[[Job], None], append: Append | None) -> None:
        self.work = work
        self.told = told
        self.append = append  # if that is what it is
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


def as_problem(error: Exception) -> Exception:
    if isinstance(error, sqlite3.Error):
        problem = StoreUnavailable(f"the journal failed: {reason_of(error)}; nothing was stored")
        problem.__cause__ = error
        return problem
    return error


class Writer:
    """The thread that owns the connection. Jobs reach it through a queue, answers go back by call_soon_threadsafe."""

    def __init__(self, path: Path | None, patience: float, most_waiting: int) -> None:
        self.path = path
        self.patience = patience
        self.most_waiting = most_waiting
        self.loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = self.loop.create_future()
        self.ended: asyncio.Future[None] = self.loop.create_future()
        self.queue: SimpleQueue[Job | None] = SimpleQueue()
        self.alarms: Alarms | None = None
        self.waiting = 0  # touched by the event loop only
        self.closed = False
        self.last_round = False  # touched by the thread only
        self.committed = 0.0  # when the last commit was over; the same
        self.interval = 0.0  # between two entries; the same
        self.thread = threading.Thread(target=self.run, name="slamdeck-journal", daemon=True)

    def submit(self, job: Job) -> None:
        if self.closed:
            job.problem = StoreUnavailable("the journal is closed")
        elif self.waiting >= self.most_waiting:
            job.problem = StoreUnavailable(
                f"the disk is too slow: {self.waiting} writes are waiting; nothing was stored"
            )
        if job.problem is not None:
            job.told(job)
            return
        self.waiting += 1
        self.queue.put(job)

    async def close(self) -> None:
        if not self.closed:
            self.closed = True
            self.queue.put(None)
        await asyncio.shield(self.ended)
        self.thread.join()

    def settle(self, jobs: Sequence[Job]) -> None:
        """On the event loop. Whatever goes wrong with one is not the others' business."""
        self.waiting -= len(jobs)
        for job in jobs:
            try:
                job.told(job)
            except Exception:
                log.exception("nobody could be told of a write")

    def tell(self, callback: Callable[..., object], *args: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is gone, and with it everybody who waited
            self.loop.call_soon_threadsafe(callback, *args)

    def answer(self, jobs: list[Job]) -> None:
        if self.alarms is None:
            self.tell(self.settle, jobs)
            return
        with contextlib.suppress(RuntimeError):
            self.alarms.run_soon(lambda: self.settle(jobs))

    def run(self) -> None:
        try:
            db = connect(self.path, self.patience)
        except Exception as error:
            self.tell(self.opened.set_exception, error)
            return
        self.tell(self.opened.set_result, None)
        runway = Runway(self.path) if self.path is not None else None
        while not self.last_round:
            for run in runs(self.take()):
                carry_out(db, run)
                self.answer(run)
                if runway is not None:
                    runway.extend()
                self.note_commit(len(run))
        if runway is not None:
            runway.close()
        with contextlib.suppress(sqlite3.Error):
            db.close()
        self.tell(self.ended.set_result, None)

    def take(self) -> list[Job]:
        """Wait for something to do, then take along whatever has come in meanwhile."""
        jobs: list[Job] = []
        while not jobs or (len(jobs) < MOST_IN_GROUP and not self.queue.empty()):
            job = self.queue.get()
            if job is None:
                self.last_round = True
                break
            if not jobs and job.append is not None:
                self.gather()
            jobs.append(job)
        return jobs

    def gather(self) -> None:
        """An append after a quiet moment is written at once; in a crowd it waits a little for others."""
        wait = self.committed + min(WAITED_FOR * self.interval, GATHER_S) - time.monotonic()
        if wait > 0:
            time.sleep(wait)

    def note_commit(self, jobs: int) -> None:
        now = time.monotonic()
        self.interval += LEARNT * (min((now - self.committed) / jobs, 2 * GATHER_S) - self.interval)
        self.committed = now


class SqliteStore(Store):
    """A store for one machine. It lives on the event loop that opened it."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer

    @classmethod
    async def open(cls, path: Path | None, *, patience: float = 2.0, most_waiting: int = 4096) -> SqliteStore:
        """Open or create the database; None keeps it in memory, for benchmarks.

        `patience` is how many seconds another program's lock is waited for, `most_waiting` how many calls may queue.
        Raises ForeignDatabase and StoreUnavailable.
        """
        writer = Writer(path, patience, most_waiting)
        writer.thread.start()
        try:
            await asyncio.shield(writer.opened)
        except BaseException:
            writer.queue.put(None)  # nobody will use it: let the thread end
            raise
        return cls(writer)

    async def open_table(self, table: str, owner: str, addr: str, lease_ms: int) -> int:
        return await self.ask(lambda db: claim(db, table, owner, addr, lease_ms))

    async def renew(self, owner: str, lease_ms: int) -> list[str]:
        return await self.ask(lambda db: prolong(db, owner, lease_ms))

    async def release(self, table: str, epoch: int) -> None:
        await self.ask(lambda db: give_back(db, table, epoch))

    def post(self, table: str, epoch: int, links: Sequence[Link], told: WhenStored) -> None:
        append = Append(table, epoch, tuple(links))  # the caller may go on filling its list
        self.writer.submit(Job(append, lambda job: told(job.problem), append))

    def answer_through(self, alarms: Alarms) -> None:
        self.writer.alarms = alarms

    async def load(self, table: str, first: int = 1) -> list[Link]:
        return await self.ask(lambda db: read(db, table, first))

    async def tables(self) -> list[TableInfo]:
        return await self.ask(list_tables)

    async def save_snapshot(self, table: str, epoch: int, snapshot: Snapshot) -> None:
        await self.ask(lambda db: keep_snapshot(db, table, epoch, snapshot))

    async def load_snapshot(self, table: str) -> Snapshot | None:
        return await self.ask(lambda db: read_snapshot(db, table))

    async def close(self) -> None:
        await self.writer.close()

    async def ask(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        answer: asyncio.Future[Result] = self.writer.loop.create_future()
        self.writer.submit(Job(work, lambda job: settle(answer, job.result, job.problem), None))
        return await answer
