"""People come, go, come back, host, pause, watch, and play again."""

from __future__ import annotations

import pytest

from slamdeck.core.problems import UsageProblem
from slamdeck.core.views import view_of
from slamdeck.core.zones import PUBLIC
from slamdeck.games import all_games
from slamdeck.table import messages as say
from slamdeck.table.journal.rebuild import read_table
from slamdeck.table.settings import Settings
from slamdeck.table.times import MS, SECOND
from tests.table.evening import Evening


def refusals(evening: Evening, person: str) -> list[str]:
    return [d.message.why for d in evening.delivered if d.person == person and isinstance(d.message, say.Refused)]


# ---- the lobby -------------------------------------------------------------------------------------


def test_the_first_to_come_hosts_and_only_the_host_decides() -> None:
    evening = Evening("slamwich", bots=1)
    assert evening.table.state.host == "p0"
    for message in (say.AddBot("quick"), say.Start(), say.Pause(), say.SetOptions({}), say.Remove(0)):
        before = evening.table.head
        evening.say("p1", message)
        assert evening.table.head == before
    assert refusals(evening, "p1") == ["only the host may do that"] * 5


def test_options_are_checked_and_shown() -> None:
    evening = Evening("slamwich")
    evening.say("p0", say.SetOptions({"min_toss_ms": 700}))
    evening.wait(1)
    assert evening.people[1].shown().options == {"min_toss_ms": 700}
    evening.say("p0", say.SetOptions({"no_such_option": 1}))
    evening.say("p0", say.SetOptions({"min_toss_ms": "soon"}))
    assert len(refusals(evening, "p0")) == 2
    assert evening.table.state.options == {"min_toss_ms": 700}


def test_an_unknown_bot_and_a_ninth_player_are_refused() -> None:
    evening = Evening("slamwich")
    evening.say("p0", say.AddBot("genius"))
    for _ in range(4):
        evening.say("p0", say.AddBot("kid"))
    assert len(evening.table.state.seats) == 6
    assert len(refusals(evening, "p0")) == 3


def test_too_few_players_cannot_start() -> None:
    evening = Evening("slamwich", trips=(20,), bots=0)
    evening.say("p0", say.Start())
    assert evening.table.state.phase == "lobby"
    assert "players" in refusals(evening, "p0")[0]


def test_the_host_can_hand_over_to_a_person_on_a_seat() -> None:
    evening = Evening("slamwich", bots=1)
    evening.say("p0", say.MakeHost(2))
    evening.say("p0", say.MakeHost(5))
    assert refusals(evening, "p0") == ["there is nobody in person on that seat"] * 2
    evening.say("p0", say.MakeHost(1))
    assert evening.table.state.host == "p1"


def test_everybody_ready_starts_without_the_host() -> None:
    evening = Evening("slamwich")
    evening.drop("p0")
    evening.say("p1", say.Ready())
    assert evening.run(lambda: evening.table.state.phase == "playing", 5)


def test_the_host_passes_on_when_gone_too_long() -> None:
    evening = Evening("slamwich")
    evening.drop("p0")
    evening.wait(59)
    assert evening.table.state.host == "p0"
    evening.wait(2)
    assert evening.table.state.host == "p1"
    evening.say("p1", say.Start())
    evening.play_on()


def test_emotes_come_from_a_list_and_not_too_often() -> None:
    evening = Evening("slamwich")
    for _ in range(5):
        evening.say("p1", say.Emote("wow"))
    evening.wait(1)
    assert len(evening.people[0].got(say.Emoted)) == 1


# ---- absence ---------------------------------------------------------------------------------------


def test_a_bot_stands_in_after_a_minute_and_gives_the_seat_back() -> None:
    evening = Evening("slamwich", options={"max_tosses": 300})
    evening.start()
    evening.wait(5)
    evening.drop("p1")
    evening.wait(58)
    assert not evening.table.state.seats[1].stand_in
    evening.wait(3)
    assert evening.table.state.seats[1].stand_in == "casual"
    evening.wait(5)
    assert evening.people[0].shown().seats[1].stands_in
    evening.come_back("p1")
    assert not evening.table.state.seats[1].stand_in
    evening.wait(5)
    answered = len(evening.people[1].answers)
    evening.wait(20)
    assert len(evening.people[1].answers) > answered, "the owner plays again"
    evening.play_on()


def test_a_skipped_seat_gets_no_bot_while_deadlines_move_for_it() -> None:
    evening = Evening("slamwich", settings=Settings(absent="skip", grace_ms=1_000))
    evening.start()
    evening.drop("p1")
    evening.play_on(7_200)
    assert not evening.table.state.seats[1].stand_in


