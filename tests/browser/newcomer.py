"""Somebody who has never been here: how long from opening the page to the first deliberate hand.

python -m tests.browser.newcomer slamwich 5 phone        seconds of five games in windows called so, and their median

The start page, Play, and then whatever the board asks for; a hand as soon as there is something for it, after the time
that an untrained eye takes. Most of it is the deal's doing: so the median of several games, and the longest.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import sync_playwright

from slamdeck.games import all_games
from tests.browser.person import LOOK, is_reflex
from tests.browser.stage import FLAGS, NOTHING_KEPT, PATIENCE_MS, chromium_path, generous

WINDOWS: Final = {"phone": (390, 844, True), "phone on its side": (844, 390, True), "laptop": (1366, 650, False)}
EYE_S: Final = 0.7  # from seeing it to knowing it, for somebody new
THINKS_S: Final = 1.2  # between two moves
LONGEST_S: Final = 120.0


def cards_in(view: dict[str, Any], zone: str) -> list[str]:
    return next((one["cards"] or [] for one in view["zones"] if one["name"] == zone), [])


def sandwich(view: dict[str, Any]) -> bool:
    """Two alike, same – other – same, or a thief."""
    pile = cards_in(view, "centre")
    return bool(pile) and (pile[-1] in pile[-3:-1] or pile[-1] == "TH")


def hand_wanted(view: dict[str, Any]) -> bool:
    return cards_in(view, "discard")[-1:] == ["HH"] and bool(view["phase"] == "RACE")


def answer_or_pair(view: dict[str, Any]) -> bool:
    """Somebody has slapped; or it is the own turn, with a pair to slap for."""
    if view["facts"]["turn"] != 0:
        return bool(view["phase"] == "RACE")
    held = cards_in(view, "hands[0]")
    return view["phase"] == "ACTION" and len(set(held)) < len(held)


def is_made(said: str) -> bool:
    """Yahtzee Hands Down tells what a hand is: "Two red 3s, two red 5s: two pairs." is worth a call."""
    return ": " in said and not any(words in said for words in (" more make", " colours: ", " is not on offer"))


def line_to_clear(view: dict[str, Any]) -> bool:
    """Lowdown has no hands: the first thing that is done on purpose, and not because it is asked for."""
    return any(move.startswith("clear") for move in view["legal"])


KNOWS: Final[dict[str, Callable[[dict[str, Any]], bool]]] = {
    "slamwich": sandwich,
    "hands_down": answer_or_pair,
    "hit_the_deck": hand_wanted,
    "lowdown": line_to_clear,
}


class Newcomer:
    def __init__(self, page: Any, game: str, seed: int) -> None:
        self.page = page
        self.game = game
        self.dice = random.Random(seed)
        self.view: dict[str, Any] | None = None
        page.on("websocket", lambda socket: socket.on("framereceived", self.hears))

    def hears(self, text: Any) -> None:
        message = json.loads(text)
        if message["m"] in ("stim", "news"):
            self.view = message["view"]

    def seconds_to_a_hand(self, server: str, title: str) -> float | None:
        """None if there was nothing to slap for so long."""
        began = moved = time.monotonic()
        self.page.goto(server)
        self.page.get_by_role("button", name=f"Play {title} against bots now").click()
        self.page.locator("[data-move]").first.wait_for(state="attached")
        seen: float | None = None
        while time.monotonic() - began < LONGEST_S:
            self.page.wait_for_timeout(30)
            now = time.monotonic()
            if seen is None and self.knows():
                seen = now  # the hand comes down, whether or not another one is there first
            if seen is not None and now - seen >= EYE_S:
                return now - began
            if now - moved >= THINKS_S:
                moved = now
                self.does_what_is_asked()
        return None

    def knows(self) -> bool:
        """There is something to do with the hand."""
        if self.game == "yahtzee_hands_down":
            return any(is_made(said) for said in self.page.locator(".prompt .held").all_text_contents())
        return self.view is not None and KNOWS[self.game](self.view)

    def does_what_is_asked(self) -> None:
        spots = [one for one in self.page.evaluate(LOOK) if one["move"] and not is_reflex(one["move"])]
        asked = [one for one in spots if self.view is not None and one["move"] in self.view["legal"]]
        if asked:
            spot = self.dice.choice(asked)
            self.page.mouse.click(spot["x"], spot["y"])


def main(game: str, games: str = "5", wanted: str = "") -> None:
    title = all_games()[game].title
    with generous() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        for name, (width, height, touch) in WINDOWS.items():
            if wanted not in name:
                continue
            took: list[float] = []
            for seed in range(int(games)):
                size: dict[str, Any] = {
                    "viewport": {"width": width, "height": height},
                    "has_touch": touch,
                    "is_mobile": touch,
                }
                context = browser.new_context(**NOTHING_KEPT, **size)
                context.set_default_timeout(PATIENCE_MS)
                took.append(Newcomer(context.new_page(), game, seed).seconds_to_a_hand(server, title) or LONGEST_S)
                context.close()
            said = ", ".join(f"{one:.1f}" for one in took)
            middle = statistics.median(took)
            print(f"{title}, {name}: median {middle:.1f} s, longest {max(took):.1f} s ({said})", flush=True)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
