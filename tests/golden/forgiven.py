"""Write races in which something is forgiven or no longer forgiven, for a new law: `python -m tests.golden.forgiven`.

What is there is never written again: a record is judged again by the law that it names, whatever came after.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from slamdeck.measure.fairness.lies import LIES
from slamdeck.measure.fairness.lines import LINES
from slamdeck.measure.fairness.page import Player
from slamdeck.measure.fairness.people import Device
from slamdeck.measure.fairness.rows import ON_A_LINE
from slamdeck.measure.fairness.venue import Venue
from slamdeck.table.races.evidence import LAW, Goal, RaceRecord, Verdict
from tests.golden.renew import HERE
from tests.table.scene import Scene

PATH = HERE / f"law{LAW}" / "races.json"
PEOPLE = (
    Player(device=Device(hang_at_paint=0.3)),
    Player(device=Device(hang_at_press=0.3)),
    Player(line=LINES["mobile"], lie=LIES["clock crawls from 160 after the paint to the hand"]),
    ON_A_LINE["150 ms, heavy tail, stalls"],
)
RACES = 16


def telling(record: RaceRecord) -> bool:
    return any(judged.spent or judged.wary for judged in record.evidence)


def races() -> Iterator[RaceRecord]:
    for goal in Goal:
        venue = Venue(PEOPLE, 1, goal=goal)
        for _ in range(RACES):
            record = venue.race().record
            assert record is not None
            yield record
    scene = Scene(20, 20, 20)
    for _ in range(4):  # of a seat that is never heard of
        scene.show(Goal.LAST_LOSES, 0b111)
        scene.race({0: 250, 1: 300})
        scene.wait(scene.now + 3_000)
    yield from (record for record in scene.records() if Verdict.STALLED in {one.verdict for one in record.evidence})


def write(path: Path) -> bool:
    if path.exists():
        return False
    path.write_bytes(msgspec.json.encode([record for record in races() if telling(record)]) + b"\n")
    return True


if __name__ == "__main__":
    print(f"{PATH}: {'written' if write(PATH) else 'is there'}")
