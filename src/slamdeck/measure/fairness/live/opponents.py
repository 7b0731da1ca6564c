"""A client of our own at a real table: it sits before a modelled page, speaks the protocol as JSON over a WebSocket,
and shares nothing with the server but what docs/protocol.md says."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import itertools
import math
import random
from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec

from slamdeck.core.counted_cards import CardsOfAKind
from slamdeck.measure.fairness.live.wire import PlayerWire
from slamdeck.measure.fairness.page import ModelPage, Player, Said
from slamdeck.server.tables.alarms import micros
from slamdeck.table.times import MS

VERSION: Final = 2  # of the protocol
SEATS: Final = 3
THINKING: Final = (0.08, 0.16)  # s, from a new event to a move
AGAIN: Final = 0.1  # s, until a move that was refused is tried again
LONGEST_RACE: Final = 2_000_000  # µs after an event that was to be slapped the game goes on, whatever became of it
BETWEEN_SLAPS: Final = 2  # events at least: a hand that comes down again at once is the same slap, bouncing
FEW_CARDS: Final = 5  # with no more than these the one who tosses takes a pile, too


class GameWords(NamedTuple):
    """What a client has to know of a game."""

    slug: str
    hands: frozenset[str]  # verbs
    moves: frozenset[str]
    cards: list[CardsOfAKind]  # to play it with
    options: dict[str, int]


class SeatSeen(msgspec.Struct):
    """How one seat's times are found; told to that seat, and only where there is something to say."""

    use: str = "measured"
    by_host: bool = False


class SeatTold(msgspec.Struct):
    times: SeatSeen | None = None


class ZoneTold(msgspec.Struct):
    cards: list[str | None] = []


class FactsTold(msgspec.Struct):
    turn: int | None = None


class ViewTold(msgspec.Struct):
    legal: list[str] = []
    over: bool = False
    zones: list[ZoneTold] = []  # those of the seats come first
    facts: FactsTold = msgspec.field(default_factory=FactsTold)

    @property
    def two_alike(self) -> bool:
        """Do they lie on top of a pile that all can see?"""
        return any(len(zone.cards) > 1 and zone.cards[-1] == zone.cards[-2] is not None for zone in self.zones)

    def cards_of(self, seat: int) -> int:
        return len(self.zones[seat].cards) if seat < len(self.zones) else 0


class TimeTold(msgspec.Struct):
    seat: int
    reaction: int | None = None
    verdict: str = ""
    claim: int | None = None
    sent: int = 0
    arrived: int | None = None

    @property
    def travelled(self) -> float:
        """ms from the sending of the event to the arrival of the hand, without end if it came after the close."""
        return math.inf if self.arrived is None else (self.arrived - self.sent) / MS


class Word(msgspec.Struct):
    """Anything a server says, as far as it matters here."""

    m: str
    n: int = 0
    u: int = 0
    race: bool = False
    fresh: bool = False
    view: ViewTold | None = None
    legal: list[str] = []
    phase: str = ""
    yours: list[int] = []
    seats: list[int | SeatTold] = []  # of a race: who won it; of a table: who sits there
    outcome: str = ""
    times: list[TimeTold] = []


decoder: Final = msgspec.json.Decoder(Word)


