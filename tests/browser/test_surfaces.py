"""Phone, desktop, big screen: nothing sticks out, the live area is large enough, and a TV shows no secrets."""

from __future__ import annotations

from typing import Any

import pytest

from slamdeck.games import all_games
from tests.browser.stage import DESKTOP, PHONE, open_table, watched
from tests.browser.windows import SETTLED

SMALLEST: dict[str, Any] = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}
STICKS_OUT = "document.documentElement.scrollWidth > innerWidth"
AREA = """() => {
  const box = document.querySelector("[data-move='slap']").getBoundingClientRect();
  return box.width * box.height / (innerWidth * innerHeight);
}"""
# Drawn smaller than a finger is all right as long as it feels larger.
SMALL_TARGETS = """() => [...document.querySelectorAll("[data-move], [data-step]")]
  .filter((node) => !node.disabled)
  .filter((node) => {
    const box = node.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const feels = (dx, dy) => node.contains(document.elementFromPoint(x + dx, y + dy));
    return box.width > 0 && feels(0, 0)
      && (box.width < 40 && !(feels(-20, 0) && feels(20, 0)) || box.height < 40 && !(feels(0, -20) && feels(0, 20)));
  })
  .map((node) => node.outerHTML.slice(0, 200))"""


# On a TV the name of the house and the code to scan stay up: cards and names lie beside them, never below.
UNDER_THE_CODE = """() => {
  const code = document.querySelector("header").getBoundingClientRect();
  return [...document.querySelectorAll(".board :is(svg.stock, .tag, .chip, .prompt), li bdi")]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }))
    .filter((node) => {
      const box = node.getBoundingClientRect();
      return box.width > 0 && box.right > code.left + 1 && box.left < code.right - 1
        && box.bottom > code.top + 1 && box.top < code.bottom - 1;
    })
    .map((node) => node.outerHTML.slice(0, 120));
}"""


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_a_table_fits_its_screen(server: str, chromium: Any, slug: str) -> None:
    """Live, on the smallest phone, a usual one and a desktop; the touch screen may be the desktop's, too."""
    page, complaints = watched(chromium, server, SMALLEST)
    open_table(page, server, slug, bots=["casual"] * (all_games()[slug].fewest - 1), start=True)
    page.locator("[data-move], [data-step]").first.wait_for(state="attached")
    for size in (SMALLEST, PHONE, DESKTOP):
        page.set_viewport_size(size["viewport"])
        page.evaluate(SETTLED, size["viewport"]["width"])
        assert not page.evaluate(STICKS_OUT)
        assert page.evaluate(SMALL_TARGETS) == []
    assert complaints == []
    page.context.close()


def test_the_slap_zone_is_a_third_of_a_phone(server: str, chromium: Any) -> None:
    page, _ = watched(chromium, server, PHONE)
    open_table(page, server, "slamwich", bots=["casual"] * 3, start=True)
    page.locator("[data-move='slap']").wait_for()
    assert page.evaluate(AREA) > 0.3
    page.context.close()


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_the_big_screen_is_public_and_nobody_presses_it(server: str, chromium: Any, slug: str) -> None:
    host, _ = watched(chromium, server, PHONE)
    code = open_table(host, server, slug, bots=["casual"] * (all_games()[slug].fewest - 1), start=True)
    host.locator("[data-move], [data-step]").first.wait_for(state="attached")
    tv, complaints = watched(chromium, server, DESKTOP)
    heard: list[str] = []
    tv.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(str(text))))
    tv.goto(f"{server}/t/{code}/screen")
    tv.get_by_text("Scan, pick a name, sit down.").wait_for()
    tv.locator(".board > *").first.wait_for()
    tv.wait_for_timeout(300)
    assert tv.locator("[data-move]:enabled").count() == 0
    assert tv.evaluate(UNDER_THE_CODE) == []
    assert any('"view"' in text for text in heard)
    for text in heard:
        assert '"legal":["' not in text  # nothing that only a player may do or know
    assert complaints == []
    tv.context.close()
    host.context.close()
