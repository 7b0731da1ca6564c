"""What travels between a browser and a table: typed, bounded, unknown fields refused.

A message from a client never says who sends it: that follows from its socket. On the wire every message is one JSON
object whose `m` names it.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from slamdeck.core.counted_cards import OwnCards
from slamdeck.core.views import Told, View
from slamdeck.table.races.evidence import Correction, Goal, RaceOutcome, TimesUse, Verdict
from slamdeck.table.settings import Settings

Number = Annotated[int, Meta(ge=0, le=1 << 53)]
Micros = Annotated[int, Meta(ge=0, le=3_600_000_000)]
PageTime = Annotated[int, Meta(ge=0, le=1 << 53)]  # µs of the page's own clock (`performance.now()`)
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
HandicapMs = Annotated[int, Meta(ge=0, le=250)]  # more would beat hands that nobody can be slower than
Name = Annotated[str, Meta(max_length=200)]
TableCode = Annotated[str, Meta(pattern="^[0-9A-HJKMNP-TV-Z]{8}$")]  # in its one form
Bytes32 = Annotated[bytes, Meta(min_length=32, max_length=32)]

EMOTES: Final = ("hello", "well played", "ouch", "laugh", "wow", "again", "thanks", "hurry up", "sorry", "bye")
Emote_ = Literal["hello", "well played", "ouch", "laugh", "wow", "again", "thanks", "hurry up", "sorry", "bye"]


# ---- from the client -------------------------------------------------------------------------------


class FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="m", tag=str.lower):
    """The `m` of a message is the name of its class in small letters."""


class ScreenReport(FromClient, frozen=True):
    """What a screen says by itself about event n."""

    n: Number


class Seen(ScreenReport, frozen=True):
    """Event n was painted at p. `c`, here and below: the page's clock at sending."""

    p: PageTime
    c: PageTime


class Still(ScreenReport, frozen=True):
    """No hand came down before this frame but one that is on its way. Only where `stim` has said `race`."""

    c: PageTime


class Act(FromClient, frozen=True):
    """An input: `do` as a person writes it ("slap", "play R4"), n the last event painted.

    `t` is the `timeStamp` of the press, null if it was not measured; the reaction claimed is t − p. `id` makes resends
    harmless. `seat` is needed only where one device holds several seats.
    """

    n: Number
    t: PageTime | None
    c: PageTime
    id: Number
    do: Annotated[str, Meta(min_length=1, max_length=120)]
    seat: SeatNumber | None = None


class Resume(FromClient, frozen=True):
    """After a reconnect: the last update that this client has."""

    last: Number


class ClockIs(FromClient, frozen=True, tag="clock"):
    """The granularity of the device's timer, and how long its screen shows one frame."""

    granularity: Micros
    frame: Micros


class Hidden(FromClient, frozen=True):
    """The tab went to the background, or came back."""

    hidden: bool


class Seal(FromClient, frozen=True):
    """The SHA-256 of this browser's own number for the next deal."""

    sealed: Bytes32


class Nonce(FromClient, frozen=True):
    """The number itself, told only after everybody's seals are in the journal."""

    nonce: Bytes32


class Ready(FromClient, frozen=True):
    ready: bool = True


class Emote(FromClient, frozen=True):
    emote: Emote_


class Sit(FromClient, frozen=True):
    """A spectator wants a seat: a new one in the lobby, a bot's while a game runs."""

    seat: SeatNumber | None = None


class StandUp(FromClient, frozen=True):
    """Give up one's seats and watch."""


class Rename(FromClient, frozen=True):
    name: Name


# What only the host may say.


class SetOptions(FromClient, frozen=True):
    options: dict[Annotated[str, Meta(max_length=40)], bool | int | Annotated[str, Meta(max_length=40)] | None]


class SetDeck(FromClient, frozen=True):
    """The cards of the host's own box, kind by kind; none: those of the house. Comes over HTTP, where it has room."""

    cards: OwnCards | None = None


class SetSettings(FromClient, frozen=True):
    settings: Settings


