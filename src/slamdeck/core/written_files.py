"""TOML files that people write: decks, scenarios and lessons. Whatever is wrong with one is said in one sentence."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

from slamdeck.core.problems import CheckFailed

MOST: Final = 1 << 62  # numbers of the engine stay below it
MOST_MS: Final = 1 << 43  # of game time: some centuries
MOST_DOTS: Final = 40  # in one line: a key of a thousand parts takes TOML's reader a third of a second


def read_toml(path: Path, what: str) -> dict[str, object]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise CheckFailed(f"{what} {path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise CheckFailed(f"{what} {path}: is not UTF-8 text (byte {error.start})") from error
    return parse_toml(text, f"{what} {path}")


def parse_toml(text: str, place: str) -> dict[str, object]:
    if any(line.count(".") > MOST_DOTS for line in text.split("\n")):  # not where TOML goes on
        raise CheckFailed(f"{place}: has a line with more than {MOST_DOTS} dots")
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        raise CheckFailed(f"{place}: is not valid TOML: {error}") from error
    check_numbers(data, place, "")
    return data


def check_numbers(value: object, file: str, place: str) -> None:
    """No number in a file may be larger than the engine can count."""
    if isinstance(value, dict):
        for name, inner in value.items():
            check_numbers(inner, file, f"{place}.{name}" if place else str(name))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            check_numbers(inner, file, f"{place}[{number}]")
    elif isinstance(value, int) and abs(value) >= MOST:
        raise CheckFailed(f"{file}: {place} is larger than any number of a game")
