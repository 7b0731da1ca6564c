"""The cards of a box: `deck` prints those of a game, checks somebody's file, and lets it be edited."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.table import Table

from slamdeck.cli.shared import check_folder, err, json_option, out, write_whole
from slamdeck.core.deck import Deck
from slamdeck.core.game import GameInfo
from slamdeck.core.own_cards import box_totals
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.games import find_game

FILE = click.Path(path_type=Path)


@click.command()
@click.argument("game")
@click.option("--edit", "edit_path", type=FILE, metavar="FILE", help="Write the cards there, or change those there.")
@click.option("--check", "check_path", type=FILE, metavar="FILE", help="Say whether the cards of that file add up.")
@json_option
def deck(game: str, edit_path: Path | None, check_path: Path | None, as_json: bool) -> None:
    """Show the cards of GAME, or see to those of your own box."""
    info = find_game(game)
    if edit_path is not None and check_path is not None:
        raise UsageProblem("--edit checks what was written; it does not go with --check")
    if edit_path is not None:
        edit(info, edit_path)
    elif check_path is not None:
        boxed = info.with_box(check_path)
        tell(boxed, boxed.deck(), as_json)
    elif as_json:
        tell(info, info.own_deck, as_json)
    else:
        click.echo(info.deck_file.read_text(encoding="utf-8"), nl=False)


def edit(info: GameInfo, path: Path) -> None:
    """In the editor of whoever asks, until the cards add up or they have had enough."""
    if not path.exists():
        check_folder(path)
        write_whole(path, info.deck_file.read_bytes())
    while True:
        edit_once(path)
        try:
            boxed = info.with_box(path)
        except CheckFailed as problem:
            err.print(f"slamdeck: {problem}", markup=False, soft_wrap=True)
            if not click.confirm("Edit it again?", default=True, err=True):
                raise CheckFailed(f"{path}: was left as it is, and does not add up") from problem
        else:
            tell(boxed, boxed.deck(), as_json=False)
            return


def edit_once(path: Path) -> None:
    try:
        click.edit(filename=str(path))
    except click.ClickException as error:
        raise UsageProblem(f"no editor could be started: {error.format_message()}; edit {path} yourself") from error


def tell(info: GameInfo, deck: Deck, as_json: bool) -> None:
    """How many cards there are, of what, and for how many players they are enough."""
    most = info.most_with(deck)
    if as_json:
        kinds = [
            {"name": kind.name, "family": kind.family, **kind.values, "copies": kind.copies, "points": kind.points}
            for kind in deck.kinds
        ]
        click.echo(json.dumps({"cards": deck.size, "players": [info.fewest, most], "kinds": kinds}, indent=2))
        return
    own = box_totals(info.own_deck)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("family", "kinds", "cards", "as we count"):
        table.add_column(column, justify="left" if column == "family" else "right")
    for family, count in box_totals(deck).items():
        table.add_row(family, str(len(deck.family(family))), str(count), str(own.get(family, 0)))
    out.print(table)
    out.print(f"{deck.size} cards, for {info.fewest} to {most} players")
