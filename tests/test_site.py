"""The documents as a site, without the builder that `make docs` fetches: nothing leads nowhere, every page is found."""

from __future__ import annotations

import re

import slamdeck
from make.docs import REFERENCE, gathered, navigation, reference, with_links

PAGES = gathered()


def named(entry: object) -> list[str]:
    if isinstance(entry, str):
        return [entry]
    parts = entry.values() if isinstance(entry, dict) else entry
    return [name for part in parts for name in named(part)]  # type: ignore[attr-defined]


def test_every_page_is_in_the_menu_and_every_entry_is_a_page() -> None:
    assert sorted(named(navigation(PAGES))) == sorted([*PAGES, REFERENCE])


def test_every_link_of_the_site_leads_to_a_page_a_picture_or_is_none() -> None:
    for name, source in PAGES.items():
        text = re.sub(r"^```.*?^```", "", with_links(source.read_text("utf-8"), source, name, PAGES), flags=re.M | re.S)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            place = target.partition("#")[0]
            if place and "://" not in place and not place.startswith("mailto:"):
                assert place.endswith((".md", ".png", ".svg", ".jpg", ".webp")), f"{name}: {target}"
                assert ".." not in place.replace("../", ""), f"{name}: {target}"


def test_the_reference_has_everything_that_the_front_door_offers() -> None:
    page = reference()
    for name in slamdeck.OFFERED:
        assert f"## `{name}`" in page
