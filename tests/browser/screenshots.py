"""Photographs every page, sheet and game of the running product.

python -m tests.browser.screenshots docs/images
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import sync_playwright

from slamdeck.games import all_games
from slamdeck.server.daily.shapes import DailyResult, DailyTry
from tests.browser.house import house_with
from tests.browser.person import OVER, Person
from tests.browser.reflexes import made_up_reflexes, take_in
from tests.browser.stage import (
    ALL_ALIKE,
    DESKTOP,
    FLAGS,
    PATIENCE_MS,
    PHONE,
    TABLET,
    chromium_path,
    generous,
    open_table,
    wait_until,
)

SHARP = {**PHONE, "device_scale_factor": 1.5}
QUALITY = 58  # small pictures; the felt has a fine grain that nobody needs to count
SIZES = {"phone": SHARP, "desktop": {**DESKTOP, "device_scale_factor": 0.8}}


class Album:
    def __init__(self, browser: Any, server: str, folder: Path) -> None:
        self.browser = browser
        self.server = server
        self.folder = folder

    def page(self, size: dict[str, Any], cloth: str = "dark") -> Any:
        context = self.browser.new_context(**size, color_scheme=cloth)
        context.set_default_timeout(PATIENCE_MS)
        return context.new_page()

    def shoot(self, page: Any, name: str) -> None:
        page.wait_for_timeout(350)  # sheets and cards have arrived
        page.screenshot(path=str(self.folder / f"{name}.jpg"), quality=QUALITY)
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

    def how_to(page: Any) -> None:
        page.goto(f"{server}/howto")
        page.get_by_text("How Slamdeck works").wait_for()

    def settings(page: Any) -> None:
        page.goto(f"{server}/settings")
        page.get_by_text("The hand that slaps").wait_for()

    album.both("start", start, "light")
    album.both("how-to", how_to, "light")
    album.both("settings", settings, "light")
    album.both("rules", rules, "light")
    album.both("rules-search", search, "light")

    def replaced(page: Any) -> None:
        open_table(page, server, "lowdown", bots=["casual"], start=True)
        page.get_by_role("button", name="Menu").wait_for()
        second = page.context.new_page()
        second.goto(page.url)
        page.get_by_text("Open in another window").wait_for()

    def offline(page: Any) -> None:
        open_table(page, server, "slamwich", bots=["casual"] * 3, start=True)
        page.locator(".middle .slot").nth(2).wait_for()
        page.context.set_offline(True)
        page.get_by_text("No network").wait_for()

    album.both("problem", problem, "light")
    album.both("two-windows", replaced, "light")
    album.both("no-network", offline)


def lobby(album: Album) -> None:
    def set_table(page: Any) -> None:
        open_table(page, album.server, "slamwich", bots=["casual", "quick"], options={"use_munchers": False})
        page.get_by_text("At the table").wait_for()

    def options(page: Any) -> None:
        set_table(page)
        page.get_by_role("button", name="Change house rules").click()

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
            play_on(page, PLAYED[slug])
            album.shoot(page, f"{kind}-{slug.replace('_', '-')}")
            if kind == "phone":
                big_screen(album, page, code, slug)
            page.context.close()


REACTION_MS = 230  # a good human hand
# How many looks it takes until there is something to see.
PLAYED = {"slamwich": 8, "hands_down": 40, "hit_the_deck": 40, "lowdown": 50, "yahtzee_hands_down": 14}
# The moments that a TV is for: hands on the pile, two hands turned up.
MOMENTS = {"slamwich": ".burst", "yahtzee_hands_down": ".reveal"}


# Nothing is in the way of the cards, and of a pile there is something to see.
CLEAR = """() => !document.querySelector(".notices p, .reveal, .heap, .ghost, .cover")
  && (!document.querySelector("[data-game=slamwich]") || document.querySelectorAll(".middle .slot").length === 3)"""


def play_on(page: Any, looks: int) -> None:
    person = Person(page, seed=3, rashness=0.0)
    for _ in range(looks):
        person.press_something()
        page.wait_for_timeout(250)
    mine = page.get_by_role("button", name="My grid")
    if mine.count():
        mine.click()
    wait_until(page, CLEAR)


def big_screen(album: Album, hand: Any, code: str, slug: str) -> None:
    screen = album.page(SIZES["desktop"])
    screen.goto(f"{album.server}/t/{code}/screen")
    screen.locator(".board > *").first.wait_for()
    moment = MOMENTS.get(slug)
    person = Person(hand, seed=3, rashness=0.0)
    while moment is not None and not screen.locator(moment).count():
        person.press_something()
        screen.wait_for_timeout(40)
    album.shoot(screen, f"screen-{slug.replace('_', '-')}")
    screen.context.close()


# As it can be read and tapped: where the coach says the same, it is for the ear alone.
VERDICT = ".place:not(.hidden-words) > .word.verdict"


def sheets(album: Album) -> None:
    for kind, size in SIZES.items():
        page = album.page(size)
        races: list[Any] = []
        page.on(
            "websocket", lambda socket, races=races: socket.on("framereceived", lambda text: note_race(text, races))
        )
        open_table(page, album.server, "slamwich", bots=["quick"] * 3, start=True, options={"min_toss_ms": 200})
        page.get_by_role("button", name="SLAP", exact=True).wait_for()
        run_a_race(page, races)
        page.locator(VERDICT).first.click()
        album.shoot(page, f"{kind}-race-result")
        page.get_by_role("dialog").get_by_role("button", name="Slow motion").click()
        page.locator("figure").wait_for()
        page.wait_for_timeout(9_000)  # it is slow
        page.locator("figure").scroll_into_view_if_needed()
        album.shoot(page, f"{kind}-slow-motion")
        page.get_by_role("button", name="Play on").click()
        page.get_by_role("button", name="Menu").click()
        album.shoot(page, f"{kind}-menu")
        page.get_by_role("button", name="What happened").last.click()
        album.shoot(page, f"{kind}-log")
        page.context.close()


def note_race(text: Any, races: list[Any]) -> None:
    message = json.loads(text)
    if message["m"] == "race":
        races.append(message)


def is_tense(race: Any) -> bool:
    """More than one hand came down."""
    hands = [time["seat"] for time in race["times"] if time["verdict"] in ("counts", "clamped", "estimated", "late")]
    return len(hands) >= 2 and race["outcome"] == "won"


def run_a_race(page: Any, races: list[Any]) -> None:
    """Tosses, and slaps when two cards match, until a race has been run that is worth a picture."""
    for _ in range(3_000):
        label = page.locator(".fan:not(.ghost)").first.get_attribute("aria-label") or ""
        top, *below = label.split(", ")
        if top in below:
            page.wait_for_timeout(REACTION_MS)
            page.keyboard.press(" ")
            page.wait_for_timeout(900)
        if page.locator(VERDICT).count() and races and is_tense(races[-1]):
            return
        page.keyboard.press("Enter")
        page.wait_for_timeout(40)


def endings(album: Album) -> None:
    for kind, size in SIZES.items():
        page = album.page(size)
        open_table(page, album.server, "slamwich", bots=["kid"] * 2, start=True, options={"time_limit_ms": 4_000})
        page.get_by_label(OVER).wait_for(timeout=20_000)
        album.shoot(page, f"{kind}-game-over")
        page.get_by_role("button", name="Check this game").click()
        album.shoot(page, f"{kind}-check")
        page.context.close()


def replays(album: Album) -> None:
    """A game that was played to its end, at a race with more than one hand, and the list in which it is."""
    page = album.page(SIZES["desktop"])
    wanted = {"options": {"time_limit_ms": 25_000, "min_toss_ms": 100}, "cards": ALL_ALIKE, "bots": ["quick"] * 3}
    code = open_table(page, album.server, "slamwich", start=True, **wanted)
    Person(page, seed=3, rashness=0.3).play_until(lambda: page.get_by_label(OVER).count() > 0, 3_000)
    for kind, size in SIZES.items():
        page.set_viewport_size(size["viewport"])
        page.goto(f"{album.server}/r/{code}#eyes=0")
        for _ in range(60):
            page.get_by_role("button", name="The next race or foul").click()
            if page.get_by_role("button", name="By arrival order").count():
                break
        page.wait_for_timeout(2_600)
        album.shoot(page, f"{kind}-replay")
        page.goto(f"{album.server}/library")
        page.get_by_role("link", name="Watch it again").first.wait_for()
        album.shoot(page, f"{kind}-library")
    page.context.close()


def tablet(album: Album) -> None:
    page = album.page(TABLET)
    open_table(page, album.server, "slamwich", settings={"shared_screen": True})
    page.get_by_role("button", name="Sit down at this screen").click()
    page.get_by_role("button", name="Deal the cards").click()
    page.locator(".slap button").nth(1).wait_for()
    while page.locator(".middle .fan:not(.ghost) .slot").count() < 3:
        page.locator("[data-move=toss].mine").click()
        page.wait_for_timeout(700)
    album.shoot(page, "tablet-slamwich")
    page.context.close()


def own_numbers(album: Album) -> None:
    """Today's deal before and after, among results that were made up; and reflexes of some weeks, made up likewise."""
    roll = random.Random(4)
    with house_with(None, "slamwich", time_limit_ms=24_000, toss_ms=900, min_toss_ms=500) as house:
        deals = house.server.api.daily.deals
        for number in range(160):
            score = max(0, round(roll.gauss(13, 4)))
            kept = DailyTry(table="AAAAAAAA", result=DailyResult(score=score, place=1, marks="0"))
            house.keep(f"daily try {deals.today} {number:032x} slamwich", msgspec.json.encode(kept))
        for kind, size in SIZES.items():
            page = album.page(size)
            page.goto(f"{house.address}/daily/slamwich")
            page.get_by_role("button", name="Play it").wait_for()
            album.shoot(page, f"{kind}-daily")
            slap_what_is_there(page)
            page.get_by_role("link", name="See where you lie").click()
            page.get_by_text("of 100").first.wait_for()
            album.shoot(page, f"{kind}-daily-result")
            page.goto(f"{house.address}/reflexes")
            take_in(page, made_up_reflexes(roll))
            page.evaluate("document.querySelector('.night').parentElement.scrollTo(0, 0)")
            page.get_by_role("heading", name="Your reflexes").scroll_into_view_if_needed()
            album.shoot(page, f"{kind}-reflexes")
            page.context.close()


def slap_what_is_there(page: Any) -> None:
    """Plays today's deal with a quick eye: two alike, or with one card between."""
    piles: list[list[str]] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: note_pile(text, piles)))
    page.get_by_role("button", name="Play it").click()
    over = page.get_by_role("link", name="See where you lie")
    seen = 0
    while not over.count():
        page.wait_for_timeout(40)
        pile = piles[-1] if piles else []
        if len(piles) > seen and len(pile) > 1 and pile[-1] in pile[-3:-1]:
            page.wait_for_timeout(220)
            page.keyboard.press("Space")
        seen = len(piles)


def note_pile(text: Any, piles: list[list[str]]) -> None:
    message = json.loads(text)
    if message.get("m") == "stim":
        piles.extend(zone["cards"] for zone in message["view"]["zones"] if zone["name"] == "centre")


PARTS = (pages, lobby, boards, sheets, endings, replays, tablet, own_numbers)


def main(folder: Path, *names: str) -> None:
    """All pictures, or those of some parts."""
    folder.mkdir(parents=True, exist_ok=True)
    with generous() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        for part in [one for one in PARTS if not names or one.__name__ in names]:
            part(Album(browser, server, folder))
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
