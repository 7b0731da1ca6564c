"""Who comes in: bans that last, a lock, and seats that spectators cannot fill."""

from __future__ import annotations

import pytest

from slamdeck.bots.roster import House
from slamdeck.core.problems import NotLetIn, UsageProblem
from slamdeck.games import all_games
from slamdeck.table import messages as say
from slamdeck.table.company.door import MOST_WATCHING
from slamdeck.table.journal.rebuild import rebuild
from slamdeck.table.times import SECOND
from tests.table.evening import Evening, seeds
from tests.table.test_company import refusals


def told(evening: Evening, person: str, kind: type) -> list[say.ServerMessage]:
    return [d.message for d in evening.delivered if d.person == person and isinstance(d.message, kind)]


def host_sees(evening: Evening) -> say.TableShown:
    evening.wait(1)
    shown = told(evening, "p0", say.TableShown)[-1]
    assert isinstance(shown, say.TableShown)
    return shown


def crowd(evening: Evening, many: int) -> None:
    for number in range(many):
        evening.table.join(evening.now, f"w{number}", f"Watcher {number}", watch=True)


# ---- sent away -------------------------------------------------------------------------------------


def test_who_was_sent_away_does_not_come_back() -> None:
    evening = Evening("slamwich")
    evening.say("p0", say.SendAway(seat=1))
    assert len(told(evening, "p1", say.SentAway)) == 1
    assert "p1" not in evening.table.people
    assert [seat.name for seat in evening.table.state.seats if seat.who == "p1"] == []
    for _ in range(5):
        with pytest.raises(NotLetIn) as refusal:
            evening.table.join(evening.now, "p1", "Somebody else")
        assert refusal.value.for_good


def test_a_ban_knows_the_network_and_is_not_fooled_by_a_new_session() -> None:
    evening = Evening("slamwich")
    evening.table.join(evening.now, "pest", "Pest", watch=True, network="6f1a")
    number = evening.table.people["pest"].number
    evening.say("p0", say.SendAway(guest=number))
    with pytest.raises(NotLetIn):
        evening.table.join(evening.now, "pest with a new cookie", "Nice", network="6f1a")
    evening.table.join(evening.now, "neighbour", "Nora", network="77aa")


def test_a_ban_never_locks_out_the_family_of_who_plays() -> None:
    evening = Evening("slamwich")
    evening.table.people["p0"].network = evening.table.people["p1"].network = "home"
    evening.say("p0", say.SendAway(seat=1))
    assert evening.table.state.bans[0].network == ""
    evening.table.join(evening.now, "sister", "Sue", network="home")
    with pytest.raises(NotLetIn):
        evening.table.join(evening.now, "p1", "Person p1", network="home")


def test_who_has_a_seat_comes_back_whatever_the_network() -> None:
    evening = Evening("slamwich")
    evening.table.join(evening.now, "pest", "Pest", watch=True, network="cafe")
    evening.say("p0", say.SendAway(guest=evening.table.people["pest"].number))
    evening.drop("p1")
    evening.table.join(evening.now, "p1", "Person p1", network="cafe")
    assert evening.table.people["p1"].connected


def test_bans_and_the_lock_survive_a_restart() -> None:
    evening = Evening("slamwich")
    evening.say("p0", say.SendAway(seat=1))
    evening.say("p0", say.Lock(True))
    again = rebuild(evening.entries, all_games(), House(), seeds(2))
    again.wake(SECOND)
    assert again.state.locked
    for person in ("p1", "stranger"):
        with pytest.raises(NotLetIn):
            again.join(SECOND, person, person)
    again.join(SECOND, "p0", "Person p0")


