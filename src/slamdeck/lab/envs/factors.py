"""Actions in parts: the verb first, then one choice for each of its arguments.

A game's flat action space has a number for every form of every verb; Lowdown at four seats has more than 4,000. In
parts the same actions are a few small choices, one after the other, for agents that choose them so.
"""

from __future__ import annotations

from slamdeck.core.actions import Catalogue
from slamdeck.core.problems import UsageProblem


class Factors:
    """The flat answers of an environment in parts, and back. To wait is the verb after the last."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.wait = int(catalogue.size)
        longest = max((len(verb.parameters) for verb in catalogue.verbs), default=0)
        sizes = [len(catalogue.verbs) + 1]
        for place in range(longest):
            there = [verb.parameters[place] for verb in catalogue.verbs if place < len(verb.parameters)]
            sizes.append(max(parameter.choices for parameter in there))
        self.sizes = tuple(sizes)  # how many choices each part has at most

    def parts(self, answer: int) -> tuple[int, ...]:
        """Verb and arguments of a flat answer; an optional argument left out is choice 0, what does not exist is 0."""
        if answer == self.wait:
            return (len(self.catalogue.verbs), *[0] * (len(self.sizes) - 1))
        verb = self.catalogue.verb_of(answer)
        chosen = [
            choice + (1 if parameter.optional else 0)
            for parameter, choice in zip(verb.parameters, verb.choices(answer), strict=True)
        ]
        return (self.catalogue.verbs.index(verb), *chosen, *[0] * (len(self.sizes) - 1 - len(chosen)))

    def flat(self, parts: tuple[int, ...] | list[int]) -> int:
        """The answer that these parts make."""
        if not parts:
            raise UsageProblem("an answer in parts begins with a verb")
        number = int(parts[0])
        if number == len(self.catalogue.verbs):
            return self.wait
        if not 0 <= number < len(self.catalogue.verbs):
            raise UsageProblem(f"{number} is not a verb: there are {len(self.catalogue.verbs)}, and one more to wait")
        verb = self.catalogue.verbs[number]
        if len(parts) <= len(verb.parameters):
            raise UsageProblem(f"{verb.name} has {len(verb.parameters)} arguments, not {len(parts) - 1}")
        choices: list[int] = []
        for parameter, chosen in zip(verb.parameters, parts[1:], strict=False):
            choice = int(chosen) - (1 if parameter.optional else 0)
            if not 0 <= int(chosen) < parameter.choices:
                raise UsageProblem(f"{verb.name}: {chosen} is not a choice for {parameter.name}")
            choices.append(choice)
        return int(verb.code(choices))

    def possible(self, answers: list[int], chosen: tuple[int, ...] = ()) -> list[int]:
        """What the next part can be, if these answers are possible and these parts are chosen already."""
        place = len(chosen)
        fitting = [self.parts(answer) for answer in answers]
        return sorted({parts[place] for parts in fitting if parts[:place] == tuple(chosen)})
