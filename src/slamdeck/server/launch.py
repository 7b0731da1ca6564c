"""The way in for people: start a server, say where it is, show a code for phones, open the browser."""

from __future__ import annotations

import contextlib
import logging
import sys
import webbrowser
from io import StringIO
from logging.handlers import TimedRotatingFileHandler
from pathlib import Path

import click
import segno
from msgspec import structs

from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.games import games_with
from slamdeck.server.app import run
from slamdeck.server.cluster.cluster import read_inside
from slamdeck.server.config import DAY_S, HERE, Limits, ServerConfig, usual_db
from slamdeck.server.fleet import run_fleet
from slamdeck.server.http.certificate import make_context
from slamdeck.server.http.networks import read_network
from slamdeck.server.http.origins import read_origin
from slamdeck.server.ops.address import read_ops_address
from slamdeck.server.store.places import read_place
from slamdeck.server.store.postgres.address import PostgresAddress
from slamdeck.server.store.postgres.embedded import embedded_folder, embedded_postgres


def open_door(
    *,
    host: str | None,
    port: int,
    db: str | None,
    browser: bool,
    decks: tuple[Path, ...] = (),
    memory: bool = False,
    origins: tuple[str, ...] = (),
    trusted_proxies: tuple[str, ...] = (),
    tls_cert: Path | None = None,
    tls_key: Path | None = None,
    ops: str | None = None,
    thinkers: int = 2,
    node: str = "",
    profiles: bool = False,
    records: str = "players",
    cluster: str = "127.0.0.1:0",
    public: str = "",
    nodes: int = 1,
    log_level: str = "info",
    log_file: Path | None = None,
    keep_logs: int = 14,
    limits: Limits | None = None,
) -> None:
    """Serve until Ctrl-C. `keep_logs` is in days."""
    if memory and db is not None:
        raise UsageProblem("--memory keeps nothing, so it does not go with --db")
    read_inside(cluster)
    folder = embedded_folder(db) if db is not None else None
    own = embedded_postgres(folder) if folder is not None else None
    place = read_place(db) if db is not None and own is None else usual_db()
    games_with(decks)  # what is wrong with a file is said before anything is opened
    proxies = tuple(read_network(text) for text in trusted_proxies)
    tls = certificate_files(tls_cert, tls_key)
    ops_address = read_ops_address(ops) if ops is not None else None
    handler = logging.StreamHandler(sys.stderr) if log_file is None else daily_log(log_file, keep_logs)
    logging.basicConfig(handlers=[handler], level=log_level.upper(), format="%(asctime)s %(levelname)s %(message)s")
    config = ServerConfig(
        host=host or HERE,
        port=port,
        db=None if memory or own is not None else ready_folder(place),
        origins=frozenset(read_origin(text) for text in origins),
        trusted_proxies=proxies,
        tls=tls,
        ops=ops_address,
        thinkers=thinkers,
        node=node,
        profiles=profiles,
        records=records,
        cluster=cluster,
        public=read_origin(public) if public else "",
        decks=decks,
        limits=limits or Limits(),
    )
    with own or contextlib.nullcontext(config.db) as database:
        config = structs.replace(config, db=database)
        if nodes > 1:
            run_fleet(config, nodes, lambda port: welcome(config, port, browser))
        else:
            run(config, lambda server: welcome(config, server.port, browser))


def certificate_files(cert: Path | None, key: Path | None) -> tuple[Path, Path] | None:
    """Tried at once, before anything else is done."""
    if cert is None and key is None:
        return None
    if cert is None or key is None:
        raise UsageProblem("--tls-cert and --tls-key go together: a certificate is of no use without its key")
    make_context(cert, key)
    return cert, key


def daily_log(path: Path, days: int) -> logging.Handler:
    """A file for each day; those of earlier days are kept beside it for so many days."""
    try:
        return TimedRotatingFileHandler(path, when="midnight", backupCount=days, encoding="utf-8")
    except OSError as error:
        raise CheckFailed(f"{path}: cannot be written ({error.strerror})") from error


def ready_folder(db: Path | PostgresAddress) -> Path | PostgresAddress:
    if not isinstance(db, Path):
        return db
    try:
        db.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CheckFailed(f"{db.parent}: cannot be created ({error.strerror})") from error
    return db


def welcome(config: ServerConfig, port: int, browser: bool) -> None:
    address = config.own_addresses(port)[0]
    click.echo(f"Slamdeck is ready at {address}")
    if sys.stdout.isatty():
        click.echo(qr_code(address))
        click.echo(farewell_told(config))
    sys.stdout.flush()
    if browser:
        webbrowser.open(address)


def farewell_told(config: ServerConfig) -> str:
    """What becomes of the tables."""
    if config.db is None:
        return "Ctrl-C ends it, and all tables with it."
    days = config.limits.kept_s / DAY_S
    return f"Ctrl-C ends it; tables and seats are kept for {days:g} days more, not counting those it is off."


def qr_code(address: str) -> str:
    """For the phones in the house."""
    text = StringIO()
    segno.make(address, error="m").terminal(text, compact=True)
    return text.getvalue()
