"""Digests of many games of every game found: the same compiled and uncompiled, or the build is wrong.

Run as a program it prints them as JSON, so that a test can ask an uncompiled copy of the package.
"""

from __future__ import annotations

import hashlib
import json
import sys

from slamdeck.games import all_games
from slamdeck.lab.simulation import game_seed, record_game
from slamdeck.table.journal.recording import Recording, nameless
from tests.conformance.driving import play


def digests(seeds: int) -> dict[str, str]:
    """Sensible games in simulated time, and storms of legal and illegal inputs under live options."""
    found: dict[str, str] = {}
    for slug, info in all_games().items():
        deck = info.deck()
        for seed in range(seeds):
            seats = info.fewest + seed % (info.most - info.fewest + 1)
            simulated = info.read_options(info.simulated, seats)
            record = record_game(info, seats, deck, simulated, seed, most=150).to_bytes()
            recording = Recording(info, nameless(seats), info.read_options({}, seats), game_seed(seed, 7), deck)
            for _ in play(recording, seed, 60, storm=0.5):
                pass
            digest = hashlib.sha256(record + recording.to_bytes())
            digest.update(repr(recording.rules.truth()).encode())
            found[f"{slug} {seed}"] = digest.hexdigest()
    return found


if __name__ == "__main__":
    print(json.dumps(digests(int(sys.argv[1]))))
