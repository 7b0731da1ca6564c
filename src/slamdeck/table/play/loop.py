"""A game as it is played: inputs go through the arbiter to the rules, and what comes of them to every screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from slamdeck.core.actions import HAND, SHOUT
from slamdeck.core.bits import count
from slamdeck.core.events import Event
from slamdeck.core.races import LAST_LOSES
from slamdeck.core.rules import IGNORED, NEVER, VERDICT_NAMES
from slamdeck.core.schedule import Schedule
from slamdeck.core.zones import HOST
from slamdeck.table.company.bot_seats import BotHouse
from slamdeck.table.company.presence import Presence
from slamdeck.table.faults import note_fault
from slamdeck.table.journal.entries import Decided, JournalEntry, Passed, Paused, Played, Timed, WentOn
from slamdeck.table.messages import Act, Ok, ScreenReport
from slamdeck.table.output import Output
from slamdeck.table.play.bot_hands import BotHands
from slamdeck.table.play.clock import GameClock
from slamdeck.table.play.looks import LONG_LOOK, LookTimes
from slamdeck.table.play.showing import Announcer
from slamdeck.table.races.arbiter import Arbiter
from slamdeck.table.races.decided import UntoldRace, in_order, level_seats
from slamdeck.table.races.evidence import Goal, RaceOutcome, TimesUse, Verdict
from slamdeck.table.races.hindsight import Hindsight, is_hand
from slamdeck.table.races.links import Link
from slamdeck.table.races.rulings import Release, Ruling
from slamdeck.table.state import LATE, TOO_SOON, VOID
from slamdeck.table.times import MS, NEVER_COMES

OUT_OF_DATE: Final = "your screen was not up to date"
TOO_MUCH: Final = "too much at once"
TOO_LATE: Final = "somebody was faster, or your connection too slow"


class Play:
    """One game from the deal to the end; thrown away and made anew after a pause or a crash."""

    def __init__(self, output: Output, bots: BotHouse, now: int) -> None:
        state = output.state
        self.output = output
        self.state = state
        self.rules = state.rules
        self.clock = GameClock()
        self.bots = BotHands(output, bots, self.rules, self.clock)
        self.hindsight = Hindsight()
        seats = len(state.seats)
        for seat in range(seats):
            self.bots.reseat(seat, now)
        bounce = state.info.bounce_ms(state.house_rules()) * MS
        self.arbiter = Arbiter([self.link_of(seat) for seat in range(seats)], bounce=bounce)
        self.sightings = self.arbiter.sightings
        self.announcer = Announcer(output, self.rules, self.clock, self.sightings)
        self.looks = LookTimes(self.rules, self.clock, self.announcer, self.bots)
        self.schedule = Schedule(seats)
        self.everybody = (1 << seats) - 1
        self.in_hands = self.rules.catalogue.host_action >= 0  # somebody has to deal the next one
        # What comes from the wrist, and may come as often as a wrist can: hands, and words that all hear.
        self.quick_verbs = frozenset(verb.name for verb in self.rules.catalogue.verbs if verb.manner in (HAND, SHOUT))
        self.untold_race: UntoldRace | None = None
        self.fault = False  # time cannot go on here: the game itself has failed
        self.set_handicaps()
        self.clock.go_on(now, state.stopped_at())

    # ---- seats -----------------------------------------------------------------------------------

    def link_of(self, seat: int) -> Link:
        bot = self.bots.seats.get(seat)
        if bot is not None:
            return bot.link
        presence = self.output.presence_at(seat)
        return presence.link if presence is not None else Link(away=True)

    def reseat(self, seat: int, now: int) -> None:
        """Somebody else has taken the seat: a bot, its owner who is back, or a late guest."""
        self.bots.reseat(seat, now)
        self.sightings.reseat(seat, self.link_of(seat))
        self.set_handicaps()
        self.schedule.expect(seat, NEVER)
        bot = self.bots.seats.get(seat)
        if bot is not None:
            self.bots.notice(bot, self.clock.game(now))

    def set_handicaps(self) -> None:
        for entrant, held in zip(self.sightings.entrants, self.state.seats, strict=True):
            entrant.handicap = held.handicap * MS

    # ---- what comes in ---------------------------------------------------------------------------

    def hear(self, now: int, presence: Presence, report: ScreenReport) -> bool:
        """What a screen says by itself. True if that may have made something certain."""
        if not presence.places:
            return False
        seat = presence.places[0]  # seats on one device share its link
        if self.sightings.links[seat] is not presence.link:
            return False  # a bot stands in, and nobody waits for this screen
        self.sightings.hear(seat, report, now)
        return self.arbiter.may_go_on(now)

    def pong(self, now: int, presence: Presence, event: int, sent: int, paired: bool) -> bool:
        """A ping of that event came back. True if that may have made something certain."""
        if not presence.places or self.sightings.links[presence.places[0]] is not presence.link:
            return False
        self.sightings.pong(presence.places[0], event, sent, now, paired)
        return self.arbiter.may_go_on(now)

    def act(self, now: int, presence: Presence, seat: int, message: Act, action: int) -> None:
        hand = is_hand(self.rules, seat, action)
        ruling = self.arbiter.rule(seat, message.n, message.t, message.c, message.id, action, hand, now)
        if ruling is None:
            return
        if ruling.verdict is Verdict.UNKNOWN:
            self.turn_away(presence.person, ruling, OUT_OF_DATE)
            self.announcer.refresh(presence, now)
        elif ruling.verdict is Verdict.CROWDED:
            self.turn_away(presence.person, ruling, TOO_MUCH)
        elif ruling.verdict is Verdict.LATE:
            self.turn_down(ruling)

    def turn_down(self, ruling: Ruling) -> None:
        """It comes too late to win anything; a foul does not go away by being late. (Where no race is possible nobody
        waits for hands, so that a foul may be overtaken by the move of who is on turn.)"""
        late = ruling.verdict is Verdict.LATE
        if not (late and self.hindsight.was_foul(ruling) and self.arbiter.hold_late(ruling)):
            self.settle(self.withhold(ruling, LATE, TOO_LATE))

    def turn_away(self, person: str, ruling: Ruling, why: str) -> None:
        """Nobody else will ever hear of it, so nothing is written down."""
        ok = Ok(id=ruling.id, seat=ruling.seat, verdict=ruling.verdict.value, why=why)
        self.state.keep_answer(ok)
        self.output.send(person, ok)

    def settle(self, entry: Played) -> None:
        """Nobody else hears of it."""
        self.output.write(entry, public=False)
        self.answer(entry)

    def answer(self, entry: Played) -> None:
        ok = self.state.remember(entry)
        if entry.id >= 0:
            self.output.answer(ok)

    # ---- time ------------------------------------------------------------------------------------

    def step(self, now: int) -> None:
        """Everything that is certain by now, in the order of virtual times."""
        while not self.rules.over and not self.fault:
            if self.bots.seats:
                self.bots.land(now, self.arbiter)
            if not self.arbiter.may_go_on(now):
                break
            release = self.arbiter.take(now, self.contenders())
            for ruling in self.arbiter.take_turned_away():
                self.turn_down(ruling)
            if release is None:
                break
            self.carry_out(release, now)
        while not self.fault and self.looks.is_due(now):
            self.look_around(now)

    def contenders(self) -> int:
        return int(self.rules.contenders()) & self.everybody

    def next_wakeup(self, now: int, host_at: int) -> int:
        """The next step of the arbiter, a bot's hand, the host's word (at `host_at`), or a look."""
        if self.rules.over:
            return NEVER_COMES
        step_at = self.arbiter.next_wakeup(now)
        schedule = self.schedule
        schedule.host_at = host_at
        for bot in self.bots.seats.values():
            schedule.expect(bot.seat, self.bots.lands_at(bot, self.sightings))
        schedule.next(NEVER_COMES if step_at is None else step_at)
        return min(int(schedule.at), self.looks.next())

    def look_around(self, now: int) -> None:
        """Time alone can make a move legal, and a bot that saw nothing to do thinks again now and then."""
        at = self.looks.game_time(now)
        self.announcer.legal_changes(at)
        if not self.looks.moments:
            self.looks.moments = [now + LONG_LOOK]
            self.bots.look_again(at)

    # ---- carrying out ----------------------------------------------------------------------------

    def carry_out(self, release: Release, now: int) -> None:
        if release.alarm:
            self.let_time_act(now)
            return
        drawn: tuple[int, ...] = ()
        rulings: Sequence[Ruling] = release.rulings
        if release.dead_heat:
            drawn = self.state.draw(level_seats(release))
            rulings = in_order(release, drawn)
        entries: list[JournalEntry] = []
        told: list[Event] = []
        if release.race is not None or drawn:
            entries.append(Decided(record=release.race, drawn=drawn))
        void = release.race is not None and release.race.outcome is RaceOutcome.VOID
        in_race = release.race.evidence if release.race is not None else ()
        if self.untold_race is not None:
            self.untold_race.complete(rulings)
        for ruling in rulings:
            if void and ruling.evidence in in_race:
                entry = self.withhold(ruling, VOID, "a connection hung: the race is run again")
            else:
                entry = self.feed(ruling, told)
            if ruling.evidence in in_race:
                entry = structs.replace(entry, judged=None)  # the race says it
            entries.append(entry)
        self.conclude(now, entries, told, release, drawn, void)

    def let_time_act(self, now: int) -> None:
        at = int(self.rules.deadline)
        try:
            told = self.state.wait(at)
        except Exception as error:
            self.break_down("a deadline of the game failed", error)
        else:
            self.conclude(now, [Passed(at=at)], told, None)

    def break_down(self, what: str, error: Exception) -> None:
        """Nobody has done anything wrong, and without this the game cannot go on: it stands as it was before."""
        note_fault(what, error)
        self.take_back()
        self.fault = True

    def take_back(self) -> None:
        """Something broke off in the middle. Everything is as before it, for everybody."""
        self.state.play_again()
        self.rules = self.state.rules
        self.bots.rules = self.announcer.rules = self.looks.rules = self.rules

    def feed(self, ruling: Ruling, told: list[Event]) -> Played:
        """One input reaches the rules; one that they cannot digest was none."""
        try:
            return self.try_to_feed(ruling, told)
        except Exception as error:
            note_fault("an input failed, and did not count", error)
            self.take_back()
            return self.withhold(ruling, VOID, "the game could not carry that out")

    def try_to_feed(self, ruling: Ruling, told: list[Event]) -> Played:
        """Unless it is about something that lies no longer there."""
        at = max(int(self.rules.now), self.clock.game(ruling.at))
        if self.rules.catalogue.is_hand(ruling.action):
            if told:
                self.announcer.look()
            reason = self.hindsight.verdict(ruling, self.rules, at, self.announcer.scene)
            if reason:
                why = "you moved before you can have seen it" if reason == TOO_SOON else "what you saw had just changed"
                return self.withhold(ruling, reason, why)
        line = self.state.feed(at, ruling.seat, ruling.action)
        told += line.told
        if self.bots.seats:
            self.bots.note(ruling, line.verdict < IGNORED)
        return self.played(ruling, at, VERDICT_NAMES[line.verdict], line.clause, line.why)

    def withhold(self, ruling: Ruling, verdict: str, why: str) -> Played:
        self.bots.note(ruling, False)
        return self.played(ruling, int(self.rules.now), verdict, "", why)

    def played(self, ruling: Ruling, at: int, verdict: str, clause: str, why: str) -> Played:
        return Played(
            at=at,
            seat=ruling.seat,
            action=ruling.action,
            do=self.rules.catalogue.text(ruling.action),
            verdict=verdict,
            clause=clause,
            why=why,
            id=max(ruling.id, -1),
            judged=ruling.evidence,
        )

    def conclude(
        self,
        now: int,
        entries: list[JournalEntry],
        told: list[Event],
        release: Release | None,
        drawn: tuple[int, ...] = (),
        void: bool = False,
    ) -> None:
        """Write everything down, then tell everybody what they may hear."""
        changed = self.announcer.look() or bool(told) or void
        # While hands are sealed nothing new is there to react to; a shout is only news.
        sealed = self.arbiter.race is not None and self.last_hand_loses()
        if changed and not sealed:
            self.state.event += 1
            entries[-1] = structs.replace(entries[-1], event=self.state.event)
        for entry in entries:
            self.output.write(entry, changed)
            if isinstance(entry, Played):
                self.answer(entry)
        if release is not None and release.race is not None:
            self.untold_race = UntoldRace(release.race, drawn)
        if self.untold_race is not None and (told or void):
            self.announcer.race(self.untold_race.record, self.untold_race.drawn, now)  # before the cards move
            self.untold_race = None
        if changed and not sealed:
            self.release(now, told, int(self.rules.now))
        else:
            self.announcer.news(now, told)
            self.plan(now)
        if self.bots.seats:
            self.bots.look_up(now)

    # ---- events ----------------------------------------------------------------------------------

    def begin(self, now: int, told: Sequence[Event], base: int) -> None:
        """The deal, the end of a pause, or the first moment on a new server: the event is in the journal already."""
        self.announcer.look()
        self.release(now, told, base, fresh=True)
        if self.bots.seats:
            self.bots.look_up(now)

    def release(self, now: int, told: Sequence[Event], base: int, fresh: bool = False) -> None:
        """The latest event goes out, to far screens a little earlier."""
        goal, entrants = Goal.FIRST_WINS, 0
        if self.last_hand_loses():
            goal, entrants = Goal.LAST_LOSES, int(self.rules.race.missing())
        race = self.is_race_possible()
        together = race or count(self.contenders()) > 1
        stimulus = self.arbiter.release(self.state.event, now, goal, entrants, race, together)
        self.clock.go_on(stimulus.shown, base)
        self.hindsight.keep(self.state.event, self.announcer.scene, self.rules)
        self.announcer.stimulus(stimulus, told, fresh)
        self.plan(now)
        self.look_at_times()

    def is_race_possible(self) -> bool:
        return bool(self.rules.race_possible()) and not self.rules.over

    def look_at_times(self) -> None:
        """Do somebody's messages not fit together? Then their claims are not used for the rest of the evening."""
        for presence in self.output.people.values():
            link = presence.link
            if link.suspicion.fired and link.use is TimesUse.MEASURED:
                link.use_times(TimesUse.ESTIMATED)
                entry = Timed(who=presence.person, times=TimesUse.ESTIMATED)
                self.state.time_by(entry)
                self.output.write(entry, public=False)
                self.output.show_table()

    def last_hand_loses(self) -> bool:
        """A race in which the last hand loses. It is public: everybody has seen what it is about."""
        race = self.rules.race
        return bool(race.open and race.goal == LAST_LOSES and race.missing())

    def plan(self, now: int) -> None:
        """What time alone will do."""
        self.looks.plan_anew(now)
        deadline = int(self.rules.deadline)
        due = deadline < NEVER and not self.rules.over
        self.arbiter.alarm = self.clock.moment(deadline) if due else None

    # ---- hands and pauses ------------------------------------------------------------------------

    def between_hands(self) -> bool:
        return bool(self.rules.awaited() >> HOST & 1)

    def next_hand(self, now: int) -> None:
        at = max(int(self.rules.now), self.clock.game(now))
        action = int(self.rules.catalogue.host_action)
        try:
            line = self.state.feed(at, HOST, action)
        except Exception as error:
            self.break_down("the next hand could not be dealt", error)
            return
        entry = Played(
            at=at,
            seat=HOST,
            action=action,
            do=self.rules.catalogue.text(action),
            verdict=VERDICT_NAMES[line.verdict],
            clause=line.clause,
            why=line.why,
        )
        self.conclude(now, [entry], line.told, None)

    def pause(self, now: int) -> None:
        """Game time stops here; whatever is still with the arbiter does not count."""
        at = self.looks.game_time(now)
        self.void_held("the table was paused")
        self.state.pause(at)
        self.output.write(Paused(at=at))

    def void_held(self, why: str) -> None:
        self.arbiter.end_all_doubts()
        for ruling in [*self.arbiter.take_turned_away(), *self.arbiter.held]:
            self.settle(self.withhold(ruling, VOID, why))

    def go_on(self, now: int) -> None:
        """After a pause or a crash. An open race starts again, for all to see."""
        entry = WentOn(at=self.state.stopped_at(), event=self.state.event + 1)
        self.state.go_on(entry)
        self.output.write(entry)
        self.begin(now, (), entry.at)
