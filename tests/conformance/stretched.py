"""Every scenario of every game, played with other action codes: nothing may rest on a code being what it is.

Run as a program, in plain Python: every argument has one value more than declared, and a verb that nobody uses stands
behind the first one, so hardly any code is what it was and none lies as far from its neighbours. Prints the scenarios
that fail as JSON, and how many actions each game has.
"""

from __future__ import annotations

import json

from slamdeck.core import actions
from slamdeck.core.actions import Catalogue, Parameter, Verb

declare = Parameter.__init__
number = Catalogue.__init__


def declare_one_more(
    parameter: Parameter,
    name: str,
    values: list[str],
    means: str = actions.WORD,
    optional: bool = False,
    keyword: bool = False,
    nearest: bool = False,
) -> None:
    declare(parameter, name, values if nearest else [*values, "unused"], means, optional, keyword, nearest)


def number_with_a_gap(catalogue: Catalogue, game: str, verbs: list[Verb]) -> None:
    gap = Verb("unused", [Parameter("value", [str(value) for value in range(100)])])
    number(catalogue, game, [*verbs[:1], gap, *verbs[1:]])


def failing() -> dict[str, object]:
    from slamdeck.core.dice import FastDice
    from slamdeck.core.scenarios import load_scenario, run_scenario
    from slamdeck.games import all_games

    failed: dict[str, list[str]] = {}
    sizes: dict[str, int] = {}
    for slug, info in all_games().items():
        options = info.read_options({}, info.most)
        sizes[slug] = int(info.table(info.most, info.deck(), options, FastDice(1)).catalogue.size)
        for path in sorted((info.folder / "scenarios").glob("*.toml")):
            try:
                wrong = run_scenario(load_scenario(path), info, path)
            except Exception as error:
                wrong = [repr(error)]
            if wrong:
                failed[f"{slug}/{path.stem}"] = wrong
    return {"failed": failed, "sizes": sizes}


if __name__ == "__main__":
    Parameter.__init__ = declare_one_more  # type: ignore[method-assign,assignment]
    Catalogue.__init__ = number_with_a_gap  # type: ignore[method-assign,assignment]
    print(json.dumps(failing()))
