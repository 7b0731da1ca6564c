"""Playing: `serve` tables to browsers, `play` in this terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from slamdeck.cli.shared import check_folder, house_rules, write_whole

record_option = click.option(
    "--record", "record_path", type=click.Path(path_type=Path), help="Keep the last game as a record."
)


def serving(command: Callable[..., None]) -> Callable[..., None]:
    """What both `slamdeck` and `slamdeck serve` take."""
    for option in (
        click.option("--no-browser", is_flag=True, help="Do not open the browser."),
        click.option("--lan", is_flag=True, help="Reachable for phones and computers in the house."),
        click.option("--db", type=click.Path(path_type=Path), help="The database; default: the user's data folder."),
        click.option("--port", type=click.IntRange(0, 65535), default=8484, show_default=True),
    ):
        command = option(command)
    return command


@click.command()
@serving
@click.option("--host", help="The address to listen on; default: this computer only.")
@click.option("--memory", is_flag=True, help="Keep nothing: the tables end with the server.")
@click.option("--origin", "origins", multiple=True, metavar="URL", help="A site whose pages may play here; repeatable.")
@click.option("--behind-proxy", is_flag=True, help="Believe X-Forwarded-For; TLS ends before us.")
@click.option("--thinkers", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes of search bots.")
@click.option("--log-level", type=click.Choice(["debug", "info", "warning"]), default="info", show_default=True)
def serve(
    port: int,
    db: Path | None,
    lan: bool,
    no_browser: bool,
    host: str | None,
    memory: bool,
    origins: tuple[str, ...],
    behind_proxy: bool,
    thinkers: int,
    log_level: str,
) -> None:
    """Serve tables to browsers."""
    from slamdeck.server.launch import open_door

    open_door(
        host=host or ("0.0.0.0" if lan else None),
        port=port,
        db=db,
        browser=False,
        memory=memory,
        origins=origins,
        behind_proxy=behind_proxy,
        thinkers=thinkers,
        log_level=log_level,
    )


@click.command()
@click.argument("game", required=False)
@click.option("--seats", type=int, help="Players at the table, you included.")
@click.option("--seed", type=click.IntRange(0, (1 << 62) - 1), help="Deal the same game again.")
@house_rules
@record_option
def play(
    game: str | None, seats: int | None, seed: int | None, assignments: tuple[str, ...], record_path: Path | None
) -> None:
    """Play GAME in this terminal against bots."""
    from slamdeck.terminal import play_in_terminal

    if record_path is not None:
        check_folder(record_path)
    record = play_in_terminal(game, seats, seed, assignments)
    if record_path is not None and record is not None:
        write_whole(record_path, record)
