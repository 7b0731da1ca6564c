"""What a socket says besides the messages of the table: the first frame, and the server's own words."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from slamdeck.table.messages import ClientMessage, Number, ServerMessage, ToClient

MOST_BYTES: Final = 2048


class Hello(Struct, frozen=True, forbid_unknown_fields=True, tag_field="m", tag="hello"):
    """The first frame. `last` is the last update that this page has shown."""

    version: Number
    ticket: Annotated[str, Meta(max_length=64)]
    last: Number | None = None


class Welcome(ToClient, frozen=True, kw_only=True):
    version: int
    table: str
    server: str


class Lag(ToClient, frozen=True, kw_only=True):
    """The usual round trip of this connection, in microseconds."""

    trip: int


class Saving(ToClient, frozen=True, kw_only=True):
    """The disk does not take our entries: the table stands still until it does."""

    saving: bool
    why: str = ""


class Closing(ToClient, frozen=True, kw_only=True):
    """The server closes this socket. `again`: seconds after which to come back, −1: not by yourself."""

    error: str
    why: str
    again: int


AnyServerMessage = ServerMessage | Welcome | Lag | Saving | Closing


class Farewell(Enum):
    """Why a socket is closed: WebSocket code, word, sentence, when to come back."""

    BAD_FRAMES = (1008, "bad_frames", "that was the third frame that is no message", -1)
    FLOOD = (1008, "flood", "these are more messages than hands can make", 10)
    TOO_LARGE = (1009, "too_large", f"a frame has at most {MOST_BYTES} bytes", -1)
    STOPPING = (1012, "stopping", "the server restarts; the seat and the game are kept", 1)
    MOVED = (1012, "moved", "another server has this table now; the seat and the game are kept", 0)
    BAD_HELLO = (4000, "bad_hello", "the first frame must be a hello, within five seconds", -1)
    TICKET = (4001, "ticket", "this ticket is unknown, spent or too old; ask for another one", 0)
    OLD_VERSION = (4002, "old_version", "this page and the server speak different versions; reload the page", -1)
    REPLACED = (4003, "replaced", "you have opened this table in another window", -1)
    CLOSED = (4004, "closed", "this table was closed", -1)
    SLOW = (4005, "slow", "this connection reads too slowly; it was cut off to be brought up to date", 0)
    NO_ROOM = (4006, "no_room", "this table has no more room for spectators", -1)
    SENT_AWAY = (4007, "sent_away", "the host has sent you away from this table", -1)
    LOCKED = (4008, "locked", "the host has locked this table; nobody new comes in", -1)
    FORGOTTEN = (4010, "forgotten", "this browser asked to be forgotten; whoever comes back is new here", -1)
    TOO_MANY = (4011, "too_many", "too many tables are open from here; close one of them", 30)

    @property
    def code(self) -> int:
        return self.value[0]

    def message(self) -> Closing:
        _, error, why, again = self.value
        return Closing(error=error, why=why, again=again)


hello_decoder: Final = msgspec.json.Decoder(Hello)
encoder: Final = msgspec.json.Encoder()

__all__ = ["MOST_BYTES", "AnyServerMessage", "ClientMessage", "Farewell", "Hello", "encoder", "hello_decoder"]
