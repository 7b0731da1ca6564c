"""A modelled page says what a real one would, and lies as its lie says."""

from __future__ import annotations

import itertools
import random

import pytest

from slamdeck.measure.fairness.lies import LIES, QUICKEST, Lie
from slamdeck.measure.fairness.page import ModelPage, Player, Said
from slamdeck.measure.fairness.people import DEVICES, Device
from slamdeck.measure.fairness.timeline import Timeline
from slamdeck.table.times import MS


class Room:
    """A page alone with a clock: everything it says arrives at once."""

    def __init__(self, player: Player, seed: int = 3) -> None:
        self.timeline = Timeline()
        self.call_at = self.timeline.call_at
        self.heard: list[tuple[int, Said]] = []
        self.pongs: list[int] = []
        self.page = ModelPage(player, self, random.Random(seed))

    @property
    def now(self) -> int:
        return self.timeline.now

    def send(self, said: Said) -> None:
        self.heard.append((self.now, said))

    def pong(self, ping: bytes) -> None:
        self.pongs.append(self.now)

    def event(self, n: int, slaps: bool) -> list[tuple[int, Said]]:
        self.heard, self.pongs = [], []
        self.page.show(n, slaps)
        self.page.ping(b"with the event")
        while self.timeline.next_at is not None:
            self.timeline.advance()
        return self.heard


def claim(heard: list[tuple[int, Said]]) -> int:
    said = {one.what: one for _, one in heard}
    return said["act"].about - said["seen"].about


def test_without_a_hand_it_is_seen_and_twenty_stills() -> None:
    room = Room(Player())
    start = room.now
    heard = room.event(1, slaps=False)
    kinds = [said.what for _, said in heard]
    assert kinds == ["seen"] + ["still"] * 20
    assert 16 * MS <= heard[0][0] - start <= 36 * MS  # the rest of a frame, a whole frame, and a moment
    times = [(at - room.page.painted) / MS for at, said in heard if said.what == "still"]
    assert all(a < b for a, b in itertools.pairwise(times))
    assert not [t for t in times if 40 < t < 130]
    assert times[-1] <= 1205


def test_after_a_hand_it_is_one_still_at_once_and_three_later() -> None:
    heard = Room(Player()).event(1, slaps=True)
    slap = next(k for k, (_, said) in enumerate(heard) if said.what == "act")
    after = [at - heard[slap][0] for at, _ in heard[slap + 1 :]]
    assert len(after) == 4
    assert after[0] <= 1 * MS
    assert after[3] <= 110 * MS


def test_an_honest_claim_is_the_true_reaction_give_or_take_what_nobody_can_measure() -> None:
    room = Room(Player())
    for n in range(1, 40):
        heard = room.event(n, slaps=True)
        assert -8 <= claim(heard) / MS - room.page.hands[n].reaction <= 17


def test_pings_are_answered_at_once_unless_that_is_the_lie() -> None:
    room = Room(Player())
    start = room.now
    room.event(1, slaps=True)
    assert room.pongs[0] - start <= 8 * MS
    for late, slaps in ((Lie(pongs=60), True), (Lie(always_pongs=60), False), (Lie(quiet_pongs=60), False)):
        room = Room(Player(lie=late))
        start = room.now
        room.event(1, slaps)
        assert 60 * MS <= room.pongs[0] - start <= 68 * MS


@pytest.mark.parametrize("name", sorted(LIES))
def test_no_liar_claims_what_no_eye_can_do(name: str) -> None:
    room = Room(Player(lie=LIES[name]))
    claims = [claim(room.event(n, slaps=True)) / MS for n in range(1, 60)]
    assert min(claims) >= QUICKEST - 10


@pytest.mark.parametrize("shift", [20.0, 60.0])
def test_stamps_are_shifted_as_the_lie_says(shift: float) -> None:
    honest, liar = (Room(Player(lie=lie)).event(1, slaps=True) for lie in (Lie(), Lie(claim=shift, stills=shift)))
    assert claim(honest) - claim(liar) == pytest.approx(min(shift * MS, claim(honest) - QUICKEST * MS), abs=9 * MS)
    assert [at for at, _ in honest] == [at for at, _ in liar]
    for (_, one), (_, other) in zip(honest, liar, strict=True):
        if one.what == "still":
            assert one.clock - other.clock == shift * MS


def test_a_dead_line_says_nothing_until_the_next_event() -> None:
    room = Room(Player(breaks=True))
    assert room.event(1, slaps=True)[-1][1].what == "act"
    assert len(room.event(2, slaps=False)) == 21


def test_clocks_are_as_coarse_as_they_say() -> None:
    for device in (*DEVICES.values(), Device()):
        room = Room(Player(device=device))
        stamps = [said.clock for _, said in room.event(1, slaps=True)]
        assert all(stamp % room.page.clock.grain == 0 for stamp in stamps)
