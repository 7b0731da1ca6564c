"""The bots of Lowdown: what they take and place, when they clear, steal and end a hand, and what they remember."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace

import pytest

from slamdeck.bots.guest import Guest
from slamdeck.bots.levels import LEVELS
from slamdeck.bots.reflexes import Reflexes
from slamdeck.bots.roster import BotName, parse_bot
from slamdeck.bots.search import Search
from slamdeck.core.dice import FastDice
from slamdeck.core.instincts import NO_ACTION, STIMULI
from slamdeck.core.rules import Moves
from slamdeck.games.lowdown import GAME
from slamdeck.games.lowdown.bots import BEST_FEW, LowdownInstinct
from slamdeck.games.lowdown.estimate import Estimate
from slamdeck.games.lowdown.rules import Lowdown
from slamdeck.lab.tournament import Standing, pairing, play_game
from tests.conformance.driving import new_game, sensible_step
from tests.position import Position
from tests.scale import scaled

MIXED = ["kid", "lightning", "casual:uniform", "quick", "casual", "lightning:uniform"]
LATE = "B9 G9 (Y4) / B4 U6 K3 / -- -- --"  # a rival who will soon end the hand
RIVAL = "B9 G9 (Y4) / (B5) (U6) (K3) / (O7) (G6) (Y10)"


def table(*grids: str, **fields: object) -> Position:
    """Seat 0 is on turn with the first grid; without another one, a rival who has hardly begun sits opposite."""
    laid = [grid.replace("/", " ").split() for grid in (grids if len(grids) > 1 else (*grids, RIVAL))]
    given: dict[str, object] = {"discard": ["O6"], "held": [[] for _ in laid], **fields, "grids": laid}
    return Position("lowdown", len(laid), given={**given, "draw": undealt(given)})


def undealt(given: dict[str, object]) -> list[str]:
    """Every card that lies nowhere else."""
    left = Counter({kind.name: kind.copies for kind in GAME.deck().kinds})
    left.subtract(re.findall(r"[A-Z][a-z]?\d*", str([given["grids"], given["held"], given["discard"]])))
    return list(left.elements())


def answer(position: Position, seat: int = 0, instinct: LowdownInstinct | None = None) -> str:
    """What the policy does here; it must not hang on what the seat can only imagine."""
    judge = instinct or LowdownInstinct(position.rules)
    found: set[str] = set()
    for seed in range(5):
        world = position.rules.imagine(seat, FastDice(seed))
        action = judge.choose(world, seat, judge.stimulus(world, seat), FastDice(1))
        found.add("nothing" if action == NO_ACTION else position.rules.wording(seat, action))
    assert len(found) == 1, f"undecided between {found}"
    return found.pop()


def whole_turn(position: Position) -> list[str]:
    """What the policy does until its turn is over."""
    done: list[str] = []
    while position["turn"] == 0 and position["phase"] != "CLEARING":
        done.append(answer(position))
        position.do(position.rules.now + 1, 0, done[-1])
    return done


# ---- what there is to see -----------------------------------------------------------------------------


def seen(position: Position, seat: int) -> str:
    return STIMULI[LowdownInstinct(position.rules).stimulus(position.rules, seat)]


def test_a_turn_is_thought_over_and_the_others_wait() -> None:
    game = table("R7 R2 (G8) / (O5) (Y1) (U3) / (K6) (B0) (G2)")
    assert [seen(game, seat) for seat in (0, 1)] == ["turn", "nothing"]


def test_a_complete_line_is_a_chance_to_be_recognised_out_of_turn() -> None:
    game = table("R7 R2 R10 / (O5) (Y1) (U3) / (K6) (B0) (G2)", turn=1)
    assert seen(game, 0) == "chance"
    assert answer(game) == "clear H1"


def test_opening_two_cards_at_the_start_is_routine_and_the_centre_is_one_of_them() -> None:
    game = Position("lowdown", 2)
    assert [seen(game, seat) for seat in (0, 1)] == ["rhythm", "rhythm"]
    assert answer(game) == "open 5"


def test_nothing_new_to_see_is_no_new_occasion() -> None:
    game = table("R7 R2 (G8) / (O5) (Y1) (U3) / (K6) (B0) (G2)", turn=1)
    instinct = LowdownInstinct(game.rules)
    before = instinct.occasion(game.rules, 0)
    game.do(1, 1, "draw")
    assert instinct.occasion(game.rules, 0) == before
    game.do(2, 1, "discard")
    game.do(3, 1, "skip")
    assert instinct.occasion(game.rules, 0) != before


# ---- good judgement -----------------------------------------------------------------------------------


def test_a_wild_on_the_discard_pile_is_taken_and_replaces_the_dearest_card() -> None:
    game = table("R10 (G4) (B2) / (O5) Y1 (U3) / (K6) (R1) (G8)", LATE, discard=["W"])
    assert whole_turn(game) == ["take", "place 1"]


def test_a_card_that_completes_a_line_is_taken_there_and_the_line_is_cleared() -> None:
    game = table("R7 R8 (G8) / (O5) (Y1) (U3) / (K6) (B0) (G2)", discard=["R10"])
    assert whole_turn(game) == ["take", "place 3"]
    assert answer(game) == "clear H1"


def test_a_bad_discard_is_left_alone() -> None:
    game = table("R1 (G4) (B2) / (O5) Y1 (U3) / (K6) (B0) (G8)", discard=["O10"])
    assert answer(game) == "draw"


def test_a_useless_card_is_put_away_for_a_look() -> None:
    game = table("R1 (G4) (B2) / (O5) Y1 (U3) / (K6) (B0) (G8)", phase="HOLD_DRAWN", held=[["B10"], []])
    assert answer(game) == "discard"
    game.do(1, 0, "discard")
    assert answer(game).startswith("look")


def test_the_bot_remembers_where_its_bad_card_lies() -> None:
    grid = "R1 (O10) (B2) / (G5) Y1 (U3) / (K6) (B0) (G8)"
    game = table(grid, phase="HOLD_DRAWN", held=[["R2"], []], known=[["grids[0][1]"], []])
    assert answer(game).startswith("place 2 ")


def test_a_line_that_would_cost_a_wild_is_kept() -> None:
    game = table("R1 W R2 / (O5) (Y1) (U3) / (K6) (B0) (G2)", LATE, turn=1)
    assert answer(game) == "nothing"


def test_the_last_clears_are_exact() -> None:
    """LD-X6: of two lines with wilds only the one that saves points goes."""
    game = table("R1 W R2 / -- -- -- / B8 Y3 G6", "R7 W R8 / W W G0 / K5 O4 Y6", phase="CLEARING")
    assert answer(game, 0) == "done"
    assert answer(game, 1) == "clear H1"
    game.do(1, 1, "clear H1")
    assert answer(game, 1) == "done"


def test_a_peek_is_always_used_and_goes_to_an_unknown_card_of_ones_own() -> None:
    game = table("R1 (G4) (B2) / (O5) Y1 (U3) / (K6) (B0) (G8)", phase="HOLD_DRAWN", held=[["Pk"], []])
    assert answer(game) == "perform"
    game.do(1, 0, "perform")
    assert answer(game).startswith("peek 0 ")


def test_a_steal_fetches_the_wild_for_the_dearest_card() -> None:
    game = table(
        "O10 (G4) (B2) / (O5) Y1 (U3) / (K6) (B0) (G8)",
        "R8 W (Y4) / B5 U6 K3 / -- -- --",
        phase="STEAL_T",
        held=[["St"], []],
    )
    assert answer(game) == "steal 1 2 1"


def test_a_swap_brings_a_line_together() -> None:
    game = table("R7 R8 (G8) / (O5) (Y1) R6 / (K6) (B0) (G2)", phase="SWAP_T", held=[["Sw"], []])
    assert answer(game) == "swap 3 6"
    game.do(1, 0, "swap 3 6")
    assert answer(game) == "clear H1"


def test_a_steal_from_the_bots_own_line_does_not_stop_it_from_playing_on() -> None:
    game = table("R7 R8 (G8) / (O5) (Y1) R6 / (K6) (B0) (G2)", RIVAL, turn=1, phase="STEAL_T", held=[[], ["St"]])
    game.do(1, 1, "steal 0 2 1")
    assert answer(game) in ("draw", "take")


def test_who_is_ahead_ends_the_hand_and_who_would_lose_the_game_by_it_does_not() -> None:
    nearly = "R0 G0 B0 / -- -- -- / Y1 O1 (K9)"
    ahead = table(nearly, phase="HOLD_DRAWN", held=[["U1"], []], totals=[40, 40])
    assert answer(ahead) == "place 9 open"
    losing = table(nearly, "W W (U2) / -- -- -- / -- -- --", phase="HOLD_DRAWN", held=[["U1"], []], totals=[48, 40])
    assert answer(losing) != "place 9 open"


# ---- guests -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(GAME.fewest, GAME.most + 1))
def test_games_of_mixed_bots_end(seats: int) -> None:
    for number in range(scaled(4)):
        result = play_game(GAME, [parse_bot(name) for name in MIXED[:seats]], {}, 1, number)
        assert result.outcome is not None
        assert result.fouls == 0


@pytest.mark.parametrize("seats", [2, 4])
def test_decisions_do_not_depend_on_secrets(seats: int) -> None:
    """Neither the policy's choice, nor what a search would try, nor how it values a position."""
    game = new_game(GAME, seats, 5, live=True)
    roll = random.Random(5)
    rules = game.rules
    instinct = LowdownInstinct(rules)
    decided = 0
    for number in range(scaled(400)):
        step = sensible_step(rules, roll)
        if rules.over:
            break
        if step is None:
            game.wait(min(rules.deadline, rules.now + 60_000))
        else:
            game.input(*step)
        for seat in range(seats):
            worlds = [rules, rules.imagine(seat, FastDice(number))]
            assert len({instinct.stimulus(world, seat) for world in worlds}) == 1
            assert len({instinct.occasion(world, seat) for world in worlds}) == 1
            thoughts = [thought(instinct, world, seat) for world in worlds]
            assert thoughts[0] == thoughts[1]
            decided += bool(thoughts[0][1])
    assert decided > 20


