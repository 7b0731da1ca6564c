"""The cards of a box, for pages that show and change them: every question says it all, the loader answers."""

from __future__ import annotations

from typing import Final

from slamdeck.core.deck import Deck
from slamdeck.core.game import GameInfo
from slamdeck.core.own_cards import blocks_of, box_totals, cards_of, deck_text
from slamdeck.core.problems import Problem
from slamdeck.server.http.answers import DeckShown, DeckWanted, FamilyShown
from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.http.games_shown import catalogue_of, kind_shown, verbs_of
from slamdeck.server.tables.alarms import micros
from slamdeck.server.tables.hosted import RunningTable
from slamdeck.table.messages import SetDeck
from slamdeck.table.requests import YOUR_CARDS
from slamdeck.table.state import PLAYING, SEALING

YOUR_FILE: Final = "your file"


def house_deck(info: GameInfo) -> DeckShown:
    return shown(info, info.house_deck)


def table_deck(table: RunningTable) -> DeckShown:
    """What a table is played with: for boards that draw its cards, and for everybody before the deal."""
    state = table.live.state
    deck = state.deck
    return shown(state.info, deck, with_verbs=True)


def checked(info: GameInfo, wanted: DeckWanted) -> DeckShown:
    """Do these cards add up? If not, the answer is one sentence."""
    try:
        deck = deck_wanted(info, wanted)
        info.most_with(deck)
    except Problem as problem:
        return DeckShown(fits=False, why=str(problem))
    return shown(info, deck)


def deck_wanted(info: GameInfo, wanted: DeckWanted) -> Deck:
    if wanted.toml is not None:
        return info.deck_written(wanted.toml, YOUR_FILE)
    return info.house_deck if wanted.cards is None else info.deck_of(wanted.cards, YOUR_CARDS)


def lay_out(table: RunningTable, person: str, wanted: DeckWanted) -> DeckShown:
    """The host's cards on the table. Whatever is wrong with them is found before the table hears of it."""
    state = table.live.state
    if person != state.host:
        raise Refusing(No.NOT_HOST)
    if state.phase in (PLAYING, SEALING):
        raise Refusing(No.BEGUN, "the game has begun; other cards are for the next one")
    found = checked(state.info, wanted)
    if not found.fits:
        raise Refusing(No.BAD_DECK, found.why)
    if person not in table.wires:
        raise Refusing(No.NOT_JOINED)
    cards = wanted.cards if wanted.toml is None else cards_of(deck_wanted(state.info, wanted))
    table.receive(micros(), person, SetDeck(cards))
    return found


def shown(info: GameInfo, deck: Deck, with_verbs: bool = False) -> DeckShown:
    return DeckShown(
        cards=deck.size,
        most=info.most_with(deck),
        kinds=[kind_shown(info, kind) for kind in deck.kinds],
        families=families_of(info, deck),
        verbs=verbs_of(catalogue_of(info, deck, info.most_with(deck))) if with_verbs else [],
        toml=deck_text(deck.data),
    )


def families_of(info: GameInfo, deck: Deck) -> list[FamilyShown]:
    """Those that can be in play, in the order of the game's own deck."""
    usual, now = box_totals(info.own_deck), box_totals(deck)
    points: dict[str, object] = {}
    for block in blocks_of(info.own_deck.data):
        points.setdefault(str(block["family"]), block.get("points", 0))
    return [
        FamilyShown(
            name=family,
            attributes=list(info.families[family]),
            points_from=str(points[family]) if isinstance(points[family], str) else "",
            cards=now.get(family, 0),
            usual=count,
        )
        for family, count in usual.items()
    ]
