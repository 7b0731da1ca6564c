"""Pages around the game in every window, with any text size: all is in reach, readable, and never scrolls sideways."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.reflexes import made_up_reflexes, take_in
from tests.browser.stage import open_table, watched
from tests.browser.windows import DESKTOPS, NAMES, PHONES, Window, once_settled, rename, resize

MEASURE = once_settled("pages.js")
WINDOWS = (*PHONES, *DESKTOPS, Window(320, 568, 130), Window(1024, 600, 130), Window(300, 200), Window(200, 120))
# Smaller than any device: nothing has to be readable there, but nothing may break either.
NOTHING = Window(40, 30)


def found_in(page: Any, window: Window) -> list[str]:
    resize(page, window)
    found: list[str] = page.evaluate(MEASURE, {"width": window.width})
    return [f"{window}: {one}" for one in found]


def start(page: Any, server: str) -> None:
    page.goto(server)
    page.get_by_role("button", name="Play Slamwich against bots now").wait_for()


def at(path: str, words: str) -> Callable[[Any, str], None]:
    def go(page: Any, server: str) -> None:
        page.goto(server + path)
        page.get_by_text(words).first.wait_for()

    return go


def forgetting(page: Any, server: str) -> None:
    at("/settings", "The hand that slaps")(page, server)
    page.get_by_role("button", name="Forget what this device remembers").click()


def reflexes(page: Any, server: str) -> None:
    at("/reflexes", "Nobody else sees it")(page, server)
    take_in(page, made_up_reflexes(random.Random(1)))
    page.get_by_role("button", name="To another device").click()
    page.get_by_text("Scan this").wait_for()
    page.get_by_role("button", name="Delete it all").click()


def joining(page: Any, server: str) -> None:
    open_table(page, server, "yahtzee_hands_down", name=NAMES[5], bots=["casual"] * 4)
    page.get_by_text("At the table").wait_for()
    address = page.url
    page.context.clear_cookies()
    page.goto(address)
    page.get_by_label("What shall we call you?").fill(NAMES[5])
    page.get_by_role("button", name="Sit down", exact=True).click()
    page.get_by_text("sits here already").wait_for()


def lobby(page: Any, server: str) -> None:
    rename(page)  # the longest names there are
    open_table(page, server, "yahtzee_hands_down", bots=["casual"] * 4, options={"combo_count": 3, "short_game": True})
    page.get_by_text("At the table").wait_for()


def house_rules(page: Any, server: str) -> None:
    lobby(page, server)
    page.get_by_role("button", name="Change house rules").click()
    page.get_by_text("Exact numbers").wait_for()
    page.evaluate("document.querySelectorAll('dialog details').forEach((one) => { one.open = true; })")


def own_seat(page: Any, server: str) -> None:
    lobby(page, server)
    page.get_by_role("button", name="(you)").click()
    page.get_by_label("Your name").wait_for()


def bots_seat(page: Any, server: str) -> None:
    lobby(page, server)
    page.get_by_role("button", name="bot, relaxed").last.click()
    page.get_by_role("button", name="Remove").wait_for()


PAGES: dict[str, Callable[[Any, str], None]] = {
    "start": start,
    "how to": at("/howto", "How Slamdeck works"),
    "rules": at("/rules", "Hit the Deck"),
    "settings": forgetting,
    "today": at("/daily/slamwich", "One try counts"),
    "reflexes": reflexes,
    "taking": at("/take", "Take them"),
    "problem": at("/t/AAAAAAAA", "No table here"),
    "join": joining,
    "lobby": lobby,
    "house rules": house_rules,
    "own seat": own_seat,
    "bot's seat": bots_seat,
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_every_window(server: str, chromium: Any, name: str) -> None:
    page, complaints = watched(chromium, server, {"viewport": {"width": 390, "height": 844}, "has_touch": True})
    PAGES[name](page, server)
    found = [one for window in WINDOWS for one in found_in(page, window)]
    found_in(page, NOTHING)
    assert not found, "\n".join(found)
    assert [one for one in complaints if "409" not in one and "404" not in one] == []
    page.context.close()