def test_a_seat_without_deadlines_is_never_waited_for_for_ever() -> None:
    options: dict[str, object] = {
        "setup_ms": None,
        "turn_ms": None,
        "clear_ms": None,
        "target_score": 5,
        "max_hands": 1,
    }
    evening = Evening("lowdown", settings=Settings(absent="skip", next_hand_ms=500), options=options)
    evening.start()
    evening.drop("p0")
    evening.drop("p1")
    evening.play_on(7_200)


def test_everybody_gone_the_bots_finish_the_game() -> None:
    evening = Evening("hit_the_deck")
    evening.start()
    evening.drop("p0")
    evening.drop("p1")
    evening.play_on(7_200)


def test_an_absent_host_does_not_hold_up_the_next_hand() -> None:
    evening = Evening("hit_the_deck", options={"target_score": 60, "max_turns_per_hand": 12})
    evening.start()
    evening.drop("p0")
    evening.play_on(7_200)
    assert evening.table.state.rules.truth()


def test_everybody_ready_shortens_the_break_between_hands() -> None:
    settings = Settings(next_hand_ms=60_000)
    evening = Evening("hit_the_deck", settings=settings, options={"target_score": 900, "max_turns_per_hand": 6})
    evening.start()
    series = evening.table.series
    assert evening.run(lambda: series.break_until < 1 << 50, 600)
    began = evening.now
    evening.say("p0", say.Ready())
    evening.say("p1", say.Ready())
    assert evening.run(lambda: evening.table.state.rules.phase() != "HAND_OVER", 5)
    assert evening.now - began < 2 * SECOND


def test_a_reconnect_brings_what_was_missed_and_a_long_absence_a_fresh_view() -> None:
    evening = Evening("slamwich", options={})
    evening.start()
    evening.wait(5)
    browser = evening.people[1]
    evening.drop("p1")
    evening.wait(6)
    missed = evening.table.people["p1"].updates - browser.last
    assert missed > 0
    before = len(browser.heard)
    evening.come_back("p1")
    evening.wait(0.3)
    back = [message for _, message in browser.heard[before:] if isinstance(message, say.Stim)]
    assert not any(message.fresh for message in back[:missed])
    assert [message.u for message in back[:missed]] == list(range(back[0].u, back[0].u + missed))
    evening.drop("p1")
    evening.wait(400)
    before = len(browser.heard)
    evening.come_back("p1")
    evening.wait(0.3)
    fresh = next(message for _, message in browser.heard[before:] if isinstance(message, say.Stim))
    assert fresh.fresh


def test_a_hidden_tab_is_away_and_not_waited_for() -> None:
    evening = Evening("slamwich")
    evening.start()
    evening.say("p1", say.Hidden(True))
    assert evening.table.people["p1"].link.away
    evening.say("p1", say.Hidden(False))
    assert not evening.table.people["p1"].link.away


def test_a_hidden_tab_says_nothing_about_the_bot_that_stands_in() -> None:
    evening = Evening("slamwich", settings=Settings(grace_ms=100), idle=True)
    evening.start()
    evening.say("p1", say.Hidden(True))
    evening.wait(1)
    (seat,) = evening.table.state.seats_of("p1")
    play = evening.table.series.play
    assert play is not None
    assert seat in play.bots.seats
    event = evening.table.state.event
    stills = list(play.sightings.events[event].screens[seat].stills)
    evening.now += 300 * MS
    assert not evening.table.receive(evening.now, "p1", say.Still(event, 250 * MS))
    assert list(play.sightings.events[event].screens[seat].stills) == stills


# ---- pauses, watching, joining late, playing again -------------------------------------------------


def test_time_stands_still_in_a_pause() -> None:
    evening = Evening("slamwich", options={"max_tosses": 120})
    evening.start()
    evening.wait(7)
    evening.say("p0", say.Pause())
    before = view_of(evening.table.state.rules, PUBLIC)
    stopped = evening.table.state.stopped_at()
    evening.say("p1", say.Act(evening.people[1].n, 0, 0, 900, "slap"))
    evening.wait(600)
    assert view_of(evening.table.state.rules, PUBLIC) == before
    assert evening.people[1].answers[900].why == "the table is paused"
    evening.say("p0", say.GoOn())
    evening.wait(1)
    assert view_of(evening.table.state.rules, PUBLIC).now < stopped + 2_000
    evening.play_on()


def test_the_host_who_paused_and_vanished_is_replaced() -> None:
    evening = Evening("slamwich")
    evening.start()
    evening.say("p0", say.Pause())
    evening.drop("p0")
    evening.wait(70)
    evening.say("p1", say.GoOn())
    evening.play_on()


