"""Each game in the browser to the end of a hand or of the game, by pressing what a person would press; Slamwich with
cards of a box that was counted in the browser, in `test_own_cards`."""

from __future__ import annotations

from typing import Any

import pytest

from slamdeck.games import all_games
from tests.browser.person import Person, hand_is_over
from tests.browser.stage import DESKTOP, FEW_NUMBERS, PHONE, SHORT, open_table, watched

BOXES = {"hands_down": FEW_NUMBERS}


@pytest.mark.parametrize("slug", sorted(set(all_games()) - {"slamwich"}))
def test_a_hand_is_played_to_its_end(server: str, chromium: Any, slug: str) -> None:
    size = DESKTOP if slug == "hands_down" else PHONE
    page, complaints = watched(chromium, server, size)
    fewest = all_games()[slug].fewest
    bots = ["lightning"] * (fewest - 1)
    open_table(page, server, slug, bots=bots, options=SHORT[slug], cards=BOXES.get(slug), start=True)
    page.locator("[data-move], [data-step]").first.wait_for(state="attached")
    person = Person(page)
    person.play_until(lambda: hand_is_over(page), steps=4_000)
    assert any(person.pressed)
    assert complaints == []
    page.context.close()
