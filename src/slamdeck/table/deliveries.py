"""What goes out: to whom, after which journal entry, and not before when."""

from __future__ import annotations

from collections import deque
from typing import Final

import msgspec
from msgspec import Struct

from slamdeck.core.views import Told, View
from slamdeck.table.links import Link
from slamdeck.table.messages import News, ServerMessage, Stim, encode_server

REMEMBERED_UPDATES: Final = 8  # per person; who missed more gets the whole table anew


class Delivery(Struct, frozen=True):
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
    legal: tuple[int, ...]


update_decoder: Final = msgspec.json.Decoder(Stim | News)


class Presence:
    """A person at the table, seated or watching, as far as the connection goes. Nothing of this outlives a server."""

    def __init__(self, person: str, name: str, now: int) -> None:
        self.person = person
        self.name = name
        self.link = Link(now)
        self.connected = False
        self.hidden = False
        self.left_at = now  # when the connection was lost
        self.ready = False
        self.sealed: bytes | None = None
        self.nonce: bytes | None = None
        self.emoted_at = -(1 << 60)
        self.updates = 0
        self.sent: deque[Update] = deque(maxlen=REMEMBERED_UPDATES)
        self.leaves_at = 0  # of the latest update: none overtakes it, or it would tell what that one holds back
        self.shown: dict[int, Shown] = {}  # by seat

    def reachable(self) -> bool:
        return self.connected and not self.hidden

    def set_away(self) -> None:
        self.link.away = not self.reachable()

    def update(
        self, event: int, stimulus: bool, told: list[Told], view: View, head: bytes, fresh: bool, at: int
    ) -> tuple[Stim | News, Update]:
        self.updates += 1
        self.leaves_at = max(self.leaves_at, at)
        message: Stim | News
        if stimulus:
            message = Stim(n=event, u=self.updates, told=told, view=view, head=head, fresh=fresh)
        else:
            message = News(n=event, u=self.updates, told=told, view=view, head=head)
        update = Update(self.updates, encode_server(message), self.leaves_at, self.connected)
        self.sent.append(update)
        return message, update

    def missed(self, last: int, now: int) -> list[Update] | None:
        """What came after update `last` and is not on its way by itself; None if that is too long ago, or was never
        sent."""
        if last > self.updates:
            return None
        after = [update for update in self.sent if update.u > last]
        if len(after) != self.updates - last:
            return None
        return [update for update in after if not update.queued or update.at <= now]
