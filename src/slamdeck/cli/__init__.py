"""One door: every command of `slamdeck`, by subject. A command reads its words, calls one room of the house, prints."""

from __future__ import annotations

import errno
import sys
from pathlib import Path

import click

import slamdeck
from slamdeck.cli.configuring import config
from slamdeck.cli.decks import deck
from slamdeck.cli.keeping import backup, migrate, restore
from slamdeck.cli.lab import arena, simulate
from slamdeck.cli.library import library
from slamdeck.cli.measuring import bench, fairness, load, protocol
from slamdeck.cli.playing import play, serve, serving
from slamdeck.cli.reading import games, lesson, rules, scenario
from slamdeck.cli.records import replay, verify
from slamdeck.cli.reflexes import stats
from slamdeck.cli.shared import FAILED, USAGE, err, give_up_output, spell_what_the_terminal_can
from slamdeck.cli.studies import study
from slamdeck.cli.tournaments import tournament
from slamdeck.core.problems import Problem, UsageProblem


class OneSentence(click.Group):
    """Problems leave as one sentence and an exit code, never as a traceback. Nor does output that cannot be written."""

    def invoke(self, ctx: click.Context) -> object:
        spell_what_the_terminal_can()
        try:
            return super().invoke(ctx)
        except Problem as problem:
            err.print(f"slamdeck: {problem}", markup=False, soft_wrap=True)
            sys.exit(USAGE if isinstance(problem, UsageProblem) else FAILED)
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EIO, errno.EDQUOT):
                raise  # a pipe that nobody reads is click's business; anything else would be a fault of ours
            give_up_output()
            err.print(f"slamdeck: the output cannot be written ({error.strerror})", markup=False, soft_wrap=True)
            sys.exit(FAILED)


@click.group(cls=OneSentence, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(
    slamdeck.__version__,
    message=f"slamdeck %(version)s ({'compiled' if slamdeck.is_compiled() else 'pure Python'})",
)
@serving
@click.pass_context
def main(
    context: click.Context, port: int, deck_paths: tuple[Path, ...], db: str | None, lan: bool, no_browser: bool
) -> None:
    """Five fast card games, one rules engine. Without a command: play in the browser, on this computer."""
    if context.invoked_subcommand is None:
        from slamdeck.server.launch import open_door

        open_door(host="0.0.0.0" if lan else None, port=port, db=db, decks=deck_paths, browser=not no_browser)


COMMANDS = (
    *(games, rules, deck, scenario, lesson, replay, verify),
    *(simulate, arena, tournament, study, stats),
    *(bench, load, fairness, protocol),
    *(serve, config, play, backup, restore, migrate, library),
)

for command in COMMANDS:
    main.add_command(command)
