"""A table from its journal: after a crash, on another machine, or to check what was played.

The same inputs are fed to the same rules, by the version of the rules that they were played by, and every verdict, draw
and race must come out as it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec import structs

from slamdeck.core.game import GameInfo
from slamdeck.core.problems import CheckFailed, Problem
from slamdeck.core.rules import VERDICT_NAMES
from slamdeck.table.company.bot_seats import BotHouse
from slamdeck.table.journal.entries import (
    Agreed,
    ChainedEntry,
    Dealt,
    Decided,
    Ended,
    Given,
    Guarded,
    JournalEntry,
    Opened,
    Passed,
    Paused,
    Played,
    Raced,
    Sealed,
    Seated,
    Seeded,
    Stopped,
    Timed,
    WentOn,
)
from slamdeck.table.journal.journal import Journal, read_entry
from slamdeck.table.live import LiveTable
from slamdeck.table.races import bracket
from slamdeck.table.races.closing import rejudge, rejudge_input
from slamdeck.table.state import SEALING, WITHHELD, TableState, find_info

Watching = Callable[[TableState, int, JournalEntry], None]


def rebuild(
    entries: Iterable[ChainedEntry], games: Mapping[str, GameInfo], bots: BotHouse, new_seed: Callable[[], bytes]
) -> LiveTable:
    """The table as it was after the last of these entries. Nobody is connected yet: call `wake` when it shall go on."""
    state, journal = read_table(entries, games)
    return LiveTable(state, journal, bots, new_seed)


def read_table(
    entries: Iterable[ChainedEntry], games: Mapping[str, GameInfo], watch: Watching | None = None
) -> tuple[TableState, Journal]:
    """Replay a journal, of which no more than the present entry has to be in memory; a Problem names the first entry
    that does not fit. `watch` sees the table after every entry."""
    rest = iter(entries)
    first = next(rest, None)
    if first is None:
        raise CheckFailed("the journal is empty")
    opened = read_entry(first)
    if not isinstance(opened, Opened):
        raise CheckFailed("entry 1: does not open a table")
    journal = Journal(opened.table)
    journal.accept(first)
    try:
        state = TableState(opened, find_info(opened.game, games))
    except Problem as problem:
        raise CheckFailed(f"entry 1: {problem}") from problem
    for chained in rest:
        entry = journal.accept(chained)
        try:
            replay(state, entry)
            if watch is not None:
                watch(state, chained.seq, entry)
        except Problem as problem:
            raise CheckFailed(f"table {opened.table}, entry {chained.seq}: {problem}") from problem
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            # A record from a stranger may hold numbers that no table ever wrote.
            raise CheckFailed(f"table {opened.table}, entry {chained.seq}: makes no sense") from error
    return state, journal


def replay(state: TableState, entry: JournalEntry) -> None:
    if state.game is None and isinstance(entry, Played | Passed | Raced | Decided | Paused | WentOn | Ended | Stopped):
        raise CheckFailed("no game has been dealt")
    match entry:
        case Opened():
            raise CheckFailed("the table is open already")
        case Given():
            state.give(entry)
        case Seated():
            state.seat(entry.seats, entry.host)
        case Agreed():
            state.agree(entry.options, entry.settings, entry.deck)
        case Guarded():
            state.guard(entry)
        case Timed():
            state.time_by(entry)
        case Sealed():
            state.seal(entry)
        case Dealt():
            if state.phase != SEALING:
                raise CheckFailed("nothing was promised before this deal")
            state.deal(entry)
        case Seeded():
            state.deal_openly(entry)
        case Played():
            replay_input(state, entry)
        case Passed():
            state.wait(entry.at)
            state.released(entry.event)
        case Raced() | Decided():
            replay_race(state, entry)
        case Paused():
            state.pause(entry.at)
        case WentOn():
            state.go_on(entry)
        case Ended():
            replay_end(state, entry)
        case Stopped():
            if entry != state.stop():
                raise CheckFailed("what was told does not follow from the game")


def replay_input(state: TableState, entry: Played) -> None:
    if entry.do != state.text_of(entry.action):
        raise CheckFailed(f"says {entry.do!r} for action {entry.action}")
    if entry.id >= 0 and not 0 <= entry.seat < len(state.seats):
        raise CheckFailed(f"nobody has seat {entry.seat}")
    if entry.judged is not None and rejudge_input(entry.judged) != entry.judged:
        raise CheckFailed("its time does not follow from what was measured")
    if entry.verdict not in WITHHELD:
        line = state.feed(entry.at, entry.seat, entry.action)
        if (VERDICT_NAMES[line.verdict], line.clause) != (entry.verdict, entry.clause):
            said = f"{VERDICT_NAMES[line.verdict]} {line.clause}".strip()
            raise CheckFailed(f"says {entry.verdict} {entry.clause} for {entry.do!r}, the rules say {said}")
    state.remember(entry)
    state.released(entry.event)


def replay_race(state: TableState, entry: Raced | Decided) -> None:
    """By the law that it was judged by."""
    fits = True
    if isinstance(entry, Decided):
        fits = entry.record is None or rejudge(entry.record) == entry.record
    elif entry.record is not None:
        fits = bracket.rejudge(entry.record) == entry.record
    if not fits:
        raise CheckFailed("the race does not follow from what was measured")
    if entry.drawn and (state.tie_dice is None or state.draw(entry.drawn) != entry.drawn):
        raise CheckFailed("the dead heat was not drawn from the seed")
    state.released(entry.event)


def replay_end(state: TableState, entry: Ended) -> None:
    """At tables that were opened in format 1 a result need not say what was told."""
    result = state.result() if state.rules.over else None
    if result is not None and not entry.told and state.format == 1:
        result = structs.replace(result, told=b"")
    if result != entry:
        raise CheckFailed("the result does not follow from the game")
    state.end(entry)
