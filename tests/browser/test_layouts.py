"""Every board in every window: nothing is too small, covered, cut off or scrolling, in several moments of a game.

The games are reruns, so a complaint comes back until its cause is gone. `python -m tests.browser.windows` looks at
games that are being played, and takes pictures.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any, Final

import pytest

from slamdeck.core.game import GameInfo
from slamdeck.games import all_games
from slamdeck.server.http import games_shown
from tests.browser.rerun import Screen, rerun_of
from tests.browser.windows import DESKTOPS, MOUSE, NAMES, PHONES, TOUCH, Window, measure, zone_verbs
from tests.examples.outside import EXAMPLES

# As many as a table may have where that is tight, and fewer elsewhere.
SEATS: Final = {"slamwich": 4, "hit_the_deck": 6, "hands_down": 4, "yahtzee_hands_down": 4, "lowdown": 4, "snap": 4}
# One moment of each game is looked at everywhere, the others where it is tight.
WINDOWS: Final = {True: PHONES, False: DESKTOPS}
FEW: Final = {
    True: tuple(window for window in PHONES if (window.width, window.height) in {(320, 568), (568, 320), (844, 390)}),
    False: tuple(
        window for window in DESKTOPS if (window.width, window.height) in {(720, 450), (1366, 650), (480, 300)}
    ),
}

NOTHING: Final = Window(40, 30)


@pytest.fixture
def snap(monkeypatch: pytest.MonkeyPatch) -> Iterator[GameInfo]:
    """A game from elsewhere, which gets the board for any game. It is not installed here, so it has no lessons."""
    with monkeypatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLES / "snap"))
        game: GameInfo = __import__("slamdeck_snap").GAME
        patch.setattr(games_shown, "offered", lambda info: [])
        yield game
    for name in [name for name in sys.modules if name.startswith("slamdeck_snap")]:
        del sys.modules[name]


def complaints_about(chromium: Any, server: str, info: GameInfo, touch: bool) -> list[str]:
    """In every window, and with as few and as many as may play where it is tight."""
    usual = SEATS[info.slug]
    context = chromium.new_context(**(TOUCH if touch else MOUSE))
    found = complaints_with(context, server, info, usual, touch)
    for seats in sorted({info.fewest, info.most} - {usual}):
        found += complaints_with(context, server, info, seats, touch, briefly=True)
    context.close()
    return found


def complaints_with(
    context: Any, server: str, info: GameInfo, seats: int, touch: bool, briefly: bool = False
) -> list[str]:
    """In every window; or only in tight ones, when the cards have been dealt and when there is most to see."""
    rerun = rerun_of(info, games_shown.about(info), seats)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    screen = Screen(page, server, rerun, NAMES)
    verbs = zone_verbs(rerun.game)
    found: list[str] = []
    fullest = next(moment for moment in ("lost", "full", "late") if moment in rerun.moments)
    for moment in ("dealt", fullest) if briefly else rerun.moments:
        screen.show(moment)
        for window in (WINDOWS if moment == fullest and not briefly else FEW)[touch]:
            found += [f"{seats} seats, {moment}, {window}: {one}" for one in measure(page, verbs, window, touch)]
        if moment == fullest:  # shrunk to nothing, and grown again
            measure(page, verbs, NOTHING, touch)
            found += [f"{seats} seats, grown again: {one}" for one in measure(page, verbs, FEW[touch][0], touch)]
    page.close()
    return found + errors


@pytest.mark.parametrize("touch", [True, False], ids=["fingers", "mouse"])
@pytest.mark.parametrize("slug", sorted(all_games()))
def test_the_board_fits_every_window(server: str, chromium: Any, slug: str, touch: bool) -> None:
    assert "\n".join(complaints_about(chromium, server, all_games()[slug], touch)) == ""


@pytest.mark.parametrize("touch", [True, False], ids=["fingers", "mouse"])
def test_the_board_for_any_game_fits_every_window(server: str, chromium: Any, snap: GameInfo, touch: bool) -> None:
    assert "\n".join(complaints_about(chromium, server, snap, touch)) == ""


# What somebody might break: the complaint, and what makes it.
FAULTS: Final = {
    "own card too narrow": "style(ownCard, 'width: 30px')",
    "own card's index is covered": "cover(ownCard)",
    "pile card too small": "style(one('[data-pile] svg.stock'), 'width: 40px')",
    "pile cut off": "style(one('[data-pile]'), 'overflow: hidden; height: 20px')",
    "the zone is": "style(zone, 'display: none')",
    "control covered": "cover(call)",
    "control outside the window": "style(call, 'position: fixed; left: -900px')",
    "words cut off": "style(call, 'overflow: hidden; height: 20px; min-height: 0; align-self: start')",
    "words cut off beside the table": "beside('A sentence that is too long for it')",
    "words covered": "cover(one('.prompt'))",
    "words on words": "say('And there is more to be said about this', one('.prompt'))",
    "text of": "style(call, 'font-size: 9px')",
    "the page scrolls": "style(document.body, 'min-height: 200vh')",
    "lies on": "cover(zone, note)",
}
# Everything can be taken back.
PLANT: Final = """(fault) => {
  const undo = [];
  window.takeBack = () => undo.forEach((step) => step());
  const one = (selector) => document.querySelector(selector);
  const style = (node, text) => {
    const before = node.style.cssText;
    undo.push(() => { node.style.cssText = before; });
    node.style.cssText = `${before}; ${text}`;
  };
  const add = (node, parent) => {
    undo.push(() => node.remove());
    parent.append(node);
  };
  const note = document.createElement("div");
  note.dataset.note = "";
  const cover = (over, parent = one("main")) => {
    const box = over.getBoundingClientRect(), node = document.createElement("div");
    const places = ["left", "top", "width", "height"].map((side) => `${side}: ${box[side]}px`);
    node.style.cssText = `position: fixed; z-index: 99; background: grey; ${places.join(";")}`;
    add(note, one("main"));
    add(node, parent);
  };
  const say = (text, over) => {
    const node = document.createElement("p");
    node.textContent = text;
    node.style.cssText = "position: absolute; inset: 0; pointer-events: none";
    style(over, "position: relative");
    add(node, over);
  };
  const beside = (text) => {
    const node = document.createElement("aside"), words = document.createElement("p");
    node.style.cssText = "position: fixed; left: 0; top: 0; width: 40px; overflow: hidden; pointer-events: none";
    words.style.whiteSpace = "nowrap";
    words.textContent = text;
    node.append(words);
    add(node, one("main"));
  };
  const ownCard = one('[data-zone="hands[0]"] svg.stock');
  const zone = one("[data-move=slap]"), call = one("[data-move^=call]");
  const faults = { FAULTS };
  faults[fault]();
}"""


def test_every_kind_of_fault_is_found(server: str, chromium: Any) -> None:
    info = all_games()["hit_the_deck"]
    context = chromium.new_context(**TOUCH)
    page = context.new_page()
    screen = Screen(page, server, rerun_of(info, games_shown.about(info), 4), NAMES)
    screen.show("dealt")
    plant = PLANT.replace("FAULTS", ",".join(f"{json.dumps(fault)}: () => {does}" for fault, does in FAULTS.items()))
    found: dict[str, list[str]] = {}
    for fault in FAULTS:
        page.evaluate(plant, fault)
        found[fault] = look(page, screen)
        page.evaluate("takeBack()")
    assert [fault for fault, complaints in found.items() if not any(fault in one for one in complaints)] == []
    assert look(page, screen) == []
    context.close()


def look(page: Any, screen: Screen) -> list[str]:
    return measure(page, zone_verbs(screen.rerun.game), Window(390, 844), touch=True)
