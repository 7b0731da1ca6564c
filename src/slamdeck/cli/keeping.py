"""What a server keeps, in safety: `backup` while it runs, `restore` while it does not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from slamdeck.cli.shared import out
from slamdeck.core.problems import UsageProblem

if TYPE_CHECKING:
    from slamdeck.server.store.sqlite.copying import Copied

db_option = click.option("--db", help="The database; default: the one in the user's data folder.")


def file_of(db: str | None) -> Path:
    """Copies are made of files. Raises UsageProblem."""
    from slamdeck.server.config import usual_db
    from slamdeck.server.store.places import read_place

    place = usual_db() if db is None else read_place(db)
    if not isinstance(place, Path):
        raise UsageProblem(f"{place}: is copied with PostgreSQL's own tools, pg_dump and pg_restore")
    return place


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@db_option
@click.option("--force", is_flag=True, help="Replace an existing FILE.")
def backup(file: Path, db: str | None, force: bool) -> None:
    """Copy a server's database to FILE, also while it runs. The copy is checked, then it appears as a whole."""
    from slamdeck.server.store.sqlite.copying import back_up

    copied = back_up(file_of(db), file, force)
    say_what_is_in(file, copied)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@db_option
@click.option("--force", is_flag=True, help="Replace an existing database.")
def restore(file: Path, db: str | None, force: bool) -> None:
    """Make the backup FILE a server's database again. It is checked first; the server must not run."""
    from slamdeck.server.store.sqlite.copying import restore as bring_back

    target = file_of(db)
    copied = bring_back(file, target, force)
    say_what_is_in(target, copied)


def say_what_is_in(file: Path, copied: Copied) -> None:
    what = f"{copied.tables} table{'s'[: copied.tables != 1]}, {copied.entries} entries, {copied.size / 1e6:.1f} MB"
    out.print(f"{file}: {what}", markup=False, soft_wrap=True)
