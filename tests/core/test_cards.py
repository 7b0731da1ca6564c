"""The card table: conservation, faces, and who knows what."""

from __future__ import annotations

import random

import pytest

from slamdeck.core.bits import packed
from slamdeck.core.cards import Cards
from slamdeck.core.dice import FastDice
from slamdeck.core.zones import CLOSED, OPEN, OWNER, PUBLIC, TOP, Layout, Row

HAND0, HAND1, DRAW, PILE, SLOT0, SLOT1 = range(6)
ROWS = [
    Row("hands", OWNER),
    Row("draw", CLOSED, each=0, top_first=True),
    Row("pile", TOP, each=0),
    Row("slots", CLOSED, room=1),
]


def table(hands: tuple[list[int], list[int]] = ([], []), draw: list[int] | None = None) -> Cards:
    cards = Cards(Layout(ROWS, 2, 12))
    cards.watch()
    cards.track()
    cards.clear()
    for zone, kinds in ((HAND0, hands[0]), (HAND1, hands[1]), (DRAW, draw or [])):
        for kind in kinds:
            cards.put(zone, kind)
    return cards


def knowers(cards: Cards, zone: int, index: int = -1) -> list[int]:
    place = cards.size(zone) - 1 if index < 0 else index
    return [seat for seat in (0, 1, PUBLIC) if cards.knows(seat, zone, place)]


def test_zones_are_named_as_a_person_would_point_at_them() -> None:
    layout = Layout([Row("grid", CLOSED, each=3, room=1), Row("centre", OPEN, each=0)], 2, 9)
    assert [layout.name_of(zone) for zone in range(7)][3:] == ["grid[1][0]", "grid[1][1]", "grid[1][2]", "centre"]
    assert layout.zones_of("grid") == [0, 1, 2, 3, 4, 5]


def test_a_drawn_card_is_known_to_its_drawer_alone() -> None:
    cards = table(draw=[4, 5])
    assert cards.move_top(DRAW, HAND0) == 5
    assert knowers(cards, HAND0) == [0]
    event = cards.told[-1]
    assert (event.what, event.source, event.target) == ("move", DRAW, HAND0)
    assert event.seats == 0b1


def test_a_played_card_is_known_to_all_and_stays_known_when_covered() -> None:
    cards = table(hands=([3, 4], []))
    cards.move_kind(HAND0, 3, PILE)
    cards.move_kind(HAND0, 4, PILE)
    assert knowers(cards, PILE, 0) == [0, 1, PUBLIC]
    assert cards.seen_in(PILE, PUBLIC, list("abcde")) == [None, "e"], "a screen shows only the face that is up"


def test_a_shuffle_makes_everybody_forget() -> None:
    cards = table(hands=([1, 2], []))
    cards.move_kind(HAND0, 1, DRAW)
    assert knowers(cards, DRAW) == [0]
    cards.shuffle(DRAW, FastDice(1), "reshuffle")
    assert knowers(cards, DRAW) == []


def test_turning_two_piles_over_trades_them_and_shows_the_new_top() -> None:
    cards = table(hands=([1, 2], []), draw=[7, 8, 9])
    cards.move_kind(HAND0, 1, PILE)
    cards.move_kind(HAND0, 2, PILE)
    cards.trade_over(DRAW, PILE)
    assert cards.listed(PILE) == [9, 8, 7]
    assert cards.listed(DRAW) == [2, 1]
    assert knowers(cards, PILE) == [0, 1, PUBLIC], "the former bottom card lies open"
    assert knowers(cards, PILE, 1) == [], "what lies under it was never seen"
    assert knowers(cards, DRAW, 0) == [0, 1, PUBLIC], "the former discards are remembered"


def test_burying_the_top_shows_what_lay_under_it() -> None:
    cards = table(draw=[7, 8, 9, 6])
    cards.trade_over(DRAW, PILE)
    cards.bury_top(PILE, 2)
    assert cards.listed(PILE) == [6, 7, 9, 8]
    assert knowers(cards, PILE) == [0, 1, PUBLIC]
    assert knowers(cards, PILE, 1) == [0, 1, PUBLIC], "everybody saw where the buried card went"


def test_a_card_taken_unseen_is_known_to_giver_and_taker_only() -> None:
    cards = table(hands=([1, 2, 3], []))
    assert cards.take_unseen(HAND0, 1, HAND1) == 2
    assert knowers(cards, HAND1) == [0, 1]
    assert cards.told[-1].seats == 0b11


def test_who_does_not_see_a_blind_take_cannot_tell_places_any_more() -> None:
    layout = Layout([Row("hands", OWNER)], 3, 9)
    cards = Cards(layout)
    cards.track()
    cards.clear()
    for kind in (1, 2, 3):
        cards.put(0, kind)
    cards.take_unseen(0, 0, 1)
    assert cards.knows(0, 1, 0), "the giver knows what was taken"
    cards.take_unseen(1, 0, 2)
    assert not cards.knows(0, 2, 0), "but not whether it was passed on"


def test_a_look_is_told_to_all_but_shows_the_card_to_one() -> None:
    cards = table(draw=[5])
    cards.move_top(DRAW, SLOT1)
    assert cards.look(0, SLOT1, 0) == 5
    assert knowers(cards, SLOT1) == [0]
    event = cards.told[-1]
    assert (event.what, event.seat, event.seats) == ("look", 0, 0b1)


def test_swapped_cards_keep_their_side_up_and_their_secrets() -> None:
    cards = table(draw=[5, 6])
    cards.move_top(DRAW, SLOT0)
    cards.move_top(DRAW, SLOT1)
    cards.turn(SLOT0, OPEN)
    cards.swap(SLOT0, SLOT1)
    assert (cards.top(SLOT0), cards.face(SLOT0)) == (5, CLOSED)
    assert (cards.top(SLOT1), cards.face(SLOT1)) == (6, OPEN)
    assert knowers(cards, SLOT0) == []
    assert knowers(cards, SLOT1) == [0, 1, PUBLIC]


