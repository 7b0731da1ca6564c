"""Where a live table gets its bots from. The table knows bots only by name."""

from __future__ import annotations

from slamdeck.bots.guest import Guest
from slamdeck.bots.roster import parse_bot, seat_bot
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import UsageProblem
from slamdeck.core.rules import Rules


class House:
    """Bots that think in the table's own process."""

    def check(self, info: GameInfo, name: str) -> None:
        """A Problem, if there is no such bot for this game."""
        if parse_bot(name).policy == "search" and not info.searched:
            raise UsageProblem(f"{info.title} has no search bot; its policies are uniform, policy")

    def invite(self, info: GameInfo, rules: Rules, name: str, seat: int, seed: int) -> Guest:
        return seat_bot(parse_bot(name), info, rules, seat, seed)
