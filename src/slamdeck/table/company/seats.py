"""Who sits where: people, bots, bots that stand in, people who come back, and whose word counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import structs

from slamdeck.core.problems import UsageProblem
from slamdeck.table.company.names import distinct_name
from slamdeck.table.company.presence import Presence
from slamdeck.table.journal.entries import Seated, SeatHeld, Timed
from slamdeck.table.output import Output
from slamdeck.table.races.evidence import TimesUse
from slamdeck.table.state import PLAYING, SEALING
from slamdeck.table.times import MS, NEVER_COMES

BOT_NAMES: Final = ("Ada", "Ben", "Cleo", "Dot", "Eli", "Fay", "Gus", "Hal")
BOT_ID: Final = "bot:"


class Seats:
    """Changes of seats. Every change is one entry that lists them all."""

    def __init__(self, output: Output, reseat: Callable[[int, int], None], check_bot: Callable[[str], object]) -> None:
        """`reseat(seat, now)`: the game that is being played must know. `check_bot` raises for an unknown name."""
        self.output = output
        self.state = output.state
        self.reseat = reseat
        self.check_bot = check_bot

    def change(self, seats: list[SeatHeld], host: str | None = None) -> None:
        """Who has another seat now, or none, is told at once; everybody else in time."""
        host = self.state.host if host is None else host
        if seats == self.state.seats and host == self.state.host:
            return
        before = {one.person: one.places for one in self.output.people.values()}
        self.state.seat(seats, host)
        self.output.show_places()
        self.output.write(Seated(seats=tuple(seats), host=host))
        self.output.show_table()
        moved = [one for one in self.output.people.values() if one.places != before[one.person]]
        shown = self.output.seats_shown() if moved else []
        for one in moved:
            self.output.tell_table_to(one, shown)

    def replace(self, number: int, held: SeatHeld, now: int) -> None:
        """Another player on the same seat, perhaps in the middle of a game."""
        seats = list(self.state.seats)
        seats[number] = held
        self.change(seats)
        if self.state.phase == PLAYING:
            self.reseat(number, now)

    def in_game(self) -> bool:
        return self.state.phase in (PLAYING, SEALING)

    def names(self) -> list[str]:
        return [seat.name for seat in self.state.seats]

    # ---- people ----------------------------------------------------------------------------------

    def sit(self, presence: Presence, wanted: int | None, now: int) -> None:
        person = presence.person
        if self.state.seats_of(person):
            raise UsageProblem("you have a seat already")
        if not self.in_game() and len(self.state.seats) < self.state.info.most:
            held = SeatHeld(who=person, name=distinct_name(presence.name, self.names()))
            self.change([*self.state.seats, held], self.state.host or person)
            return
        # In a game, or at a full table of bots and people, a bot gives way; to who had left, all their hands.
        first = self.free_seat(person, wanted)
        own = self.state.open_seats(person) if self.has_held(person) else [first]
        for number in own:
            name = distinct_name(presence.name, self.names())
            self.replace(number, structs.replace(self.state.seats[number], who=person, name=name, bot=""), now)

    def has_held(self, person: str) -> bool:
        """A hand of this deal."""
        return self.state.phase == PLAYING and bool(person) and person in self.state.held_by

    def has_room(self, person: str) -> bool:
        """Is there a seat for somebody who has none?"""
        if not self.in_game() and len(self.state.seats) < self.state.info.most:
            return True
        return self.is_open(person) and bool(self.state.open_seats(person))

    def is_open(self, person: str) -> bool:
        """May a seat be taken while things stand as they do?"""
        return not self.in_game() or (
            self.state.phase == PLAYING and (self.state.settings.late_join or self.has_held(person))
        )

    def free_seat(self, person: str, wanted: int | None) -> int:
        """A bot's own seat. One that stands in for somebody is not free, nor is a hand that somebody else has held."""
        if not self.is_open(person):
            raise UsageProblem("the game has begun; you can watch until the next one")
        open_seats = self.state.open_seats(person)
        if wanted is not None and wanted not in open_seats:
            if not (wanted < len(self.state.seats) and self.state.seats[wanted].bot):
                raise UsageProblem("that seat is taken")
            if self.has_held(person):
                raise UsageProblem("you have had your cards; another seat is yours with the next deal")
            raise UsageProblem("those cards are somebody else's; that seat is free with the next deal")
        if not open_seats:
            raise UsageProblem("all seats are taken until the next deal" if self.in_game() else "all seats are taken")
        return open_seats[0] if wanted is None else wanted

    def take_away(self, person: str, now: int) -> None:
        """Before a game the seats are gone; in a game a bot plays the hands on, and only their owner sees them."""
        if not self.in_game():
            self.change([seat for seat in self.state.seats if seat.who != person])
            return
        for number in self.state.seats_of(person):
            self.hand_over(number, now)

    def hand_over(self, number: int, now: int) -> None:
        """To a bot, with whatever was agreed on for the seat."""
        bot = self.new_bot(self.state.settings.stand_in)
        self.replace(number, structs.replace(bot, handicap=self.state.seats[number].handicap), now)

    def rename(self, presence: Presence, name: str) -> None:
        others = [one.name for one in self.output.people.values() if one is not presence and one.connected]
        taken = [seat.name for seat in self.state.seats if seat.who != presence.person]
        presence.name = distinct_name(name, [*taken, *others])
        own = self.state.seats_of(presence.person)
        if len(own) == 1:
            seats = list(self.state.seats)
            seats[own[0]] = structs.replace(seats[own[0]], name=presence.name)
            self.change(seats)

    def add_hand(self, person: str, name: str) -> None:
        """Shared screen: one device, several players."""
        if not self.state.settings.shared_screen:
            raise UsageProblem("this table is not played on one screen")
        self.add(SeatHeld(who=person, name=distinct_name(name, self.names())))

    # ---- bots ------------------------------------------------------------------------------------

    def new_bot(self, level: str) -> SeatHeld:
        self.check_bot(level)
        taken = {seat.who for seat in self.state.seats}
        name = next(name for name in BOT_NAMES if BOT_ID + name not in taken)
        return SeatHeld(who=BOT_ID + name, name=distinct_name(name, self.names()), bot=level)

    def add_bot(self, level: str) -> None:
        self.add(self.new_bot(level))

    def set_bot(self, number: int, level: str, now: int) -> None:
        """The same bot by name, with other hands and another mind from now on."""
        if number >= len(self.state.seats):
            raise UsageProblem("there is no such seat")
        held = self.state.seats[number]
        if not held.bot:
            raise UsageProblem(f"that seat is {held.name}'s: only a bot can be made another one")
        self.check_bot(level)
        if level != held.bot:
            self.replace(number, structs.replace(held, bot=level), now)

    def add(self, held: SeatHeld) -> None:
        if self.in_game():
            raise UsageProblem("the game has begun")
        if len(self.state.seats) >= self.state.info.most:
            raise UsageProblem("all seats are taken")
        self.change([*self.state.seats, held])

    def remove(self, number: int, now: int) -> None:
        if number >= len(self.state.seats):
            raise UsageProblem("there is no such seat")
        if self.in_game():
            if self.state.seats[number].bot:
                raise UsageProblem("the game has begun")
            self.hand_over(number, now)
        else:
            self.change([seat for place, seat in enumerate(self.state.seats) if place != number])

    def set_handicap(self, number: int, ms: int) -> None:
        """Agreed on before the deal, for everybody to see."""
        if self.in_game():
            raise UsageProblem("the game has begun")
        if number >= len(self.state.seats):
            raise UsageProblem("there is no such seat")
        seats = list(self.state.seats)
        seats[number] = structs.replace(seats[number], handicap=ms)
        self.change(seats)

    def set_times(self, number: int, times: TimesUse) -> None:
        """Said to the host and to who sits there, to nobody else."""
        presence = self.output.presence_at(number) if number < len(self.state.seats) else None
        if presence is None:
            raise UsageProblem("there is nobody in person on that seat")
        if presence.link.use is times and not presence.link.suspicion.fired:
            return
        entry = Timed(who=presence.person, times=times, by_host=True)
        self.state.time_by(entry)
        presence.link.use_times(times)
        self.output.write(entry, public=False)
        self.output.show_table()

    def make_host(self, number: int) -> None:
        other = self.output.presence_at(number) if number < len(self.state.seats) else None
        if other is None or not other.here:
            raise UsageProblem("there is nobody in person on that seat")
        self.change(list(self.state.seats), other.person)

    # ---- absence ---------------------------------------------------------------------------------

    def all_here(self) -> bool:
        """Everybody for whom somebody else might have to step in: the usual case, and quickly told."""
        people = self.output.people
        host = people.get(self.state.host)
        if host is None or not host.here:
            return False
        for person in self.state.in_person:
            presence = people.get(person)
            if presence is None or not presence.here:
                return False
        return True

    def is_gone(self, who: str, now: int) -> bool:
        presence = self.output.people.get(who)
        grace = self.state.settings.grace_ms * MS
        return presence is None or (not presence.here and now - presence.left_at >= grace)

    def come_back(self, person: str, now: int) -> None:
        """The owner takes the seat back."""
        for number in self.state.seats_of(person):
            held = self.state.seats[number]
            if held.stand_in:
                self.replace(number, structs.replace(held, stand_in=""), now)

    def stand_in_for_absent(self, now: int, stuck: bool) -> None:
        """`stuck`: the game waits for them alone and has no deadline, so somebody has to move in any case."""
        if self.state.phase != PLAYING or (self.state.settings.absent == "skip" and not stuck):
            return
        for number, held in enumerate(self.state.seats):
            if not held.bot and not held.stand_in and self.is_gone(held.who, now):
                self.replace(number, structs.replace(held, stand_in=self.state.settings.stand_in), now)

    def pass_host_on(self, now: int) -> None:
        """A table never waits for a host who is not there."""
        state = self.state
        if state.host and not self.is_gone(state.host, now):
            return
        seated = [seat.who for seat in state.seats]
        there = [one.person for one in self.output.people.values() if one.here]
        there.sort(key=lambda person: seated.index(person) if person in seated else len(seated))
        if there and there[0] != state.host:
            self.change(list(state.seats), there[0])

    def next_absence(self, now: int) -> int:
        """When somebody's time to come back runs out; who has been gone for longer changes nothing any more."""
        if self.all_here():
            return NEVER_COMES
        grace = self.state.settings.grace_ms * MS
        matters = {seat.who for seat in self.state.seats if not seat.bot and not seat.stand_in} | {self.state.host}
        away = [one.left_at for one in self.output.people.values() if one.person in matters and not one.here]
        return min((at + grace for at in away if at + grace > now), default=NEVER_COMES)