def test_the_host_sees_who_watches_and_who_was_sent_away_and_lets_them_back() -> None:
    evening = Evening("slamwich")
    crowd(evening, 2)
    shown = host_sees(evening)
    assert [guest.name for guest in shown.guests] == ["Watcher 0", "Watcher 1"]
    evening.say("p0", say.SendAway(guest=shown.guests[0].guest))
    shown = host_sees(evening)
    assert [guest.name for guest in shown.guests] == ["Watcher 1"]
    assert shown.sent_away == ["Watcher 0"]
    others = told(evening, "p1", say.TableShown)[-1]
    assert isinstance(others, say.TableShown)
    assert (others.guests, others.sent_away) == ([], []), "that is the host's business"
    evening.say("p0", say.LetBack(0))
    assert host_sees(evening).sent_away == []
    evening.table.join(evening.now, "w0", "Watcher 0", watch=True)


def test_only_the_host_shows_anybody_out_and_nobody_shows_out_the_host() -> None:
    evening = Evening("slamwich", bots=1)
    for message in (say.SendAway(seat=0), say.Lock(True), say.LetBack(0)):
        evening.say("p1", message)
    assert refusals(evening, "p1") == ["only the host may do that"] * 3
    for message in (say.SendAway(seat=0), say.SendAway(seat=2), say.SendAway(guest=99), say.SendAway(), say.LetBack(0)):
        evening.say("p0", message)
    assert refusals(evening, "p0") == [
        "the host stays; make somebody else the host first",
        *["there is nobody to be sent away"] * 3,
        "there is nobody to be let back",
    ]
    assert not evening.table.state.bans


# ---- the lock --------------------------------------------------------------------------------------


def test_a_locked_table_lets_nobody_new_in_and_everybody_back() -> None:
    evening = Evening("slamwich")
    crowd(evening, 1)
    evening.say("p0", say.Lock(True))
    with pytest.raises(NotLetIn) as refusal:
        evening.table.join(evening.now, "new", "Nelly")
    assert not refusal.value.for_good
    assert host_sees(evening).locked
    evening.table.disconnect(evening.now, "w0")
    evening.table.join(evening.now, "w0", "Watcher 0", watch=True)
    evening.drop("p1")
    evening.come_back("p1")
    evening.say("p0", say.Lock(False))
    evening.table.join(evening.now, "new", "Nelly")


# ---- room ------------------------------------------------------------------------------------------


def test_spectators_never_fill_the_table_for_who_is_invited_to_play() -> None:
    evening = Evening("slamwich")
    crowd(evening, MOST_WATCHING)
    with pytest.raises(UsageProblem, match="no more room for spectators"):
        evening.table.join(evening.now, "one more", "Wim", watch=True)
    evening.table.join(evening.now, "player", "Pia")
    assert evening.table.state.seats_of("player")


def test_seats_are_no_back_door_to_the_spectators() -> None:
    evening = Evening("slamwich")
    crowd(evening, MOST_WATCHING)
    evening.table.join(evening.now, "player", "Pia")
    evening.say("player", say.StandUp())
    assert refusals(evening, "player") == ["this table has no more room for spectators"]
    (seat,) = evening.table.state.seats_of("player")
    evening.say("p0", say.Remove(seat))
    assert len(told(evening, "player", say.SentAway)) == 1
    assert evening.table.door.watching() == MOST_WATCHING
    evening.table.join(evening.now, "player", "Pia")


def test_in_a_game_a_bots_seat_is_room_enough() -> None:
    evening = Evening("slamwich")
    evening.start()
    crowd(evening, MOST_WATCHING)
    evening.table.join(evening.now, "player", "Pia")
    evening.say("player", say.Sit())
    assert evening.table.state.seats_of("player")


# ---- names -----------------------------------------------------------------------------------------


def test_nobody_at_the_table_looks_like_anybody_else() -> None:
    evening = Evening("slamwich")
    evening.say("p0", say.Rename("Max"))
    evening.table.join(evening.now, "w", "\u041cax", watch=True)
    assert evening.table.people["w"].name == "\u041cax 2"
    evening.say("w", say.Rename("MAX"))
    evening.say("p1", say.Rename("\uff2dax"))
    assert evening.table.people["w"].name == "MAX 2"
    assert evening.table.state.seats[1].name == "\uff2dax 3"
