"""Settings of a server: by option, by variable (SLAMDECK_PORT), by file. The first of these that says something counts.

Every option of `slamdeck serve` is a setting by itself; its name is the option's. The limits are settings, too:
`--limit tables=500`, SLAMDECK_LIMIT_TABLES=500, or `tables = 500` in the file's table [limits].
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource
from msgspec import Struct

from slamdeck.core.problems import UsageProblem
from slamdeck.engine import PLAIN

PREFIX: Final = "SLAMDECK_"
LIMIT_PREFIX: Final = f"{PREFIX}LIMIT_"
LIMITS: Final = "limits"  # the file's table of them
FILE: Final = "slamdeck.config file"  # where the context keeps what was read
NOT_IN_FILES: Final = ("config", "limit", "no_browser", "behind_proxy")
# Limits that have an option of their own, which is kinder: in days.
BY_OPTION: Final = {"kept_s": "keep_tables", "records_kept_s": "keep_records", "disk_mb": "disk_mb"}

settings: Final[dict[str, click.Parameter]] = {}  # by name: the options of `slamdeck serve`


class ConfigFile(Struct, frozen=True):
    path: Path
    limits: dict[str, Any]


class InForce(Struct, frozen=True):
    """A value, and who has said so."""

    value: Any
    source: str


def setting_name(option: click.Parameter) -> str:
    return max(option.opts, key=len).lstrip("-").replace("-", "_")


def settable(command: click.Command) -> click.Command:
    """All options of this command are settings."""
    for option in command.params:
        name = setting_name(option)
        if name not in NOT_IN_FILES:
            option.envvar = PREFIX + name.upper()
            settings[name] = option
    return command


# ---- the file --------------------------------------------------------------------------------------


def read_file(context: click.Context, option: click.Parameter, path: Path | None) -> None:
    """Before any other option is looked at: what the file says is then their default. Raises UsageProblem."""
    if context.resilient_parsing:
        return
    check_variables(context)
    if path is None:
        return
    said = parsed(path)
    limits = said.pop(LIMITS, {})
    if not isinstance(limits, dict):
        raise UsageProblem(f"{path}: {LIMITS} is a table: [{LIMITS}]")
    values = {settings_option(path, key).name: checked(context, path, key, value) for key, value in said.items()}
    context.default_map = {name: value for name, value in values.items() if name is not None}
    context.meta[FILE] = ConfigFile(path, limits)
    limits_in_force(context)  # what is wrong with them is said at once


def parsed(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageProblem(f"{path}: cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageProblem(f"{path}: is not TOML ({error})") from error


def settings_option(path: Path, key: str) -> click.Parameter:
    if key not in settings:
        near = get_close_matches(key.replace("-", "_"), settings, 1)
        raise UsageProblem(f"{path}: {key}: there is no such setting{f' (did you mean {near[0]}?)' if near else ''}")
    return settings[key]


def checked(context: click.Context, path: Path, key: str, value: Any) -> Any:
    """TOML has types, so they count: a port is a number, a switch is true or false."""
    option = settings[key]
    assert isinstance(option, click.Option)
    if option.multiple:
        value = [value] if isinstance(value, str) else value
        fits = isinstance(value, list) and all(isinstance(one, str) for one in value)
        wanted = "text, or a list of texts"
    elif option.is_flag:
        fits, wanted = isinstance(value, bool), "true or false"
    elif isinstance(option.type, click.IntRange):
        fits, wanted = isinstance(value, int) and not isinstance(value, bool), "a whole number"
    else:
        fits, wanted = isinstance(value, str), "text"
    if not fits:
        raise UsageProblem(f"{path}: {key}: takes {wanted}, and was given {value!r}")
    try:
        option.type_cast_value(context, value)
    except click.BadParameter as error:
        raise UsageProblem(f"{path}: {key}: {error.message.rstrip('.')}") from error
    return value


# ---- the limits ------------------------------------------------------------------------------------


def limits_in_force(context: click.Context, assignments: tuple[str, ...] = ()) -> dict[str, InForce]:
    """Those that somebody has set, with who has. Raises UsageProblem."""
    file: ConfigFile | None = context.meta.get(FILE)
    found: dict[str, InForce] = {}
    if file is not None:
        for name, given in file.limits.items():
            found[name] = InForce(limit(f"{file.path}: {LIMITS}.", name, given), str(file.path))
    for variable, given in sorted(os.environ.items()):
        if variable.startswith(LIMIT_PREFIX):
            name = variable.removeprefix(LIMIT_PREFIX).lower()
            found[name] = InForce(limit(f"{variable}: ", name, given), variable)
    for assignment in assignments:
        name, equals, given = assignment.partition("=")
        if not equals:
            raise UsageProblem(f"--limit {assignment}: takes NAME=VALUE, such as tables=500")
        found[name] = InForce(limit("--limit ", name, given), "--limit")
    return found


def limit(place: str, name: str, given: object) -> Any:
    from slamdeck.server.limit_words import read_limit

    if name in BY_OPTION:
        raise UsageProblem(f"{place}{name}: is the setting {BY_OPTION[name]}, not one of the limits")
    try:
        return read_limit(name, given)
    except UsageProblem as problem:
        raise UsageProblem(f"{place}{problem}") from problem


# ---- the environment -------------------------------------------------------------------------------


def check_variables(context: click.Context) -> None:
    """A variable whose name is nearly that of a setting is a slip. One that is nothing like it is somebody else's."""
    for variable in strange_variables():
        near = get_close_matches(variable, [PREFIX + name.upper() for name in settings], 1, cutoff=0.9)
        if near:
            raise UsageProblem(f"{variable}: there is no such setting (did you mean {near[0]}?)")
    for option in context.command.params:
        value = option.value_from_envvar(context) if str(option.envvar or "").startswith(PREFIX) else None
        if value is not None and not option.is_eager:
            try:
                option.type_cast_value(context, value)
            except click.BadParameter as error:
                raise UsageProblem(f"{option.envvar}: {error.message.rstrip('.')}") from error


def strange_variables() -> list[str]:
    known = {PLAIN, *(PREFIX + name.upper() for name in (*settings, "config"))}
    ours = [name for name in os.environ if name.startswith(PREFIX) and not name.startswith(LIMIT_PREFIX)]
    return sorted(name for name in ours if name not in known)


# ---- what is in force ------------------------------------------------------------------------------


def in_force(context: click.Context, given: Mapping[str, Any]) -> dict[str, InForce]:
    """Every setting by name."""
    file: ConfigFile | None = context.meta.get(FILE)
    found: dict[str, InForce] = {}
    for name, option in settings.items():
        assert option.name is not None
        sources = {
            ParameterSource.COMMANDLINE: max(option.opts, key=len),
            ParameterSource.ENVIRONMENT: str(option.envvar),
            ParameterSource.DEFAULT_MAP: str(file.path) if file is not None else "",
        }
        source = context.get_parameter_source(option.name)
        found[name] = InForce(given[option.name], sources.get(source, "default") if source else "default")
    return found


config_option = click.option(
    "--config",
    type=click.Path(path_type=Path),
    envvar=f"{PREFIX}CONFIG",
    is_eager=True,
    expose_value=False,
    callback=read_file,
    metavar="FILE",
    help="Settings in a TOML file; options and SLAMDECK_… variables count before it.",
)
limit_option = click.option(
    "--limit",
    "assignments",
    multiple=True,
    metavar="NAME=VALUE",
    help="One of the limits (docs/limits.md); repeatable.",
)
