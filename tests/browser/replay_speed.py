"""How long the page works to open a replay, and to seek in it: `python -m tests.browser.replay_speed [RECORD…]`.

What is measured is the work of the page's main thread, by Chromium's own account; the server's is not in it.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.stage import DESKTOP, FLAGS, chromium_path, serving

SEEKS = 40
SEEK = """async (share) => {
  const slider = document.querySelector("input[type=range]");
  const before = performance.now();
  slider.value = String(Math.round(share * Number(slider.max)));
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  await Promise.resolve();
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - before;
}"""


def long_game(folder: Path) -> Path:
    """Some 1,000 inputs, as the lab plays them."""
    path = folder / "game.jsonl"
    words = ["simulate", "lowdown", "--seats", "6", "--games", "1", "--seed", "5", "--record", str(path)]
    subprocess.run([sys.executable, "-m", "slamdeck.cli", *words], check=True, stdout=subprocess.DEVNULL)
    return path


def worked(session: Any) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(1000 * float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


def measure(page: Any, server: str, record: Path) -> None:
    page.goto(f"{server}/r")
    page.get_by_label("Choose a file").wait_for()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    before = worked(session)
    page.get_by_label("Choose a file").set_input_files(record)
    page.get_by_role("slider").wait_for()
    page.wait_for_timeout(300)
    opened = worked(session) - before
    steps = page.get_by_role("slider").get_attribute("max")
    work: list[float] = []
    waits: list[float] = []
    for number in range(SEEKS):
        before = worked(session)
        waits.append(page.evaluate(SEEK, (number * 0.618) % 1))
        work.append(worked(session) - before)
    print(f"{record.name}: {steps} steps, opened with {opened:.0f} ms of work")
    print(f"  seek, work: median {median(work):.1f} ms, longest {max(work):.1f} ms")
    print(f"  seek, until it is painted: median {median(waits):.1f} ms, longest {max(waits):.1f} ms")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        for record in [Path(name) for name in sys.argv[1:]] or [long_game(Path(folder))]:
            page = browser.new_context(**DESKTOP).new_page()
            measure(page, server, record)
            page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
