"""What a bot does, as opposed to when: policies, and who makes them.

A policy has a name, and the name has a maker. Three come with Slamdeck; installed packages bring more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from slamdeck.bots.search import Search
from slamdeck.core.actions import Catalogue
from slamdeck.core.dice import Dice
from slamdeck.core.game import GameInfo
from slamdeck.core.instincts import Instinct
from slamdeck.core.rules import Rules

CONTRACT: Final = 1  # raised whenever a maker of the release before would no longer do
OWN: Final = "policy"  # the wisdom that a game itself has


class Policy(Protocol):
    """Chooses in a world that its seat cannot tell from the true one; NO_ACTION lets the occasion pass."""

    def choose(self, world: Rules, seat: int, stimulus: int, dice: Dice) -> int: ...


@dataclass(frozen=True)
class Invitation:
    """What a bot is told when it sits down. No cards: it sees a world only when there is something to choose."""

    info: GameInfo
    catalogue: Catalogue
    instinct: Instinct  # how this game's own bots see and decide
    seat: int
    seed: int
    iterations: int = 0  # of a search; 0: as many as its game is given
    most_ms: int = 0  # for one decision; 0: only the iterations count


@dataclass(frozen=True)
class BotMaker:
    """A policy by name: `quick:copycat` is the maker "copycat" at a quick hand.

    `contract` is the number that CONTRACT had when the maker was written, as a plain number.
    """

    name: str
    make: Callable[[Invitation], Policy]
    contract: int
    games: tuple[str, ...] = ()  # that it plays, by slug; none named: all
    searches: bool = False  # takes its time over deep choices: only where a game has them, beside the table's process

    def plays(self, info: GameInfo) -> bool:
        return (not self.games or info.slug in self.games) and (info.searched or not self.searches)


class UniformPolicy:
    """Any sensible action, all equally likely."""

    def __init__(self, instinct: Instinct) -> None:
        self.instinct = instinct

    def choose(self, world: Rules, seat: int, stimulus: int, dice: Dice) -> int:
        return self.instinct.uniform(world, seat, dice)


def make_uniform(invitation: Invitation) -> Policy:
    return UniformPolicy(invitation.instinct)


def make_own(invitation: Invitation) -> Policy:
    return invitation.instinct


def make_search(invitation: Invitation) -> Policy:
    iterations = invitation.iterations or invitation.instinct.thinking
    return Search(invitation.instinct, iterations, invitation.most_ms)


OWN_MAKERS: Final = (
    BotMaker("uniform", make_uniform, CONTRACT),
    BotMaker(OWN, make_own, CONTRACT),
    BotMaker("search", make_search, CONTRACT, searches=True),
)
