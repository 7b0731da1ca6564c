"""`config`: what is in force, and who has said so."""

from __future__ import annotations

import json
from typing import Any, Final

import click

from slamdeck.cli.playing import serve
from slamdeck.cli.settings import BY_OPTION, InForce, in_force, limits_in_force, strange_variables
from slamdeck.cli.shared import err, json_option, out

NONE: Final = "-"


@click.pass_context
def show(context: click.Context, /, as_json: bool, **given: Any) -> None:
    """Print the settings with which `slamdeck serve` would start, given the same options, variables and file."""
    shown = {name: (words(name, one, given), one.source) for name, one in in_force(context, given).items()}
    shown |= {f"limits.{name}": row for name, row in limits_shown(context, given["assignments"]).items()}
    if as_json:
        click.echo(json.dumps({name: {"value": value, "from": source} for name, (value, source) in shown.items()}))
        return
    widest = max(len(value) for value, _ in shown.values())
    for name, (value, source) in shown.items():
        out.print(f"{name:31} {value:{widest}} {source}", markup=False, soft_wrap=True)
    for name in strange_variables():
        err.print(f"slamdeck: {name} is no setting, and was passed over", markup=False, soft_wrap=True)


def limits_shown(context: click.Context, assignments: tuple[str, ...]) -> dict[str, tuple[str, str]]:
    from slamdeck.server.limit_words import USUAL, show_limit

    changed = limits_in_force(context, assignments)
    rows = {name: changed.get(name, InForce(usual, "default")) for name, usual in USUAL.items()}
    return {name: (show_limit(row.value), row.source) for name, row in rows.items() if name not in BY_OPTION}


def words(name: str, setting: InForce, given: dict[str, Any]) -> str:
    """As it would be written; never a password."""
    from slamdeck.server.config import HERE, usual_db
    from slamdeck.server.store.postgres.address import is_postgres, read_address

    value = setting.value
    if name == "db":
        if given["memory"]:
            return NONE
        value = usual_db() if value is None else value
        return str(read_address(value)) if isinstance(value, str) and is_postgres(value) else str(value)
    if name == "host" and value is None:
        return "0.0.0.0" if given["lan"] else HERE
    if value is None or value in ("", ()):
        return NONE
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(str(one) for one in value) if isinstance(value, tuple) else str(value)


config = json_option(click.Command("config", callback=show, params=[*serve.params], help=(show.__doc__ or "").strip()))
