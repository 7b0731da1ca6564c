"""Lies about races: what a client of one's own, or a script in our page, can pretend. All in ms.

A lie that gives no `share` of hands and does not say `always` is told in every event with a slap, and in no other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from slamdeck.table.races.law import FASTEST_HUMAN
from slamdeck.table.times import MS

QUICKEST: Final = FASTEST_HUMAN / MS + 5


@dataclass(frozen=True)
class Lie:
    claim: float = 0.0  # taken off the claim
    stills: float = 0.0  # stamps of all `still`s are this much early
    later_stills: float = 0.0  # … only those after the slap
    no_stills: bool = False
    seen_late: float = 0.0  # `seen` is held back, and says so
    paint_later: float = 0.0  # `seen` comes in time and names a later paint
    slow_clock: float = 0.0  # the clock loses this much within 200 ms of the paint, and makes it good later
    crawls_after: float = 0.0  # so long after the paint the clock begins to crawl, until the hand comes down …
    crawl: float = 0.2  # … at this speed
    pongs: float = 0.0  # late; a page's script cannot do that
    queue: float = (
        0.0  # pongs, `seen` and `still`s are held back after they were stamped, and the claim is as much shorter
    )
    quiet_pongs: float = 0.0  # late in events without a slap
    twelfth_pongs: float = 0.0  # the pongs of every 12th event are this late
    says_coarse: bool = False
    share: float = 1.0  # of the hands that are lied about
    always_seen: float = 0.0  # in every event
    always_pongs: float = 0.0
    slow_hand: float = 0.0  # hands slower than this are said to have lain in the page …
    hang: float = 0.0  # … for so long: told from the press to the sending, with every stamp true
    seen_waits: float = 0.0  # `seen` is not said before so long after the paint, or the hand …
    slow_paint: float = 0.0  # … and if there is no hand by then, it names a paint that is later by this
    fakes_burst: bool = False  # what follows the hand comes at once, stamped as if the line had held it all up
    silent_after: float = 0.0  # no `still` later than this after the paint, so that none of them denies the hang
    quickest: float = QUICKEST  # a liar claims no less: it would be an anticipation

    @property
    def needs_own_client(self) -> bool:
        """A page's script can neither see nor delay a pong."""
        return bool(self.pongs or self.queue or self.quiet_pongs or self.twelfth_pongs or self.always_pongs)

    @property
    def about_races_alone(self) -> bool:
        return not (self.always_seen or self.always_pongs)


HONEST: Final = Lie()
LIES: Final[dict[str, Lie]] = {
    "claim −60": Lie(claim=60),
    "claim and later witnesses −30": Lie(claim=30, later_stills=30),
    "claim and all stills −60": Lie(claim=60, stills=60),
    "claim −60, no stills at all": Lie(claim=60, no_stills=True),
    "`seen` held back 30": Lie(seen_late=30),
    "`seen` in time, paint +30": Lie(paint_later=30),
    "clock slowed by 60, caught up": Lie(slow_clock=60),
    "clock slowed by 20, caught up": Lie(slow_clock=20),
    "clock crawls from 160 after the paint to the hand": Lie(crawls_after=160),
    "line held up by 100 in races: claim −100, silent, a burst": Lie(claim=100, silent_after=130, fakes_burst=True),
    "claim −66, stills −60, `seen` +20": Lie(claim=66, stills=60, seen_late=20),
    "every 12th pong +130, `seen` +90, claim and stills −110": Lie(
        twelfth_pongs=130, seen_late=90, claim=110, stills=110
    ),
    "queue of 60 faked in races, pongs too": Lie(queue=60),
    "pongs and `seen` +60 in races": Lie(pongs=60, seen_late=60),
    "pongs +60 in races, nothing else": Lie(pongs=60),
    "says coarse clock, `seen` +50": Lie(says_coarse=True, seen_late=50),
    "hang of 110 feigned, 1 hand in 15": Lie(seen_late=110, share=1 / 15),
    "hang of 110 feigned at slow hands": Lie(slow_hand=310, hang=110, silent_after=216),
    "hang of 60 feigned at slow hands": Lie(slow_hand=290, hang=60, silent_after=200),
    "hang of 170 feigned, 1 hand in 12": Lie(seen_late=170, share=1 / 12),
    "`seen` waits until 310 in 1 race of 3, then a hang of 170": Lie(seen_waits=310, slow_paint=170, share=1 / 3),
    "20 in 3 of 10 hands": Lie(claim=20, stills=20, share=0.3),
    "always: paint +12": Lie(always_seen=12),
    "always: paint +30": Lie(always_seen=30),
    "always: paint +60": Lie(always_seen=60),
    "always: pongs and `seen` +60": Lie(always_pongs=60, always_seen=60),
    "always: pongs and `seen` +100": Lie(always_pongs=100, always_seen=100),
    "always: pongs and `seen` +100, no hand below 180": Lie(always_pongs=100, always_seen=100, quickest=180),
}
KNOWING: Final = (2, 4, 6, 9, 12, 20)  # ms


def knowing(shift: float) -> Lie:
    """Of somebody who knows the law: claim and `still`s are shifted together, by little."""
    return Lie(claim=shift, stills=shift)
