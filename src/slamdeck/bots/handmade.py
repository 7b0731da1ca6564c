"""Bots of one's own in a few lines: a class with one method, asked with a view and never with the world.

    class Calm(Bot):
        def choose(self, view, legal, rng):
            return legal[0] if legal else None

Its hand is a level's, as every bot's. Whatever it does wrong ends the game with one sentence.
"""

from __future__ import annotations

import copy
import importlib
import random
import signal
import sys
import threading
from collections.abc import Coroutine, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import ClassVar

from slamdeck.bots.levels import Level, find_level
from slamdeck.bots.policies import CONTRACT, BotMaker, Invitation, Policy
from slamdeck.core.dice import Dice
from slamdeck.core.instincts import NO_ACTION
from slamdeck.core.packages import told_briefly
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.core.rules import Rules
from slamdeck.core.views import View, legal_codes, view_with


class Bot:
    """Derive from this one and say what to do; when it is asked is in docs/guides/add_a_bot.md."""

    level: ClassVar[str] = "quick"  # its hand: one of `slamdeck.bots.levels`
    patience_s: ClassVar[float] = 10.0  # for one answer; a bot that takes longer has stalled

    def choose(self, view: View, legal: list[str], rng: random.Random) -> str | None:
        """One of `legal`, or None to wait. `view` is what its seat sees; chance comes from `rng`."""
        raise NotImplementedError(f"{type(self).__name__} has no method choose(self, view, legal, rng)")


class Stalled(Exception):  # noqa: N818 (what happened, as the sentence says it)
    """A bot took longer than its patience."""


def maker_of(source: Bot | type[Bot]) -> BotMaker:
    """Seats a fresh bot in every game, so that no game depends on those before it."""

    def make(invitation: Invitation) -> Policy:
        return HandmadePolicy(fresh(source), invitation)

    return BotMaker(name_of(source), make, CONTRACT)


def name_of(source: Bot | type[Bot]) -> str:
    return (source if isinstance(source, type) else type(source)).__name__


def level_of(source: Bot | type[Bot]) -> Level:
    if not (isinstance(source, Bot) or (isinstance(source, type) and issubclass(source, Bot))):
        raise UsageProblem(f"{source!r} is no bot: it needs a name, or a class that derives from slamdeck.Bot")
    return find_level(source.level)


def fresh(source: Bot | type[Bot]) -> Bot:
    try:
        return source() if isinstance(source, type) else copy.deepcopy(source)
    except Exception as error:
        raise CheckFailed(f"the bot {name_of(source)!r} did not sit down ({told_briefly(error)})") from error


def find_bot(module: str, name: str) -> type[Bot]:
    """The class of that name in a module, which may lie in the folder where the command was given."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found = getattr(importlib.import_module(module), name, None)
    except (Exception, SystemExit) as error:  # somebody's own code may fail in any way it likes
        raise UsageProblem(f"the bot {module}:{name} cannot be loaded ({told_briefly(error)})") from error
    if found is None:
        raise UsageProblem(f"there is no {name} in the module {module}")
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise UsageProblem(f"{module}:{name} is no bot: it must be a class that derives from slamdeck.Bot")
    return found


class HandmadePolicy:
    """A bot at a seat: shown a view, and its answer looked at before anybody acts on it."""

    def __init__(self, bot: Bot, invitation: Invitation) -> None:
        self.bot = bot
        self.instinct = invitation.instinct
        self.rng = random.Random(invitation.seed)

    def choose(self, world: Rules, seat: int, stimulus: int, dice: Dice) -> int:
        """In an imagined world: whatever the bot is shown of it, its seat may know."""
        codes = legal_codes(world, seat, self.instinct.lands_at(world, seat))
        view = view_with(world, seat, codes, world.now, world.now)
        legal = list(view.legal)  # whatever the bot does to what it is shown
        answer = self.asked(view)
        if answer is None:
            return NO_ACTION
        if isinstance(answer, Coroutine | Generator):
            answer.close()
            raise CheckFailed(f"the bot {name_of(self.bot)!r} did not answer: choose must return, not yield or await")
        if not isinstance(answer, str) or answer not in legal:
            offered = ", ".join(legal[:8]) + (", …" if len(legal) > 8 else "")
            raise CheckFailed(f"the bot {name_of(self.bot)!r} answered {answer!r}, which is not one of: {offered}")
        return codes[legal.index(answer)]

    def asked(self, view: View) -> object:
        name, patience = name_of(self.bot), self.bot.patience_s
        try:
            with within(patience):
                return self.bot.choose(view, list(view.legal), self.rng)
        except Stalled:
            raise CheckFailed(f"the bot {name!r} did not answer within {patience:g} seconds") from None
        except Exception as error:
            raise CheckFailed(f"the bot {name!r} did not know what to do ({told_briefly(error)})") from error


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Stop what takes longer, where the system can: in a program's main thread, and not on Windows."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise Stalled

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
