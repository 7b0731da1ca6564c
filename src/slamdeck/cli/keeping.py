"""What a server keeps, in safety: `backup` while it runs, `restore` while it does not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from slamdeck.cli.shared import out

if TYPE_CHECKING:
    from slamdeck.server.store.sqlite.copying import Copied

db_option = click.option(
    "--db", type=click.Path(path_type=Path), help="The database; default: the one in the user's data folder."
)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@db_option
@click.option("--force", is_flag=True, help="Replace an existing FILE.")
def backup(file: Path, db: Path | None, force: bool) -> None:
    """Copy a server's database to FILE, also while it runs. The copy is checked, then it appears as a whole."""
    from slamdeck.server.config import usual_db
    from slamdeck.server.store.sqlite.copying import back_up

    copied = back_up(db or usual_db(), file, force)
    say_what_is_in(file, copied)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@db_option
@click.option("--force", is_flag=True, help="Replace an existing database.")
def restore(file: Path, db: Path | None, force: bool) -> None:
    """Make the backup FILE a server's database again. It is checked first; the server must not run."""
    from slamdeck.server.config import usual_db
    from slamdeck.server.store.sqlite.copying import restore as bring_back

    target = db or usual_db()
    copied = bring_back(file, target, force)
    say_what_is_in(target, copied)


def say_what_is_in(file: Path, copied: Copied) -> None:
    what = f"{copied.tables} tables, {copied.entries} entries, {copied.size / 1e6:.1f} MB"
    out.print(f"{file}: {what}", markup=False, soft_wrap=True)
