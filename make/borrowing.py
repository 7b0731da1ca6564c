"""A vector that C code only looks into for a moment need not be counted.

mypyc counts one more owner whenever a vector is taken out of an attribute, and one less when it is given back. Where
nobody can take it away from the object that it belongs to meanwhile, that is work for nothing; it was a twentieth to a
tenth of what a move costs.

Nobody can if, whichever way the code is gone through, between taking it and giving it back nothing is called and
nothing is put into the attribute that it came from. Every way is gone: with every jump, forwards and back, into loops
and out of errors. A line that is not understood counts as if it did the worst.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final

FUNCTION = re.compile(r"^\w[\w ]*[ *]CPy\w+\([^;{]*\) \{\n.*?^\}\n", re.MULTILINE | re.DOTALL)
# Only vectors of plain numbers: to free one of those runs nobody else's code.
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

DECLARED = re.compile(r"(?!return\b)\w+ \*?cpy_r_\w+;")
CALL = re.compile(r"\b([A-Za-z_]\w*) ?\(|\)\s?\(")
# What looks like a call and is none, or only counts, or gives a vector of numbers back that has an owner besides.
HARMLESS = re.compile(rf"if|return|likely|unlikely|CPy_INCREF|{NUMBERS}_(?:INCREF|DECREF)|CPy_Unreachable")
NOWHERE: Final = -1


def without_idle_counting(text: str) -> str:
    """The C of a module without the counting that makes no difference."""
    return FUNCTION.sub(lambda found: uncounted(found[0]), text)


def uncounted(function: str) -> str:
    taken = TAKEN.findall(function)
    if not taken:
        return function
    ways = Ways(function.splitlines())
    for vector in dict.fromkeys(vector for vector, _ in taken):
        if Look(ways, vector, {attribute for name, attribute in taken if name == vector}).is_free_of_danger():
            function = re.sub(rf"^ *{NUMBERS}_(?:INC|DEC)REF\({vector}\);\n", "", function, flags=re.MULTILINE)
    return function


class Ways:
    """The lines of a function, and to which lines each of them leads."""

    def __init__(self, lines: list[str]) -> None:
        self.depths = [len(line) - len(line.lstrip()) for line in lines]
        self.lines = [WORDS.sub("", line).strip() for line in lines]

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
        otherwise = ELSE_LINE.fullmatch(self.lines[at]) or ELSE_BLOCK.fullmatch(self.lines[at])
        return at + 1 if otherwise else at

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

    def __init__(self, ways: Ways, vector: str, attributes: set[str]) -> None:
        self.ways = ways
        attribute = f"->_(?:{'|'.join(sorted(attributes))})"
        self.mention = re.compile(rf"\b{vector}\b")
        self.take = re.compile(rf"{vector} = \(\([^;]*\){attribute};")
        self.count = re.compile(rf"{NUMBERS}_INCREF\({vector}\);")
        self.give_back = re.compile(rf"{NUMBERS}_DECREF\({vector}\);")
        self.look = re.compile(rf"cpy_r_\w+ = \((?:int64_t\){vector}\.len|CPyPtr\){vector}\.items);")
        self.attribute = re.compile(rf"{attribute}\b")
        self.read = re.compile(rf"cpy_r_\w+ = \(\([^;]*\){attribute};")

    def is_free_of_danger(self) -> bool:
        """On every way it is taken before it is looked into, given back as often as it was taken, and while it is held
        nothing happens by which its owner could lose it."""
        start = (1, False)  # behind the line with the function's name
        seen = {start}
        ahead = [start]
        while ahead:
            at, held = ahead.pop()
            held_next = self.held_after(at, held)
            if held_next is None:
                return False
            for after in self.ways.after[at]:
                if after == NOWHERE:
                    return False
                if (after, held_next) not in seen:
                    seen.add((after, held_next))
                    ahead.append((after, held_next))
        return True

    def held_after(self, at: int, held: bool) -> bool | None:
        """Is it held behind that line? None: the line is dangerous, or not understood."""
        line = self.ways.lines[at]
        if self.mention.search(line):
            return self.held_after_use(at, held)
        if held and (self.ways.is_end(at) or self.is_dangerous(line)):
            return None
        return held

    def held_after_use(self, at: int, held: bool) -> bool | None:
        line = self.ways.lines[at]
        if DECLARED.fullmatch(line):
            return held
        if self.take.fullmatch(line):
            return None if held or not self.count.fullmatch(self.ways.lines[at + 1]) else False
        if self.count.fullmatch(line):
            return None if held or not self.take.fullmatch(self.ways.lines[at - 1]) else True
        if self.give_back.fullmatch(line):
            return False if held and not self.ways.is_decided_about(at) else None
        return True if held and self.look.fullmatch(line) else None

    def is_dangerous(self, line: str) -> bool:
        """Could somebody else's code run, or the attribute lose its vector?"""
        calls = any(not HARMLESS.fullmatch(name) for name in CALL.findall(line))
        return calls or (self.attribute.search(line) is not None and not self.read.fullmatch(line))
