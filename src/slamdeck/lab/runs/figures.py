"""What the rows of a run add up to: shares by seat, by distance from the starter and by bot; quantiles; ratings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from slamdeck.lab.extras import needed
from slamdeck.lab.runs.plans import TOURNAMENT, GameRow, RunPlan
from slamdeck.lab.statistics import Z95, Running, share_interval
from slamdeck.lab.tournament import Standing, first_share, standing_of

MEASURED: Final = ("turns", "inputs", "ms", "races", "fouls", "longest_hand")
QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass
class Share:
    """How often something won; a shared win counts its share."""

    won: float = 0.0
    chances: int = 0

    def add(self, won: float) -> None:
        self.won += won
        self.chances += 1

    def as_json(self) -> dict[str, object]:
        low, high = share_interval(self.won, self.chances)
        share = self.won / self.chances if self.chances else None
        return {"share": share, "interval95": [low, high], "games": self.chances}


@dataclass
class Figures:
    """The rows of one cell."""

    seats: int
    games: int = 0
    unfinished: int = 0
    by_seat: list[Share] = field(default_factory=list)
    by_distance: list[Share] = field(default_factory=list)  # from the starter, clockwise: 0 is who began
    by_bot: dict[str, Share] = field(default_factory=dict)
    endings: dict[str, int] = field(default_factory=dict)
    values: dict[str, list[int]] = field(default_factory=dict)

    def add(self, row: GameRow) -> None:
        self.games += 1
        for name in MEASURED:
            self.values.setdefault(name, []).append(getattr(row, name))
        if not row.places:
            self.unfinished += 1
            return
        self.endings[row.clause] = self.endings.get(row.clause, 0) + 1
        winners = [seat for seat, place in enumerate(row.places) if place == 1]
        for seat in range(self.seats):
            won = 1 / len(winners) if seat in winners else 0.0
            self.by_seat[seat].add(won)
            self.by_distance[(seat - row.starter) % self.seats].add(won)
            if row.bots:
                self.by_bot.setdefault(row.bots[seat], Share()).add(won)

    def quantiles(self, name: str) -> list[float]:
        return quantiles_of(sorted(self.values.get(name, [])))

    def as_json(self) -> dict[str, object]:
        return {
            "seats": self.seats,
            "games": self.games,
            "unfinished": self.unfinished,
            "wins_by_seat": [share.as_json() for share in self.by_seat],
            "wins_by_distance_from_starter": [share.as_json() for share in self.by_distance],
            "wins_by_bot": {name: share.as_json() for name, share in self.by_bot.items()},
            "quantiles": {
                name: dict(zip(map(str, QUANTILES), self.quantiles(name), strict=True))
                for name in MEASURED
                if self.values.get(name)
            },
            "endings": dict(sorted(self.endings.items())),
        }


def figures_of(rows: Iterable[GameRow], cells: int) -> list[Figures | None]:
    found: list[Figures | None] = [None] * cells
    for row in rows:
        figures = found[row.cell]
        if figures is None:
            seats = range(row.seats)
            figures = Figures(row.seats, by_seat=[Share() for _ in seats], by_distance=[Share() for _ in seats])
            found[row.cell] = figures
        figures.add(row)
    return found


def standings_of(plan: RunPlan, rows: Iterable[GameRow]) -> list[Standing]:
    """Of a tournament: who won the duels of each cell. The unit of the statistics is the deal, played twice."""
    if plan.kind != TOURNAMENT:
        return []
    shares = [Running() for _ in plan.cells]
    names = [("", "")] * len(plan.cells)
    before = 0.0
    for row in rows:
        turn = row.number % 2
        share = first_share(row.places, turn)
        if turn == 0:
            before = share
            names[row.cell] = row.bots[0], row.bots[1]
        else:
            shares[row.cell].add((before + share) / 2)
    return [standing_of(*pair, running) for pair, running in zip(names, shares, strict=True)]


def quantiles_of(ordered: list[int]) -> list[float]:
    """Between two values where a quantile falls between them (as NumPy does by default)."""
    if not ordered:
        return []
    found: list[float] = []
    for share in QUANTILES:
        place = share * (len(ordered) - 1)
        low = int(place)
        high = min(low + 1, len(ordered) - 1)
        found.append(ordered[low] + (place - low) * (ordered[high] - ordered[low]))
    return found


def ratings_of(rows: Iterable[GameRow]) -> dict[str, dict[str, float]]:
    """Every bot's rating with its 95 % interval, by the places of all games (Plackett–Luce; openskill).

    The cells of a run take turns: what was rated last counts most, and that should not be one pairing. A Problem where
    there is something to rate, but nothing to do it with.
    """
    rated_rows = [row for row in rows if len(set(row.bots)) > 1 and row.places]
    if not rated_rows:
        return {}
    model = needed("openskill.models", "lab").PlackettLuce()
    ratings: dict[str, object] = {}
    for row in sorted(rated_rows, key=lambda row: (row.number, row.cell)):
        seated = [[ratings.setdefault(bot, model.rating(name=bot))] for bot in row.bots]
        rated = model.rate(seated, ranks=[float(place) for place in row.places])
        for bot in set(row.bots):
            mine = [team[0] for seat, team in enumerate(rated) if row.bots[seat] == bot]
            middle = sum(rating.mu for rating in mine) / len(mine)  # a bot that has several seats has one rating
            spread = sum(rating.sigma for rating in mine) / len(mine)
            ratings[bot] = model.rating(mu=middle, sigma=spread, name=bot)
    return {
        name: {"rating": rating.mu, "low": rating.mu - Z95 * rating.sigma, "high": rating.mu + Z95 * rating.sigma}  # type: ignore[attr-defined]
        for name, rating in sorted(ratings.items())
    }
