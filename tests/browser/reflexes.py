"""Reflexes of somebody who never was, and how a page takes them in."""

from __future__ import annotations

import json
import random
import time
from typing import Any


def take_in(page: Any, data: bytes) -> None:
    """On the page of one's reflexes."""
    file = {"name": "mine.json", "mimeType": "application/json", "buffer": data}
    page.get_by_label("Take in a file").set_input_files(file)
    page.get_by_text("games are here now").wait_for()


def made_up_reflexes(roll: random.Random) -> bytes:
    """Sixteen weeks of somebody who gets quicker."""
    week, now = 7 * 86_400_000, round(time.time() * 1000)

    def times(hands: int, usual: int) -> list[int]:
        return [round(max(180, roll.gauss(usual, 40) + roll.expovariate(1 / 50))) for _ in range(hands)]

    games: list[dict[str, object]] = []
    for number in range(64):
        slug = roll.choice(["slamwich"] * 4 + ["hands_down"] * 2 + ["hit_the_deck", "yahtzee_hands_down", "lowdown"])
        usual = 300 + 6 * (15 - number // 4)
        raced = {
            "slamwich": {"pile": times(8, usual), "thief": times(2, usual + 90)},
            "hands_down": {"all": times(9, usual - 30)},
            "hit_the_deck": {"all": times(4, usual + 30)},
        }.get(slug, {})
        fakes = {"seen": 5, "fallen": roll.choice([0, 1]), "landed": 1} if slug == "hands_down" else {}
        games.append(
            {
                "id": f"{number} 1",
                "at": now - (15 - number // 4) * week,
                "game": slug,
                "table": f"T{number}",
                "seats": 4,
                "place": roll.choice([1, 1, 2, 3, 4]),
                "times": raced,
                "won": 4 if raced else 0,
                "slips": roll.choice([0, 0, 1]),
                "fakes": fakes or {"seen": 0, "fallen": 0, "landed": 0},
                "closest": roll.randint(4, 90) if raced else None,
            }
        )
    return json.dumps({"slamdeck": "reflexes", "version": 1, "games": games}).encode()
