"""Bots by name: "quick:policy" is a level and a policy."""

from __future__ import annotations

from dataclasses import dataclass

from slamdeck.bots.guest import Guest, Policy, UniformPolicy
from slamdeck.bots.levels import Level, find_level
from slamdeck.bots.reflexes import Reflexes
from slamdeck.bots.search import Search
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import UsageProblem
from slamdeck.core.rules import Rules

POLICIES = ("uniform", "policy", "search")
SEARCH_MS = 250


@dataclass(frozen=True)
class BotName:
    """A level and a policy; `iterations` bounds the search bot (its time is bounded as well)."""

    level: Level
    policy: str
    iterations: int = 0  # as many as its game is given
    most_ms: int = SEARCH_MS

    def __str__(self) -> str:
        return f"{self.level.name}:{self.policy}"


def parse_bot(text: str) -> BotName:
    """ "quick:policy", "quick" (its policy) or "search" (at a quick hand)."""
    level, _, policy = text.strip().partition(":")
    if not policy:
        level, policy = ("quick", level) if level in POLICIES else (level, "policy")
    if policy not in POLICIES:
        raise UsageProblem(f"there is no policy {policy!r}; there are {', '.join(POLICIES)}")
    return BotName(find_level(level), policy)


def parse_bots(text: str, info: GameInfo) -> list[BotName]:
    """One bot per seat, separated by commas."""
    bots = [parse_bot(name) for name in text.split(",")]
    if not info.fewest <= len(bots) <= info.most:
        raise UsageProblem(f"{info.title} is for {info.fewest} to {info.most} players, not {len(bots)} bots")
    for bot in bots:
        if bot.policy == "search" and not info.searched:
            raise UsageProblem(f"{info.title} has no search bot; its policies are uniform, policy")
    return bots


def seat_bot(name: BotName, info: GameInfo, rules: Rules, seat: int, seed: int) -> Guest:
    """A bot sits down."""
    instinct = info.instinct(rules)
    policy: Policy = instinct
    if name.policy == "uniform":
        policy = UniformPolicy(instinct)
    elif name.policy == "search":
        policy = Search(instinct, name.iterations or instinct.thinking, name.most_ms)
    return Guest(seat, instinct, policy, Reflexes(name.level, seed), seed)
