"""The page opens the record of any game: of the lab or of another table, in today's format or the first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.browser.stage import PHONE, open_table, watched

GOLDEN = Path(__file__).parents[1] / "golden"


def test_the_page_checks_the_record_of_any_game(server: str, chromium: Any, tmp_path: Path) -> None:
    page, complaints = watched(chromium, server, PHONE)
    open_table(page, server, "slamwich", bots=["casual"], start=True)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Check this game").click()
    field = page.get_by_label("Check a record")
    for name in ("format1/lowdown-v1-calm", "format1/lowdown-v1-live", "format2/lowdown-v1-calm"):
        field.set_input_files(GOLDEN / f"{name}.jsonl")
        page.get_by_text("every one of them as it is written").wait_for()
    field.set_input_files(GOLDEN / "format2/lowdown-v1-live.jsonl")
    page.get_by_text("won because").wait_for()
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes((GOLDEN / "format2/lowdown-v1-live.jsonl").read_bytes().replace(b"applied", b"applies", 1))
    field.set_input_files(broken)
    page.get_by_text("does not fit its place in the chain").wait_for()
    assert complaints == []
    page.context.close()