def thought(instinct: LowdownInstinct, rules: object, seat: int) -> tuple[int, list[int], float]:
    assert isinstance(rules, Lowdown)
    moves = Moves(rules.catalogue.size)
    instinct.candidates(rules, seat, moves)
    assert moves.count <= BEST_FEW
    return instinct.choose(rules, seat, 1, FastDice(3)), moves.listed(), instinct.worth(rules, seat)


def test_a_seat_values_unknown_cards_by_those_it_has_not_seen() -> None:
    game = table("R10 (G4) (B2) / (O5) Y1 (U3) / (K6) (R1) (G8)")
    rules = game.rules
    assert isinstance(rules, Lowdown)
    estimate = Estimate(rules)
    estimate.read(rules, 0)
    unseen = [kind for kind in range(len(rules.deck.kinds)) for _ in range(estimate.unseen[kind])]
    hidden = [rules.cards.at(zone, 0) for zone in range(18) if rules.closed >> zone & 1]
    assert sorted(unseen) == sorted(hidden + rules.cards.listed(rules.draw))
    mean = sum(rules.deck.kinds[kind].points for kind in unseen) / len(unseen)
    assert [estimate.value[slot] for slot in (0, 1, 4)] == [10, pytest.approx(mean), 1]


def test_the_chance_to_win_is_exact_when_the_game_is_over() -> None:
    game = table("-- -- -- / -- -- -- / -- -- B10", "-- -- -- / -- -- -- / -- -- R1", phase="CLEARING", totals=[45, 3])
    instinct = LowdownInstinct(game.rules)
    assert instinct.worth(game.rules, 0) < 0.05
    for seat in (0, 1):
        game.do(seat, seat, "done")
    assert [instinct.worth(game.rules, seat) for seat in (0, 1)] == [0.0, 1.0]


