"""Nothing public moves when something secret happens: not the head of the chain, and not the time of an answer."""

from __future__ import annotations

import pytest

from slamdeck.games import all_games
from slamdeck.table import messages as say
from slamdeck.table.journal.entries import Played
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.journal.rebuild import read_table
from slamdeck.table.outgoing import Outgoing
from tests.table.evening import Evening


def quiet_game() -> Evening:
    """Slamwich with a long wait for the first card."""
    evening = Evening("slamwich", trips=(20.0, 30.0, 40.0), bots=0, idle=True, options={"toss_ms": 600_000})
    evening.start()
    evening.wait(5)
    return evening


def not_on_turn(evening: Evening) -> str:
    turn = evening.table.state.rules.truth()["turn"]
    return next(f"p{seat}" for seat in range(3) if seat != turn)


def heads_told(evening: Evening, person: str, start: int) -> list[bytes]:
    told = [one.message for one in evening.delivered[start:] if one.person == person]
    return [one.head for one in told if isinstance(one, say.TableShown | say.Stim | say.News)]


def ask(evening: Evening, person: str) -> list[Outgoing]:
    """What somebody who is curious gets told at once."""
    start = len(evening.delivered)
    evening.say(person, say.Resume(10**6))
    return [one for one in evening.delivered[start:] if one.person == person]


def try_in_vain(evening: Evening, person: str) -> int:
    """Inputs that nobody else hears of; how many of them are in the journal."""
    before = len(evening.entries)
    for number in range(5):
        evening.say(person, say.Act(evening.by_name[person].n, 900_000, 900_000, 50 + number, "toss"))
        evening.wait(0.5)
    written = [read_entry(entry) for entry in evening.entries[before:]]
    assert all(isinstance(entry, Played) and entry.verdict == "rejected" for entry in written)
    return len(written)


def test_inputs_that_come_to_nothing_do_not_move_the_head_that_others_see() -> None:
    evening = quiet_game()
    actor = not_on_turn(evening)
    other = next(person for person in ("p0", "p1", "p2") if person != actor)
    start = len(evening.delivered)
    first = ask(evening, other)
    assert try_in_vain(evening, actor) == 5
    second = ask(evening, other)
    evening.say(other, say.Hidden(True))
    evening.wait(1)
    evening.say(other, say.Hidden(False))
    evening.wait(1)
    heads = heads_told(evening, other, start)
    assert len(heads) >= 4
    assert len(set(heads)) == 1
    assert evening.table.head not in heads, "the journal has gone on"
    sizes = {len(one.data) for one in (*first, *second) if isinstance(one.message, say.Stim)}
    assert len(sizes) == 1


def test_nobody_waits_for_entries_that_are_none_of_their_business() -> None:
    evening = quiet_game()
    actor = not_on_turn(evening)
    other = next(person for person in ("p0", "p1", "p2") if person != actor)
    (before,) = {one.after for one in ask(evening, other)}
    assert try_in_vain(evening, actor) == 5
    assert {one.after for one in ask(evening, other)} == {before}
    assert {one.after for one in ask(evening, actor)} == {before + 5}, "who knows of them waits for them"


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_head_that_is_told_is_one_of_the_chain_and_the_last_one_closes_the_record(game: str) -> None:
    evening = Evening(game, seed=3)
    evening.start()
    evening.play_on()
    evening.wait(1)
    chain = [entry.head for entry in evening.entries]
    for person in ("p0", "p1"):
        told = heads_told(evening, person, 0)
        places = [chain.index(head) for head in told]
        assert places == sorted(places)
        assert told[-1] == chain[-1]
    read_table(evening.entries, all_games())
