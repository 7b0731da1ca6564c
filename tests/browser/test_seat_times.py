"""How a seat's times are found: the host chooses, that seat is told, nobody else learns of it."""

from __future__ import annotations

from typing import Any

from tests.browser.stage import PHONE, open_table, sit_down, watched

ABOUT = "your times are estimated"


def test_the_host_chooses_and_only_that_seat_is_told(server: str, chromium: Any) -> None:
    host, complaints = watched(chromium, server, PHONE)
    code = open_table(host, server, "slamwich")
    far, _ = watched(chromium, server, PHONE)
    sit_down(far, f"{server}/t/{code}", "Far")
    other, _ = watched(chromium, server, PHONE)
    sit_down(other, f"{server}/t/{code}", "Other")

    host.get_by_role("button", name="Far").first.click()
    host.get_by_text("How this hand is timed").click()
    host.get_by_role("radio", name="estimated").check()
    host.get_by_role("dialog").get_by_text("The host has chosen: Far's times are estimated.").wait_for()
    host.get_by_role("button", name="Close").click()
    host.get_by_text("≈ estimated times").wait_for()
    far.get_by_text("≈ estimated times").wait_for()
    far.get_by_role("button", name="Far").first.click()
    far.get_by_role("dialog").get_by_text(ABOUT).wait_for()
    assert far.get_by_role("radio").count() == 0, "only the host chooses"
    # Whatever the other one would have been told has long come: it has seen the table since.
    other.get_by_role("button", name="I am ready").click()
    other.get_by_role("button", name="Wait, not ready").wait_for()
    assert other.get_by_text("estimated").count() == 0

    host.get_by_role("button", name="Far").first.click()
    host.get_by_role("radio", name="measured").check()
    host.get_by_role("button", name="Close").click()
    host.get_by_text("≈ estimated times").wait_for(state="detached")
    assert complaints == []
    for page in (host, far, other):
        page.context.close()
