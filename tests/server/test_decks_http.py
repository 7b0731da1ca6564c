"""Cards of somebody's own box: looked at, checked, laid out at a table, told to all, kept, recorded and verified."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from slamdeck.core.counted_cards import CardsOfAKind
from slamdeck.core.game import GameInfo
from slamdeck.core.own_cards import cards_of, deck_text
from slamdeck.games import all_games
from slamdeck.measure.client import Client, ServerSaidNo
from slamdeck.server.config import Limits
from slamdeck.server.http.answers import DeckShown
from slamdeck.server.http.limits import Rate
from slamdeck.table import messages as say
from tests.conformance.driving import every_game
from tests.server.evening import base_of, listening, play, serving, until

SLAMWICH = all_games()["slamwich"]


def with_one_more(info: GameInfo, by: int = 2) -> list[CardsOfAKind]:
    """The game's own cards, with so many more of the first kind."""
    first, *others = cards_of(info.own_deck)
    return [msgspec.structs.replace(first, copies=first.copies + by), *others]


def built(cards: list[CardsOfAKind]) -> object:
    return msgspec.to_builtins(cards)


async def shown(client: Client, path: str, body: dict[str, object] | None = None) -> DeckShown:
    data = await (client.get(path) if body is None else client.post(path, body))
    return msgspec.json.decode(data, type=DeckShown)


async def refused(client: Client, path: str, body: dict[str, object]) -> tuple[int, str, str]:
    with pytest.raises(ServerSaidNo) as caught:
        await client.post(path, body)
    return caught.value.status, caught.value.error, caught.value.why


@every_game
def test_a_page_is_shown_every_kind_and_told_at_once_what_does_not_add_up(info: GameInfo) -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            here = f"/api/decks/{info.slug}"
            house = await shown(ann, here)
            assert house.cards == info.own_deck.size
            assert house.most == info.most
            assert [kind.name for kind in house.kinds] == info.own_deck.names()
            assert sum(family.cards for family in house.families) == house.cards
            more = await shown(ann, here, {"cards": built(with_one_more(info))})
            assert (more.fits, more.cards) == (True, house.cards + 2)
            again = await shown(ann, here, {"toml": more.toml})
            assert again == more
            nothing = await shown(ann, here, {"cards": []})
            assert not nothing.fits
            assert nothing.why.startswith("your cards: ")
            garbled = await shown(ann, here, {"toml": "game = "})
            assert garbled.why.startswith("your file: is not valid TOML")

    play(evening)


def test_the_host_lays_cards_out_and_everybody_is_told() -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann, Client(base_of(server), "Bob") as bob:
            code = await ann.open("slamwich")
            await ann.connect()
            await bob.join(code)
            await bob.connect()
            here = f"/api/tables/{code}/deck"
            cards: dict[str, object] = {"cards": built(with_one_more(SLAMWICH))}
            assert (await refused(bob, here, cards))[:2] == (403, "not_host")
            status, error, why = await refused(ann, here, {"cards": []})
            assert (status, error) == (400, "bad_deck")
            assert "needs at least one" in why
            assert (await shown(ann, here)).cards == 55
            async with listening(ann, bob):
                assert (await shown(ann, here, cards)).cards == 57
                await until(lambda: all(one.table is not None and one.table.deck != "" for one in (ann, bob)))
                assert (await shown(bob, here)).cards == 57
                await ann.post(here, {})  # the usual cards again
                await until(lambda: bob.table is not None and bob.table.deck == "")
                file = (await shown(ann, "/api/decks/slamwich", cards)).toml
                assert (await shown(ann, here, {"toml": file})).cards == 57
                await until(lambda: bob.table is not None and bob.table.deck != "")
                assert (await shown(bob, here)).cards == 57

    play(evening)


def test_cards_that_were_laid_out_outlive_the_server(tmp_path: Path) -> None:
    db = tmp_path / "slamdeck.db"

    async def evening() -> None:
        async with serving(db) as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
            await ann.connect()
            async with listening(ann):
                await ann.post(f"/api/tables/{code}/deck", {"cards": built(with_one_more(SLAMWICH))})
                await until(lambda: ann.table is not None and ann.table.deck != "")
        async with serving(db) as server, Client(base_of(server), "Bob") as bob:
            assert (await shown(bob, f"/api/tables/{code}/deck")).cards == 57

    play(evening)


def test_a_table_is_opened_with_the_cards_of_its_host_or_of_the_house(tmp_path: Path) -> None:
    box = tmp_path / "box.toml"
    house = SLAMWICH.deck_of(with_one_more(SLAMWICH, 6), "the house")

    async def evening() -> None:
        box.write_text(deck_text(house.data), encoding="utf-8")
        async with serving(decks=(box,)) as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("slamwich")
            assert (await shown(ann, f"/api/tables/{code}/deck")).cards == 61
            code = await ann.open("slamwich", cards=built(with_one_more(SLAMWICH)))
            assert (await shown(ann, f"/api/tables/{code}/deck")).cards == 57
            status, error, _ = await refused(ann, "/api/tables", {"game": "slamwich", "name": "Ann", "cards": []})
            assert (status, error) == (400, "bad_deck")

    play(evening)


def test_too_few_cards_for_a_company_are_noticed_before_the_deal() -> None:
    async def evening() -> None:
        lowdown = all_games()["lowdown"]
        few = [
            msgspec.structs.replace(one, copies=1 if one.family == "number" and i < 30 else min(one.copies, 1))
            for i, one in enumerate(cards_of(lowdown.own_deck))
            if one.family != "number" or i < 30
        ]
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            code = await ann.open("lowdown", bots=["quick"] * 5, cards=built(few))
            await ann.connect()
            async with listening(ann):
                await ann.tell(say.Start())
                await until(lambda: any(isinstance(one, say.Refused) for one in ann.heard))
            [told] = [one for one in ann.heard if isinstance(one, say.Refused)]
            assert "6 players need at least 56 cards" in told.why
            assert (await shown(ann, f"/api/tables/{code}/deck")).most == 3

    play(evening)


HOSTILE = [
    {"cards": [{"family": "food", "values": {"food": "egg"}, "copies": 1}] * 201},
    {"cards": [{"family": "food", "values": {"food": "e" * 41}, "copies": 1}]},
    {"cards": [{"family": "food", "values": {str(i): 1 for i in range(9)}, "copies": 1}]},
    {"cards": [{"family": "food", "values": {"food": 1 << 60}, "copies": 1}]},
    {"cards": [{"family": "food", "values": {"food": "egg"}, "copies": 251}]},
    {"cards": [{"family": "food", "values": {"food": "egg"}, "copies": 1, "sparkle": 1}]},
    {"cards": "many"},
    {"toml": "#" * 12_001},
]


@pytest.mark.parametrize("body", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_cards_are_refused_by_their_shape(body: dict[str, object]) -> None:
    async def evening() -> None:
        async with serving() as server, Client(base_of(server), "Ann") as ann:
            assert (await refused(ann, "/api/decks/slamwich", body))[:2] == (400, "bad_request")

    play(evening)


def test_decks_have_a_rate() -> None:
    async def evening() -> None:
        limits = Limits(decks=Rate(0.01, 2))
        async with serving(limits=limits) as server, Client(base_of(server), "Ann") as ann:
            for _ in range(2):
                await ann.get("/api/decks/slamwich")
            assert (await refused(ann, "/api/decks/slamwich", {}))[:2] == (429, "too_many")

    play(evening)
