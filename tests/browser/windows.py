"""Boards in every window: what is too small, covered, cut off or scrolling, by game, moment and size.

python -m tests.browser.windows slamwich /tmp/shots        one game, with a picture of every window
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import sync_playwright

from slamdeck.games import all_games
from slamdeck.server.http.answers import GameShown
from slamdeck.server.http.games_shown import about
from tests.browser.person import Person, hand_is_over
from tests.browser.stage import FLAGS, NOTHING_KEPT, PATIENCE_MS, chromium_path, generous, open_table

TOUCH: Final[dict[str, Any]] = {**NOTHING_KEPT, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
MOUSE: Final[dict[str, Any]] = {**NOTHING_KEPT, "reduced_motion": "reduce"}
# A window that was resized has laid itself out anew once nothing has moved from one frame to the next, twice; clocks
# and the like, which always move, aside. Whatever else moves is waited for only so long.
SETTLED: Final = """(width) => new Promise((done) => {
  const began = performance.now();
  let before = "", still = 0, frames = 0;
  const lies = () => {
    const places = [];
    const moving = document.getAnimations().map((one) => one.effect.target);
    for (const node of document.querySelectorAll("body *")) {
      if (moving.some((one) => one.contains(node))) continue;
      const box = node.getBoundingClientRect();
      places.push(box.left, box.top, box.right, box.bottom);
    }
    return places.join();
  };
  const next = () => {
    const now = lies();
    still = innerWidth === width && now === before ? still + 1 : 0;
    before = now;
    if (still >= 2 && performance.now() - began > 60 || ++frames === 10) done();
    else requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})"""


def once_settled(script: str) -> str:
    """What a script finds out about a window once it has settled; it is given what is `wanted`, its width among it."""
    look = "(" + (Path(__file__).parent / script).read_text(encoding="utf-8").partition("\n(")[2].rstrip()
    return f"async (wanted) => {{ await ({SETTLED})(wanted.width); return ({look})(wanted); }}"


MEASURE: Final = once_settled("measure.js")

# Somebody's uncle, twenty letters as wide as letters get, a name that reads from the right, one of pictures, and more.
NAMES: Final = (
    "Mia",
    "Christopher",
    "\N{FULLWIDTH LATIN CAPITAL LETTER W}" * 20,
    "אברהם בן־דוד",
    "👩‍👩‍👧‍👦🦄🎉🦖🐳",
    "W" * 20,
)


@dataclass(frozen=True)
class Window:
    width: int
    height: int
    text: int = 100  # per cent

    def __str__(self) -> str:
        return f"{self.width}x{self.height}" + (f"-text{self.text}" if self.text != 100 else "")

    @property
    def scrolls(self) -> bool:
        """One column that scrolls: everything else stays put."""
        return self.width < 560 and self.height < 440


PHONES: Final = tuple(
    Window(*size)
    for size in ((320, 568), (360, 740), (390, 844), (412, 915), (568, 320), (667, 375), (844, 390), (932, 430),
                 (768, 1024), (820, 1180), (1180, 820), (390, 844, 130), (844, 390, 130))
)  # fmt: skip
DESKTOPS: Final = tuple(
    Window(*size)
    for size in ((720, 450), (800, 600), (1024, 600), (1024, 690), (1280, 720), (1366, 650), (1440, 900),
                 (1920, 1080), (2560, 1440), (480, 300), (500, 900), (1366, 650, 130), (1440, 900, 130))
)  # fmt: skip
LIVE_SHARE: Final = {True: 0.3, False: 0.12}  # of the window, for a finger and for a mouse with a key
LEAST: Final = {"own": 44, "pile": 64}


def zone_verbs(game: GameShown) -> list[str]:
    """What a zone sends: hands; in a game without them, shouts."""
    hands = [verb.name for verb in game.verbs if verb.manner == "hand"]
    return hands or [verb.name for verb in game.verbs if verb.manner == "shout"]


def measure(
    page: Any, verbs: list[str], window: Window, touch: bool, share: float | None = None, least: dict[str, int] = LEAST
) -> list[str]:
    """What is wrong in this window, where a zone sends one of these verbs; `share` of it at least must be live, if
    something else than usual."""
    # Text has its size before anything is laid out, as readers have it: no note lies there already.
    resize(page, window)
    wanted = {
        "width": window.width,
        "me": 0,
        "zoneVerbs": verbs,
        "zoneShare": 0.12 if window.scrolls else share or LIVE_SHARE[touch],
        "scrolls": window.scrolls,
        "least": least,
    }
    found: list[str] = page.evaluate(MEASURE, wanted)
    return found


def resize(page: Any, window: Window) -> None:
    # The page has a size of its own for very large windows.
    text = "" if window.text == 100 else f"{window.text}%"
    page.evaluate("size => { document.documentElement.style.fontSize = size }", text)
    page.set_viewport_size({"width": window.width, "height": window.height})


def rename(page: Any) -> None:
    """Everybody else at the table has a long name, as this page hears it."""

    def relay(socket: Any) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(renamed(text)))

    page.route_web_socket("**", relay)


def renamed(text: Any) -> Any:
    message = json.loads(text)
    if message["m"] != "table":
        return text
    for number, seat in enumerate(message["seats"]):
        seat["name"] = NAMES[number]
    return json.dumps(message)


def moments(page: Any, slug: str, looks: int = 12) -> Iterator[str]:
    """The same game again and again: dealt, a little later, and after somebody rash has collected penalties."""
    page.locator("[data-move], [data-step]").first.wait_for(state="attached")
    page.wait_for_timeout(400)
    yield "dealt"
    for name, seed, rashness in (("played", 3, 0.0), ("rash", 4, 0.6)):
        person = Person(page, seed=seed, rashness=rashness)
        for _ in range(looks):
            if hand_is_over(page):
                break
            person.press_something()
            page.wait_for_timeout(120)
        yield name


def look_at(
    page: Any,
    server: str,
    slug: str,
    seats: int,
    windows: tuple[Window, ...],
    touch: bool,
    pictures: Path | None = None,
) -> list[str]:
    """Every complaint about this game at a table of that many, in all these windows."""
    rename(page)
    first = windows[0]
    page.set_viewport_size({"width": first.width, "height": first.height})
    open_table(page, server, slug, bots=["casual"] * (seats - 1), start=True)
    verbs = zone_verbs(about(all_games()[slug]))
    complaints: list[str] = []
    for moment in moments(page, slug):
        for window in windows:
            found = measure(page, verbs, window, touch)
            complaints += [f"{slug} for {seats}, {moment}, {window}: {one}" for one in found]
            if pictures is not None:
                page.screenshot(path=str(pictures / f"{slug}-{seats}-{moment}-{window}.png"))
    return complaints


def main(slug: str, folder: str = "/tmp/windows") -> None:
    pictures = Path(folder)
    pictures.mkdir(parents=True, exist_ok=True)
    info = all_games()[slug]
    total = 0
    with generous() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        for seats in sorted({info.fewest, min(4, info.most), info.most}):
            for touch, windows in ((True, PHONES), (False, DESKTOPS)):
                context = browser.new_context(**(TOUCH if touch else MOUSE))
                context.set_default_timeout(PATIENCE_MS)
                for line in look_at(context.new_page(), server, slug, seats, windows, touch, pictures):
                    total += 1
                    print(line, flush=True)
                context.close()
        browser.close()
    print(f"{total} complaints; pictures in {folder}")


if __name__ == "__main__":
    main(*sys.argv[1:])
