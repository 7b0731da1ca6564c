"""What every seat has been shown, and which witnesses its device has given since.

An event is released once and goes out to all screens; each page says `seen` when it has painted it. Where a race is
possible a ping goes with it, and the page says `still` for as long as its player keeps still. All of that is kept per
event and device, and is the evidence by which the law judges.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final, final

from msgspec import structs

from slamdeck.core.native import mypyc_attr
from slamdeck.table.messages import ScreenReport, Seen, Still
from slamdeck.table.races.closing import PASSED, passed_at
from slamdeck.table.races.evidence import COUNTING, FRAME, LAW, Evidence, TimesUse, Verdict
from slamdeck.table.races.links import Link, leads
from slamdeck.table.races.suspicion import NEIGHBOURHOOD, HandTrace
from slamdeck.table.times import MS, NEVER_COMES

NOT_YET: Final = -1  # no time of any clock
LONG_AGO: Final = -NEVER_COMES
REMEMBERED_EVENTS: Final = 16
MOST_STILLS: Final = 2 * 64  # of one event; only the latest matter
MOST_PONGS: Final = 2 * 16
SAME_MOMENT: Final = 20 * MS  # a busy server writes something a little later than it meant to
SLOWEST_HAND: Final = 1_000 * MS  # after an event
SETTLED_AFTER: Final = 2  # events: by then everything about an event has come that will
# Witnesses are kept packed, in a fifth of the room of a list; most screens have none and share this one, never changed.
NO_WITNESSES: Final = array("q")


@final
@mypyc_attr(acyclic=True)
class Screen:
    """One event on one device: when it was sent, and all witnesses since. Times are as the clocks show them."""

    __slots__ = ("hand", "painted", "paired", "pongs", "seen", "seen_stamp", "sent", "stills")

    def __init__(self) -> None:
        self.sent = NOT_YET  # S
        self.paired = NOT_YET  # when the ping came back that was sent with the event
        self.seen = NOT_YET  # P
        self.painted = 0  # p, by the page's clock
        self.seen_stamp = 0  # c of `seen`
        self.stills = NO_WITNESSES  # stamp, arrival, and so on
        self.pongs = NO_WITNESSES  # sent, arrived, and so on; without the paired one
        self.hand: Evidence | None = None  # the first hand on this event that counted

    def note_seen(self, report: Seen, now: int) -> bool:
        if self.sent == NOT_YET or self.seen != NOT_YET:
            return False
        self.seen = now
        self.painted = report.p
        self.seen_stamp = report.c
        return True

    def note_stamp(self, stamp: int, now: int) -> bool:
        """A message that tells when it was sent."""
        if self.seen == NOT_YET:
            return False
        if len(self.stills) >= MOST_STILLS:
            del self.stills[:2]
        self.stills = with_witness(self.stills, stamp, now)
        return True

    def note_pong(self, sent: int, now: int, paired: bool) -> None:
        """`paired`: its ping was sent with the event; if the event was sent again, that is another ping."""
        if paired and self.paired == NOT_YET and abs(sent - self.sent) <= SAME_MOMENT:
            self.paired = self.sent + now - sent
        elif len(self.pongs) < MOST_PONGS:
            self.pongs = with_witness(self.pongs, sent, now)


@final
class Stimulus:
    """One event, and the screens of all seats; seats on one device share theirs."""

    __slots__ = ("event", "first_wins", "race", "screens", "shown")

    def __init__(self, event: int, shown: int, seats: int, first_wins: bool, race: bool) -> None:
        self.event = event
        self.shown = shown  # T
        self.first_wins = first_wins  # and its first hand has not been announced yet
        self.race = race  # one is possible, for all to see
        self.screens = [Screen() for _ in range(seats)]

    def show_at_once(self, seat: int) -> None:
        """To a bot: it sees the event at the moment of its release."""
        screen = self.screens[seat]
        screen.sent = screen.seen = screen.paired = self.shown
        screen.painted = screen.seen_stamp = self.shown

    def forget(self, seat: int) -> None:
        self.screens[seat] = Screen()

    def was_sent(self, seat: int) -> bool:
        return self.screens[seat].sent != NOT_YET


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
        self.changes = 0  # of what is known here, counted
        self.find_shared_devices()

    def find_shared_devices(self) -> None:
        self.devices = [[k for k, other in enumerate(self.links) if other is link] for link in self.links]
        self.one_clock = len(self.links) > 1 and all(link is self.links[0] for link in self.links)

    def reseat(self, seat: int, link: Link) -> None:
        """Another device, or a bot, takes over this seat. A device has seen nothing yet; a bot needs no seeing."""
        self.changes += 1
        self.links[seat] = link
        self.find_shared_devices()
        for stimulus in self.events.values():
            stimulus.forget(seat)
            if link.local:
                stimulus.show_at_once(seat)

    # ---- events ----------------------------------------------------------------------------------

    def release(
        self, event: int, now: int, earliest: int, first_wins: bool, race: bool = True, together: bool = True
    ) -> Stimulus:
        """The event goes out, and is on nobody's screen before `earliest`. Away seats are left out.

        `race`: one is possible. `together`: all screens should flip at the same moment.
        """
        if self.events and event <= next(reversed(self.events)):
            raise ValueError(f"event {event} comes after event {next(reversed(self.events))}")
        lead = leads(self.links) if self.staggered and together else [0] * len(self.links)
        stimulus = Stimulus(event, max(now + max(lead), earliest), len(self.links), first_wins, race)
        for seat, link in enumerate(self.links):
            first = self.devices[seat][0]
            if first != seat:
                stimulus.screens[seat] = stimulus.screens[first]
            elif link.local:
                stimulus.show_at_once(seat)
            elif not link.away:
                stimulus.screens[seat].sent = now + max(lead) - lead[seat]
        self.events[event] = stimulus
        self.latest = stimulus
        if len(self.events) > SETTLED_AFTER:
            self.learn_from(list(self.events.values())[-1 - SETTLED_AFTER])
        if len(self.events) > REMEMBERED_EVENTS:
            del self.events[next(iter(self.events))]
        return stimulus

    def sent(self, seat: int, event: int, at: int) -> None:
        """The event really left at another time than planned. A second sending (a reconnect) is not to be told here:
        what counts is when the seat could have known first."""
        self.changes += 1
        stimulus = self.events.get(event)
        if stimulus is not None and stimulus.screens[seat].seen == NOT_YET:
            stimulus.screens[seat].sent = at

    def event_before(self, event: int) -> int:
        before = [n for n in self.events if n < event]
        return before[-1] if before else event - 1

    # ---- what devices say ------------------------------------------------------------------------

    def hear(self, seat: int, report: ScreenReport, now: int) -> None:
        """`seen`: the event has been painted. `still`: everything that was done before this frame has been sent.
        Whoever shares the screen has seen it, and kept still, as well."""
        self.changes += 1
        stimulus = self.latest
        if stimulus is None or stimulus.event != report.n:
            stimulus = self.events.get(report.n)
            if stimulus is None:
                return
        screen = stimulus.screens[seat]
        if isinstance(report, Still):
            if screen.note_stamp(report.c, now):
                # Whatever the page says, it cannot have kept still for longer than the event is out.
                still = min(report.c - screen.painted - min(self.links[seat].frame, 2 * FRAME), now - screen.sent)
                self.settle(seat, stimulus.shown + max(still, 0))
        elif isinstance(report, Seen) and screen.note_seen(report, now):
            self.settle(seat, stimulus.shown)

    def settle(self, seat: int, at: int) -> None:
        for k in self.devices[seat]:
            entrant = self.entrants[k]
            entrant.settle(at - entrant.handicap)

    def pong(self, seat: int, event: int, sent: int, now: int, paired: bool) -> None:
        """A ping of this event came back; `paired`: the one that was sent in the same segment."""
        self.changes += 1
        stimulus = self.events.get(event)
        if stimulus is not None and stimulus.was_sent(seat):
            stimulus.screens[seat].note_pong(sent, now, paired)

    # ---- what is known of a seat -----------------------------------------------------------------

    def of_input(
        self, seat: int, stimulus: Stimulus, pressed: int | None, stamp: int, hand: bool, now: int
    ) -> Evidence:
        """Everything measured of an input that has just arrived."""
        entrant = self.entrants[seat]
        screen = stimulus.screens[seat]
        zero = stamp if screen.seen == NOT_YET else screen.painted
        not_before = 0 if entrant.acted_at == LONG_AGO else max(entrant.acted_at - stimulus.shown, 0)
        return self.facts(
            seat,
            stimulus,
            not_before,
            arrived=now - stimulus.shown,
            pressed=None if pressed is None else pressed - zero,
            stamp=stamp - zero,
            hand=hand,
        )

    def with_later_witnesses(self, facts: Evidence, stimulus: Stimulus) -> Evidence:
        """The same input, with what has come since."""
        screen = stimulus.screens[facts.seat]
        return structs.replace(
            facts,
            paired=None if screen.paired == NOT_YET else screen.paired - stimulus.shown,
            stills=counted_from(screen.stills, screen.painted, stimulus.shown),
            pongs=counted_from(screen.pongs, stimulus.shown, stimulus.shown),
        )

    def of_silence(self, seat: int, stimulus: Stimulus) -> Evidence:
        """Everything measured of a seat that has not moved yet."""
        entrant = self.entrants[seat]
        return self.facts(seat, stimulus, max(entrant.settled + entrant.handicap - stimulus.shown, 0))

    def facts(
        self,
        seat: int,
        stimulus: Stimulus,
        not_before: int,
        arrived: int | None = None,
        pressed: int | None = None,
        stamp: int = 0,
        hand: bool = True,
    ) -> Evidence:
        link = self.links[seat]
        screen = stimulus.screens[seat]
        shown, painted = stimulus.shown, screen.painted
        return Evidence(
            seat=seat,
            event=stimulus.event,
            shown=shown,
            law=LAW,
            sent=screen.sent - shown,
            paired=None if screen.paired == NOT_YET else screen.paired - shown,
            seen=None if screen.seen == NOT_YET else screen.seen - shown,
            seen_stamp=0 if screen.seen == NOT_YET else screen.seen_stamp - painted,
            arrived=arrived,
            pressed=pressed,
            stamp=stamp,
            stills=counted_from(screen.stills, painted, shown),
            pongs=counted_from(screen.pongs, shown, shown),
            frame=link.frame,
            usual_paint=link.usual_paint,
            usual_trip=self.usual_trip(link, stimulus, screen),
            credit=0 if link.wary else link.credit,
            wary=link.wary,
            coarse=link.coarse,
            use=link.use,
            race=stimulus.race,
            hand=hand,
            exact=self.one_clock,
            local=link.local,
            away=link.away,
            handicap=self.entrants[seat].handicap,
            not_before=not_before,
        )

    def usual_trip(self, link: Link, stimulus: Stimulus, screen: Screen) -> int:
        """Where it is asked for: claims are not used, or no ping went with the event."""
        if link.use is TimesUse.ESTIMATED:
            return link.usual_trip()
        return link.trip if not stimulus.race and screen.paired == NOT_YET else 0

    def at_moment(self, seat: int, moment: int) -> Evidence | None:
        """What is known of a seat regarding the event that was current at that virtual time; None: it never got one."""
        stimulus = self.current_at(seat, moment)
        return None if stimulus is None else self.of_silence(seat, stimulus)

    def current_at(self, seat: int, moment: int) -> Stimulus | None:
        stimulus = self.latest
        if stimulus is not None and stimulus.shown <= moment and stimulus.was_sent(seat):
            return stimulus
        for stimulus in reversed(self.events.values()):
            if stimulus.shown <= moment and stimulus.was_sent(seat):
                return stimulus
        return None

    def absentees(self, seats: Sequence[int], moment: int) -> list[Evidence]:
        known = [self.at_moment(seat, moment) for seat in seats]
        return [facts for facts in known if facts is not None]

    def passed_by(self, seat: int, moment: int) -> int:
        """When this seat can no longer produce an input before that virtual time."""
        if self.entrants[seat].settled >= moment:
            return 0
        stimulus = self.current_at(seat, moment)
        link = self.links[seat]
        if stimulus is None or link.away:
            return 0
        screen = stimulus.screens[seat]
        unknown = stimulus.race and screen.seen == NOT_YET and screen.paired == NOT_YET
        if unknown and link.use is not TimesUse.ESTIMATED and moment > stimulus.shown:
            return NEVER_COMES  # nothing has come back that the law could go by, as most often
        passed = passed_at(self.of_silence(seat, stimulus), moment - stimulus.shown)
        return passed if passed in (PASSED, NEVER_COMES) else passed + stimulus.shown

    def passed_by_all(self, seats: int, moment: int) -> int:
        """When no seat of this set can produce an input before that virtual time any more."""
        latest = 0
        for seat in self.seats:
            if seats >> seat & 1 and latest < NEVER_COMES:
                latest = max(latest, self.passed_by(seat, moment))
        return latest

    # ---- what is learnt --------------------------------------------------------------------------

    def learn_from(self, stimulus: Stimulus) -> None:
        """An event is over: what it tells about every device in the long run."""
        for seat, link in enumerate(self.links):
            screen = stimulus.screens[seat]
            if link.local or link.away or self.devices[seat][0] != seat or screen.seen == NOT_YET:
                continue
            if screen.hand is None:
                learn_quiet(screen, link)
            else:
                link.suspicion.note_hand(trace_of(screen, screen.hand, link))

    def note_hand(self, judged: Evidence) -> None:
        """The first hand of a device on an event: one that counted, or came too soon though there was nothing else to
        react to."""
        stimulus = self.events.get(judged.event)
        if stimulus is None or stimulus.screens[judged.seat].hand is not None:
            return
        blind = judged.verdict is Verdict.ANTICIPATION and judged.seen is not None and self.is_alone(stimulus)
        if judged.verdict in COUNTING or blind:
            stimulus.screens[judged.seat].hand = judged

    def is_alone(self, stimulus: Stimulus) -> bool:
        """Was the event before it so long ago that nobody's hand is still about that?"""
        before = self.events.get(self.event_before(stimulus.event))
        return before is None or stimulus.shown - before.shown >= SLOWEST_HAND


