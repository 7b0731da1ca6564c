"""People who have just met: unnamed, with the same name, with any name, on a device that keeps nothing."""

from __future__ import annotations

import json
from typing import Any

from tests.browser.stage import DESKTOP, FEW_FOODS, PHONE, open_table, watched

INVITE = "Open a table of Slamwich and invite others"
YOU = ".who:has-text('(you)')"
FIELD = "What shall we call you?"
STICKS_OUT = "document.documentElement.scrollWidth > innerWidth"
NAMES = {
    "wide": "W" * 20,
    "hebrew": "סבתא אסתר ממודיעין",
    "arabic": "عبد الرحمن بن محمد",
    "full width": "\N{FULLWIDTH LATIN CAPITAL LETTER W}" * 20,
    "families": "👩‍👩‍👧‍👦" * 20,
    "emoji": "🦦🦊🐼🐨🦁🐯🐸🐙🦄🐝🦋🐢🐬🦜🦩🐘🦒🦘🐿🦔",
    "stacked": "Z̷̢̛͎a̴͔͝l̵͚̈́g̷̣̈o̸̞͐",
}
REFUSES = """
  window.refusals = 0;
  const refuse = () => { throw new DOMException("refused", "SecurityError"); };
  Object.defineProperty(window, "localStorage", {get: refuse});
  window.AudioContext = class { constructor() { window.refusals += 1; refuse(); } };
  delete Navigator.prototype.vibrate;
"""
SWIFT = {"use_munchers": False, "min_toss_ms": 300, "toss_ms": 500}


def invited(host: Any, server: str) -> str:
    """The default invitation: one tap, nothing typed."""
    host.goto(server)
    host.get_by_role("button", name=INVITE).click()
    host.get_by_text("At the table").wait_for()
    return str(host.url)


def own_name(page: Any) -> str:
    page.locator(YOU).wait_for()
    return str(page.locator(YOU).locator("bdi").inner_text())


def test_strangers_sit_after_one_tap_each_and_have_different_names(server: str, chromium: Any) -> None:
    host, _ = watched(chromium, server, PHONE)
    address = invited(host, server)
    names = {own_name(host)}
    guests = []
    for _ in range(2):
        guest, complaints = watched(chromium, server, PHONE)
        guest.goto(address)
        guest.get_by_role("button", name="Sit down").click()
        names.add(own_name(guest))
        assert complaints == []
        guests.append(guest)
    assert len(names) == 3
    assert "Player" not in names
    for page in (host, *guests):
        page.context.close()


def test_a_drawn_name_that_is_taken_makes_way_without_a_word(server: str, chromium: Any) -> None:
    host, _ = watched(chromium, server, PHONE)
    drawn = drawn_by(host, server)
    code = open_table(host, server, "slamwich", name=drawn)
    guest, _ = watched(chromium, server, PHONE)
    remembers(guest, {"name": drawn, "ownName": False})
    # Even if it was free when the page was opened.
    guest.route("**/api/tables/*", lambda route: route.fulfill(json=without_seats(route)), times=1)
    guest.goto(f"{server}/t/{code}")
    assert guest.get_by_label(FIELD).input_value() == drawn
    guest.get_by_role("button", name="Sit down").click()
    assert own_name(guest) not in ("", drawn)
    host.context.close()
    guest.context.close()


def without_seats(route: Any) -> dict[str, Any]:
    return {**route.fetch().json(), "seats": []}


def drawn_by(page: Any, server: str) -> str:
    page.goto(f"{server}/settings")
    return str(page.get_by_label("Your name").input_value())


def remembers(page: Any, kept: dict[str, Any]) -> None:
    page.add_init_script(f"localStorage.slamdeck ??= {json.dumps(json.dumps(kept))}")


def test_a_typed_name_that_is_taken_is_a_hint_beside_the_field(server: str, chromium: Any) -> None:
    host, _ = watched(chromium, server, DESKTOP)
    code = open_table(host, server, "slamwich")  # Mia's
    guest, _ = watched(chromium, server, PHONE)
    guest.goto(f"{server}/t/{code}")
    guest.get_by_label(FIELD).fill("mia")
    guest.get_by_role("button", name="Sit down", exact=True).click()
    guest.get_by_text("mia sits here already.").wait_for()
    assert guest.get_by_label(FIELD).input_value() == "mia"
    guest.get_by_role("button", name="Sit down as mia 2").click()
    assert own_name(guest) == "mia 2"
    host.context.close()
    guest.context.close()


def test_a_name_that_shows_nothing_is_a_hint_and_spaces_are_no_name(server: str, chromium: Any) -> None:
    host, _ = watched(chromium, server, DESKTOP)
    code = open_table(host, server, "slamwich")
    guest, _ = watched(chromium, server, PHONE)
    guest.goto(f"{server}/t/{code}")
    guest.get_by_label(FIELD).fill("\u200b\u2800")
    guest.get_by_role("button", name="Sit down").click()
    guest.get_by_text("That name shows nothing.").wait_for()
    guest.get_by_label(FIELD).fill("   ")
    guest.get_by_role("button", name="Sit down").click()
    assert own_name(guest).strip() not in ("", "Player")
    host.context.close()
    guest.context.close()


def test_any_name_fits_a_small_phone(server: str, chromium: Any) -> None:
    size = {**PHONE, "viewport": {"width": 320, "height": 568}}
    host, complaints = watched(chromium, server, size)
    guest, _ = watched(chromium, server, size)
    for kind, name in NAMES.items():
        code = open_table(host, server, "slamwich", name=name, bots=["casual"])
        own_name(host)
        assert not host.evaluate(STICKS_OUT), kind
        guest.goto(f"{server}/t/{code}")
        guest.get_by_label(FIELD).fill(name)
        guest.get_by_role("button", name="Sit down", exact=True).click()
        guest.get_by_text("sits here already.").wait_for()
        assert not guest.evaluate(STICKS_OUT), kind
        guest.get_by_role("button", name="Sit down as").click()
        own_name(guest)
        assert not guest.evaluate(STICKS_OUT), kind
    assert complaints == []
    host.context.close()
    guest.context.close()


def test_a_device_that_refuses_everything_plays(server: str, chromium: Any) -> None:
    """No fonts, no sound, no buzz, nothing kept: hands come down and are judged all the same."""
    page, complaints = watched(chromium, server, PHONE)
    page.route("**/*.woff2", lambda route: route.abort())
    page.add_init_script(REFUSES)
    open_table(page, server, "slamwich", bots=["kid"], cards=FEW_FOODS, options=SWIFT, start=True)
    page.get_by_role("button", name="SLAP", exact=True).wait_for()
    assert not page.evaluate(STICKS_OUT)
    assert page.evaluate("document.fonts.check('1em Figtree Variable')") is False
    for _ in range(20):
        page.get_by_role("button", name="SLAP", exact=True).click()
        if page.locator(".word.verdict").count():
            break
        page.wait_for_timeout(300)
    page.locator(".word.verdict").wait_for()
    assert page.evaluate("refusals") > 0, "sound was never asked for"
    assert [one for one in complaints if "ERR_FAILED" not in one] == []
    page.context.close()
