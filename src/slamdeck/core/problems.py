"""What goes wrong with input from outside: one clear sentence that says where and why."""

from __future__ import annotations


class Problem(Exception):  # noqa: N818 (a problem is what a person has, not what Python raised)
    """Bad input: a deck file, an option, a scenario, a record, a command. Shown as it is, never as a traceback."""


class UsageProblem(Problem):
    """The caller asked for something that does not exist (unknown game, seat count, action)."""


class NobodyThere(UsageProblem):
    """Somebody speaks who is not at this table, or no longer."""


class NotLetIn(UsageProblem):
    """The host of a table does not want somebody there, or nobody new."""

    def __init__(self, why: str, for_good: bool = False) -> None:
        super().__init__(why)
        self.for_good = for_good


class CheckFailed(Problem):
    """The input was understood and found wrong (a broken file, a record that does not fit)."""
