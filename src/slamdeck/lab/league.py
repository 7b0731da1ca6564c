"""Named bots at one table, many games: what `slamdeck arena` reports."""

from __future__ import annotations

from slamdeck.bots.roster import BotName, seat_bot
from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.options import Options
from slamdeck.lab.arena import Arena
from slamdeck.lab.simulation import game_seed
from slamdeck.lab.statistics import Running, share_interval


class League:
    """One table of bots; complete after every game, so stopping loses nothing."""

    def __init__(self, info: GameInfo, bots: list[BotName], options: Options, seed: int) -> None:
        self.info = info
        self.bots = bots
        self.seed = seed
        self.dice = FastDice(0)
        rules = info.table(len(bots), info.deck(), options, self.dice)
        rules.cards.track()
        guests = [seat_bot(bot, info, rules, seat, game_seed(seed, seat + 1)) for seat, bot in enumerate(bots)]
        self.arena = Arena(rules, guests)
        self.games = 0
        self.unfinished = 0
        self.wins = [0.0] * len(bots)
        self.inputs = Running()
        self.seconds = Running()
        self.fouls = Running()

    def play_next(self) -> None:
        self.dice.reseed(game_seed(self.seed, 100 + self.games))
        result = self.arena.play()
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
            "inputs": self.inputs.as_json(),
            "seconds": self.seconds.as_json(),
            "fouls": self.fouls.as_json(),
        }
