"""How often should a hand that goes up in Hands Down be a fake? The small game solved, and what our bots do.

    python docs/studies/hands_down_faking.py

One player raises a hand: a slap, or a fake. Each of k rivals answers at once or waits for the landing. Who answers a
fake pays a card (HD-32); of those who waited for a slap the last pays one, all equally likely; who answered a slap at
once is safe. In cards, with F the share of wind-ups that are fakes:

    waiting costs (1 - F) / k        answering at once costs F

so rivals are indifferent at F* = 1 / (k + 1). A fake costs its player nothing: below F* it would pay to fake more, for
everybody answers at once; from F* on nobody should answer, and fakes win nothing. Every F >= F* with rivals who wait is
an equilibrium.
"""

from __future__ import annotations

from slamdeck.bots.levels import LEVELS
from slamdeck.bots.roster import parse_bot, seat_bot
from slamdeck.core.dice import FastDice
from slamdeck.games import find_game
from slamdeck.lab.arena import Arena

GAMES = 100


class WindUps(Arena):
    """Counts how often a hand that goes up is a fake: the first of a turn, and all."""

    def count_in(self, tally: dict[str, int]) -> None:
        self.tally = tally
        self.turn_counted = -1

    def feed(self, at: int, seat: int, action: int) -> int:
        rules = self.rules
        verb = rules.catalogue.verb_of(action).name
        if seat == rules.turn and verb in ("fake", "slap") and rules.phase() in ("ACTION", "FAKE"):
            first = rules.turn_since != self.turn_counted
            self.turn_counted = rules.turn_since
            self.tally[verb] += 1
            self.tally[f"first {verb}"] += first
        return super().feed(at, seat, action)


def wind_ups(seats: int) -> dict[str, int]:
    info = find_game("hands_down")
    tally = {"fake": 0, "slap": 0, "first fake": 0, "first slap": 0}
    for number in range(GAMES):
        rules = info.table(seats, info.deck(), info.read_options({}, seats), FastDice(number))
        rules.cards.track()
        bots = [seat_bot(parse_bot("quick"), info, rules, seat, 100 * number + seat) for seat in range(seats)]
        arena = WindUps(rules, bots)
        arena.count_in(tally)
        arena.play()
    return tally


def main() -> None:
    eager = LEVELS["quick"].eagerness
    print("| seats | F* | bots' F, first of a turn | all | a rival who always answers gains | who always fakes gains |")
    print("|---|---|---|---|---|---|")
    for seats in (3, 4):
        rivals = seats - 1
        tally = wind_ups(seats)
        first = tally["first fake"] / (tally["first fake"] + tally["first slap"])
        every = tally["fake"] / (tally["fake"] + tally["slap"])
        answering = (1 - first) / rivals - first
        faking = (1 - first) * eager * rivals
        print(f"| {seats} | {1 / (rivals + 1):.0%} | {first:.0%} | {every:.0%} | {answering:+.2f} | {faking:+.2f} |")
    print("\nGains in cards for each wind-up; below 0 it would be a loss.")


if __name__ == "__main__":
    main()
