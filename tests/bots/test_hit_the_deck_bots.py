"""The bots of Hit the Deck: what startles them, what their hands do, which card they play, and that they never peek."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from slamdeck.bots.guest import Guest
from slamdeck.bots.levels import LEVELS, Level
from slamdeck.bots.reflexes import Reflexes
from slamdeck.bots.roster import BotName, parse_bot, seat_bot
from slamdeck.bots.search import Search
from slamdeck.core.dice import FastDice
from slamdeck.core.instincts import (
    CALL,
    GLANCE,
    LOOKALIKE,
    NO_ACTION,
    NOTHING,
    RACE,
    READY,
    SHOUT,
    STIMULI,
    TURN,
)
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import Moves, Rules
from slamdeck.games.hit_the_deck import GAME
from slamdeck.games.hit_the_deck.bots import HitTheDeckInstinct
from slamdeck.games.hit_the_deck.rules import HitTheDeck
from slamdeck.lab.arena import Arena
from slamdeck.lab.tournament import Standing, pairing, play_game
from tests.position import Position
from tests.scale import scaled

CALM: dict[str, object] = {"settle_ms": 0, "debounce_ms": 0, "turn_ms": None}
MIXED = ["kid", "lightning", "casual:uniform", "quick", "kid:uniform", "casual"]
UNERRING = replace(LEVELS["quick"], miss=0.0, false_start=0.0, fooled=0.0, forget=0.0)
FIVE = ["Y1", "Y2", "B1", "B2", "G1"]
PILE = [f"{color}{number}" for number in range(1, 6) for color in "RYGB"]


def at(hand: list[str], top: str, others: list[list[str]] | None = None, pile: list[str] | None = None) -> Position:
    """Seat 0 is on turn with that hand and faces that top card."""
    hands = [hand, *(others or [FIVE, FIVE])]
    given: dict[str, object] = {"turn": 0, "hands": hands, "discard": [top], "draw": pile or PILE}
    return Position("hit_the_deck", len(hands), CALM, given=given)


def seen(position: Position, seat: int) -> str:
    return STIMULI[HitTheDeckInstinct(position.rules).stimulus(position.rules, seat)]


def everybody_sees(position: Position) -> list[str]:
    return [seen(position, seat) for seat in range(position.rules.seats)]


def answer(position: Position, seat: int = 0, dice: int = 2) -> str:
    """What the policy does about what the seat sees."""
    instinct = HitTheDeckInstinct(position.rules)
    world = position.rules.imagine(seat, FastDice(1))
    code = instinct.choose(world, seat, instinct.stimulus(world, seat), FastDice(dice))
    return "" if code == NO_ACTION else position.rules.wording(seat, code)


def occasions(position: Position) -> list[int]:
    instinct = HitTheDeckInstinct(position.rules)
    return [instinct.occasion(position.rules, seat) for seat in range(position.rules.seats)]


def reaction(position: Position, seat: int, level: Level) -> str | None:
    """What a player of that level sets out to do."""
    instinct = HitTheDeckInstinct(position.rules)
    guest = Guest(seat, instinct, instinct, Reflexes(level, 1), 1)
    guest.notice(position.rules, position.rules.now)
    return None if guest.intention is None else position.rules.wording(seat, guest.intention.action)


# ---- what there is to see and to hear --------------------------------------------------------------------


def test_a_plain_number_startles_nobody() -> None:
    position = at(["R3", "R1"], "R2")
    position.do(100, 0, "play R3")
    assert everybody_sees(position) == ["nothing", "turn", "nothing"]


@pytest.mark.parametrize("card", ["#4", "@G"])
def test_a_hit_card_without_a_hand_looks_like_one_with_a_hand(card: str) -> None:
    position = at([card, "R1"], "R2")
    position.do(100, 0, f"play {card}")
    assert everybody_sees(position) == ["call", "lookalike", "lookalike"]


def test_a_demand_that_passes_on_is_nothing_new() -> None:
    position = at(["#3", "R1"], "R2")
    position.do(100, 0, "play #3")
    waiting = occasions(position)[0]
    position.do(900, 1, "draw")
    assert everybody_sees(position) == ["nothing", "nothing", "turn"]
    assert occasions(position)[0] == waiting


def test_word_cards_are_glanced_at() -> None:
    position = at(["Rcut", "R1"], "R2")
    position.do(100, 0, "play Rcut")
    assert everybody_sees(position) == ["nothing", "glance", "glance"]


def test_one_card_tempts_a_hand_only_once() -> None:
    position = at(["#4", "R1"], "R2")
    position.do(100, 0, "play #4")
    position.do(400, 1, "slap", verdict="foul")
    position.do(500, 2, "slap", verdict="foul")
    assert everybody_sees(position) == ["call", "turn", "nothing"]


def test_a_bluff_fools_the_others_but_not_who_made_it() -> None:
    position = at(["R3", "R1"], "R2", pile=["G4", "G5"])
    position.do(100, 0, "play R3")
    position.do(200, 2, "call")
    assert everybody_sees(position) == ["lookalike", "lookalike", "nothing"]
    position.do(300, 1, "draw")
    assert everybody_sees(position) == ["nothing", "nothing", "turn"], "the next turn makes it old"


def test_most_cards_that_lend_themselves_to_it_are_bluffed_with_by_who_played_them() -> None:
    position = at(["#4", "R1"], "R2")
    position.do(100, 0, "play #4")
    calls = [answer(position, 0, dice).startswith("call") for dice in range(200)]
    assert 130 <= sum(calls) <= 170
    position.do(200, 0, "call")
    assert everybody_sees(position) == ["nothing", "lookalike", "lookalike"]


def test_fooled_hands_and_false_starts_slap_and_careful_ones_play_on() -> None:
    lookalike, word = at(["#2", "R1"], "R2"), at(["Rflip", "R1"], "R2")
    lookalike.do(100, 0, "play #2")
    word.do(100, 0, "play Rflip")
    fooled, jumpy = replace(UNERRING, fooled=1.0), replace(UNERRING, false_start=1.0)
    assert [reaction(lookalike, seat, fooled) for seat in (1, 2)] == ["slap", "slap"]
    assert [reaction(word, seat, jumpy) for seat in (1, 2)] == ["slap", "slap"]
    assert reaction(lookalike, 1, UNERRING) in ("play Y2", "play B2")
    assert reaction(word, 1, UNERRING) == "flip"
    assert reaction(lookalike, 2, UNERRING) is None


# ---- the hand race ----------------------------------------------------------------------------------------


def test_all_hands_go_down_and_the_caller_was_ready() -> None:
    position = at(["HH", "R1"], "R2")
    position.do(100, 0, "play HH")
    assert everybody_sees(position) == ["ready", "race", "race"]
    assert [answer(position, seat) for seat in range(3)] == ["call", "slap", "slap"]
    position.do(200, 1, "slap")
    position.do(210, 0, "call")
    assert everybody_sees(position) == ["ready", "nothing", "race"]
    assert answer(position, 0) == "slap"


def test_the_callers_hand_comes_down_with_the_words() -> None:
    position = at(["HH", "R1"], "R2")
    position.do(100, 0, "play HH")
    instinct = HitTheDeckInstinct(position.rules)
    guest = Guest(0, instinct, instinct, Reflexes(UNERRING, 1), 1)
    guest.notice(position.rules, 100)
    assert guest.intention is not None
    words = guest.intention
    position.do(words.at, 0, "call")
    guest.acted(position.rules, words.at, counted=True)
    guest.notice(position.rules, words.at)
    assert guest.intention is not None
    assert position.rules.wording(0, guest.intention.action) == "slap"
    assert guest.intention.at - words.at < 100


def test_who_forgets_to_call_brings_the_hand_down_and_may_still_remember() -> None:
    forgetful = replace(UNERRING, forget=1.0)
    position = at(["HH", "R1"], "R2")
    position.do(100, 0, "play HH")
    assert reaction(position, 0, UNERRING) == "call"
    assert reaction(position, 0, forgetful) == "slap"
    assert reaction(position, 1, forgetful) == "slap"
    position.do(300, 0, "slap")
    assert seen(position, 0) == "shout"
    assert reaction(position, 0, UNERRING) == "call"
    assert reaction(position, 0, forgetful) is None


# ---- occasions --------------------------------------------------------------------------------------------


def test_nothing_new_is_no_occasion() -> None:
    position = at(["R3", "R1"], "R2")
    position.do(100, 0, "play R3")
    before = occasions(position)
    position.do(150, 2, "draw", verdict="rejected")
    position.wait(400)
    assert occasions(position) == before


def test_a_new_top_is_an_occasion_for_all_and_a_draw_only_for_the_next() -> None:
    position = at(["R3", "R1"], "R2", others=[["Y1", "Y2"], FIVE], pile=["G4", "G5", "B4"])
    steps = [occasions(position)]
    position.do(100, 0, "play R3")
    steps.append(occasions(position))
    assert all(one != two for one, two in zip(*steps, strict=True))
    position.do(200, 1, "draw")
    changed = [seat for seat in range(3) if occasions(position)[seat] != steps[1][seat]]
    assert changed == [1, 2]


def test_a_card_that_must_be_played_and_cards_drawn_for_a_slip_are_occasions_for_their_owner() -> None:
    position = at(["Y1"], "R2", pile=["R4", "G5", "B4", "B5"])
    before = occasions(position)
    position.do(100, 2, "slap", verdict="foul")
    assert occasions(position) == before, "a fake-out of another seat changes nothing for the player on turn"
    position = at(["Y1"], "R2", pile=["R4", "G5", "B4", "B5"])
    position.do(100, 0, "draw")
    assert position["phase"] == "MUST_PLAY"
    assert occasions(position)[0] != before[0]
    assert occasions(position)[1:] == before[1:]
    position.do(600, 0, "slap", verdict="foul")
    assert answer(position) == "play R4"


# ---- judgement --------------------------------------------------------------------------------------------


def test_a_number_goes_before_a_hit_card_while_nobody_is_close() -> None:
    assert answer(at(["R5", "#2", "Y3", "B1"], "R3")) == "play R5"


def test_a_word_card_goes_as_soon_as_it_fits() -> None:
    assert answer(at(["R1", "R5", "Rcut", "Y2"], "R3")) == "play Rcut"


def test_the_hit_card_is_kept_as_the_last_one() -> None:
    assert answer(at(["HH", "R3"], "R1")) == "play R3"


def test_the_dearest_number_goes_first() -> None:
    assert answer(at(["R1", "R5", "R2", "Y2"], "R3")) == "play R5"


def test_who_follows_with_one_card_is_kept_from_going_out() -> None:
    """A demand for a number is harder to meet than a red card or a five."""
    hand = ["R4", "#5", "Y2", "Y3"]
    assert answer(at(hand, "R3", others=[["Y4"], FIVE])) == "play #5"
    assert answer(at(hand, "R3", others=[FIVE, FIVE])) == "play R4"


def test_a_hit_hand_card_is_not_given_to_who_could_then_play_anything() -> None:
    assert answer(at(["HH", "#5", "Y2", "Y3"], "R3", others=[["Y4"], FIVE])) == "play #5"


def test_a_drawn_card_is_played_and_a_duty_is_done() -> None:
    position = at(["Y1"], "R2", pile=["R4", "G5"])
    assert answer(position) == "draw"
    position.do(100, 0, "draw")
    assert answer(position) == "play R4"
    assert answer(at(["Y1"], "Rcut")) == "cut"
    assert answer(at(["Y1"], "Rflip")) == "flip"


def test_one_cuts_for_somebody_whose_last_card_that_was() -> None:
    """HT-R41: with nothing in hand, and not out yet."""
    given: dict[str, object] = {"turn": 1, "hands": [FIVE, ["Rcut"]], "discard": ["R3"], "draw": PILE}
    position = Position("hit_the_deck", 2, {**CALM, "last_words_act": True}, given=given)
    position.do(100, 1, "play Rcut")
    position.rules.cards.track()
    assert answer(position) == "cut"


CUT_PILE = ["G4", "G5", "B4", "B5", "Yflip", "Y5", "R4", "R5", "R1"]


def test_an_unknown_pile_is_cut_in_the_middle_and_a_known_one_where_it_suits() -> None:
    """A Flip exposed by the cut makes the next player flip, and the turn comes back to who cut."""
    position = at(["Y1"], "Rcut", pile=[*CUT_PILE[:3], "Yflip", "B5", *CUT_PILE[5:]])
    assert answer(position) == "cut"
    position.rules.cards.learn(position.rules.layout.zones_of("draw")[0], 0)
    assert answer(position) == "cut 4"
    assert answer(position, 1) == ""


def test_a_known_hit_hand_card_is_not_exposed_for_the_next_player_to_call() -> None:
    position = at(["Y1"], "Rcut", pile=[*CUT_PILE[:4], "HH", *CUT_PILE[5:]])
    position.rules.cards.learn(position.rules.layout.zones_of("draw")[0], 0)
    assert answer(position) in ("cut 4", "cut 6")


# ---- no peeking -------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("seats", range(2, 7))
def test_what_a_bot_sees_and_does_depends_on_no_secret(seats: int) -> None:
    met: set[int] = set()
    for number, rules in enumerate(positions(seats, {"target_score": 400}, seats, scaled(1200))):
        instinct = HitTheDeckInstinct(rules)
        for seat in range(seats):
            other = rules.imagine(seat, FastDice(number))
            stimulus = instinct.stimulus(rules, seat)
            met.add(stimulus)
            assert instinct.stimulus(other, seat) == stimulus
            assert instinct.routine(other, seat) == instinct.routine(rules, seat)
            assert instinct.occasion(other, seat) == instinct.occasion(rules, seat)
            true, false = rules.imagine(seat, FastDice(7)), other.imagine(seat, FastDice(7))
            for choose in (instinct.choose, lambda w, s, _, d: HitTheDeckInstinct(w).uniform(w, s, d)):
                assert choose(true, seat, stimulus, FastDice(3)) == choose(false, seat, stimulus, FastDice(3))
    assert met >= {NOTHING, TURN, RACE, READY, LOOKALIKE, GLANCE, CALL}
    assert met <= {NOTHING, TURN, RACE, READY, LOOKALIKE, GLANCE, CALL, SHOUT}


def test_a_search_depends_on_no_secret() -> None:
    for number, rules in enumerate(positions(4, {}, 9, scaled(100))):
        seat = number % 4
        instinct = HitTheDeckInstinct(rules)
        true, false = rules.imagine(seat, FastDice(7)), rules.imagine(seat, FastDice(number)).imagine(seat, FastDice(7))
        search = Search(instinct, 20)
        assert search.choose(true, seat, TURN, FastDice(3)) == search.choose(false, seat, TURN, FastDice(3))


# ---- searching --------------------------------------------------------------------------------------------


def test_a_search_tries_only_what_is_possible() -> None:
    moves = Moves(GAME.table(4, GAME.deck(), GAME.read_options({}, 4), FastDice(1)).catalogue.size)
    for rules in positions(4, {}, 3, scaled(200)):
        instinct = HitTheDeckInstinct(rules)
        for seat in range(4):
            rules.legal(seat, rules.now, moves)
            legal = set(moves.listed())
            instinct.begin_search(rules, seat)
            instinct.candidates(rules, seat, moves)
            tried = moves.listed()
            instinct.plausible(rules, seat, moves)
            assert set(tried) | set(moves.listed()) <= legal
            assert bool(tried) == bool(rules.awaited() >> seat & 1)


def test_worth_is_between_nothing_and_everything_and_few_points_are_good() -> None:
    position = at(["R1"], "R3", others=[["HH", "#1"], ["Y5"]])
    instinct = HitTheDeckInstinct(position.rules)
    worths = [instinct.worth(position.rules, seat) for seat in range(3)]
    assert 0 < worths[1] < worths[2] < worths[0] < 1
    position.do(100, 0, "play R1")
    assert instinct.horizon(position.rules)
    assert instinct.worth(position.rules, 0) > worths[0]


def lacking(position: Position) -> int:
    """The kinds that seat 0 is known not to hold."""
    assert isinstance(position.rules, HitTheDeck)
    return HitTheDeckInstinct(position.rules).judgement.lacking(position.rules, 0)


def test_a_search_remembers_who_had_nothing_that_fitted() -> None:
    """HT-R6, HT-R7: who draws had no such card, and would have had to play the drawn one."""
    position = at(["Y1", "B2"], "R3")
    position.do(100, 0, "draw")
    rules, instinct = position.rules, HitTheDeckInstinct(position.rules)
    fits = lacking(position)
    contradicted = 0
    for seed in range(50):
        world = rules.imagine(1, FastDice(seed))
        contradicted += any(fits >> kind & 1 for kind in world.cards.listed(0))
        instinct.believe(world, 1, FastDice(seed))
        assert not any(fits >> kind & 1 for kind in world.cards.listed(0))
        assert sorted(world.cards.listed(1)) == sorted(rules.cards.listed(1))
    assert contradicted > 10


def test_other_cards_end_what_is_known_of_a_hand() -> None:
    position = at(["Y1", "B2"], "R3")
    assert lacking(position) == 0
    position.do(100, 0, "draw")
    assert lacking(position) != 0
    position.do(5000, 0, "slap", "foul", "HT-46")  # penalty cards
    assert lacking(position) == 0


@pytest.mark.parametrize(("turns", "fewest", "most"), [(0, 40, 75), (9, 5, 35)])
def test_of_what_rivals_chose_from_the_hand_cards_are_gone(turns: int, fewest: int, most: int) -> None:
    """Four of fourteen cards out of sight are hand cards; before anybody has chosen, as many in an imagined hand."""
    hands = [["R1", "R5"], ["HH", "HH"], ["G3", "G4"]]
    given: dict[str, object] = {
        "turn": 0,
        "hands": hands,
        "discard": ["R3"],
        "draw": ["HH", "HH", *FIVE, "B3", "B4", "B5"],
    }
    rules = Position("hit_the_deck", 3, CALM, given={**given, "turns": turns}).rules
    instinct = HitTheDeckInstinct(rules)
    held = 0
    for seed in range(100):
        world = rules.imagine(0, FastDice(seed))
        instinct.believe(world, 0, FastDice(seed))
        held += sum(world.deck.kinds[card].name == "HH" for card in world.cards.listed(1))
        assert sorted(world.cards.listed(0)) == sorted(rules.cards.listed(0))
    assert fewest <= held <= most


def test_a_search_takes_a_hit_card_to_fool_some_of_the_others() -> None:
    position = at(["#2", "Y1", "R5"], "R3")
    rules, instinct = position.rules, HitTheDeckInstinct(position.rules)
    dice = FastDice(1)
    assert all(instinct.stray(rules, dice) == NO_SEAT for _ in range(200))
    position.do(100, 0, "play #2")
    fooled = [instinct.stray(rules, dice) for _ in range(600)]
    assert set(fooled) == {NO_SEAT, 1, 2}
    assert 40 < sum(seat != NO_SEAT for seat in fooled) < 120
    position.do(5000, 1, "slap", "foul", "HT-46")
    assert 1 not in {instinct.stray(rules, dice) for _ in range(600)}


@pytest.mark.parametrize(("seats", "turns"), [(2, 1000), (3, 1000), (4, 12)])
def test_a_search_looks_to_the_end_of_the_hand_or_among_four_three_rounds_ahead(seats: int, turns: int) -> None:
    position = at(FIVE, "R3", others=[["R2"], ["R4"], ["R5"]][: seats - 1])
    rules, instinct = position.rules, HitTheDeckInstinct(position.rules)
    assert isinstance(rules, HitTheDeck)
    instinct.begin_search(rules, 0)
    rules.turns += turns - 1
    assert not instinct.horizon(rules)
    rules.turns += 1
    assert instinct.horizon(rules) == (seats == 4)


def test_a_long_search_ends_well() -> None:
    """A tree of thousands of nodes is built, used and taken down again."""
    position = at(["R1", "R5", "#2", "Y2", "Rcut", "HH"], "R3", others=[FIVE, FIVE, ["B3", "B4"]])
    search = Search(HitTheDeckInstinct(position.rules), scaled(8000))
    world = position.rules.imagine(0, FastDice(1))
    for seed in range(2):
        code = search.choose(world, 0, TURN, FastDice(seed))
        assert position.rules.wording(0, code) in position.legal(0)


# ---- whole games ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("options", [{}, GAME.simulated, {"resolve_last_card": True}], ids=["live", "sim", "resolved"])
def test_whole_games_of_mixed_bots_end(seats: int, options: dict[str, object]) -> None:
    for number in range(scaled(4)):
        result = play_game(GAME, [parse_bot(bot) for bot in MIXED[:seats]], options, seats, number)
        assert result.outcome is not None
        assert max(result.outcome.points) >= 100
        assert result.inputs < 20_000


def test_a_game_with_search_bots_ends() -> None:
    search = BotName(LEVELS["quick"], "search", scaled(60), 0)
    result = play_game(GAME, [search, parse_bot("quick"), search], {"target_score": 30}, 1, 1)
    assert result.outcome is not None


def test_everything_that_can_happen_happens_among_kids() -> None:
    """Races, forgotten calls, fake-outs, cuts, flips: all but a blocked hand."""
    table = arena(["kid"] * 4, {}, 5)
    table.rules.keep_tally(len(GAME.tallies))
    for _ in range(scaled(16)):
        table.play()
    assert all(table.rules.tally[i] > 0 for i in range(len(GAME.tallies)) if GAME.tallies[i] != "blocked")


def standing(first: str, second: str, games: int) -> Standing:
    *_, last = pairing(GAME, parse_bot(first), parse_bot(second), games, 1)
    return last


def test_judgement_beats_chance() -> None:
    assert standing("quick:policy", "quick:uniform", scaled(80)).share > 0.7


@pytest.mark.parametrize(("better", "worse"), [("lightning", "quick"), ("quick", "casual"), ("casual", "kid")])
def test_the_quicker_level_wins(better: str, worse: str) -> None:
    assert standing(better, worse, scaled(48)).share > 0.6
