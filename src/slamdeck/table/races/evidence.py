"""What was measured and found in a race, as it is kept and shown. How it is judged is in `law`."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct


class Verdict(StrEnum):
    """What became of one seat's input, or of its absence, in the eyes of the arbiter."""

    COUNTS = "counts"  # the seat's other messages bear the claim out
    CORRECTED = "corrected"  # they do not, and it was moved to the nearest time that they do bear out
    ESTIMATED = "estimated"  # no claim was used: the server's own estimate
    ANTICIPATION = "anticipation"  # too soon to be a reaction: it is about the event before
    BOUNCE = "bounce"  # the same hand, bouncing: no second entry into a race
    LATE = "late"  # its place in the order has passed: shown, but changes nothing
    UNKNOWN = "unknown"  # about an event that this seat was never sent, or that is long forgotten
    CROWDED = "crowded"  # more unanswered inputs of one seat than anybody has hands
    # of a seat without a hand when a race closed
    SLOWER = "slower"  # its own messages, or their absence, prove that it was later
    STALLED = "stalled"  # nothing proves anything: its connection hangs
    AWAY = "away"


COUNTING: Final = frozenset({Verdict.COUNTS, Verdict.CORRECTED, Verdict.ESTIMATED})


class Correction(StrEnum):
    """Why the time that counts is not the one that the device says; if there are several reasons, the weightiest."""

    NONE = ""
    NEIGHBOURS = "neighbours"  # the messages around the hand travelled faster
    IDLE = "idle"  # the press says that it lay in the page for long
    PROMISE = "promise"  # the page had said that no hand was down by then
    PAINT = "paint"  # the screen's time does not fit the line
    LINE = "line"  # it cannot have been later, or it would not be here
    ESTIMATED = "estimated"  # estimated by the server, for whatever reason


class TimesUse(StrEnum):
    """How the times of a seat are found."""

    MEASURED = "measured"  # by the law
    ESTIMATED = "estimated"  # its claims are not used for now
    TRUSTED = "trusted"  # somebody between answers its pings: what its screen says is believed


class Evidence(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
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
    verdict: Verdict = Verdict.UNKNOWN

    @property
    def at(self) -> int:
        """The virtual time: when a player without a network would have acted."""
        return self.shown + (self.reaction or 0)


class Goal(StrEnum):
    FIRST_WINS = "first wins"
    LAST_LOSES = "last loses"


class RaceOutcome(StrEnum):
    WON = "won"
    LOST = "lost"
    DEAD_HEAT = "dead heat"  # the table draws among `seats` from the committed seed, or the game has a rule
    VOID = "void"  # a connection hung: the game resolves it by its own rule


class RaceRecord(Struct, frozen=True, kw_only=True, gc=False):
    """How one race went: for the journal, the slow-motion view, and anybody who doubts it."""

    event: int
    goal: Goal
    band: int  # hands closer together than this cannot be told apart
    first_hand: int  # when the first hand arrived
    closed: int
    outcome: RaceOutcome
    seats: tuple[int, ...]  # who won, lost, tied, or hung; in no meaningful order
    evidence: tuple[Evidence, ...]
