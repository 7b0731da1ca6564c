"""What a table is, apart from connections and clocks: exactly what its journal says, no more.

A live table and one that is rebuilt from its journal change this state by the same functions, so they cannot come
apart. Inputs are fed to the rules here and nowhere else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from slamdeck.core.deck import Deck
from slamdeck.core.dice import Dice, FastDice
from slamdeck.core.events import Event
from slamdeck.core.game import GameInfo
from slamdeck.core.kernel import CLOCK, Game
from slamdeck.core.kernel import Entry as Line
from slamdeck.core.options import Options
from slamdeck.core.own_cards import cards_of, is_same
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.core.rules import APPLIED, Rules
from slamdeck.core.zones import HOST
from slamdeck.table.journal.commitment import commit_to, committed_dice, verify
from slamdeck.table.journal.entries import (
    FORMAT,
    Ban,
    Dealt,
    Ended,
    Given,
    Guarded,
    Opened,
    Played,
    Sealed,
    SeatHeld,
    Seeded,
    Stopped,
    Timed,
    WentOn,
)
from slamdeck.table.journal.promises import Promise, Reveal
from slamdeck.table.messages import Ending, Ok
from slamdeck.table.play.input_log import Inputs
from slamdeck.table.settings import Settings

LOBBY: Final = "lobby"
SEALING: Final = "sealing"  # the seals are in the journal, the numbers are on their way
PLAYING: Final = "playing"
OVER: Final = "over"

REMEMBERED_ANSWERS: Final = 24  # of one person
# The table's own verdicts: the input did not reach the rules.
LATE: Final = "late"
TOO_SOON: Final = "too soon"
VOID: Final = "void"
WITHHELD: Final = frozenset({LATE, TOO_SOON, VOID})


class TableState:
    """One table: its agreement, its seats, the series, and the game that is being played."""

    def __init__(self, opened: Opened, info: GameInfo) -> None:
        if opened.format > FORMAT:
            raise CheckFailed(f"has format {opened.format}, this Slamdeck reads up to {FORMAT}")
        self.table = opened.table
        self.format = opened.format
        self.info = info
        self.version = opened.rules_version  # of the game that is being played, or was last
        self.deck: Deck = shared_deck(info, opened.deck)
        self.deck_mark = mark_of(info, self.deck)
        self.options = dict(opened.options)
        self.settings: Settings = opened.settings
        self.begins = opened.begins
        self.given: Given | None = None  # the deal, where it is not drawn
        self.seats: list[SeatHeld] = []
        self.places_of: dict[str, list[int]] = {}  # by `who`: the numbers of their seats
        self.in_person: list[str] = []  # who plays for themselves
        self.held_by: list[str] = []  # by seat: the person whose hand of this deal it is, if it ever was anybody's
        self.host = ""
        self.bans: tuple[Ban, ...] = ()
        self.locked = False  # nobody new comes in
        self.times: dict[str, Timed] = {}  # by `who`: how their times are found, if that was ever changed
        self.phase = LOBBY
        self.paused = False
        self.number = 0  # of the game within the series
        self.wins: dict[str, int] = {}  # by `who`
        self.seed = b""
        self.sealed: tuple[bytes | None, ...] = ()
        self.nonces: tuple[bytes | None, ...] = ()
        self.game: Game | None = None
        self.inputs = Inputs()
        self.line: Line | None = None  # what became of the latest input, or of time
        self.tie_dice: Dice | None = None
        self.told = hashlib.sha256()  # everything since the deal
        self.event = 0  # number of the latest event that went out
        self.paused_at = 0  # game time
        self.places: list[int] = []
        self.ending: Ending | None = None  # of the last game
        self.answered: dict[str, dict[int, Ok]] = {}  # oldest first

    # ---- looking ---------------------------------------------------------------------------------

    def begins_with(self) -> str:
        """Who has only to come for the first game to begin; nobody, once it has begun or if it waits for a word."""
        return self.host if self.begins and self.phase == LOBBY and self.number == 0 else ""

    @property
    def rules(self) -> Rules:
        assert self.game is not None, "no game is being played"
        return self.game.rules

    @property
    def commitment(self) -> bytes:
        return commit_to(self.seed) if self.seed else b""

    def text_of(self, action: int) -> str:
        """Codes that no catalogue holds are kept as numbers: a record shows what was really sent."""
        catalogue = self.rules.catalogue
        return catalogue.text(action) if 0 <= action < catalogue.size else f"#{action}"

    def seats_of(self, who: str) -> list[int]:
        return self.places_of.get(who, [])

    def open_seats(self, who: str) -> list[int]:
        """The bots' seats that this person may have. A person has one hand per deal, and nobody has another's: who has
        held one goes back to it or to none, and a hand that somebody has held is nobody else's before the next deal."""
        bots = [number for number, seat in enumerate(self.seats) if seat.bot]
        if self.phase != PLAYING:
            return bots
        wanted = who if who in self.held_by else ""
        return [number for number in bots if self.held_by[number] == wanted]

    def answer(self, who: str, id: int) -> Ok | None:
        answers = self.answered.get(who)
        return None if answers is None else answers.get(id)

    # ---- agreements ------------------------------------------------------------------------------

    def seat(self, seats: Sequence[SeatHeld], host: str) -> None:
        """After a game another company clears the table: there is nobody left to whom the old view belongs."""
        if self.phase == OVER and [seat.who for seat in seats] != [seat.who for seat in self.seats]:
            self.phase = LOBBY
            self.game = None
            self.places = []
            self.ending = None
        self.seats = list(seats)
        self.places_of = {}
        for number, seat in enumerate(seats):
            self.places_of.setdefault(seat.who, []).append(number)
        self.in_person = [seat.who for seat in seats if not seat.bot and not seat.stand_in]
        self.host = host
        if self.phase == PLAYING:
            self.note_hands(self.held_by)

    def note_hands(self, before: Sequence[str]) -> None:
        """Whose hands these are: of who sits there, else of who last did."""
        before = [*before, *[""] * len(self.seats)]
        self.held_by = [held if seat.bot else seat.who for seat, held in zip(self.seats, before, strict=False)]

    def give(self, entry: Given) -> None:
        """Before anybody sits down: from then on people know what they play."""
        if self.given is not None or self.seats or self.number:
            raise CheckFailed("a deal is given before anybody sits down")
        self.given = entry

    def guard(self, entry: Guarded) -> None:
        self.bans = entry.bans
        self.locked = entry.locked

    def time_by(self, entry: Timed) -> None:
        self.times[entry.who] = entry

    def agree(self, options: Mapping[str, object], settings: Settings, deck: dict[str, object] | None = None) -> None:
        """Another deck is for the next deal; a game that lies on the table keeps its own."""
        self.options = dict(options)
        self.settings = settings
        if deck is not None:
            self.deck = shared_deck(self.info, deck)
            self.deck_mark = mark_of(self.info, self.deck)

    # ---- a game ----------------------------------------------------------------------------------

    def seal(self, entry: Sealed) -> None:
        if commit_to(entry.seed) != entry.commitment:
            raise CheckFailed("the seed is not the one that was promised")
        self.phase = SEALING
        self.number = entry.number
        self.version = entry.rules_version or self.version
        self.seed = entry.seed
        self.sealed = entry.sealed

    def deal(self, entry: Dealt) -> None:
        """The key follows from seed and numbers, the game from the key."""
        key = self.key_with(entry.nonces)
        self.begin(self.undealt_with(key))
        self.nonces = entry.nonces
        self.tie_dice = committed_dice(key)
        self.event = entry.event

    def key_with(self, nonces: tuple[bytes | None, ...]) -> bytes:
        if self.given is not None:
            if self.seed != self.given.seed or any(self.sealed) or any(nonces):
                raise CheckFailed("the deal is another than the one that was given")
            return self.seed
        promise = Promise(self.table, f"{self.info.slug} {self.number}", self.commitment, self.sealed)
        return verify(promise, Reveal(self.seed, nonces))

    def undealt_with(self, key: bytes) -> Rules:
        fresh = undealt(self.info, len(self.seats), self.deck, self.house_rules(), self.version)
        return fresh.branch(committed_dice(key))

    def play_again(self) -> None:
        """The game as its inputs have made it, dealt and played once more: one that broke off in the middle has left
        nobody knows what. It did not count, so it is not among them."""
        game = Game(self.undealt_with(self.key_with(self.nonces)))
        for at, seat, action in self.inputs.listed():
            if action == CLOCK:
                game.wait(at)
            else:
                game.input(at, seat, action)
        game.log.clear()
        self.game = game

    def deal_openly(self, entry: Seeded) -> None:
        dice = FastDice(entry.seed)
        self.number += 1
        self.begin(self.info.table(len(self.seats), self.deck, self.house_rules(), dice, self.version))
        self.tie_dice = None

    def check_cards(self) -> None:
        """A UsageProblem, if the next game cannot be dealt: a house rule, or too few cards for so many."""
        try:
            options = self.info.read_options(self.options, len(self.seats))
            undealt(self.info, len(self.seats), self.deck, options, self.info.rules_version)
        except CheckFailed as problem:
            raise UsageProblem(str(problem)) from problem

    def house_rules(self) -> Options:
        """What was agreed upon, and the defaults of the rules version that is played here."""
        self.info.check_version(self.version)
        return self.info.read_options(self.options, len(self.seats), self.version)

    def begin(self, rules: Rules) -> None:
        self.game = Game(rules)
        self.inputs = Inputs()
        self.phase = PLAYING
        self.note_hands([])
        self.paused = False
        self.places = []
        self.ending = None
        self.answered = {}
        self.told = hashlib.sha256()
        self.note_told(self.game.opening)

    def feed(self, at: int, seat: int, action: int) -> Line:
        """What became of it, and what is told of it."""
        assert self.game is not None
        self.line = line = self.game.input(at, seat, action)
        self.keep_inputs(self.game)
        self.note_told(line.told)
        if seat == HOST and line.verdict == APPLIED:
            self.note_hands([])  # the host's word is the next deal
        return line

    def wait(self, at: int) -> list[Event]:
        """What time alone did, as it is told."""
        return self.let_pass(at).told

    def let_pass(self, at: int) -> Line:
        assert self.game is not None
        self.line = line = self.game.wait(at)
        self.keep_inputs(self.game)
        self.note_told(line.told)
        return line

    def note_told(self, told: list[Event]) -> None:
        """A replay must tell the same, to the same seats: two games with equal verdicts are not yet the same game."""
        for event in told:
            parts = (event.what, event.card, event.source, event.target, event.number, event.seats)
            self.told.update(repr((*parts, event.seat, event.clause)).encode())

    def keep_inputs(self, game: Game) -> None:
        """The log grows with every input, and the journal has it all: here only the inputs are kept."""
        for line in game.log:
            self.inputs.add(line.at, line.seat, line.action)
        game.log.clear()

    def draw(self, seats: Sequence[int]) -> tuple[int, ...]:
        """A dead heat: an order that nobody could choose."""
        assert self.tie_dice is not None
        order = sorted(seats)
        self.tie_dice.label("tie")
        for i in range(len(order) - 1, 0, -1):
            j = self.tie_dice.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    def remember(self, entry: Played) -> Ok:
        """The answer to an input, in case it is asked for again."""
        ok = Ok(id=entry.id, seat=entry.seat, verdict=entry.verdict, clause=entry.clause, why=entry.why)
        if entry.id >= 0:
            self.keep_answer(ok)
        return ok

    def keep_answer(self, ok: Ok) -> None:
        answers = self.answered.setdefault(self.seats[ok.seat].who, {})
        answers[ok.id] = ok
        if len(answers) > REMEMBERED_ANSWERS:
            del answers[next(iter(answers))]

    def released(self, event: int) -> None:
        self.event = max(self.event, event)

    def pause(self, at: int) -> None:
        self.paused = True
        self.paused_at = at

    def stopped_at(self) -> int:
        """The game time with which play goes on. What passed before a crash since the last entry is given back."""
        return max(self.paused_at if self.paused else 0, int(self.rules.now))

    def go_on(self, entry: WentOn) -> None:
        self.paused = False
        self.released(entry.event)

    def result(self) -> Ended:
        outcome = self.rules.outcome()
        assert outcome is not None
        return Ended(
            places=tuple(outcome.places),
            points=tuple(outcome.points),
            reason=outcome.reason,
            clause=outcome.clause,
            seed=self.seed,
            told=self.told.digest(),
        )

    def stop(self) -> Stopped:
        return Stopped(told=self.told.digest())

    def end(self, entry: Ended) -> None:
        """A shared win is a win for everybody who shares it."""
        self.phase = OVER
        self.paused = False
        self.places = list(entry.places)
        self.ending = Ending(reason=self.info.ending_words(entry.reason, entry.clause), clause=entry.clause)
        for seat, place in enumerate(entry.places):
            if place == 1:
                who = self.seats[seat].who
                self.wins[who] = self.wins.get(who, 0) + 1


