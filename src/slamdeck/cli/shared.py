"""What the commands share: exit codes, where they print, options that mean the same everywhere, progress, files."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from slamdeck.core.game import GameInfo
from slamdeck.core.problems import CheckFailed
from slamdeck.games import find_game

FAILED = 1  # a check failed
USAGE = 2  # the command asked for something that does not exist
INTERRUPTED = 130

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, (1 << 62) - 1),
    default=1,
    show_default=True,
    help="Same seed, same games.",
)
house_rules = click.option(
    "--option",
    "-o",
    "assignments",
    multiple=True,
    metavar="NAME=VALUE",
    help="A house rule; repeatable.",
)
deck_option = click.option(
    "--deck", "deck_path", type=click.Path(path_type=Path), metavar="FILE", help="The cards of your own box."
)
decks_option = click.option(
    "--deck",
    "deck_paths",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="FILE",
    help="The cards of your own box; repeatable, one file for each game.",
)


def boxed_game(name: str, deck_path: Path | None) -> GameInfo:
    """The game of that name, with the cards of that file."""
    info = find_game(name)
    return info if deck_path is None else info.with_box(deck_path)


def spell_what_the_terminal_can() -> None:
    """A terminal that knows no typographic signs is shown question marks in their place. If its language is C, Python
    would pass on odd bytes of file names, and fail at signs."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and (stream.errors == "strict" or fails_at_signs(stream)):
            stream.reconfigure(errors="replace")


def fails_at_signs(stream: io.TextIOWrapper) -> bool:
    return stream.errors == "surrogateescape" and not codecs.lookup(stream.encoding).name.startswith("utf")


def give_up_output() -> None:
    """Whatever still waits to be written goes nowhere, or Python would complain once more at its end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def progress_bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err,
        transient=True,
    )


def run_with_progress(title: str, count: int, play_next: Callable[[], None]) -> bool:
    """Play so many games under a progress bar; True if Ctrl-C stopped it (what was played is kept)."""
    with progress_bar() as progress:
        task = progress.add_task(title, total=count)
        try:
            for _ in range(count):
                play_next()
                progress.advance(task)
        except KeyboardInterrupt:
            return True
    return False


def report_interruption(interrupted: bool, played: int, count: int) -> None:
    if interrupted:
        err.print(f"stopped after {played} of {count} games; the figures above are theirs")
        sys.exit(INTERRUPTED)


def check_folder(path: Path) -> None:
    """Better now than after the game."""
    if not path.parent.is_dir():
        raise CheckFailed(f"{path}: cannot be written (there is no folder {path.parent})")


def write_whole(path: Path, data: bytes) -> None:
    """Write a file completely or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        raise CheckFailed(f"{path}: cannot be written ({error.strerror})") from error


def check_docs(path: Path) -> None:
    """Better now than after an hour: can the page and its plot be made, and can they be written?"""
    from slamdeck.lab.extras import needed

    needed("matplotlib", "lab")
    images = path / "images"
    try:
        images.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CheckFailed(f"{images}: cannot be made ({error.strerror})") from error
    if not (os.access(path, os.W_OK) and os.access(images, os.W_OK)):
        raise CheckFailed(f"{path}: cannot be written")
