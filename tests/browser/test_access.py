"""For everybody: no serious finding of axe on any page, and a whole game with nothing but the keyboard. Boards are in
`test_live_tables`."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.browser.person import OVER
from tests.browser.reflexes import made_up_reflexes, take_in
from tests.browser.stage import DESKTOP, PHONE, open_table, watched

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SCAN = """async () => {
  const found = await axe.run(document, {resultTypes: ["violations"]});
  return found.violations
    .filter((one) => one.impact === "serious" || one.impact === "critical")
    .map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
}"""


# A sheet that still fades in has pale letters for a moment; what turns for ever is not waited for.
COME_TO_REST = """Promise.allSettled(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime !== Infinity).map((one) => one.finished)).then(() => 0)"""


def serious(page: Any) -> list[str]:
    page.evaluate(COME_TO_REST)
    # As a script of the page's own host: the content security policy takes no other.
    page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    found: list[str] = page.evaluate(SCAN)
    return found


@pytest.mark.parametrize("cloth", ["light", "dark"])
def test_pages_and_sheets(server: str, chromium: Any, cloth: str) -> None:
    page, _ = watched(chromium, server, {**PHONE, "color_scheme": cloth})
    page.goto(server)
    page.get_by_role("button", name="Play Slamwich against bots now").wait_for()
    assert serious(page) == []
    page.goto(f"{server}/rules/lowdown")
    page.get_by_label("Search the rules").wait_for()
    assert serious(page) == []
    for path, words in (
        ("/howto", "How Slamdeck works"),
        ("/rules", "Lowdown"),
        ("/settings", "The hand that slaps"),
        ("/daily", "One try counts"),
        ("/reflexes", "Nobody else sees it"),
    ):
        page.goto(server + path)
        page.get_by_text(words).first.wait_for()
        assert serious(page) == []
    take_in(page, made_up_reflexes(random.Random(1)))
    assert serious(page) == []
    page.goto(f"{server}/t/AAAAAAAA")
    page.get_by_text("No table here").wait_for()
    assert serious(page) == []
    open_table(page, server, "lowdown", bots=["casual"])
    page.get_by_text("At the table").wait_for()
    assert serious(page) == []
    page.get_by_role("button", name="Change house rules").click()
    page.get_by_text("How this table is run").wait_for()
    assert serious(page) == []
    page.context.close()


def test_a_whole_game_by_keyboard(server: str, chromium: Any) -> None:
    """From the start page to the end of a game of Slamwich without a pointer: Tab, Enter, Space, letters."""
    page, complaints = watched(chromium, server, DESKTOP)
    open_table(page, server, "slamwich", bots=["kid"], options={"time_limit_ms": 4_000, "min_toss_ms": 100})
    page.get_by_role("button", name="Deal the cards").wait_for()
    tab_to(page, "Deal the cards")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="SLAP", exact=True).wait_for()
    page.evaluate("document.activeElement.blur()")
    for turn in range(400):
        page.keyboard.press("Enter")
        if turn % 10 == 5:
            page.keyboard.press(" ")
        if turn % 50 == 20:
            page.keyboard.press("t")
        if page.get_by_label(OVER).count():
            break
        page.wait_for_timeout(60)
    page.get_by_label(OVER).wait_for(timeout=8_000)
    page.locator(".calm:enabled").wait_for()  # nobody has slapped for a while
    tab_to(page, "Rematch")
    page.keyboard.press("Enter")
    page.get_by_label(OVER).wait_for(state="detached")
    assert complaints == []
    page.context.close()


def tab_to(page: Any, words: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if words in (page.evaluate("document.activeElement.textContent") or ""):
            return
    raise AssertionError(f"{words} cannot be reached by Tab")
