"""What was measured and found in a race, as it is kept and shown. How it is judged is in `law` and `closing`."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct

LAW: Final = 5  # the version of the law by which races are judged now; the first one is in bracket.py
SECOND_LAW: Final = 2  # whose evidence does not say so; what was different is named where it matters
THIRD_LAW: Final = 3  # the same
FOURTH_LAW: Final = 4  # the same
FRAME: Final = 16_700  # µs: how long the usual screen shows a frame


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
    """What was measured of one seat and one event, and what followed from it.

    Times of the server count from T, the release of the event; times of the page from the moment at which it says it
    painted the event, or, as long as it has said none, from the sending of the input. Only witnesses that the verdict
    rests on are kept.
    """

    seat: int
    event: int
    shown: int  # T, by the server's clock
    law: int = SECOND_LAW
    # The server's clock.
    sent: int = 0  # S: when the event left for this seat
    paired: int | None = None  # when the ping came back that was sent with the event
    seen: int | None = None  # P: when `seen` came
    arrived: int | None = None  # A: when the input came
    pongs: tuple[int, ...] = ()  # further pings of this event: when one was sent, when it came back, and so on
    # The page's clock.
    seen_stamp: int = 0  # at the sending of `seen`
    pressed: int | None = None  # the hand came down; none if that was not measured
    stamp: int = 0  # at the sending of the input
    stills: tuple[int, ...] = ()  # stamped messages: the page's clock at sending, the server's at arrival, and so on
    # The device.
    frame: int = FRAME  # of its screen
    usual_paint: int = 0  # by how much `seen` usually comes after the ping that was sent with the event
    usual_trip: int = 0  # asked for only if claims are not used, or if no ping was sent with the event
    credit: int = 0  # µs: what may be forgiven before this input; until the fourth law a number of hands
    wary: bool = False  # its sums are so high that less is allowed
    coarse: bool = False  # its clock is too coarse
    use: TimesUse = TimesUse.MEASURED
    # The occasion.
    race: bool = False  # one was possible, for all to see: `still`s and pings were due
    hand: bool = True  # a slap, not a move that keeps its meaning
    exact: bool = False  # all hands at this table share one clock
    local: bool = False  # a bot: its inputs have no way to go
    away: bool = False
    handicap: int = 0  # a head start that the table has agreed on for this seat
    not_before: int = 0  # the reaction before which the seat's earlier inputs leave no room
    # What follows.
    reaction: int | None = None  # r*
    spent: int = 0  # of the credit
    why: Correction = Correction.NONE
    verdict: Verdict = Verdict.UNKNOWN

    @property
    def at(self) -> int:
        """The virtual time: when a player without a network would have acted."""
        return self.shown + (self.reaction or 0)

    @property
    def came(self) -> int:
        """When the input arrived, by the server's clock."""
        return self.shown + (self.arrived or 0)


class Marks(Struct, frozen=True, gc=False):
    """Where a slow-motion view draws a hand: what its device says and what is believed.

    Counted from the release of the event, as far as one can tell: nobody knows how long each way is.
    """

    painted: int | None = None
    painted_said: int | None = None
    pressed: int | None = None
    pressed_said: int | None = None


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

    law: int
    event: int
    goal: Goal
    band: int  # hands closer together than this cannot be told apart
    first_hand: int  # when the first hand arrived
    closed: int
    outcome: RaceOutcome
    seats: tuple[int, ...]  # who won, lost, tied, or hung; in no meaningful order
    evidence: tuple[Evidence, ...]
