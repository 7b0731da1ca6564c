"""What the house makes of one game: its live table, its terminal, its wire, its bots. Knows no word of any game.

A program of its own as well: it prints what it found, so that a copy of Slamdeck with other words can be compared.
"""

from __future__ import annotations

import json
import re
import sys

import msgspec

from slamdeck.bots.roster import parse_bot, seat_bot
from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.options import bounce_option
from slamdeck.games import find_game
from slamdeck.lab.arena import Arena
from slamdeck.server.http.games_shown import about
from slamdeck.table import messages as say
from slamdeck.terminal.controls import Controls
from tests.table.evening import Evening
from tests.terminal.evenings import evening

HASH = re.compile(r"[0-9a-zA-Z+/=_-]{40,}")  # of words, among other things: it differs where words do


def behaviour(info: GameInfo, short: dict[str, object]) -> dict[str, object]:
    """`short` are house rules under which a game is over soon."""
    return {
        "wire": msgspec.to_builtins(about(info)),
        "table": at_a_table(info, short),
        "terminal": in_the_terminal(info),
        "arena": among_bots(info, short),
    }


def at_a_table(info: GameInfo, short: dict[str, object]) -> dict[str, object]:
    """Everything that anybody is sent in an evening of several hands, near and far, with a bot among them."""
    bounce = bounce_option(info.options)
    assert bounce is not None
    played = Evening(info.slug, (20.0, 150.0), bots=1, seed=5, options={**short, bounce: 450})
    played.start()
    game = played.table.series.play
    assert game is not None
    played.play_on()
    sent = [(one.person, one.message) for one in played.delivered]
    races = [message for _, message in sent if isinstance(message, say.Race)]
    return {
        "bounce": game.arbiter.bounce,
        "races": msgspec.to_builtins(races),
        "breaks": sum(is_break(info, message) for _, message in sent),
        "sent": [[person, HASH.sub("…", msgspec.json.encode(message).decode())] for person, message in sent],
    }


def is_break(info: GameInfo, message: say.ServerMessage) -> bool:
    breaks = [phase.name for phase in info.phases if phase.between_hands]
    return isinstance(message, say.Stim | say.News) and message.view.phase in breaks


def in_the_terminal(info: GameInfo) -> dict[str, object]:
    """Which keys its reflexes have, and what the same fingers do on the same keys."""
    *_, sitting = evening(info, 4, 3, most=1_500)
    keys = Controls(sitting.rules.catalogue).reflexes
    return {"keys": list(keys.values()), "log": [[one.at, one.seat, one.action] for one in sitting.game.log]}


def among_bots(info: GameInfo, short: dict[str, object]) -> list[object]:
    rules = info.table(3, info.deck(), info.read_options(short, 3), FastDice(3))
    guests = [seat_bot(parse_bot(level), info, rules, seat, 7 + seat) for seat, level in enumerate(("quick",) * 3)]
    played = Arena(rules, guests).play()
    assert played.outcome is not None
    return [played.outcome.points, played.inputs, played.fouls, played.ended_at]


if __name__ == "__main__":
    print(json.dumps(behaviour(find_game(sys.argv[1]), json.loads(sys.argv[2]))))
