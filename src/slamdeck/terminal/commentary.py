"""A game of a record as a commentary: what happened, sentence by sentence, and everybody's times in its races."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from slamdeck.core.deck import Deck
from slamdeck.core.game import GameInfo
from slamdeck.table.films.making import frame_for, is_race
from slamdeck.table.films.parts import Film, FilmStep
from slamdeck.table.messages import Race, SeatTime
from slamdeck.table.races.evidence import COUNTING, Goal, RaceOutcome, Verdict
from slamdeck.terminal.chronicle import Chronicle

NOBODY: Final = -1
BAR: Final = 30  # signs, for the slowest hand
IN_ORDER: Final = COUNTING | {Verdict.LATE}


def commentary(film: Film, info: GameInfo, deck: Deck, eyes: int, race: int = 0) -> Iterator[str]:
    """Line by line, as these eyes saw it; with `race`, that race alone, with the cards that led to it."""
    names = [seat.name for seat in film.seats]
    if not race:
        yield heading(film)
    teller = Commentator(info, deck, names)
    told: list[str] = []
    races = 0
    for step in film.steps:
        told += teller.tell(step, eyes)
        if step.race is not None and is_race(step):
            races += 1
            told += teller.flush()
            told += [f"{'':9}{line}" for line in race_lines(step.race, races, teller.names, step.band)]
            if race == races:
                yield from told[-(4 + len(step.race.times)) :]
                return
        if not race:
            yield from told
            told = []
    yield from teller.flush() if not race else [f"This game has {races} races."]
    if film.finished and not race:
        yield ""
        yield f"It ends because {film.reason}." + (f" [{film.clause}]" if film.clause else "")


def heading(film: Film) -> str:
    people = ", ".join(f"{seat.name} ({seat.bot})" if seat.bot else seat.name for seat in film.seats)
    which = f", game {film.number} of {film.games}" if film.games > 1 else ""
    return f"{film.title}, {film.table}{which}: {people}"


class Commentator:
    """Cards that are merely played share quiet lines; everything else is a sentence of its own."""

    def __init__(self, info: GameInfo, deck: Deck, names: list[str]) -> None:
        self.names = names
        self.chronicle = Chronicle(info, deck, names, NOBODY)
        self.began = 0  # the quiet line that is being written

    def tell(self, step: FilmStep, eyes: int) -> list[str]:
        if step.names:
            self.names = self.chronicle.names = step.names
        if not self.chronicle.lines:
            self.began = step.at
        for told in frame_for(step, eyes).told:
            self.chronicle.hear(told)
        if step.verdict not in ("", "applied") and not frame_for(step, eyes).told:
            self.chronicle.whisper(self.in_vain(step), step.clause)
        done: list[str] = []
        lines = self.chronicle.lines
        while len(lines) > 1 or (lines and lines[0].tone != "quiet"):
            done.append(self.timed(lines.popleft().text))
            self.began = step.at
        return done

    def flush(self) -> list[str]:
        done = [self.timed(line.text) for line in self.chronicle.lines]
        self.chronicle.lines.clear()
        return done

    def in_vain(self, step: FilmStep) -> str:
        who = self.names[step.seat] if 0 <= step.seat < len(self.names) else "The host"
        why = f", {step.why}" if step.why else ""
        return f"{who}: {step.do} ({step.verdict}{why})."

    def timed(self, text: str) -> str:
        return f"{clock(self.began):>7}  {text}"


def race_lines(race: Race, number: int, names: list[str], band: int) -> list[str]:
    """Everybody's milliseconds, the fastest first."""
    shown = sorted(race.times, key=lambda one: (reaction_of(one) is None, reaction_of(one) or 0))
    slowest = max([reaction_of(one) or 0 for one in shown] or [0]) or 1
    wide = max(len(names[one.seat]) for one in shown) if shown else 0
    lines = [f"Race {number}{outcome_of(race, names)}"]
    for one in shown:
        time = reaction_of(one)
        if time is None:
            lines.append(f"  {names[one.seat]:{wide}}  {'':7}  {one.verdict.value}")
            continue
        about = "≈" if one.verdict is Verdict.ESTIMATED else ""
        why = f"  ({one.why.value})" if one.why.value else ""
        late = "  late" if one.verdict is Verdict.LATE else ""
        bar = "▇" * max(1, round(BAR * time / slowest))
        lines.append(f"  {names[one.seat]:{wide}}  {f'{about}{round(time / 1000)} ms':>7}  {bar}{why}{late}")
    if band and race.outcome is RaceOutcome.DEAD_HEAT:
        lines.append(f"  closer together than {band / 1000:g} ms: nobody can tell them apart")
    return lines


def reaction_of(one: SeatTime) -> int | None:
    timed = one.verdict in IN_ORDER and one.reaction is not None and one.reaction >= 0
    return one.reaction if timed else None


def outcome_of(race: Race, names: list[str]) -> str:
    who = " and ".join(names[seat] for seat in race.seats)
    if race.outcome is RaceOutcome.VOID:
        return ": it does not count, a connection hung."
    if race.outcome is RaceOutcome.DEAD_HEAT:
        return f": a dead heat of {who}."
    return f": {who} first." if race.goal is Goal.FIRST_WINS else f": {who} last."


def clock(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02}.{ms // 100 % 10}"
