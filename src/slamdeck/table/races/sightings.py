"""What every seat has been shown, and what its screen has said about it since.

An event is released once and goes out to all screens; each screen says `seen` when it has painted the event, and then
`still` for as long as its player keeps still. From this and from the figures of the link follows how early an input of
that seat can still be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from slamdeck.core.native import mypyc_attr
from slamdeck.table.messages import ScreenReport, Seen, Still
from slamdeck.table.races.evidence import Evidence
from slamdeck.table.races.law import passed_at, usable
from slamdeck.table.races.links import BEAT, LAST_BEAT, Link, leads
from slamdeck.table.times import NEVER_COMES

NOT_YET: Final = -1  # no time of any clock
LONG_AGO: Final = -NEVER_COMES
REMEMBERED_EVENTS: Final = 16


@final
@mypyc_attr(acyclic=True)
class Screen:
    """One event on the screen of one seat: when it was sent, when its `seen` came back, and how far the seat has since
    promised to have kept still. The link's figures are those of the moment it was sent."""

    __slots__ = ("budget", "painted", "seen", "sent", "trip", "watermark")

    def __init__(self) -> None:
        self.sent = NOT_YET  # S
        self.seen = NOT_YET  # P
        self.painted = 0  # p
        self.watermark = 0
        self.trip = 0  # m
        self.budget = 0  # U

    def send(self, at: int, link: Link) -> None:
        self.sent = at
        self.trip = link.trip
        self.budget = link.budget

    def note_seen(self, painted: int, now: int) -> bool:
        if self.sent == NOT_YET or self.seen != NOT_YET:
            return False
        self.seen = now
        self.painted = painted
        # The way there and back was evidently no longer than this.
        self.trip = min(self.trip, max(now - self.sent, 0))
        return True

    def note_still(self, up: int, now: int) -> bool:
        """Whatever the client says, it cannot have kept still for longer than it can have known the event."""
        if self.seen == NOT_YET:
            return False
        self.watermark = max(self.watermark, min(up, now - self.sent - self.trip))
        return True


@final
class Stimulus:
    """One event, and the screens of all seats."""

    __slots__ = ("event", "first_wins", "handed", "screens", "shown")

    def __init__(self, event: int, shown: int, seats: int, first_wins: bool) -> None:
        self.event = event
        self.shown = shown  # T
        self.first_wins = first_wins  # and its first hand has not been announced yet
        self.handed = 0  # the set of seats whose hand on this event has come in
        self.screens = [Screen() for _ in range(seats)]

    def show_at_once(self, seat: int, link: Link) -> None:
        """To a bot: it sees the event at the moment of its release."""
        self.screens[seat].send(self.shown, link)
        self.screens[seat].seen = self.shown

    def forget(self, seat: int) -> None:
        self.screens[seat] = Screen()

    def was_sent(self, seat: int) -> bool:
        return self.screens[seat].sent != NOT_YET

    def beating(self, seat: int) -> bool:
        """The client owes a `still` every 50 ms: after its hand, or when it has said the last one, it does not."""
        return not self.handed >> seat & 1 and self.screens[seat].watermark < LAST_BEAT - BEAT


class Entrant:
    """What is remembered of one seat besides its link and its screens."""

    __slots__ = ("acted_at", "hand_at", "handicap", "held", "settled")

    def __init__(self) -> None:
        self.settled = LONG_AGO  # nothing earlier than this virtual time is still under way
        self.acted_at = LONG_AGO  # virtual time of the last input
        self.hand_at = LONG_AGO  # … and of the last hand that did not bounce
        self.held = 0  # inputs
        self.handicap = 0  # µs of credit on every hand, agreed on at the table

    def settle(self, at: int) -> None:
        self.settled = max(self.settled, at)


