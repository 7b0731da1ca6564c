"""What cheating clients gain: never more than stated here. A cheat sits 40 ms away opposite an equal, honest player.

U is about 20 to 35 ms on these connections. Gains are measured against what the hand deserved: the true reaction plus
what the touch screen took. For comparison: being 30 ms faster is worth about 16 points of wins.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from slamdeck.measure.fairness import (
    BETWEEN_RACES,
    Browser,
    Hand,
    Message,
    Person,
    Setting,
    Venue,
    Way,
    browser,
    draw_hand,
)
from slamdeck.table.races.evidence import Evidence, Goal, Outcome, RaceRecord, Verdict
from slamdeck.table.races.law import LONGEST_STALL, SLOW_PAINT, TIE_BAND
from slamdeck.table.races.links import CREDIT_REFILL, MOST_CREDIT, MS
from tests.table.scene import Scene

HONEST, CHEAT = 0, 1
PEOPLE = (Person(40, jitter=3), Person(40, jitter=3))
WISH = 101 * MS  # the fastest claim that is not an anticipation
ESTIMATE = 5 * MS  # by how much the shortest ping may exceed the true way


@dataclass
class Game:
    """A long evening with one cheat."""

    records: list[RaceRecord]
    hands: list[Hand]
    refills: float

    def share(self) -> float:
        """The cheat's part of the wins; the honest 50 % would be fair."""
        wins = [1 / len(record.seats) for record in self.records if CHEAT in record.seats]
        return sum(wins) / len(self.records)

    def evidence(self) -> list[Evidence]:
        return [judged for record in self.records for judged in record.evidence if judged.seat == CHEAT]

    def gains(self, spent: int = 0) -> list[int]:
        """By how much the cheat's hands were judged too fast, in races in which that many credits were spent."""
        return [
            round((hand.reaction + hand.touch) * MS) - judged.reaction
            for judged, hand in zip(self.evidence(), self.hands, strict=True)
            if judged.arrived is not None and judged.reaction is not None and judged.spent == spent
        ]

    def forgiven(self) -> int:
        return sum(judged.spent for judged in self.evidence())

    def credit(self) -> float:
        """All the credit there was."""
        return MOST_CREDIT + self.refills


def evening(cheat: Browser, races: int = 400, goal: Goal = Goal.FIRST_WINS, seed: int = 5) -> Game:
    venue = Venue(Setting("an evening", PEOPLE, goal, TIE_BAND), seed, {CHEAT: cheat})
    began = venue.now
    records, hands = [], []
    for _ in range(races):
        drawn = [draw_hand(person, venue.chance) for person in PEOPLE]
        records.append(venue.play(drawn)[0])
        hands.append(drawn[CHEAT])
    return Game(records, hands, (venue.now - began) / CREDIT_REFILL)


def edited_claim(seat: int, sent: int, hand: Hand, way: Way) -> list[Message]:
    """Claims the fastest reaction there is, says nothing of having kept still."""
    messages = browser(seat, sent, hand, way)
    return [message._replace(value=WISH) for message in messages if message.what == "hand"] + [
        message for message in messages if message.what == "seen"
    ]


def late_seen(delay: int) -> Browser:
    """Says `seen` late, so that the hand seems to follow soon after."""

    def cheat(seat: int, sent: int, hand: Hand, way: Way) -> list[Message]:
        seen, *_, slap = browser(seat, sent, hand, way)
        held_back = min(seen.at + delay, slap.at - 1)
        return [seen._replace(at=held_back), slap._replace(value=WISH)]

    return cheat


def pulled_cable(seat: int, sent: int, hand: Hand, way: Way) -> list[Message]:
    """Goes silent after `seen` and lets the hand through 300 ms late, so that a stall seems to have held it up."""
    seen, *_, slap = browser(seat, sent, hand, way)
    return [seen, slap._replace(at=slap.at + 300 * MS, value=WISH)]


def gone(seat: int, sent: int, hand: Hand, way: Way) -> list[Message]:
    """Pulls the cable for good whenever the hand would be slow."""
    messages = browser(seat, sent, hand, way)
    return messages if hand.reaction < 300 else messages[:1]


def spam(seat: int, sent: int, hand: Hand, way: Way) -> list[Message]:
    """Slaps every 20 ms from the first sight on."""
    seen, *_, slap = browser(seat, sent, hand, way)
    return [seen] + [
        slap._replace(at=seen.at + at, number=at, value=at, id=way.next_id()) for at in range(20_000, 400_001, 20_000)
    ]


def unseen(seat: int, sent: int, hand: Hand, way: Way) -> list[Message]:
    """Never says `seen`."""
    return [message._replace(value=WISH) for message in browser(seat, sent, hand, way) if message.what == "hand"]


def copied(seat: int, sent: int, hand: Hand, way: Way) -> list[Message]:
    """Sends the same slap twenty times, every other one with a new id."""
    messages = browser(seat, sent, hand, way)
    slap = messages[-1]
    copies = [
        slap._replace(at=slap.at + n * MS, number=100 + n, id=slap.id if n % 2 else way.next_id()) for n in range(20)
    ]
    return messages + copies


