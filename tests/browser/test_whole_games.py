"""Each game in the browser to the end of a hand or of the game, by pressing what a person would press; Slamwich with
cards of a box that was counted in the browser, in `test_own_cards`."""

from __future__ import annotations

from typing import Any

from slamdeck.games import all_games
from tests.browser.person import Person, hand_is_over
from tests.browser.stage import DESKTOP, FEW_NUMBERS, PHONE, SHORT, open_table, watched

GAMES = sorted(set(all_games()) - {"slamwich"})
BOXES = {"hands_down": FEW_NUMBERS}
LOOKS = 4_000
PAUSE_MS = 100  # between two looks at the same table


def sits_down(server: str, chromium: Any, slug: str) -> tuple[Person, list[str]]:
    page, complaints = watched(chromium, server, DESKTOP if slug == "hands_down" else PHONE)
    bots = ["lightning"] * (all_games()[slug].fewest - 1)
    open_table(page, server, slug, bots=bots, options=SHORT[slug], cards=BOXES.get(slug), start=True)
    page.locator("[data-move], [data-step]").first.wait_for(state="attached")
    return Person(page), complaints


def test_hands_are_played_to_their_ends(server: str, chromium: Any) -> None:
    """A game is mostly waiting for others: one person plays at all tables at once."""
    playing: dict[str, tuple[Person, list[str]]] = {}
    for slug in GAMES:
        playing[slug] = sits_down(server, chromium, slug)
    unfinished = dict(playing)
    for _ in range(LOOKS):
        for slug, (person, _) in list(unfinished.items()):
            if hand_is_over(person.page):
                del unfinished[slug]
            else:
                person.press_something()
        if not unfinished:
            break
        next(iter(unfinished.values()))[0].page.wait_for_timeout(PAUSE_MS / len(unfinished))
    assert {slug: person.pressed[-12:] for slug, (person, _) in unfinished.items()} == {}
    assert all(any(person.pressed) for person, _ in playing.values())
    assert {slug: said for slug, (_, said) in playing.items() if said} == {}
    for person, _ in playing.values():
        person.page.context.close()
