"""One person among bots at one table, in real time but without a clock of its own.

Whoever drives it hands in the time and the keys: the terminal does so with a real clock, the tests with a made-up one.
The person's seat sees the table through `view_of` and `heard` alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from slamdeck.bots.guest import Guest
from slamdeck.bots.policies import OWN
from slamdeck.bots.reflexes import Matchmaker
from slamdeck.bots.roster import parse_bot, seat_bot
from slamdeck.core.game import GameInfo
from slamdeck.core.kernel import Entry, advance
from slamdeck.core.options import Options
from slamdeck.core.rules import APPLIED, FOUL, IGNORED, NEVER, Outcome, Rules
from slamdeck.core.schedule import DEADLINE, Schedule
from slamdeck.core.views import View, clock_at, heard, legal_codes, view_of
from slamdeck.core.zones import HOST
from slamdeck.table.journal.entries import SeatHeld
from slamdeck.table.journal.recording import TERMINAL, Recording
from slamdeck.terminal.chronicle import Chronicle
from slamdeck.terminal.controls import Controls
from slamdeck.terminal.keys import HUNG_UP
from slamdeck.terminal.menu import EVEN
from slamdeck.terminal.scene import seconds_for

YOU = 0
BOTS = ("Ada", "Ben", "Cleo", "Dot", "Eli")
EVEN_LEVEL = "casual"  # where bots that adapt begin
BREATHER = 900  # after a hand or a game: keys that were meant for the last card do nothing

# What the screen shows; game time stands still in all but PLAYING.
PLAYING = "playing"
KEYS = "keys"
RULES = "rules"
LEAVING = "leaving"

# What the person wants after this sitting.
QUIT = "quit"
AGAIN = "again"
OTHER = "other"


@dataclass(frozen=True)
class Seating:
    """What has to be agreed on before the cards are dealt."""

    info: GameInfo
    seats: int
    options: Options
    seed: int
    quickness: str  # of the bots: a level, or EVEN
    your_name: str
    policy: str = OWN  # by which the bots decide


class Sitting:
    """A game from the deal to the standings, for the person on seat 0."""

    def __init__(self, seating: Seating, started: int) -> None:
        info, seats = seating.info, seating.seats
        self.info = info
        self.deck = info.deck()
        self.names = [seating.your_name, *BOTS[: seats - 1]]
        even = seating.quickness == EVEN
        bot = parse_bot(f"{EVEN_LEVEL if even else seating.quickness}:{seating.policy}")
        company = [SeatHeld(who=name, name=name, bot=str(bot)) for name in self.names]
        company[YOU] = SeatHeld(who="you", name=seating.your_name)
        self.game = Recording(info, company, seating.options, seating.seed, self.deck, place=TERMINAL)
        self.bots = [seat_bot(bot, info, self.rules, seat, seating.seed * 8 + seat) for seat in range(1, seats)]
        self.matchmakers = {bot.seat: Matchmaker(bot.reflexes) for bot in self.bots} if even else {}
        self.schedule = Schedule(seats)  # of deadlines and bots; the person's hand comes as it comes
        self.racing = False
        self.chronicle = Chronicle(info, self.deck, self.names, YOU)
        self.controls = Controls(self.rules.catalogue)
        self.mode = PLAYING
        self.page = 0
        self.wish = ""
        self.started = started  # the driver's time at game time 0
        self.stopped_at = 0
        self.calm_from = 0
        self.changes = 0  # counts whatever is worth a new drawing
        self.stale = True  # the view is older than the news
        self.codes: list[int] = []
        self.seconds = 0  # that the view shows as left to you
        self.view: View = view_of(self.rules, YOU)
        self.spread_news(Entry(0, HOST, -1, APPLIED, "", "", self.game.opening))
        self.look()

    @property
    def rules(self) -> Rules:
        return self.game.rules

    # ---- time ------------------------------------------------------------------------------------

    def tick(self, clock: int) -> None:
        """Let game time come up to the driver's clock: deadlines and bots, each at its own moment."""
        if self.mode != PLAYING:
            return
        now = clock - self.started
        while not self.rules.over:
            for bot in self.bots:
                self.schedule.expect(bot.seat, lands_at(bot))
            what = self.schedule.next(self.rules.deadline)
            if self.schedule.at > now:
                break
            if what == DEADLINE:
                self.spread_news(self.game.wait(self.schedule.at))
            else:
                self.let_act(self.bots[self.schedule.seat - 1], self.schedule.at)
        if now > self.rules.now and not self.rules.over:
            advance(self.rules, now)
        self.look()

    def let_act(self, bot: Guest, at: int) -> None:
        if bot.intention is None:
            return
        entry = self.game.input(max(at, self.rules.now), bot.seat, bot.intention.action)
        bot.acted(self.rules, self.rules.now, counted=entry.verdict < IGNORED)
        self.spread_news(entry)

    def hold_the_clock(self, mode: str, clock: int) -> None:
        self.mode = mode
        self.stopped_at = clock
        self.changes += 1

    def go_on(self, clock: int) -> None:
        self.mode = PLAYING
        self.started += clock - self.stopped_at
        self.changes += 1

    # ---- news ------------------------------------------------------------------------------------

    def spread_news(self, entry: Entry) -> None:
        """Everybody hears what their own seat may hear; a turn can also pass in silence."""
        if not entry.told and entry.verdict > FOUL:
            return
        self.stale = True
        for event in entry.told:
            self.chronicle.hear(heard(self.rules, event, YOU))
        self.follow_race()
        for bot in self.bots:
            bot.notice(self.rules, self.rules.now)
        if self.rules.over or self.hand_is_over():
            self.calm_from = self.rules.now + BREATHER

    def follow_race(self) -> None:
        """When a race has closed, bots that were quicker than you slow down, and the others speed up."""
        race = self.rules.race
        if self.racing and not race.open:
            hands = race.hands()
            mine = hands.index(YOU) if YOU in hands else len(hands)
            for seat, matchmaker in self.matchmakers.items():
                if seat in hands:
                    matchmaker.race_decided(bot_won=hands.index(seat) < mine)
                elif YOU in hands:
                    matchmaker.race_decided(bot_won=False)
        self.racing = race.open

    def look(self) -> None:
        """Renew the view if anything can have changed it: news, time alone making a move possible, one second less."""
        codes, seconds = legal_codes(self.rules, YOU), seconds_for(YOU, clock_at(self.rules, YOU, self.rules.now))
        if codes == self.codes and seconds == self.seconds and not self.stale:
            return
        self.codes = codes
        self.seconds = seconds
        self.stale = False
        self.changes += 1
        self.view = view_of(self.rules, YOU)
        self.controls.offer(list(zip(self.view.legal, codes, strict=True)))

    def hand_is_over(self) -> bool:
        """Does the table wait for its host to deal again?"""
        return bool(self.rules.awaited() >> HOST & 1)

    def outcome(self) -> Outcome | None:
        return self.rules.outcome()

    # ---- keys ------------------------------------------------------------------------------------

    def press(self, key: str, clock: int) -> None:
        self.changes += 1
        if key == HUNG_UP:
            self.wish = QUIT
        elif self.mode == LEAVING:
            self.answer_leaving(key, clock)
        elif self.mode == RULES:
            self.turn_page(key, clock)
        elif self.mode == KEYS:
            self.go_on(clock)
        elif key in ("?", "r"):
            self.page = 0
            self.hold_the_clock(KEYS if key == "?" else RULES, clock)
        elif self.rules.over:
            self.choose_what_next(key, clock)
        elif key == "q":
            self.hold_the_clock(LEAVING, clock)
        elif self.hand_is_over():
            self.deal_next_hand(clock)
        else:
            self.play(self.controls.press(key), clock)

    def play(self, action: int | None, clock: int) -> None:
        """The person's input, and what only the person is told about it."""
        if self.controls.complaint:
            self.chronicle.whisper(self.controls.complaint)
        if action is None:
            return
        entry = self.game.input(max(clock - self.started, self.rules.now), YOU, action)
        if entry.verdict != APPLIED and entry.why:
            opening = "Foul: " if entry.verdict == FOUL else "No: "
            self.chronicle.whisper(f"{opening}{entry.why}.", entry.clause)
        self.spread_news(entry)
        self.look()

    def deal_next_hand(self, clock: int) -> None:
        at = max(clock - self.started, self.rules.now)
        if at >= self.calm_from:
            self.spread_news(self.game.input(at, HOST, self.rules.catalogue.host_action))
            self.look()

    def choose_what_next(self, key: str, clock: int) -> None:
        if key == "q":
            self.wish = QUIT
        elif clock - self.started >= self.calm_from:
            self.wish = {"enter": AGAIN, "g": OTHER}.get(key, "")

    def answer_leaving(self, key: str, clock: int) -> None:
        if key in ("y", "Y"):
            self.wish = QUIT
        else:
            self.go_on(clock)

    def turn_page(self, key: str, clock: int) -> None:
        if key in ("space", "down", "right", "page down", "enter"):
            self.page += 1
        elif key in ("up", "left", "page up", "back"):
            self.page = max(0, self.page - 1)
        else:
            self.go_on(clock)


def lands_at(bot: Guest) -> int:
    """When its hand will come down."""
    return bot.intention.at if bot.intention else NEVER
