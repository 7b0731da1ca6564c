"""Light, quiet and strict: the first load, other hosts, and a content security policy without exceptions."""

from __future__ import annotations

import gzip
import re
from typing import Any

from slamdeck.games import all_games
from tests.browser.stage import CLIENT, PHONE, open_table, watched

LIMIT = 200_000  # bytes of script and style, compressed
STRICT = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " \
         "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'"  # fmt: skip


def test_the_first_load_is_small(server: str, chromium: Any) -> None:
    """The start page and the way to a table of Slamwich."""
    page, _ = watched(chromium, server, PHONE)
    fetched: list[str] = []
    page.on("response", lambda answer: fetched.append(answer.url))
    page.goto(server)
    page.get_by_role("button", name="Play Slamwich against bots now").click()
    page.get_by_role("button", name="SLAP").wait_for()
    files = {url.rpartition("/")[2] for url in fetched if re.search(r"\.(js|css)$", url)}
    weight = sum(
        len(gzip.compress((CLIENT.parent / "assets" / name).read_bytes(), 6)) for name in files if name != "worker.js"
    )
    assert files
    assert weight < LIMIT
    page.context.close()


def test_a_strict_policy_breaks_nothing(server: str, chromium: Any) -> None:
    """No inline script, no inline style, no other host: every board comes up without a complaint."""
    page, complaints = watched(chromium, server, PHONE)
    page.route("**/*", stricter)
    for slug, info in all_games().items():
        open_table(page, server, slug, bots=["casual"] * (info.fewest - 1), start=True)
        page.locator("[data-move], [data-step]").first.wait_for(state="attached")
        page.wait_for_timeout(300)
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Invite").click()
        page.get_by_text("Scan, pick a name").wait_for()
    assert complaints == []
    page.context.close()


def stricter(route: Any) -> None:
    if route.request.resource_type != "document":
        route.continue_()
        return
    answer = route.fetch()
    route.fulfill(response=answer, headers={**answer.headers, "content-security-policy": STRICT})