def test_spectators_see_what_everybody_may_see_and_touch_nothing() -> None:
    evening = Evening("hit_the_deck")
    evening.table.join(evening.now, "watcher", "Wil", watch=True)
    evening.start()
    evening.wait(5)
    evening.say("watcher", say.Act(1, 5, 5, 1, "slap"))
    assert refusals(evening, "watcher") == ["that is not your seat"]
    views = [d.message.view for d in evening.delivered if d.person == "watcher" and isinstance(d.message, say.Stim)]
    assert views
    for view in views:
        assert view.seat == PUBLIC
        hands = [zone for zone in view.zones if zone.name.startswith("hands")]
        assert all(card is None for zone in hands for card in zone.cards)


def test_who_comes_late_may_take_a_bots_seat() -> None:
    evening = Evening("slamwich", options={})
    evening.start()
    evening.wait(3)
    evening.table.join(evening.now, "late", "Lou")
    assert not evening.table.state.seats_of("late")
    evening.say("late", say.Sit(1))
    assert refusals(evening, "late") == ["that seat is taken"]
    evening.say("late", say.Sit(2))
    assert evening.table.state.seats_of("late") == [2]
    evening.table.disconnect(evening.now, "late")
    evening.play_on(7_200)


def test_late_guests_stay_out_where_the_table_says_so() -> None:
    evening = Evening("slamwich", settings=Settings(late_join=False))
    evening.start()
    evening.table.join(evening.now, "late", "Lou")
    evening.say("late", say.Sit(2))
    assert not evening.table.state.seats_of("late")


def test_standing_up_leaves_the_game_to_a_bot() -> None:
    evening = Evening("slamwich")
    evening.start()
    evening.say("p1", say.StandUp())
    assert evening.table.state.seats[1].bot
    evening.play_on()


def test_a_rematch_keeps_the_series_score() -> None:
    evening = Evening("slamwich", seed=3)
    wins = 0
    for number in (1, 2, 3):
        evening.start()
        assert evening.table.state.number == number
        evening.play_on()
        wins += evening.table.state.places.count(1)
        evening.wait(1)
        assert sum(seat.wins for seat in evening.people[0].shown().seats) == wins
    seeds = {d.message.seed for d in evening.delivered if isinstance(d.message, say.Revealed)}
    assert len(seeds) == 3, "a revealed seed is spent"


# ---- other bots ------------------------------------------------------------------------------------


def test_the_host_makes_a_bot_another_one_at_any_time() -> None:
    evening = Evening("slamwich", bots=2, options={"max_tosses": 60})
    evening.say("p0", say.SetBot(2, "kid"))
    assert [seat.bot for seat in evening.table.state.seats] == ["", "", "kid", "quick"]
    evening.start()
    evening.wait(3)
    play = evening.table.series.play
    assert play is not None
    before = play.bots.seats[3].guest
    evening.say("p0", say.SetBot(3, "lightning:uniform"))
    assert play.bots.seats[3].guest is not before
    evening.wait(1)
    assert evening.people[1].shown().seats[3].bot == "lightning:uniform"
    evening.say("p0", say.Pause())
    evening.say("p0", say.SetBot(2, "casual"))
    evening.say("p0", say.GoOn())
    evening.play_on()
    evening.say("p0", say.SetBot(3, "kid"))
    assert evening.over(), "the table is not cleared for it"
    names = [seat.name for seat in evening.table.state.seats]
    state, _ = read_table(evening.entries, all_games())
    assert [seat.bot for seat in state.seats] == ["", "", "casual", "kid"]
    assert [seat.name for seat in state.seats] == names


def test_only_a_bot_can_be_made_another_one() -> None:
    evening = Evening("slamwich", bots=1)
    before = evening.table.head
    evening.say("p1", say.SetBot(2, "kid"))
    evening.say("p0", say.SetBot(1, "kid"))
    evening.say("p0", say.SetBot(2, "genius"))
    evening.say("p0", say.SetBot(5, "kid"))
    evening.say("p0", say.SetBot(2, "quick"))  # as it is
    assert evening.table.head == before
    assert refusals(evening, "p1") == ["only the host may do that"]
    mine = refusals(evening, "p0")
    assert mine[0] == "that seat is Person p1's: only a bot can be made another one"
    assert "no level 'genius'" in mine[1]
    assert mine[2] == "there is no such seat"


# ---- another table ---------------------------------------------------------------------------------