MOST_SHARED: Final = 64

# What tables of the same kind have in common is kept once: decks, and games before the deal.
decks: Final[dict[tuple[int, bytes], tuple[GameInfo, Deck]]] = {}
games: Final[dict[tuple[int, int, int, int, bytes], tuple[GameInfo, Deck, Rules]]] = {}


def shared_deck(info: GameInfo, data: dict[str, object]) -> Deck:
    key = (id(info), msgspec.json.encode(data))
    known = decks.get(key)
    if known is None:
        known = (info, info.deck_from(data, "the table's deck"))  # held, so that its id stays its own
        keep_few(decks)
        decks[key] = known
    return known[1]


def mark_of(info: GameInfo, deck: Deck) -> str:
    """By which a page knows whether it has seen these cards; none, if they are the game's own."""
    if is_same(deck, info.own_deck):
        return ""
    return hashlib.sha256(msgspec.json.encode(cards_of(deck))).hexdigest()[:16]


def undealt(info: GameInfo, seats: int, deck: Deck, options: Options, version: int) -> Rules:
    """A game that nobody has dealt: branch off from it, with dice."""
    key = (id(info), version, seats, id(deck), msgspec.json.encode(options))
    known = games.get(key)
    if known is None:
        known = (info, deck, info.table(seats, deck, options, FastDice(0), version))
        keep_few(games)
        games[key] = known
    return known[2]


def find_info(slug: str, games: Mapping[str, GameInfo]) -> GameInfo:
    if slug not in games:
        raise CheckFailed(f"there is no game {slug!r}")
    return games[slug]


def keep_few(shared: dict[Any, Any]) -> None:
    if len(shared) >= MOST_SHARED:
        del shared[next(iter(shared))]


def opening(
    table: str,
    info: GameInfo,
    deck: Deck,
    options: Mapping[str, object],
    settings: Settings,
    version: int | None = None,
    begins: bool = False,
) -> Opened:
    return Opened(
        table=table,
        format=FORMAT,
        game=info.slug,
        rules_version=info.rules_version if version is None else version,
        deck=deck.data,
        options=dict(options),
        settings=msgspec.convert(msgspec.to_builtins(settings), Settings),
        begins=begins,
    )
