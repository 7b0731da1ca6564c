"""Write golden records for games whose current rules version has none yet: `python -m tests.golden.renew`.

A golden record is never rewritten. When a rule changes, the game's rules_version goes up, a new set is written, and the
old set must still replay.
"""

from __future__ import annotations

from pathlib import Path

from slamdeck.core.game import GameInfo
from slamdeck.core.records import Recording
from slamdeck.games import all_games
from slamdeck.lab.simulation import game_seed, record_game
from tests.conformance.driving import play

HERE = Path(__file__).parent


def golden_path(info: GameInfo, name: str) -> Path:
    return HERE / f"{info.slug}-v{info.rules_version}-{name}.jsonl"


def a_calm_game(info: GameInfo) -> bytes:
    """Sensible play, from the deal to the end or a good way there."""
    seats = info.fewest
    return record_game(info, seats, info.deck(), info.read_options(info.simulated, seats), 2026, most=400).to_bytes()


def a_storm(info: GameInfo) -> bytes:
    """Everything at once under live options: fouls, refusals, deadlines."""
    seats = info.most
    recording = Recording(info, seats, info.read_options({}, seats), game_seed(2026, 1), info.deck().data)
    for entry in play(recording.game, 2026, 300, storm=0.5):
        recording.write(entry)
    return recording.to_bytes()


if __name__ == "__main__":
    for game in all_games().values():
        for name, make in (("calm", a_calm_game), ("storm", a_storm)):
            path = golden_path(game, name)
            if not path.exists():
                path.write_bytes(make(game))
                print(f"wrote {path.name}")
