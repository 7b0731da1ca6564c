"""The arbiter: every input gets the time at which a player with no network would have made it, and they all reach the
game in the order of those times.

It has no clock, no socket and no die: times come in as arguments, dead heats go out for the table to draw. How a live
table uses it:

    arbiter = Arbiter(links)                              # one link per seat; seats on one tablet share theirs
    stimulus = arbiter.release(n, now)                    # event n: send it to seat k at stimulus.screens[k].sent
    arbiter.seen(seat, n, now)                            # and `still` and `hand` or `move`, as messages arrive
    while release := arbiter.take(now, rules.contenders()):
        …                                                 # feed release.rulings to the kernel, or its alarm
    wake_me_at(arbiter.next_wakeup(now))

`take` returns one step at a time because every step may change who is a contender. That set is the table's to say and
follows from public facts only; how long an input waits then depends on nothing else but links and messages, never on
what is in the cards.

All times are integer microseconds of one server clock. Virtual times (`at`) are on the same clock.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from msgspec import structs

from slamdeck.core.bits import members
from slamdeck.table.races.evidence import COUNTING, Evidence, Goal, Outcome, RaceRecord, Verdict
from slamdeck.table.races.law import (
    FIRST_WINS_CAP,
    LAST_LOSES_CAP,
    NEVER,
    TIE_BAND,
    close_race,
    judge,
    passed_at,
    usable,
    within,
)
from slamdeck.table.races.links import MS, NOT_YET, Link, Stimulus, leads
from slamdeck.table.races.rulings import Release, Ruling

BOUNCE_TIME: Final = 300 * MS  # a hand cannot be lifted and come down again sooner
REMEMBERED_EVENTS: Final = 16
REMEMBERED_IDS: Final = 24
MOST_HELD: Final = 16  # of one seat
LONG_AGO: Final = -NEVER

virtual_time = attrgetter("at")


class Player:
    """What the arbiter remembers of one seat besides its link."""

    __slots__ = ("acted_at", "answered", "hand_at", "handicap", "held", "link", "settled")

    def __init__(self, link: Link) -> None:
        self.link = link
        self.settled = LONG_AGO  # nothing earlier than this virtual time is still under way
        self.acted_at = LONG_AGO  # virtual time of the last input
        self.hand_at = LONG_AGO  # … and of the last hand that did not bounce
        self.held = 0
        self.handicap = 0  # µs of credit on every hand, agreed on at the table
        self.answered: dict[int, Ruling] = {}  # oldest first, as they are told when they come again

    def remember(self, ruling: Ruling) -> None:
        if len(self.answered) >= REMEMBERED_IDS:
            del self.answered[next(iter(self.answered))]
        self.answered[ruling.id] = structs.replace(ruling, repeated=True, evidence=None)


class OpenRace:
    """A last-loses race: its hands are sealed, and held, until it closes."""

    __slots__ = ("entrants", "first_at", "first_hand", "hands", "shown", "stimulus")

    def __init__(self, stimulus: Stimulus, entrants: int) -> None:
        self.stimulus = stimulus
        self.shown = stimulus.shown
        self.entrants = entrants
        self.hands: dict[int, Ruling] = {}
        self.first_hand = NEVER  # arrival of the first hand …
        self.first_at = NEVER  # … and virtual time of the earliest one: nothing later leaves before the race closes

    def admits(self, ruling: Ruling) -> bool:
        return bool(self.entrants >> ruling.seat & 1) and ruling.seat not in self.hands and ruling.at >= self.shown

    def admit(self, ruling: Ruling, now: int) -> None:
        self.hands[ruling.seat] = ruling
        self.first_hand = min(self.first_hand, now)
        self.first_at = min(self.first_at, ruling.at)

    def missing(self) -> list[int]:
        return [seat for seat in members(self.entrants) if seat not in self.hands]


class Arbiter:
    """Judges and orders the inputs of one table."""

    def __init__(
        self,
        links: Sequence[Link],
        *,
        band: int = TIE_BAND,
        bounce: int = BOUNCE_TIME,
        staggered: bool = True,
    ) -> None:
        """`links[k]` is the link of seat k. If all seats share one link they share one clock: shared-screen mode.

        `bounce` should be the game's own `debounce_ms`, so that both agree on what is one hand.
        """
        self.players = [Player(link) for link in links]
        self.links = list(links)
        self.find_shared_devices()
        self.band = band
        self.bounce = bounce
        self.staggered = staggered
        self.events: dict[int, Stimulus] = {}  # oldest first
        self.latest: Stimulus | None = None
        self.held: list[Ruling] = []  # in order of virtual time
        self.alarm: int | None = None
        self.race: OpenRace | None = None
        self.frontier = LONG_AGO  # virtual time of the last input that was let go: the order up to here is told
        self.contenders = 0

    # ---- seats -----------------------------------------------------------------------------------

    def find_shared_devices(self) -> None:
        self.devices = [[k for k, other in enumerate(self.links) if other is link] for link in self.links]
        self.one_clock = len(self.links) > 1 and all(link is self.links[0] for link in self.links)

    def reseat(self, seat: int, link: Link) -> None:
        """Another device, or a bot, takes over this seat. A device has seen nothing yet; a bot needs no seeing."""
        self.links[seat] = link
        self.players[seat].link = link
        self.find_shared_devices()
        for stimulus in self.events.values():
            stimulus.forget(seat)
            if link.local:
                stimulus.show_at_once(seat, link)

    # ---- events ----------------------------------------------------------------------------------

    def release(self, event: int, now: int, goal: Goal = Goal.FIRST_WINS, entrants: int = 0) -> Stimulus:
        """Event `event` goes out: to seat k at `screens[k].sent`, earlier to those who are far away.

        The goal of the race it may start, and the entrants of a last-loses race, must be public at this moment. Away
        seats are left out; the table calls `sent` when one of them gets the event after all. A new last-loses race
        takes the place of one that is still open.
        """
        if self.events and event <= next(reversed(self.events)):
            raise ValueError(f"event {event} comes after event {next(reversed(self.events))}")
        lead = leads(self.links) if self.staggered else [0] * len(self.links)
        stimulus = Stimulus(event, max(now + max(lead), self.frontier), len(self.links), goal is Goal.FIRST_WINS)
        for seat, link in enumerate(self.links):
            if link.local:
                stimulus.show_at_once(seat, link)
            elif not link.away:
                stimulus.screens[seat].send(now + max(lead) - lead[seat], link)
        self.events[event] = stimulus
        self.latest = stimulus
        if len(self.events) > REMEMBERED_EVENTS:
            del self.events[next(iter(self.events))]
        if goal is Goal.LAST_LOSES:
            self.race = OpenRace(stimulus, entrants)
        elif self.race is not None and not self.race.hands:
            self.race = None
        return stimulus

    def sent(self, seat: int, event: int, at: int) -> None:
        """The event really left at another time than planned. A second sending (a reconnect) is not to be told here:
        what counts is when the seat could have known first."""
        stimulus = self.events.get(event)
        if stimulus is not None and stimulus.screens[seat].seen == NOT_YET:
            stimulus.screens[seat].send(at, self.links[seat])

    def set_alarm(self, at: int | None) -> None:
        """When time alone changes the game (virtual time), or None. Takes its place in the order like an input."""
        self.alarm = at

    # ---- messages --------------------------------------------------------------------------------

    def seen(self, seat: int, event: int, now: int) -> None:
        self.links[seat].hear(now)
        stimulus = self.events.get(event)
        if stimulus is None:
            return
        for k in self.devices[seat]:
            if stimulus.screens[k].note_seen(now):
                self.settle(k, stimulus.shown - self.players[k].handicap)

    def still(self, seat: int, event: int, up: int, now: int) -> None:
        """The client says: everything that I did before reaction time `up` to this event has been sent."""
        self.links[seat].hear(now)
        stimulus = self.latest
        if stimulus is None or stimulus.event != event:
            stimulus = self.events.get(event)
            if stimulus is None:
                return
        for k in self.devices[seat]:
            screen = stimulus.screens[k]
            if screen.note_still(up, now):
                self.settle(k, stimulus.shown + screen.watermark - self.players[k].handicap)

    def hand(self, seat: int, event: int, claim: int | None, id: int, action: int, now: int) -> Ruling:
        """A hand came down: it means something only at its moment."""
        return self.receive(seat, event, claim, id, action, now, hand=True)

    def move(self, seat: int, event: int, claim: int | None, id: int, action: int, now: int) -> Ruling:
        """Any other input: a toss, a card played. It may be made at any speed and keeps its meaning when it is late."""
        return self.receive(seat, event, claim, id, action, now, hand=False)

    def receive(self, seat: int, event: int, claim: int | None, id: int, action: int, now: int, hand: bool) -> Ruling:
        player = self.players[seat]
        player.link.hear(now)
        known = player.answered.get(id)
        if known is not None:
            return known
        stimulus = self.events.get(event)
        if stimulus is None or not stimulus.was_sent(seat):
            ruling = Ruling(seat=seat, id=id, action=action, at=now, event=event, verdict=Verdict.UNKNOWN)
        else:
            judged = judge(self.input_facts(seat, stimulus, claim, hand, now))
            ruling = self.place(judged, id, action)
            self.accept(ruling, stimulus, now)
        player.remember(ruling)
        return ruling

    # ---- judging ---------------------------------------------------------------------------------

    def input_facts(self, seat: int, stimulus: Stimulus, claim: int | None, hand: bool, now: int) -> Evidence:
        """Everything measured of an input that has just arrived."""
        player = self.players[seat]
        link = player.link
        screen = stimulus.screens[seat]
        return Evidence(
            seat=seat,
            event=stimulus.event,
            shown=stimulus.shown,
            sent=screen.sent,
            seen=None if screen.seen == NOT_YET else screen.seen,
            arrived=now,
            claim=None if link.coarse else usable(claim),
            watermark=max(screen.watermark, player.acted_at - stimulus.shown),
            trip=screen.trip,
            budget=screen.budget,
            credit=link.credit(now),
            silence=link.silence,
            beating=stimulus.beating(seat),
            hand=hand,
            exact=self.one_clock,
            handicap=player.handicap,
        )

    def facts(self, seat: int, stimulus: Stimulus, now: int) -> Evidence:
        """Everything measured of a seat that has not moved yet."""
        link = self.links[seat]
        screen = stimulus.screens[seat]
        return Evidence(
            seat=seat,
            event=stimulus.event,
            shown=stimulus.shown,
            sent=screen.sent,
            seen=None if screen.seen == NOT_YET else screen.seen,
            watermark=max(self.players[seat].settled + self.players[seat].handicap - stimulus.shown, 0),
            trip=screen.trip,
            budget=screen.budget,
            credit=link.credit(now),
            beating=stimulus.beating(seat),
            away=link.away,
            handicap=self.players[seat].handicap,
        )

    def place(self, judged: Evidence, id: int, action: int) -> Ruling:
        """Where in the order of virtual times this input belongs."""
        player = self.players[judged.seat]
        at, event, verdict = judged.at, judged.event, judged.verdict
        if player.held >= MOST_HELD:
            verdict = Verdict.CROWDED
        elif verdict is Verdict.ANTICIPATION:
            # It is about the state before this event, and a foul does not go away by being late.
            at, event = max(judged.shown - 1, self.frontier), self.event_before(judged.event)
        elif judged.hand and at < self.frontier:
            verdict = Verdict.LATE
        elif judged.hand and at - player.hand_at < self.bounce:
            verdict = Verdict.BOUNCE
        at = max(at, player.acted_at, self.frontier) if verdict is not Verdict.LATE else at
        if verdict is not judged.verdict:
            judged = structs.replace(judged, verdict=verdict, spent=0)
        return Ruling(seat=judged.seat, id=id, action=action, at=at, event=event, verdict=verdict, evidence=judged)

    def accept(self, ruling: Ruling, stimulus: Stimulus, now: int) -> None:
        if not ruling.waits or ruling.evidence is None:
            return
        player = self.players[ruling.seat]
        if ruling.evidence.spent:
            player.link.spend(now)
        player.held += 1
        player.acted_at = ruling.at
        self.settle(ruling.seat, ruling.at)
        if ruling.evidence.hand:
            stimulus.handed |= 1 << ruling.seat
            if ruling.verdict is not Verdict.BOUNCE:
                player.hand_at = ruling.at
        if self.enters_race(ruling):
            assert self.race is not None
            self.race.admit(ruling, now)
        insort(self.held, ruling, key=virtual_time)

    def enters_race(self, ruling: Ruling) -> bool:
        if self.race is None or ruling.evidence is None or not ruling.evidence.hand:
            return False
        return ruling.verdict in COUNTING and self.race.admits(ruling)

    def settle(self, seat: int, at: int) -> None:
        player = self.players[seat]
        player.settled = max(player.settled, at)

    def event_before(self, event: int) -> int:
        before = [n for n in self.events if n < event]
        return before[-1] if before else event - 1

    # ---- waiting ---------------------------------------------------------------------------------

    def take(self, now: int, contenders: int) -> Release | None:
        """The next step of the game, if it is certain: nobody among the contenders can still produce an earlier input
        that matters, or the longest wait is over."""
        self.contenders = contenders
        if self.ready_at(now) > now:
            return None
        if self.alarm_is_next():
            return self.take_alarm()
        if self.race is not None and self.held[0].at >= self.race.first_at:
            return self.take_race(self.race, now)
        return self.take_inputs(now)

    def may_go_on(self, now: int) -> bool:
        """Can a `seen` or a `still` have made anything certain at all? Most of them come while nothing waits."""
        return bool(self.held) or (self.alarm is not None and self.alarm <= now)

    def next_wakeup(self, now: int) -> int | None:
        """When to look again even if no message comes; None if only a message can change anything.

        With nothing but an alarm to wait for, that is the alarm's own time, so that `seen`s and `still`s before it
        change nothing."""
        if not self.held and self.alarm is not None and self.alarm > now:
            return self.alarm
        at = self.ready_at(now)
        return None if at >= NEVER else max(at, now)

    def ready_at(self, now: int) -> int:
        """When the next step is certain, as far as is known now. Every wait has an end, whatever is lost."""
        if not self.held and self.alarm is None:
            return NEVER
        cap = self.longest_wait()
        if self.alarm_is_next():
            assert self.alarm is not None
            certain = max(self.alarm, self.passed_by_all(self.contenders, self.alarm, now))
            return min(cap, certain, self.alarm + FIRST_WINS_CAP)
        head = self.held[0]
        if self.race is not None and head.at >= self.race.first_at:
            return min(cap, self.race_certain_at(self.race, now))
        others = self.contenders & ~(1 << head.seat)
        return min(cap, max(head.at, self.passed_by_all(others, head.at + self.band, now)))

    def longest_wait(self) -> int:
        """Until when the inputs that are held may be held."""
        race = self.race
        cap = NEVER if race is None else race.first_hand + LAST_LOSES_CAP
        for ruling in self.unblocked():
            if ruling.evidence is not None:
                cap = min(cap, (ruling.evidence.arrived or 0) + FIRST_WINS_CAP)
        return cap

    def unblocked(self) -> list[Ruling]:
        """The inputs that do not have to wait for a last-loses race."""
        if self.race is None:
            return self.held
        return [ruling for ruling in self.held if ruling.at < self.race.first_at]

    def alarm_is_next(self) -> bool:
        """A span that ends at this very moment has ended: the alarm goes before an input of the same time."""
        if self.alarm is None:
            return False
        return not self.held or self.alarm <= self.held[0].at

    def passed_by_all(self, seats: int, moment: int, now: int) -> int:
        """When no seat of this set can produce an input before that virtual time any more."""
        latest = 0
        for seat in members(seats):
            latest = max(latest, self.passed_by(seat, moment, now))
            if latest >= NEVER:
                break
        return latest

    def passed_by(self, seat: int, moment: int, now: int) -> int:
        if self.players[seat].settled >= moment:
            return 0
        facts = self.facts_at(seat, moment, now)
        return 0 if facts is None else passed_at(facts, moment)

    def facts_at(self, seat: int, moment: int, now: int) -> Evidence | None:
        """What is known of a seat regarding the event that was current at that virtual time; None: it never got one."""
        for stimulus in reversed(self.events.values()):
            if stimulus.shown <= moment and stimulus.was_sent(seat):
                return self.facts(seat, stimulus, now)
        return None

    def race_certain_at(self, race: OpenRace, now: int) -> int:
        """A last-loses race is decided when all hands are down, or when the only missing one is proved to be later."""
        missing = race.missing()
        if not missing:
            return 0
        if len(missing) > 1:
            return NEVER
        worst = max(hand.at for hand in race.hands.values())
        return self.passed_by(missing[0], worst + self.band, now)

    # ---- letting go ------------------------------------------------------------------------------

    def take_alarm(self) -> Release:
        assert self.alarm is not None
        at = max(self.alarm, self.frontier)
        self.alarm = None
        self.frontier = at
        return Release(at=at, alarm=True)

    def take_inputs(self, now: int) -> Release:
        """The earliest input, with whatever came too close after it to be told apart."""
        head = self.held[0]
        barrier = NEVER if self.alarm is None else self.alarm
        level = [
            ruling for ruling in self.unblocked() if ruling.at < barrier and within(self.band, ruling.at - head.at)
        ]
        count = len(level)
        record = self.first_hand_record(count, now)
        rulings = self.let_go(count)
        return Release(
            at=rulings[-1].at,
            rulings=rulings,
            dead_heat=len({ruling.seat for ruling in rulings}) > 1,
            race=record,
        )

    def take_race(self, race: OpenRace, now: int) -> Release:
        """All hands of a last-loses race, and whatever else was done before the last of them."""
        self.race = None
        facts = [hand.evidence for hand in race.hands.values() if hand.evidence is not None]
        worst = max(hand.at for hand in race.hands.values())
        facts += self.absentees(race.missing(), worst + self.band, now)
        record = close_race(race.stimulus.event, Goal.LAST_LOSES, self.band, now, facts)
        self.charge(record, now)
        count = sum(1 for ruling in self.held if ruling.at <= worst)
        return Release(
            at=worst,
            rulings=self.let_go(count),
            dead_heat=record.outcome is Outcome.DEAD_HEAT,
            race=record,
        )

    def first_hand_record(self, count: int, now: int) -> RaceRecord | None:
        """If a hand is among the next inputs, and the first on its event: the race that it wins or shares."""
        first = next((ruling for ruling in self.held[:count] if self.may_win(ruling)), None)
        if first is None:
            return None
        hands: dict[int, Ruling] = {}
        for ruling in self.held:
            if self.may_win(ruling):
                hands.setdefault(ruling.seat, ruling)
        self.events[first.event].first_wins = False
        facts = [hand.evidence for hand in hands.values() if hand.evidence is not None]
        missing = [seat for seat in members(self.contenders) if seat not in hands]
        facts += self.absentees(missing, first.at + self.band, now)
        record = close_race(first.event, Goal.FIRST_WINS, self.band, now, facts)
        self.charge(record, now)
        return record

    def may_win(self, ruling: Ruling) -> bool:
        if ruling.verdict not in COUNTING or ruling.evidence is None or not ruling.evidence.hand:
            return False
        stimulus = self.events.get(ruling.event)
        return stimulus is not None and stimulus.first_wins

    def absentees(self, seats: Sequence[int], moment: int, now: int) -> list[Evidence]:
        known = (self.facts_at(seat, moment, now) for seat in seats)
        return [facts for facts in known if facts is not None]

    def charge(self, record: RaceRecord, now: int) -> None:
        """Whoever kept the table waiting to the very end by silence pays for it: pulling the cable must not pay."""
        for judged in record.evidence:
            if judged.verdict is Verdict.STALLED and judged.spent:
                self.links[judged.seat].spend(now)

    def let_go(self, count: int) -> tuple[Ruling, ...]:
        rulings = tuple(self.held[:count])
        del self.held[:count]
        for ruling in rulings:
            self.players[ruling.seat].held -= 1
        self.frontier = max(self.frontier, rulings[-1].at)
        return rulings
