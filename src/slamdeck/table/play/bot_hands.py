"""The bots of a game that is being played: when they look up, and when their hands come down."""

from __future__ import annotations

from slamdeck.core.kernel import advance
from slamdeck.core.rules import Rules
from slamdeck.table.company.bot_seats import GHOST, BotGuest, BotHouse, BotSeat
from slamdeck.table.faults import note_fault
from slamdeck.table.output import Output
from slamdeck.table.play.clock import GameClock
from slamdeck.table.races.arbiter import Arbiter
from slamdeck.table.races.hindsight import is_hand
from slamdeck.table.races.rulings import TURNED_AWAY, Ruling
from slamdeck.table.races.sightings import Sightings
from slamdeck.table.times import NEVER_COMES


class BotHands:
    def __init__(self, output: Output, house: BotHouse, rules: Rules, clock: GameClock) -> None:
        self.output = output
        self.state = output.state
        self.house = house
        self.rules = rules
        self.clock = clock
        self.seats: dict[int, BotSeat] = {}
        self.answered: list[tuple[int, bool]] = []  # seats whose inputs were just answered, and whether they counted

    def reseat(self, seat: int, now: int) -> None:
        """Another one sits there now, or none."""
        self.seats.pop(seat, None)
        held = self.state.seats[seat]
        if held.bot or held.stand_in:
            try:
                guest = self.guest_for(seat, held.bot or held.stand_in)
            except Exception as error:
                note_fault("a bot could not sit down", error)  # its seat waits for its deadlines
            else:
                self.seats[seat] = BotSeat(seat, guest)

    def guest_for(self, seat: int, name: str) -> BotGuest:
        state = self.state
        seed = int.from_bytes(state.seed[:6], "big") + 101 * seat
        if name == GHOST and state.given is not None:
            return self.house.haunt(state.info, self.rules, state.given.hands, state.inputs, seat, seed)
        return self.house.invite(state.info, self.rules, name, seat, seed + 7919 * self.output.seq)

    # ---- hands -----------------------------------------------------------------------------------

    def lands_at(self, bot: BotSeat, sightings: Sightings) -> int:
        intention = bot.guest.intention
        if intention is None:
            return NEVER_COMES
        stimulus = sightings.events.get(bot.event)
        shown = stimulus.shown if stimulus is not None else 0
        return bot.lands_at(self.clock, shown, is_hand(self.rules, bot.seat, intention.action))

    def land(self, now: int, arbiter: Arbiter) -> None:
        """Every hand that is down by now."""
        events = arbiter.sightings.events
        for bot in self.seats.values():
            at = self.lands_at(bot, arbiter.sightings)
            intention = bot.guest.intention
            if at > now or intention is None:
                continue
            event = bot.event if bot.event in events else self.state.event
            at = max(at, events[event].shown)
            hand = is_hand(self.rules, bot.seat, intention.action)
            ruling = arbiter.rule(bot.seat, event, at, at, bot.next_id(), intention.action, hand, at)
            bot.under_way = ruling is None or ruling.verdict not in TURNED_AWAY
            if not bot.under_way:
                self.tell_how_it_went(bot, self.clock.game(now), False)

    def note(self, ruling: Ruling, counted: bool) -> None:
        """What became of an input; if it was a bot's, it will know when it looks up."""
        if ruling.id < -1:
            self.answered.append((ruling.seat, counted))

    # ---- looking ---------------------------------------------------------------------------------

    def look_up(self, now: int) -> None:
        """When the event is on the screens, like everybody else."""
        at = max(self.clock.game(now), int(self.rules.now))
        answered, self.answered = self.answered, []
        for seat, counted in answered:
            if seat in self.seats:
                self.tell_how_it_went(self.seats[seat], at, counted)
        for bot in self.seats.values():
            self.notice(bot, at)

    def notice(self, bot: BotSeat, at: int) -> None:
        """What goes on in a bot's head is its own trouble."""
        try:
            bot.notice(self.rules, at, self.state.event)
        except Exception as error:
            note_fault("a bot failed to look", error)

    def tell_how_it_went(self, bot: BotSeat, at: int, counted: bool) -> None:
        try:
            bot.acted(self.rules, at, counted, self.state.event)
        except Exception as error:
            note_fault("a bot failed after its move", error)

    def look_again(self, at: int) -> None:
        """Nothing has happened for long: they think anew, about the game as it is at that time."""
        if not self.seats:
            return
        later = self.rules.clone()
        if at > later.now:
            advance(later, at)
        for bot in self.seats.values():
            try:
                bot.look_again(later, at, self.state.event)
            except Exception as error:
                note_fault("a bot failed to think again", error)
