"""The first law, by which old records are judged again. Server times in ms; the event was sent at 0, m = 100, U = 20
unless told."""

from __future__ import annotations

import pytest
from msgspec import structs

from slamdeck.table.races.bracket import BracketEvidence as Evidence
from slamdeck.table.races.bracket import BracketVerdict as Verdict
from slamdeck.table.races.bracket import judge
from slamdeck.table.times import MS


def hand(
    arrived: float,
    claim: float | None,
    seen: float | None = 110,
    watermark: float = 0,
    credit: int = 0,
    silence: float = 50,
    budget: float = 20,
) -> Evidence:
    return Evidence(
        seat=0,
        event=1,
        shown=0,
        sent=0,
        seen=None if seen is None else round(seen * MS),
        arrived=round(arrived * MS),
        claim=None if claim is None else round(claim * MS),
        watermark=round(watermark * MS),
        trip=100 * MS,
        budget=round(budget * MS),
        credit=credit,
        silence=round(silence * MS),
        beating=True,
    )


def r_star(facts: Evidence) -> float:
    judged = judge(facts)
    assert judged.reaction is not None
    return judged.reaction / MS


def test_an_honest_claim_counts_as_it_is() -> None:
    assert judge(hand(arrived=412, claim=300)).verdict is Verdict.COUNTS
    assert r_star(hand(arrived=412, claim=300)) == 300


def test_nobody_was_faster_than_the_arrival_allows() -> None:
    judged = judge(hand(arrived=412, claim=150))
    assert judged.verdict is Verdict.CLAMPED
    assert judged.reaction == (412 - 110 - 20) * MS  # lo = A − P − U


def test_nobody_was_slower_than_the_arrival_allows() -> None:
    assert r_star(hand(arrived=412, claim=900)) == 412 - 100  # hi = A − S − m


def test_a_promise_to_have_kept_still_binds() -> None:
    assert r_star(hand(arrived=412, claim=292, watermark=300)) == 300


def test_without_a_usable_claim_the_server_estimates() -> None:
    judged = judge(hand(arrived=412, claim=None))
    assert (judged.verdict, judged.reaction) == (Verdict.ESTIMATED, (412 - 110) * MS)


@pytest.mark.parametrize(
    "facts",
    [
        hand(arrived=412, claim=99),  # r below 100 ms
        hand(arrived=199, claim=120, seen=105),  # hi below 100 ms, whatever is claimed
        hand(arrived=412, claim=300, seen=None),  # before `seen`
    ],
    ids=["claim", "arrival", "unseen"],
)
def test_too_soon_to_be_a_reaction(facts: Evidence) -> None:
    assert judge(facts).verdict is Verdict.ANTICIPATION


def test_a_move_may_be_made_at_any_speed() -> None:
    assert r_star(structs.replace(hand(arrived=130, claim=15), hand=False)) == 15
    assert r_star(structs.replace(hand(arrived=130, claim=15, seen=None), hand=False)) == 30  # hi


def test_a_silent_stretch_before_the_hand_is_forgiven_for_one_credit() -> None:
    late = hand(arrived=712, claim=300, credit=2, silence=350)
    judged = judge(late)
    assert (judged.verdict, judged.reaction, judged.spent) == (Verdict.COUNTS, 300 * MS, 1)
    assert r_star(structs.replace(late, credit=0)) == 712 - 110 - 20


def test_no_more_than_450_ms_of_silence_are_forgiven() -> None:
    assert r_star(hand(arrived=1212, claim=300, credit=1, silence=850)) == 1212 - 110 - 20 - 450


def test_a_silence_that_jitter_explains_forgives_nothing() -> None:
    assert judge(hand(arrived=482, claim=300, credit=3, silence=70)).spent == 0


def test_credit_is_spent_only_when_it_is_needed() -> None:
    assert judge(hand(arrived=412, claim=300, credit=3, silence=350)).spent == 0


def test_a_late_paint_is_believed_for_one_credit_up_to_450_ms() -> None:
    """min(P, S + m + 450 ms): the card itself was stalled."""
    assert r_star(hand(arrived=712, claim=300, seen=410, credit=1)) == 300
    assert judge(hand(arrived=712, claim=300, seen=410, credit=1)).spent == 1
    assert r_star(hand(arrived=1200, claim=300, seen=900, credit=1)) == 1200 - (100 + 450) - 20


def test_without_credit_a_late_paint_is_believed_as_far_as_screens_and_jitter_explain_it() -> None:
    assert r_star(hand(arrived=434, claim=300, seen=134)) == 300
    assert r_star(hand(arrived=712, claim=300, seen=410)) == 712 - 134 - 20


def test_on_one_clock_the_claim_is_exact() -> None:
    assert r_star(structs.replace(hand(arrived=900, claim=300), exact=True)) == 300
    assert judge(structs.replace(hand(arrived=900, claim=99), exact=True)).verdict is Verdict.ANTICIPATION
