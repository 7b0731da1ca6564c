"""A film shows every pair of eyes what it saw, no more and no less, and names every race."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from slamdeck.cli import main
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.core.views import view_of
from slamdeck.core.zones import PUBLIC
from slamdeck.games import all_games
from slamdeck.server.http.answers import FilmShown
from slamdeck.table.films.filming import Filmed, make_film
from slamdeck.table.films.making import Camera, frame_for, is_race
from slamdeck.table.films.parts import ALL_OPEN, Film, Frame
from slamdeck.table.journal.entries import Dealt, Decided, JournalEntry, Raced, Seeded
from slamdeck.table.journal.reading import open_record
from slamdeck.table.races.evidence import Goal
from slamdeck.table.state import TableState
from tests.golden.test_golden import RECORDS, id_of

GAMES = all_games()
ALL_PROMISED = [
    path
    for path in RECORDS
    if (earlier := GAMES[path.stem.split("-")[0]].earlier_version(int(path.stem.split("-")[1][1:]))) is None
    or earlier.promised
]
GOLDEN = RECORDS[0].parents[1]
SLAMWICH = GOLDEN / "format2" / "slamwich-v1-live.jsonl"


class Screen:
    """A page that shows a film: what it has after every step."""

    def __init__(self, film: Film) -> None:
        self.cards: list[list[str | None]] = [[] for _ in film.zones]
        self.faces = ["" for _ in film.zones]
        self.facts: dict[str, object] = {}
        self.phase = ""

    def show(self, frame: Frame) -> None:
        for change in frame.zones:
            cards = self.cards[change.zone][: change.keep]
            for card in change.then:
                cards += [card] if isinstance(card, str) else [None] * card
            self.cards[change.zone] = cards
            self.faces[change.zone] = change.face or self.faces[change.zone]
        self.facts = {name: fact for name, fact in {**self.facts, **frame.facts}.items() if name not in frame.gone}
        self.phase = frame.phase or self.phase


class Witness:
    """Notes what every seat's view really was after each step."""

    def __init__(self) -> None:
        self.camera = Camera(0)
        self.seen: list[list[object]] = []

    def after(self, state: TableState, seq: int, entry: JournalEntry) -> None:
        self.camera.after(state, seq, entry)
        steps = len(self.camera.steps)
        if isinstance(entry, Dealt | Seeded):
            self.seen = []
        if steps > len(self.seen):
            self.seen.append([look(state, seat) for seat in [*range(len(state.seats)), int(PUBLIC)]])


def look(state: TableState, seat: int) -> object:
    view = view_of(state.rules, seat)
    return ([zone.cards for zone in view.zones], [zone.face for zone in view.zones], view.facts, view.phase)


@pytest.mark.parametrize("path", [path for path in ALL_PROMISED if "storm" not in path.stem], ids=id_of)
def test_a_film_shows_everybody_what_they_saw_and_nothing_else(path: Path) -> None:
    witness = Witness()
    record = open_record(path.read_bytes(), GAMES, "the record", witness.after)
    film = Filmed(record, witness.camera).film()
    assert len(film.steps) == len(witness.seen)
    eyes = [*range(len(film.seats)), int(PUBLIC)]
    screens = [Screen(film) for _ in eyes]
    for step, seen in zip(film.steps, witness.seen, strict=True):
        for screen, one, real in zip(screens, eyes, seen, strict=True):
            screen.show(frame_for(step, one))
            assert (screen.cards, screen.faces, screen.facts, screen.phase) == real
    everything = Screen(film)
    for step in film.steps:
        everything.show(frame_for(step, ALL_OPEN))
        assert not any(card is None for zone in everything.cards for card in zone), "nothing is hidden from all eyes"


def test_every_race_that_counted_is_in_the_film_with_everybodys_times() -> None:
    for path in (SLAMWICH, GOLDEN / "format1" / "slamwich-v1-live.jsonl"):
        record = open_record(path.read_bytes(), GAMES, "the record")
        decided = [one for one in record.entries if isinstance(one, Decided | Raced) and one.record is not None]
        film = make_film(path.read_bytes(), GAMES, "the record")
        races = [step for step in film.steps if is_race(step)]
        assert 0 < len(races) <= len(decided)
        for step in races:
            assert step.race is not None
            assert step.seat in step.race.seats or step.race.goal is Goal.LAST_LOSES
            assert step.band > 0
            assert any(time.arrived is not None for time in step.race.times)


def test_games_of_the_lab_have_races_too() -> None:
    film = make_film((GOLDEN / "format2" / "hit_the_deck-v2-calm.jsonl").read_bytes(), GAMES, "the record")
    races = [step.race for step in film.steps if step.race is not None]
    assert races
    assert all(race.goal is Goal.LAST_LOSES and len(race.times) == len(film.seats) for race in races)


def test_a_film_is_of_one_game_and_of_a_record_that_fits() -> None:
    data = SLAMWICH.read_bytes()
    assert make_film(data, GAMES, "the record", 1).number == 1
    with pytest.raises(UsageProblem, match="has 1 games, not 2"):
        make_film(data, GAMES, "the record", 2)
    with pytest.raises(CheckFailed, match=r"line \d+"):
        make_film(data.replace(b"applied", b"applies", 1), GAMES, "the record")


def test_the_command_gives_the_film_to_programs() -> None:
    given = CliRunner().invoke(main, ["replay", "--film", str(SLAMWICH)])
    shown = msgspec.json.decode(given.stdout_bytes, type=FilmShown)
    assert shown.deck is None
    assert shown.film.game == "slamwich"
    assert shown.film.steps[-1].over


def test_a_replay_in_the_terminal_reads_like_a_commentary() -> None:
    told = CliRunner().invoke(main, ["replay", "--tell", str(SLAMWICH)]).output
    assert told.startswith("Slamwich, TABLE1: Person p0, Person p1, Ada (quick)\n")
    assert "Person p1 takes the pile: 6 cards. [SW-30]" in told
    assert "It ends because" in told
    race = CliRunner().invoke(main, ["replay", "--race", "1", str(SLAMWICH)]).output
    assert "Race 1: Person p1 first." in race
    assert "ms  ▇" in race
    assert len(race.splitlines()) < 12
    for eyes, code in (("0", 0), ("public", 0), ("9", 2), ("nobody", 2)):
        done = CliRunner().invoke(main, ["replay", "--tell", "--eyes", eyes, str(SLAMWICH)])
        assert done.exit_code == code, eyes
