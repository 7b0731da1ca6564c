"""The bots of Hands Down: what they watch for, when they fake, whom they rob, and that they never peek."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from slamdeck.bots.guest import Guest
from slamdeck.bots.levels import LEVELS, Level
from slamdeck.bots.reflexes import Reflexes
from slamdeck.bots.roster import parse_bot, seat_bot
from slamdeck.core.dice import FastDice
from slamdeck.core.instincts import LOOKALIKE, NOTHING, RACE, RHYTHM, STIMULI, TURN, WINDUP
from slamdeck.core.rules import Rules
from slamdeck.games.hands_down import GAME
from slamdeck.games.hands_down.bots import HandsDownInstinct
from slamdeck.lab.arena import Arena
from slamdeck.lab.tournament import Standing, pairing, play_game
from tests.position import Position
from tests.scale import scaled

MIXED = ["kid", "lightning", "casual:uniform", "quick"]
PATIENT = replace(LEVELS["quick"], fooled=0.0, eagerness=0.0)


def in_action(hands: list[list[str]], **given: object) -> Position:
    """Seat 0 has had its card and may act; the others watch."""
    return Position("hands_down", len(hands), given={"phase": "ACTION", "turn": 0, "hands": hands, **given})


def three_players(**given: object) -> Position:
    return in_action([["6", "6", "8"], ["2", "9"], ["4"]], drawpile=["1", "3"], **given)


def opening(hands: list[list[str]]) -> Position:
    """The drawpile is empty, and seat 0 must take from somebody."""
    return Position("hands_down", len(hands), given={"turn": 0, "hands": hands, "drawpile": []})


def eyes(position: Position) -> list[HandsDownInstinct]:
    return [HandsDownInstinct(position.rules) for _ in range(position.rules.seats)]


def seen(position: Position, watching: list[HandsDownInstinct] | None = None) -> list[str]:
    """What each seat is confronted with; without a memory of their own, by players who have just looked up."""
    players = watching or eyes(position)
    return [STIMULI[player.stimulus(position.rules, seat)] for seat, player in enumerate(players)]


def answers(position: Position, seat: int, instinct: HandsDownInstinct | None = None) -> set[str]:
    """Everything that the policy would do here, whatever its dice say."""
    judge = instinct or HandsDownInstinct(position.rules)
    found: set[str] = set()
    for seed in range(60):
        world = position.rules.imagine(seat, FastDice(seed))
        action = judge.choose(world, seat, judge.stimulus(world, seat), FastDice(seed))
        found.add(position.rules.wording(seat, action))
    return found


def reaction(position: Position, seat: int, level: Level) -> str | None:
    """What a player of that level sets out to do."""
    instinct = HandsDownInstinct(position.rules)
    guest = Guest(seat, instinct, instinct, Reflexes(level, 1), 1)
    guest.notice(position.rules, position.rules.now)
    return None if guest.intention is None else position.rules.wording(seat, guest.intention.action)


# ---- what there is to see -----------------------------------------------------------------------------


def test_drawing_takes_no_thought_but_choosing_a_victim_does() -> None:
    hands: list[list[str]] = [["1"], ["2"], ["3"]]
    assert seen(Position("hands_down", 3, given={"turn": 0, "hands": hands, "drawpile": ["5"]})) == [
        "rhythm",
        "nothing",
        "nothing",
    ]
    assert seen(opening(hands)) == ["turn", "nothing", "nothing"]


def test_a_single_card_can_only_be_passed_on() -> None:
    position = in_action([["1"], ["2"], ["3"]])
    assert seen(position) == ["rhythm", "nothing", "nothing"]
    assert answers(position, 0) == {"pass"}


@pytest.mark.parametrize("move", ["slap", "fake"])
def test_a_rising_hand_looks_the_same_whatever_it_is(move: str) -> None:
    position = in_action([["6", "6"], ["2", "9"], []], drawpile=["1", "3"])
    position.do(1000, 0, move)
    assert seen(position) == ["nothing", "windup", "nothing"], "seat 2 has no card to pay with"
    assert [player.occasion(position.rules, 1) for player in eyes(position)] == [
        HandsDownInstinct(position.rules).occasion(position.rules, 1)
    ] * 3


def test_a_landed_slap_is_a_race_for_all_who_have_not_slapped() -> None:
    position = three_players()
    position.do(1000, 0, "slap")
    position.wait(1250)
    assert seen(position) == ["nothing", "race", "race"]
    assert answers(position, 2) == {"slap"}
    position.do(1400, 1, "slap")
    assert seen(position) == ["nothing", "nothing", "race"]


def test_a_fake_still_looks_like_something_to_slap() -> None:
    position = three_players()
    position.do(1000, 0, "fake")
    position.wait(1250)
    assert seen(position) == ["turn", "lookalike", "lookalike"]


def test_whoever_has_paid_is_on_guard_for_the_rest_of_the_turn() -> None:
    position = three_players()
    position.do(1000, 0, "fake")
    position.do(1100, 1, "slap", "foul", "HD-39")
    assert seen(position) == ["nothing", "nothing", "windup"]
    position.wait(3000)
    position.do(3000, 0, "slap")
    assert seen(position) == ["nothing", "nothing", "windup"]
    position.wait(3250)
    assert seen(position) == ["nothing", "race", "race"]


def test_whoever_has_seen_a_fake_is_on_guard_until_the_turn_ends() -> None:
    position = three_players()
    watching = eyes(position)
    position.do(1000, 0, "fake")
    assert seen(position, watching) == ["nothing", "windup", "windup"]
    position.wait(1250)
    assert seen(position, watching) == ["turn", "lookalike", "lookalike"]
    position.do(1300, 0, "fake")
    assert seen(position, watching) == ["nothing", "nothing", "nothing"]
    position.wait(1550)
    assert seen(position, watching) == ["turn", "nothing", "nothing"]
    position.do(1600, 0, "pass")
    position.do(1700, 1, "draw")
    position.do(2400, 1, "fake")
    assert seen(position, watching) == ["windup", "nothing", "windup"]


def test_an_over_game_interests_nobody() -> None:
    position = Position("hands_down", 3, given={"phase": "OVER", "hands": [[], [], []], "drawpile": []})
    assert seen(position) == ["nothing"] * 3


# ---- occasions ----------------------------------------------------------------------------------------


def test_every_step_of_a_slap_is_an_occasion_for_a_rival() -> None:
    position = three_players()
    player = HandsDownInstinct(position.rules)
    occasions = [player.occasion(position.rules, 1)]
    position.do(1000, 0, "slap")
    occasions.append(player.occasion(position.rules, 1))
    position.wait(1250)
    occasions.append(player.occasion(position.rules, 1))
    position.do(1400, 1, "slap")
    occasions.append(player.occasion(position.rules, 1))
    assert len(set(occasions)) == 4
    position.do(1500, 2, "slap")
    assert player.occasion(position.rules, 1) == occasions[0], "nothing to react to but what comes next"


def test_nothing_new_is_no_occasion() -> None:
    position = three_players(shield=500)
    before = [player.occasion(position.rules, seat) for seat, player in enumerate(eyes(position))]
    position.wait(600)
    position.do(700, 1, "shout")
    position.do(800, 0, "draw", "rejected")
    assert [player.occasion(position.rules, seat) for seat, player in enumerate(eyes(position))] == before


def test_the_end_of_a_fake_leaves_its_player_thinking_but_a_card_gained_does_not() -> None:
    position = three_players()
    player = HandsDownInstinct(position.rules)
    position.do(1000, 0, "fake")
    position.wait(1250)
    thinking = player.occasion(position.rules, 0)
    position.do(1400, 1, "slap", "foul", "HD-35")
    richer = player.occasion(position.rules, 0)
    assert richer != thinking
    position.wait(2600)
    assert position["phase"] == "ACTION"
    assert player.occasion(position.rules, 0) == richer


# ---- hands --------------------------------------------------------------------------------------------


def test_HD_R10_an_eager_hand_pays_and_slaps_again_when_the_slap_lands() -> None:
    position = three_players()
    rules = position.rules
    instinct = HandsDownInstinct(rules)
    hasty = replace(PATIENT, eagerness=1.0, race=replace(PATIENT.race, mu=100.0, sigma=1.0, tau=1.0))
    guest = Guest(1, instinct, instinct, Reflexes(hasty, 1), 1)
    position.do(1000, 0, "slap")
    guest.notice(rules, 1000)
    assert guest.intention is not None
    assert guest.intention.at < 1250
    position.do(guest.intention.at, 1, "slap", "foul", "HD-39")
    guest.acted(rules, rules.now, counted=True)
    guest.notice(rules, rules.now)
    assert guest.intention is None, "once is enough"
    position.wait(1250)
    guest.notice(rules, 1250)
    assert guest.intention is not None
    assert guest.intention.at > 1250
    position.do(guest.intention.at, 1, "slap")


def test_only_the_eager_and_the_fooled_slap_too_early() -> None:
    position = three_players()
    position.do(1000, 0, "fake")
    assert reaction(position, 1, PATIENT) is None
    assert reaction(position, 1, replace(PATIENT, eagerness=1.0)) == "slap"
    position.wait(1250)
    assert reaction(position, 1, PATIENT) is None
    assert reaction(position, 1, replace(PATIENT, fooled=1.0)) == "slap"


# ---- slapping and faking ------------------------------------------------------------------------------


def test_a_pair_is_slapped_for_now_and_then_after_a_fake_and_never_passed() -> None:
    assert answers(three_players(), 0) == {"slap", "fake"}


def test_without_a_pair_a_player_fakes_or_passes_but_never_fouls() -> None:
    assert answers(in_action([["6", "8"], ["2"], ["4"]]), 0) == {"fake", "pass"}


def test_nobody_fakes_where_nobody_could_pay() -> None:
    position = in_action([["6", "6", "8"], [], []], drawpile=["1", "3"])
    assert answers(position, 0) == {"slap"}


def test_after_a_fake_there_is_seldom_another_one() -> None:
    position = in_action([["6", "8"], ["2"], ["4"]])
    fresh = HandsDownInstinct(position.rules)
    position.do(1000, 0, "fake")
    position.wait(1250)
    tired = HandsDownInstinct(position.rules)
    assert tired.stimulus(position.rules, 0) == TURN

    def fakes(instinct: HandsDownInstinct, moment: Position) -> int:
        worlds = [moment.rules.imagine(0, FastDice(seed)) for seed in range(100)]
        chosen = [instinct.choose(world, 0, TURN, FastDice(seed)) for seed, world in enumerate(worlds)]
        return chosen.count(moment.rules.catalogue.parse("fake"))

    assert fakes(fresh, in_action([["6", "8"], ["2"], ["4"]])) > 70
    assert fakes(tired, position) < 30


# ---- the last pair ------------------------------------------------------------------------------------

SEVEN, SIX, SIX_HIGH = [1, 1, 2, 2, 3, 3, 4], [4, 5, 5, 6, 6, 7], [7, 8, 8, 10, 10, 9]


def last_pair(laid: list[list[int]], *rivals: list[str], mine: tuple[str, ...] = ("9", "9")) -> Position:
    """Seat 0 holds the last pair; the drawpile is empty."""
    return in_action([list(mine), *rivals], laid=laid, drawpile=[])


def test_whoever_wins_with_the_last_pair_lays_it() -> None:
    """Eight points against seven, though the Joker goes to seat 1."""
    assert answers(last_pair([SEVEN, SIX[:5], [*SIX_HIGH, 7]], ["J"], []), 0) == {"slap", "fake"}


def test_the_last_pair_waits_while_it_would_make_the_joker_win() -> None:
    """Seat 0 would have seven points and seat 1 eight; with the Joker seat 0 would have nine."""
    position = last_pair([SIX, SIX_HIGH, SEVEN], ["J"], [])
    player = HandsDownInstinct(position.rules)
    assert answers(position, 0, player) == {"fake"}
    position.do(1000, 0, "fake")
    position.wait(1250)
    assert answers(position, 0, player) == {"pass", "fake"}


def test_the_tie_break_is_thought_of() -> None:
    """Eight points each; but seat 0's pairs add up to 25, and seat 1's with the Joker to more."""
    assert answers(last_pair([SEVEN, SIX, SIX_HIGH], ["J"], []), 0) == {"fake"}


def test_the_last_pair_is_laid_with_the_joker_in_hand() -> None:
    position = last_pair([SIX, SIX_HIGH, SEVEN], [], [], mine=("9", "9", "J"))
    assert answers(position, 0) == {"slap"}


def test_whoever_cannot_win_any_more_ends_the_game() -> None:
    laid = [[4], [4, 5, 5, 6, 6, 7, 1, 1, 2, 2], [7, 8, 8, 10, 10, 9, 3, 3]]
    position = last_pair(laid, ["J"], [])
    player = HandsDownInstinct(position.rules)
    position.do(1000, 0, "fake")
    position.wait(1250)
    assert answers(position, 0, player) == {"slap", "fake"}


# ---- whom to rob --------------------------------------------------------------------------------------


def test_of_equal_odds_the_richest_hand_is_robbed_then_the_nearest() -> None:
    assert answers(opening([["1"], ["2", "3"], ["4", "5", "6"], ["7", "8", "9"]]), 0) == {"take 2"}
    assert answers(opening([["1"], ["2", "3"], ["4", "5"], ["7"]]), 0) == {"take 1"}


def test_a_card_that_one_remembers_is_worth_more_than_a_big_hand() -> None:
    position = opening([["5"], ["2", "3", "4"], ["8", "5"]])
    position.rules.cards.look(0, 2, 1)
    assert answers(position, 0) == {"take 2"}


def test_a_card_that_one_remembers_as_useless_is_left_alone() -> None:
    position = opening([["5"], ["2", "5"], ["8", "9", "1"]])
    for index in range(3):
        position.rules.cards.look(0, 2, index)
    assert answers(position, 0) == {"take 1"}


def test_two_cards_are_taken_from_two_hands() -> None:
    assert answers(opening([[], ["2", "3", "4"], ["8", "5"]]), 0) <= {"take 1 2", "take 2 1"}
    assert answers(opening([[], ["2", "3", "4"], []]), 0) == {"take 1 1"}


# ---- no peeking ---------------------------------------------------------------------------------------


def arena(bots: list[str], options: dict[str, object], seed: int) -> Arena:
    seats = len(bots)
    rules = GAME.table(seats, GAME.deck(), GAME.read_options(options, seats), FastDice(seed))
    rules.cards.track()
    guests = [seat_bot(parse_bot(bot), GAME, rules, seat, 10 * seed + seat) for seat, bot in enumerate(bots)]
    return Arena(rules, guests)


def positions(seats: int, options: dict[str, object], seed: int, most: int) -> Iterator[Rules]:
    """The table after every step of one game among mixed bots."""
    table = arena(MIXED[:seats], options, seed)
    table.rules.deal()
    table.look_up()
    for _ in range(most):
        if table.rules.over:
            return
        table.step()
        yield table.rules


@pytest.mark.parametrize("seats", [3, 4])
def test_what_a_bot_sees_and_does_depends_on_no_secret(seats: int) -> None:
    """One player watches the true table, another only worlds that the seat cannot tell from it: they never differ."""
    rules = GAME.table(seats, GAME.deck(), GAME.read_options({}, seats), FastDice(1))
    in_truth = [HandsDownInstinct(rules) for _ in range(seats)]
    elsewhere = [HandsDownInstinct(rules) for _ in range(seats)]
    met: set[int] = set()
    for number, moment in enumerate(positions(seats, {}, seats, scaled(1600))):
        for seat in range(seats):
            other = moment.imagine(seat, FastDice(number))
            stimulus = in_truth[seat].stimulus(moment, seat)
            met.add(stimulus)
            assert elsewhere[seat].stimulus(other, seat) == stimulus
            assert elsewhere[seat].occasion(other, seat) == in_truth[seat].occasion(moment, seat)
            true, false = moment.imagine(seat, FastDice(7)), other.imagine(seat, FastDice(7))
            chosen = in_truth[seat].choose(true, seat, stimulus, FastDice(number))
            assert elsewhere[seat].choose(false, seat, stimulus, FastDice(number)) == chosen
            chosen = in_truth[seat].uniform(true, seat, FastDice(number))
            assert elsewhere[seat].uniform(false, seat, FastDice(number)) == chosen
    assert met == {NOTHING, TURN, RHYTHM, RACE, WINDUP, LOOKALIKE}


def test_uniform_play_knows_that_the_shield_will_be_down() -> None:
    position = three_players(shield=700)
    instinct = HandsDownInstinct(position.rules)
    chosen = {instinct.uniform(position.rules, 0, FastDice(seed)) for seed in range(30)}
    assert {position.rules.wording(0, code) for code in chosen} == {"slap 6", "fake", "pass"}
    assert position.rules.now == 0


# ---- whole games --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(
    "options",
    [{}, GAME.simulated, {"windup_ms": 0}, {"final_take_before_end": True}],
    ids=["live", "simulated", "no wind-up", "final take"],
)
def test_whole_games_of_mixed_bots_end(seats: int, options: dict[str, object]) -> None:
    for number in range(scaled(12)):
        result = play_game(GAME, [parse_bot(bot) for bot in MIXED[:seats]], options, seats, number)
        assert result.outcome is not None
        assert sum(result.outcome.points) <= 22
        assert result.inputs < 5_000


def test_everything_that_can_happen_happens_but_the_turn_player_never_fouls() -> None:
    table = arena(["casual", "quick", "lightning", "kid"], {}, 5)
    table.rules.keep_tally(len(GAME.tallies))
    for _ in range(scaled(40)):
        table.play()
    counts = {name: table.rules.tally[i] for i, name in enumerate(GAME.tallies)}
    assert counts["fouls"] == 0
    assert all(counts[name] > 0 for name in ("turns", "pairs", "fakes", "fooled", "early", "jams"))
    assert counts["fakes"] < 2 * counts["turns"], "a table of bots must not fake all evening"


def last_standing(first: str, second: str, games: int) -> Standing:
    *_, standing = pairing(GAME, parse_bot(first), parse_bot(second), games, 1)
    return standing


def test_good_judgement_beats_a_uniform_choice() -> None:
    assert last_standing("quick:policy", "quick:uniform", 60).share > 0.6


@pytest.mark.parametrize(("better", "worse"), [("lightning", "quick"), ("quick", "casual"), ("casual", "kid")])
def test_quicker_hands_win(better: str, worse: str) -> None:
    assert last_standing(better, worse, 40).share > 0.55
