"""Promises that every game keeps, checked over every game found in the games folder."""

from __future__ import annotations

import random

from slamdeck.core.game import GameInfo
from slamdeck.core.rules import FOUL, IGNORED, REJECTED
from slamdeck.core.views import legal_codes
from slamdeck.games import all_games
from slamdeck.lab.simulation import Simulation, record_game
from slamdeck.table.journal.reading import open_record
from tests.conformance.driving import census, every_game, every_table, new_game, play, snapshot
from tests.scale import scaled


@every_table
def test_cards_are_conserved_and_nothing_crashes_in_a_storm(info: GameInfo, seats: int) -> None:
    for seed in range(scaled(6)):
        game = new_game(info, seats, seed, live=seed % 2 == 0)
        cards = census(game.rules)
        for entry in play(game, seed, scaled(250), storm=0.5):
            assert census(game.rules) == cards, f"after {entry.action} of seat {entry.seat} at {entry.at}"


@every_table
def test_refused_inputs_change_nothing(info: GameInfo, seats: int) -> None:
    """A rejected input leaves no trace at all; an ignored one tells nobody and moves no card."""
    refused = 0
    for seed in range(scaled(4)):
        game = new_game(info, seats, seed, live=seed % 2 == 0)
        roll = random.Random(seed)
        for _ in play(game, seed, scaled(120), storm=0.4):
            at = game.rules.now
            game.wait(at)
            before = snapshot(game.rules)
            entry = game.input(at, roll.randrange(seats), roll.randrange(game.rules.catalogue.size))
            if entry.verdict >= IGNORED:
                assert entry.told == []
                assert snapshot(game.rules)[:3] == before[:3]
            if entry.verdict == REJECTED:
                refused += 1
                assert snapshot(game.rules) == before
                assert entry.why, "a refusal says why"
    assert refused > 0


@every_table
def test_legal_means_not_rejected(info: GameInfo, seats: int) -> None:
    for seed in range(scaled(3)):
        game = new_game(info, seats, seed)
        roll = random.Random(seed)
        for _ in play(game, seed, scaled(80), storm=0.2):
            seat = roll.randrange(seats)
            codes = legal_codes(game.rules, seat)
            if codes:
                world = game.rules.clone()
                code = roll.choice(codes)
                verdict = world.act(seat, code)
                assert verdict != REJECTED, f"{world.wording(seat, code)}: {world.clause} {world.why}"


@every_table
def test_a_verdict_names_its_clause(info: GameInfo, seats: int) -> None:
    """Every foul, and every refusal of an action that exists, carries a clause of this game."""
    from slamdeck.core.rulebook import clauses

    known = clauses(info)
    game = new_game(info, seats, 3, live=True)
    for entry in play(game, 3, scaled(400), storm=0.6):
        exists = 0 <= entry.action < game.rules.catalogue.size and 0 <= entry.seat < seats
        if entry.verdict == FOUL or (entry.verdict >= IGNORED and exists and entry.clause):
            assert entry.clause in known
            assert entry.why
        for event in entry.told:
            assert not event.clause or event.clause in known


@every_table
def test_replay_equals_the_game(info: GameInfo, seats: int) -> None:
    for seed in range(scaled(3)):
        options = info.read_options(info.simulated, seats)
        recording = record_game(info, seats, info.deck(), options, seed, most=scaled(1500))
        again = open_record(recording.to_bytes(), all_games(), "record")
        assert snapshot(again.state.rules) == snapshot(recording.rules)


@every_table
def test_a_clone_is_independent_and_has_the_same_future(info: GameInfo, seats: int) -> None:
    for seed in range(scaled(4)):
        game = new_game(info, seats, seed)
        for _ in play(game, seed, scaled(60)):
            pass
        before = snapshot(game.rules)
        twin, other = game.rules.clone(), game.rules.clone()
        assert snapshot(twin) == before
        ours, theirs = random.Random(seed), random.Random(seed)
        for rules, roll in ((twin, ours), (other, theirs)):
            advance_by_legal_moves(rules, roll, scaled(60))
        assert snapshot(game.rules) == before, "playing on a clone moved the original"
        assert snapshot(twin) == snapshot(other)


def advance_by_legal_moves(rules: object, roll: random.Random, moves: int) -> None:
    from slamdeck.core.kernel import feed
    from slamdeck.core.rules import Rules

    assert isinstance(rules, Rules)
    for _ in range(moves):
        seat = roll.randrange(rules.seats)
        codes = legal_codes(rules, seat)
        if codes:
            feed(rules, rules.now + roll.choice([1, 300, 700]), seat, roll.choice(codes))


@every_table
def test_every_game_ends(info: GameInfo, seats: int) -> None:
    simulation = Simulation(info, seats, info.deck(), info.read_options(info.simulated, seats), 11)
    for _ in range(scaled(60)):
        simulation.play_next()
    assert simulation.summary.unfinished == 0
    assert abs(sum(simulation.summary.wins) - simulation.summary.games) < 1e-6


@every_game
def test_the_same_seed_gives_the_same_game(info: GameInfo) -> None:
    seats = info.most
    options = info.read_options(info.simulated, seats)
    first = record_game(info, seats, info.deck(), options, 5, most=400).to_bytes()
    again = record_game(info, seats, info.deck(), options, 5, most=400).to_bytes()
    other = record_game(info, seats, info.deck(), options, 6, most=400).to_bytes()
    assert first == again
    assert first != other
