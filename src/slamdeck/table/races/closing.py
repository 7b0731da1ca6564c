"""The law of fair races for seats that have not moved, and for a race as a whole.

Pure functions of what was measured, like those of `law`; times of the server count from the release of the event.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from slamdeck.core.problems import CheckFailed
from slamdeck.table.races.evidence import (
    COUNTING,
    FOURTH_LAW,
    FRAME,
    LAW,
    SECOND_LAW,
    Correction,
    Evidence,
    Goal,
    RaceOutcome,
    RaceRecord,
    Verdict,
)
from slamdeck.table.races.law import (
    CHEAP,
    ESTIMATED_PAINT,
    FULL,
    IDLE,
    LINE_MARGIN,
    LONGEST_HANG,
    MARGIN,
    event_trip,
    is_estimated,
    judge_finally,
    last_stamp,
    latest_paint,
    shortest_trip,
    slowest_transit,
)
from slamdeck.table.times import MS, NEVER_COMES

FIRST_WINS_CAP: Final = 600 * MS
LAST_LOSES_CAP: Final = 1_500 * MS
PING_EVERY: Final = 100 * MS  # while a race is possible …
LAST_PING: Final = 800 * MS  # … and no longer than this
STALL_COSTS: Final = 80 * MS  # of the credit, to whoever voids a race by a connection that hangs …
LEAST_FOR_A_STALL: Final = 40 * MS  # … and has so much: the rest is owed, and has to be earned before anything else
PASSED: Final = -NEVER_COMES  # it was certain before anything was sent


# ---- one seat that has not moved -----------------------------------------------------------------


def passed_at(facts: Evidence, reaction: int) -> int:
    """From when on it is certain that this seat can no longer produce an input of an earlier reaction.

    Its page has said so; or the law would no longer believe it, and a pong has come back since. No pong: its line
    hangs, and only a message can make it certain, or the cap must end the waiting (NEVER_COMES). A seat with a handicap
    may make its input that much later.
    """
    reaction += facts.handicap
    if facts.away or facts.not_before >= reaction:
        return PASSED
    if facts.local:
        return reaction
    if facts.seen is not None and last_stamp(facts) - min(facts.frame, 2 * FRAME) >= reaction:
        return PASSED
    too_late = believed_until(facts, reaction)
    if too_late < NEVER_COMES and pings_are_due(facts, too_late) and not has_pong_since(facts, too_late):
        return NEVER_COMES
    return too_late


def believed_until(facts: Evidence, reaction: int) -> int:
    """Until when an input of this reaction would be believed if it came then."""
    if is_estimated(facts):
        return facts.sent + facts.usual_trip + ESTIMATED_PAINT + reaction
    until = NEVER_COMES
    if facts.seen is not None:
        until = facts.seen + reaction if facts.coarse else slowest_transit(facts) + MARGIN + IDLE + reaction
    if facts.paired is not None or (event_trip(facts) and not facts.race):
        margin = 0 if facts.coarse else LINE_MARGIN + MARGIN + IDLE
        until = min(until, facts.sent + event_trip(facts) + latest_paint(facts) + margin + reaction)
    if until < NEVER_COMES and facts.race and not facts.coarse:
        until += longest_forgiven(facts)  # if its page hangs right now
    return until


def longest_forgiven(facts: Evidence) -> int:
    """Of a hang, with the credit that this seat has."""
    if facts.law > FOURTH_LAW:
        return max(min(facts.credit * FULL // CHEAP, LONGEST_HANG), 0)
    return LONGEST_HANG if facts.credit >= 1 else 0


def pings_are_due(facts: Evidence, moment: int) -> bool:
    trip = 0 if facts.paired is None else facts.paired - facts.sent
    return facts.race and moment <= facts.sent + LAST_PING + trip


def has_pong_since(facts: Evidence, moment: int) -> bool:
    """Has a ping come back that was answered after an input that would arrive by that moment must have been sent?
    Messages do not overtake each other, so there is none. When the pong itself arrived says nothing: after a lost
    packet it may come right ahead of an honest hand."""
    pongs = facts.pongs
    answered = moment - shortest_trip(facts)
    return any(sent >= answered for sent in pongs[::2])


def absent(facts: Evidence, moment: int, now: int) -> Evidence:
    """The verdict on a seat without a hand when a race closes; both times by the server's clock."""
    if facts.away:
        verdict = Verdict.AWAY
    elif passed_at(facts, moment - facts.shown) <= now - facts.shown:
        verdict = Verdict.SLOWER
    else:
        verdict = Verdict.STALLED
    least, price = (LEAST_FOR_A_STALL, STALL_COSTS) if facts.law > FOURTH_LAW else (1, 1)
    pays = verdict is Verdict.STALLED and facts.credit >= least
    return structs.replace(facts, verdict=verdict, spent=price if pays else 0)


# ---- one race ------------------------------------------------------------------------------------


def close_race(event: int, goal: Goal, band: int, closed: int, facts: Sequence[Evidence], law: int = LAW) -> RaceRecord:
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
        law=law,
        event=event,
        goal=goal,
        band=band,
        first_hand=min(hand.came for hand in hands),
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


# ---- judging again -------------------------------------------------------------------------------


def rejudge(record: RaceRecord) -> RaceRecord:
    """The race again, from nothing but its measurements: must equal the record that was announced."""
    check_law(record.law)
    return close_race(
        record.event,
        record.goal,
        record.band,
        record.closed,
        [judged if judged.arrived is None else rejudge_input(judged) for judged in record.evidence],
        record.law,
    )


def check_law(law: int) -> None:
    if not SECOND_LAW <= law <= LAW:
        raise CheckFailed(f"was judged by law {law} of races, this Slamdeck knows up to {LAW}")


def rejudge_input(judged: Evidence) -> Evidence:
    """One input again. A bounce and a late packet depend on what came before them and keep that verdict."""
    check_law(judged.law)
    if judged.arrived is None:
        raise CheckFailed("an input that never came was judged")
    again = judge_finally(structs.replace(judged, reaction=None, spent=0, why=Correction.NONE))
    if judged.verdict in (Verdict.BOUNCE, Verdict.LATE):
        return structs.replace(again, spent=0, verdict=judged.verdict)
    return again
