"""What a server keeps, in safety: `backup` while it runs; `restore`, and `migrate` to another database, while not."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from slamdeck.cli.settings import config_option
from slamdeck.cli.shared import out, progress_bar
from slamdeck.core.problems import UsageProblem

if TYPE_CHECKING:
    from slamdeck.server.store.postgres.address import PostgresAddress
    from slamdeck.server.store.sqlite.copying import Copied

db_option = click.option(
    "--db", envvar="SLAMDECK_DB", help="The database; default: the server's, which is in the user's data folder."
)


def file_of(db: str | None) -> Path:
    """Copies are made of files. Raises UsageProblem."""
    from slamdeck.server.config import usual_db
    from slamdeck.server.store.places import read_place
    from slamdeck.server.store.postgres.embedded import embedded_folder

    place = usual_db() if db is None else embedded_folder(db) or read_place(db)
    if not isinstance(place, Path) or (db is not None and embedded_folder(db)):
        raise UsageProblem(f"{place}: is copied with PostgreSQL's own tools, pg_dump and pg_restore")
    return place


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@db_option
@config_option
@click.option("--force", is_flag=True, help="Replace an existing FILE.")
def backup(file: Path, db: str | None, force: bool) -> None:
    """Copy a server's database to FILE, also while it runs. The copy is checked, then it appears as a whole."""
    from slamdeck.server.store.sqlite.copying import back_up

    copied = back_up(file_of(db), file, force)
    say_what_is_in(file, copied)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@db_option
@config_option
@click.option("--force", is_flag=True, help="Replace an existing database.")
def restore(file: Path, db: str | None, force: bool) -> None:
    """Make the backup FILE a server's database again. It is checked first; the server must not run."""
    from slamdeck.server.store.sqlite.copying import restore as bring_back

    target = file_of(db)
    copied = bring_back(file, target, force)
    say_what_is_in(target, copied)


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def migrate(source: str, target: str) -> None:
    """Move everything that a server keeps FROM one database TO a new one: sqlite://FILE, postgresql://… or embedded.

    No server may run meanwhile. Every journal is checked at both ends before the new database counts; a move that was
    interrupted goes on where it was. The old database stays as it is.
    """
    from slamdeck.server.store.moving.move import move
    from slamdeck.server.store.places import read_place
    from slamdeck.server.store.postgres.embedded import embedded_folder, embedded_postgres

    def opened(text: str) -> Path | PostgresAddress:
        folder = embedded_folder(text)
        return read_place(text) if folder is None else databases.enter_context(embedded_postgres(folder))

    with ExitStack() as databases, progress_bar() as progress:
        places = opened(source), opened(target)
        tell = partial(progress.update, progress.add_task("opening", total=None))
        moved = move(*places, lambda what, done, total: tell(description=what, completed=done, total=total))
    before = "" if moved.sent == moved.entries else f", {moved.entries - moved.sent} of them before"
    where = places[1] if embedded_folder(target) is None else target
    out.print(
        f"{where}: {moved.tables} table{'s'[: moved.tables != 1]}, {moved.entries} entries{before}",
        markup=False,
        soft_wrap=True,
    )


def say_what_is_in(file: Path, copied: Copied) -> None:
    what = f"{copied.tables} table{'s'[: copied.tables != 1]}, {copied.entries} entries, {copied.size / 1e6:.1f} MB"
    out.print(f"{file}: {what}", markup=False, soft_wrap=True)
