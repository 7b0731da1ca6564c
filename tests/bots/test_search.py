"""When a search departs from what the policy would do, and that it does not lose by it."""

from __future__ import annotations

from dataclasses import replace

import pytest

import slamdeck
from slamdeck.bots.roster import parse_bot
from slamdeck.bots.search import Node, Search
from slamdeck.core.dice import FastDice
from slamdeck.games import find_game
from slamdeck.lab.tournament import pairing

ROUNDS = 100


def after_rounds(*means: float, prior: float = 0.0, spread: float = 1.0, proof: float = 0.0) -> Search:
    """A search that has tried the policy's choice and others, which gained so much over it on average; what the policy
    thinks of them is off by one or so."""
    info = find_game("hit_the_deck")
    rules = info.table(2, info.deck(), info.read_options({}, 2), FastDice(1))
    search = Search(info.instinct(rules), 800)
    search.instinct.doubt = 1.0
    search.instinct.proof = proof
    search.tried = [Node(action, 0, None) for action in range(1 + len(means))]
    search.rounds = ROUNDS
    for i, mean in enumerate(means, start=1):
        search.prior[i] = prior
        search.gains[i] = mean * ROUNDS
        search.squares[i] = (mean * mean + spread * spread) * ROUNDS
    return search


def test_what_gained_nothing_is_not_chosen() -> None:
    assert after_rounds(-0.5, -0.1, 0.0).best_found() == 0


def test_where_proof_is_asked_for_what_may_have_gained_by_chance_is_not_chosen() -> None:
    """A hundred rounds that differ by one leave a doubt of a tenth."""
    assert after_rounds(0.19).best_found() == 1
    assert after_rounds(0.19, proof=2.0).best_found() == 0
    assert after_rounds(0.21, proof=2.0).best_found() == 1
    assert after_rounds(0.19, spread=0.5, proof=2.0).best_found() == 1
    assert after_rounds(0.0, spread=0.0, proof=2.0).best_found() == 0


def test_of_what_gained_the_most_is_chosen() -> None:
    assert after_rounds(0.4, 0.6, 0.5).best_found() == 2


def test_what_the_policy_thinks_worse_must_gain_more_and_more_surely() -> None:
    assert after_rounds(0.3, prior=-0.5).best_found() == 0
    assert after_rounds(3.0, prior=-0.5).best_found() == 1
    assert after_rounds(3.0, prior=-0.5, spread=40.0).best_found() == 0


def test_what_was_dropped_on_the_way_is_not_chosen() -> None:
    search = after_rounds(0.6, 0.4)
    search.dropped[1] = 1
    assert search.best_found() == 2


def test_what_clearly_loses_is_dropped_and_what_might_gain_is_not() -> None:
    search = after_rounds(-4.0, 0.1)
    assert search.drop_hopeless()
    assert [search.dropped[i] for i in range(3)] == [0, 1, 0]
    assert not after_rounds(-4.0, -5.0).drop_hopeless()


@pytest.mark.skipif(not slamdeck.is_compiled(), reason="whole searches of whole games")
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("game", ["hit_the_deck", "lowdown"])
def test_a_search_does_not_lose_to_the_policy(game: str, seats: int) -> None:
    """These very deals, paired: no proof of strength (decisions 0032 and 0038 have that), but of nothing gone wrong."""
    searching = replace(parse_bot("quick:search"), iterations=400)
    *_, standing = pairing(find_game(game), searching, parse_bot("quick"), 16, seed=6, seats=seats)
    assert standing.share >= 0.5
