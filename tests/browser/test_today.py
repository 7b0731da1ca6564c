"""Today's deal by two people who get the same cards; reflexes that move to another device and are deleted for good."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.browser.house import house_with, kept_in
from tests.browser.stage import PHONE, watched

FIRST_CARDS = 6  # before anybody can have changed whose turn it is


def listen_for_cards(page: Any) -> list[str]:
    """The cards that are tossed onto the pile, as this page is told."""
    cards: list[str] = []

    def hear(frame: Any) -> None:
        for line in str(frame).splitlines():
            message = json.loads(line) if line.startswith("{") else {}
            if message.get("m") == "stim" and not message["fresh"]:
                cards.extend(
                    one["card"] for one in message["told"] if one.get("target") == "centre" and one.get("card")
                )

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    return cards


def play_today(page: Any, address: str) -> list[str]:
    cards = listen_for_cards(page)
    page.goto(f"{address}/daily/slamwich")
    page.get_by_text("One try counts").wait_for()
    page.get_by_role("button", name="Play it").click()
    page.get_by_role("link", name="See where you lie").click()
    page.get_by_text("Where yours lies is told from 20 on").wait_for()
    return cards


def test_today_by_two_people_and_reflexes_that_move_and_go(chromium: Any, tmp_path: Path) -> None:
    db = tmp_path / "house.db"
    with house_with(db, "slamwich", time_limit_ms=6_000, toss_ms=500, min_toss_ms=300) as house:
        address = house.address
        (mia, mias), (ben, bens) = watched(chromium, address, PHONE), watched(chromium, address, PHONE)
        first, second = play_today(mia, address), play_today(ben, address)
        assert first[:FIRST_CARDS] == second[:FIRST_CARDS]
        assert len(first) >= FIRST_CARDS

        # One try: the page goes to its result, and the server to the same table.
        mia.reload()
        mia.get_by_text("1 result").or_(mia.get_by_text("2 results")).wait_for()
        assert mia.get_by_role("button", name="Play it").count() == 0

        mia.goto(f"{address}/reflexes")
        mia.get_by_text("Nobody else sees it").wait_for()
        mia.get_by_text("1 game", exact=False).first.wait_for()

        # To another device: once.
        mia.get_by_role("button", name="To another device").click()
        link = mia.get_by_role("link", name="/take#").get_attribute("href")
        other, others = watched(chromium, address, PHONE)
        other.goto(link)
        other.get_by_role("button", name="Take them").click()
        other.get_by_text("1 game is here now").wait_for()
        other.get_by_role("link", name="See them").click()
        other.get_by_text("1 game", exact=False).first.wait_for()
        ben.goto(link)
        ben.get_by_role("button", name="Take them").click()
        ben.get_by_text("it was fetched already").wait_for()
        bens[:] = [one for one in bens if "404" not in one]  # as it was told

        # A sealed copy on the server; then nothing is left, here or there.
        mia.get_by_role("button", name="Keep a sealed copy on this server").click()
        mia.get_by_text("Your code:").wait_for()
        names = [name.split()[0] for name in kept_in(db)]
        assert names.count("profile") == 1
        assert sum(name.startswith("daily try") for name in kept_in(db)) == 2
        mia.get_by_role("button", name="Delete it all").click()
        mia.get_by_role("button", name="Delete it all, for good").click()
        mia.get_by_text("Nothing is left.").wait_for()
        left = kept_in(db)
        assert not [name for name in left if name.startswith("profile")]
        assert len([name for name in left if name.startswith("daily try")]) == 1
        databases = mia.evaluate("async () => (await indexedDB.databases()).map((one) => one.name)")
        assert "slamdeck" not in databases
        mia.reload()
        mia.get_by_text("No races yet").wait_for()
        assert mias + bens + others == []
        for page in (mia, ben, other):
            page.context.close()
