"""What people ask of a table, inputs to the game apart: who may ask for it, when, and what it does."""

from __future__ import annotations

from typing import Final

from slamdeck.core.counted_cards import CardsOfAKind
from slamdeck.core.own_cards import is_same
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.table import messages as say
from slamdeck.table.company.door import MOST_WATCHING, NO_ROOM, Door
from slamdeck.table.company.presence import Presence
from slamdeck.table.company.seats import Seats
from slamdeck.table.journal.entries import Agreed
from slamdeck.table.output import Output
from slamdeck.table.play.series import Series
from slamdeck.table.settings import Settings
from slamdeck.table.times import MS, SECOND, Allowance

BETWEEN_EMOTES: Final = 1 * SECOND  # of one person
BETWEEN_ALL_EMOTES: Final = 250 * MS  # of the whole table …
MOST_EMOTES: Final = 8  # … after so many at once
BETWEEN_REQUESTS: Final = 1 * SECOND
MOST_REQUESTS: Final = 20
BETWEEN_LOOKS: Final = 500 * MS
MOST_LOOKS: Final = 12
BETWEEN_HOSTS_WORDS: Final = 250 * MS
MOST_HOSTS_WORDS: Final = 60
YOUR_CARDS: Final = "your cards"  # a deck that comes from a page, where a sentence says what is wrong with it

FROM_HOST: Final = (
    say.SetOptions,
    say.SetDeck,
    say.SetSettings,
    say.AddBot,
    say.SetBot,
    say.AddHand,
    say.Remove,
    say.SendAway,
    say.LetBack,
    say.Lock,
    say.OpenUp,
    say.SetHandicap,
    say.SetTimes,
    say.Start,
    say.Pause,
    say.GoOn,
    say.MoveTo,
    say.MakeHost,
)


# What may be asked for where the deal is given: all else would make it another one.
OF_A_GIVEN_DEAL: Final = (
    say.Start,
    say.Resume,
    say.ClockIs,
    say.Hidden,
    say.Seal,
    say.Nonce,
    say.Ready,
    say.Emote,
    say.GoOn,
)

# What a page says by itself, about itself: there is no asking too often.
BY_ITSELF: Final = (say.ClockIs, say.Seal, say.Nonce, say.Emote)
LOOKS: Final = (say.Resume, say.Hidden)  # likewise, but each shows the whole table


