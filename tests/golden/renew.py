"""Write golden records for games whose present rules version has none yet: `python -m tests.golden.renew`.

A golden record is never rewritten. When a rule changes, the game's rules_version goes up, a new set is written beside
the old one, and the old set must still replay. The folder `format1` holds what Slamdeck wrote before there was one
format for all records, `law1` what was judged by the first law of races, among others; nothing is added to these.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from slamdeck.core.game import GameInfo
from slamdeck.games import own_games
from slamdeck.lab.simulation import game_seed, record_game
from slamdeck.table.journal.entries import FORMAT
from slamdeck.table.journal.export import export
from slamdeck.table.journal.recording import Recording, nameless
from slamdeck.table.races.evidence import LAW
from tests.conformance.driving import play
from tests.table.evening import SHORT, Evening

# Short games, but not so short that nothing happens in them.
LIVE: dict[str, dict[str, object]] = {**SHORT, "yahtzee_hands_down": {"combo_count": 3, "reveal_ms": 500}}

HERE = Path(__file__).parent
PRESENT = HERE / f"format{FORMAT}"


def golden_path(folder: Path, info: GameInfo, version: int, name: str) -> Path:
    return folder / f"{info.slug}-v{version}-{name}.jsonl"


def a_calm_game(info: GameInfo) -> bytes:
    """Sensible play, from the deal to the end or a good way there."""
    seats = info.fewest
    return record_game(info, seats, info.deck(), info.read_options(info.simulated, seats), 2026, most=400).to_bytes()


def a_storm(info: GameInfo) -> bytes:
    """Everything at once under live options: fouls, refusals, deadlines."""
    seats = info.most
    recording = Recording(info, nameless(seats), info.read_options({}, seats), game_seed(2026, 1), info.deck())
    for _ in play(recording, 2026, 300, storm=0.5):
        pass
    return recording.to_bytes()


def a_live_game(info: GameInfo) -> bytes:
    """Two people and bots at a table: seals, races, measurements."""
    evening = Evening(info.slug, bots=max(1, info.fewest - 2), seed=2026, options=LIVE.get(info.slug, {}))
    evening.start()
    evening.play_on()
    evening.wait(2)
    return export(evening.entries)


KINDS: dict[str, Callable[[GameInfo], bytes]] = {"calm": a_calm_game, "storm": a_storm, "live": a_live_game}


def renew(folder: Path, games: dict[str, GameInfo]) -> list[str]:
    """Write what is missing; the names of the new files."""
    written: list[str] = []
    for info in games.values():
        for name, make in KINDS.items():
            path = golden_path(folder, info, info.rules_version, name)
            if not path.exists():
                path.write_bytes(make(info))
                written.append(path.name)
    return written


def renew_races(folder: Path) -> list[str]:
    """Live games with races that are judged by the present law, if there are none yet."""
    written: list[str] = []
    folder.mkdir(exist_ok=True)
    for slug, seed in (("slamwich", 7), ("hands_down", 8), ("hit_the_deck", 9)):
        path = folder / f"{slug}-v{own_games()[slug].rules_version}-live.jsonl"
        if not list(folder.glob(f"{slug}-*")):
            evening = Evening(slug, (20.0, 150.0, 90.0), bots=0, seed=seed, loss=0.02, options=LIVE[slug])
            evening.start()
            evening.play_on()
            evening.wait(2)
            path.write_bytes(export(evening.entries))
            written.append(path.name)
    return written


if __name__ == "__main__":
    for name in [*renew(PRESENT, own_games()), *renew_races(HERE / f"law{LAW}")]:
        print(f"wrote {name}")
