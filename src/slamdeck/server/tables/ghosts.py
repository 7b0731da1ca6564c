"""A game of an earlier evening, once more: the same deal, and the hands that played it as ghosts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from typing import Final

from slamdeck.bots.ghosts import record_hands
from slamdeck.core.deck import Deck
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.server.daily.shapes import GhostsWanted
from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.http.sessions import person_at
from slamdeck.server.tables.hosted import RunningTable
from slamdeck.server.tables.lobby import Lobby
from slamdeck.server.tables.stored_journal import journal_of
from slamdeck.table.journal.entries import ChainedEntry, Ended, Given
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.journal.rebuild import read_table
from slamdeck.table.settings import Settings
from slamdeck.table.state import TableState

MOST_ENTRIES: Final = 20_000  # of an evening, up to the end of that game: more takes too long to play again
SETTINGS: Final = Settings(absent="skip", late_join=False, next_hand_ms=4_000)


class EarlierGame:
    """What a game is played again from."""

    def __init__(self, state: TableState) -> None:
        self.info: GameInfo = state.info
        self.options: Mapping[str, object] = state.options
        self.deck: Deck = state.deck
        self.names = [seat.name for seat in state.seats]
        self.people = [seat.who for seat in state.seats]
        key = state.key_with(state.nonces)
        hands = record_hands(state.undealt_with(key), state.info.instinct, state.inputs.listed())
        self.given = Given(kind="ghosts", seed=key, hands=hands)


class GhostRaces:
    """One at a time: a long evening is played again from its beginning."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.turn = asyncio.Lock()

    async def open(self, code: str, ask: GhostsWanted, session: str) -> RunningTable:
        record = await self.lobby.record(code)
        if self.turn.locked():
            raise Refusing(No.TOO_MANY, "somebody else's ghosts are just being called; try again in a moment", 2)
        async with self.turn:
            last = min(record.last, MOST_ENTRIES)
            entries = journal_of(self.lobby.store, code, last, asyncio.get_running_loop())
            try:
                earlier = await asyncio.to_thread(lambda: EarlierGame(self.play_again(entries, ask.game)))
            except (CheckFailed, UsageProblem) as problem:
                raise Refusing(No.NO_GHOSTS, str(problem)) from problem
        seat = self.seat_for(earlier, ask.seat, person_at(session, code))
        ghosts = [None if number == seat else name for number, name in enumerate(earlier.names)]
        given = earlier.given
        return await self.lobby.open_given(
            earlier.info, given, ghosts, earlier.options, SETTINGS, ask.name, session, earlier.deck
        )

    def play_again(self, entries: Iterator[ChainedEntry], wanted: int) -> TableState:
        state, _ = read_table(until_end_of(entries, wanted), self.lobby.games)
        if state.version != state.info.rules_version:
            raise UsageProblem("that game was played by older rules; ghosts play by those of today")
        return state

    def seat_for(self, earlier: EarlierGame, wanted: int | None, person: str) -> int:
        """The one that was asked for; else any but the own one, so that one plays against oneself."""
        if wanted is not None:
            if wanted >= len(earlier.names):
                raise Refusing(No.NO_GHOSTS, "there was no such seat in that game")
            return wanted
        return next(number for number, who in enumerate(earlier.people) if who != person)


def until_end_of(entries: Iterator[ChainedEntry], wanted: int) -> Iterator[ChainedEntry]:
    """A journal up to the end of its game of that number."""
    ended = 0
    for chained in entries:
        yield chained
        ended += isinstance(read_entry(chained), Ended)
        if ended == wanted:
            return
    raise UsageProblem("there is no such game, or the evening before it was too long for ghosts")