class Requests:
    """The host's word, and everybody's requests."""

    def __init__(self, output: Output, seats: Seats, door: Door, series: Series) -> None:
        self.output = output
        self.state = output.state
        self.seats = seats
        self.door = door
        self.series = series
        self.emotes = Allowance()

    def fulfil(self, now: int, presence: Presence, message: say.ClientMessage) -> None:
        """A request that cannot be met is answered with the reason, to whoever made it."""
        try:
            if not self.may_ask(now, presence, message):
                self.output.refuse(presence.person, "not so fast; wait a moment")
            elif self.state.given is not None and not isinstance(message, OF_A_GIVEN_DEAL):
                self.output.refuse(presence.person, "this deal is played as it is, by you and in one go")
            elif not isinstance(message, FROM_HOST):
                self.listen(now, presence, message)
            elif presence.person == self.state.host:
                self.obey_host(now, presence, message)
            else:
                self.output.refuse(presence.person, "only the host may do that")
        except UsageProblem as problem:
            self.output.refuse(presence.person, str(problem))

    def may_ask(self, now: int, presence: Presence, message: say.ClientMessage) -> bool:
        """What is asked for is written down and told to all, so nobody asks faster than people do; nor do pages ask
        faster to see the whole table than they lose their lines."""
        if isinstance(message, LOOKS):
            return presence.looked.take(now, BETWEEN_LOOKS, MOST_LOOKS)
        if isinstance(message, BY_ITSELF):
            return True
        if presence.person == self.state.host:
            return presence.asked.take(now, BETWEEN_HOSTS_WORDS, MOST_HOSTS_WORDS)
        return presence.asked.take(now, BETWEEN_REQUESTS, MOST_REQUESTS)

    # ---- everybody -------------------------------------------------------------------------------

    def listen(self, now: int, presence: Presence, message: say.ClientMessage) -> None:
        match message:
            case say.Resume(last):
                self.series.show(presence, now, last)
            case say.ClockIs(granularity, frame):
                presence.link.clock_is(granularity, frame)
            case say.Hidden(hidden):
                self.hide(now, presence, hidden)
            case say.Seal(sealed):
                presence.sealed = sealed
            case say.Nonce(nonce):
                self.series.dealing.take_nonce(now, presence, nonce)
            case say.Ready(ready):
                self.series.make_ready(now, presence, ready)
            case say.Emote(emote):
                self.emote(now, presence, emote)
            case say.Sit(seat):
                self.seats.sit(presence, seat, now)
                self.series.show(presence, now, None)
            case say.StandUp():
                self.stand_up(now, presence)
            case say.Rename(name):
                self.seats.rename(presence, name)

    def stand_up(self, now: int, presence: Presence) -> None:
        if not presence.places:
            return
        if self.door.watching() >= MOST_WATCHING:
            raise UsageProblem(NO_ROOM)
        self.seats.take_away(presence.person, now)
        self.series.show(presence, now, None)

    def hide(self, now: int, presence: Presence, hidden: bool) -> None:
        if presence.hidden == hidden:
            return
        presence.hidden = hidden
        presence.left_at = now
        presence.set_here()
        if not hidden:
            self.seats.come_back(presence.person, now)
            self.series.show(presence, now, None)
        self.output.show_table()

    def emote(self, now: int, presence: Presence, emote: str) -> None:
        if now - presence.emoted_at < BETWEEN_EMOTES:
            return
        presence.emoted_at = now
        if not self.emotes.take(now, BETWEEN_ALL_EMOTES, MOST_EMOTES):
            return
        seats = presence.places
        name = self.state.seats[seats[0]].name if seats else presence.name
        self.output.send_all(say.Emoted(name=name, seat=seats[0] if seats else -1, emote=emote))

    # ---- the host --------------------------------------------------------------------------------

    def obey_host(self, now: int, presence: Presence, message: say.ClientMessage) -> None:
        match message:
            case say.SetOptions(options):
                self.agree(dict(options), self.state.settings)
            case say.SetDeck(cards):
                self.lay_out(cards)
            case say.SetSettings(settings):
                self.agree(self.state.options, settings)
            case say.AddBot(bot):
                self.seats.add_bot(bot)
            case say.SetBot(seat, bot):
                self.seats.set_bot(seat, bot, now)
            case say.AddHand(name):
                self.seats.add_hand(presence.person, name)
            case say.Remove(seat):
                self.door.remove(seat, now)
            case say.SendAway(seat, guest):
                self.door.send_away(seat, guest, now)
            case say.LetBack(ban):
                self.door.let_back(ban)
            case say.Lock(locked):
                self.door.lock(locked)
            case say.OpenUp(listed):
                self.open_up(listed)
            case say.SetHandicap(seat, ms):
                self.seats.set_handicap(seat, ms)
            case say.SetTimes(seat, times):
                self.seats.set_times(seat, times)
            case say.Start():
                self.series.start(now)
            case say.Pause():
                self.series.pause(now)
            case say.GoOn():
                self.series.go_on(now)
            case say.MoveTo(table):
                self.move_to(now, presence, table)
            case say.MakeHost(seat):
                self.seats.make_host(seat)

    def move_to(self, now: int, presence: Presence, table: str) -> None:
        """Not journaled: it is said, and said again to who comes back, for as long as this server keeps the table."""
        if self.series.in_game():
            raise UsageProblem("the game has begun")
        if now - presence.emoted_at < BETWEEN_EMOTES:
            return
        presence.emoted_at = now
        self.output.moved_to = table
        self.output.send_all(say.Moved(table=table))

    def open_up(self, listed: bool) -> None:
        """Not journaled: a table that was asleep is listed anew if its host wants that."""
        if listed and self.state.locked:
            raise UsageProblem("the table is locked; unlock it first")
        if listed != self.output.listed:
            self.output.listed = listed
            self.output.show_table()

    def lay_out(self, cards: list[CardsOfAKind] | None) -> None:
        """The table is played with these cards from the next deal on; what does not add up is refused."""
        state = self.state
        if self.series.in_game():
            raise UsageProblem("the game has begun")
        try:
            deck = state.info.house_deck if cards is None else state.info.deck_of(cards, YOUR_CARDS)
            state.info.most_with(deck)
        except CheckFailed as problem:
            raise UsageProblem(str(problem)) from problem
        if is_same(deck, state.deck):
            return
        entry = Agreed(options=state.options, settings=state.settings, deck=deck.data)
        state.agree(entry.options, entry.settings, entry.deck)
        self.output.write(entry)
        self.output.show_table()

    def agree(self, options: dict[str, object], settings: Settings) -> None:
        if self.series.in_game():
            raise UsageProblem("the game has begun")
        if options == self.state.options and settings == self.state.settings:
            return
        self.state.info.read_options(options, max(len(self.state.seats), self.state.info.fewest))
        self.state.agree(options, settings)
        self.output.write(Agreed(options=options, settings=settings))
        self.output.show_table()
