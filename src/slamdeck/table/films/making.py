"""The camera of a film: a record is played again, and after every entry of one game all eyes look at the table.

Legal moves and running clocks are left out: nobody moves anything in a film.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from slamdeck.core.deck import Deck
from slamdeck.core.events import Event
from slamdeck.core.places import HIDDEN
from slamdeck.core.rules import APPLIED, Rules
from slamdeck.core.sights import Told
from slamdeck.core.views import heard
from slamdeck.core.zones import FACE_NAMES, HOST, PUBLIC
from slamdeck.table.films.parts import ALL_OPEN, FilmSeat, FilmStep, Frame, OwnFrame, ZoneChange
from slamdeck.table.films.racing import PlainRaces, race_of, with_late_hand, with_plain_hand
from slamdeck.table.journal.entries import Dealt, Decided, JournalEntry, Passed, Played, Raced, Seated, Seeded
from slamdeck.table.messages import Race
from slamdeck.table.races.evidence import Goal
from slamdeck.table.state import VOID, WITHHELD, TableState


class Camera:
    """Looks at a table after every entry of one game; 0: of every game, and the last one stays."""

    def __init__(self, number: int) -> None:
        self.wanted = number
        self.number = 0
        self.dealt = 0  # games so far
        self.deck: Deck | None = None
        self.deck_mark = ""  # if it is another than the game's own
        self.seats: list[FilmSeat] = []
        self.options: dict[str, object] = {}
        self.zones: list[str] = []
        self.steps: list[FilmStep] = []
        self.eyes: list[FilmEyes] = []
        self.names: list[str] = []
        self.plain = PlainRaces()
        self.is_plain = False
        self.undecided: tuple[Race, int] | None = None  # a race whose outcome the game has not told yet, and its band
        self.raced = -1  # the latest step with a race

    def after(self, state: TableState, seq: int, entry: JournalEntry) -> None:
        if isinstance(entry, Dealt | Seeded):
            self.dealt += 1
            if self.wanted in (0, self.dealt):
                self.begin(state, seq, isinstance(entry, Seeded))
        elif self.number != self.dealt:
            return
        elif isinstance(entry, Played):
            self.played(state, seq, entry)
        elif isinstance(entry, Passed):
            assert state.line is not None
            self.add(state, FilmStep(at=entry.at, entry=seq), state.line.told, -1, False, False)
        elif isinstance(entry, Decided | Raced):
            if entry.record is not None:
                self.undecided = (race_of(entry.record, entry.drawn), entry.record.band)
        elif isinstance(entry, Seated):
            self.names = [seat.name for seat in entry.seats]

    def begin(self, state: TableState, seq: int, plain: bool) -> None:
        assert state.game is not None
        rules = state.rules
        self.number = self.dealt
        self.deck, self.deck_mark = rules.deck, state.deck_mark
        self.seats = [FilmSeat(seat.name, seat.bot) for seat in state.seats]
        self.names = []
        self.options = dict(state.options)
        self.zones = rules.layout.zone_names()
        self.steps = []
        self.eyes = [FilmEyes(seat) for seat in [int(PUBLIC), *range(len(state.seats)), ALL_OPEN]]
        self.plain = PlainRaces()
        self.is_plain = plain
        self.undecided, self.raced = None, -1
        self.add(state, FilmStep(at=int(rules.now), entry=seq), state.game.opening, -1, False, False)

    def played(self, state: TableState, seq: int, entry: Played) -> None:
        """A hand that was withheld never reached the rules; it came all the same."""
        withheld = entry.verdict in WITHHELD
        line = None if withheld else state.line
        catalogue = state.rules.catalogue
        is_hand = 0 <= entry.action < catalogue.size and catalogue.is_hand(entry.action)
        step = FilmStep(
            at=entry.at,
            entry=seq,
            seat=-1 if entry.seat == HOST else entry.seat,
            do=entry.do,
            verdict=entry.verdict,
            clause=entry.clause,
            why=entry.why or (line.why if line is not None else ""),
        )
        applied = line is not None and int(line.verdict) == APPLIED
        if entry.judged is not None and self.raced >= 0:
            self.hand_after(self.steps[self.raced], with_late=entry)
        elif self.is_plain and is_hand and not applied and self.raced >= 0:
            self.plain_hand_after(entry)
        self.add(state, step, line.told if line is not None else [], entry.seat, is_hand, applied)

    def hand_after(self, step: FilmStep, with_late: Played) -> None:
        judged = with_late.judged
        if step.race is not None and judged is not None and judged.event == step.race.n:
            self.steps[self.raced] = structs.replace(step, race=with_late_hand(step.race, judged))

    def plain_hand_after(self, entry: Played) -> None:
        """If nothing but hands came since the race."""
        step = self.steps[self.raced]
        since = self.steps[self.raced + 1 :]
        if step.race is None or any(one.verdict == "applied" or not one.do for one in since):
            return
        first = step.race.times[0].reaction
        if first is not None and entry.at - step.at < 1500:
            late = with_plain_hand(step.race, entry.seat, first // 1000 + entry.at - step.at)
            self.steps[self.raced] = structs.replace(step, race=late)

    def add(
        self, state: TableState, step: FilmStep, told: Sequence[Event], seat: int, is_hand: bool, applied: bool
    ) -> None:
        rules = state.rules
        frames = [eyes.look(rules, told) for eyes in self.eyes]
        public = frames[0]
        own = [OwnFrame(eyes.seat, frame) for eyes, frame in zip(self.eyes, frames, strict=True) if frame != public]
        race: Race | None = None
        band = 0
        if self.is_plain and self.steps:
            race = self.plain.after(rules, step.at, seat, is_hand, applied, bool(told))
        elif self.undecided is not None and (told or step.verdict == VOID):
            decided, wide = self.undecided
            self.undecided = None
            # Hands that were all withheld have decided nothing, whatever happens next.
            if is_hand or decided.goal is Goal.LAST_LOSES:
                race, band = decided, wide
        if race is not None:
            self.raced = len(self.steps)
        names, self.names = self.names, []
        over = bool(rules.over)
        step = structs.replace(step, race=race, band=band, names=names, over=over, public=public, own=own)
        self.steps.append(step)


def is_race(step: FilmStep) -> bool:
    """A hand that slapped at nothing was alone in its race, and is a foul."""
    return step.race is not None and step.verdict != "foul"


def frame_for(step: FilmStep, eyes: int) -> Frame:
    return next((own.frame for own in step.own if own.eyes == eyes), step.public)


class FilmEyes:
    """What one pair of eyes has seen so far."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.cards: list[list[str | None]] = []
        self.faces: list[str] = []
        self.facts: dict[str, object] = {}
        self.phase = ""

    def look(self, rules: Rules, told: Sequence[Event]) -> Frame:
        """What has changed since."""
        open_eyes = self.seat == ALL_OPEN
        names = rules.deck.card_names
        cards = everything(rules, names) if open_eyes else rules.cards.seen_by(self.seat, names)
        faces = [FACE_NAMES[face] for face in rules.cards.faces()]
        before = self.cards or [[] for _ in cards]
        faces_before = self.faces or ["" for _ in faces]
        zones = [
            change(zone, before[zone], cards[zone], faces[zone] if faces[zone] != faces_before[zone] else "")
            for zone in range(len(cards))
            if cards[zone] != before[zone] or faces[zone] != faces_before[zone]
        ]
        facts, phase = rules.facts(int(PUBLIC) if open_eyes else self.seat), rules.phase()
        frame = Frame(
            told=[heard_openly(rules, event) if open_eyes else heard(rules, event, self.seat) for event in told],
            zones=zones,
            facts={name: fact for name, fact in facts.items() if name not in self.facts or self.facts[name] != fact},
            gone=[name for name in self.facts if name not in facts],
            phase=phase if phase != self.phase else "",
        )
        self.cards, self.faces, self.facts, self.phase = cards, faces, facts, phase
        return frame


def everything(rules: Rules, names: list[str]) -> list[list[str | None]]:
    """Every card, whoever may see it."""
    cards = rules.cards
    found: list[list[str | None]] = []
    for zone in range(len(cards.faces())):
        found.append([names[int(cards.at(zone, index))] for index in range(int(cards.size(zone)))])
    return found


def heard_openly(rules: Rules, event: Event) -> Told:
    told = heard(rules, event, int(PUBLIC))
    return told if event.card == HIDDEN else structs.replace(told, card=rules.deck.card_names[int(event.card)])


def change(zone: int, before: list[str | None], now: list[str | None], face: str) -> ZoneChange:
    keep = 0
    while keep < len(before) and keep < len(now) and before[keep] == now[keep]:
        keep += 1
    then: list[str | int] = []
    for card in now[keep:]:
        if card is not None:
            then.append(card)
        elif then and isinstance(then[-1], int):
            then[-1] += 1
        else:
            then.append(1)
    return ZoneChange(zone, keep, then, face)
