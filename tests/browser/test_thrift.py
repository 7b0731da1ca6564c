"""Light, quiet and strict: the first load, other hosts, and a content security policy without exceptions."""

from __future__ import annotations

import re
from typing import Any

from tests.browser.stage import PHONE, watched

# A planted inline style must not work: proof that the policy is in force.
INLINE = """() => {
  const planted = document.createElement("div");
  planted.innerHTML = '<i style="--planted: yes"></i>';
  document.body.append(planted);
  return getComputedStyle(planted.firstChild).getPropertyValue("--planted").trim();
}"""
LIMIT = 200_000  # bytes, as they come over the line


def fetched_so_far(answers: list[Any]) -> int:
    return sum(int(answer.request.sizes()["responseBodySize"]) for answer in answers)


def test_the_first_load_is_small(server: str, chromium: Any) -> None:
    """The start page with everything that it needs; then script and style on the way to a table of Slamwich."""
    page, _ = watched(chromium, server, PHONE)
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(server)
    play = page.get_by_role("button", name="Play Slamwich against bots now")
    play.wait_for()
    page.wait_for_load_state("networkidle")
    assert any(answer.url.endswith(".woff2") for answer in answers)
    assert 50_000 < fetched_so_far(answers) < LIMIT
    play.click()
    page.get_by_role("button", name="SLAP", exact=True).wait_for()
    assert fetched_so_far([answer for answer in answers if re.search(r"\.(js|css)$", answer.url)]) < LIMIT
    page.context.close()


def test_no_inline_style_works(server: str, chromium: Any) -> None:
    """The policy is in force on every page; that no board needs an exception is seen at the live tables."""
    page, _ = watched(chromium, server, PHONE)
    page.goto(server)
    page.get_by_role("button", name="Play Slamwich against bots now").wait_for()
    assert page.evaluate(INLINE) == ""
    page.context.close()
