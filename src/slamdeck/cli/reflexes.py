"""One's own reflexes, from the file that the page exports: `stats`."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from slamdeck.cli.shared import check_folder, out, write_whole

FILE = click.Path(path_type=Path)


@click.command()
@click.argument("paths", nargs=-1, required=True, type=FILE, metavar="FILE…")
@click.option("--html", "page", type=FILE, help="A page with plots, which needs nothing else.")
@click.option("--png", "picture", type=FILE, help="The plots as a picture; needs matplotlib.")
@click.option("--json", "as_json", is_flag=True, help="Every figure, for a program.")
def stats(paths: tuple[Path, ...], page: Path | None, picture: Path | None, as_json: bool) -> None:
    """What your hands were like, from FILE… that "Your reflexes" has exported. A game in several files counts once."""
    from slamdeck.lab.reflex_plots import as_page, as_png, ms, share
    from slamdeck.lab.reflexes import read_reflexes, report_on

    for wanted in (page, picture):
        if wanted is not None:
            check_folder(wanted)
    games = {game.id: game for path in paths for game in read_reflexes(path)}
    report = report_on(list(games.values()))
    if page is not None:
        write_whole(page, as_page(report).encode())
    if picture is not None:
        write_whole(picture, as_png(report))
    if as_json:
        click.echo(msgspec.json.encode(report).decode())
        return
    won = f"{report.races_won} of {report.hands} races won, {report.slips} slips"
    out.print(f"{report.games} games, {won}", markup=False)
    out.print(f"median {ms(report.median_ms)}, best {ms(report.best_ms)}", markup=False)
    for one in report.by_game:
        line = f"  {one.game}: {one.games} games, {share(one.won, one.known)} won, median {ms(one.median_ms)}"
        out.print(line, markup=False)
    for kind in report.by_kind:
        line = f"  {kind.game}, {kind.kind or 'races'}: median {ms(kind.median_ms)}, best {ms(kind.best_ms)}"
        out.print(line, markup=False)
