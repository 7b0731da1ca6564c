"""Who is shown what, and when. Every seat gets its own view; nobody's message tells of what only others may know.

An input that changes nothing on the table is told to its sender alone, so the existence of a message betrays as little
as its content.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from slamdeck.core.events import Event
from slamdeck.core.rules import Rules
from slamdeck.core.views import View, heard, legal_codes, view_of, view_with
from slamdeck.core.zones import PUBLIC
from slamdeck.table.company.presence import Presence
from slamdeck.table.deliveries import Shown, update_decoder
from slamdeck.table.desk import Desk
from slamdeck.table.messages import Legal, Race, SeatTime, encode_server
from slamdeck.table.play.clock import GameClock
from slamdeck.table.races.arbiter import Arbiter
from slamdeck.table.races.evidence import Evidence, RaceRecord
from slamdeck.table.races.links import Stimulus


class Announcer:
    def __init__(self, desk: Desk, clock: GameClock) -> None:
        self.desk = desk
        self.clock = clock
        self.public = 0  # a fingerprint of what everybody can see, as it was last looked at …
        self.layout = 0  # … and of what lies on the table

    @property
    def rules(self) -> Rules:
        return self.desk.state.rules

    def audience(self) -> list[tuple[Presence, int]]:
        """Everybody, once for each seat of theirs, or as one of the public; who is gone may still come back for it."""
        people = self.desk.people.values()
        return [(presence, seat) for presence in people for seat in self.eyes(presence.person)]

    def eyes(self, person: str) -> list[int]:
        return self.desk.state.seats_of(person) or [int(PUBLIC)]

    # ---- looking ---------------------------------------------------------------------------------

    def look(self) -> bool:
        """Has anything changed that everybody can see?"""
        before = self.public
        rules = self.rules
        self.layout = layout_of(rules)
        self.public = hash((self.layout, rules.over, encode_server(rules.facts(PUBLIC))))
        return self.public != before

    def scene(self, moved: bool = False) -> int:
        """What lies on the table for all to see: two events with the same scene ask for the same hand.

        `moved`: something has happened since the last look.
        """
        return layout_of(self.rules) if moved or not self.layout else self.layout

    # ---- telling ---------------------------------------------------------------------------------

    def stimulus(self, stimulus: Stimulus, told: Sequence[Event], arbiter: Arbiter, fresh: bool) -> None:
        for presence, seat in self.audience():
            at = stimulus.shown
            if seat != PUBLIC and stimulus.was_sent(seat):
                at = stimulus.screens[seat].sent
            elif seat != PUBLIC and presence.connected:
                arbiter.sent(seat, stimulus.event, at)  # a hidden tab gets it too, though nobody waits for it
            self.update(presence, seat, told, at, stimulus.event, fresh)

    def update(
        self, presence: Presence, seat: int, told: Sequence[Event], at: int, event: int, fresh: bool = False
    ) -> None:
        """`event` 0: only news."""
        state = self.desk.state
        words = [heard(self.rules, one, seat) for one in told]
        codes = self.legal(seat)
        # The time in a view is that of the latest event: the rules' own would tell of inputs that came to nothing.
        view = view_with(self.rules, seat, codes, self.clock.base)
        message, update = presence.update(
            event or state.event, event > 0, words, view, self.desk.journal.head, fresh, at
        )
        presence.shown[seat] = Shown(update.data, tuple(codes))
        self.desk.send(presence.person, message, update.at, event, update.data)

    def legal(self, seat: int) -> list[int]:
        return [] if seat == PUBLIC else legal_codes(self.rules, seat)

    def news(self, now: int, told: Sequence[Event]) -> None:
        """Told to all if there is something to tell; else only to a seat whose own view has changed."""
        for presence, seat in self.audience():
            if told or self.differs(presence, seat):
                self.update(presence, seat, told, now, 0)

    def differs(self, presence: Presence, seat: int) -> bool:
        """Legal moves are left out: they change with the rules' time, which moves with everybody's inputs."""
        shown = presence.shown.get(seat)
        if shown is None:
            return False
        return still_part(view_of(self.rules, seat)) != still_part(update_decoder.decode(shown.data).view)

    def refresh(self, person: str, now: int, arbiter: Arbiter) -> None:
        """The whole table anew, for somebody who comes, comes back, or has lost track."""
        presence = self.desk.people[person]
        event = self.desk.state.event
        for seat in self.eyes(person):
            self.update(presence, seat, (), now, event, fresh=True)
            self.sent_first(seat, event, now, arbiter)

    def resume(self, person: str, last: int, now: int, arbiter: Arbiter) -> None:
        """What was missed, or the whole table if that is too much."""
        presence = self.desk.people[person]
        missed = presence.missed(last, now)
        if missed is None or not presence.updates:
            self.refresh(person, now, arbiter)
            return
        for update in missed:
            self.desk.send(person, update.message, max(now, update.at), data=update.data)
        for seat in self.eyes(person):
            self.sent_first(seat, self.desk.state.event, now, arbiter)

    def sent_first(self, seat: int, event: int, now: int, arbiter: Arbiter) -> None:
        """If this is the first time that the seat gets the event; a second time changes nothing."""
        stimulus = arbiter.events.get(event)
        if seat != PUBLIC and stimulus is not None and not stimulus.was_sent(seat):
            arbiter.sent(seat, event, now)

    def race(self, record: RaceRecord, drawn: Sequence[int], at: int) -> None:
        times = [seat_time(one) for one in sorted(record.evidence, key=lambda one: one.seat)]
        message = Race(
            n=record.event,
            goal=record.goal,
            outcome=record.outcome,
            seats=sorted(record.seats),
            drawn=list(drawn),
            times=times,
        )
        self.desk.send_all(message, at)

    def legal_changes(self) -> None:
        for presence, seat in self.audience():
            shown = presence.shown.get(seat)
            if seat == PUBLIC or shown is None:
                continue
            legal = tuple(self.legal(seat))
            if legal != shown.legal:
                presence.shown[seat] = structs.replace(shown, legal=legal)
                wording = [self.rules.wording(seat, code) for code in legal]
                self.desk.send(presence.person, Legal(seat=seat, legal=wording))

    def seats_in_person(self) -> list[int]:
        """Those that somebody looks after."""
        return [seat for _, seat in self.audience() if seat != PUBLIC]


def layout_of(rules: Rules) -> int:
    """What lies on the table for all to see, as a fingerprint that means something in this process only."""
    return hash((rules.phase(), rules.cards.open_to_all()))


def still_part(view: View) -> bytes:
    """A view without what time alone changes."""
    return encode_server(structs.replace(view, now=0, legal=[]))


def seat_time(judged: Evidence) -> SeatTime:
    return SeatTime(
        seat=judged.seat,
        reaction=judged.reaction,
        verdict=judged.verdict,
        handicap=judged.handicap,
        sent=judged.sent - judged.shown,
        seen=None if judged.seen is None else judged.seen - judged.shown,
        arrived=None if judged.arrived is None else judged.arrived - judged.shown,
        trip=judged.trip,
    )
