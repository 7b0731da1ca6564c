"""A game that was played in the browser is watched again, slowed down, checked, shared and deleted there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tests.browser.person import OVER, Person
from tests.browser.stage import ALL_ALIKE, DESKTOP, PHONE, SHORT, open_table, watched
from tests.browser.windows import SETTLED

GOLDEN = Path(__file__).parents[1] / "golden"


def photograph(page: Any, name: str) -> None:
    """For whoever wants to look: SLAMDECK_LOOK names a folder."""
    folder = os.environ.get("SLAMDECK_LOOK")
    if folder:
        page.wait_for_timeout(400)
        page.screenshot(path=Path(folder) / f"{name}.png")


def to_race(page: Any) -> str:
    """The next race; what its heading says."""
    for _ in range(40):
        page.get_by_role("button", name="The next race or foul").click()
        heading: str = page.locator(".where").first.inner_text()
        if heading.startswith("Race"):
            return heading
    raise AssertionError("there was no race in this game")


def can_be_watched_on_a_phone(page: Any) -> None:
    """Upright and on its side: there is a pile to look at, and what steers the film can be pressed."""
    size = page.viewport_size
    for width, height in ((390, 844), (844, 390), (568, 320)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED, width)
        photograph(page, f"replay-{width}")
        pile = page.locator("[data-pile]").bounding_box()
        assert pile["height"] >= 90, f"{width}x{height}: {pile}"
        step = page.get_by_role("button", name="One step on").bounding_box()
        assert step["x"] + step["width"] <= width
        assert step["y"] + step["height"] <= height
    page.set_viewport_size(size)


def test_a_game_is_replayed_slowed_down_verified_shared_and_deleted(server: str, chromium: Any, tmp_path: Path) -> None:
    page, complaints = watched(chromium, server, DESKTOP)
    wanted = {"options": SHORT["slamwich"], "cards": ALL_ALIKE, "bots": ["quick", "quick"], "start": True}
    code = open_table(page, server, "slamwich", **wanted)
    Person(page, seed=3).play_until(lambda: page.get_by_label(OVER).count() > 0, 2000)

    page.get_by_role("link", name="Watch it again").click()
    page.get_by_role("heading", name="Replay: Slamwich").wait_for()
    heading = to_race(page)
    page.locator("figure svg[role=img]").wait_for()
    page.get_by_role("button", name="Run it again").click()
    photograph(page, "replay-desktop")
    page.get_by_role("button", name="One step on").click()
    can_be_watched_on_a_phone(page)
    for eyes in ("eyes of Mia", "public", "all cards"):
        page.get_by_role("button", name=eyes, exact=True).click()
    page.get_by_role("button", name="One step back").click()
    page.get_by_role("button", name="4", exact=True).click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_text("The game is over:").wait_for()
    photograph(page, "replay-end-desktop")

    page.get_by_role("button", name="The race or foul before").click()
    page.get_by_role("slider").focus()
    page.keyboard.press("Home")
    assert to_race(page) == heading, "the same race from the beginning"
    assert page.evaluate("location.hash").startswith("#race=1&eyes=all")
    page.get_by_role("button", name="Share this moment").click()
    link = page.locator("dialog code").first.inner_text()
    assert link.startswith(f"{server}/r/{code}/1#race=1")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture of this moment").click()
    saved.value.save_as(tmp_path / "moment.png")
    assert (tmp_path / "moment.png").read_bytes().startswith(b"\x89PNG")
    if os.environ.get("SLAMDECK_LOOK"):
        saved.value.save_as(Path(os.environ["SLAMDECK_LOOK"]) / "moment.png")

    stranger, _ = watched(chromium, server, PHONE)
    stranger.goto(link)
    stranger.get_by_text("only those who played at this table").wait_for()
    page.get_by_label("Whoever has the link").check()
    page.get_by_role("button", name="Check this game").last.click()
    for found in ("fit together, byte for byte", "as your device saw it end", "Played again by this server"):
        page.get_by_text(found).wait_for()
    photograph(page, "check-desktop")
    stranger.reload()
    stranger.get_by_text("Race 1 of").wait_for()
    stranger.get_by_role("button", name="Run it again").wait_for()
    photograph(stranger, "replay-phone")
    stranger.context.close()

    page.goto(f"{server}/library")
    page.get_by_role("button", name="Give it a star").click()
    page.get_by_role("button", name="Starred").click()
    page.get_by_label("Search for names or games").fill("mia slamwich")
    photograph(page, "library-desktop")
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete it").click()
    page.get_by_text("There is nothing here yet").wait_for()
    assert page.evaluate("(path) => fetch(path).then((answer) => answer.status)", f"/api/tables/{code}/record") == 404
    assert [one for one in complaints if "404" not in one] == []
    page.context.close()


def test_records_from_files_are_watched_and_what_does_not_fit_is_refused(
    server: str, chromium: Any, tmp_path: Path
) -> None:
    page, complaints = watched(chromium, server, PHONE)
    page.goto(f"{server}/r")
    field = page.get_by_label("Choose a file")
    broken = tmp_path / "broken.jsonl"
    record = (GOLDEN / "format2" / "hit_the_deck-v2-live.jsonl").read_bytes()
    broken.write_bytes(record.replace(b"applied", b"applies", 1))
    field.set_input_files(broken)
    page.get_by_text("does not fit its place in the chain").wait_for()
    field.set_input_files(GOLDEN / "format1" / "hit_the_deck-v1-calm.jsonl")
    page.get_by_role("heading", name="Replay: Hit the Deck").wait_for()
    to_race(page)
    page.get_by_role("button", name="Run it again").wait_for()
    photograph(page, "replay-file-phone")
    assert [one for one in complaints if "400" not in one] == []
    page.context.close()
