"""Any deck that the loader takes is played: by chance, by bots, by search, and from a record."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest

from slamdeck.bots.roster import parse_bot, seat_bot
from slamdeck.core.counted_cards import CardsOfAKind
from slamdeck.core.deck import Deck
from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.own_cards import cards_of, deck_text, is_same
from slamdeck.core.problems import Problem
from slamdeck.games import all_games
from slamdeck.lab.arena import Arena
from slamdeck.lab.simulation import record_game
from slamdeck.table.journal.reading import open_record
from tests.conformance.driving import census, every_game, new_game, play

TRIES = 60


def with_counts(cards: list[CardsOfAKind], counts: list[int]) -> list[CardsOfAKind]:
    return [msgspec.structs.replace(one, copies=count) for one, count in zip(cards, counts, strict=True)]


def odd_counts(cards: list[CardsOfAKind], roll: random.Random) -> list[int]:
    """A box that nobody has: few of everything, much of one thing, kinds that are missing."""
    style = roll.randrange(4)
    if style == 0:
        return [roll.choice([0, 1, 2]) for _ in cards]
    if style == 1:
        return [roll.choice([1, 2]) for _ in cards]
    if style == 2:
        return [one.copies if roll.random() < 0.6 else 2 * roll.randint(0, 6) for one in cards]
    kept = roll.choice(cards).family
    return [one.copies + (2 * roll.randint(0, 4) if one.family == kept else 0) for one in cards]


def odd_decks(info: GameInfo, seed: int) -> Iterator[tuple[Deck, int]]:
    """What the loader took of many odd boxes, each with the largest table that it is enough for."""
    roll = random.Random(seed)
    cards = cards_of(info.own_deck)
    for _ in range(TRIES):
        try:
            deck = info.deck_of(with_counts(cards, odd_counts(cards, roll)), "an odd box")
            most = info.most_with(deck)
        except Problem:
            continue
        yield deck, most


def smallest_first(info: GameInfo, seed: int, most: int) -> list[tuple[Deck, int]]:
    """The smallest decks break first."""
    return sorted(odd_decks(info, seed), key=lambda found: found[0].size)[:most]


@every_game
def test_a_box_that_is_counted_out_is_the_same_box(info: GameInfo) -> None:
    own = info.own_deck
    deck = info.deck_of(cards_of(own), "the same box")
    assert is_same(own, deck)
    assert own.names() == deck.names()
    assert info.deck_written(deck_text(deck.data), "its file").data == deck.data
    assert info.deck_written(deck_text(own.data), "its file").data == own.data


@every_game
def test_odd_decks_play_to_the_end_with_every_card_accounted_for(info: GameInfo) -> None:
    found = smallest_first(info, 1, 8)
    assert len(found) >= 4, "the loader takes hardly any"
    for number, (deck, most) in enumerate(found):
        for seats in sorted({info.fewest, most}):
            game = new_game(info, seats, number, deck=deck)
            full = census(game.rules)
            for count, _ in enumerate(play(game, number, 400, storm=0.1 if number % 2 else 0.0)):
                if count % 50 == 0:
                    assert census(game.rules) == full


@every_game
@pytest.mark.parametrize("bot", ["quick:policy", "quick:search"])
def test_bots_play_with_odd_decks(info: GameInfo, bot: str) -> None:
    if bot == "quick:search" and not info.searched:
        pytest.skip("it has nothing to search for")
    name = replace(parse_bot(bot), iterations=20, most_ms=0)
    for number, (deck, most) in enumerate(smallest_first(info, 2, 2)):
        rules = info.table(most, deck, info.read_options(info.simulated, most), FastDice(number))
        rules.cards.track()
        guests = [seat_bot(name, info, rules, seat, seat + 1) for seat in range(most)]
        arena = Arena(rules, guests)
        arena.rules.deal()
        for guest in guests:
            guest.new_game()
        arena.look_up()
        for _ in range(30):
            if rules.over:
                break
            arena.step()
        assert rules.now > 0


@every_game
def test_a_record_carries_an_odd_deck(info: GameInfo) -> None:
    deck, most = smallest_first(info, 3, 1)[0]
    record = record_game(info, most, deck, info.read_options(info.simulated, most), 5, 200).to_bytes()
    checked = open_record(record, all_games(), "the record")
    assert is_same(checked.state.deck, deck)
