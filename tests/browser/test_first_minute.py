"""From nothing to the table: what people do first, and what goes wrong first."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.stage import DESKTOP, PHONE, open_table, watched


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_one_click_leads_to_a_game_and_a_slap(server: str, chromium: Any, size: dict[str, Any]) -> None:
    page, complaints = watched(chromium, server, size)
    page.goto(server)
    page.get_by_role("button", name="Play Slamwich against bots now").click()
    page.get_by_role("button", name="SLAP", exact=True).wait_for()
    page.locator(".fan .slot").first.wait_for(timeout=15_000)
    page.keyboard.press(" ")
    page.locator("text=/Player|first|nothing|tossed/").first.wait_for()
    assert complaints == []
    page.context.close()


def test_a_guest_sits_down_by_link_and_a_reload_keeps_the_seat(server: str, chromium: Any) -> None:
    host, _ = watched(chromium, server, DESKTOP)
    host.goto(server)
    host.get_by_role("button", name="Open a table of Slamwich and invite others").click()
    host.get_by_text("At the table").wait_for()
    guest, complaints = watched(chromium, server, PHONE)
    guest.goto(host.url)
    guest.get_by_label("What shall we call you?").fill("Grandpa")
    guest.get_by_role("button", name="Sit down").click()
    guest.get_by_text("Grandpa (you)").wait_for()
    host.get_by_text("Grandpa").wait_for()
    host.get_by_role("button", name="Deal the cards").click()
    guest.get_by_role("button", name="SLAP", exact=True).wait_for()
    guest.reload()
    guest.get_by_role("button", name="SLAP", exact=True).wait_for()
    assert complaints == []
    host.context.close()
    guest.context.close()


def test_two_tabs_on_one_seat_and_the_way_back(server: str, chromium: Any) -> None:
    page, _ = watched(chromium, server, PHONE)
    page.goto(server)
    page.get_by_role("button", name="Play Lowdown against bots now").click()
    page.get_by_role("button", name="Menu").wait_for()
    second = page.context.new_page()
    second.goto(page.url)
    second.get_by_role("button", name="Menu").wait_for()
    page.get_by_text("Open in another window").wait_for()
    page.get_by_role("button", name="Use it here").click()
    page.get_by_role("button", name="Menu").wait_for()
    second.get_by_text("Open in another window").wait_for()
    page.context.close()


def test_a_wrong_code_has_a_way_on(server: str, chromium: Any) -> None:
    page, _ = watched(chromium, server, PHONE)
    page.goto(f"{server}/t/AAAAAAAA")
    page.get_by_text("No table here").wait_for()
    page.get_by_role("button", name="Start page").click()
    page.get_by_role("button", name="Play Slamwich against bots now").wait_for()
    page.context.close()


def test_the_host_sets_the_pace_of_the_bots_in_the_middle_of_a_game(server: str, chromium: Any) -> None:
    page, complaints = watched(chromium, server, PHONE)
    open_table(page, server, "lowdown", bots=["kid", "casual"], start=True)
    page.get_by_role("button", name="Menu").click()
    assert page.get_by_role("radio", checked=True).count() == 0, "they differ"
    page.get_by_role("radio", name="lightning fast").check()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("radio", name="lightning fast", checked=True).wait_for()  # told to all now and then
    assert complaints == []
    page.context.close()
