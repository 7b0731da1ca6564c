"""House rules: typed, bounded, explained, and refused with the option's name."""

from __future__ import annotations

import pytest

from slamdeck.core.game import GameInfo
from slamdeck.core.options import describe, metas_of, parse_assignment
from slamdeck.core.problems import UsageProblem
from tests.conformance.driving import every_game


@every_game
def test_every_option_names_the_clause_it_belongs_to(info: GameInfo) -> None:
    options = describe(info.options)
    assert options
    for name, _, meaning in options:
        assert f"{info.prefix}-" in meaning, name


@every_game
def test_every_option_has_a_short_title_for_people(info: GameInfo) -> None:
    titles = [next((meta.title for meta in metas if meta.title), "") for metas in metas_of(info.options).values()]
    assert len(set(titles)) == len(titles)
    for title in titles:
        assert title[:1].isupper()
        assert len(title) <= 40
        assert "ms" not in title.split()


@every_game
def test_the_defaults_and_the_simulated_options_are_sound(info: GameInfo) -> None:
    for seats in range(info.fewest, info.most + 1):
        info.read_options({}, seats)
        info.read_options(info.simulated, seats)


@every_game
def test_an_unknown_option_is_refused_with_the_names_that_exist(info: GameInfo) -> None:
    with pytest.raises(UsageProblem, match="has no option 'turbo'; it has"):
        info.read_options({"turbo": 1}, info.fewest)


@every_game
def test_a_value_of_the_wrong_type_is_refused_by_name(info: GameInfo) -> None:
    for name, default, _ in describe(info.options):
        wrong: object = "soon" if isinstance(default, int) or default is None else 3
        with pytest.raises(UsageProblem, match=name):
            info.read_options({name: wrong}, info.fewest)


@every_game
def test_seat_counts_outside_the_range_say_what_the_range_is(info: GameInfo) -> None:
    for seats in (info.fewest - 1, info.most + 1):
        with pytest.raises(UsageProblem, match=f"{info.fewest} to {info.most} players, not {seats}"):
            info.check_seats(seats)


def test_assignments_from_a_command_line() -> None:
    assert parse_assignment("toss_ms=900") == ("toss_ms", 900)
    assert parse_assignment("slap_in=True") == ("slap_in", True)
    assert parse_assignment("dealer=random") == ("dealer", "random")
    with pytest.raises(UsageProblem, match="must have the form name=value"):
        parse_assignment("toss_ms")