def with_witness(pairs: array[int], first: int, second: int) -> array[int]:
    if not pairs:
        return array("q", (first, second))
    pairs.append(first)
    pairs.append(second)
    return pairs


def counted_from(pairs: Sequence[int], first: int, second: int) -> tuple[int, ...]:
    if not pairs:
        return ()
    return tuple([at - (second if k & 1 else first) for k, at in enumerate(pairs)])


def learn_quiet(screen: Screen, link: Link) -> None:
    if screen.paired != NOT_YET:
        link.note_paint(screen.seen - screen.paired)
    stamped = 0 if link.coarse else screen.seen_stamp - screen.painted
    link.suspicion.note_quiet(screen.seen - screen.sent - stamped)


def trace_of(screen: Screen, hand: Evidence, link: Link) -> HandTrace:
    """All of the page's clock counts from the paint here, all of the server's from the sending of the event."""
    arrived = hand.shown + (hand.arrived or 0) - screen.sent
    reaction = (hand.reaction or 0) + hand.handicap
    if link.coarse:
        return HandTrace(0, (), screen.seen - screen.sent, reaction)
    stills = counted_from(screen.stills, screen.painted, screen.sent)
    near = [stills[k + 1] - stills[k] for k in range(0, len(stills), 2) if abs(stills[k] - hand.stamp) < NEIGHBOURHOOD]
    return HandTrace(arrived - hand.stamp, near, arrived - hand.stamp, reaction)
