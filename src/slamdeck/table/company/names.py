"""Nicknames: what may stand on everybody's screen (design: safety, section 4)."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator
from typing import Final

from slamdeck.table.company.lookalikes import skeleton

MOST_GRAPHEMES: Final = 20
MOST_MARKS: Final = 3  # accents on one letter; more of them paint over the neighbours
NAMELESS: Final = "Player"
# Letters by their category, but nobody sees them: Hangul fillers and the empty Braille pattern.
INVISIBLE: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
FIRST_FLAG, LAST_FLAG = "\U0001f1e6", "\U0001f1ff"
FIRST_TONE, LAST_TONE = "\U0001f3fb", "\U0001f3ff"


def clean_name(text: str) -> str:
    """NFC, one line, at most twenty graphemes, nothing that hides, turns or stacks up."""
    visible = "".join(" " if letter.isspace() else letter for letter in text if shows(letter) or letter.isspace())
    line = " ".join(unicodedata.normalize("NFC", visible).split())
    kept = "".join(list(graphemes(line))[:MOST_GRAPHEMES]).strip()
    return kept or NAMELESS


def shows(letter: str) -> bool:
    """Control, format (zero-width, bidi), private, unassigned and surrogate characters do not."""
    return unicodedata.category(letter)[0] != "C" and letter not in INVISIBLE


def graphemes(line: str) -> Iterator[str]:
    """What a reader counts as one letter: a base with its marks, a flag, an emoji with its skin tone."""
    cluster = ""
    marks = 0
    for letter in line:
        if cluster and joins(cluster, letter):
            marks += 1
            if marks <= MOST_MARKS:
                cluster += letter
            continue
        if cluster:
            yield cluster
        cluster, marks = letter, 0
    if cluster:
        yield cluster


def joins(cluster: str, letter: str) -> bool:
    if unicodedata.category(letter)[0] == "M" or FIRST_TONE <= letter <= LAST_TONE:
        return True
    return FIRST_FLAG <= letter <= LAST_FLAG and len(cluster) == 1 and FIRST_FLAG <= cluster <= LAST_FLAG


def distinct_name(text: str, taken: Collection[str]) -> str:
    """The cleaned name, with a number if somebody at the table looks the same."""
    name = clean_name(text)
    looks = {skeleton(other) for other in taken}
    number = 2
    candidate = name
    while skeleton(candidate) in looks:
        room = MOST_GRAPHEMES - len(f" {number}")
        candidate = "".join(list(graphemes(name))[:room]).strip() + f" {number}"
        number += 1
    return candidate
