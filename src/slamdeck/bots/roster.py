"""Bots by name: "quick:policy" is a level and a policy."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

from slamdeck.bots.ghosts import GameLog, Ghost
from slamdeck.bots.guest import Guest
from slamdeck.bots.handmade import Bot, find_bot, level_of, maker_of
from slamdeck.bots.installed import Replaceable, Watched, makers
from slamdeck.bots.installed import left_out as left_out  # the sentences belong to the roster, too
from slamdeck.bots.levels import LEVELS, Level, find_level
from slamdeck.bots.policies import OWN, OWN_MAKERS, BotMaker, Invitation, Policy
from slamdeck.bots.reflexes import somebody
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import CheckFailed, Problem, UsageProblem
from slamdeck.core.recorded_hands import RecordedHands
from slamdeck.core.rules import Rules

SEARCH_MS = 250  # that people at a table wait for a bot that searches

log = logging.getLogger("slamdeck.bots")


@dataclass(frozen=True)
class BotName:
    """A level and a policy; `iterations` bounds a bot that searches.

    `most_ms` bounds its time as well where people wait. In the lab nothing does: there the same seed gives the same
    game on any machine, under any load. `handmade` makes the policy, where it is somebody's own class.
    """

    level: Level
    policy: str
    iterations: int = 0  # as many as its game is given
    most_ms: int = 0
    handmade: BotMaker | None = None

    def __str__(self) -> str:
        return f"{self.level.name}:{self.policy}"

    @property
    def maker(self) -> BotMaker:
        return self.handmade or makers()[self.policy]

    @property
    def searches(self) -> bool:
        return self.maker.searches


def policies_for(info: GameInfo) -> list[str]:
    """The policies that play this game, by name."""
    return [maker.name for maker in makers().values() if maker.plays(info)]


def parse_bot(text: str) -> BotName:
    """ "quick:policy", "quick" (its policy) or "search" (at a quick hand)."""
    level, _, policy = text.strip().partition(":")
    if not policy:
        level, policy = ("quick", level) if level in makers() else (level, OWN)
    if policy not in makers():
        raise UsageProblem(f"there is no policy {policy!r}; there are {', '.join(makers())}")
    return BotName(find_level(level), policy)


def parse_bot_for(text: str, info: GameInfo) -> BotName:
    """A bot that plays this game."""
    return checked(parse_bot(text), info)


def checked(bot: BotName, info: GameInfo) -> BotName:
    if not bot.maker.plays(info):
        raise UsageProblem(f"{info.title} has no {bot.policy} bot; its policies are {', '.join(policies_for(info))}")
    return bot


def bot_called(named: str | Bot | type[Bot]) -> BotName:
    """A bot by whatever its user calls it by: a name, "my_module:MyBot", "kid:my_module:MyBot", a class or an object.

    Naming a module imports it, so this is for people at their own computer: a table asks `parse_bot`.
    """
    if not isinstance(named, str):
        return BotName(level_of(named), maker_of(named).name, handmade=maker_of(named))
    first, _, rest = named.strip().partition(":")
    if first in LEVELS and ":" in rest:
        return replace(bot_called(rest), level=find_level(first))
    if rest and first not in LEVELS and first not in makers():
        return bot_called(find_bot(first, rest))
    return parse_bot(named)


def parse_bots(text: str, info: GameInfo) -> list[BotName]:
    """One bot per seat, separated by commas, each as its user calls it."""
    bots = [checked(bot_called(name), info) for name in text.split(",")]
    if not info.fewest <= len(bots) <= info.most:
        raise UsageProblem(f"{info.title} is for {info.fewest} to {info.most} players, not {len(bots)} bots")
    return bots


def seat_bot(name: BotName, info: GameInfo, rules: Rules, seat: int, seed: int) -> Guest:
    """A bot sits down."""
    instinct = info.instinct(rules)
    invitation = Invitation(info, rules.catalogue, instinct, seat, seed, name.iterations, name.most_ms)
    maker = name.maker
    trusted = maker in OWN_MAKERS or name.handmade is not None  # which looks at its own answers
    policy: Policy = maker.make(invitation) if trusted else Watched(maker, invitation)
    return Guest(seat, instinct, policy, somebody(name.level, seed), seed)


class House:
    """Where a live table gets its bots from, by name alone. These think in the table's own process."""

    def check(self, info: GameInfo, name: str) -> None:
        """A Problem, if there is no such bot for this game."""
        parse_bot_for(name, info)

    def find(self, info: GameInfo, name: str) -> BotName:
        """The bot of that name; the game's own at that level, if the package that brought it is gone."""
        try:
            return replace(parse_bot_for(name, info), most_ms=SEARCH_MS)
        except UsageProblem as problem:
            return self.instead(problem, LEVELS.get(name.partition(":")[0], LEVELS["quick"]))

    def invite(self, info: GameInfo, rules: Rules, name: str, seat: int, seed: int) -> Guest:
        bot = self.find(info, name)
        try:
            guest = seat_bot(bot, info, rules, seat, seed)
        except CheckFailed as problem:
            return seat_bot(self.instead(problem, bot.level), info, rules, seat, seed)
        if isinstance(guest.policy, Watched):
            guest.policy = Replaceable(guest.policy, guest.instinct)
        return guest

    def haunt(self, info: GameInfo, rules: Rules, hands: RecordedHands, log: GameLog, seat: int, seed: int) -> Ghost:
        """A recorded hand; where the record says nothing, the game's own policy chooses."""
        instinct = info.instinct(rules)
        return Ghost(seat, instinct, instinct, hands, log, seed)

    def instead(self, problem: Problem, level: Level) -> BotName:
        log.warning("%s; the game's own policy plays instead", problem)
        return BotName(level, OWN)
