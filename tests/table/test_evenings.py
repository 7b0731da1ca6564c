"""Every game, played to its end by two people far apart and two bots, in virtual time."""

from __future__ import annotations

import pytest

from slamdeck.bots.roster import House
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import CheckFailed
from slamdeck.core.views import view_of
from slamdeck.core.zones import PUBLIC
from slamdeck.games import all_games
from slamdeck.table import messages as say
from slamdeck.table.journal.chain import verify
from slamdeck.table.journal.entries import ChainedEntry, Dealt, Decided, Ended, Opened, Played, Sealed
from slamdeck.table.journal.journal import Journal, read_entry
from slamdeck.table.journal.rebuild import read_table, rebuild, replay
from slamdeck.table.state import PLAYING, TableState
from tests.conformance.driving import every_game, snapshot
from tests.scale import scaled
from tests.table.evening import SHORT, Evening, seeds


def everything(state: TableState) -> tuple[object, ...]:
    """All that is true at a table, in a form that can be compared."""
    views = truth = None
    if state.game is not None:
        views = [view_of(state.rules, seat) for seat in [*range(len(state.seats)), PUBLIC]]
        truth = snapshot(state.rules)
    return (
        views,
        truth,
        state.seats,
        state.host,
        state.phase,
        state.paused,
        state.number,
        state.wins,
        state.event,
        state.options,
        state.settings,
        durable_answers(state),
        state.places,
    )


def durable_answers(state: TableState) -> dict[str, list[say.Ok]]:
    """Those that stand in the journal. The others were told to their senders alone."""
    return {
        who: [ok for ok in answers.values() if ok.verdict not in ("unknown", "crowded")]
        for who, answers in state.answered.items()
    }


class Shadow:
    """A second table that knows nothing but the journal, entry by entry."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.journal = Journal("TABLE1")
        self.state: TableState | None = None
        self.read = 0
        self.compared = 0
        evening.after_store.append(self.follow)
        self.follow()

    def follow(self) -> None:
        for link in self.evening.entries[self.read :]:
            entry = self.journal.accept(link)
            if isinstance(entry, Opened):
                self.state = TableState(entry, all_games()[entry.game])
            else:
                assert self.state is not None
                replay(self.state, entry)
        self.read = len(self.evening.entries)
        assert self.state is not None
        assert everything(self.state) == everything(self.evening.table.state)
        assert self.journal.head == self.evening.table.head
        self.compared += 1


@every_game
def test_a_game_is_played_to_its_end_and_the_journal_tells_all_of_it(info: GameInfo) -> None:
    for seed in range(1, scaled(8)):
        evening = Evening(info.slug, trips=(20, 150), bots=2, seed=seed)
        shadow = Shadow(evening)
        evening.start()
        evening.play_on()
        assert shadow.compared > 5
        assert shadow.read == len(evening.entries)
        assert sorted(evening.table.state.wins.values()) in ([1], [1, 1], [1, 1, 1])
        evening.wait(3)
        for browser in evening.people:
            assert not browser.waiting, "every input is answered"
            assert len(browser.got(say.Revealed)) == 1
        races_have_one_outcome(evening)
        updates_have_no_gap(evening)
        verify("TABLE1", evening.entries, evening.table.head)


def races_have_one_outcome(evening: Evening) -> None:
    told: dict[str, list[int]] = {browser.person: [] for browser in evening.people}
    for delivery in evening.delivered:
        if isinstance(delivery.message, say.Race):
            told[delivery.person].append(delivery.message.n)
    for events in told.values():
        assert len(events) == len(set(events)), "one outcome per race"


def updates_have_no_gap(evening: Evening) -> None:
    for browser in evening.people:
        numbers = [m.u for m in browser.got(say.Stim) + browser.got(say.News) if isinstance(m, say.Stim | say.News)]
        assert sorted(numbers) == list(range(1, len(numbers) + 1))


@every_game
def test_nothing_is_sent_before_its_entry_is_written_and_nothing_written_changes(info: GameInfo) -> None:
    evening = Evening(info.slug, seed=9)
    bodies: list[bytes] = []

    def grow() -> None:
        assert [link.body for link in evening.entries[: len(bodies)]] == bodies
        bodies.extend(link.body for link in evening.entries[len(bodies) :])

    evening.after_store.append(grow)
    evening.start()
    evening.play_on()
    last: dict[str, int] = {}  # nobody waits for an entry that only somebody else knows of
    for delivery in evening.delivered:
        assert last.get(delivery.person, 0) <= delivery.after <= len(bodies)
        last[delivery.person] = delivery.after


@every_game
def test_a_table_rebuilt_at_any_entry_can_be_played_to_its_end(info: GameInfo) -> None:
    evening = Evening(info.slug, seed=4)
    evening.start()
    evening.play_on()
    entries = list(evening.entries)
    points = range(8, len(entries), max(1, len(entries) // scaled(16)))
    for cut in points:
        again = Evening(info.slug, seed=4)
        again.entries = entries[:cut]
        again.delivered = []
        again.queue.clear()
        again.table = rebuild(entries[:cut], all_games(), House(), seeds(7))
        again.now = evening.now
        assert again.table.head == entries[cut - 1].head
        again.table.wake(again.now)
        for browser in again.people:
            browser.n = browser.last = 0
            again.come_back(browser.person, fresh=True)
        assert again.run(again.over, 1_800), f"stuck after entry {cut}"
        verify("TABLE1", again.entries, again.table.head)


def test_a_journal_that_was_changed_is_refused() -> None:
    evening = Evening("hit_the_deck", seed=2)
    evening.start()
    evening.play_on()
    links = list(evening.entries)
    read_table(links, all_games())
    for number in range(0, len(links), 7):
        link = links[number]
        forged = ChainedEntry(link.seq, link.prev, link.body[:-2] + b"~}")
        with pytest.raises(CheckFailed):
            read_table([*links[:number], forged, *links[number + 1 :]], all_games())


def test_the_seed_was_promised_before_and_everybodys_number_is_in_it() -> None:
    evening = Evening("lowdown", seed=2)
    evening.start()
    promised = evening.people[0].got(say.Promised)
    evening.play_on()
    evening.wait(1)
    entries = [read_entry(link) for link in evening.entries]
    sealed = next(entry for entry in entries if isinstance(entry, Sealed))
    dealt = next(entry for entry in entries if isinstance(entry, Dealt))
    ended = next(entry for entry in entries if isinstance(entry, Ended))
    assert isinstance(promised[0], say.Promised)
    assert promised[0].commitment == sealed.commitment
    assert dealt.nonces == (evening.people[0].nonce, evening.people[1].nonce, None, None)
    assert ended.seed == sealed.seed
    for delivery in evening.delivered:
        if not isinstance(delivery.message, say.Revealed):
            assert sealed.seed not in repr(delivery.message).encode()


def test_every_move_in_the_journal_is_blinded() -> None:
    evening = Evening("hands_down", seed=3)
    evening.start()
    evening.play_on()
    moves = [entry for link in evening.entries if isinstance(entry := read_entry(link), Played | Decided)]
    assert len({entry.blind for entry in moves}) == len(moves)
    assert all(len(entry.blind) == 16 for entry in moves)


@pytest.mark.parametrize("game", list(SHORT))
def test_lost_messages_never_stop_a_table(game: str) -> None:
    evening = Evening(game, seed=5, loss=0.08)
    evening.start()
    evening.play_on()
    assert evening.table.state.phase != PLAYING