def test_a_pile_swept_under_a_stack_comes_up_lowest_card_first() -> None:
    cards = table(hands=([], [1, 2]), draw=[7, 8, 9])
    assert cards.sweep_under(DRAW, HAND1) == 3
    assert cards.listed(HAND1)[::-1] == [2, 1, 7, 8, 9]


def test_gathering_all_but_the_top_keeps_order() -> None:
    cards = table(hands=([1, 2, 3], []), draw=[])
    for kind in (1, 2, 3):
        cards.move_kind(HAND0, kind, PILE)
    cards.move_all_but_top(PILE, DRAW)
    assert (cards.listed(PILE), cards.listed(DRAW)) == ([3], [1, 2])
    cards.gather(PILE, DRAW)
    assert (cards.listed(PILE), cards.listed(DRAW)) == ([], [1, 2, 3])


def test_imagining_permutes_exactly_the_unknown_cards() -> None:
    cards = table(hands=([1, 2], [3, 4, 5]), draw=[6, 7, 8])
    same, other = 0, 0
    for seed in range(30):
        world = cards.clone()
        world.imagine(0, FastDice(seed), packed([0] * 12))
        assert world.listed(HAND0) == [1, 2]
        assert sorted(world.listed(HAND1) + world.listed(DRAW)) == [3, 4, 5, 6, 7, 8]
        same += world.listed(HAND1) == [3, 4, 5]
        other += world.listed(HAND1) != [3, 4, 5]
    assert other > same


def test_imagined_cards_keep_their_backs() -> None:
    cards = table(hands=([], [3, 4]), draw=[6, 7])
    for seed in range(20):
        world = cards.clone()
        world.imagine(0, FastDice(seed), packed([0] * 6 + [1] * 6))
        assert sorted(world.listed(HAND1)) == [3, 4]
        assert sorted(world.listed(DRAW)) == [6, 7]


def test_any_sequence_of_moves_conserves_the_cards() -> None:
    roll = random.Random(4)
    for _ in range(40):
        cards = table(hands=([1, 2, 3], [4, 5]), draw=[6, 7, 8, 9])
        for _ in range(80):
            move_something(cards, roll)
            lying = sorted(kind for zone in range(6) for kind in cards.listed(zone))
            assert lying == list(range(1, 10))


def move_something(cards: Cards, roll: random.Random) -> None:
    source, target = roll.sample([HAND0, HAND1, DRAW, PILE], 2)
    n = cards.size(source)
    if n == 0:
        return
    match roll.randrange(9):
        case 0:
            cards.move_top(source, target)
        case 1:
            cards.move_at(source, roll.randrange(n), target)
        case 2:
            cards.insert(source, roll.randrange(n), target, roll.randint(0, cards.size(target)))
        case 3:
            cards.take_unseen(source, roll.randrange(n), target)
        case 4:
            cards.sweep_under(source, target)
        case 5:
            cards.trade_over(source, target)
        case 6:
            cards.bury_top(source, roll.randrange(n))
        case 7:
            cards.gather(source, target)
        case _:
            cards.shuffle(source, FastDice(roll.randrange(99)), "reshuffle")


def test_a_stacked_deck_is_dealt_from_the_top() -> None:
    cards = table(draw=[1, 2, 3, 4, 5])
    cards.stacked = [3, 1]
    cards.shuffle(DRAW, FastDice(1), "deal")
    assert cards.listed(DRAW)[::-1][:2] == [3, 1]
    cards.stacked = [9]
    with pytest.raises(ValueError, match="more copies"):
        cards.shuffle(DRAW, FastDice(1), "deal")


# ---- quick twins ---------------------------------------------------------------------------------


def lying(cards: Cards) -> list[list[int]]:
    return [cards.listed(zone) for zone in range(4)]


def random_move(cards: Cards, roll: random.Random, name: str) -> object:
    """One move of that name between two piles that hold enough for it; both tables draw the same from `roll`."""
    source, target = roll.sample([HAND0, HAND1, DRAW, PILE], 2)
    size = cards.size(source)
    if name == "move_at":
        return cards.move_at(source, roll.randrange(size), target) if size else None
    if name == "move_top":
        return cards.move_top(source, target) if size else None
    if name == "move_tops":
        cards.move_tops(source, target, roll.randint(0, size))
        return None
    if name == "move_kind":
        return cards.move_kind(source, roll.randrange(12), target)
    places = roll.randrange(1 << min(cards.size(HAND0), 7))
    if cards.size(HAND0) > 7 or cards.size(DRAW) < places.bit_count():
        return None
    return cards.exchange(HAND0, places, PILE, DRAW)


@pytest.mark.parametrize("name", ["move_at", "move_top", "move_tops", "move_kind", "exchange"])
def test_a_move_and_its_quick_twin_do_the_same_to_the_cards(name: str) -> None:
    moved = 0
    for seed in range(300):
        watched = table(hands=([0, 1, 2, 1], [3, 4]), draw=[5, 6, 7, 8, 9, 10])
        quiet = watched.clone()
        quiet.untrack()
        assert watched.tracked
        assert not quiet.tracked
        assert not quiet.watched
        rolls = (random.Random(seed), random.Random(seed))
        for _ in range(6):
            before = lying(watched)
            assert random_move(watched, rolls[0], name) == random_move(quiet, rolls[1], name)
            assert lying(watched) == lying(quiet)
            moved += lying(watched) != before
    assert moved > 300
