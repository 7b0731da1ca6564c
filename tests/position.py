"""A position to try things on: scenarios in Python, for tests that are one line long."""

from __future__ import annotations

from slamdeck.core.dice import ScriptedDice
from slamdeck.core.kernel import Entry
from slamdeck.core.rules import VERDICT_NAMES, Rules
from slamdeck.core.scenarios import observed
from slamdeck.core.staging import begin
from slamdeck.core.views import legal_codes
from slamdeck.core.zones import HOST
from slamdeck.games import find_game


class Position:
    """A game at a given position (or freshly dealt, if none is given); by earlier rules if a version is named."""

    def __init__(
        self,
        game: str,
        seats: int,
        options: dict[str, object] | None = None,
        picks: list[int] | None = None,
        seed: int = 1,
        stacked: list[str] | None = None,
        given: dict[str, object] | None = None,
        version: int | None = None,
    ) -> None:
        info = find_game(game)
        deck = info.deck()
        dice = ScriptedDice(picks or [], seed)
        rules = info.table(seats, deck, info.read_options(options or {}, seats, version), dice, version)
        self.game = begin(rules, stacked or [], given)

    @property
    def rules(self) -> Rules:
        return self.game.rules

    def do(self, at: int, seat: int, text: str, verdict: str = "applied", clause: str = "") -> Entry:
        """Make an input (seat −1: the host) and insist on its verdict, and on its clause if one is named."""
        actor = HOST if seat < 0 else seat
        entry = self.game.input(at, actor, self.rules.read(actor, text))
        got = VERDICT_NAMES[entry.verdict]
        assert got == verdict, f"{text}: {got} ({entry.clause} {entry.why}), expected {verdict}"
        if clause:
            assert entry.clause == clause, f"{text}: {entry.clause}, expected {clause}"
        return entry

    def wait(self, at: int) -> Entry:
        return self.game.wait(at)

    def __getitem__(self, field: str) -> object:
        """A field by its scenario name: a zone row as it is written, a fact, "phase", "winners" …"""
        return observed(self.rules, field, None)

    def sizes(self, *rows: str) -> dict[str, object]:
        found = observed(self.rules, "sizes", dict.fromkeys(rows))
        assert isinstance(found, dict)
        return found

    def legal(self, seat: int) -> list[str]:
        return [self.rules.wording(seat, code) for code in legal_codes(self.rules, seat)]

    def told(self, entry: Entry) -> list[str]:
        """The names of the events that an input caused."""
        return [event.what for event in entry.told]
