"""Cards of your box: counted in the browser, told at once what does not add up, played live, recorded and verified."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from slamdeck.core.own_cards import box_totals
from slamdeck.games import all_games
from slamdeck.table.journal.reading import open_record
from tests.browser.person import OVER, Person
from tests.browser.stage import DESKTOP, PHONE, SHORT, open_table, watched

SIZES = [(320, 568), (844, 390), (1440, 900)]


def more_of(page: Any, words: str, times: int = 1) -> None:
    for _ in range(times):
        page.get_by_role("button", name=f"More: {words}", exact=True).click()


def test_a_deck_edited_in_the_browser_is_played_recorded_replayed_and_verified(
    server: str, chromium: Any, tmp_path: Path
) -> None:
    page, complaints = watched(chromium, server, DESKTOP)
    code = open_table(page, server, "slamwich", options=SHORT["slamwich"], bots=["quick"])
    page.get_by_text("the usual 55 cards").wait_for()
    page.get_by_role("button", name="Cards of your box").click()
    page.get_by_role("button", name="Play with these cards").wait_for()
    more_of(page, "egg", 3)
    page.get_by_text("58 cards, for 2 to 6 players.").wait_for()
    page.get_by_role("button", name="Play with these cards").click()
    page.get_by_text("58 cards of the host's box").wait_for()
    page.get_by_role("button", name="Deal the cards").click()
    Person(page, seed=3).play_until(lambda: page.get_by_label(OVER).count() > 0, 2000)

    record = page.context.request.get(f"{server}/api/tables/{code}/record").body()
    checked = open_record(record, all_games(), "the record")
    assert checked.results
    assert box_totals(checked.state.deck) == {"food": 47, "thief": 3, "muncher": 8}
    path = tmp_path / "game.jsonl"
    path.write_bytes(record)
    for command in ("replay", "verify"):
        words = [sys.executable, "-m", "slamdeck.cli", command, str(path)]
        done = subprocess.run(words, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
    assert complaints == []
    page.context.close()


def test_kept_cards_come_along_to_the_next_table_and_guests_see_them_before_the_deal(
    server: str, chromium: Any
) -> None:
    page, _ = watched(chromium, server, PHONE)
    page.goto(f"{server}/cards/lowdown")
    page.get_by_text("84 cards, for 2 to 6 players.").wait_for()
    more_of(page, "peek", 2)
    page.get_by_text("86 cards, for 2 to 6 players.").wait_for()
    page.get_by_role("button", name="Keep these cards").click()
    page.get_by_text("Kept.").wait_for()
    page.goto(server)
    page.get_by_role("button", name="Open a table of Lowdown and invite others").click()
    page.get_by_text("86 cards of the host's box").wait_for()

    guest, _ = watched(chromium, server, PHONE)
    guest.goto(page.url)
    guest.get_by_role("button", name="Sit down").click()
    guest.get_by_role("button", name="See all cards").click()
    guest.get_by_text("86 cards, for 2 to 6 players.").wait_for()
    assert guest.get_by_text("peek: 8").count() == 1
    guest.context.close()
    page.context.close()


def test_what_does_not_add_up_is_said_at_once_and_cannot_be_kept(server: str, chromium: Any, tmp_path: Path) -> None:
    page, complaints = watched(chromium, server, DESKTOP)
    page.goto(f"{server}/cards/hands_down")
    keep = page.get_by_role("button", name="Keep these cards")
    keep.wait_for()
    more_of(page, "3", 1)
    page.get_by_text("with an odd count one never finds a partner").wait_for()
    assert keep.is_disabled()
    more_of(page, "3", 1)
    page.get_by_text("43 cards, for 3 to 4 players.").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "box.toml"
    download.value.save_as(file)
    assert "number = 42" in file.read_text(encoding="utf-8")
    page.get_by_role("button", name="Usual cards").click()
    page.get_by_text("41 cards, for 3 to 4 players.").wait_for()
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_text("43 cards, for 3 to 4 players.").wait_for()
    assert complaints == []
    page.context.close()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_pages_about_cards_and_rules_fit_every_window(server: str, chromium: Any, size: tuple[int, int]) -> None:
    page, complaints = watched(chromium, server, {"viewport": {"width": size[0], "height": size[1]}})
    for path in ("/cards/yahtzee_hands_down", "/rules/lowdown", "/try/lowdown/x1_placing_closed_over_an_open_card"):
        page.goto(server + path)
        page.get_by_role("heading", level=1).wait_for()
        page.wait_for_timeout(200)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
    assert complaints == []
    page.context.close()
