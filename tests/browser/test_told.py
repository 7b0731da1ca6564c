"""What a player is told: a verdict stays long enough to be read; after a loss the coach speaks, to whom it shall."""

from __future__ import annotations

from typing import Any

from tests.browser.stage import FEW_FOODS, open_table, wait_until, watched
from tests.browser.test_races import ROBOT
from tests.browser.windows import SETTLED

# Cards toss themselves, and bots are there before a slow hand.
HOUSE = {"use_munchers": False, "min_toss_ms": 300, "toss_ms": 900}
SLOW_MS = 1_100
LEAST_MS = 2_500

# From when until when each verdict was on the screen, and what took its place.
WATCH = """() => {
  window.told = [];
  const look = () => {
    const text = document.querySelector(".word.verdict span")?.textContent.trim() ?? "";
    const last = window.told.at(-1);
    if (last && last.text === text) return;
    if (last) last.until = performance.now();
    window.told.push({ text, from: performance.now(), until: null });
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
# What a note or a word must not lie on: cards of the table and the own hand, zones, prompts, anything to be pressed.
COVERS = """(selector) => {
  const over = document.querySelector(selector).getBoundingClientRect();
  const rivals = (node) => node.closest(".rivals, .company") && !node.matches("[data-move], [data-step], [data-clear]");
  return [...document.querySelectorAll(".board :is(.prompt, [data-zone], [data-move], [data-step], [data-clear])")]
    .filter((node) => !rivals(node))
    .filter((node) => {
      const box = node.getBoundingClientRect();
      return box.width > 0 && box.left < over.right - 1 && box.right > over.left + 1
        && box.top < over.bottom - 1 && box.bottom > over.top + 1;
    })
    .map((node) => node.outerHTML.slice(0, 120));
}"""
NEW_NOTE = ".coach-note:not([data-old])"
SAYS = "document.querySelector(selector)?.innerText"
# What has been said so far does not count: it is marked. Without any room for a note the header says it.
TURN_OVER = """() => {
  document.querySelector(".coach-note")?.setAttribute("data-old", "");
  window.header = () => document.querySelector(".word:has(b:not(.stamp))")?.textContent ?? "";
  window.before = window.header();
}"""
SPOKE = f"document.querySelector('{NEW_NOTE}') !== null || !['', window.before].includes(window.header())"
# A smaller one has room for a note only if the cards lie well.
SIZES = [(390, 844), (844, 390), (1024, 600), (1366, 650), (1440, 900)]


def slow_player(chromium: Any, server: str, size: tuple[int, int], coaching: str) -> tuple[Any, list[str]]:
    page, complaints = watched(chromium, server, {"viewport": {"width": size[0], "height": size[1]}})
    page.goto(server)
    page.evaluate(f"localStorage.setItem('slamdeck', JSON.stringify({{coaching: '{coaching}'}}))")
    open_table(page, server, "slamwich", bots=["quick"] * 3, start=True, options=HOUSE, cards=FEW_FOODS)
    page.locator("[data-move='slap']").first.wait_for()
    return page, complaints


def test_a_verdict_is_not_pushed_away_by_the_own_late_hand(server: str, chromium: Any) -> None:
    page, complaints = slow_player(chromium, server, (390, 844), "off")
    page.evaluate(WATCH)
    page.evaluate(ROBOT, [SLOW_MS])
    wait_until(page, "window.told.some((one) => one.text.includes('late') && one.until !== null)")
    told = page.evaluate("window.told")
    late = next(i for i, one in enumerate(told) if "late" in one["text"] and one["until"] is not None)
    assert "was first" in told[late]["text"] or "by a finger" in told[late]["text"]
    newer = told[late + 1]["text"] != ""  # another verdict may take its place at any time
    assert newer or told[late]["until"] - told[late]["from"] >= LEAST_MS, told
    assert not any("just taken" in one["text"] for one in told)
    assert complaints == []
    page.context.close()


def test_the_coach_speaks_after_lost_races_and_covers_nothing_in_any_window(server: str, chromium: Any) -> None:
    """A loss in each window; the log keeps what the coach has said, also where there was no room for it."""
    page, complaints = slow_player(chromium, server, SIZES[0], "newcomers")
    page.evaluate(ROBOT, [SLOW_MS])
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED, width)
        page.evaluate(TURN_OVER)
        wait_until(page, SPOKE)
        text, covered = page.evaluate(f"(selector) => [{SAYS}, {SAYS} && ({COVERS})(selector)]", NEW_NOTE)
        if text:
            assert any(one in text for one in ("late", "no hand from you", "SW-")), text
            assert not covered, (width, height)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="What happened").last.click()
    page.get_by_role("dialog").get_by_text("Coach", exact=True).first.wait_for()
    assert complaints == []
    page.context.close()


def test_the_coach_obeys_its_switch_and_its_cross(server: str, chromium: Any) -> None:
    page, _ = slow_player(chromium, server, (390, 844), "newcomers")
    page.evaluate(ROBOT, [SLOW_MS])
    page.locator(".coach-note").wait_for()
    page.get_by_role("button", name="Put the note away").click()
    page.locator(".coach-note").wait_for(state="detached")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Coach").click()
    page.keyboard.press("Escape")
    page.evaluate(WATCH)
    wait_until(page, "window.told.filter((one) => one.text.includes('first')).length > 1")  # lost again, and again
    assert page.locator(".coach-note").count() == 0
    page.context.close()
