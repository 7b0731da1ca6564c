"""Photographs every page, sheet and game of the running product.

python -m tests.browser.screenshots docs/images
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from slamdeck.games import all_games
from tests.browser.person import OVER, Person
from tests.browser.stage import DESKTOP, FLAGS, PHONE, TABLET, chromium_path, open_table, serving

SHARP = {**PHONE, "device_scale_factor": 2}
SIZES = {"phone": SHARP, "desktop": DESKTOP}


class Album:
    def __init__(self, browser: Any, server: str, folder: Path) -> None:
        self.browser = browser
        self.server = server
        self.folder = folder

    def page(self, size: dict[str, Any], cloth: str = "dark") -> Any:
        context = self.browser.new_context(**size, color_scheme=cloth)
        context.set_default_timeout(15_000)
        return context.new_page()

    def shoot(self, page: Any, name: str) -> None:
        page.wait_for_timeout(350)  # sheets and cards have arrived
        page.screenshot(path=str(self.folder / f"{name}.jpg"), quality=82)
        print(name, flush=True)

    def both(self, name: str, prepare: Callable[[Any], object], cloth: str = "dark") -> None:
        for kind, size in SIZES.items():
            page = self.page(size, cloth)
            prepare(page)
            self.shoot(page, f"{kind}-{name}")
            page.context.close()


def pages(album: Album) -> None:
    server = album.server

    def start(page: Any) -> None:
        page.goto(server)
        page.get_by_role("button", name="Play Slamwich against bots now").wait_for()

    def rules(page: Any) -> None:
        page.goto(f"{server}/rules/hit_the_deck")
        page.get_by_label("Search the rules").wait_for()

    def search(page: Any) -> None:
        rules(page)
        page.get_by_label("Search the rules").fill("cut")

    def problem(page: Any) -> None:
        page.goto(f"{server}/t/AAAAAAAA")
        page.get_by_text("No table here").wait_for()

    album.both("start", start, "light")
    album.both("rules", rules, "light")
    album.both("rules-search", search, "light")
    album.both("problem", problem, "light")


def lobby(album: Album) -> None:
    def set_table(page: Any) -> None:
        open_table(page, album.server, "slamwich", bots=["casual", "quick"], options={"use_munchers": False})
        page.get_by_text("At the table").wait_for()

    def options(page: Any) -> None:
        set_table(page)
        page.get_by_role("button", name="Change").click()

    def seat(page: Any) -> None:
        set_table(page)
        page.get_by_role("button", name="Mia (you)").click()

    def join(page: Any) -> None:
        set_table(page)
        address = page.url
        page.context.clear_cookies()
        page.goto(address)
        page.get_by_label("What shall we call you?").wait_for()

    for name, prepare in (("lobby", set_table), ("house-rules", options), ("seat", seat), ("join", join)):
        album.both(name, prepare)


def boards(album: Album) -> None:
    for slug, info in all_games().items():
        for kind, size in SIZES.items():
            page = album.page(size)
            seats = min(4, info.most)
            code = open_table(page, album.server, slug, bots=["casual"] * (seats - 1), start=True)
            page.locator("[data-move], [data-step]").first.wait_for(state="attached")
            person = Person(page, seed=3, rashness=0.02)
            for _ in range(14):
                person.press_something()
                page.wait_for_timeout(450)
            album.shoot(page, f"{kind}-{slug.replace('_', '-')}")
            if kind == "phone":
                screen = album.page(DESKTOP)
                screen.goto(f"{album.server}/t/{code}/screen")
                screen.locator(".board > *").first.wait_for()
                album.shoot(screen, f"screen-{slug.replace('_', '-')}")
                screen.context.close()
            page.context.close()


def sheets(album: Album) -> None:
    for kind, size in SIZES.items():
        page = album.page(size)
        open_table(page, album.server, "slamwich", bots=["kid"] * 3, start=True, options={"min_toss_ms": 200})
        page.get_by_role("button", name="SLAP").wait_for()
        run_a_race(page)
        page.locator(".strip, .why").first.click()
        album.shoot(page, f"{kind}-race-result")
        page.get_by_role("button", name="Slow motion").last.click()
        page.wait_for_timeout(9_000)
        page.locator("figure").scroll_into_view_if_needed()
        album.shoot(page, f"{kind}-slow-motion")
        page.get_by_role("button", name="Play on").click()
        page.get_by_role("button", name="Menu").click()
        album.shoot(page, f"{kind}-menu")
        page.get_by_role("button", name="What happened").last.click()
        album.shoot(page, f"{kind}-log")
        page.context.close()


def run_a_race(page: Any) -> None:
    """Tosses, and slaps when two cards match, until a race has been run."""
    for _ in range(400):
        label = page.locator(".fan:not(.ghost)").first.get_attribute("aria-label") or ""
        top, *below = label.split(", ")
        if top in below:
            page.keyboard.press(" ")
            page.wait_for_timeout(900)
        if page.locator(".strip").count():
            return
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)


def endings(album: Album) -> None:
    for kind, size in SIZES.items():
        page = album.page(size)
        open_table(page, album.server, "slamwich", bots=["kid"] * 2, start=True, options={"time_limit_ms": 4_000})
        page.get_by_label(OVER).wait_for(timeout=20_000)
        album.shoot(page, f"{kind}-game-over")
        page.get_by_role("button", name="Check this game").click()
        album.shoot(page, f"{kind}-check")
        page.context.close()


def tablet(album: Album) -> None:
    page = album.page(TABLET)
    open_table(page, album.server, "slamwich", settings={"shared_screen": True})
    page.get_by_role("button", name="One more at this screen").click()
    page.get_by_role("button", name="Deal the cards").click()
    page.locator(".slap button").nth(1).wait_for()
    for _ in range(6):
        page.locator("[data-move=toss]").nth(0).click()
        page.wait_for_timeout(600)
        page.locator("[data-move=toss]").nth(1).click()
        page.wait_for_timeout(600)
    album.shoot(page, "tablet-slamwich")
    page.context.close()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        for part in (pages, lobby, boards, sheets, endings, tablet):
            part(Album(browser, server, folder))
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