class LivePlayer:
    """One person: the world of a modelled page, and somebody who tosses when it is their turn.

    Both who race slap whenever two alike lie there and the third at the table, who never races, is due to toss. (The
    slap of one for whom alone the game waits would be a move at one's own time.) That third one slaps alone, at
    somebody else's turn, when it runs out of cards; or when another has, so that a new game begins.
    """

    def __init__(self, player: Player, words: GameWords, tosser: int, seed: str) -> None:
        self.loop = asyncio.get_running_loop()
        self.chance = random.Random(seed)
        self.page = ModelPage(player, self, self.chance)
        self.words = words
        self.tosser = tosser  # the seat that never races
        self.slap_event = 0  # the latest at which somebody slaps …
        self.slaps = False  # … and this is one of them
        self.wire: PlayerWire | None = None
        self.ids = itertools.count(1)
        self.nonce = self.chance.randbytes(32)
        self.legal: list[str] = []
        self.seat = -1
        self.phase = ""
        self.shown_at = 0
        self.estimated = False  # the statistic has spoken
        self.races: dict[int, tuple[Word, int]] = {}  # by event: the verdict, and when it came
        self.moving: asyncio.TimerHandle | None = None
        self.told = asyncio.Event()  # a race, or the state of the table

    # ---- the world of the page -------------------------------------------------------------------

    @property
    def now(self) -> int:
        return micros()

    def call_at(self, at: int, do: Callable[[], None]) -> None:
        self.loop.call_later(max(at - micros(), 0) / 1e6, do)

    def send(self, said: Said) -> None:
        if said.what == "seen":
            self.say("seen", n=said.n, p=said.about, c=said.clock)
        elif said.what == "still":
            self.say("still", n=said.n, c=said.clock)
        else:
            slap = self.slap()
            if slap is not None:
                self.say("act", n=said.n, t=said.about, c=said.clock, id=next(self.ids), do=slap)

    def pong(self, ping: bytes) -> None:
        if self.wire is not None:
            self.wire.pong(ping)

    # ---- saying ----------------------------------------------------------------------------------

    def say(self, what: str, **fields: object) -> None:
        if self.wire is not None:
            self.wire.say(msgspec.json.encode({"m": what, **fields}))

    def greet(self, ticket: str) -> None:
        page = self.page
        self.say("hello", version=VERSION, ticket=ticket)
        self.say("seal", sealed=base64.b64encode(hashlib.sha256(self.nonce).digest()).decode())
        self.say("clock", granularity=page.granularity, frame=round(page.frame))

    # ---- hearing ---------------------------------------------------------------------------------

    def read(self, text: bytes) -> None:
        self.hear(decoder.decode(text))

    def hear(self, word: Word) -> None:
        if word.view is not None:
            self.legal = [] if word.view.over else word.view.legal
        match word.m:
            case "stim":
                if word.n > self.page.n:
                    self.shown_at = micros()
                    self.look(word)
                    self.page.show(word.n, self.slap_event == word.n and self.slaps, word.race)
                    self.think()
            case "news" | "legal":
                self.legal = word.legal or self.legal
                self.think()
            case "race":
                self.races.setdefault(word.n, (word, micros()))
                self.told.set()
            case "table":
                self.sit(word)
            case "promised":
                self.say("nonce", nonce=base64.b64encode(self.nonce).decode())

    def sit(self, word: Word) -> None:
        self.seat = word.yours[0] if word.yours else -1
        if word.phase == "over" and self.phase != "over":
            self.say("ready")
        self.phase = word.phase
        mine = word.seats[self.seat] if 0 <= self.seat < len(word.seats) else None
        if isinstance(mine, SeatTold) and mine.times is not None:
            self.estimated = self.estimated or (mine.times.use == "estimated" and not mine.times.by_host)
        self.told.set()

    # ---- playing ---------------------------------------------------------------------------------

    def look(self, word: Word) -> None:
        """Is this an event at which somebody slaps? Everybody at the table comes to the same answer."""
        view = word.view
        if view is None or view.over or not view.two_alike or word.n < self.slap_event + BETWEEN_SLAPS:
            return
        racing = all(view.cards_of(seat) for seat in range(SEATS) if seat != self.tosser)
        if view.facts.turn == self.tosser and racing:
            self.slap_event, self.slaps = word.n, self.seat != self.tosser
        elif view.facts.turn != self.tosser and (not racing or view.cards_of(self.tosser) <= FEW_CARDS):
            self.slap_event, self.slaps = word.n, self.seat == self.tosser

    def slap(self) -> str | None:
        return next((do for do in self.legal if do.split()[0] in self.words.hands), None)

    def think(self) -> None:
        if self.moving is not None:
            self.moving.cancel()
        self.moving = self.loop.call_later(self.chance.uniform(*THINKING), self.move)

    def move(self) -> None:
        """Toss, or whatever else may be done at one's own time; not at a card that is to be slapped."""
        page = self.page
        move = next((do for do in self.legal if do.split()[0] in self.words.moves), None)
        if move is None or self.phase != "playing":
            return
        if page.n != self.slap_event or micros() - self.shown_at > LONGEST_RACE:
            now = page.clock.read(micros())
            self.say("act", n=page.n, t=now, c=now, id=next(self.ids), do=move)
        self.moving = self.loop.call_later(AGAIN, self.move)

    def stop(self) -> None:
        if self.wire is not None:
            self.wire.close()
        if self.moving is not None:
            self.moving.cancel()
        self.page.n = -1  # nothing that was planned is done any more
