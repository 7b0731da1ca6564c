"""A bot for any game: where a hand could do something its hand comes down, whatever else there is to do."""

from __future__ import annotations

from slamdeck.bots.policies import BotMaker, Invitation
from slamdeck.core.dice import Dice
from slamdeck.core.rules import Rules
from slamdeck.core.views import sensible_codes


class Hothead:
    """Hands first; for everything else it trusts the game's own wisdom."""

    def __init__(self, invitation: Invitation) -> None:
        self.wisdom = invitation.instinct

    def choose(self, world: Rules, seat: int, stimulus: int, dice: Dice) -> int:
        hands = [code for code in sensible_codes(world, seat) if world.catalogue.is_hand(code)]
        return hands[0] if hands else self.wisdom.choose(world, seat, stimulus, dice)


HOTHEAD = BotMaker("hothead", Hothead, contract=1)
