"""One game after another at a table: the promise, the deal, pauses, breaks between two hands, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from slamdeck.core.problems import UsageProblem
from slamdeck.core.rules import NEVER
from slamdeck.table.company.bot_seats import BotHouse
from slamdeck.table.company.presence import Presence
from slamdeck.table.messages import Revealed
from slamdeck.table.output import Output
from slamdeck.table.play.dealing import Dealing
from slamdeck.table.play.loop import Play
from slamdeck.table.state import LOBBY, OVER, PLAYING, SEALING
from slamdeck.table.times import MS, NEVER_COMES

FAULTY: Final = "this game has a fault and stands still; everything up to here is kept"


class Series:
    def __init__(self, output: Output, bots: BotHouse, new_seed: Callable[[], bytes]) -> None:
        self.output = output
        self.state = output.state
        self.bots = bots
        self.play: Play | None = None  # the latest game, as far as it is played here
        self.dealing = Dealing(output, new_seed)
        self.break_until = NEVER_COMES  # then the next hand starts by itself

    def running(self) -> Play | None:
        """The game, unless it is over or paused."""
        return self.play if self.state.phase == PLAYING and not self.state.paused else None

    # ---- time ------------------------------------------------------------------------------------

    def step(self, now: int) -> None:
        play = self.running()
        if play is not None:
            play.step(now)
            if play.fault:
                self.stand_still(now, play)

    def stand_still(self, now: int, play: Play) -> None:
        """The game itself has failed. The table stops as in a pause and says so; going on tries it once more."""
        play.fault = False
        self.break_until = NEVER_COMES
        play.pause(now)
        self.say_that_it_failed()
        self.output.show_table()

    def say_that_it_failed(self) -> None:
        for person in self.output.people:
            self.output.notify(person, FAULTY)

    def give_up(self, now: int) -> None:
        """Something failed that nobody had thought of. Whatever it was, it is not tried again by itself."""
        play = self.running()
        if play is not None:
            self.stand_still(now, play)
        elif self.state.phase == SEALING:
            self.dealing.until = NEVER_COMES  # these rules cannot even deal
            self.say_that_it_failed()

    def finish(self, now: int) -> None:
        """What comes after all inputs: the end of a break or of the game, and the deal when all numbers are in."""
        play = self.running()
        if play is not None:
            if play.in_hands:
                self.end_break(play, now)
            if play.rules.over:
                self.end()
        if self.state.phase == SEALING and now >= self.dealing.until:
            self.deal(now)

    def next_wakeup(self, now: int) -> int:
        if self.state.phase == SEALING:
            return self.dealing.until
        play = self.running()
        return NEVER_COMES if play is None else play.next_wakeup(now, self.break_until)

    def is_stuck(self) -> bool:
        """No deadline, and everybody whom the game waits for is away."""
        if self.state.phase != PLAYING or self.state.rules.deadline < NEVER:
            return False
        awaited = int(self.state.rules.awaited())
        waiting = [seat for seat in range(len(self.state.seats)) if awaited >> seat & 1]
        return bool(waiting) and all(self.output.seat_shown(seat).away for seat in waiting)

    # ---- beginning and end -----------------------------------------------------------------------

    def in_game(self) -> bool:
        return self.state.phase in (PLAYING, SEALING)

    def start(self, now: int) -> None:
        """A first game, or the rematch."""
        if self.in_game():
            raise UsageProblem("the game has begun")
        given = self.state.given
        if given is not None and given.kind == "today" and self.state.number:
            raise UsageProblem("today's deal is played once; tomorrow there is another")
        self.dealing.promise(now)
        self.output.moved_to = ""
        self.output.show_table()

    def deal(self, now: int) -> None:
        self.dealing.deal()
        self.break_until = NEVER_COMES
        self.nobody_is_ready()
        self.output.show_table()
        assert self.state.game is not None
        self.play = Play(self.output, self.bots, now)
        self.play.begin(now, self.state.game.opening, 0)

    def end(self) -> None:
        entry = self.state.result()
        self.state.end(entry)
        self.output.write(entry)
        self.nobody_is_ready()
        if self.state.given is None or self.state.given.kind != "today":  # others have yet to play today's
            self.output.send_all(Revealed(seed=entry.seed, nonces=list(self.state.nonces)))
        self.output.show_table()

    # ---- pauses and breaks -----------------------------------------------------------------------

    def pause(self, now: int) -> None:
        play = self.running()
        if play is None:
            raise UsageProblem("there is nothing to pause")
        play.step(now)
        if not play.rules.over:
            play.pause(now)
            self.output.show_table()

    def go_on(self, now: int) -> None:
        if self.state.phase == PLAYING and self.state.paused:
            self.play_anew(now)
            self.output.show_table()
        elif self.break_until < NEVER_COMES:
            self.break_until = now
        else:
            raise UsageProblem("nothing is paused")

    def end_break(self, play: Play, now: int) -> None:
        """Between two hands: the host, everybody together, or time starts the next one."""
        if not play.between_hands():
            self.break_until = NEVER_COMES
            return
        if self.break_until == NEVER_COMES:
            self.break_until = now + self.state.settings.next_hand_ms * MS
            self.nobody_is_ready()
        if now >= self.break_until:
            self.break_until = NEVER_COMES
            self.nobody_is_ready()
            play.next_hand(now)
            self.step(now)

    def make_ready(self, now: int, presence: Presence, ready: bool) -> None:
        """When everybody who is there is ready, nobody needs a host."""
        ready = ready and bool(presence.places)
        if presence.ready != ready:
            presence.ready = ready
            self.output.show_table()
        if ready and self.all_ready():
            if self.state.phase in (LOBBY, OVER):
                self.start(now)
            elif self.break_until < NEVER_COMES:
                self.break_until = now

    def all_ready(self) -> bool:
        seated = [self.output.people.get(held.who) for held in self.state.seats if not held.bot]
        there = [one for one in seated if one is not None and one.here]
        return bool(there) and all(one.ready for one in there)

    def nobody_is_ready(self) -> None:
        for one in self.output.people.values():
            one.ready = False

    # ---- other hands, other servers --------------------------------------------------------------

    def reseat(self, seat: int, now: int) -> None:
        if self.play is not None:
            self.play.reseat(seat, now)

    def show(self, presence: Presence, now: int, last: int | None) -> None:
        """The game to somebody who comes, or what came after update `last`."""
        if self.play is None or self.state.game is None:
            return
        if last is None:
            self.play.announcer.refresh(presence, now)
        else:
            self.play.announcer.resume(presence, last, now)

    def go_on_after_standstill(self, now: int) -> None:
        if self.state.phase == SEALING:
            self.dealing.wait_for_numbers(now)
        play = self.running()
        if play is None or play.rules.over:
            return
        play.void_held("the server could not save it")
        self.break_until = NEVER_COMES
        self.play_anew(now)

    def wake(self, now: int) -> None:
        """The journal is all there is: go on from it."""
        if self.state.phase == SEALING:
            self.dealing.wait_for_numbers(now)
        elif self.state.game is not None:
            self.play = Play(self.output, self.bots, now)
            self.play.announcer.look()
            if self.running() is not None and not self.play.rules.over:
                self.play.go_on(now)

    def play_anew(self, now: int) -> None:
        self.play = Play(self.output, self.bots, now)
        self.play.go_on(now)
