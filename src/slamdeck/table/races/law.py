"""The law of fair races, as pure functions of what was measured.

The arbiter gathers facts and asks these functions; a replay asks them again with the stored facts and must get the
same answers. S, P, A, m, U and r* are the letters of the design and of the documents for players.

All times are integer microseconds. Reactions and watermarks count from the moment an event was painted on the seat's
own screen, everything else is the server's clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from slamdeck.table.races.evidence import COUNTING, Evidence, Goal, RaceOutcome, RaceRecord, Verdict
from slamdeck.table.races.links import BEAT
from slamdeck.table.times import MS, NEVER_COMES, SECOND

FASTEST_HUMAN: Final = 100 * MS  # nobody reacts to a picture sooner
LONGEST_STALL: Final = 450 * MS  # more than this is forgiven to nobody
SLOW_PAINT: Final = 34 * MS  # one frame at 30 Hz, two at 60: how late an honest screen shows a card as a rule
ROUNDING: Final = 1 * MS  # a claim moved by less was not really moved
LONGEST_CLAIM: Final = 3_600 * SECOND
TIE_BAND: Final = 6 * MS
FIRST_WINS_CAP: Final = 600 * MS
LAST_LOSES_CAP: Final = 1_500 * MS


# ---- one input -----------------------------------------------------------------------------------


def usable(claim: int | None) -> int | None:
    return claim if claim is not None and 0 <= claim <= LONGEST_CLAIM else None


def judge(facts: Evidence) -> Evidence:
    """The reaction time r* of one input, by the bracket (design, section 4).

    hi = A − S − m: the input cannot have been made later, or it would not be here.
    lo = A − min(P, S + m + stall) − U: it cannot have been made much earlier, or it would have been here before.
    """
    assert facts.arrived is not None
    if facts.exact and facts.claim is not None:
        claim, latest, earliest, spent = facts.claim, facts.arrived - facts.sent, 0, 0
    elif facts.seen is None:
        # A client says `seen` in the frame that shows the event: no reaction to it can overtake that.
        claim = latest = facts.arrived - facts.sent - facts.trip
        earliest = spent = 0
    else:
        claim = facts.arrived - facts.seen if facts.claim is None else facts.claim
        latest = facts.arrived - facts.sent - facts.trip
        earliest, spent = earliest_possible(facts, facts.arrived, facts.seen, max(claim, facts.watermark))
    unseen = facts.seen is None and not facts.exact
    if facts.hand and (unseen or min(claim, latest) < FASTEST_HUMAN):
        return structs.replace(facts, reaction=-1, verdict=Verdict.ANTICIPATION)
    # What the seat itself has ruled out, by a `still` or an earlier input, stays ruled out.
    reaction = max(min(max(claim, earliest), latest), facts.watermark, 0)
    verdict = believed(facts.claim, reaction)
    return structs.replace(facts, reaction=credited(facts, reaction), spent=spent, verdict=verdict)


def credited(facts: Evidence, reaction: int) -> int:
    """A handicap makes a hand earlier, but never earlier than anybody's hand can be."""
    if not facts.hand:
        return reaction
    return max(reaction - facts.handicap, min(reaction, FASTEST_HUMAN))


def believed(claim: int | None, reaction: int) -> Verdict:
    if claim is None:
        return Verdict.ESTIMATED
    return Verdict.COUNTS if abs(reaction - claim) < ROUNDING else Verdict.CORRECTED


def earliest_possible(facts: Evidence, arrived: int, seen: int, claim: int) -> tuple[int, int]:
    """lo, and the credit it cost: a screen or a connection that hung is believed as long as there is credit.

    Only for hands: a move is seldom a matter of milliseconds, and should not use up what a slap may need.
    """
    habitual = arrived - min(seen, latest_usual_paint(facts)) - facts.budget
    forgiving = arrived - min(seen, latest_stalled_paint(facts)) - facts.budget
    if facts.beating and facts.silence > BEAT + facts.budget:
        forgiving -= min(facts.silence, LONGEST_STALL)
    if facts.hand and claim < habitual and forgiving < habitual and facts.credit >= 1:
        return forgiving, 1
    return habitual, 0


def latest_usual_paint(facts: Evidence) -> int:
    """When `seen` should come at the latest from a screen and a connection that work."""
    return facts.sent + facts.trip + max(facts.budget, SLOW_PAINT)


