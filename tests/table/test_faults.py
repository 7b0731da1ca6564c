"""What fails while one client's input is read or carried out is that client's refusal, and nobody else's trouble."""

from __future__ import annotations

import logging

import pytest

from slamdeck.core.game import GameInfo
from slamdeck.core.recorded_hands import RecordedHands
from slamdeck.core.rules import Rules
from slamdeck.table import faults
from slamdeck.table import messages as say
from slamdeck.table.company.bot_seats import BotGuest, BotIntention
from slamdeck.table.journal.rebuild import read_table
from slamdeck.table.outgoing import Outgoing
from slamdeck.table.play.input_log import Inputs
from slamdeck.table.play.series import FAULTY
from tests.conformance.driving import snapshot
from tests.table.evening import Evening
from tests.table.test_company import refusals
from tests.versions.outrank import RELEASE_1
from tests.versions.release1.outrank.rules import Outrank

GAMES = {RELEASE_1.slug: RELEASE_1}
SECRET = "the queen of hearts"


@pytest.fixture(autouse=True)
def _nothing_noted_before() -> None:
    faults.noted.clear()


def a_game(bots: int = 0, **options: object) -> Evening:
    evening = Evening(RELEASE_1, bots=bots, options={"rounds": 9, **options}, idle=True)
    evening.start()
    evening.wait(1)
    return evening


def break_halfway(self: Outrank, seat: int, action: int) -> int:
    """A card has moved, a word was said, and then …"""
    self.tell("took", "OR-04", seat, 1)
    self.cards.move_top(seat, self.laid_in + seat)
    self.turn += 1
    raise ValueError(SECRET)


def heard_since(evening: Evening, start: int, person: str) -> list[Outgoing]:
    return [one for one in evening.delivered[start:] if one.person == person]


def test_an_input_on_which_the_rules_fail_did_not_happen(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    evening = a_game()
    browser = evening.people[0]
    before = snapshot(evening.table.state.rules)
    start = len(evening.delivered)
    with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):
        broken.setattr(Outrank, "act", break_halfway)
        for number in range(5):
            evening.say("p0", say.Act(browser.n, 500_000, 500_000, 100 + number, "lay"))
            evening.wait(0.5)
    assert {browser.answers[100 + number].verdict for number in range(5)} == {"void"}
    assert snapshot(evening.table.state.rules) == before
    assert heard_since(evening, start, "p1") == [], "nobody else notices"
    (line,) = caplog.messages
    assert "break_halfway" in line
    assert SECRET not in caplog.text
    evening.say("p0", say.Act(browser.n, 500_000, 500_000, 200, "lay"))
    evening.wait(0.5)
    assert browser.answers[200].verdict == "applied"
    state, journal = read_table(evening.entries, GAMES)
    assert journal.head == evening.table.head
    assert snapshot(state.rules) == snapshot(evening.table.state.rules)


def test_an_input_on_which_reading_fails_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = a_game()
    start = len(evening.delivered)

    def unreadable(self: Outrank, seat: int, text: str) -> int:
        raise IndexError(SECRET)

    monkeypatch.setattr(Outrank, "read", unreadable)
    evening.say("p0", say.Act(1, 500_000, 500_000, 1, "lay"))
    answer = heard_since(evening, start, "p0")[-1].message
    assert isinstance(answer, say.Ok)
    assert (answer.verdict, answer.why) == ("rejected", "that could not be done")
    assert not heard_since(evening, start, "p1")


def test_a_request_on_which_the_table_fails_is_refused() -> None:
    evening = Evening("slamwich")

    def fail(name: str) -> None:
        raise RuntimeError(SECRET)

    evening.table.seats.check_bot = fail
    start = len(evening.delivered)
    evening.say("p0", say.AddBot("kid"))
    assert refusals(evening, "p0") == ["that could not be done"]
    assert not heard_since(evening, start, "p1")


