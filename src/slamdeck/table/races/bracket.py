"""The first law of races, the bracket: records and journals of its time are judged again by it, and nothing else is.

A claim was believed within what round trip and jitter budget allowed. S, P, A, m, U and r* are the letters of the
documents of that time. All times are integer microseconds; reactions and watermarks count from the moment an event was
painted, everything else is the server's clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct, structs

from slamdeck.table.races.evidence import Goal, RaceOutcome
from slamdeck.table.times import MS, NEVER_COMES

FASTEST_HUMAN: Final = 100 * MS
LONGEST_STALL: Final = 450 * MS
SLOW_PAINT: Final = 34 * MS
ROUNDING: Final = 1 * MS
BEAT: Final = 50 * MS


class BracketVerdict(StrEnum):
    """What became of one seat's input, or of its absence, in the eyes of the arbiter."""

    COUNTS = "counts"  # the claim lies within what physics allows
    CLAMPED = "clamped"  # it does not, and was moved to the nearest time that does
    ESTIMATED = "estimated"  # there was no usable claim: the server's own estimate
    ANTICIPATION = "anticipation"  # too soon to be a reaction: it is about the event before
    BOUNCE = "bounce"  # the same hand, bouncing: no second entry into a race
    LATE = "late"  # its place in the order has passed: shown, but changes nothing
    UNKNOWN = "unknown"  # about an event that this seat was never sent, or that is long forgotten
    CROWDED = "crowded"  # more unanswered inputs of one seat than anybody has hands
    # of a seat without a hand when a race closed
    SLOWER = "slower"  # its own messages, or their absence, prove that it was later
    STALLED = "stalled"  # nothing proves anything: its connection hangs
    AWAY = "away"


COUNTING: Final = frozenset({BracketVerdict.COUNTS, BracketVerdict.CLAMPED, BracketVerdict.ESTIMATED})


class BracketEvidence(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What was measured of one seat and one event, and what followed from it."""

    seat: int
    event: int
    shown: int  # T: when the event was released; the same for all seats
    sent: int  # S: when it was sent to this seat
    seen: int | None = None  # P: when `seen` came back
    arrived: int | None = None  # A: when the input came
    claim: int | None = None  # r: the reaction the client claims
    watermark: int = 0  # no input before this reaction time is still under way
    trip: int = 0  # m
    budget: int = 0  # U
    credit: int = 0  # before this input
    silence: int = 0  # before the burst that brought this input
    beating: bool = False  # `still`s were due
    away: bool = False
    hand: bool = True  # a slap, not a move that keeps its meaning
    exact: bool = False  # all hands at this table share one clock
    handicap: int = 0  # credit that the table has agreed on for this seat: a child's head start
    reaction: int | None = None  # r*
    spent: int = 0  # credits
    verdict: BracketVerdict = BracketVerdict.UNKNOWN

    @property
    def at(self) -> int:
        """The virtual time: when a player without a network would have acted."""
        return self.shown + (self.reaction or 0)


class BracketRecord(Struct, frozen=True, kw_only=True, gc=False):
    """How one race went: for the journal, the slow-motion view, and anybody who doubts it."""

    event: int
    goal: Goal
    band: int  # hands closer together than this cannot be told apart
    first_hand: int  # when the first hand arrived
    closed: int
    outcome: RaceOutcome
    seats: tuple[int, ...]  # who won, lost, tied, or hung; in no meaningful order
    evidence: tuple[BracketEvidence, ...]


def judge(facts: BracketEvidence) -> BracketEvidence:
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
        return structs.replace(facts, reaction=-1, verdict=BracketVerdict.ANTICIPATION)
    # What the seat itself has ruled out, by a `still` or an earlier input, stays ruled out.
    reaction = max(min(max(claim, earliest), latest), facts.watermark, 0)
    verdict = believed(facts.claim, reaction)
    return structs.replace(facts, reaction=credited(facts, reaction), spent=spent, verdict=verdict)


def credited(facts: BracketEvidence, reaction: int) -> int:
    """A handicap makes a hand earlier, but never earlier than anybody's hand can be."""
    if not facts.hand:
        return reaction
    return max(reaction - facts.handicap, min(reaction, FASTEST_HUMAN))


def believed(claim: int | None, reaction: int) -> BracketVerdict:
    if claim is None:
        return BracketVerdict.ESTIMATED
    return BracketVerdict.COUNTS if abs(reaction - claim) < ROUNDING else BracketVerdict.CLAMPED


def earliest_possible(facts: BracketEvidence, arrived: int, seen: int, claim: int) -> tuple[int, int]:
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


def latest_usual_paint(facts: BracketEvidence) -> int:
    """When `seen` should come at the latest from a screen and a connection that work."""
    return facts.sent + facts.trip + max(facts.budget, SLOW_PAINT)


def latest_stalled_paint(facts: BracketEvidence) -> int:
    """When `seen` should come at the latest after the longest stall that is forgiven."""
    return facts.sent + facts.trip + LONGEST_STALL


# ---- one seat that has not moved -----------------------------------------------------------------


def passed_at(facts: BracketEvidence, moment: int) -> int:
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


def absent(facts: BracketEvidence, moment: int, now: int) -> BracketEvidence:
    """The verdict on a seat without a hand when a race closes."""
    if facts.away:
        verdict = BracketVerdict.AWAY
    elif passed_at(facts, moment) <= now:
        verdict = BracketVerdict.SLOWER
    else:
        verdict = BracketVerdict.STALLED
    return structs.replace(
        facts, verdict=verdict, spent=min(facts.credit, 1) if verdict is BracketVerdict.STALLED else 0
    )


# ---- one race ------------------------------------------------------------------------------------


def close_race(event: int, goal: Goal, band: int, closed: int, facts: Sequence[BracketEvidence]) -> BracketRecord:
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
    return BracketRecord(
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


def slowest(level: tuple[int, ...], missing: Sequence[BracketEvidence]) -> tuple[RaceOutcome, tuple[int, ...]]:
    """Who loses: a missing seat proved late, or one that hangs and has no credit for it; else the last hand."""
    if not missing:
        return (RaceOutcome.LOST if len(level) == 1 else RaceOutcome.DEAD_HEAT), level
    losers = tuple(one.seat for one in missing if one.verdict is not BracketVerdict.STALLED or not one.spent)
    if losers:
        return RaceOutcome.LOST, losers
    return RaceOutcome.VOID, tuple(one.seat for one in missing)


def rejudge(record: BracketRecord) -> BracketRecord:
    """The race again, from nothing but its measurements: must equal the record that was announced."""
    return close_race(
        record.event,
        record.goal,
        record.band,
        record.closed,
        [judged if judged.arrived is None else rejudge_input(judged) for judged in record.evidence],
    )


def rejudge_input(judged: BracketEvidence) -> BracketEvidence:
    """One input again. A bounce and a late packet depend on what came before them and keep that verdict."""
    again = judge(structs.replace(judged, reaction=None, spent=0))
    if judged.verdict in (BracketVerdict.BOUNCE, BracketVerdict.LATE):
        return structs.replace(again, spent=0, verdict=judged.verdict)
    return again
