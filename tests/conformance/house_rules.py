"""House rules by chance: every switch and every choice of a game, thrown together."""

from __future__ import annotations

import random
from typing import Literal, get_args, get_origin

import msgspec

from slamdeck.core.game import GameInfo
from slamdeck.core.options import Options
from slamdeck.core.problems import UsageProblem


def switches_of(info: GameInfo) -> dict[str, tuple[object, ...]]:
    """The options that are a choice between a few things, and what there is to choose from."""
    found: dict[str, tuple[object, ...]] = {}
    for field in msgspec.structs.fields(info.options):
        kind = field.type
        while get_origin(kind) is not None and get_origin(kind) is not Literal:
            kind = get_args(kind)[0]
        if kind is bool:
            found[field.name] = (False, True)
        elif get_origin(kind) is Literal:
            found[field.name] = get_args(kind)
    return found


def some_house_rules(info: GameInfo, seats: int, roll: random.Random, live: bool) -> Options:
    """What goes together at this table; mostly the whole letter of the box, or any mixture."""
    usual = {} if live else dict(info.simulated)
    for _ in range(20):
        chosen = {name: roll.choice(values) for name, values in switches_of(info).items()}
        try:
            return info.read_options({**usual, **chosen}, seats)
        except UsageProblem:
            continue
    return info.read_options(usual, seats)
