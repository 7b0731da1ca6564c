"""What an attack is, and where they all are: the files of `attacks` are listed, nothing else has to know them."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.redteam import attacks

if TYPE_CHECKING:
    from tests.redteam.scene import Scene

Doing = Callable[["Scene"], Awaitable[None]]


@dataclass(frozen=True)
class Attack:
    """One thing to try. `law` is the number of the law that it breaks if it works (docs: SECURITY.md)."""

    name: str
    law: int
    subject: str
    sentence: str
    do: Doing
    needs: str  # what the server must have for it: a "proxy" at 127.0.0.1 that it believes, or a "long_table"


known: dict[str, Attack] = {}


def attack(law: int, *, needs: str = "") -> Callable[[Doing], Doing]:
    """Makes a function an attack; its docstring is the sentence that the table shows."""

    def keep(do: Doing) -> Doing:
        name = do.__name__
        sentence = (do.__doc__ or "").strip().partition("\n")[0]
        assert sentence, f"{name} does not say what it does"
        assert name not in known, f"there are two attacks {name}"
        known[name] = Attack(name, law, do.__module__.rpartition(".")[2], sentence, do, needs)
        return do

    return keep


def all_attacks() -> list[Attack]:
    """In the order of their files, and of their places in them."""
    for module in pkgutil.iter_modules(attacks.__path__):
        importlib.import_module(f"{attacks.__name__}.{module.name}")
    return list(known.values())
