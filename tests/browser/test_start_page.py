"""The start page and what lies one tap behind it: lessons, rules, settings, bots that suit the player."""

from __future__ import annotations

import json
from typing import Any

from slamdeck.core.lessons.reading import lesson_files
from slamdeck.games import all_games
from tests.browser.stage import DESKTOP, PHONE, TABLET, open_table, watched

PLAY = "Play Slamwich against bots now"


def test_how_to_rules_and_settings_are_one_tap_away_and_lead_back(server: str, chromium: Any) -> None:
    page, complaints = watched(chromium, server, PHONE)
    page.goto(server)
    for link, words in (
        ("How to play", "How Slamdeck works"),
        ("Rules", "Yahtzee Hands Down"),
        ("Settings", "The hand that slaps"),
    ):
        page.get_by_role("link", name=link, exact=True).click()
        page.get_by_text(words).first.wait_for()
        page.get_by_role("button", name="Start page").click()
        page.get_by_role("button", name=PLAY).wait_for()
    assert complaints == []
    page.context.close()


def test_each_box_offers_its_lesson_until_it_was_done_or_skipped(server: str, chromium: Any) -> None:
    page, _ = watched(chromium, server, PHONE)
    page.add_init_script("""localStorage["slamdeck.lessons"] = '{"slamwich": {"skipped": true}}'""")
    page.goto(server)
    page.get_by_role("button", name=PLAY).wait_for()
    offered = page.get_by_role("button", name="in two minutes").all()
    titles = {str(one.get_attribute("aria-label")) for one in offered}
    assert titles == {f"Learn {title} in two minutes" for title in taught() - {"Slamwich"}}
    page.context.close()


def taught() -> set[str]:
    return {info.title for info in all_games().values() if lesson_files(info)}


def bots_at(page: Any) -> list[str]:
    """The levels of the bots at the table that this page is at, as the server says it."""
    page.wait_for_timeout(50)
    return [seat["bot"] for seat in page.tables[-1]["seats"] if seat["bot"]]


def hear_tables(page: Any) -> None:
    page.tables = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: note_table(text, page.tables)))


def note_table(text: Any, tables: list[Any]) -> None:
    message = json.loads(text)
    if message["m"] == "table":
        tables.append(message)


def test_bots_are_gentle_at_first_and_follow_the_player_or_the_choice(server: str, chromium: Any) -> None:
    page, _ = watched(chromium, server, PHONE)
    hear_tables(page)
    won = {"slamwich": [{"place": 1, "seats": 4}] * 2}
    for prepare, expected in (
        (lambda: None, ["kid"] * 2),  # a first game is small
        (lambda: page.evaluate("won => { localStorage['slamdeck.results'] = won }", json.dumps(won)), ["casual"] * 3),
        (lambda: page.get_by_label("Bots play").select_option("quick"), ["quick"] * 3),
    ):
        page.goto(server)
        page.get_by_role("button", name=PLAY).wait_for()
        prepare()
        page.get_by_role("button", name=PLAY).click()
        page.get_by_role("button", name="SLAP", exact=True).wait_for()
        assert bots_at(page) == expected
    page.context.close()


def test_settings_stay_and_can_all_be_forgotten(server: str, chromium: Any) -> None:
    page, complaints = watched(chromium, server, PHONE)
    page.goto(f"{server}/settings")
    page.get_by_label("Your name").fill("Grandma")
    page.get_by_label("left").check()
    page.get_by_label("Sound").click()
    page.get_by_label("dark").check()
    page.reload()
    assert page.get_by_label("Your name").input_value() == "Grandma"
    assert page.get_by_label("left").is_checked()
    assert not page.get_by_label("Sound").is_checked()
    assert page.evaluate("document.documentElement.dataset.felt") == "dark"
    page.get_by_role("button", name="Forget what this device remembers").click()
    page.get_by_role("button", name="Forget it all").click()
    page.get_by_text("Forgotten.").wait_for()
    assert page.get_by_label("Your name").input_value() != "Grandma"
    assert page.evaluate("document.documentElement.dataset.felt ?? ''") == ""
    page.reload()
    assert page.get_by_label("Sound").is_checked()
    assert complaints == []
    page.context.close()


def test_one_tablet_for_all_is_offered_on_a_tablet_and_nowhere_else(server: str, chromium: Any) -> None:
    offer = "Play together on this screen"
    for size, slug, offered in (
        (TABLET, "slamwich", True),
        (TABLET, "lowdown", False),  # hands are secret
        (PHONE, "slamwich", False),
        (DESKTOP, "slamwich", False),
    ):
        page, _ = watched(chromium, server, size)
        open_table(page, server, slug)
        page.get_by_text("At the table").wait_for()
        assert page.get_by_role("button", name=offer).count() == int(offered)
        if offered:
            page.get_by_role("button", name=offer).click()
            page.get_by_label("Who else plays?").fill("Ben")
            page.get_by_role("button", name="Sit down at this screen").click()
            page.get_by_text("2 of 6").wait_for()
            page.get_by_role("button", name="Ben").wait_for()
            page.get_by_role("button", name="Deal the cards").click()
            page.locator(".slap button").nth(1).wait_for()
        page.context.close()
