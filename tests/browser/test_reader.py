"""The rules reader: Markdown, sub-headings, the words of the box, and examples that can be tried."""

from __future__ import annotations

from typing import Any

from tests.browser.stage import DESKTOP, watched


def test_the_rules_are_read_as_they_are_meant(server: str, chromium: Any) -> None:
    page, complaints = watched(chromium, server, DESKTOP)
    page.goto(f"{server}/rules/lowdown#LD-21")
    page.get_by_text("If you took the discard:").wait_for()
    text = page.locator("main").inner_text()
    assert "**" not in text
    assert "`" not in text
    assert "2–6 players" in text
    page.get_by_text("All cards", exact=True).click()
    page.get_by_text("number 61 cards").wait_for()
    assert complaints == []
    page.context.close()


def test_the_words_of_the_box_are_found(server: str, chromium: Any) -> None:
    page, _ = watched(chromium, server, DESKTOP)
    page.goto(f"{server}/rules/lowdown")
    page.get_by_role("searchbox").fill("diagonal")
    page.get_by_text("There are eight lines").wait_for()
    page.get_by_role("searchbox").fill("xyzzy")
    page.get_by_text("No rule speaks of that.").wait_for()
    page.context.close()


def test_an_example_is_shown_with_cards_and_can_be_tried(server: str, chromium: Any) -> None:
    page, complaints = watched(chromium, server, DESKTOP)
    page.goto(f"{server}/rules/slamwich")
    page.get_by_text("Example: Double Decker and a late slap").click()
    assert page.get_by_role("img", name="egg").count() >= 2
    page.get_by_role("link", name="Try it").first.click()
    page.get_by_text("You move every hand.").wait_for()
    follow = page.get_by_role("button", name="Next move of the example")
    follow.click()
    page.get_by_role("button", name="Next move of the example: C slap").wait_for()
    follow.click()
    page.get_by_role("status").get_by_text("C").wait_for()
    page.get_by_role("button", name="From the start").click()
    page.get_by_text("You move every hand.").wait_for()
    assert complaints == []
    page.context.close()
