"""Finding a rule by the words that somebody has for it: those of the box, American or British, or our own.

A game may have a small list of such words in its folder, `synonyms.toml`: for a word or a phrase the clauses that speak
of it, the best first, or other words that mean the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from math import log
from pathlib import Path
from typing import Final

from slamdeck.core.game import GameInfo
from slamdeck.core.problems import CheckFailed
from slamdeck.core.rulebook import CLAUSE_ID, Clause, Section, sections_in
from slamdeck.core.written_files import read_toml

MOST_WORDS: Final = 8  # of a question
MOST_FOUND: Final = 40
NAMED: Final = 100.0  # a clause that the list of synonyms names for these words
TITLE: Final = 0.6  # a word in the heading, against one in the clause itself
BEGINNING: Final = 0.5  # the beginning of a word, while somebody is still writing
BOLD: Final = 2.0  # a word that the clause explains
RULING: Final = 0.8  # ours come after those of the box

SPELLINGS: Final = (("colour", "color"), ("centre", "center"), ("neighbour", "neighbor"), ("favour", "favor"))
SMALL_WORDS: Final = frozenset(
    ("a", "an", "and", "any", "are", "as", "at", "be", "by", "can", "card", "cards", "do", "for", "from", "game", "how")
    + ("i", "if", "in", "into", "is", "it", "its", "let", "make", "me", "my", "of", "off", "on", "or", "out", "own")
    + ("player", "players", "that", "the", "their", "them", "then", "there", "they", "this", "to", "up", "was", "what")
    + ("when", "who", "will", "with", "you", "your")
)
ENDINGS: Final = (("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("e", ""))
VOWELS: Final = frozenset("aeiouy")


def stem(word: str) -> str:
    """So much of a word that its forms are the same: slap, slaps, slapped, slapping."""
    for ending, instead in ENDINGS:
        rest = word[: -len(ending)]
        if word.endswith(ending) and not word.endswith("ss") and len(rest) >= 3 and VOWELS & set(rest):
            doubled = len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "aeiousl"
            return (rest[:-1] if doubled else rest) + instead
    return word


def plain(text: str) -> str:
    """Small letters, one spelling, nothing but words and numbers."""
    text = unicodedata.normalize("NFKD", text.lower().replace("\u2019", "").replace("'", ""))
    for british, american in SPELLINGS:
        text = text.replace(british, american)
    return text


def words_of(text: str) -> list[str]:
    return [stem(word) for word in re.findall(r"[a-z0-9]+", plain(text))]


def asked_for(text: str) -> list[str]:
    """The words that matter in a question; all of them, if none does."""
    words = re.findall(r"[a-z0-9]+", plain(text))[:MOST_WORDS]
    return [stem(word) for word in words if word not in SMALL_WORDS] or [stem(word) for word in words]


class Rulebook:
    """The clauses of one game by their words."""

    def __init__(self, chapters: Iterable[Section], synonyms: dict[tuple[str, ...], list[str]]) -> None:
        self.synonyms = synonyms
        self.longest = max((len(key) for key in synonyms), default=0)
        self.clauses: list[Clause] = []
        self.said: list[frozenset[str]] = []
        self.bold: list[frozenset[str]] = []
        self.headed: list[frozenset[str]] = []
        for section in chapters:
            for clause in section.clauses:
                self.clauses.append(clause)
                self.said.append(frozenset(words_of(clause.text)))
                self.bold.append(frozenset(words_of(" ".join(re.findall(r"\*\*(.+?)\*\*", clause.text)))))
                self.headed.append(frozenset(words_of(f"{section.title} {clause.under}")))
        counts: dict[str, int] = {}
        for said in self.said:
            for word in said:
                counts[word] = counts.get(word, 0) + 1
        self.weights = {word: 1 + log(len(self.clauses) / count) for word, count in counts.items()}

    def find(self, text: str) -> list[Clause]:
        """The clauses that speak of these words, the best first; one by its own number comes before all others."""
        words = asked_for(text)
        if not words:
            return []
        by_id = numbered(text)
        named = self.named(words_of(text)[:MOST_WORDS])
        scores: list[tuple[int, float, int]] = []
        for place, clause in enumerate(self.clauses):
            met, score = self.score(place, words)
            if clause.id in named:
                met, score = len(words), score + NAMED - named.index(clause.id)
            if clause.id.lower() in by_id:
                met, score = len(words), 2 * NAMED
            if score > 0:
                scores.append((-met, -score * (RULING if "-R" in clause.id else 1), place))
        scores.sort()
        best = scores[0][0] if scores else 0
        return [self.clauses[place] for met, _, place in scores if met == best][:MOST_FOUND]

    def score(self, place: int, words: list[str]) -> tuple[int, float]:
        met, score = 0, 0.0
        for word in words:
            alternatives = [word, *(other for other in self.meant(word) if not CLAUSE_ID.fullmatch(other))]
            best = max(self.score_of(place, one) for one in alternatives)
            met += best > 0
            score += best
        return met, score

    def score_of(self, place: int, word: str) -> float:
        weight = self.weights.get(word, 1.0)
        if word in self.said[place]:
            return weight * (BOLD if word in self.bold[place] else 1)
        if word in self.headed[place]:
            return weight * TITLE
        if len(word) >= 3 and any(said.startswith(word) for said in self.said[place]):
            return weight * BEGINNING
        return 0.0

    def meant(self, word: str) -> list[str]:
        return self.synonyms.get((word,), [])

    def named(self, words: list[str]) -> list[str]:
        """The clauses that the synonyms name for a run of these words, those of the longest run first."""
        found: list[str] = []
        for length in range(min(self.longest, len(words)), 0, -1):
            for start in range(len(words) - length + 1):
                meant = self.synonyms.get(tuple(words[start : start + length]), [])
                found += [one for one in meant if CLAUSE_ID.fullmatch(one) and one not in found]
            if found:
                break
        return found


def numbered(text: str) -> list[str]:
    """Clauses that a question names: "sw-37", "SW 37"."""
    return [f"{prefix}-{number}" for prefix, number in re.findall(r"\b([a-z]{2})[- ]?(r?\d+)\b", text.lower())]


@cache
def rulebook_in(folder: Path) -> Rulebook:
    return Rulebook(sections_in(folder), read_synonyms(folder))


def find_clauses(info: GameInfo, text: str) -> list[Clause]:
    return rulebook_in(info.folder).find(text)


def read_synonyms(folder: Path) -> dict[tuple[str, ...], list[str]]:
    path = folder / "synonyms.toml"
    if not path.is_file():
        return {}
    found: dict[tuple[str, ...], list[str]] = {}
    for phrase, meant in read_toml(path, "synonyms").items():
        if not isinstance(meant, list) or not all(isinstance(one, str) for one in meant):
            raise CheckFailed(f"synonyms {path}: {phrase!r} needs a list of clauses or words")
        found[tuple(words_of(phrase))] = [one if CLAUSE_ID.fullmatch(one) else stem(plain(one)) for one in meant]
    return found