class AddBot(FromClient, frozen=True):
    bot: Annotated[str, Meta(max_length=40)]


class SetBot(FromClient, frozen=True):
    """Another bot on a bot's seat, at any time: quicker, slower, of another mind."""

    seat: SeatNumber
    bot: Annotated[str, Meta(max_length=40)]


class AddHand(FromClient, frozen=True):
    """Shared screen: one more player at the host's own tablet."""

    name: Name


class Remove(FromClient, frozen=True):
    """Take a seat away. Who sat there may watch; in a game a bot plays the hand on, and nobody else sees it."""

    seat: SeatNumber


class SendAway(FromClient, frozen=True):
    """Somebody on a seat, or one who watches, by number: out, and back only if the host lets them."""

    seat: SeatNumber | None = None
    guest: Number | None = None


class LetBack(FromClient, frozen=True):
    """Who was sent away may come again; the place in the list of those."""

    ban: Annotated[int, Meta(ge=0, le=999)]


class Lock(FromClient, frozen=True):
    """Nobody new comes in; who is at the table stays, and comes back."""

    locked: bool


class OpenUp(FromClient, frozen=True):
    """Whoever comes to this server may see this table on its first page and sit down; or no longer."""

    listed: bool


class SetHandicap(FromClient, frozen=True):
    seat: SeatNumber
    ms: HandicapMs


class SetTimes(FromClient, frozen=True):
    """How this seat's times are found from now on; `measured` is the usual way, and forgets what was noticed before."""

    seat: SeatNumber
    times: TimesUse


class Start(FromClient, frozen=True):
    """Deal; after a game: the rematch."""


class Pause(FromClient, frozen=True):
    pass


class GoOn(FromClient, frozen=True):
    """The end of a pause, or of the break between two hands."""


class MoveTo(FromClient, frozen=True):
    """Between two games: everybody goes on at another table, which the host's page has opened."""

    table: TableCode


class MakeHost(FromClient, frozen=True):
    """Another person's word counts from now on."""

    seat: SeatNumber


ClientMessage = (
    Seen | Still | Act | Resume | ClockIs | Hidden | Seal | Nonce | Ready | Emote | Sit | StandUp | Rename
    | SetOptions | SetDeck | SetSettings | AddBot | SetBot | AddHand | Remove | SendAway | LetBack | Lock | SetHandicap
    | SetTimes | OpenUp | Start | Pause | GoOn | MoveTo | MakeHost
)  # fmt: skip


# ---- to the client ---------------------------------------------------------------------------------


class ToClient(Struct, frozen=True, tag_field="m", tag=str.lower, kw_only=True, gc=False):
    """Messages are trees, here and in `sights`: the garbage collector need not look for circles."""


class TimesShown(Struct, frozen=True, kw_only=True, gc=False):
    """How a seat's times are found, and facts about its device. Told to the host and to that seat, to nobody else."""

    use: TimesUse
    by_host: bool = False
    screen_ms: int = 0  # what this screen usually needs to show an event; 0 unless that is long
    pong_ms: int = 0  # how much later than the kernel's its pongs come; 0 unless that is much


class SeatShown(Struct, frozen=True, kw_only=True):
    """A seat as everybody sees it."""

    name: str
    bot: str = ""  # the level of a bot, or of the one that stands in
    stands_in: bool = False
    away: bool = False
    ready: bool = False
    handicap: int = 0  # ms
    host: bool = False
    wins: int = 0  # of this series
    times: TimesShown | None = None  # if this person may know of it, and there is something to say


class GuestShown(Struct, frozen=True, kw_only=True):
    """Somebody who watches, as the host sees it."""

    guest: int
    name: str


class Ending(Struct, frozen=True, kw_only=True, gc=False):
    """Why a game is over: part of a sentence, for people, and its clause."""

    reason: str
    clause: str


