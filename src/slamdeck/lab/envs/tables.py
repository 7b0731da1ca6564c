"""What all environments are made from: a game, its house rules, and tables to step through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from slamdeck.core.actions import Catalogue
from slamdeck.core.bits import numbers
from slamdeck.core.dice import FastDice
from slamdeck.core.problems import UsageProblem
from slamdeck.core.rules import Moves, Rules
from slamdeck.games import find_game
from slamdeck.lab.envs.batch_tables import Tables
from slamdeck.lab.envs.eyes import Eyes
from slamdeck.lab.envs.hands import Hands
from slamdeck.lab.envs.reaction_times import levels_of, times_of
from slamdeck.lab.envs.stepping import Stepper, mixed
from slamdeck.lab.match import MatchSetup, check_seed, setup_of, usual_seats, whole

MOST_DECISIONS: Final = 5000  # of one game; more than any game takes that somebody means to win


class EnvPlan:
    """A game as an environment plays it: without the clocks that hurry people along, unless the options say so."""

    def __init__(
        self,
        game: str,
        seats: int | None,
        memory: bool,
        most: int,
        deck: str | Path | Mapping[str, object] | None,
        options: Mapping[str, object],
        reflexes: str | Sequence[str] | None = None,
    ) -> None:
        self.made_from = (game, seats, memory, most, deck, options, reflexes)
        info = find_game(game)
        limit = whole(most)
        if limit is None or limit < 1:
            raise UsageProblem(f"{most!r} is not a number of decisions: at least 1")
        chosen = usual_seats(info) if seats is None else seats
        self.setup: MatchSetup = setup_of(info, chosen, 0, deck, {**info.simulated, **options})
        self.memory = memory  # does a seat's observation hold what it has seen before, or only what it sees?
        self.most = limit
        self.levels = levels_of(reflexes, self.setup.seats)  # one for each seat; none: whoever answers has acted
        self.times = numbers(times_of(self.levels))
        stepper = self.stepper()
        self.catalogue: Catalogue = stepper.rules.catalogue
        self.wait: int = int(stepper.wait)
        self.size: int = self.wait + 1  # every action, and to wait
        self.eyes = Eyes(stepper.rules, [phase.name for phase in info.phases])
        self.width: int = int(self.eyes.width)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """The same plan is made again where it is needed."""
        return EnvPlan, self.made_from

    @property
    def seats(self) -> int:
        return self.setup.seats

    def rules(self, dice: FastDice) -> Rules:
        setup = self.setup
        rules = setup.info.table(setup.seats, setup.deck, setup.options, dice, setup.version)
        if self.memory:
            rules.cards.track()
        return rules

    def stepper(self) -> Stepper:
        dice = FastDice(0)
        rules = self.rules(dice)
        hands = Hands(self.seats, self.times) if self.levels else None
        return Stepper(rules, dice, FastDice(0), self.most, Moves(rules.catalogue.size + 1), hands)

    def tables(self, number: int) -> Tables:
        return Tables(self.stepper(), self.eyes, number)

    def words(self, answer: int, rules: Rules | None = None, seat: int = 0) -> str:
        """An answer as people would say it."""
        if whole(answer) is None:
            raise UsageProblem(f"{answer!r} is not an action: they are numbers from 0 to {self.wait}")
        if answer == self.wait:
            return "wait"
        return self.catalogue.text(answer) if rules is None else rules.wording(seat, answer)


def table_seed(seed: int, number: int) -> int:
    """The seed of one table among many."""
    return int(mixed(check_seed(seed), number + (1 << 20)))


def rewards_of(places: list[int]) -> list[float]:
    """1 for the first, −1 for the last, evenly between; who shares a place shares what their places are worth.

    They add up to 0.
    """
    return [rewards_for(place, places.count(place), len(places)) for place in places]


def rewards_for(place: Any, equal: Any, seats: int) -> Any:
    """Of a place that so many share, numbers or arrays: the places that they share are counted on from theirs."""
    return (seats - 2 * place - equal + 2) / max(seats - 1, 1)
