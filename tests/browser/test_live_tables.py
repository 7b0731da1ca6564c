"""One live table for each game, on a phone, on a desktop with a mouse, and on a TV: nothing sticks out, everything can
be pressed, axe has nothing serious to say, its own keys play it, and a TV shows no secrets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from slamdeck.games import all_games
from tests.browser.stage import DESKTOP, PHONE, SHORT, open_table, watched
from tests.browser.test_access import serious
from tests.browser.windows import SETTLED

SMALLEST = {"width": 320, "height": 568}
STICKS_OUT = "document.documentElement.scrollWidth > innerWidth"
HAS_A_MOUSE = "matchMedia('(hover: hover) and (pointer: fine)').matches"
POLICY = "content-security-policy"
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
# … and can be seen from a sofa: every card on the table, and none of what is said leaves the screen.
TOO_SMALL = """() => [
  ...[...document.querySelectorAll(".board svg.stock")].filter((node) => node.getBoundingClientRect().width < 40),
  ...[...document.querySelectorAll(".board :is(.tag, .prompt, .bubble)")].filter((node) => {
    const box = node.getBoundingClientRect();
    return box.width > 0 && (box.left < 0 || box.right > innerWidth);
  }),
].filter((node) => node.checkVisibility({ visibilityProperty: true })).map((node) => node.outerHTML.slice(0, 120))"""
# What a person presses who plays without a pointer: the keys that are printed on the board, in turn.
KEYS = {
    "slamwich": ["Enter", "t", "Enter"],
    "hands_down": ["d", "ArrowLeft", "ArrowUp", "ArrowRight", "p", "f"],
    "hit_the_deck": ["ArrowRight", "Enter", "d", "f", "c"],
    "lowdown": ["1", "2", "d", "x", "5", "s"],
    "yahtzee_hands_down": ["1", "3", "ArrowRight", "Enter"],
}
MOVES = 3
# A hand in a hurry may end the game before the looking is over.
LASTING: dict[str, dict[str, object]] = {
    "slamwich": {**SHORT["slamwich"], "time_limit_ms": None},
    "yahtzee_hands_down": {},  # all six prizes
}


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_a_live_table_on_a_phone_a_desktop_and_a_tv(server: str, chromium: Any, slug: str) -> None:
    phone, complaints = watched(chromium, server, PHONE)
    policies: list[str] = []
    phone.on("response", lambda answer: policies.append(answer.headers.get(POLICY, "")))
    bots = ["lightning"] * (all_games()[slug].fewest - 1)
    code = open_table(phone, server, slug, bots=bots, options=LASTING.get(slug, SHORT[slug]), start=True)
    playing(phone)
    fits(phone, PHONE["viewport"], SMALLEST)
    assert serious(phone) == []
    phone.get_by_role("button", name="Menu").click()
    phone.get_by_role("button", name="Invite").click()
    phone.get_by_text("Scan, pick a name").wait_for()
    complaints += on_a_tv(chromium, server, code)
    complaints += on_a_desktop(chromium, server, phone, slug)
    phone.context.close()
    assert complaints == []
    assert any("style-src 'self'" in policy for policy in policies)
    assert not any("unsafe-inline" in policy for policy in policies)


def playing(page: Any) -> None:
    page.locator("[data-move], [data-step]").first.wait_for(state="attached")


def fits(page: Any, *sizes: dict[str, int]) -> None:
    for size in sizes:
        page.set_viewport_size(size)
        page.evaluate(SETTLED, size["width"])
        assert not page.evaluate(STICKS_OUT)
        assert page.evaluate(SMALL_TARGETS) == []


def on_a_tv(chromium: Any, server: str, code: str) -> list[str]:
    tv, complaints = watched(chromium, server, DESKTOP)
    heard: list[str] = []
    tv.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(str(text))))
    tv.goto(f"{server}/t/{code}/screen")
    tv.get_by_text("Scan, pick a name, sit down.").wait_for()
    tv.locator(".board > *").first.wait_for()
    tv.evaluate(SETTLED, DESKTOP["viewport"]["width"])
    assert tv.locator("[data-move]:enabled").count() == 0
    assert tv.evaluate(UNDER_THE_CODE) == []
    assert tv.evaluate(TOO_SMALL) == []
    assert any('"view"' in text for text in heard)
    assert not any('"legal":["' in text for text in heard), "what only a player may do or know"
    tv.context.close()
    return complaints


def on_a_desktop(chromium: Any, server: str, phone: Any, slug: str) -> list[str]:
    """The same person goes on at a desk: a mouse, no fingers, and at last only keys, until the table has taken three
    moves of theirs."""
    desk, complaints = watched(chromium, server, {**DESKTOP, "storage_state": phone.context.storage_state()})
    taken: list[str] = []
    desk.on("websocket", lambda socket: socket.on("framereceived", lambda text: taken.extend(moves_in(str(text)))))
    desk.goto(phone.url)
    playing(desk)
    assert desk.evaluate(HAS_A_MOUSE)
    fits(desk, DESKTOP["viewport"])
    assert serious(desk) == []
    for turn in range(1_000):
        if len(taken) >= MOVES:
            break
        desk.keyboard.press(KEYS[slug][turn % len(KEYS[slug])])
        desk.wait_for_timeout(60)
    assert len(taken) >= MOVES, f"only {taken}"
    desk.context.close()
    return complaints


def moves_in(text: str) -> Iterator[str]:
    message = json.loads(text)
    if message["m"] == "ok" and message["verdict"] == "applied":
        yield message["why"]
