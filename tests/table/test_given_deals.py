"""A deal that is given: the same for everybody, played as it is, and secret while others have yet to play it."""

from __future__ import annotations

import pytest

from slamdeck.bots.roster import House
from slamdeck.core.problems import CheckFailed, NotLetIn
from slamdeck.core.recorded_hands import RecordedHands
from slamdeck.games import all_games, find_game
from slamdeck.table import messages as say
from slamdeck.table.company.bot_seats import GHOST
from slamdeck.table.journal.commitment import seal
from slamdeck.table.journal.entries import Given, Sealed, SeatHeld
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.journal.rebuild import read_table
from slamdeck.table.live import LiveTable
from slamdeck.table.settings import Settings
from tests.table.evening import seeds

NOTHING_RECORDED = RecordedHands(inputs=(), times=())
OPTIONS: dict[str, object] = {"time_limit_ms": 4_000, "toss_ms": 600, "min_toss_ms": 100}


def table_of(code: str, kind: str = "today", seed: bytes = b"\7" * 32) -> LiveTable:
    given = Given(kind=kind, seed=seed, hands=NOTHING_RECORDED, day="2026-11-18")  # type: ignore[arg-type]
    table = LiveTable.open(
        code, find_game("slamwich"), House(), seeds(1), options=OPTIONS, settings=Settings(absent="skip"), given=given
    )
    ghosts = [SeatHeld(who=f"bot:{seat}", name=f"Ghost {seat}", bot=GHOST) for seat in (1, 2)]
    table.seats.change([SeatHeld(who="mia", name="Mia"), *ghosts], "mia")
    table.join(0, "mia", "Mia")
    return table


def started(table: LiveTable) -> LiveTable:
    table.receive(0, "mia", say.Seal(seal(b"\1" * 32)))
    table.receive(0, "mia", say.Start())
    return table


def heard(table: LiveTable, kind: type[say.ToClient]) -> list[say.ServerMessage]:
    return [one.message for one in table.take_deliveries() if isinstance(one.message, kind)]


def play_out(table: LiveTable) -> None:
    now = 0
    while table.state.phase != "over":
        now = max(now, table.next_wakeup(now) or 0)
        table.tick(now)


def stacks(table: LiveTable) -> list[list[int]]:
    rules = table.state.rules
    return [list(rules.cards.listed(zone)) for zone in range(int(rules.cards.zones))]


def test_everybody_has_the_same_cards_whatever_their_table_and_their_numbers() -> None:
    first, second = started(table_of("AAAA1111")), started(table_of("BBBB2222"))
    assert stacks(first) == stacks(second)
    assert stacks(first) != stacks(started(table_of("CCCC3333", seed=rb"\8" * 32)))


def test_nobody_changes_it_pauses_it_plays_it_twice_or_looks_on() -> None:
    table = table_of("AAAA1111")
    for wish in (
        say.SetOptions({"toss_ms": 9_000}),
        say.SetHandicap(0, 250),
        say.SetBot(1, "kid"),
        say.AddBot("kid"),
        say.Remove(1),
        say.StandUp(),
        say.OpenUp(True),
        say.MakeHost(1),
        say.SetSettings(Settings()),
    ):
        table.take_deliveries()
        table.receive(0, "mia", wish)
        assert [type(one) for one in heard(table, say.Refused)] == [say.Refused], wish
    with pytest.raises(NotLetIn):
        table.join(0, "ben", "Ben", watch=True)
    started(table)
    table.take_deliveries()
    table.receive(0, "mia", say.Pause())
    assert heard(table, say.Refused)
    play_out(table)
    for again in (say.Start(), say.Ready()):
        table.receive(1, "mia", again)
        assert table.state.phase == "over"


def test_todays_seed_is_not_revealed_yesterdays_is() -> None:
    for kind, revealed in (("today", 0), ("practice", 1)):
        table = started(table_of("AAAA1111", kind))
        play_out(table)
        deliveries = table.take_deliveries()
        assert sum(isinstance(one.message, say.Revealed) for one in deliveries) == revealed
        if kind == "today":
            assert not any(b"BwcHBwcHBwc" in one.data for one in deliveries)  # the seed, as bytes travel


def test_its_record_verifies_and_another_deal_does_not() -> None:
    table = started(table_of("AAAA1111", "practice"))
    play_out(table)
    entries = table.take_entries()
    assert isinstance(read_entry(entries[1]), Given)
    state, _ = read_table(entries, all_games())
    assert state.phase == "over"
    table.state.phase = "lobby"
    with pytest.raises(CheckFailed, match="before anybody sits down"):
        state.give(Given(kind="today", seed=rb"\8" * 32, hands=NOTHING_RECORDED))
    sealed = next(entry for entry in map(read_entry, entries) if isinstance(entry, Sealed))
    assert not any(sealed.sealed)
    state.seed = rb"\8" * 32
    with pytest.raises(CheckFailed, match="another than the one that was given"):
        state.key_with(sealed.sealed)
