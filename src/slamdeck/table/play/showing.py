"""Who is shown what, and when. Every seat gets its own view; nobody's message tells of what only others may know.

An input that changes nothing on the table is told to its sender alone, so the existence of a message betrays as little
as its content.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from slamdeck.core.events import Event
from slamdeck.core.rules import Moves, Rules
from slamdeck.core.views import View, clock_at, heard_by, view_of, view_with
from slamdeck.core.zones import PUBLIC
from slamdeck.table.company.presence import Presence
from slamdeck.table.faults import note_fault
from slamdeck.table.messages import Legal, News, Stim, encode_server
from slamdeck.table.outgoing import Shown, update_decoder
from slamdeck.table.output import Output
from slamdeck.table.play.clock import GameClock
from slamdeck.table.play.race_told import race_told
from slamdeck.table.races.evidence import RaceRecord
from slamdeck.table.races.sightings import NOT_YET, Sightings, Stimulus

WATCHING: Final = [int(PUBLIC)]  # with whose eyes people see who have no seat


class Announcer:
    def __init__(self, output: Output, rules: Rules, clock: GameClock, sightings: Sightings) -> None:
        self.output = output
        self.rules = rules
        self.clock = clock
        self.sightings = sightings
        self.moves = Moves(rules.catalogue.size)
        self.public = 0  # a fingerprint of what everybody can see, as it was last looked at …
        self.scene = 0  # … and of what lies on the table: two events with the same scene ask for the same hand

    def audience(self) -> list[tuple[Presence, int]]:
        """Everybody, once for each seat of theirs, or as one of the public; who is gone may still come back for it."""
        return [(presence, seat) for presence in self.output.people.values() for seat in presence.places or WATCHING]

    # ---- looking ---------------------------------------------------------------------------------

    def look(self) -> bool:
        """Has anything changed that everybody can see?"""
        before = self.public
        rules = self.rules
        try:
            facts, phase = rules.facts(PUBLIC), rules.phase()
        except Exception as error:
            note_fault("a game could not be looked at", error)
            return True
        self.scene = hash((phase, rules.cards.open_to_all()))
        self.public = hash((self.scene, rules.over, encode_server(facts)))
        return self.public != before

    # ---- telling ---------------------------------------------------------------------------------

    def stimulus(self, stimulus: Stimulus, told: Sequence[Event], fresh: bool) -> None:
        for presence, seat in self.audience():
            at = stimulus.shown
            if seat != PUBLIC and stimulus.screens[seat].sent != NOT_YET:
                at = stimulus.screens[seat].sent
            elif seat != PUBLIC and presence.connected:
                self.sightings.sent(seat, stimulus.event, at)  # a hidden tab gets it too, though nobody waits for it
            self.update(presence, seat, told, at, stimulus.event, fresh)

    def update(
        self, presence: Presence, seat: int, told: Sequence[Event], at: int, event: int, fresh: bool = False
    ) -> None:
        """`event` 0: only news. A screen that cannot be drawn is that seat's trouble, and nobody else's."""
        try:
            self.draw(presence, seat, told, at, event, fresh)
        except Exception as error:
            note_fault("a screen could not be drawn", error)

    def draw(self, presence: Presence, seat: int, told: Sequence[Event], at: int, event: int, fresh: bool) -> None:
        output = self.output
        codes = [] if seat == PUBLIC else self.legal(seat, int(self.rules.now))
        words = heard_by(self.rules, told, seat)
        # The time in a view is that of the latest event: the rules' own would tell of inputs that came to nothing.
        view = view_with(self.rules, seat, codes, self.clock.base, self.game_time(at))
        head = output.public_head
        race = seat != PUBLIC and event > 0 and self.race_is_possible(event)
        message, update = presence.update(event or output.state.event, event > 0, words, view, head, fresh, at, race)
        presence.shown[seat] = Shown(update.data, codes)
        output.send(presence.person, message, update.at, event, update.data)

    def race_is_possible(self, event: int) -> bool:
        """As it was when the event was released, for all to see."""
        stimulus = self.sightings.events.get(event)
        return stimulus is not None and stimulus.race

    def game_time(self, at: int) -> int:
        """What the game's clock shows to those who get something then; in a pause it stands."""
        state = self.output.state
        return state.stopped_at() if state.paused else self.clock.game(at)

    def legal(self, seat: int, at: int) -> list[int]:
        self.rules.legal(seat, at, self.moves)
        return self.moves.listed()

    def news(self, now: int, told: Sequence[Event]) -> None:
        """Told to all if there is something to tell; else only to a seat whose own view has changed."""
        for presence, seat in self.audience():
            if told:
                self.update(presence, seat, told, now, 0)
            elif self.differs(presence, seat):
                presence.private_seq = self.output.seq
                self.update(presence, seat, told, now, 0)

    def differs(self, presence: Presence, seat: int) -> bool:
        """Legal moves are left out: they change with the rules' time, which moves with everybody's inputs."""
        shown = presence.shown.get(seat)
        if shown is None:
            return False
        try:
            return still_part(view_of(self.rules, seat)) != still_part(update_decoder.decode(shown.data).view)
        except Exception as error:
            note_fault("a screen could not be drawn", error)
            return False

    def refresh(self, presence: Presence, now: int) -> None:
        """The whole table anew, for somebody who comes, comes back, or has lost track."""
        event = self.output.state.event
        for seat in presence.places or WATCHING:
            self.update(presence, seat, (), now, event, fresh=True)
            self.sent_first(seat, event, now)

    def resume(self, presence: Presence, last: int, now: int) -> None:
        """What was missed, or the whole table if that is too much."""
        missed = presence.missed(last, now)
        if missed is None or not presence.updates:
            self.refresh(presence, now)
            return
        for update in missed:
            at = max(now, update.at)
            self.output.send(presence.person, self.with_clock(update.message, at), at)
        for seat in presence.places or WATCHING:
            self.sent_first(seat, self.output.state.event, now)

    def with_clock(self, update: Stim | News, at: int) -> Stim | News:
        """An update that goes out again, with what its clock shows by now."""
        if update.view.clock is None:
            return update
        clock = clock_at(self.rules, update.view.seat, self.game_time(at))
        return structs.replace(update, view=structs.replace(update.view, clock=clock))

    def sent_first(self, seat: int, event: int, now: int) -> None:
        """If this is the first time that the seat gets the event; a second time changes nothing."""
        stimulus = self.sightings.events.get(event)
        if seat != PUBLIC and stimulus is not None and not stimulus.was_sent(seat):
            self.sightings.sent(seat, event, now)

    def race(self, record: RaceRecord, drawn: Sequence[int], at: int) -> None:
        self.output.send_all(race_told(record, drawn), at)

    def legal_changes(self, at: int) -> None:
        """What a seat may do at that game time, if its screen shows something else."""
        for presence, seat in self.audience():
            shown = presence.shown.get(seat)
            if seat == PUBLIC or shown is None:
                continue
            legal = self.legal(seat, at)
            if legal != shown.legal:
                presence.shown[seat] = structs.replace(shown, legal=legal)
                wording = [self.rules.wording(seat, code) for code in legal]
                self.output.send(presence.person, Legal(seat=seat, legal=wording))

    def shown_legal(self) -> dict[int, list[int]]:
        """What every seat may do that somebody looks after, as far as their screens know."""
        legal: dict[int, list[int]] = {}
        for presence in self.output.people.values():
            for seat in presence.places:
                shown = presence.shown.get(seat)
                if shown is not None:
                    legal[seat] = shown.legal
        return legal


def still_part(view: View) -> bytes:
    """A view without what time alone changes."""
    return encode_server(structs.replace(view, now=0, legal=[], clock=None))
