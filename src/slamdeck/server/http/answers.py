"""What travels over HTTP: requests that are typed, bounded and refuse unknown fields, and their answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from slamdeck.core.counted_cards import OwnCards
from slamdeck.core.examples import MOST_TRIED, RowOfSetup, TriedMove, WorkedExample
from slamdeck.core.lessons.shapes import LearnerInput
from slamdeck.table.films.parts import Film
from slamdeck.table.settings import Settings

PROTOCOL = 2

ShortText = Annotated[str, Meta(max_length=40)]
NameGiven = Annotated[str, Meta(max_length=200)]
OptionValue = bool | int | ShortText | None


# ---- asked -----------------------------------------------------------------------------------------


class Asked(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class OpenTable(Asked, frozen=True, kw_only=True):
    """A new table; whoever opens it is its host."""

    game: ShortText
    name: NameGiven
    bots: Annotated[list[ShortText], Meta(max_length=5)] = []
    options: dict[ShortText, OptionValue] = {}
    settings: Settings = Settings()
    start: bool = False  # play as soon as the opener's socket is there
    watch: bool = False  # the opener takes no seat
    cards: OwnCards | None = None  # of the opener's own box; none: those of the house


class JoinTable(Asked, frozen=True, kw_only=True):
    name: NameGiven
    watch: bool = False


class TicketWanted(Asked, frozen=True, kw_only=True):
    screen: bool = False  # the big screen: a spectator of its own


class DeckWanted(Asked, frozen=True, kw_only=True):
    """Cards kind by kind, or the text of a deck file; neither: those of the house."""

    cards: OwnCards | None = None
    toml: Annotated[str, Meta(max_length=12_000)] | None = None


class TryWanted(Asked, frozen=True, kw_only=True):
    """A worked example with all that was done there so far, and whose eyes see it."""

    seat: Annotated[int, Meta(ge=0, le=5)] = 0
    moves: Annotated[list[TriedMove], Meta(max_length=MOST_TRIED)] = []


class StageWanted(Asked, frozen=True, kw_only=True):
    """A step of a lesson, from 0, with all that the learner did on it so far."""

    step: Annotated[int, Meta(ge=0, le=99)]
    inputs: Annotated[list[LearnerInput], Meta(max_length=12)] = []


class SeenByWanted(Asked, frozen=True, kw_only=True):
    """Who may see the record of a table from now on."""

    seen_by: Literal["players", "link"]


# ---- answered --------------------------------------------------------------------------------------


class Refusal(Struct, frozen=True):
    """Every 4xx and 5xx: a word for programs and a sentence for people."""

    error: str
    why: str


class TableOpened(Struct, frozen=True):
    table: str
    code: str


class Joined(Struct, frozen=True):
    table: str
    code: str
    name: str
    watch: bool


class Ticket(Struct, frozen=True):
    ticket: str
    seconds: int
    version: int
    at: str = ""  # the server whose socket to open, such as https://two.example; "": this one


class SeatTaken(Struct, frozen=True):
    name: str
    bot: str
    away: bool


class TableInfo(Struct, frozen=True, kw_only=True):
    """What an invitation shows."""

    table: str
    code: str
    game: str
    title: str
    phase: str
    paused: bool
    seats: list[SeatTaken]
    most: int
    room: bool  # a newcomer gets a seat
    locked: bool  # nobody new comes in
    watching: int
    host: str
    options: dict[str, object]
    joined: bool  # this browser has been here
    record: bool  # a game has been finished


class OpenTableShown(Struct, frozen=True, kw_only=True):
    """A table whose host wants whoever comes by."""

    code: str
    game: str
    title: str
    host: str
    people: int
    bots: int
    most: int
    playing: bool


class OpenTables(Struct, frozen=True, kw_only=True):
    tables: list[OpenTableShown]


class RecordedGameShown(Struct, frozen=True, kw_only=True):
    """A game of a record that was checked."""

    number: int
    rules_version: int
    sealed: bool  # dealt so that neither side could have chosen the cards
    inputs: int
    finished: bool
    places: list[int] = []
    points: list[int] = []
    reason: str = ""


class RecordShown(Struct, frozen=True, kw_only=True):
    """What was found in a record; `why` says what does not fit."""

    fits: bool = True
    why: str = ""
    table: str = ""
    game: str = ""
    title: str = ""
    entries: int = 0
    games: list[RecordedGameShown] = []
    head: str = ""


SeenBy = Literal["players", "link"]  # who may see a record: who had a hand in it, or whoever has its address


class LibraryGame(Struct, frozen=True, kw_only=True):
    """A finished game of this server, for somebody who played in it."""

    table: str
    number: int  # of the game at that table
    game: str
    title: str
    rules_version: int
    ended: int  # seconds since 1970
    names: list[str]
    bots: list[str]  # by seat: a bot's level
    you: int  # the seat, −1 if only others played
    places: list[int]
    points: list[int]
    reason: str
    inputs: int
    races: int
    fouls: int
    ms: int
    seen_by: SeenBy
    hosting: bool  # may say who sees it, and delete it


class LibraryShown(Struct, frozen=True, kw_only=True):
    games: list[LibraryGame]  # the latest first


# ---- the games -------------------------------------------------------------------------------------


class OptionShown(Struct, frozen=True, kw_only=True):
    """A house rule or a setting, with everything a form needs."""

    name: str
    title: str  # in a few words; none where its author gave none
    type: Literal["switch", "number", "choice", "text"]
    default: bool | int | str | None
    may_be_none: bool
    least: int | None
    most: int | None
    unit: Literal["", "ms"]
    last_resort: bool  # only stops what would never end: not among what people are asked about
    choices: list[str]
    meaning: str


class PresetShown(Struct, frozen=True, kw_only=True):
    """House rules that go well together; what it does not name is as usual."""

    name: str
    title: str
    meaning: str
    options: dict[str, bool | int | str | None]


class KindShown(Struct, frozen=True, kw_only=True):
    """A kind of card: its name on the wire, what it is called, and its attributes."""

    name: str
    words: str
    family: str
    values: dict[str, str | int]
    copies: int
    points: int
    back: str


class FamilyShown(Struct, frozen=True, kw_only=True):
    """A family of cards: what describes a card of it, and how many there are."""

    name: str
    attributes: list[str]
    points_from: str  # the attribute that a card counts; none: points of its own
    cards: int
    usual: int  # in the game's own deck


Meaning = Literal["word", "seat", "card", "slot", "number", "flag"]  # of a parameter's values
Manner = Literal["move", "hand", "shout", "host"]  # of a verb


class ParameterShown(Struct, frozen=True, kw_only=True):
    name: str
    means: Meaning
    values: list[str]
    optional: bool
    keyword: bool  # written name=value
    nearest: bool  # any number will do, the nearest is meant


class VerbShown(Struct, frozen=True, kw_only=True):
    name: str
    manner: Manner
    parameters: list[ParameterShown]


class DeckShown(Struct, frozen=True, kw_only=True):
    """The cards of a box; `why` says what does not add up, and then nothing else is said."""

    fits: bool = True
    why: str = ""
    cards: int = 0
    most: int = 0  # players for whom they are enough
    kinds: list[KindShown] = []
    families: list[FamilyShown] = []
    verbs: list[VerbShown] = []  # at a table alone
    toml: str = ""


class FilmShown(Struct, frozen=True, kw_only=True):
    """A film, with what a board has to know of its cards if they are others than the game's own."""

    film: Film
    deck: DeckShown | None


