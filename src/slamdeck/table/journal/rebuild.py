"""A table from its journal: after a crash, on another machine, or to check what was played.

The same inputs are fed to the same rules, and every verdict, draw and race must come out as it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from slamdeck.core.game import GameInfo
from slamdeck.core.problems import CheckFailed
from slamdeck.core.rules import VERDICT_NAMES
from slamdeck.table.company.bot_seats import BotHouse
from slamdeck.table.journal.entries import (
    Agreed,
    Dealt,
    Ended,
    Entry,
    Link,
    Opened,
    Passed,
    Paused,
    Played,
    Raced,
    Sealed,
    Seated,
    WentOn,
)
from slamdeck.table.journal.journal import Journal, read_entry
from slamdeck.table.live import LiveTable
from slamdeck.table.races.law import rejudge
from slamdeck.table.state import WITHHELD, TableState


def rebuild(
    links: Sequence[Link], games: Mapping[str, GameInfo], bots: BotHouse, new_seed: Callable[[], bytes]
) -> LiveTable:
    """The table as it was after the last of these entries. Nobody is connected yet: call `wake` when it shall go on."""
    state, journal = read_table(links, games)
    return LiveTable(state, journal, bots, new_seed)


def read_table(links: Sequence[Link], games: Mapping[str, GameInfo]) -> tuple[TableState, Journal]:
    """Replay a journal; a Problem names the first entry that does not fit."""
    if not links:
        raise CheckFailed("the journal is empty")
    opened = read_entry(links[0])
    if not isinstance(opened, Opened):
        raise CheckFailed("entry 1: does not open a table")
    if opened.game not in games:
        raise CheckFailed(f"entry 1: there is no game {opened.game!r}")
    journal = Journal(opened.table)
    state = TableState(opened, games[opened.game])
    for link in links:
        entry = journal.accept(link)
        try:
            replay(state, entry)
        except CheckFailed as problem:
            raise CheckFailed(f"table {opened.table}, entry {link.seq}: {problem}") from problem
    return state, journal


def replay(state: TableState, entry: Entry) -> None:
    match entry:
        case Seated():
            state.seat(entry.seats, entry.host)
        case Agreed():
            state.agree(entry.options, entry.settings)
        case Sealed():
            state.seal(entry)
        case Dealt():
            state.deal(entry)
        case Played():
            replay_input(state, entry)
        case Passed():
            state.wait(entry.at)
            state.released(entry.event)
        case Raced():
            replay_race(state, entry)
        case Paused():
            state.pause(entry.at)
        case WentOn():
            state.go_on(entry)
        case Ended():
            if state.game is None or not state.rules.over or state.result() != entry:
                raise CheckFailed("the result does not follow from the game")
            state.end(entry)


def replay_input(state: TableState, entry: Played) -> None:
    if entry.verdict not in WITHHELD:
        line = state.feed(entry.at, entry.seat, entry.action)
        if (VERDICT_NAMES[line.verdict], line.clause) != (entry.verdict, entry.clause):
            said = f"{VERDICT_NAMES[line.verdict]} {line.clause}".strip()
            raise CheckFailed(f"says {entry.verdict} {entry.clause} for {entry.do!r}, the rules say {said}")
    state.remember(entry)
    state.released(entry.event)


def replay_race(state: TableState, entry: Raced) -> None:
    if entry.record is not None and rejudge(entry.record) != entry.record:
        raise CheckFailed("the race does not follow from what was measured")
    if entry.drawn and state.draw(entry.drawn) != entry.drawn:
        raise CheckFailed("the dead heat was not drawn from the seed")
    state.released(entry.event)
