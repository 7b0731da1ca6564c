"""A vector that C code only looks into for a moment need not be counted.

mypyc counts one more owner whenever a vector is taken out of an attribute, and one less afterwards. Where nothing is
called meanwhile nobody can take the vector away from the object that it belongs to, so that is work for nothing; it was
a twentieth to a tenth of what a move costs.
"""

from __future__ import annotations

import re

FUNCTION = re.compile(r"^\w[\w ]*[ *]CPy\w+\([^;{]*\) \{\n.*?^\}\n", re.MULTILINE | re.DOTALL)
TAKEN = re.compile(r"^    (cpy_r_\w+) = \(\([^;]*\)->_\w+;\n    VEC_[A-Z0-9]+_INCREF\(\1\);\n", re.MULTILINE)
CALL = re.compile(r"\b([A-Za-z_]\w*)\(")
# What is no call, what only counts one more, and what is called on the way out when an index was out of range.
HARMLESS = re.compile(r"likely|unlikely|CPy_INCREF|VEC_[A-Z0-9]+_INCREF|PyErr_SetNone|CPy_AddTraceback|CPy_Unreachable")
# A place in the code to which something jumps. Back to where an error is raised is no loop: it leads out.
LABEL = re.compile(r"^(CPyL\d+): ;\n(?!    PyErr_SetNone)", re.MULTILINE)
JUMP = re.compile(r"\bgoto (CPyL\d+);")


def without_idle_counting(text: str) -> str:
    """The C of a module without the counting that makes no difference."""
    return FUNCTION.sub(lambda found: uncounted(found[0]), text)


def uncounted(function: str) -> str:
    for vector in [taken[1] for taken in TAKEN.finditer(function)]:
        if is_only_looked_into(function, vector):
            function = re.sub(rf"^    VEC_[A-Z0-9]+_(?:INC|DEC)REF\({vector}\);\n", "", function, flags=re.MULTILINE)
    return function


def is_only_looked_into(function: str, vector: str) -> bool:
    """Is it taken once, and then asked for its items and its length without a call in between?"""
    uses = [use.end() for use in re.finditer(rf"\b{vector}\b", function)]
    looks = [use for use in uses if function.startswith((".len", ".items"), use)]
    counted = len(re.findall(rf"VEC_[A-Z0-9]+_(?:INC|DEC)REF\({vector}\);", function))
    takes = [found.end() for found in re.finditer(rf"VEC_[A-Z0-9]+_INCREF\({vector}\);", function)]
    declared_and_taken = 2
    if len(takes) != 1 or not looks or len(uses) != len(looks) + counted + declared_and_taken:
        return False
    start = takes[0]
    if looks[0] < start:
        return False
    between = function[start : end_of_looks(function, start, looks)]
    given_back = re.sub(rf"VEC_[A-Z0-9]+_DECREF\({vector}\);", "", between)  # on a way out, after the last look on it
    return all(HARMLESS.fullmatch(name) for name in CALL.findall(given_back))


def end_of_looks(function: str, start: int, looks: list[int]) -> int:
    """The last of them, or the end of the last loop that they are in. A loop in which it is taken anew is none."""
    end = max(looks)
    around = [loop for loop in loops(function) if loop[0] > start]
    while True:
        further = [last for first, last in around if first < end < last]
        if not further:
            return end
        end = max(further)


def loops(function: str) -> list[tuple[int, int]]:
    """From where to where code is gone through again: every jump back."""
    labels = {label[1]: label.start() for label in LABEL.finditer(function)}
    jumps = [(labels[jump[1]], jump.end()) for jump in JUMP.finditer(function) if jump[1] in labels]
    return [(first, last) for first, last in jumps if first < last]
