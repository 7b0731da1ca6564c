"""People at a table, as far as their connection goes."""

from __future__ import annotations

from collections import deque
from typing import Final

from slamdeck.core.views import Told, View
from slamdeck.table.messages import News, Stim, TableShown, encode_server
from slamdeck.table.outgoing import Shown, Update
from slamdeck.table.races.links import Link
from slamdeck.table.times import Allowance

REMEMBERED_UPDATES: Final = 8  # per person; who missed more gets the whole table anew


class Presence:
    """A person at the table, seated or watching, as far as the connection goes. Nothing of this outlives a server."""

    def __init__(self, person: str, name: str, now: int, number: int = 0, network: str = "") -> None:
        self.person = person
        self.name = name
        self.number = number  # by which the host means this guest
        self.network = network  # a mark of where they come from
        self.link = Link()
        self.places: list[int] = []  # the numbers of their seats
        self.connected = False
        self.hidden = False
        self.here = False  # connected, and looking
        self.left_at = now  # when the connection was lost
        self.ready = False
        self.sealed: bytes | None = None
        self.nonce: bytes | None = None
        self.emoted_at = -(1 << 60)
        self.asked = Allowance()
        self.looked = Allowance()
        self.private_seq = 0  # the latest entry that is known to them alone, of those that their screen shows
        self.table: TableShown | None = None  # as they were last told
        self.updates = 0
        self.sent: deque[Update] = deque(maxlen=REMEMBERED_UPDATES)
        self.leaves_at = 0  # of the latest update: none overtakes it, or it would tell what that one holds back
        self.shown: dict[int, Shown] = {}  # by seat

    def set_here(self) -> None:
        self.here = self.connected and not self.hidden
        self.link.away = not self.here

    def update(
        self, event: int, stimulus: bool, told: list[Told], view: View, head: bytes, fresh: bool, at: int, race: bool
    ) -> tuple[Stim | News, Update]:
        self.updates += 1
        self.leaves_at = max(self.leaves_at, at)
        message: Stim | News
        if stimulus:
            message = Stim(n=event, u=self.updates, race=race, told=told, view=view, head=head, fresh=fresh)
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
