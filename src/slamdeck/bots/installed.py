"""Bots from installed packages: the entry points `slamdeck.bots`, each of which is a `BotMaker`.

Somebody else's code: whatever is wrong with it is said in one sentence, and everybody else plays.
"""

from __future__ import annotations

import logging
import re
from functools import cache
from importlib.metadata import EntryPoint
from operator import index
from typing import Final, SupportsIndex

from slamdeck.bots.levels import LEVELS
from slamdeck.bots.policies import CONTRACT, OWN_MAKERS, BotMaker, Invitation, Policy
from slamdeck.core.dice import Dice
from slamdeck.core.instincts import NO_ACTION, Instinct
from slamdeck.core.packages import loaded, take_in_all, told_briefly
from slamdeck.core.problems import CheckFailed
from slamdeck.core.rules import Rules

GROUP: Final = "slamdeck.bots"
NAME: Final = re.compile("[a-z][a-z0-9_]{1,29}")  # it is written between a colon and a comma

log = logging.getLogger("slamdeck.bots")


def makers() -> dict[str, BotMaker]:
    """Every policy by its name, our own first."""
    return found()[0]


def left_out() -> list[str]:
    """One sentence for every installed bot that cannot play."""
    return found()[1]


@cache
def found() -> tuple[dict[str, BotMaker], list[str]]:
    known = {maker.name: maker for maker in OWN_MAKERS}

    def take_in(offer: EntryPoint) -> None:
        maker = taken_in(offer, known)
        known[maker.name] = maker

    sentences = take_in_all(GROUP, "bot", take_in)
    return known, sentences


def taken_in(offer: EntryPoint, known: dict[str, BotMaker]) -> BotMaker:
    """The maker behind an entry point; a Problem says what is wrong with it."""
    maker = loaded(offer)
    if not isinstance(maker, BotMaker):
        raise CheckFailed(f"{offer.value} is no BotMaker")
    if maker.contract != CONTRACT:
        raise CheckFailed(f"it was written for contract {maker.contract} of bots, this release has {CONTRACT}")
    if maker.name != offer.name or not NAME.fullmatch(maker.name):
        raise CheckFailed(f"its name is {maker.name!r}, which must be the entry point's name in small letters")
    if maker.name in known or maker.name in LEVELS:
        raise CheckFailed("a bot or a level of that name is there already")
    return maker


class Watched:
    """A policy from an installed package: what it answers is looked at before anybody acts on it."""

    def __init__(self, maker: BotMaker, invitation: Invitation) -> None:
        self.maker = maker
        self.size = int(invitation.catalogue.size)
        try:
            self.policy: Policy = maker.make(invitation)
        except Exception as error:
            raise CheckFailed(f"the bot {maker.name!r} did not sit down ({told_briefly(error)})") from error

    def choose(self, world: Rules, seat: int, stimulus: int, dice: Dice) -> int:
        try:
            answer = self.policy.choose(world, seat, stimulus, dice)
        except Exception as error:
            raise CheckFailed(f"the bot {self.maker.name!r} did not know what to do ({told_briefly(error)})") from error
        if isinstance(answer, SupportsIndex) and (answer == NO_ACTION or 0 <= index(answer) < self.size):
            return index(answer)
        raise CheckFailed(f"the bot {self.maker.name!r} answered {answer!r}, which is no action of this game")


class Replaceable:
    """At a live table a policy that fails is replaced by the game's own: people are waiting."""

    def __init__(self, policy: Policy, instinct: Instinct) -> None:
        self.policy = policy
        self.instinct = instinct

    def choose(self, world: Rules, seat: int, stimulus: int, dice: Dice) -> int:
        try:
            return self.policy.choose(world, seat, stimulus, dice)
        except CheckFailed as problem:
            log.warning("%s; the game's own policy plays on", problem)
            self.policy = self.instinct
            return self.instinct.choose(world, seat, stimulus, dice)
