"""What becomes of every message: who may say it, when, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from slamdeck.core.problems import UsageProblem
from slamdeck.table import messages as say
from slamdeck.table.company.bot_seats import BotHouse
from slamdeck.table.company.presence import Presence
from slamdeck.table.company.seats import Seats
from slamdeck.table.desk import Desk
from slamdeck.table.journal.entries import Agreed
from slamdeck.table.play.dealing import Dealing
from slamdeck.table.play.loop import Play
from slamdeck.table.races.law import NEVER
from slamdeck.table.races.links import MS, SECOND
from slamdeck.table.settings import Settings
from slamdeck.table.state import LOBBY, OVER, PLAYING, SEALING

BETWEEN_EMOTES: Final = 1 * SECOND

FROM_HOST: Final = (
    say.SetOptions,
    say.SetSettings,
    say.AddBot,
    say.AddHand,
    say.Remove,
    say.SetHandicap,
    say.Start,
    say.Pause,
    say.GoOn,
    say.MakeHost,
)


class Dispatch:
    """The host's word, everybody's requests, and inputs to the game."""

    def __init__(self, desk: Desk, bots: BotHouse, new_seed: Callable[[], bytes]) -> None:
        self.desk = desk
        self.state = desk.state
        self.bots = bots
        self.play: Play | None = None
        self.dealing = Dealing(desk, new_seed)
        self.seats = Seats(desk, self.reseat, lambda name: bots.check(desk.state.info, name))
        self.break_until = NEVER  # then the next hand starts by itself

    def reseat(self, seat: int, now: int) -> None:
        if self.play is not None:
            self.play.reseat(seat, now)

    def attempt(self, person: str, request: Callable[[], None]) -> None:
        """A request that cannot be met is answered with the reason, to whoever made it."""
        try:
            request()
        except UsageProblem as problem:
            self.desk.refuse(person, str(problem))

    def receive(self, now: int, presence: Presence, message: say.ClientMessage) -> None:
        if isinstance(message, FROM_HOST):
            if presence.person != self.state.host:
                self.desk.refuse(presence.person, "only the host may do that")
            else:
                self.attempt(presence.person, lambda: self.obey_host(now, presence, message))
        elif isinstance(message, say.Act):
            self.attempt(presence.person, lambda: self.act(now, presence, message))
        else:
            self.attempt(presence.person, lambda: self.listen(now, presence, message))

    # ---- everybody -------------------------------------------------------------------------------

    def listen(self, now: int, presence: Presence, message: say.ClientMessage) -> None:
        person = presence.person
        match message:
            case say.Resume(last):
                self.show_game(person, now, last)
            case say.ClockIs(granularity):
                presence.link.clock_granularity(granularity)
            case say.Hidden(hidden):
                self.hide(now, presence, hidden)
            case say.Seal(sealed):
                presence.sealed = sealed
            case say.Nonce(nonce):
                self.dealing.take_nonce(now, presence, nonce)
            case say.Ready(ready):
                self.make_ready(now, presence, ready)
            case say.Emote(emote):
                self.emote(now, presence, emote)
            case say.Sit(seat):
                self.seats.sit(presence, seat, now)
                self.show_game(person, now, None)
            case say.StandUp():
                self.seats.stand_up(person, now)
                self.show_game(person, now, None)
            case say.Rename(name):
                self.seats.rename(presence, name)

    def hide(self, now: int, presence: Presence, hidden: bool) -> None:
        presence.hidden = hidden
        presence.left_at = now
        presence.set_away()
        if not hidden:
            self.seats.come_back(presence.person, now)
            self.show_game(presence.person, now, None)
        self.desk.show_table()

    def emote(self, now: int, presence: Presence, emote: str) -> None:
        if now - presence.emoted_at < BETWEEN_EMOTES:
            return
        presence.emoted_at = now
        seats = self.state.seats_of(presence.person)
        name = self.state.seats[seats[0]].name if seats else presence.name
        self.desk.send_all(say.Emoted(name=name, seat=seats[0] if seats else -1, emote=emote))

    def make_ready(self, now: int, presence: Presence, ready: bool) -> None:
        """When everybody who is there is ready, nobody needs a host."""
        presence.ready = ready and bool(self.state.seats_of(presence.person))
        self.desk.show_table()
        if self.all_ready():
            if self.state.phase in (LOBBY, OVER):
                self.start(now)
            elif self.break_until < NEVER:
                self.break_until = now

    def all_ready(self) -> bool:
        seated = [self.desk.people.get(held.who) for held in self.state.seats if not held.bot]
        there = [one for one in seated if one is not None and one.reachable()]
        return bool(there) and all(one.ready for one in there)

    def nobody_is_ready(self) -> None:
        for one in self.desk.people.values():
            one.ready = False

    # ---- inputs ----------------------------------------------------------------------------------

    def act(self, now: int, presence: Presence, message: say.Act) -> None:
        """The seat follows from the person; a number in the message only chooses among that person's own seats."""
        person = presence.person
        own = self.state.seats_of(person)
        known = self.state.answer(person, message.id)
        if known is not None:
            self.desk.send(person, known)
            return
        if not own or (message.seat is not None and message.seat not in own):
            raise UsageProblem("that is not your seat")
        seat = own[0] if message.seat is None else message.seat
        play = self.play
        if self.state.phase != PLAYING or self.state.paused or play is None:
            why = "the table is paused" if self.state.paused else "no game is being played"
            self.desk.send(person, say.Ok(id=message.id, seat=seat, verdict="rejected", why=why))
            return
        try:
            action = self.state.rules.read(seat, message.do)
        except UsageProblem as problem:
            self.desk.send(person, say.Ok(id=message.id, seat=seat, verdict="rejected", why=str(problem)))
            return
        play.act(now, person, seat, message, action)

    # ---- the host --------------------------------------------------------------------------------

    def obey_host(self, now: int, presence: Presence, message: say.ClientMessage) -> None:
        match message:
            case say.SetOptions(options):
                self.agree(dict(options), self.state.settings)
            case say.SetSettings(settings):
                self.agree(self.state.options, settings)
            case say.AddBot(bot):
                self.seats.add_bot(bot)
            case say.AddHand(name):
                self.seats.add_hand(presence.person, name)
            case say.Remove(seat):
                self.seats.remove(seat, now)
            case say.SetHandicap(seat, ms):
                self.seats.set_handicap(seat, ms)
            case say.Start():
                self.start(now)
            case say.Pause():
                self.pause(now)
            case say.GoOn():
                self.go_on(now)
            case say.MakeHost(seat):
                self.seats.make_host(seat)

    def agree(self, options: dict[str, object], settings: Settings) -> None:
        if self.seats.in_game():
            raise UsageProblem("the game has begun")
        self.state.info.read_options(options, max(len(self.state.seats), self.state.info.fewest))
        self.state.agree(options, settings)
        self.desk.write(Agreed(options=options, settings=settings))
        self.desk.show_table()

    def pause(self, now: int) -> None:
        if self.state.phase != PLAYING or self.state.paused or self.play is None:
            raise UsageProblem("there is nothing to pause")
        self.play.step(now)
        if not self.state.rules.over:
            self.play.pause(now)
            self.desk.show_table()

    def go_on(self, now: int) -> None:
        if self.state.phase == PLAYING and self.state.paused:
            self.play = Play(self.desk, self.bots, now)
            self.play.go_on(now)
            self.desk.show_table()
        elif self.break_until < NEVER:
            self.break_until = now
        else:
            raise UsageProblem("nothing is paused")

    # ---- the game as it goes ---------------------------------------------------------------------

    def start(self, now: int) -> None:
        """A first game, or the rematch."""
        if self.seats.in_game():
            raise UsageProblem("the game has begun")
        self.dealing.promise(now)
        self.desk.show_table()

    def deal(self, now: int) -> None:
        self.dealing.deal()
        self.break_until = NEVER
        self.nobody_is_ready()
        self.desk.show_table()
        assert self.state.game is not None
        self.play = Play(self.desk, self.bots, now)
        self.play.begin(now, self.state.game.opening, 0)

    def end_break(self, now: int) -> None:
        """Between two hands: the host, everybody together, or time starts the next one."""
        play = self.play
        if play is None or not play.between_hands():
            self.break_until = NEVER
            return
        if self.break_until == NEVER:
            self.break_until = now + self.state.settings.next_hand_ms * MS
            self.nobody_is_ready()
        if now >= self.break_until:
            self.break_until = NEVER
            self.nobody_is_ready()
            play.next_hand(now)
            play.step(now)

    def show_game(self, person: str, now: int, last: int | None) -> None:
        if self.play is None or self.state.game is None or person not in self.desk.people:
            return
        announcer = self.play.announcer
        if last is None:
            announcer.refresh(person, now, self.play.arbiter)
        else:
            announcer.resume(person, last, now, self.play.arbiter)

    def go_on_after_standstill(self, now: int) -> None:
        if self.state.phase == SEALING:
            self.dealing.wait_for_numbers(now)
        if self.play is None or self.state.phase != PLAYING or self.state.paused or self.state.rules.over:
            return
        self.play.void_held("the server could not save it")
        self.break_until = NEVER
        self.play = Play(self.desk, self.bots, now)
        self.play.go_on(now)

    def wake(self, now: int) -> None:
        """The journal is all there is: go on from it."""
        if self.state.phase == SEALING:
            self.dealing.wait_for_numbers(now)
        elif self.state.game is not None:
            self.play = Play(self.desk, self.bots, now)
            self.play.announcer.look()
            if self.state.phase == PLAYING and not self.state.paused and not self.state.rules.over:
                self.play.go_on(now)
