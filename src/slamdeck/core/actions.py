"""The action catalogue of a game: one declaration gives the codes, the words, and what an action is to everybody else.

An action is a small integer. `play(card)` of a deck with 38 kinds is 38 codes, `toss` is one. Text is the verb and
its arguments: "play R4", "place 5 closed clear=H1". Verbs and parameters say what they are, so that tables, terminals
and screens treat them rightly without knowing any of them by name.
"""

from __future__ import annotations

from typing import Final, final

from slamdeck.core.native import i64, vec
from slamdeck.core.problems import UsageProblem

# The manner of a verb.
MOVE: Final = "move"  # made at one's own time, and means the same a little later
HAND: Final = "hand"  # a hand that comes down: it means something only at its moment, so it takes part in races
SHOUT: Final = "shout"  # words that anybody may call out
HOST: Final = "host"  # nobody's turn: the host's word, which deals the next hand
MANNERS: Final = (MOVE, HAND, SHOUT, HOST)

# What the values of a parameter mean.
WORD: Final = "word"
SEAT: Final = "seat"  # the number of a seat
CARD: Final = "card"  # the name of a card
SLOT: Final = "slot"  # a place among cards that lie side by side, as people count them: from 1
NUMBER: Final = "number"
FLAG: Final = "flag"  # said or left out
MEANINGS: Final = (WORD, SEAT, CARD, SLOT, NUMBER, FLAG)

MOST_DIGITS: Final = 9  # of a number that somebody writes


class Parameter:
    """One argument of a verb: a name, its possible values as text, and what they mean.

    An `optional` one may be left out (choice −1). A `keyword` one is written name=value. A `nearest` one takes any
    whole number and means the nearest value on its list, as when a player lifts more cards than there are.
    """

    def __init__(
        self,
        name: str,
        values: list[str],
        means: str = WORD,
        optional: bool = False,
        keyword: bool = False,
        nearest: bool = False,
    ) -> None:
        if means not in MEANINGS:
            raise UsageProblem(f"{name} means {means!r}, which is not one of {', '.join(MEANINGS)}")
        self.name = name
        self.values = values
        self.means = means
        self.optional = optional
        self.keyword = keyword
        self.nearest = nearest
        self.index = {value: i for i, value in enumerate(values)}
        self.choices = len(values) + (1 if optional else 0)

    def choice(self, text: str) -> int:
        """The place of that value in the list; −1 for an optional argument left out."""
        if text == "" and self.optional:
            return -1
        found = self.index.get(text)
        if found is not None:
            return found
        if self.nearest and is_whole_number(text):
            wanted = int(text)
            return min(range(len(self.values)), key=lambda i: abs(int(self.values[i]) - wanted))
        shown = ", ".join(self.values[:12]) + (", …" if len(self.values) > 12 else "")
        raise UsageProblem(f"{self.name} {text!r} is not one of {shown}")


def is_whole_number(text: str) -> bool:
    """Plain digits, perhaps after one minus sign."""
    digits = text[1:] if text[:1] == "-" else text
    return digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS


class Verb:
    """Something a player does, with its arguments; `base` is the code of its first form."""

    def __init__(self, name: str, parameters: list[Parameter] | None = None, manner: str = MOVE) -> None:
        if manner not in MANNERS:
            raise UsageProblem(f"the manner of {name} is {manner!r}, which is not one of {', '.join(MANNERS)}")
        self.name = name
        self.parameters = parameters or []
        self.manner = manner
        self.base: i64 = 0
        self.size: i64 = 1
        for parameter in self.parameters:
            self.size *= i64(parameter.choices)

    def code(self, choices: list[int]) -> int:
        offset = 0
        for parameter, choice in zip(self.parameters, choices, strict=True):
            offset = offset * parameter.choices + choice + (1 if parameter.optional else 0)
        return self.base + offset

    def choices(self, code: i64) -> list[int]:
        """The argument choices behind a code: the inverse of `code`."""
        offset = int(code - self.base)
        found: list[int] = []
        for parameter in reversed(self.parameters):
            offset, rest = divmod(offset, parameter.choices)
            found.append(rest - (1 if parameter.optional else 0))
        found.reverse()
        return found

    def holds(self, code: i64) -> bool:
        """Is this code a form of the verb?"""
        return self.base <= code < self.base + self.size

    def argument(self, name: str) -> Argument:
        """One argument as it lies in the codes; only once the verb is in a catalogue, for that gives it its base."""
        step: i64 = 1
        for parameter in reversed(self.parameters):
            if parameter.name == name:
                return Argument(self, parameter, step)
            step *= i64(parameter.choices)
        raise UsageProblem(f"{self.name} has no argument {name!r}")


