"""Named bots at one table, many games: what `slamdeck arena` reports."""

from __future__ import annotations

from slamdeck.bots.roster import BotName
from slamdeck.core.game import GameInfo
from slamdeck.core.options import Options
from slamdeck.lab.statistics import Running, share_interval, shares_as_json
from slamdeck.lab.tournament import TableOfBots


class League:
    """One table of bots; complete after every game, so stopping loses nothing.

    Game k of a seed is the same whatever was played before: every game has bots of its own.
    """

    def __init__(self, info: GameInfo, bots: list[BotName], options: Options, seed: int) -> None:
        self.info = info
        self.bots = bots
        self.seed = seed
        self.table = TableOfBots(info, info.deck(), options, seed)
        self.games = 0
        self.unfinished = 0
        self.wins = [0.0] * len(bots)
        self.by_distance = [0.0] * len(bots)  # from who began, clockwise
        self.inputs = Running()
        self.seconds = Running()
        self.fouls = Running()

    def play_next(self) -> None:
        arena = self.table.arena(self.bots, self.games)
        result = arena.play()
        self.games += 1
        self.inputs.add(result.inputs)
        self.seconds.add(result.ended_at / 1000)
        self.fouls.add(result.fouls)
        if result.outcome is None:
            self.unfinished += 1
            return
        winners = result.outcome.winners()
        for seat in winners:
            self.wins[seat] += 1 / len(winners)
            self.by_distance[(seat - arena.starter) % len(self.bots)] += 1 / len(winners)

    def as_json(self) -> dict[str, object]:
        return {
            "game": self.info.slug,
            "seed": self.seed,
            "games": self.games,
            "unfinished": self.unfinished,
            "bots": [
                {
                    "seat": seat,
                    "bot": str(bot),
                    "share": self.wins[seat] / self.games if self.games else None,
                    "interval95": share_interval(self.wins[seat], self.games),
                }
                for seat, bot in enumerate(self.bots)
            ],
            "by_distance_from_starter": shares_as_json(self.by_distance, self.games),
            "inputs": self.inputs.as_json(),
            "seconds": self.seconds.as_json(),
            "fouls": self.fouls.as_json(),
        }
