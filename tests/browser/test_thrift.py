"""Light, quiet and strict: the first load, other hosts, and a content security policy without exceptions."""

from __future__ import annotations

import gzip
import re
from typing import Any

from slamdeck.games import all_games
from tests.browser.stage import CLIENT, PHONE, open_table, serving, watched

# A planted inline style must not work: proof that the policy is in force.
INLINE = """() => {
  const planted = document.createElement("div");
  planted.innerHTML = '<i style="--planted: yes"></i>';
  document.body.append(planted);
  return getComputedStyle(planted.firstChild).getPropertyValue("--planted").trim();
}"""
LIMIT = 200_000  # bytes of script and style, compressed


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


def test_a_strict_policy_breaks_nothing(chromium: Any) -> None:
    """No inline script and no inline style: every board and the invitation come up without a complaint."""
    with serving("--memory") as address:
        page, complaints = watched(chromium, address, PHONE)
        policies: list[str] = []
        page.on("response", lambda answer: policies.append(answer.headers.get("content-security-policy", "")))
        for slug, info in all_games().items():
            open_table(page, address, slug, bots=["casual"] * (info.fewest - 1), start=True)
            page.locator("[data-move], [data-step]").first.wait_for(state="attached")
            page.wait_for_timeout(300)
            page.get_by_role("button", name="Menu").click()
            page.get_by_role("button", name="Invite").click()
            page.get_by_text("Scan, pick a name").wait_for()
        seen = list(complaints)
        assert page.evaluate(INLINE) == "", "the strict policy was not in force"
        page.context.close()
    assert any("style-src 'self'" in policy for policy in policies)
    assert not any("unsafe-inline" in policy for policy in policies)
    assert seen == []