def test_only_a_wandering_mind_misses_the_wild() -> None:
    """Attention is what the levels differ in here: whoever has none makes any sensible move."""
    game = table("R10 (G4) (B2) / (O5) Y1 (U3) / (K6) (R1) (G8)", LATE, discard=["W"])
    found = {absent: {first_move(game, absent, seed) for seed in range(20)} for absent in (0.0, 1.0)}
    assert found == {0.0: {"take"}, 1.0: {"take", "draw"}}


def first_move(game: Position, absent: float, seed: int) -> str:
    instinct = LowdownInstinct(game.rules)
    guest = Guest(0, instinct, instinct, Reflexes(replace(LEVELS["quick"], absent=absent), seed), seed)
    intention = guest.react(game.rules, game.rules.now)
    assert intention is not None
    return game.rules.wording(0, intention.action)


# ---- strength -----------------------------------------------------------------------------------------


def standing(first: BotName, second: BotName, games: int) -> Standing:
    *_, last = pairing(GAME, first, second, games, 1)
    return last


def test_judgement_beats_chance() -> None:
    assert standing(parse_bot("quick:policy"), parse_bot("quick:uniform"), scaled(40)).beats()


def test_a_search_finds_what_the_policy_finds_at_once() -> None:
    """Even a short search takes the wild."""
    game = table("R10 (G4) (B2) / (O5) Y1 (U3) / (K6) (R1) (G8)", discard=["W"])
    search = Search(LowdownInstinct(game.rules), 40)
    world = game.rules.imagine(0, FastDice(1))
    assert game.rules.wording(0, search.choose(world, 0, 1, FastDice(2))) == "take"


def test_a_search_does_not_depend_on_secrets() -> None:
    game = table("R7 (G4) (B2) / (O5) Y1 (U3) / (K6) (R1) (G8)", discard=["O3"])
    search = Search(LowdownInstinct(game.rules), 12)
    elsewhere = game.rules.imagine(0, FastDice(8))
    answers = [search.choose(w.imagine(0, FastDice(1)), 0, 1, FastDice(2)) for w in (game.rules, elsewhere)]
    assert answers[0] == answers[1]
    assert search.made >= 12


def test_a_game_with_search_bots_ends() -> None:
    searcher = BotName(parse_bot("quick").level, "search", 6, 0)
    result = play_game(GAME, [searcher, parse_bot("quick"), parse_bot("quick:uniform")], {}, 1, 0)
    assert result.outcome is not None
