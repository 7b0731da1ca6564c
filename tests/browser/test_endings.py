"""The end of a game: it fits its window, tells the own hands, can be shared, and a rematch waits until nobody slaps."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.person import OVER
from tests.browser.stage import FEW_FOODS, open_table, sit_down, watched
from tests.browser.test_races import ROBOT

SIZES = [(390, 844), (320, 568), (844, 390), (1366, 650), (1440, 900)]
# A short game, in which every sandwich is slapped at once.
SWIFT = {"time_limit_ms": 11_000, "min_toss_ms": 300, "toss_ms": 400, "use_munchers": False}

# What a reader must be able to see without a finger: inside the window, not clipped, not under anything else.
SEEN = """(selector) => {
  const node = document.querySelector(selector);
  if (!node) return `${selector}: not there`;
  const box = node.getBoundingClientRect();
  if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) {
    return `${selector}: outside, ${JSON.stringify(box)}`;
  }
  const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  if (top && (node.contains(top) || top.contains(node))) return "";
  return `${selector}: covered by ${top?.outerHTML.slice(0, 80)}`;
}"""
SCROLLS = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return scrollWidth > innerWidth || scrollHeight > innerHeight + 1;
}"""
# Words that lose letters: wider than their box, and not meant to end in dots.
CLIPPED = """() => [...document.querySelectorAll(".end h2, .end p, .end dd, .end h3, .end button")]
  .filter((node) => node.getClientRects().length > 0 && node.scrollWidth > node.clientWidth + 1)
  .map((node) => node.textContent.trim())"""


@pytest.fixture(scope="module")
def ended(server: str, chromium: Any) -> Any:
    page, complaints = watched(chromium, server, {"viewport": {"width": 390, "height": 844}})
    open_table(page, server, "slamwich", bots=["lightning"] * 4, start=True, options=SWIFT, cards=FEW_FOODS)
    page.locator("[data-move='slap']").wait_for()
    page.evaluate(ROBOT, [250])
    page.get_by_label(OVER).wait_for()
    yield page
    assert complaints == []
    page.context.close()


@pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
def test_it_fits(ended: Any, size: tuple[int, int]) -> None:
    ended.set_viewport_size({"width": size[0], "height": size[1]})
    ended.get_by_role("button", name="Rematch").wait_for()
    ended.wait_for_timeout(400)
    assert [ended.evaluate(SEEN, one) for one in (".end h2", ".end .places", ".end .acts", ".share")] == [""] * 4
    assert not ended.evaluate(SCROLLS)
    assert ended.evaluate(CLIPPED) == []


def test_the_own_hands_are_told_and_survive_a_reload(ended: Any) -> None:
    ended.set_viewport_size({"width": 390, "height": 844})
    told = ended.locator(".reflexes dl").inner_text()
    assert int(told.split()[0]) > 100  # the median, in ms
    ended.reload()
    ended.get_by_label(OVER).wait_for()
    assert ended.locator(".reflexes dl").inner_text() == told


def test_the_closest_race_can_be_watched(ended: Any) -> None:
    ended.get_by_role("button", name="Watch it in slow motion").click()
    ended.get_by_text("The thick line is the time that counts").wait_for()
    ended.get_by_role("button", name="Close").click()


def test_it_is_shared_as_a_picture(ended: Any) -> None:
    with ended.expect_download() as saved:
        ended.get_by_role("button", name="Share").click()
    picture = saved.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 20_000
    assert saved.value.suggested_filename == "slamdeck-slamwich.png"


def test_a_rematch_waits_until_nobody_slaps(ended: Any) -> None:
    ended.reload()
    ended.get_by_label(OVER).wait_for()
    again = ended.get_by_role("button", name="Rematch")
    for _ in range(4):  # a hand that still slaps where the zone was
        box = again.bounding_box()
        ended.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        ended.wait_for_timeout(250)
        assert again.is_disabled()
    again.click()  # waits until it may be pressed
    ended.get_by_label(OVER).wait_for(state="detached")


def test_everybody_goes_on_with_another_game(server: str, chromium: Any) -> None:
    """Host, guest and TV find themselves at the other table without a question; the bots come along."""
    host, complaints = watched(chromium, server, {"viewport": {"width": 390, "height": 844}})
    code = open_table(host, server, "slamwich", bots=["kid"], options={"time_limit_ms": 1_000})
    guest, more = watched(chromium, server, {"viewport": {"width": 844, "height": 390}})
    sit_down(guest, f"{server}/t/{code}", "Christopher")
    screen, most = watched(chromium, server, {"viewport": {"width": 1440, "height": 900}})
    screen.goto(f"{server}/t/{code}/screen")
    host.get_by_role("button", name="Deal the cards").click()
    guest.get_by_label(OVER).wait_for()
    guest.get_by_text("The host may choose another game for this table.").wait_for()
    host.get_by_role("button", name="Play Lowdown with the same table").click()
    host.get_by_text("Christopher", exact=True).first.wait_for()
    guest.get_by_text("Christopher (you)").wait_for()
    screen.get_by_text("Lowdown").wait_for()
    assert host.get_by_role("heading", name="Lowdown").count() == 1
    assert code not in host.url
    assert guest.url == host.url
    assert screen.url == f"{host.url}/screen"
    host.get_by_text("3 of 6").wait_for()  # the bot comes along
    assert complaints + more + most == []
    for page in (host, guest, screen):
        page.context.close()


def test_a_game_without_races_shows_what_everybody_has(server: str, chromium: Any) -> None:
    page, complaints = watched(chromium, server, {"viewport": {"width": 844, "height": 390}})
    swift = {"turn_ms": 1_000, "max_turns_per_round": 4, "reveal_ms": 300, "combo_count": 2}
    open_table(page, server, "yahtzee_hands_down", bots=["lightning"] * 3, start=True, options=swift)
    page.get_by_label(OVER).wait_for()
    rows = page.locator(".end .facts ol > li")
    assert rows.count() == 4
    assert "points" in rows.first.inner_text()
    assert complaints == []
    page.context.close()
