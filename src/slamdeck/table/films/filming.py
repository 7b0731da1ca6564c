"""A record becomes a film: everything in it is checked on the way."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from slamdeck.core.deck import Deck
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import UsageProblem
from slamdeck.table.films.making import Camera
from slamdeck.table.films.parts import Film
from slamdeck.table.journal.reading import CheckedRecord, open_record


class Filmed(Struct, frozen=True):
    """A record that was played again, one game of it before the camera."""

    record: CheckedRecord
    camera: Camera

    @property
    def deck(self) -> Deck:
        assert self.camera.deck is not None
        return self.camera.deck

    def film(self) -> Film:
        record, camera = self.record, self.camera
        game = record.games[camera.number - 1]
        result = game.result
        return Film(
            table=record.table,
            game=record.info.slug,
            title=record.info.title,
            rules_version=game.rules_version,
            sealed=game.sealed,
            number=game.number,
            games=len(record.games),
            entries=len(record.entries),
            head=record.head,
            seats=camera.seats,
            options=camera.options,
            zones=camera.zones,
            finished=result is not None,
            places=list(result.places) if result is not None else [],
            points=list(result.points) if result is not None else [],
            reason=record.info.ending_words(result.reason, result.clause) if result is not None else "",
            clause=result.clause if result is not None else "",
            steps=camera.steps,
        )


def filmed(data: bytes, games: Mapping[str, GameInfo], place: str, number: int = 0) -> Filmed:
    """With the camera on the game of that number; 0: on the last one."""
    camera = Camera(number)
    record = open_record(data, games, place, camera.after)
    if camera.deck is None or (number and camera.number != number):
        raise UsageProblem(f"{place}: has {len(record.games)} games, not {number}")
    return Filmed(record, camera)


def make_film(data: bytes, games: Mapping[str, GameInfo], place: str, number: int = 0) -> Film:
    return filmed(data, games, place, number).film()
