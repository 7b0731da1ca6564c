"""What the margins of fair races rest on, measured in a real browser: pongs, witnesses, paints and presses.

python -m tests.browser.real_browser 40        seconds of play for each row

Slamwich against a bot, in Chromium, through a tap on the line. Hands come down by trusted key presses at random times.
A screen of 30 frames a second is the page's own `requestAnimationFrame` called back in every second frame, as phones do
that save power; a slow phone is Chromium's CPU throttling; a busy page blocks its main thread for 50 to 200 ms, two or
three times a second.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import sync_playwright

from slamdeck.server.socket.frames import PING, PONG, TEXT
from tests.browser.relay import slow_line
from tests.browser.stage import FLAGS, PATIENCE_MS, PHONE, chromium_path, open_table, serving
from tests.browser.tap import OWN, tapped, written
from tests.ports import free_port

HOUSE: Final = {"use_munchers": False, "min_toss_ms": 300, "toss_ms": 500}
PING_MS: Final = 23  # in step with nothing else
FRAME_US: Final = 16_667
BUSY: Final = """
const work = () => {
  const end = performance.now() + 50 + Math.random() * 150;
  while (performance.now() < end);
  setTimeout(work, 150 + Math.random() * 350);
};
setTimeout(work, 1000);
"""
HALF_THE_FRAMES: Final = """
const request = window.requestAnimationFrame.bind(window);
let waiting = [], number = 0, shown = false;
window.requestAnimationFrame = (callback) => { waiting.push([++number, callback]); return number; };
window.cancelAnimationFrame = (which) => { waiting = waiting.filter(([number]) => number !== which); };
const tick = (time) => {
  shown = !shown;
  if (shown) for (const [, callback] of waiting.splice(0)) callback(time);
  request(tick);
};
request(tick);
"""


@dataclass(frozen=True)
class Row:
    name: str
    script: str = ""
    slower: int = 1  # the CPU
    trip_ms: int = 0


ROWS: Final = (
    Row("at rest, 60 fps"),
    Row("busy page", BUSY),
    Row("30 fps", HALF_THE_FRAMES),
    Row("CPU 4 times slower", slower=4),
    Row("CPU 4 times slower, 30 fps", HALF_THE_FRAMES, slower=4),
    Row("150 ms away", trip_ms=150),
)


# ---- playing ---------------------------------------------------------------------------------------


def play(browser: Any, row: Row, seconds: float, log: Path) -> list[dict[str, Any]]:
    """What passed the tap while somebody played."""
    door, tap = free_port(), free_port()
    origin = f"http://127.0.0.1:{door}"
    with ExitStack() as line:
        server = line.enter_context(serving("--memory", "--origin", origin))
        if row.trip_ms:
            line.enter_context(slow_line(door, tap, row.trip_ms))
        line.enter_context(tapped(tap if row.trip_ms else door, int(server.rpartition(":")[2]), log, PING_MS))
        context = browser.new_context(**PHONE)  # nothing here draws but the CPU: a small window
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.add_init_script(row.script or ";")
        if row.slower > 1:
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": row.slower})
        open_table(page, origin, "slamwich", options=HOUSE, bots=["casual"], start=True)
        page.get_by_role("button", name="SLAP", exact=True).wait_for()
        press_now_and_then(page, seconds)
        context.close()
    return written(log)


def press_now_and_then(page: Any, seconds: float) -> None:
    """A hand every second or so: no more than a person's, so that its witnesses have their time."""
    roll = random.Random(7)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        page.wait_for_timeout(roll.uniform(500, 1100))
        page.keyboard.press(" ")
        again = page.get_by_role("button", name="Rematch")
        if again.count():
            again.first.click()
            page.wait_for_timeout(1500)


# ---- what passed -----------------------------------------------------------------------------------


@dataclass
class Measured:
    """All in ms. Each list is one column of the table."""

    pongs: list[float] = field(default_factory=list)  # of the tap's own pings, at any time
    paints: list[float] = field(default_factory=list)  # how long after the pong sent with an event the screen had it
    presses: list[float] = field(default_factory=list)  # from the press to its message
    followed: list[float] = field(default_factory=list)  # from the hand to the next witness, as stamped
    slower: list[float] = field(default_factory=list)  # the hand's way, beyond its slowest witness's
    doubted: list[float] = field(default_factory=list)  # from the hand's arrival to that of the next witness
    promised: list[float] = field(default_factory=list)  # by how much a press lies before the last promise less a frame
    apart: list[bool] = field(default_factory=list)  # the witness came in a segment of its own
    verdicts: Counter[str] = field(default_factory=Counter)


