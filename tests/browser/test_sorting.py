"""The own hand in the order in which its owner holds it: pulled, sorted, and told to nobody."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.browser.stage import DESKTOP, open_table, watched

SORTED = ["hands_down", "hit_the_deck", "yahtzee_hands_down"]
PATIENT = {"hands_down": {"turn_ms": 600_000, "turn_cap_ms": 600_000, "start_ms": 600_000}}
# What a screen says by itself: that it has painted, that no hand came, how coarse its clock is.
BY_ITSELF = {"seen", "still", "clock", "hidden", "seal", "nonce", "resume"}
HELD = """() => [...document.querySelectorAll("[data-own]")].map((card) => card.dataset.own)"""


@pytest.mark.parametrize("game", SORTED)
def test_a_hand_is_sorted_by_its_owner_and_no_frame_is_sent(server: str, chromium: Any, game: str) -> None:
    page, complaints = watched(chromium, server, DESKTOP)
    sent: list[str] = []

    def hear(socket: Any) -> None:
        socket.on("framesent", lambda text: sent.append(json.loads(text)["m"]))

    page.on("websocket", hear)
    open_table(page, server, game, options=PATIENT.get(game, {}), bots=["kid", "kid", "kid"], start=True)
    page.locator("[data-own]").first.wait_for()
    page.wait_for_timeout(1500)
    sent.clear()
    pull_the_first_to_the_end(page)
    in_order = sort(page)
    pull_the_first_to_the_end(page)
    again = sort(page)
    still_held = [card for card in in_order if card in again]  # a rival may take one meanwhile
    assert len(still_held) > 1
    assert [card for card in again if card in in_order] == still_held, "whatever order they were pulled into"
    assert set(sent) <= BY_ITSELF, "sorting is nobody's business"
    assert complaints == []
    page.context.close()


def pull_the_first_to_the_end(page: Any) -> None:
    before = page.evaluate(HELD)
    cards = page.locator("[data-own]")
    first, last = cards.nth(0).bounding_box(), cards.nth(len(before) - 1).bounding_box()
    page.mouse.move(first["x"] + 8, first["y"] + 30)
    page.mouse.down()
    page.mouse.move(first["x"] + 60, first["y"] + 30, steps=4)
    page.mouse.move(last["x"] + last["width"] - 4, last["y"] + 30, steps=8)
    page.mouse.up()
    pulled = page.evaluate(HELD)
    assert sorted(pulled) == sorted(before)
    assert pulled[-1] == before[0], "the first card is the last one now"


def sort(page: Any) -> list[str]:
    page.keyboard.press("o")
    page.wait_for_timeout(400)
    held: list[str] = page.evaluate(HELD)
    return held
