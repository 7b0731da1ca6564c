"""Light, quiet and strict: the first load, other hosts, and a content security policy without exceptions."""

from __future__ import annotations

import gzip
import re
from typing import Any

from tests.browser.stage import CLIENT, PHONE, watched

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


def test_no_inline_style_works(server: str, chromium: Any) -> None:
    """The policy is in force on every page; that no board needs an exception is seen at the live tables."""
    page, _ = watched(chromium, server, PHONE)
    page.goto(server)
    page.get_by_role("button", name="Play Slamwich against bots now").wait_for()
    assert page.evaluate(INLINE) == ""
    page.context.close()
