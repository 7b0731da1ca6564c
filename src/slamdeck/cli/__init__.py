"""One door: every command of `slamdeck`, by subject. A command reads its words, calls one room of the house, prints."""

from __future__ import annotations

import sys

import click

import slamdeck
from slamdeck.cli.keeping import backup, restore
from slamdeck.cli.lab import arena, simulate, strength
from slamdeck.cli.measuring import bench, fairness, load, protocol
from slamdeck.cli.playing import play, serve, serving
from slamdeck.cli.reading import games, lesson, rules, scenario
from slamdeck.cli.records import replay, verify
from slamdeck.cli.shared import FAILED, USAGE, err
from slamdeck.core.problems import Problem, UsageProblem


class OneSentence(click.Group):
    """Problems leave as one sentence and an exit code, never as a traceback."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except Problem as problem:
            err.print(f"slamdeck: {problem}", markup=False, soft_wrap=True)
            sys.exit(USAGE if isinstance(problem, UsageProblem) else FAILED)


@click.group(cls=OneSentence, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(
    slamdeck.__version__,
    message=f"slamdeck %(version)s ({'compiled' if slamdeck.is_compiled() else 'pure Python'})",
)
@serving
@click.pass_context
def main(context: click.Context, port: int, db: str | None, lan: bool, no_browser: bool) -> None:
    """Five fast card games, one rules engine. Without a command: play in the browser, on this computer."""
    if context.invoked_subcommand is None:
        from slamdeck.server.launch import open_door

        open_door(host="0.0.0.0" if lan else None, port=port, db=db, browser=not no_browser)


COMMANDS = (
    *(games, rules, scenario, lesson, replay, verify),
    *(simulate, arena, strength),
    *(bench, load, fairness, protocol),
    *(serve, play, backup, restore),
)

for command in COMMANDS:
    main.add_command(command)
