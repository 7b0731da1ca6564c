"""A hand that is too long for its window is pulled along, and a drag never plays a card."""

from __future__ import annotations

from typing import Any

from tests.browser.stage import open_table, watched

LOW: dict[str, Any] = {"viewport": {"width": 568, "height": 320}}
LONG = 18  # cards
SCROLLED = "document.querySelector('[data-scrolls]').scrollLeft"


def begin(page: Any, server: str) -> None:
    """One's own turn, for as long as it takes; not one that begins with a cut or a flip."""
    patient = {"turn_ms": 600_000, "debounce_ms": 0, "first_dealer": 1}
    while True:
        open_table(page, server, "hit_the_deck", bots=["casual"], options=patient, start=True)
        page.locator("[data-move='slap']").wait_for()
        if page.locator("[data-move^='play '], [data-move='draw']").count() > 0:
            return


def collect_penalties(page: Any) -> Any:
    """Hands on an idle mat cost two cards each."""
    cards = page.get_by_role("list", name="Your cards").get_by_role("button")
    while cards.count() < LONG:
        page.keyboard.press("Space")
        page.wait_for_timeout(60)
    return cards


def test_a_drag_pulls_the_hand_along_and_plays_nothing(server: str, chromium: Any) -> None:
    page, complaints = watched(chromium, server, LOW)
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    begin(page, server)
    card = collect_penalties(page).first.bounding_box()
    assert card is not None
    page.wait_for_timeout(400)  # the last of them has arrived
    x, y = card["x"] + 20, card["y"] + 12

    for start, end in ((x + 90, x + 20), (x + 18, x)):  # from card to card, and within one
        page.mouse.move(start, y)
        page.mouse.down()
        page.mouse.move(end, y, steps=6)
        page.mouse.up()
    assert page.evaluate(SCROLLED) > 40
    assert not [text for text in sent if '"play ' in text]

    page.get_by_role("button", name="more cards").click()
    page.wait_for_timeout(200)
    page.mouse.click(x, y)
    page.wait_for_timeout(200)
    assert len([text for text in sent if '"play ' in text]) == 1
    assert complaints == []
    page.context.close()