def test_honesty_gains_nothing_and_loses_nothing() -> None:
    game = evening(browser, 1_000)
    assert abs(game.share() - 0.5) < 0.03
    assert all(abs(gain) < 10 * MS for gain in game.gains())
    assert game.forgiven() == 0


def test_an_edited_claim_gains_at_most_the_jitter_that_is_believed() -> None:
    game = evening(edited_claim)
    believed = [max(judged.budget, SLOW_PAINT) + judged.budget for judged in game.evidence()]
    assert max(game.gains()) <= max(believed) + ESTIMATE
    # On average it is U: lo = A − P − U.
    assert sum(game.gains()) / len(game.gains()) <= 40 * MS
    assert game.forgiven() <= game.credit()


@pytest.mark.parametrize("delay", [60, 200, 400])
def test_a_late_seen_gains_no_more_than_an_edited_claim_once_the_credit_is_spent(delay: int) -> None:
    """The paint is believed to be max(U, 34 ms) late at most; more costs credit, and that is slow to grow back."""
    game = evening(late_seen(delay * MS))
    budget = max(judged.budget for judged in game.evidence())
    assert max(game.gains()) <= max(budget, SLOW_PAINT) + budget + ESTIMATE
    assert max(game.gains(spent=1), default=0) <= LONGEST_STALL + budget + ESTIMATE
    assert game.forgiven() <= game.credit()


def test_pulling_the_cable_wins_no_more_races_than_there_is_credit() -> None:
    game = evening(pulled_cable)
    won = [record for record in game.records if record.seats == (CHEAT,)]
    assert len(won) <= game.credit()
    assert game.share() < 0.15  # it loses nearly all the others


def test_pulling_the_cable_does_not_pay_in_last_loses_races() -> None:
    """Slow hands are hidden: some races are void while there is credit; those the cheat would have lost are lost."""
    game = evening(gone, goal=Goal.LAST_LOSES)
    voids = sum(record.outcome is Outcome.VOID for record in game.records)
    assert voids <= game.credit()
    assert game.share() >= 0.5 - voids / len(game.records)


def test_spam_never_wins_with_a_hand_that_was_not_lifted() -> None:
    """The first is an anticipation, a foul; the rest are the same hand bouncing, until a human could slap again."""
    game = evening(spam, 150)
    counted = [judged for judged in game.evidence() if judged.verdict in (Verdict.COUNTS, Verdict.CLAMPED)]
    assert all(judged.reaction is not None and judged.reaction >= 290 * MS for judged in counted)
    assert game.share() < 0.5


def test_a_slap_before_seen_is_an_anticipation_and_never_wins() -> None:
    game = evening(unseen, 150)
    assert all(record.seats == (HONEST,) for record in game.records)


def test_copied_slaps_change_nothing() -> None:
    fair, copies = evening(browser, 300), evening(copied, 300)
    assert [record.seats for record in copies.records] == [record.seats for record in fair.records]


def test_delayed_pongs_alone_gain_nothing() -> None:
    """A client that answers pings 150 ms late seems farther away, until its own `seen` says otherwise."""
    honest, delayed = Scene(40, 40), Scene(40, 190)
    for scene in (honest, delayed):
        scene.show()
        scene.seen(1, 45)
        ruling = scene.hand(1, 300, at=346)
        assert ruling.at == 300 * MS


def test_delaying_everything_but_slaps_is_undone_where_the_kernel_sees_the_way() -> None:
    """The limit stated in the design: only TCP_INFO, or statistics, tell it from a faster player farther away."""
    gains = []
    for kernel_knows in (False, True):
        scene = Scene(40, 190)  # in truth both are 40 ms away
        scene.links[1].credit_time = 0
        if kernel_knows:
            scene.links[1].kernel_says(40 * MS)
        scene.show()
        scene.seen(1, 190)
        ruling = scene.hand(1, WISH / MS, at=340)  # made after 300 ms
        gains.append(300 * MS - ruling.at)
    assert gains[0] == 150 * MS + 20 * MS  # the delay, and U
    assert gains[1] == SLOW_PAINT + 20 * MS


def test_wobbling_pongs_buy_at_most_the_largest_budget() -> None:
    scene = Scene(40, 40)
    for n in range(20):
        scene.links[1].pong(0, (40 + 300 * (n % 2)) * MS)
    scene.links[1].credit_time = 0
    scene.show()
    scene.seen(1, 40)
    assert scene.hand(1, WISH / MS, at=340).at == (300 - 120) * MS


def test_every_race_has_one_outcome_and_closes_in_time_whatever_the_cheat() -> None:
    for cheat in (edited_claim, late_seen(200 * MS), pulled_cable, gone, spam, unseen, copied):
        for record in evening(cheat, 40).records:
            assert record.closed - record.first_hand <= 600 * MS


def test_the_evening_is_as_long_as_it_seems() -> None:
    assert evening(browser, 20).refills >= 20 * BETWEEN_RACES / CREDIT_REFILL
