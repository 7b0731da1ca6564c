"""Each game in the browser to the end of a hand or of the game, by pressing what a person would press."""

from __future__ import annotations

from typing import Any

import pytest

from slamdeck.games import all_games
from tests.browser.person import Person, hand_is_over
from tests.browser.stage import DESKTOP, PHONE, SHORT, open_table, watched


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_a_hand_is_played_to_its_end(server: str, chromium: Any, slug: str) -> None:
    size = PHONE if slug in ("lowdown", "hit_the_deck", "yahtzee_hands_down") else DESKTOP
    page, complaints = watched(chromium, server, size)
    fewest = all_games()[slug].fewest
    open_table(page, server, slug, bots=["lightning"] * (fewest - 1), options=SHORT[slug], start=True)
    page.locator("[data-move], [data-step]").first.wait_for(state="attached")
    person = Person(page)
    person.play_until(lambda: hand_is_over(page), steps=4_000)
    assert any(person.pressed)
    assert complaints == []
    page.context.close()
