"""Each game in the browser to the end of a hand or of the game, by pressing what a person would press."""

from __future__ import annotations

from typing import Any

import pytest

from slamdeck.games import all_games
from tests.browser.person import Person, hand_is_over
from tests.browser.stage import DESKTOP, PHONE, open_table, watched

# House rules that keep an evening short; whoever is idle is not waited for long.
SHORT: dict[str, dict[str, object]] = {
    "slamwich": {"time_limit_ms": 12_000, "min_toss_ms": 100},
    "hands_down": {
        "stall_rounds": 1,
        "turn_ms": 1_500,
        "turn_cap_ms": 3_000,
        "start_ms": 500,
        "race_ms": 800,
        "windup_ms": 100,
        "fake_ms": 300,
        "settle_ms": 100,
    },
    "hit_the_deck": {"turn_ms": 3_000, "hand_ms": 2_000},
    "lowdown": {"turn_ms": 4_000, "setup_ms": 4_000, "clear_ms": 1_000},
    "yahtzee_hands_down": {"turn_ms": 4_000, "combo_count": 1, "lastcall_ms": 500},
}


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_a_hand_is_played_to_its_end(server: str, chromium: Any, slug: str) -> None:
    size = PHONE if slug in ("lowdown", "hit_the_deck", "yahtzee_hands_down") else DESKTOP
    page, complaints = watched(chromium, server, size)
    fewest = all_games()[slug].fewest
    open_table(page, server, slug, bots=["lightning"] * (fewest - 1), options=SHORT.get(slug, {}), start=True)
    page.locator("[data-move], [data-step]").first.wait_for(state="attached")
    person = Person(page)
    person.play_until(lambda: hand_is_over(page), steps=600)
    assert any(person.pressed)
    assert complaints == []
    page.context.close()