def latest_stalled_paint(facts: Evidence) -> int:
    """When `seen` should come at the latest after the longest stall that is forgiven."""
    return facts.sent + facts.trip + LONGEST_STALL


# ---- one seat that has not moved -----------------------------------------------------------------


def passed_at(facts: Evidence, moment: int) -> int:
    """From when on it is certain that this seat can no longer produce an input earlier than `moment` (virtual).

    NEVER_COMES: only a message of its own can make it certain, or the cap must end the waiting. As long as a client
    owes a `still` every 50 ms, its silence means that something hangs, and whoever has credit is waited for. In other
    cases an input made at that moment would have arrived, at the latest, P + (moment − T) + U. A seat with a handicap
    may make it that much later.
    """
    moment += facts.handicap
    if facts.away or facts.shown + facts.watermark >= moment:
        return 0
    if facts.credit and (facts.seen is None or facts.beating):
        return NEVER_COMES
    painted = latest_stalled_paint(facts) if facts.credit else latest_usual_paint(facts)
    if facts.seen is not None:
        painted = min(painted, facts.seen)
    return painted + moment - facts.shown + facts.budget


def absent(facts: Evidence, moment: int, now: int) -> Evidence:
    """The verdict on a seat without a hand when a race closes."""
    if facts.away:
        verdict = Verdict.AWAY
    elif passed_at(facts, moment) <= now:
        verdict = Verdict.SLOWER
    else:
        verdict = Verdict.STALLED
    return structs.replace(facts, verdict=verdict, spent=min(facts.credit, 1) if verdict is Verdict.STALLED else 0)


# ---- one race ------------------------------------------------------------------------------------


def close_race(event: int, goal: Goal, band: int, closed: int, facts: Sequence[Evidence]) -> RaceRecord:
    """Decide a race from the hands that are down and from what is known about the seats without one."""
    hands = [judged for judged in facts if judged.verdict in COUNTING]
    times = [hand.at for hand in hands]
    decisive = min(times) if goal is Goal.FIRST_WINS else max(times)
    level = tuple([hand.seat for hand, at in zip(hands, times, strict=True) if within(band, abs(at - decisive))])
    evidence = tuple(
        judged if judged.arrived is not None else absent(judged, decisive + band, closed) for judged in facts
    )
    if goal is Goal.FIRST_WINS:
        outcome = RaceOutcome.WON if len(level) == 1 else RaceOutcome.DEAD_HEAT
    else:
        outcome, level = slowest(level, [judged for judged in evidence if judged.arrived is None])
    return RaceRecord(
        event=event,
        goal=goal,
        band=band,
        first_hand=min(hand.arrived or 0 for hand in hands),
        closed=closed,
        outcome=outcome,
        seats=level,
        evidence=evidence,
    )


def within(band: int, apart: int) -> bool:
    """Too close to tell. Equal times always are, even with the band switched off."""
    return apart < band or apart == 0


def slowest(level: tuple[int, ...], missing: Sequence[Evidence]) -> tuple[RaceOutcome, tuple[int, ...]]:
    """Who loses: a missing seat proved late, or one that hangs and has no credit for it; else the last hand."""
    if not missing:
        return (RaceOutcome.LOST if len(level) == 1 else RaceOutcome.DEAD_HEAT), level
    losers = tuple(one.seat for one in missing if one.verdict is not Verdict.STALLED or not one.spent)
    if losers:
        return RaceOutcome.LOST, losers
    return RaceOutcome.VOID, tuple(one.seat for one in missing)


def rejudge(record: RaceRecord) -> RaceRecord:
    """The race again, from nothing but its measurements: must equal the record that was announced."""
    return close_race(
        record.event,
        record.goal,
        record.band,
        record.closed,
        [judged if judged.arrived is None else rejudge_input(judged) for judged in record.evidence],
    )


def rejudge_input(judged: Evidence) -> Evidence:
    """One input again. A bounce and a late packet depend on what came before them and keep that verdict."""
    again = judge(structs.replace(judged, reaction=None, spent=0))
    if judged.verdict in (Verdict.BOUNCE, Verdict.LATE):
        return structs.replace(again, spent=0, verdict=judged.verdict)
    return again
