"""House rules: every tunable of a game is a typed field with its default, its bounds and the clause it belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, TypeVar, get_type_hints

import msgspec
from msgspec import Meta

from slamdeck.core.problems import UsageProblem

# Milliseconds: an option of such a type says of itself that it is a time.
Ms = Annotated[int, Meta(ge=0, le=86_400_000, extra={"unit": "ms"})]
PositiveMs = Annotated[int, Meta(ge=1, le=86_400_000, extra={"unit": "ms"})]
# Those in which a hand that comes down again has only bounced.
BounceMs = Annotated[Ms, Meta(extra={"is": "bounce time"})]
USUAL_BOUNCE_MS = 300  # where a game has no word on it
Seat = Annotated[int, Meta(ge=0, le=5)]
# An option that only stops what would never end: nobody is asked about it, but it can be set among the exact numbers.
LAST_RESORT: Final = {"is": "last resort"}

# How people write "nothing" where a file or a command line has no word for it.
WORDS_FOR_NONE = ("none", "off", "random", "default")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The options of a game; each game derives its own."""

    def check(self, seats: int) -> None:
        """Refuse values that do not go together: ValueError with the sentence."""


@dataclass(frozen=True)
class ShortGame:
    """A game of a minute or two, for today's deal: so many seats and these house rules. `in_short` says it in two
    words; the points of its result are so many of `unit`, and the more the better unless it says otherwise."""

    in_short: str
    seats: int
    options: dict[str, object]
    unit: str
    fewest_win: bool = False


@dataclass(frozen=True)
class Preset:
    """House rules that go well together, to be chosen at one tap: what differs from the defaults."""

    name: str
    title: str
    meaning: str
    options: dict[str, object]


Kind = TypeVar("Kind", bound=Options)


def learn(kind: type[Options]) -> None:
    """Let msgspec look at these options now, in one thread.

    It does so anyway the first time it reads them, but two threads that are first together crash the process.
    """
    msgspec.json.Decoder(kind)


def read_options(kind: type[Kind], given: dict[str, object], seats: int, game: str) -> Kind:
    """Typed options from loose ones (a file, a command line, a socket); a Problem names the option."""
    loose = {
        name: None if isinstance(value, str) and value.lower() in WORDS_FOR_NONE else value
        for name, value in given.items()
    }
    for name in loose:
        if name not in kind.__struct_fields__:
            known = ", ".join(kind.__struct_fields__)
            raise UsageProblem(f"{game} has no option {name!r}; it has {known}")
    try:
        options = msgspec.convert(loose, kind)
    except msgspec.ValidationError as error:
        sentence, _, where = str(error).partition(" - at `$.")
        raise UsageProblem(f"{game} option {where.rstrip('`')}: {sentence}") from error
    try:
        options.check(seats)
    except ValueError as error:
        raise UsageProblem(f"{game} options: {error}") from error
    return options


def parse_assignment(text: str) -> tuple[str, object]:
    """ "name=value" from a command line as a typed pair."""
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise UsageProblem(f"option {text!r} must have the form name=value")
    lowered = value.lower()
    if lowered in ("true", "false"):
        return name, lowered == "true"
    if value.lstrip("-").isdigit():
        return name, int(value)
    return name, value


def describe(kind: type[Options]) -> list[tuple[str, object, str]]:
    """Name, default and meaning of every option, for lobbies and help."""
    metas = metas_of(kind)
    return [
        (field.name, field.default, next((m.description for m in metas[field.name] if m.description), ""))
        for field in msgspec.structs.fields(kind)
    ]


def metas_of(kind: type[Options]) -> dict[str, list[Meta]]:
    """What every option says of itself."""
    hints: dict[str, Any] = get_type_hints(kind, include_extras=True)
    return {
        name: [m for m in getattr(hints[name], "__metadata__", ()) if isinstance(m, Meta)]
        for name in kind.__struct_fields__
    }


@cache
def bounce_option(kind: type[Options]) -> str | None:
    """The option that declares itself a bounce time, if there is one."""
    for name, metas in metas_of(kind).items():
        if any((m.extra or {}).get("is") == "bounce time" for m in metas):
            return name
    return None
