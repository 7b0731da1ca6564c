"""What the learner did, held against what a task expects: the move as it is written, its verb, or any other."""

from __future__ import annotations

from slamdeck.core.lessons.shapes import ANY_OTHER, LEARNER, STILL, Task, WrongMove
from slamdeck.core.problems import Problem
from slamdeck.core.rules import Rules

# How well a line of the file fits a move.
NOT_AT_ALL = 0
ANYTHING = 1
THE_VERB = 2
EXACTLY = 3


def fits(line: str, rules: Rules, code: int) -> int:
    if line == ANY_OTHER:
        return ANYTHING
    if line == STILL:
        return NOT_AT_ALL
    if written(line, rules) == code:
        return EXACTLY
    return THE_VERB if line == rules.catalogue.verb_of(code).name else NOT_AT_ALL


def written(line: str, rules: Rules) -> int:
    """The code of a move as the learner would write it now; −1 if it says nothing in this position."""
    try:
        return rules.read(LEARNER, line)
    except (Problem, ValueError):
        return -1


def expected(task: Task, rules: Rules, code: int) -> bool:
    """What fits more exactly counts: a verb may be right, and one form of it wrong all the same."""
    right = max(fits(line, rules, code) for line in task.expect)
    wrong = [fits(one.do, rules, code) for one in task.wrong if not one.verdict]
    return right > ANYTHING and right >= max(wrong, default=NOT_AT_ALL)


def wrong_moves(task: Task, rules: Rules, do: str, code: int) -> list[WrongMove]:
    """The lines of the file about this wrong move: what fits best first, then as they are written."""
    lines = [(wrong_fits(one.do, rules, do, code), -place, one) for place, one in enumerate(task.wrong)]
    lines.sort(key=lambda line: line[:2], reverse=True)
    return [one for fit, _, one in lines if fit > NOT_AT_ALL]


def wrong_fits(line: str, rules: Rules, do: str, code: int) -> int:
    if do == STILL:
        return EXACTLY if line == STILL else ANYTHING if line == ANY_OTHER else NOT_AT_ALL
    return fits(line, rules, code)
