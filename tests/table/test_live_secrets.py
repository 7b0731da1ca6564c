"""What a live table sends to a seat does not depend on what that seat cannot know: no byte, no size, no send time.

The table is rebuilt twice from its journal, once with the true cards and once with others that the observer cannot tell
from them. The same messages go into both at the same times, and everything sent to the observer is compared.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest
from msgspec import structs

from slamdeck.bots.roster import House
from slamdeck.core.game import GameInfo
from slamdeck.core.kernel import Game
from slamdeck.core.rules import Rules
from slamdeck.core.zones import PUBLIC
from slamdeck.games import all_games, find_game
from slamdeck.table import messages as say
from slamdeck.table.journal.entries import ChainedEntry
from slamdeck.table.journal.rebuild import rebuild
from slamdeck.table.live import LiveTable
from slamdeck.table.outgoing import Outgoing
from slamdeck.table.times import MS, SECOND
from tests.conformance.driving import every_game, sensible_step, snapshot, stormy_step
from tests.conformance.test_secrets import involved_zones, make, other_world
from tests.scale import scaled
from tests.table.evening import seeds

SEATS = 3
TRIPS = (20 * MS, 60 * MS, 150 * MS)
Step = tuple[int, int, int]


def person_at(seat: int) -> str:
    return "watcher" if seat == PUBLIC else f"p{seat}"


def new_table(info: GameInfo, seed: int) -> list[ChainedEntry]:
    table = LiveTable.open("T", info, House(), seeds(seed))
    for seat in range(SEATS):
        table.join(SECOND, person_at(seat), person_at(seat))
    table.receive(SECOND, "p0", say.Start())
    table.tick(2 * SECOND)
    return table.take_entries()


class Stage:
    """A table rebuilt from its journal, perhaps with other cards, and everybody connected."""

    def __init__(self, links: list[ChainedEntry], world: Rules | None = None) -> None:
        self.table = rebuild(links, all_games(), House(), seeds(99))
        if world is not None:
            self.table.state.game = Game(world, dealt=True)
        self.now = 1_000 * SECOND
        for seat in [*range(SEATS), int(PUBLIC)]:
            self.table.join(self.now, person_at(seat), person_at(seat), watch=seat == PUBLIC)
            for _ in range(5):
                self.table.pong(self.now, person_at(seat), self.now - (TRIPS[seat] if seat < SEATS else 0))
        self.table.wake(self.now)
        self.sent: list[Outgoing] = []

    def until(self, end: int) -> None:
        while (wakeup := self.table.next_wakeup(self.now)) is not None and wakeup <= end:
            self.now = max(wakeup, self.now + 1)
            self.table.tick(self.now)
            self.sent += self.table.take_deliveries()
        self.now = max(self.now, end)

    def play(self, step: Step | None, wait_ms: int, do: str) -> None:
        """Everybody sees the latest event; one of them acts, or time does."""
        begin = self.now
        event = self.table.state.event
        for seat in range(SEATS):
            self.until(begin + 200 * MS + TRIPS[seat])
            self.table.receive(self.now, person_at(seat), say.Seen(event, self.now, self.now))
        if step is None:
            self.until(begin + wait_ms * MS + SECOND)
            return
        seat = step[1]
        self.until(begin + max(wait_ms, 700) * MS + TRIPS[seat])
        self.table.receive(self.now, person_at(seat), say.Act(event, self.now - 200 * MS, self.now - 200 * MS, 1, do))
        self.until(self.now + SECOND // 2)

    def heard_by(self, seat: int) -> list[tuple[int, bytes]]:
        """Heads are hashes of blinded entries: they differ, and say nothing."""
        return [
            (delivery.at, msgspec.json.encode(without_head(delivery.message)))
            for delivery in self.sent
            if delivery.person == person_at(seat)
        ]


def without_head(message: say.ServerMessage) -> say.ServerMessage:
    return structs.replace(message, head=b"") if hasattr(message, "head") else message


Hear = Callable[[Stage, int], object]


def compare(info: GameInfo, seed: int, steps: int, hear: Hear) -> tuple[int, int]:
    """How many worlds that really differ were compared, and how many of them sounded different."""
    links = new_table(info, seed)
    roll = random.Random(seed)
    compared = differed = 0
    for number in range(steps):
        truth = rebuild(links, all_games(), House(), seeds(99)).state.rules
        if truth.over:
            break
        step = stormy_step(truth, roll) if roll.random() < 0.2 else sensible_step(truth, roll)
        if step is not None and (not 0 <= step[1] < SEATS or not 0 <= step[2] < truth.catalogue.size):
            step = None
        at = min(int(truth.deadline), int(truth.now) + 5_000) if step is None else max(step[0], int(truth.now) + 500)
        wait = at - int(truth.now)
        if step is not None and truth.deadline <= at + 100:
            step = None
        observer = roll.choice([int(PUBLIC), *range(SEATS)])
        tried = truth.clone()
        entry = make(tried, None if step is None else (at, step[1], step[2]), at)
        actor = -1 if step is None else step[1]
        world = other_world(truth, observer, actor, involved_zones(truth, entry, step), seed * 1000 + number)
        do = "" if step is None else truth.wording(step[1], step[2])
        real = Stage(links)
        if snapshot(world)[0] != snapshot(truth)[0]:
            compared += 1
            other = Stage(links, world)
            other.play(step, wait, do)
            real.play(step, wait, do)
            differed += hear(real, observer) != hear(other, observer)
        else:
            real.play(step, wait, do)
        links = links + real.table.take_entries()
    return compared, differed


@every_game
def test_deliveries_tell_no_secret_by_content_size_or_time(info: GameInfo) -> None:
    compared = 0
    for seed in range(1, 1 + scaled(4)):
        made, differed = compare(info, seed, scaled(100), Stage.heard_by)
        assert differed == 0, f"seed {seed}: {differed} of {made} worlds could be told apart"
        compared += made
    assert compared > 10, "hardly any worlds differed: the test would not notice a leak"


@pytest.mark.parametrize("game", ["slamwich", "hands_down"])
def test_the_test_notices_a_leak(game: str) -> None:
    def leaky(stage: Stage, seat: int) -> object:
        rules = stage.table.state.rules
        return [rules.cards.listed(zone) for zone in range(rules.layout.zones)]

    compared, differed = compare(find_game(game), 1, 12, leaky)
    assert differed == compared > 0


def test_a_slap_and_a_fake_sound_alike_until_they_differ() -> None:
    """HD-R32: a wind-up is a wind-up, for every ear and every clock but its owner's."""
    links = new_table(find_game("hands_down"), 5)
    heard: list[list[list[tuple[int, bytes]]]] = []
    for do in ("slap", "fake"):
        stage = Stage(links)
        turn = stage.table.state.rules.truth()["turn"]
        assert isinstance(turn, int)
        stage.play((0, turn, 0), 800, "draw")
        stage.table.take_deliveries()
        stage.sent.clear()
        event = stage.table.state.event
        stage.table.receive(stage.now, person_at(turn), say.Seen(event, stage.now, stage.now))
        stage.until(stage.now + 900 * MS)
        stage.table.receive(stage.now, person_at(turn), say.Act(event, stage.now, stage.now, 2, do))
        stage.sent += stage.table.take_deliveries()
        stage.until(stage.now + 300 * MS)
        assert stage.table.state.rules.phase() == "WINDUP"
        heard.append([stage.heard_by(seat) for seat in [*range(SEATS), int(PUBLIC)] if seat != turn])
    assert heard[0] == heard[1]
    assert all(heard[0])
