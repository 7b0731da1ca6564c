"""A person has one hand per deal, and nobody sees another's: not by moving, not with the host's help."""

from __future__ import annotations

import msgspec
import pytest

from slamdeck.bots.roster import House
from slamdeck.core.zones import PUBLIC
from slamdeck.games import all_games
from slamdeck.table import messages as say
from slamdeck.table.journal.rebuild import rebuild
from slamdeck.table.settings import Settings
from tests.table.evening import Evening, seeds
from tests.table.test_company import refusals

LONG: dict[str, object] = {"target_score": 900, "max_turns_per_hand": 6}


def seats_seen(evening: Evening, person: str) -> set[int]:
    """Whose eyes this person has had."""
    messages = [d.message for d in evening.delivered if d.person == person]
    return {message.view.seat for message in messages if isinstance(message, say.Stim | say.News)}


def in_a_game(**more: object) -> Evening:
    evening = Evening("hit_the_deck", options=LONG, **more)  # type: ignore[arg-type]
    evening.start()
    evening.wait(1)
    return evening


def test_who_stands_up_looks_into_no_other_hand() -> None:
    evening = in_a_game()
    evening.say("p1", say.StandUp())
    for seat in (2, 3, 0):
        evening.say("p1", say.Sit(seat))
        assert not evening.table.state.seats_of("p1")
    evening.say("p1", say.Sit())
    assert evening.table.state.seats_of("p1") == [1], "back to the own cards, and to none other"
    evening.wait(2)
    assert seats_seen(evening, "p1") == {1, PUBLIC}
    assert refusals(evening, "p1") == [
        "you have had your cards; another seat is yours with the next deal",
        "you have had your cards; another seat is yours with the next deal",
        "that seat is taken",
    ]


@pytest.mark.parametrize("away", [say.Remove(1), say.SendAway(seat=1)])
def test_a_friend_of_the_host_does_not_get_the_hand_of_who_was_removed(away: say.ClientMessage) -> None:
    evening = in_a_game(bots=0)
    evening.say("p0", away)
    evening.table.join(evening.now, "friend", "Fritz")
    for seat in (1, None):
        evening.say("friend", say.Sit(seat))
    evening.say("friend", say.Act(1, 5, 5, 1, "slap"))
    assert not evening.table.state.seats_of("friend")
    assert evening.table.state.seats[1].bot
    evening.wait(5)
    assert seats_seen(evening, "friend") == {PUBLIC}
    assert refusals(evening, "friend")[:2] == [
        "those cards are somebody else's; that seat is free with the next deal",
        "all seats are taken until the next deal",
    ]


def test_a_newcomer_takes_over_a_bots_seat_at_once_and_keeps_it() -> None:
    evening = in_a_game()
    evening.table.join(evening.now, "late", "Lou")
    evening.say("late", say.Sit(3))
    assert evening.table.state.seats_of("late") == [3]
    evening.say("late", say.StandUp())
    evening.say("late", say.Sit(2))
    assert not evening.table.state.seats_of("late"), "that would be a second hand"
    evening.say("p1", say.StandUp())
    evening.say("p1", say.Sit(3))
    assert not evening.table.state.seats_of("p1"), "a hand that somebody has held is nobody else's"
    evening.say("late", say.Sit())
    assert evening.table.state.seats_of("late") == [3]


def test_the_owner_comes_back_to_the_hand_even_where_nobody_joins_late() -> None:
    evening = in_a_game(settings=Settings(late_join=False))
    evening.say("p0", say.Remove(1))
    assert not evening.table.seats.has_room("stranger")
    assert not evening.table.seats.has_room(""), "who has not even a name yet"
    evening.wait(2)
    before = len(evening.delivered)
    evening.say("p1", say.Sit())
    assert evening.table.state.seats_of("p1") == [1]
    fresh = [d.message for d in evening.delivered[before:] if d.person == "p1" and isinstance(d.message, say.Stim)]
    assert [message.view.seat for message in fresh] == [1]


def test_with_the_next_hand_all_seats_of_bots_are_free_again() -> None:
    evening = in_a_game(settings=Settings(next_hand_ms=300))
    evening.say("p1", say.StandUp())
    hand = evening.table.state.held_by
    assert hand[1] == "p1"
    assert evening.run(lambda: evening.table.state.held_by != hand, 900)
    evening.table.join(evening.now, "late", "Lou")
    evening.say("late", say.Sit(1))
    evening.say("p1", say.Sit(2))
    assert evening.table.state.seats_of("late") == [1]
    assert evening.table.state.seats_of("p1") == [2]


def test_whose_hands_they_are_is_known_after_a_restart() -> None:
    evening = in_a_game()
    evening.table.join(evening.now, "late", "Lou")
    evening.say("late", say.Sit(3))
    evening.say("late", say.StandUp())
    evening.say("p1", say.StandUp())
    again = rebuild(evening.entries, all_games(), House(), seeds(2))
    assert again.state.held_by == evening.table.state.held_by == ["p0", "p1", "", "late"]
    assert again.state.open_seats("p1") == [1]
    assert again.state.open_seats("somebody") == [2]


def test_several_hands_at_one_tablet_come_back_together() -> None:
    evening = Evening("slamwich", trips=(20,), bots=1, settings=Settings(shared_screen=True), idle=True)
    evening.say("p0", say.AddHand("Mia"))
    evening.start()
    evening.say("p0", say.StandUp())
    assert not evening.table.state.seats_of("p0")
    evening.say("p0", say.Sit())
    assert evening.table.state.seats_of("p0") == [0, 2]


def test_a_handicap_stays_with_its_seat() -> None:
    evening = Evening("slamwich")
    evening.say("p0", say.SetHandicap(1, 100))
    evening.start()
    evening.say("p0", say.Remove(1))
    assert evening.table.state.seats[1].handicap == 100
    evening.say("p1", say.Sit())
    assert evening.table.state.seats[1].handicap == 100


def test_who_loses_a_seat_is_told_at_once_and_sees_what_all_see() -> None:
    evening = in_a_game()
    before = len(evening.delivered)
    evening.say("p0", say.Remove(1))
    told = [d.message for d in evening.delivered[before:] if d.person == "p1"]
    assert isinstance(told[0], say.TableShown)
    assert told[0].yours == []
    assert {message.view.seat for message in told if isinstance(message, say.Stim)} == {PUBLIC}


def test_old_journals_have_none_of_this_and_replay() -> None:
    evening = Evening("slamwich")
    evening.start()
    kinds = {msgspec.json.decode(entry.body)["e"] for entry in evening.entries}
    assert "guarded" not in kinds, "a table without bans and locks writes what it always wrote"
