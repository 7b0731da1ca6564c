"""Fair races, section 3, measured in a real browser: what the page claims is what a second observer saw."""

from __future__ import annotations

from typing import Any

# Beside the product's own code: when did the pile change in the page, which frame came next, when did the key go down,
# and what was sent. The key's time is the browser's own record of it.
OBSERVER = """
window.observed = {changes: [], keys: [], sent: []};
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  observed.sent.push({frame: document.timeline.currentTime, message: JSON.parse(text)});
  return send.call(this, text);
};
addEventListener('keydown', (event) => event.key === ' ' && observed.keys.push(event.timeStamp), true);
document.addEventListener('DOMContentLoaded', () => {
  let last = '';
  new MutationObserver(() => {
    const label = document.querySelector('.fan:not(.ghost)')?.getAttribute('aria-label') ?? '';
    if (label === last) return;
    last = label;
    requestAnimationFrame((time) => observed.changes.push(time));
  }).observe(document.documentElement, {subtree: true, childList: true, attributes: true});
});
"""
FRAME_MS = 1000 / 60
ROUNDING_MS = 0.1


def observed(page: Any) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("observed")
    return found


def play_slamwich(page: Any, server: str) -> None:
    page.goto(server)
    page.get_by_role("button", name="Play Slamwich against bots now").click()
    page.locator(".fan .slot").first.wait_for()


def wait_for_a_change(page: Any) -> None:
    """The next card on the pile; tossed by this player if it is the turn, so that nobody waits for a clock."""
    before = len(observed(page)["changes"])
    for _ in range(200):
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)
        if len(observed(page)["changes"]) > before:
            return
    raise AssertionError("no card came")


def test_a_claimed_reaction_is_right_within_one_frame(server: str, chromium: Any) -> None:
    page = chromium.new_page(viewport={"width": 1440, "height": 900})
    page.add_init_script(OBSERVER)
    play_slamwich(page, server)
    checked = 0
    for _ in range(8):
        wait_for_a_change(page)
        page.wait_for_timeout(180)  # a hand that a person could have
        page.keyboard.press(" ")
        page.wait_for_timeout(400)
        found = observed(page)
        act = [one["message"] for one in found["sent"] if one["message"]["m"] == "act"][-1]
        key = found["keys"][-1]
        painted = max(change for change in found["changes"] if change <= key)
        assert act["do"] == "slap"
        assert act["r"] is not None
        assert abs(act["r"] / 1000 - (key - painted)) <= FRAME_MS
        checked += 1
    page.close()
    assert checked == 8


def test_the_page_beats_while_an_event_is_fresh_and_never_runs_ahead(server: str, chromium: Any) -> None:
    page = chromium.new_page(viewport={"width": 360, "height": 740})
    page.add_init_script(OBSERVER)
    play_slamwich(page, server)
    for _ in range(5):
        wait_for_a_change(page)
        page.wait_for_timeout(300)
    sent = observed(page)["sent"]
    page.close()
    seen = {one["message"]["n"]: one["frame"] for one in sent if one["message"]["m"] == "seen"}
    beats = [one for one in sent if one["message"]["m"] == "still"]
    assert len(seen) > 3
    assert len(beats) > 10
    for beat in beats:
        n, up = beat["message"]["n"], beat["message"]["up"]
        assert n in seen
        assert up / 1000 <= beat["frame"] - seen[n] + ROUNDING_MS
        assert up <= 1_200_000


def test_the_page_tells_how_fine_its_clock_is(server: str, chromium: Any) -> None:
    page = chromium.new_page()
    page.add_init_script(OBSERVER)
    play_slamwich(page, server)
    clocks = [one["message"] for one in observed(page)["sent"] if one["message"]["m"] == "clock"]
    page.close()
    assert clocks
    assert clocks[0]["granularity"] < 5_000
