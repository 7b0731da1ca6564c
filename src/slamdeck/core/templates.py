"""The sentences of games as templates. A sentence reads differently for everybody: who is meant is "you", the others
have names, and a card is named to those who may see it. The browser fills in the same (web/src/table/templates.ts).

    {who} {from} {to}      the player, and whose place a card left or came to
    {who's}                Ben's, your
    {takes|take}           what others do, what you do: it goes with the first player of its sentence
    {number}               7
    {number:card|cards}    1 card, 7 cards, no cards
    {card}                 the card, or "a card" to those who do not see it
    {why}                  what the rules have to say about it
    [: {card}]             a part that is left out where its card or its reason is not to be told
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from slamdeck.core.problems import UsageProblem
from slamdeck.core.sights import Told

PLAYERS = ("who", "from", "to")
HIDEABLE = ("card", "why")  # what not everybody may be told, or what may not be there
PLAIN = ("number", "card", "why")  # what is filled in as it is
SENTENCE_ENDS = ".!?…"
PART = re.compile(r"\{([^{}\[\]]*)\}|([^{}\[\]]+)|(.)", re.DOTALL)

# ---- reading a template -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """A piece of a template: plain text, or what is filled in."""

    what: str  # "text", a player, "number", "card", "why", "forms", "[" or "]"
    text: str = ""  # plain text; "'s" of a player
    one: str = ""  # the two forms: of others and of you, of one and of many
    other: str = ""


@lru_cache(maxsize=1024)
def parts_of(template: str) -> tuple[Part, ...]:
    """A Problem, if the template makes no sense."""
    parts = tuple(part_from(template, *found) for found in PART.findall(template))
    check_brackets(template, parts)
    check_forms(template, parts)
    return parts


def part_from(template: str, filled: str, text: str, sign: str) -> Part:
    if text:
        return Part("text", text)
    if sign in ("[", "]"):
        return Part(sign)
    name = filled.removesuffix("'s")
    one, bar, other = filled.partition("|")
    if name in PLAYERS:
        return Part(name, filled.removeprefix(name))
    if filled in PLAIN:
        return Part(filled)
    if bar and one.startswith("number:") and one != "number:" and other:
        return Part("number", one=one.removeprefix("number:"), other=other)
    if bar and one and other and ":" not in one and "|" not in other:
        return Part("forms", one=one, other=other)
    wrong = f"{{{filled}}}" if filled or not sign else sign
    raise UsageProblem(f"the words {template!r} have {wrong}, which nothing can be filled in for")


def check_brackets(template: str, parts: tuple[Part, ...]) -> None:
    """What is in brackets may be left out: it has to say when."""
    depth = 0
    hides = False
    for part in parts:
        if part.what == "[":
            depth, hides = depth + 1, False
        elif part.what == "]":
            depth -= 1
            if not hides:
                raise UsageProblem(f"the words {template!r} have brackets without {{card}} or {{why}}")
        elif part.what in HIDEABLE:
            hides = True
        if depth not in (0, 1):
            break
    if depth != 0:
        raise UsageProblem(f"the words {template!r} have brackets that do not match")


def check_forms(template: str, parts: tuple[Part, ...]) -> None:
    """Two forms go with a player, who comes before them in the same sentence."""
    player = False
    for part in parts:
        if part.what in PLAYERS:
            player = True
        elif part.what == "forms" and not player:
            raise UsageProblem(f"the words {template!r} have {{{part.one}|{part.other}}} before any {{who}}")
        elif part.what == "text" and ends_sentence(part.text):
            player = False


def ends_sentence(text: str) -> bool:
    """Is a sentence over within this text? "… and" goes on, "Stop!" does not."""
    return any(text[i] in SENTENCE_ENDS and text[i + 1] == " " for i in range(len(text) - 1))


# ---- writing ----------------------------------------------------------------------------------------


class Writer:
    """One event for one reader."""

    def __init__(self, told: Told, seats: Mapping[str, int], names: Sequence[str], you: int) -> None:
        self.told = told
        self.seats = seats
        self.names = names
        self.you = you
        self.text = ""
        self.subject = -1  # the first player of this sentence …
        self.fresh = True  # … is still to come

    def write(self, template: str) -> str:
        parts = parts_of(template)
        at = 0
        while at < len(parts):
            if parts[at].what == "[" and not self.may_say(parts[at:]):
                at = next(i for i in range(at, len(parts)) if parts[i].what == "]")
            self.text += self.filled(parts[at])
            at += 1
        return self.text

    def may_say(self, parts: Sequence[Part]) -> bool:
        """Is everything known that is in the brackets which open here?"""
        within = [part.what for part in parts[: [part.what for part in parts].index("]")]]
        known = {"card": self.told.card is not None, "why": self.told.why != ""}
        return all(known[what] for what in within if what in HIDEABLE)

    def filled(self, part: Part) -> str:
        if part.what == "text":
            self.fresh = self.fresh or ends_sentence(part.text)
            return part.text
        if part.what in PLAYERS:
            return self.player(self.seats[part.what], part.text != "")
        if part.what == "forms":
            return part.other if self.subject == self.you and self.you >= 0 else part.one
        if part.what == "number":
            return self.number(part)
        if part.what == "card":
            return self.told.card or "a card"
        return self.told.why if part.what == "why" else ""

    def player(self, seat: int, owning: bool) -> str:
        if self.fresh:
            self.subject, self.fresh = seat, False
        if seat >= 0 and seat == self.you:
            return self.first_word("your" if owning else "you")
        name = self.names[seat] if 0 <= seat < len(self.names) else self.first_word("somebody")
        return f"{name}'s" if owning else name

    def first_word(self, word: str) -> str:
        begins = self.text.rstrip() == "" or self.text.rstrip()[-1] in SENTENCE_ENDS
        return word.capitalize() if begins else word

    def number(self, part: Part) -> str:
        number = self.told.number
        if not part.one:
            return str(number)
        return f"{number or 'no'} {part.one if number == 1 else part.other}"