def test_a_deadline_that_fails_stops_the_table_which_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    evening = a_game(turn_ms=5_000)
    before = snapshot(evening.table.state.rules)
    with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):
        broken.setattr(Outrank, "alarm", lambda self: break_halfway(self, 0, 0))
        evening.wait(20)
        assert evening.table.state.paused
        evening.say("p0", say.GoOn())
        evening.wait(20)
        assert evening.table.state.paused, "it fails again, and stops again"
    assert snapshot(evening.table.state.rules) == before
    for person in ("p0", "p1"):
        notices = [
            d.message.text for d in evening.delivered if d.person == person and isinstance(d.message, say.Notice)
        ]
        assert notices == [FAULTY] * 2
    assert len(caplog.messages) == 1
    evening.say("p0", say.GoOn())
    evening.wait(12)
    assert evening.table.state.rules.turn > 0 or evening.table.state.rules.played > 0  # type: ignore[attr-defined]
    read_table(evening.entries, GAMES)


def test_a_deal_that_fails_is_said_and_not_tried_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(RELEASE_1, bots=0, idle=True, options={})

    def no_cards(self: Outrank) -> None:
        raise ValueError(SECRET)

    monkeypatch.setattr(Outrank, "deal", no_cards)
    evening.say("p0", say.Start())
    evening.wait(10)
    assert evening.table.state.phase == "sealing"
    assert evening.table.next_wakeup(evening.now) is None
    told = [one.message for one in heard_since(evening, 0, "p1")]
    assert [message.text for message in told if isinstance(message, say.Notice)] == [FAULTY]


def test_a_screen_that_cannot_be_drawn_is_that_seats_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = a_game()
    facts = Outrank.facts

    def one_sided(self: Outrank, seat: int) -> dict[str, object]:
        if seat == 1:
            raise KeyError(SECRET)
        return facts(self, seat)

    monkeypatch.setattr(Outrank, "facts", one_sided)
    start = len(evening.delivered)
    evening.say("p0", say.Act(evening.people[0].n, 500_000, 500_000, 7, "lay"))
    evening.wait(1)
    assert any(isinstance(one.message, say.Stim) for one in heard_since(evening, start, "p0"))
    assert not any(isinstance(one.message, say.Stim) for one in heard_since(evening, start, "p1"))
    assert not evening.table.state.paused


def test_a_game_that_cannot_be_looked_at_still_goes_into_the_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = a_game()

    def blind(self: Outrank) -> str:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(Outrank, "phase", blind)
        evening.say("p0", say.Act(evening.people[0].n, 500_000, 500_000, 7, "lay"))
        evening.wait(1)
    state, journal = read_table(evening.entries, GAMES)
    assert journal.head == evening.table.head
    assert snapshot(state.rules) == snapshot(evening.table.state.rules)


class BrokenGuest:
    occasion = -1
    intention: BotIntention | None = None

    def notice(self, rules: Rules, now: int) -> None:
        raise ArithmeticError(SECRET)

    def acted(self, rules: Rules, now: int, counted: bool) -> None:
        raise ArithmeticError(SECRET)


class BrokenHouse:
    """One of its bots cannot even sit down."""

    def check(self, info: GameInfo, name: str) -> None: ...

    def invite(self, info: GameInfo, rules: Rules, name: str, seat: int, seed: int) -> BotGuest:
        if seat == 2:
            raise LookupError(SECRET)
        return BrokenGuest()

    def haunt(self, info: GameInfo, rules: Rules, hands: RecordedHands, log: Inputs, seat: int, seed: int) -> BotGuest:
        raise LookupError(SECRET)


def test_bots_that_fail_are_no_trouble_to_people() -> None:
    evening = Evening("slamwich", options={"toss_ms": 2_000}, idle=True)
    evening.table.series.bots = BrokenHouse()
    evening.start()
    event = evening.table.state.event
    evening.wait(20)
    assert evening.table.state.event > event, "deadlines go on"
    assert not evening.table.state.paused


@pytest.mark.parametrize("do", ["cut --5", "cut \u00b2", "cut \u0665", "cut 99999999999999999999", "cut -", "cut +1"])
def test_numbers_that_are_none_are_clean_refusals(do: str) -> None:
    evening = Evening("hit_the_deck", idle=True)
    evening.start()
    start = len(evening.delivered)
    evening.say("p1", say.Act(1, 500_000, 500_000, 1, do))
    (answer,) = (one.message for one in heard_since(evening, start, "p1"))
    assert isinstance(answer, say.Ok)
    assert answer.verdict == "rejected"
    assert answer.why != "that could not be done"
    assert not heard_since(evening, start, "p0")