@final
class Argument:
    """One argument as it lies in the codes of its verb, for rules that make and read codes by the million.

    A code is the base of its verb and what each argument adds for its choice: `verb.base + slot.at(4) + side.at(0)`.
    Neighbouring choices of an argument lie `step` codes apart.
    """

    def __init__(self, verb: Verb, parameter: Parameter, step: i64) -> None:
        self.base: i64 = verb.base
        self.step: i64 = step
        left_out = 1 if parameter.optional else 0  # the first choice of an optional argument
        self.left_out: i64 = left_out
        choices = [form // int(step) % parameter.choices - left_out for form in range(verb.size)]
        self.chosen: vec[i64] = vec[i64](choices)

    def at(self, choice: i64) -> i64:
        """What this choice adds to the code; −1 is an optional argument left out, and adds nothing."""
        return (choice + self.left_out) * self.step

    def of(self, code: i64) -> i64:
        """The choice in a code of the verb; −1 for an optional argument left out."""
        form = code - self.base
        return self.chosen[form]


class Catalogue:
    """All verbs of a game at one table, numbered in the order of declaration."""

    def __init__(self, game: str, verbs: list[Verb]) -> None:
        self.game = game
        self.verbs = verbs
        self.named = {verb.name: verb for verb in verbs}
        self.size: i64 = 0
        self.texts: dict[int, str] = {}  # those that were asked for
        self.host_action: i64 = -1  # the code of the host's word, where a game has one
        for verb in verbs:
            if self.named[verb.name] is not verb:
                raise UsageProblem(f"{game} has two actions {verb.name!r}")
            verb.base = self.size
            self.size += verb.size
            if verb.manner == HOST and self.host_action < 0:
                self.host_action = verb.base

    def verb_of(self, code: i64) -> Verb:
        if 0 <= code < self.size:
            for verb in self.verbs:
                if code < verb.base + verb.size:
                    return verb
        raise UsageProblem(f"{self.game} has no action {code} (codes run from 0 to {self.size - 1})")

    def verb(self, name: str) -> Verb:
        if name not in self.named:
            known = ", ".join(self.named)
            raise UsageProblem(f"{self.game} has no action {name!r}; it has {known}")
        return self.named[name]

    def is_hand(self, code: i64) -> bool:
        """Does this action mean something only at its moment?"""
        return self.verb_of(code).manner == HAND

    def hand_verbs(self) -> list[str]:
        return [verb.name for verb in self.verbs if verb.manner == HAND]

    def text(self, code: i64) -> str:
        """The action as a person writes it: "play R4"."""
        known = self.texts.get(code)
        if known is None:
            known = self.texts[code] = self.put_into_words(code)
        return known

    def put_into_words(self, code: i64) -> str:
        verb = self.verb_of(code)
        words = [verb.name]
        for parameter, choice in zip(verb.parameters, verb.choices(code), strict=True):
            if choice >= 0:
                value = parameter.values[choice]
                words.append(f"{parameter.name}={value}" if parameter.keyword else value)
        return " ".join(words)

    def parse(self, text: str) -> int:
        """The code of a written action; a Problem says which word is wrong."""
        words = text.split()
        if not words:
            raise UsageProblem(f"an action of {self.game} is missing its verb")
        return self.encode(words[0], words[1:])

    def encode(self, name: str, words: list[str]) -> int:
        verb = self.verb(name)
        keywords = {p.name: "" for p in verb.parameters if p.keyword}
        plain: list[str] = []
        for word in words:
            key, sign, value = word.partition("=")
            if sign and key in keywords:
                keywords[key] = value
            else:
                plain.append(word)
        choices: list[int] = []
        for parameter in verb.parameters:
            if parameter.keyword:
                word = keywords[parameter.name]
            elif plain:
                word = plain.pop(0)
            elif parameter.optional:
                word = ""
            else:
                raise UsageProblem(f"{name} needs a {parameter.name}")
            choices.append(parameter.choice(word))
        if plain:
            raise UsageProblem(f"{name} does not take {plain[0]!r}")
        return verb.code(choices)
