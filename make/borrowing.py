"""A vector that C code only looks into for a moment need not be counted.

mypyc counts one more owner whenever a vector is taken out of an attribute, and one less when it is given back. Where
nobody can take it away from the object that it belongs to meanwhile, that is work for nothing; it was a twentieth to a
tenth of what a move costs.

Nobody can if, whichever way the code is gone through, between taking it and the last look into it no code runs that
could be anybody's, and nothing is put into the attribute that it came from. Every way is gone: with every jump,
forwards and back, into loops and out of errors. A line that is not understood counts as if it did the worst.

Some functions may be called meanwhile (`quiet_functions`): they call nothing but each other, and what they put into
attributes is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

FUNCTION = re.compile(r"^\w[\w ]*[ *](CPy\w+)\([^;{]*\) \{\n(.*?)^\}\n", re.MULTILINE | re.DOTALL)
# Only vectors of plain numbers: to free one of those runs nobody's code.
NUMBERS = r"VEC_(?:I16|I32|I64|U8|FLOAT|BOOL)"
TAKEN = re.compile(rf"^    (cpy_r_\w+) = \(\([^;]*\)->_(\w+);\n    {NUMBERS}_INCREF\(\1\);\n", re.MULTILINE)

WORDS = re.compile(r'"(?:[^"\\]|\\.)*"|/\*.*?\*/')  # of people: they say nothing about what is done
LABEL = re.compile(r"(CPyL\d+): ;")
JUMP = re.compile(r"goto (CPyL\d+);")
JUMP_IF = re.compile(r"if \(.*\) goto (CPyL\d+);")
LEAVES = re.compile(r"return\b[^;]*;|CPy_Unreachable\(\);")
IF_LINE = re.compile(r"if \(.*\)")  # the next line is what it decides about
IF_BLOCK = re.compile(r"if \(.*\) \{")
ELSE_LINE = re.compile(r"(?:\} )?else")
ELSE_BLOCK = re.compile(r"(?:\} )?else \{")
# Whatever else leads elsewhere, inside a line or in a kind of statement that mypyc does not write so far.
LEADS_ELSEWHERE = re.compile(r"\b(?:goto|return|if|else|for|while|do|switch|case|default|break|continue)\b")
NOWHERE: Final = -1

DECLARED = re.compile(r"(?!return\b)\w+ \*?cpy_r_\w+;")
ASSIGNED = re.compile(r"(cpy_r_\w+) = (?!\*\()([^;]*);")  # from elsewhere than out of memory
NAME = re.compile(r"\bcpy_r_\w+")
CALL = re.compile(r"\b([A-Za-z_]\w*) ?\(|\)\s?\(")
STORE = re.compile(r"->(\w+)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)")
STORE_OBJECT = re.compile(r"\*\((?!u?int\d+_t |double |char )[^)]*\)\w+ =(?!=)")
# What looks like a call and is none, or only counts, or gives a vector of numbers back that has an owner besides.
HARMLESS = re.compile(
    rf"if|return|likely|unlikely|CPy_INCREF|{NUMBERS}_(?:INCREF|DECREF)|CPy_Unreachable|PyErr_Occurred"
)
# Whoever raises an error runs code that could be anybody's (to make room, rubbish is collected). Then so does whoever
# called and gets the error, and nobody looks any further. So in a quiet function these do not count.
RAISES = re.compile(r"PyErr_SetNone|PyErr_SetString|CPy_AddTraceback")

FREE: Final = 0  # not taken yet, or given back
HELD: Final = 1
LOST: Final = 2  # held, and perhaps nothing is there any more


def quiet_functions(texts: Iterable[str]) -> dict[str, frozenset[str]]:
    """By name: to which attributes they give another value. They call nothing but each other, unless they fail."""
    calls: dict[str, set[str]] = {}
    stores: dict[str, set[str]] = {}
    for text in texts:
        for name, body in FUNCTION.findall(text):
            lines = [line for line in map(said, body.splitlines()) if not DECLARED.fullmatch(line)]
            found = {call for line in lines for call in CALL.findall(line)}
            calls[name] = {call for call in found if not HARMLESS.fullmatch(call) and not RAISES.fullmatch(call)}
            stores[name] = {attribute for line in lines for attribute in STORE.findall(line)}
            if any(STORE_OBJECT.search(line) for line in lines):
                calls[name].add("")
    quiet: dict[str, frozenset[str]] = {}
    while more := [name for name in calls if name not in quiet and calls[name] <= quiet.keys()]:
        for name in more:
            quiet[name] = frozenset(stores[name]).union(*(quiet[call] for call in calls[name]))
    return quiet


def said(line: str) -> str:
    """A line without what is only words."""
    return WORDS.sub("", line).strip()


def without_idle_counting(text: str, quiet: Mapping[str, frozenset[str]]) -> str:
    """The C of a module without the counting that makes no difference."""
    return FUNCTION.sub(lambda found: uncounted(found[0], quiet), text)


def uncounted(function: str, quiet: Mapping[str, frozenset[str]]) -> str:
    taken = TAKEN.findall(function)
    if not taken:
        return function
    ways = Ways(function.splitlines())
    for vector in dict.fromkeys(vector for vector, _ in taken):
        attributes = {attribute for name, attribute in taken if name == vector}
        if Look(ways, vector, attributes, quiet).is_free_of_danger():
            function = re.sub(rf"^ *{NUMBERS}_(?:INC|DEC)REF\({vector}\);\n", "", function, flags=re.MULTILINE)
    return function


class Ways:
    """The lines of a function, and to which lines each of them leads."""

    def __init__(self, lines: list[str]) -> None:
        self.depths = [len(line) - len(line.lstrip()) for line in lines]
        self.lines = [said(line) for line in lines]

    @cached_property
    def labels(self) -> dict[str, int]:
        return {found[1]: at for at, line in enumerate(self.lines) if (found := LABEL.fullmatch(line))}

    @cached_property
    def after(self) -> list[list[int]]:
        return [self.leads_to(at) for at in range(len(self.lines))]

    def leads_to(self, at: int) -> list[int]:
        line = self.lines[at]
        if self.is_end(at):
            return []
        if found := JUMP.fullmatch(line):
            return [self.labels.get(found[1], NOWHERE)]
        if found := JUMP_IF.fullmatch(line):
            return [at + 1, self.labels.get(found[1], NOWHERE)]
        if IF_LINE.fullmatch(line):
            return [at + 1, self.behind(at + 2)]
        if IF_BLOCK.fullmatch(line):
            return [at + 1, self.behind(self.end_of_block(at))]
        if ELSE_LINE.fullmatch(line):  # from above, so what belongs to it is left out
            return [at + 2]
        if ELSE_BLOCK.fullmatch(line):
            return [self.end_of_block(at)]
        return [NOWHERE] if LEADS_ELSEWHERE.search(line) else [at + 1]

    def is_end(self, at: int) -> bool:
        return at == len(self.lines) - 1 or LEAVES.fullmatch(self.lines[at]) is not None

    def behind(self, at: int) -> int:
        """Where it goes on if the condition did not hold: behind the "else", if there is one."""
        return at + 1 if self.is_else(at) else at

    def is_else(self, at: int) -> bool:
        line = self.lines[at]
        return ELSE_LINE.fullmatch(line) is not None or ELSE_BLOCK.fullmatch(line) is not None

    def is_decided_about(self, at: int) -> bool:
        """Is it all that a condition decides about, so that it cannot be left out?"""
        before = self.lines[at - 1]
        return IF_LINE.fullmatch(before) is not None or ELSE_LINE.fullmatch(before) is not None

    def end_of_block(self, at: int) -> int:
        """The line that closes it."""
        for end in range(at + 1, len(self.lines)):
            if self.depths[end] == self.depths[at] and self.lines[end].startswith("}"):
                return end
        return NOWHERE


class Look:
    """One vector of a function, on all ways through it."""

    def __init__(self, ways: Ways, vector: str, attributes: set[str], quiet: Mapping[str, frozenset[str]]) -> None:
        self.ways = ways
        self.quiet = quiet
        self.attributes = {f"_{name}" for name in attributes}
        attribute = f"->(?:{'|'.join(sorted(self.attributes))})"
        self.mention = re.compile(rf"\b{vector}\b")
        self.take = re.compile(rf"{vector} = \(\([^;]*\){attribute};")
        self.count = re.compile(rf"{NUMBERS}_INCREF\({vector}\);")
        self.give_back = re.compile(rf"{NUMBERS}_DECREF\({vector}\);")
        self.look = re.compile(rf"cpy_r_\w+ = \((?:int64_t\){vector}\.len|CPyPtr\){vector}\.items);")
        self.items = re.compile(rf"(cpy_r_\w+) = \(CPyPtr\){vector}\.items;")
        self.attribute = re.compile(rf"{attribute}\b")
        self.read = re.compile(rf"cpy_r_\w+ = \(\([^;]*\){attribute};")

    @cached_property
    def within(self) -> set[str]:
        """The names of places in it."""
        found = {within[1] for line in self.ways.lines if (within := self.items.fullmatch(line))}
        assigned = [match.groups() for line in self.ways.lines if (match := ASSIGNED.fullmatch(line))]
        while more := {to for to, what in assigned if not found.isdisjoint(NAME.findall(what))} - found:
            found |= more
        return found

    def is_free_of_danger(self) -> bool:
        """On every way it is taken before it is looked into, given back as often as it was taken, and looked into
        only as long as nothing has happened by which its owner could have lost it."""
        start = (1, FREE)  # behind the line with the function's name
        seen = {start}
        ahead = [start]
        while ahead:
            at, state = ahead.pop()
            then = self.state_after(at, state)
            if then is None:
                return False
            for after in self.ways.after[at]:
                if after == NOWHERE:
                    return False
                if (after, then) not in seen:
                    seen.add((after, then))
                    ahead.append((after, then))
        return True

    def state_after(self, at: int, state: int) -> int | None:
        """What holds behind that line; None: it may not be gone to like this, or is not understood."""
        line = self.ways.lines[at]
        if self.mention.search(line):
            return self.state_after_use(at, state)
        if state != FREE and self.ways.is_end(at):
            return None
        if state == LOST and not self.within.isdisjoint(NAME.findall(line)):
            return None
        if state == HELD and self.is_dangerous(line):
            return LOST if self.within.isdisjoint(NAME.findall(line)) else None
        return state

    def state_after_use(self, at: int, state: int) -> int | None:
        lines = self.ways.lines
        line = lines[at]
        if DECLARED.fullmatch(line):
            return state
        if self.take.fullmatch(line):
            return FREE if state == FREE and self.count.fullmatch(lines[at + 1]) else None
        if self.count.fullmatch(line):
            return HELD if state == FREE and self.take.fullmatch(lines[at - 1]) else None
        if self.give_back.fullmatch(line):
            return FREE if state != FREE and not self.ways.is_decided_about(at) else None
        return HELD if state == HELD and self.look.fullmatch(line) else None

    def is_dangerous(self, line: str) -> bool:
        """Could anybody's code run, or the attribute lose its vector?"""
        if self.attribute.search(line) and not self.read.fullmatch(line):
            return True
        return any(not self.is_harmless(name) for name in CALL.findall(line))

    def is_harmless(self, call: str) -> bool:
        if HARMLESS.fullmatch(call):
            return True
        return call in self.quiet and self.attributes.isdisjoint(self.quiet[call])
