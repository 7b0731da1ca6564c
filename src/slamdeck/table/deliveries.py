"""What goes out: to whom, after which journal entry, and not before when."""

from __future__ import annotations

from collections import deque
from typing import Final

from msgspec import Struct, structs

from slamdeck.core.views import Told, View
from slamdeck.table.links import Link
from slamdeck.table.messages import News, ServerMessage, Stim

REMEMBERED_UPDATES: Final = 64


class Delivery(Struct, frozen=True):
    """One message to one person. The server sends it when entry `after` is durable and its clock has reached `at`.

    If it leaves later than that and `event` is not 0, the server tells the table when (`LiveTable.sent`).
    """

    person: str
    message: ServerMessage
    after: int  # number of a journal entry
    at: int  # µs
    event: int = 0


class Update(Struct, frozen=True):
    """An update that was made for somebody, and when it leaves; not `queued` if nobody was there to get it."""

    message: Stim | News
    at: int  # µs
    queued: bool


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
        self.shown: dict[int, View] = {}  # by seat: what this person's screen shows, without the time

    def reachable(self) -> bool:
        return self.connected and not self.hidden

    def set_away(self) -> None:
        self.link.away = not self.reachable()

    def update(
        self, event: int, stimulus: bool, told: list[Told], view: View, head: bytes, fresh: bool, at: int
    ) -> Update:
        self.updates += 1
        self.leaves_at = max(self.leaves_at, at)
        self.shown[view.seat] = structs.replace(view, now=0)
        message: Stim | News
        if stimulus:
            message = Stim(n=event, u=self.updates, told=told, view=view, head=head, fresh=fresh)
        else:
            message = News(n=event, u=self.updates, told=told, view=view, head=head)
        update = Update(message, self.leaves_at, self.connected)
        self.sent.append(update)
        return update

    def missed(self, last: int, now: int) -> list[Update] | None:
        """What came after update `last` and is not on its way by itself; None if that is too long ago, or was never
        sent."""
        if last > self.updates:
            return None
        after = [update for update in self.sent if update.message.u > last]
        if len(after) != self.updates - last:
            return None
        return [update for update in after if not update.queued or update.at <= now]