def measure(passed: list[dict[str, Any]]) -> Measured:
    found = Measured()
    pings = {one["text"]: one["at"] for one in passed if one["way"] == "down" and one["kind"] == PING}
    pongs = {one["text"]: one["at"] for one in passed if one["way"] == "up" and one["kind"] == PONG}
    own = OWN.hex()
    found.pongs = [(pongs[text] - at) / 1000 for text, at in pings.items() if text in pongs and text.startswith(own)]
    said = [one | json.loads(one["text"]) for one in passed if one["kind"] == TEXT]
    with_event = paired_pongs(passed, pongs)
    for event, messages in by_event(said).items():
        seen = next((one for one in messages if one["m"] == "seen"), None)
        if seen is not None and event in with_event:
            found.paints.append((seen["at"] - (seen["c"] - seen["p"]) - with_event[event]) / 1000)
        look_at_hands(found, messages)
    alone = in_own_segment([one for one in passed if one["way"] == "up"])
    for one, after in pairwise([one for one in said if one["way"] == "up"]):
        if one["m"] == "act" and after["m"] == "still" and one["do"] == "slap":
            found.apart.append(after["read"] != one["read"] or after["read"] in alone)
    for race in (one for one in said if one["m"] == "race"):
        found.verdicts.update(f"{time['verdict']} {time['why']}".strip() for time in race["times"] if time["seat"] == 0)
    return found


def paired_pongs(passed: list[dict[str, Any]], pongs: dict[str, int]) -> dict[int, int]:
    """When the pong of the ping that followed an event came back, by event."""
    found = {}
    down = [one for one in passed if one["way"] == "down" and not one["text"].startswith(OWN.hex())]
    for one, after in pairwise(down):
        message = json.loads(one["text"]) if one["kind"] == TEXT else {}
        if message.get("m") == "stim" and after["kind"] == PING and after["text"] in pongs:
            found[message["n"]] = pongs[after["text"]]
    return found


def by_event(said: list[dict[str, Any]]) -> dict[int, list[dict[str, Any]]]:
    """What the page has said about each event, in order; stamped messages alone."""
    found: dict[int, list[dict[str, Any]]] = {}
    for one in said:
        if one["way"] == "up" and "c" in one:
            found.setdefault(one["n"], []).append(one)
    return found


def look_at_hands(found: Measured, messages: list[dict[str, Any]]) -> None:
    for place, hand in enumerate(messages):
        if hand["m"] != "act" or hand["do"] != "slap" or hand["t"] is None:
            continue
        found.presses.append((hand["c"] - hand["t"]) / 1000)
        before = messages[:place]
        after = messages[place + 1 : place + 2]
        witnesses = [one["at"] - one["c"] for one in [*before[-2:], *after] if one["m"] != "act"]
        if witnesses:
            found.slower.append((hand["at"] - hand["c"] - max(witnesses)) / 1000)
        if before:
            found.promised.append((before[-1]["c"] - FRAME_US - hand["t"]) / 1000)
        for witness in after:
            found.followed.append((witness["c"] - hand["c"]) / 1000)
            found.doubted.append((witness["at"] - hand["at"]) / 1000)


def in_own_segment(up: list[dict[str, Any]]) -> set[int]:
    """The reads in which every frame came in a segment of its own, as the kernel has counted them."""
    frames = Counter(one["read"] for one in up)
    counted = {one["read"]: one["segments"] for one in up}
    before = dict(pairwise_keys(sorted(counted)))
    return {read for read in frames if counted[read] - counted.get(before.get(read, -1), 0) >= frames[read]}


def pairwise_keys(keys: list[int]) -> Iterator[tuple[int, int]]:
    """Each but the first, with the one before it."""
    for before, key in pairwise(keys):
        yield key, before


# ---- the table -------------------------------------------------------------------------------------


def at(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else float("nan")


def spread(values: list[float]) -> str:
    """Median, 95th and 99th per cent, largest."""
    return " / ".join(f"{at(values, share):.1f}" for share in (0.5, 0.95, 0.99, 1.0))


def over(values: list[float], limit: float) -> str:
    return f"{100 * sum(value > limit for value in values) / max(len(values), 1):.1f} %"


def report(row: Row, found: Measured) -> str:
    lines = [
        f"### {row.name}: {len(found.paints)} events, {len(found.presses)} hands, {len(found.pongs)} pings",
        "",
        "| measured, ms | p50 / p95 / p99 / largest | beyond the margin |",
        "|---|---|---|",
        f"| a pong is back after | {spread(found.pongs)} | |",
        f"| the screen has an event after its pong | {spread(found.paints)} |"
        f" > 39.4: {over(found.paints, 39.4)}, > 48: {over(found.paints, 48)} |",
        f"| the message leaves after the press | {spread(found.presses)} | > 8: {over(found.presses, 8)} |",
        f"| the next witness leaves after the hand | {spread(found.followed)} | > 6: {over(found.followed, 6)} |",
        f"| … in a segment of its own | {100 * sum(found.apart) / max(len(found.apart), 1):.0f} % | |",
        f"| the hand travels longer than its witnesses | {spread(found.slower)} | > 6: {over(found.slower, 6)} |",
        f"| a promise lies after the press by | {spread(found.promised)} | > 0: {over(found.promised, 0)} |",
        f"| the next witness is here after | {spread(found.doubted)} | > 120: {over(found.doubted, 120)} |",
        "",
        "Verdicts: " + ", ".join(f"{word} {number}" for word, number in found.verdicts.most_common()),
        "",
    ]
    return "\n".join(lines)


def main(seconds: float, wanted: str) -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        print(f"Chromium {browser.version}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n", flush=True)
        for row in ROWS:
            if wanted in row.name:
                print(report(row, measure(play(browser, row, seconds, Path(folder) / "log"))), flush=True)
        browser.close()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 40.0, sys.argv[2] if len(sys.argv) > 2 else "")
