"""Each thing that goes wrong has a screen of its own, with a way on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.stage import (
    DESKTOP,
    PHONE,
    open_table,
    serving_at,
    sit_down,
    wait_until,
    watched,
)
from tests.ports import free_port


def test_a_table_without_a_seat_can_be_watched(server: str, chromium: Any) -> None:
    host, _ = watched(chromium, server, DESKTOP)
    code = open_table(host, server, "slamwich", bots=["casual"], settings={"late_join": False}, start=True)
    host.get_by_role("button", name="SLAP", exact=True).wait_for()
    guest, _ = watched(chromium, server, PHONE)
    guest.goto(f"{server}/t/{code}")
    guest.get_by_text("All seats are taken").wait_for()
    guest.get_by_label("What shall we call you?").fill("Late")
    guest.get_by_role("button", name="Just watch").click()
    guest.locator(".fan").wait_for()
    assert guest.locator("[data-move]").count() == 0
    host.context.close()
    guest.context.close()


def test_who_loses_the_seat_watches_on(server: str, chromium: Any) -> None:
    host, _ = watched(chromium, server, DESKTOP)
    code = open_table(host, server, "slamwich", bots=["casual"])
    guest, _ = watched(chromium, server, PHONE)
    sit_down(guest, f"{server}/t/{code}", "Rude")
    host.get_by_role("button", name="Rude").click()
    host.get_by_role("button", name="Remove Rude").click()
    guest.get_by_text("The host has given your seat away").wait_for()
    guest.get_by_role("button", name="Take a seat").wait_for()
    host.context.close()
    guest.context.close()


def test_who_is_sent_away_is_told_and_stays_away(server: str, chromium: Any) -> None:
    host, _ = watched(chromium, server, PHONE)
    code = open_table(host, server, "slamwich", bots=["casual"])
    guest, _ = watched(chromium, server, DESKTOP)
    guest.goto(f"{server}/t/{code}")
    guest.get_by_label("What shall we call you?").fill("Rude")
    guest.get_by_role("button", name="Just watch").click()
    host.get_by_role("button", name="Guests and lock").click()
    host.get_by_role("button", name="Send Rude away").click()
    guest.get_by_text("You were sent away").wait_for()
    guest.reload()
    guest.get_by_text("You were sent away").wait_for()
    host.get_by_role("button", name="Let Rude back in").click()
    host.get_by_role("heading", name="Sent away").wait_for(state="detached")
    host.get_by_label("Lock the table").check()
    guest.reload()
    guest.get_by_text("This table is locked").wait_for()
    host.context.close()
    guest.context.close()


def test_without_cookies_there_is_a_word_about_them(server: str, chromium: Any) -> None:
    page, _ = watched(chromium, server, PHONE)
    # A browser that refuses cookies drops them from every answer.
    page.route("**/api/**", lambda route: forget_cookies(route))
    page.goto(server)
    page.get_by_role("button", name="Play Slamwich against bots now").click()
    page.get_by_text("Cookies are switched off").wait_for()
    page.get_by_role("button", name="Try again").wait_for()
    page.context.close()


def forget_cookies(route: Any) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, headers={k: v for k, v in answer.headers.items() if k != "set-cookie"})
    route.request.frame.page.context.clear_cookies()


def test_who_asks_to_be_forgotten_is_new_at_the_table(server: str, chromium: Any) -> None:
    page, _ = watched(chromium, server, PHONE)
    code = open_table(page, server, "slamwich", bots=["casual"])
    page.get_by_text("At the table").wait_for()
    assert [cookie["name"] for cookie in page.context.cookies() if cookie["path"] == "/"] == ["slamdeck"]
    page.goto(f"{server}/settings")
    page.get_by_role("button", name="Give up my seats on this server").click()
    page.get_by_role("button", name="Forget me").click()
    page.get_by_text("The server has forgotten this browser").wait_for()
    assert [cookie["name"] for cookie in page.context.cookies() if cookie["path"] == "/"] == []
    page.goto(f"{server}/t/{code}")
    page.get_by_label("What shall we call you?").wait_for()
    page.context.close()


def test_a_coarse_clock_is_told_and_the_game_goes_on(server: str, chromium: Any) -> None:
    page, _ = watched(chromium, server, PHONE)
    page.add_init_script("const now = performance.now.bind(performance);"
                         "performance.now = () => Math.floor(now() / 100) * 100;")  # fmt: skip
    open_table(page, server, "slamwich", bots=["casual"], start=True)
    page.get_by_text("clock is coarse").wait_for()
    page.get_by_role("button", name="SLAP", exact=True).wait_for()
    page.context.close()


def test_an_unknown_page_and_an_unknown_game(server: str, chromium: Any) -> None:
    page, _ = watched(chromium, server, PHONE)
    for path, words in (("/nowhere/at/all", "Nothing here"), ("/rules/chess", "No such game")):
        page.goto(server + path)
        page.get_by_text(words).wait_for()
        page.get_by_role("button", name="Start page").wait_for()
    page.context.close()


def test_a_lost_server_comes_back_with_the_game_and_the_client_is_kept_without_it(
    chromium: Any, tmp_path: Path
) -> None:
    port, words = free_port(), ("--db", str(tmp_path / "evening.db"))
    with serving_at(port, *words) as server:
        page, _ = watched(chromium, server, {**PHONE, "service_workers": "allow"})
        open_table(page, server, "slamwich", bots=["casual"], start=True)
        page.get_by_role("button", name="SLAP", exact=True).wait_for()
        # It answers the next page that is asked for, even if this one was loaded while it was still getting ready.
        active = "navigator.serviceWorker.getRegistration().then((kept) => kept?.active?.state)"
        wait_until(page, f'{active}.then((state) => state === "activated")')
    page.get_by_text("Connection lost").wait_for()
    with serving_at(port, *words):
        page.get_by_text("Connection lost").wait_for(state="detached", timeout=20_000)
        page.get_by_role("button", name="SLAP", exact=True).wait_for()
    page.reload()
    page.get_by_text("The server is gone").wait_for()  # the page itself was kept
    page.get_by_role("button", name="Try again").wait_for()
    page.goto(f"{server}/rules/lowdown")
    page.get_by_label("Search the rules").fill("steal")
    page.get_by_text("LD-").first.wait_for()
    page.context.close()


def test_offline_is_said_and_passes(server: str, chromium: Any) -> None:
    page, _ = watched(chromium, server, PHONE)
    open_table(page, server, "slamwich", bots=["casual"], start=True)
    page.get_by_role("button", name="SLAP", exact=True).wait_for()
    page.context.set_offline(True)
    page.get_by_text("No network").wait_for()
    page.context.set_offline(False)
    page.get_by_text("No network").wait_for(state="detached")
    page.context.close()


@pytest.mark.parametrize("path", ["/", "/t/AAAAAAAA"])
def test_without_scripts_the_page_says_what_it_needs(server: str, chromium: Any, path: str) -> None:
    page, _ = watched(chromium, server, {**PHONE, "java_script_enabled": False})
    page.goto(server + path)
    page.get_by_text("This page needs a newer browser").wait_for()
    page.context.close()
