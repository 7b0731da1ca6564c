"""The way in for people: start a server, say where it is, show a code for phones, open the browser."""

from __future__ import annotations

import logging
import sys
import webbrowser
from io import StringIO
from pathlib import Path

import click
import segno

from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.server.app import Server, run
from slamdeck.server.config import HERE, ServerConfig, usual_db


def open_door(
    *,
    host: str | None,
    port: int,
    db: Path | None,
    browser: bool,
    memory: bool = False,
    origins: tuple[str, ...] = (),
    behind_proxy: bool = False,
    thinkers: int = 2,
    log_level: str = "info",
) -> None:
    """Serve until Ctrl-C."""
    if memory and db is not None:
        raise UsageProblem("--memory keeps nothing, so it does not go with --db")
    logging.basicConfig(stream=sys.stderr, level=log_level.upper(), format="%(asctime)s %(levelname)s %(message)s")
    config = ServerConfig(
        host=host or HERE,
        port=port,
        db=None if memory else ready_folder(db or usual_db()),
        origins=frozenset(origin.rstrip("/") for origin in origins),
        behind_proxy=behind_proxy,
        secure=behind_proxy,
        thinkers=thinkers,
    )
    run(config, lambda server: welcome(server, browser))


def ready_folder(db: Path) -> Path:
    try:
        db.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CheckFailed(f"{db.parent}: cannot be created ({error.strerror})") from error
    return db


def welcome(server: Server, browser: bool) -> None:
    address = server.addresses()[0]
    click.echo(f"Slamdeck is ready at {address}")
    if sys.stdout.isatty():
        click.echo(qr_code(address))
        click.echo("Ctrl-C ends it; tables and seats are kept.")
    sys.stdout.flush()
    if browser:
        webbrowser.open(address)


def qr_code(address: str) -> str:
    """For the phones in the house."""
    text = StringIO()
    segno.make(address, error="m").terminal(text, compact=True)
    return text.getvalue()