class Sightings:
    """The latest events on all screens, seat by seat."""

    def __init__(self, links: Sequence[Link], staggered: bool) -> None:
        """`links[k]` is the link of seat k; seats on one device share theirs. `staggered`: far screens are sent an
        event a little earlier."""
        self.links = list(links)
        self.seats = range(len(self.links))
        self.entrants = [Entrant() for _ in links]
        self.staggered = staggered
        self.events: dict[int, Stimulus] = {}  # oldest first
        self.latest: Stimulus | None = None
        self.find_shared_devices()

    def find_shared_devices(self) -> None:
        self.devices = [[k for k, other in enumerate(self.links) if other is link] for link in self.links]
        self.one_clock = len(self.links) > 1 and all(link is self.links[0] for link in self.links)

    def reseat(self, seat: int, link: Link) -> None:
        """Another device, or a bot, takes over this seat. A device has seen nothing yet; a bot needs no seeing."""
        self.links[seat] = link
        self.find_shared_devices()
        for stimulus in self.events.values():
            stimulus.forget(seat)
            if link.local:
                stimulus.show_at_once(seat, link)

    # ---- events ----------------------------------------------------------------------------------

    def release(self, event: int, now: int, earliest: int, first_wins: bool) -> Stimulus:
        """The event goes out, and is on nobody's screen before `earliest`. Away seats are left out."""
        if self.events and event <= next(reversed(self.events)):
            raise ValueError(f"event {event} comes after event {next(reversed(self.events))}")
        lead = leads(self.links) if self.staggered else [0] * len(self.links)
        stimulus = Stimulus(event, max(now + max(lead), earliest), len(self.links), first_wins)
        for seat, link in enumerate(self.links):
            if link.local:
                stimulus.show_at_once(seat, link)
            elif not link.away:
                stimulus.screens[seat].send(now + max(lead) - lead[seat], link)
        self.events[event] = stimulus
        self.latest = stimulus
        if len(self.events) > REMEMBERED_EVENTS:
            del self.events[next(iter(self.events))]
        return stimulus

    def sent(self, seat: int, event: int, at: int) -> None:
        """The event really left at another time than planned. A second sending (a reconnect) is not to be told here:
        what counts is when the seat could have known first."""
        stimulus = self.events.get(event)
        if stimulus is not None and stimulus.screens[seat].seen == NOT_YET:
            stimulus.screens[seat].send(at, self.links[seat])

    def event_before(self, event: int) -> int:
        before = [n for n in self.events if n < event]
        return before[-1] if before else event - 1

    # ---- what screens say ------------------------------------------------------------------------

    def hear(self, seat: int, report: ScreenReport, now: int) -> None:
        """`seen`: the event has been painted. `still`: everything that was done before reaction time `up` to it has
        been sent. Whoever shares the screen has seen it, and kept still, as well."""
        stimulus = self.latest
        if stimulus is None or stimulus.event != report.n:
            stimulus = self.events.get(report.n)
            if stimulus is None:
                return
        for k in self.devices[seat]:
            screen = stimulus.screens[k]
            entrant = self.entrants[k]
            if isinstance(report, Still):
                if screen.note_still(report.c - screen.painted, now):
                    entrant.settle(stimulus.shown + screen.watermark - entrant.handicap)
            elif isinstance(report, Seen) and screen.note_seen(report.p, now):
                entrant.settle(stimulus.shown - entrant.handicap)

    # ---- what is known of a seat -----------------------------------------------------------------

    def of_input(self, seat: int, stimulus: Stimulus, claim: int | None, hand: bool, now: int) -> Evidence:
        """Everything measured of an input that has just arrived."""
        entrant = self.entrants[seat]
        link = self.links[seat]
        screen = stimulus.screens[seat]
        return Evidence(
            seat=seat,
            event=stimulus.event,
            shown=stimulus.shown,
            sent=screen.sent,
            seen=None if screen.seen == NOT_YET else screen.seen,
            arrived=now,
            claim=None if link.coarse else usable(claim),
            watermark=max(screen.watermark, entrant.acted_at - stimulus.shown),
            trip=screen.trip,
            budget=screen.budget,
            credit=link.credit(now),
            silence=link.silence,
            beating=stimulus.beating(seat),
            hand=hand,
            exact=self.one_clock,
            handicap=entrant.handicap,
        )

    def of_silence(self, seat: int, stimulus: Stimulus, now: int) -> Evidence:
        """Everything measured of a seat that has not moved yet."""
        entrant = self.entrants[seat]
        link = self.links[seat]
        screen = stimulus.screens[seat]
        return Evidence(
            seat=seat,
            event=stimulus.event,
            shown=stimulus.shown,
            sent=screen.sent,
            seen=None if screen.seen == NOT_YET else screen.seen,
            watermark=max(entrant.settled + entrant.handicap - stimulus.shown, 0),
            trip=screen.trip,
            budget=screen.budget,
            credit=link.credit(now),
            beating=stimulus.beating(seat),
            away=link.away,
            handicap=entrant.handicap,
        )

    def at_moment(self, seat: int, moment: int, now: int) -> Evidence | None:
        """What is known of a seat regarding the event that was current at that virtual time; None: it never got one."""
        for stimulus in reversed(self.events.values()):
            if stimulus.shown <= moment and stimulus.was_sent(seat):
                return self.of_silence(seat, stimulus, now)
        return None

    def absentees(self, seats: Sequence[int], moment: int, now: int) -> list[Evidence]:
        known = [self.at_moment(seat, moment, now) for seat in seats]
        return [facts for facts in known if facts is not None]

    def passed_by(self, seat: int, moment: int, now: int) -> int:
        """When this seat can no longer produce an input before that virtual time."""
        if self.entrants[seat].settled >= moment:
            return 0
        facts = self.at_moment(seat, moment, now)
        return 0 if facts is None else passed_at(facts, moment)

    def passed_by_all(self, seats: int, moment: int, now: int) -> int:
        """When no seat of this set can produce an input before that virtual time any more."""
        latest = 0
        for seat in self.seats:
            if seats >> seat & 1 and latest < NEVER_COMES:
                latest = max(latest, self.passed_by(seat, moment, now))
        return latest