class TableShown(ToClient, frozen=True, kw_only=True, tag="table"):
    """The table around the game: who sits there, what was agreed on."""

    table: str
    game: str
    phase: str
    paused: bool
    number: int  # which game of the series
    seats: list[SeatShown]
    yours: list[int]
    hosting: bool
    watching: int
    options: dict[str, object]
    deck: str  # a mark of the cards that are played with, if they are others than the game's own
    settings: Settings
    commitment: bytes
    places: list[int]
    ending: Ending | None  # of the last game, as long as it lies on the table
    locked: bool  # nobody new comes in
    listed: bool  # on the server's first page, for whoever comes by
    given: Literal["", "today", "practice", "ghosts"]  # a deal that was not drawn here, played against ghosts
    # What only the host is told: who watches, and the names of those who were sent away.
    guests: list[GuestShown]
    sent_away: list[str]
    head: bytes  # of the journal, after the last entry that everybody has been told of


class Stim(ToClient, frozen=True, kw_only=True):
    """Event n: it may be slapped at. `u` numbers this person's updates without a gap."""

    n: int
    u: int
    race: bool  # a race is possible now, as far as everybody can see: `still`s are wanted
    told: list[Told]
    view: View
    head: bytes
    fresh: bool = False  # the whole table anew, not something that has just happened


class News(ToClient, frozen=True, kw_only=True):
    """Something happened that is nothing to react to; n stays the latest event."""

    n: int
    u: int
    told: list[Told]
    view: View
    head: bytes


class Legal(ToClient, frozen=True, kw_only=True):
    """Time alone has changed what this seat may do."""

    seat: int
    legal: list[str]


class Ok(ToClient, frozen=True, kw_only=True):
    """What became of an input; sent only after its entry is durable."""

    id: int
    seat: int
    verdict: str
    clause: str = ""
    why: str = ""


class SeatTime(Struct, frozen=True, kw_only=True, gc=False):
    """How a seat did in a race: its reaction, and what the network did to it. All in µs."""

    seat: int
    reaction: int | None  # what counts, with the handicap taken off
    verdict: Verdict
    handicap: int = 0
    claim: int | None = None  # the reaction that the device says, if it is used at all
    why: Correction = Correction.NONE  # what the time that counts differs from the claim for
    # Counted from the moment the event was released, by the server's clock.
    sent: int = 0
    seen: int | None = None
    arrived: int | None = None  # plain arrival order would have judged by this
    trip: int = 0
    # The same, as far as one can tell from how long messages travelled: what is believed, and what the device says.
    painted: int | None = None
    painted_said: int | None = None
    pressed: int | None = None
    pressed_said: int | None = None


class Race(ToClient, frozen=True, kw_only=True):
    """A race is closed: everybody's times."""

    n: int
    goal: Goal
    outcome: RaceOutcome
    seats: list[int]
    drawn: list[int]  # of a dead heat: the order that the committed seed gave
    times: list[SeatTime]


class Promised(ToClient, frozen=True, kw_only=True):
    """The seals are in: tell your number."""

    commitment: bytes
    sealed: list[bytes | None]


class Revealed(ToClient, frozen=True, kw_only=True):
    """The game is over: its seed, and the numbers that were stirred in."""

    seed: bytes
    nonces: list[bytes | None]


class Emoted(ToClient, frozen=True, kw_only=True):
    name: str
    seat: int
    emote: str


class Moved(ToClient, frozen=True, kw_only=True):
    """The company goes on at that table."""

    table: str


class Refused(ToClient, frozen=True, kw_only=True):
    """That was not possible, and why."""

    why: str


class Notice(ToClient, frozen=True, kw_only=True):
    """Something that this person should know."""

    text: str


class SentAway(ToClient, frozen=True, kw_only=True):
    """The host has shown this person out; the socket is closed behind it."""

    why: str


ServerMessage = (
    TableShown | Stim | News | Legal | Ok | Race | Promised | Revealed | Emoted | Moved | Refused | Notice | SentAway
)

encode_server: Final = msgspec.json.Encoder().encode
client_decoder: Final[msgspec.json.Decoder[ClientMessage]] = msgspec.json.Decoder(ClientMessage)
# A frame from a socket; msgspec.ValidationError or DecodeError for anything that is not a message.
decode_client: Final = client_decoder.decode
