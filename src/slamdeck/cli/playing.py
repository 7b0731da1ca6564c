"""Playing: `serve` tables to browsers, `play` in this terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from slamdeck.cli.addresses import ORIGIN, PROXIES
from slamdeck.cli.settings import config_option, limit_option, limits_in_force, settable
from slamdeck.cli.shared import check_folder, decks_option, house_rules, write_whole
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.games import find_game, games_with

DAYS = click.IntRange(1, 36_500)

record_option = click.option(
    "--record", "record_path", type=click.Path(path_type=Path), help="Keep the last game as a record."
)


def serving(command: Callable[..., None]) -> Callable[..., None]:
    """What both `slamdeck` and `slamdeck serve` take."""
    for option in (
        click.option("--no-browser", is_flag=True, help="Do not open the browser."),
        click.option("--lan", is_flag=True, help="Reachable for phones and computers in the house."),
        click.option("--db", metavar="FILE|URL", help="A file, postgresql://…, or embedded: a PostgreSQL of its own."),
        decks_option,
        click.option("--port", type=click.IntRange(0, 65535), default=8484, show_default=True),
    ):
        command = option(command)
    return command


@settable
@click.command()
@serving
@config_option
@click.option("--host", help="The address to listen on; default: this computer only.")
@click.option("--memory", is_flag=True, help="Keep nothing: the tables end with the server.")
@click.option(
    "--origin",
    "origins",
    type=ORIGIN,
    multiple=True,
    metavar="URL",
    help="A site whose pages may play here; repeatable.",
)
@click.option(
    "--trusted-proxy",
    "trusted_proxies",
    type=PROXIES,
    multiple=True,
    metavar="NETWORK",
    help="Believe X-Forwarded-For from there, such as 10.0.0.0/8; TLS ends there. Repeatable.",
)
@click.option("--behind-proxy", is_flag=True, hidden=True)
@click.option("--tls-cert", type=click.Path(path_type=Path), help="Serve https with this certificate …")
@click.option("--tls-key", type=click.Path(path_type=Path), help="… and its key; both are read again when they change.")
@click.option("--ops", metavar="HOST:PORT|PATH", help="Metrics and health for operators, there and nowhere else.")
@click.option("--thinkers", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes of search bots.")
@click.option("--node", default="", metavar="NAME", help="Its name among servers that share a database.")
@click.option("--profiles", is_flag=True, help="People may leave their reflexes here, sealed; only they can open them.")
@click.option(
    "--records",
    type=click.Choice(["players", "link"]),
    default="players",
    show_default=True,
    help="Who may see a record: who played, or whoever has its link; a host may say otherwise of a table.",
)
@click.option("--nodes", type=click.IntRange(1, 64), default=1, metavar="N", help="So many servers on this address.")
@click.option(
    "--cluster", default="127.0.0.1:0", metavar="HOST:PORT", help="Where servers that share it reach this one."
)
@click.option(
    "--public", type=ORIGIN, default="", metavar="URL", help="Where browsers reach this one of them; default: relayed."
)
@click.option("--log-level", type=click.Choice(["debug", "info", "warning"]), default="info", show_default=True)
@click.option("--log-file", type=click.Path(path_type=Path), help="Instead of the terminal; a new one every day.")
@click.option("--keep-logs", type=DAYS, default=14, show_default=True, metavar="DAYS", help="With --log-file.")
@click.option(
    "--keep-tables", type=DAYS, default=30, show_default=True, metavar="DAYS", help="Sleeping tables can be woken."
)
@click.option(
    "--keep-records", type=DAYS, default=90, show_default=True, metavar="DAYS", help="Their records can be had."
)
@click.option(
    "--disk-mb",
    type=click.IntRange(0, 100_000_000),
    default=20_000,
    show_default=True,
    metavar="MB",
    help="Forget what has slept longest when the database has more. 0: no bound.",
)
@limit_option
@click.pass_context
def serve(
    context: click.Context,
    port: int,
    deck_paths: tuple[Path, ...],
    db: str | None,
    lan: bool,
    no_browser: bool,
    host: str | None,
    memory: bool,
    origins: tuple[str, ...],
    trusted_proxies: tuple[str, ...],
    behind_proxy: bool,
    tls_cert: Path | None,
    tls_key: Path | None,
    ops: str | None,
    thinkers: int,
    node: str,
    profiles: bool,
    records: str,
    nodes: int,
    cluster: str,
    public: str,
    log_level: str,
    log_file: Path | None,
    keep_logs: int,
    keep_tables: int,
    keep_records: int,
    disk_mb: int,
    assignments: tuple[str, ...],
) -> None:
    """Serve tables to browsers. Every option may also be set by a variable (SLAMDECK_PORT) or in a file (--config)."""
    from slamdeck.server.config import DAY_S
    from slamdeck.server.launch import open_door
    from slamdeck.server.limit_words import limits_with

    if behind_proxy:
        raise UsageProblem(
            "--behind-proxy believed anybody; name the proxy instead: --trusted-proxy 127.0.0.1 if it runs here"
        )
    open_door(
        host=host or ("0.0.0.0" if lan else None),
        port=port,
        decks=deck_paths,
        db=db,
        browser=False,
        memory=memory,
        origins=origins,
        trusted_proxies=trusted_proxies,
        tls_cert=tls_cert,
        tls_key=tls_key,
        ops=ops,
        thinkers=thinkers,
        node=node,
        profiles=profiles,
        records=records,
        nodes=nodes,
        cluster=cluster,
        public=public,
        log_level=log_level,
        log_file=log_file,
        keep_logs=keep_logs,
        limits=limits_with(
            {name: limit.value for name, limit in limits_in_force(context, assignments).items()}
            | {"kept_s": keep_tables * DAY_S, "records_kept_s": keep_records * DAY_S, "disk_mb": disk_mb}
        ),
    )


@click.command()
@click.argument("game", required=False)
@click.option("--seats", type=int, help="Players at the table, you included.")
@click.option("--seed", type=click.IntRange(0, (1 << 62) - 1), help="Deal the same game again.")
@house_rules
@decks_option
@record_option
def play(
    game: str | None,
    seats: int | None,
    seed: int | None,
    assignments: tuple[str, ...],
    deck_paths: tuple[Path, ...],
    record_path: Path | None,
) -> None:
    """Play GAME in this terminal against bots."""
    from slamdeck.terminal import play_in_terminal

    if record_path is not None:
        check_folder(record_path)
    games = games_with(deck_paths)
    if game is not None and deck_paths and find_game(game, games).box is None:
        raise CheckFailed(f"deck file {deck_paths[0]}: is not for {find_game(game, games).title}")
    record = play_in_terminal(game, seats, seed, assignments, games)
    if record_path is not None and record is not None:
        write_whole(record_path, record)
