"""What goes out: to whom, after which journal entry, and not before when."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from slamdeck.table.messages import News, ServerMessage, Stim


class Outgoing(Struct, frozen=True, gc=False):
    """One message to one person. The server sends it when entry `after` is durable and its clock has reached `at`.

    If it leaves later than that and `event` is not 0, the server tells the table when (`LiveTable.sent`).
    """

    person: str
    message: ServerMessage
    data: bytes  # the message as it travels
    after: int  # number of a journal entry
    at: int  # µs
    event: int = 0


class Update(Struct, frozen=True, gc=False):
    """An update that was made for somebody, and when it leaves; not `queued` if nobody was there to get it.

    Kept as it travels: that takes a tenth of the room of the message itself.
    """

    u: int
    data: bytes
    at: int  # µs
    queued: bool

    @property
    def message(self) -> Stim | News:
        message: Stim | News = update_decoder.decode(self.data)
        return message


class Shown(Struct, frozen=True, gc=False):
    """What somebody's screen shows of one seat: the latest update, and the moves it allows by now."""

    data: bytes
    legal: list[int]


update_decoder: Final = msgspec.json.Decoder(Stim | News)