def moves_told(evening: Evening, person: str) -> list[str]:
    return [d.message.table for d in evening.delivered if d.person == person and isinstance(d.message, say.Moved)]


def test_the_host_takes_everybody_to_another_table() -> None:
    evening = Evening("slamwich", bots=1, options={"max_tosses": 10})
    evening.start()
    evening.say("p0", say.MoveTo("K7Q2M4XA"))
    assert refusals(evening, "p0") == ["the game has begun"]
    evening.play_on()
    before = evening.table.head
    evening.say("p1", say.MoveTo("K7Q2M4XA"))
    evening.drop("p1")
    evening.say("p0", say.MoveTo("K7Q2M4XA"))
    evening.say("p0", say.MoveTo("00000000"))  # not so soon after the other
    assert evening.table.head == before, "nothing of it is in the journal"
    assert moves_told(evening, "p0") == ["K7Q2M4XA"]
    assert moves_told(evening, "p1") == []
    evening.come_back("p1")
    assert moves_told(evening, "p1") == ["K7Q2M4XA"]


def test_a_rematch_is_played_here_and_nobody_is_sent_away() -> None:
    evening = Evening("slamwich", bots=1, options={"max_tosses": 10})
    evening.say("p0", say.MoveTo("K7Q2M4XA"))
    evening.start()
    evening.drop("p1")
    evening.come_back("p1")
    assert moves_told(evening, "p1") == ["K7Q2M4XA"], "only when it was said"


def test_a_handicap_is_seen_by_all_and_credited() -> None:
    evening = Evening("slamwich", trips=(20, 20), bots=0, options={})
    evening.say("p0", say.SetHandicap(1, 120))
    evening.wait(1)
    assert evening.people[0].shown().seats[1].handicap == 120
    evening.start()
    evening.wait(60)
    races = [m for m in evening.people[0].got(say.Race) if isinstance(m, say.Race)]
    assert races
    for race in races:
        assert [time.handicap for time in race.times if time.seat == 1] in ([120 * MS], [])
    evening.say("p0", say.SetHandicap(1, 0))
    assert "the game has begun" in refusals(evening, "p0")


def test_one_tablet_holds_several_hands() -> None:
    evening = Evening("slamwich", trips=(20,), bots=0, settings=Settings(shared_screen=True), idle=True)
    evening.say("p0", say.AddHand("Mia"))
    evening.say("p0", say.AddHand("Tom"))
    evening.start()
    evening.wait(2)
    play = evening.table.series.play
    assert play is not None
    assert play.sightings.one_clock
    browser = evening.people[0]
    turn = evening.table.state.rules.truth()["turn"]
    assert isinstance(turn, int)
    evening.say("p0", say.Act(browser.n, browser.clock, browser.clock, 1, "toss", seat=turn))
    evening.wait(1)
    assert browser.answers[1].verdict == "applied"
    evening.say("p0", say.Act(browser.n, browser.clock, browser.clock, 2, "toss", seat=4))
    assert refusals(evening, "p0") == ["that is not your seat"]


def test_no_message_breaks_an_empty_lobby() -> None:
    evening = Evening("slamwich", trips=(20, 30), bots=0)
    for message in (
        say.Nonce(b"n" * 32),
        say.Act(0, 0, 0, 1, "slap"),
        say.Seen(1, 5, 5),
        say.Still(1, 1),
        say.Resume(5),
        say.Pause(),
        say.GoOn(),
        say.Remove(5),
        say.SetHandicap(5, 10),
        say.AddHand("Mia"),
        say.StandUp(),
        say.Sit(4),
        say.Hidden(True),
        say.Hidden(False),
    ):
        evening.say("p0", message)
    assert evening.table.state.phase == "lobby"


def test_a_tab_that_was_hidden_for_long_gets_its_seat_and_its_view_back() -> None:
    evening = Evening("slamwich", options={}, settings=Settings(grace_ms=3_000))
    evening.start()
    evening.say("p1", say.Hidden(True))
    evening.wait(4)
    assert evening.table.state.seats[1].stand_in
    evening.say("p1", say.Hidden(False))
    assert not evening.table.state.seats[1].stand_in
    before = len(evening.people[1].answers)
    evening.wait(40)
    late = list(evening.people[1].answers.values())[before:]
    assert any(ok.verdict == "applied" for ok in late)


def test_nobody_can_sit_down_as_a_bot_and_strangers_say_nothing() -> None:
    evening = Evening("slamwich")
    with pytest.raises(UsageProblem):
        evening.table.join(evening.now, "bot:Ada", "Ada")
    with pytest.raises(UsageProblem):
        evening.table.receive(evening.now, "stranger", say.Start())