class EventShown(Struct, frozen=True, kw_only=True):
    words: str  # a template: see `core.telling`
    own: str = ""  # instead of it where the players whom it names are one and the same
    tone: Literal["good", "foul", "loss", "shout", "neutral"]


class PhaseShown(Struct, frozen=True, kw_only=True):
    name: str
    between_hands: bool


class ClauseShown(Struct, frozen=True):
    id: str
    text: str  # Markdown: **new words**, *titles*, `options`
    under: str  # the sub-heading above it


class SectionShown(Struct, frozen=True):
    title: str
    text: str  # what is said before the clauses
    clauses: list[ClauseShown]


class RulesFound(Struct, frozen=True):
    """The clauses that speak of some words, the best first."""

    clauses: list[str]


class ExampleOffered(Struct, frozen=True, kw_only=True):
    """A worked example by the name in its address, and the clauses it shows."""

    name: str
    title: str
    clauses: list[str]


class LessonOffered(Struct, frozen=True, kw_only=True):
    """A lesson by the name in its address."""

    name: str
    title: str
    steps: int


class GameShown(Struct, frozen=True, kw_only=True):
    slug: str
    title: str
    tagline: str
    prefix: str
    fewest: int
    most: int
    minutes: int
    ages: int  # from this age on; 0: the box does not say
    rules_version: int
    cards: int
    policies: list[str]
    options: list[OptionShown]
    presets: list[PresetShown]
    kinds: list[KindShown]
    verbs: list[VerbShown]  # at a full table
    events: dict[str, EventShown]  # the game's own
    phases: list[PhaseShown]
    rules: list[SectionShown]
    setup: list[RowOfSetup]
    examples: list[ExampleOffered]
    lessons: list[LessonOffered]


class LevelShown(Struct, frozen=True, kw_only=True):
    name: str
    slap_ms: int  # mean time to recognise and slap
    miss: float
    fooled: float


class Games(Struct, frozen=True, kw_only=True):
    protocol: int
    games: list[GameShown]
    levels: list[LevelShown]
    emotes: list[str]
    settings: list[OptionShown]


# ---- the lessons -----------------------------------------------------------------------------------


class StepShown(Struct, frozen=True, kw_only=True):
    title: str
    clauses: list[str]
    tasks: int
    flat: list[str]  # verbs and moves that are not needed yet
    later: str  # … and when they come
    clock: bool  # at real speed
    rivals: bool  # no note may lie over them
    options: dict[str, object]  # the house rules of its stage


class LessonShown(Struct, frozen=True, kw_only=True):
    name: str
    title: str
    names: list[str]  # of the seats, the learner's first
    steps: list[StepShown]


class GameLessons(Struct, frozen=True, kw_only=True):
    game: str
    lessons: list[LessonShown]


# ---- the examples ----------------------------------------------------------------------------------


class GameExamples(Struct, frozen=True, kw_only=True):
    game: str
    examples: list[WorkedExample]
