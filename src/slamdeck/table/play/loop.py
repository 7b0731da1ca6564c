"""A game as it is played: inputs go through the arbiter to the rules, and what comes of them to every screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from slamdeck.core.events import Event
from slamdeck.core.rules import IGNORED, VERDICT_NAMES, Moves, Rules
from slamdeck.core.rules import NEVER as NO_DEADLINE
from slamdeck.core.views import legal_moves
from slamdeck.core.zones import HOST
from slamdeck.table.company.bot_seats import BotHouse, BotSeat
from slamdeck.table.desk import Desk
from slamdeck.table.journal.entries import JournalEntry, Passed, Paused, Played, Raced, WentOn
from slamdeck.table.messages import Act, Ok
from slamdeck.table.play.clock import GameClock
from slamdeck.table.play.showing import Announcer
from slamdeck.table.races.arbiter import Arbiter
from slamdeck.table.races.evidence import Goal, Outcome, Verdict
from slamdeck.table.races.hindsight import Hindsight, draw, in_order, is_hand, is_hand_verb, played, race_is_on
from slamdeck.table.races.law import NEVER
from slamdeck.table.races.links import MS, Link
from slamdeck.table.races.rulings import Release, Ruling
from slamdeck.table.state import LATE, TOO_SOON, VOID

NEXT_HAND: Final = "next_hand"
USUAL_BOUNCE: Final = 300  # ms, where the game has no word on it
LOOKS: Final = (250 * MS, 500 * MS, 750 * MS, 1_000 * MS, 1_500 * MS)  # after an event: time alone may allow a move
LONG_LOOK: Final = 5_000 * MS


class Choices:
    """What some seats may do, followed while time passes."""

    def __init__(self, rules: Rules, seats: list[int]) -> None:
        self.rules = rules
        self.seats = seats
        self.legal = [legal_moves(rules, seat) for seat in seats]
        self.spare = Moves(rules.catalogue.size)

    def have_changed(self) -> bool:
        """Since this was asked last."""
        changed = False
        for place, seat in enumerate(self.seats):
            self.rules.legal(seat, self.rules.now, self.spare)
            if not self.spare.equals(self.legal[place]):
                self.spare, self.legal[place] = self.legal[place], self.spare
                changed = True
        return changed


class Play:
    """One game from the deal to the end; thrown away and made anew after a pause or a crash."""

    def __init__(self, desk: Desk, bots: BotHouse, now: int) -> None:
        self.desk = desk
        self.state = desk.state
        self.house = bots
        self.clock = GameClock()
        self.announcer = Announcer(desk, self.clock)
        self.bots: dict[int, BotSeat] = {}
        self.hindsight = Hindsight()
        self.looks: list[int] = []
        self.acted: list[tuple[int, bool]] = []  # bots whose inputs have just been answered, and whether they counted
        for seat, held in enumerate(self.state.seats):
            if held.bot or held.stand_in:
                self.seat_bot(seat, now)
        seats = len(self.state.seats)
        options = self.state.house_rules()
        bounce = getattr(options, "debounce_ms", USUAL_BOUNCE)
        self.arbiter = Arbiter([self.link_of(seat) for seat in range(seats)], bounce=bounce * MS)
        self.set_handicaps()
        self.clock.go_on(now, self.state.stopped_at())

    @property
    def rules(self) -> Rules:
        return self.state.rules

    # ---- seats -----------------------------------------------------------------------------------

    def seat_bot(self, seat: int, now: int) -> None:
        held = self.state.seats[seat]
        seed = int.from_bytes(self.state.seed[:6], "big") + 101 * seat + 7919 * self.desk.journal.seq
        guest = self.house.invite(self.state.info, self.rules, held.bot or held.stand_in, seat, seed)
        self.bots[seat] = BotSeat(seat, guest, now)

    def link_of(self, seat: int) -> Link:
        if seat in self.bots:
            return self.bots[seat].link
        presence = self.desk.presence_at(seat)
        return presence.link if presence is not None else Link(0, away=True)

    def reseat(self, seat: int, now: int) -> None:
        """Somebody else has taken the seat: a bot, its owner who is back, or a late guest."""
        self.bots.pop(seat, None)
        held = self.state.seats[seat]
        if held.bot or held.stand_in:
            self.seat_bot(seat, now)
        self.arbiter.reseat(seat, self.link_of(seat))
        self.set_handicaps()
        if seat in self.bots:
            self.bots[seat].notice(self.rules, self.clock.game(now), self.state.event)

    def set_handicaps(self) -> None:
        for player, held in zip(self.arbiter.players, self.state.seats, strict=True):
            player.handicap = held.handicap * MS

    # ---- events ----------------------------------------------------------------------------------

    def begin(self, now: int, told: Sequence[Event], base: int) -> None:
        """The deal, the end of a pause, or the first moment on a new server: the event is in the journal already."""
        self.announcer.look()
        self.release(now, told, base, fresh=True)
        self.wake_bots(now)

    def release(self, now: int, told: Sequence[Event], base: int, fresh: bool = False) -> None:
        """The latest event goes out, to far screens a little earlier."""
        goal, entrants = Goal.FIRST_WINS, 0
        if race_is_on(self.rules):
            goal, entrants = Goal.LAST_LOSES, int(self.rules.race.missing())
        stimulus = self.arbiter.release(self.state.event, now, goal, entrants)
        self.clock.go_on(stimulus.shown, base)
        self.hindsight.keep(self.state.event, self.announcer.scene(), self.rules)
        self.announcer.stimulus(stimulus, told, self.arbiter, fresh)
        self.plan_looks(now)
        self.set_alarm()

    def plan_looks(self, now: int) -> None:
        """Time alone can make a move legal: look again when it will have, and once when bots may think again."""
        times = [self.clock.since + after for after in LOOKS if self.clock.since + after > now]
        if not times:
            return
        rules = self.rules
        before = rules.now
        choices = Choices(rules, self.announcer.seats_in_person())
        self.looks = []
        for at in times:
            rules.now = self.time_at_look(at)
            if choices.have_changed() or at == times[-1]:
                self.looks.append(at)
        rules.now = before

    def time_at_look(self, now: int) -> int:
        return max(int(self.rules.now), min(self.clock.game(now), int(self.rules.deadline) - 1))

    def set_alarm(self) -> None:
        deadline = int(self.rules.deadline)
        due = deadline < NO_DEADLINE and not self.rules.over
        self.arbiter.set_alarm(self.clock.moment(deadline) if due else None)

    def wake_bots(self, now: int) -> None:
        """Bots look up when the event is on the screens, like everybody else."""
        at = max(self.clock.game(now), int(self.rules.now))
        acted, self.acted = self.acted, []
        for seat, counted in acted:
            if seat in self.bots:
                self.bots[seat].acted(self.rules, at, counted, self.state.event)
        for bot in self.bots.values():
            bot.notice(self.rules, at, self.state.event)

    # ---- messages --------------------------------------------------------------------------------

    def act(self, now: int, person: str, seat: int, message: Act, action: int) -> None:
        send = self.arbiter.hand if is_hand(self.rules, seat, action) else self.arbiter.move
        ruling = send(seat, message.n, message.r, message.id, action, now)
        if ruling.verdict is Verdict.UNKNOWN:
            why = "your screen was not up to date"
            self.desk.send(person, Ok(id=message.id, seat=seat, verdict="unknown", why=why))
            self.announcer.refresh(person, now, self.arbiter)
        elif ruling.verdict is Verdict.CROWDED:
            self.desk.send(person, Ok(id=message.id, seat=seat, verdict="crowded", why="too much at once"))
        elif ruling.verdict is Verdict.LATE and not ruling.repeated:
            late = self.withhold(ruling, LATE, "somebody was faster, or your connection too slow")
            self.desk.write(late)
            self.answer(late)

    # ---- time ------------------------------------------------------------------------------------

    def step(self, now: int) -> None:
        """Everything that is certain by now, in the order of virtual times."""
        while not self.rules.over:
            self.land_bots(now)
            contenders = int(self.rules.contenders()) & ((1 << len(self.state.seats)) - 1)
            release = self.arbiter.take(now, contenders)
            if release is None:
                break
            self.carry_out(release, now)
        while self.looks and self.looks[0] <= now:
            self.looks.pop(0)
            self.look_around(now)

    def next_wakeup(self, now: int) -> int:
        if self.rules.over:
            return NEVER
        wakeup = self.arbiter.next_wakeup(now)
        soonest = NEVER if wakeup is None else wakeup
        if self.looks:
            soonest = min(soonest, self.looks[0])
        for bot in self.bots.values():
            soonest = min(soonest, self.lands_at(bot))
        return soonest

    def look_around(self, now: int) -> None:
        """Time alone can make a move legal, and a bot that saw nothing to do thinks again now and then."""
        rules = self.rules
        before, rules.now = rules.now, self.time_at_look(now)
        self.announcer.legal_changes()
        if not self.looks:
            self.looks = [now + LONG_LOOK]
            for bot in self.bots.values():
                bot.look_again(rules, int(rules.now), self.state.event)
        rules.now = before

    def lands_at(self, bot: BotSeat) -> int:
        intention = bot.guest.intention
        if intention is None:
            return NEVER
        stimulus = self.arbiter.events.get(bot.event)
        shown = stimulus.shown if stimulus is not None else 0
        return bot.lands_at(self.clock, shown, is_hand(self.rules, bot.seat, intention.action))

    def land_bots(self, now: int) -> None:
        for bot in self.bots.values():
            at = self.lands_at(bot)
            intention = bot.guest.intention
            if at > now or intention is None:
                continue
            event = bot.event if bot.event in self.arbiter.events else self.state.event
            claim = at - self.arbiter.events[event].shown
            send = self.arbiter.hand if is_hand(self.rules, bot.seat, intention.action) else self.arbiter.move
            ruling = send(bot.seat, event, max(claim, 0), bot.next_id(), intention.action, at)
            bot.under_way = ruling.waits
            if not ruling.waits:
                bot.acted(self.rules, self.clock.game(now), False, self.state.event)

    # ---- carrying out ----------------------------------------------------------------------------

    def carry_out(self, release: Release, now: int) -> None:
        if release.alarm:
            at = int(self.rules.deadline)
            self.conclude(now, [Passed(at=at)], self.state.wait(at), None)
            return
        drawn = draw(self.state, release)
        entries: list[JournalEntry] = []
        told: list[Event] = []
        if release.race is not None or drawn:
            entries.append(Raced(record=release.race, drawn=drawn))
        void = release.race is not None and release.race.outcome is Outcome.VOID
        voided = release.race.evidence if void and release.race is not None else ()
        for ruling in in_order(release, drawn):
            if ruling.evidence in voided:
                entries.append(self.withhold(ruling, VOID, "a connection hung: the race is run again"))
            else:
                entries.append(self.feed(ruling, told))
        self.conclude(now, entries, told, release, drawn, void)

    def feed(self, ruling: Ruling, told: list[Event]) -> Played:
        """One input reaches the rules, unless it is about something that lies no longer there."""
        at = max(int(self.rules.now), self.clock.game(ruling.at))
        reason = ""
        if is_hand_verb(self.rules, ruling.action):
            reason = self.hindsight.verdict(ruling, self.rules, at, self.announcer.scene(moved=bool(told)))
        if reason:
            why = "you moved before you can have seen it" if reason == TOO_SOON else "what you saw had just changed"
            return self.withhold(ruling, reason, why)
        line = self.state.feed(at, ruling.seat, ruling.action)
        told += line.told
        self.note_bot(ruling, line.verdict < IGNORED)
        return played(self.rules, ruling, at, VERDICT_NAMES[line.verdict], line.clause, line.why)

    def withhold(self, ruling: Ruling, verdict: str, why: str) -> Played:
        self.note_bot(ruling, False)
        return played(self.rules, ruling, int(self.rules.now), verdict, "", why)

    def note_bot(self, ruling: Ruling, counted: bool) -> None:
        if ruling.id < -1:
            self.acted.append((ruling.seat, counted))

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
        sealed = race_is_on(self.rules) and self.arbiter.race is not None
        if changed and not sealed:
            self.state.released(self.state.event + 1)
            entries[-1] = structs.replace(entries[-1], event=self.state.event)
        for entry in entries:
            self.desk.write(entry)
            if isinstance(entry, Played):
                self.answer(entry)
        if changed and not sealed:
            self.release(now, told, int(self.rules.now))
        else:
            self.announcer.news(now, told)
            self.plan_looks(now)
            self.set_alarm()
        if release is not None and release.race is not None and (told or void):
            self.announcer.race(release.race, drawn, self.clock.since)
        self.wake_bots(now)

    def answer(self, entry: Played) -> None:
        ok = self.state.remember(entry)
        presence = self.desk.presence_at(entry.seat) if entry.seat != HOST else None
        if entry.id >= 0 and presence is not None:
            self.desk.send(presence.person, ok)

    # ---- hands and pauses ------------------------------------------------------------------------

    def between_hands(self) -> bool:
        return bool(self.rules.awaited() >> HOST & 1)

    def next_hand(self, now: int) -> None:
        at = max(int(self.rules.now), self.clock.game(now))
        action = int(self.rules.catalogue.verb(NEXT_HAND).base)
        line = self.state.feed(at, HOST, action)
        verdict = VERDICT_NAMES[line.verdict]
        entry = Played(at=at, seat=HOST, action=action, do=NEXT_HAND, verdict=verdict, clause=line.clause, why=line.why)
        self.conclude(now, [entry], line.told, None)

    def pause(self, now: int) -> None:
        """Game time stops here; whatever is still with the arbiter does not count."""
        at = max(int(self.rules.now), min(self.clock.game(now), int(self.rules.deadline) - 1))
        self.void_held("the table was paused")
        self.state.pause(at)
        self.desk.write(Paused(at=at))

    def void_held(self, why: str) -> None:
        for ruling in self.arbiter.held:
            void = self.withhold(ruling, VOID, why)
            self.desk.write(void)
            self.answer(void)

    def go_on(self, now: int) -> None:
        """After a pause or a crash. An open race starts again, for all to see."""
        entry = WentOn(at=self.state.stopped_at(), event=self.state.event + 1)
        self.state.go_on(entry)
        self.desk.write(entry)
        self.begin(now, (), entry.at)
