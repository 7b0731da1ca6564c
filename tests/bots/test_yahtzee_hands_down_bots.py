"""The bots of Yahtzee Hands Down: what they notice, what they keep, when they call, and that they do not peek."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from slamdeck.bots.guest import Guest
from slamdeck.bots.levels import LEVELS
from slamdeck.bots.reflexes import Reflexes
from slamdeck.bots.roster import parse_bot, seat_bot
from slamdeck.bots.search import Search
from slamdeck.core.dice import FastDice
from slamdeck.core.instincts import CHANCE, LOOKALIKE, NO_ACTION, NOTHING, STIMULI, TURN
from slamdeck.core.rules import Moves
from slamdeck.games.yahtzee_hands_down import GAME
from slamdeck.games.yahtzee_hands_down.bots import YahtzeeInstinct
from slamdeck.games.yahtzee_hands_down.odds import Odds
from slamdeck.games.yahtzee_hands_down.rules import YahtzeeHandsDown
from slamdeck.lab.arena import Arena
from slamdeck.lab.tournament import Standing, pairing, play_game
from tests.position import Position
from tests.scale import scaled

MIXED = ["kid", "lightning", "casual:uniform", "quick", "kid:uniform", "casual"]
SIX = ["3K", "SS", "FH", "4K", "LS", "YZ"]
JUNK = ["R1", "Y2", "B3", "R4", "Y6"]
SCRAP = ["B1", "R2", "Y3", "B4", "R6"]
ONES = ["Y1", "Y1", "*1", "R2", "B5"]  # three of a kind
FOURS = ["R4", "R4", "*4", "R3/4", "B6"]  # four of a kind
HOUSE = ["Y2", "Y2", "Y2/5", "B6", "B1/6"]
DECK = GAME.deck()


def table(hands: list[list[str]], options: dict[str, object] | None = None, **fields: object) -> Position:
    """Seat 0 begins; the dice cards that are not named lie in the draw pile."""
    left = Counter({kind.name: kind.copies for kind in DECK.kinds if kind.family not in ("combo", "chance")})
    for cards in hands:
        left.subtract(cards)
    given: dict[str, object] = {"combos": SIX, "chance": ["C5", "C10", "C15"], "draw": list(left.elements()), **fields}
    return Position("yahtzee_hands_down", len(hands), options, given={**given, "hands": hands})


def rules_of(position: Position) -> YahtzeeHandsDown:
    assert isinstance(position.rules, YahtzeeHandsDown)
    return position.rules


def everybody_sees(position: Position) -> list[str]:
    instinct = YahtzeeInstinct(position.rules)
    return [STIMULI[instinct.stimulus(position.rules, seat)] for seat in range(position.rules.seats)]


def answer(position: Position, seat: int) -> str:
    """What the policy does about what the seat sees."""
    instinct = YahtzeeInstinct(position.rules)
    world = position.rules.imagine(seat, FastDice(1))
    action = instinct.choose(world, seat, instinct.stimulus(world, seat), FastDice(2))
    return "nothing" if action == NO_ACTION else position.rules.wording(seat, action)


def occasion(position: Position, seat: int) -> int:
    return YahtzeeInstinct(position.rules).occasion(position.rules, seat)


# ---- what there is to see ----------------------------------------------------------------------


def test_a_hand_that_fits_is_a_chance_for_its_owner_on_turn_or_not() -> None:
    assert everybody_sees(table([JUNK, ONES, SCRAP])) == ["turn", "chance", "nothing"]
    assert everybody_sees(table([ONES, JUNK, SCRAP])) == ["chance", "nothing", "nothing"]


def test_three_alike_in_different_colours_look_like_something() -> None:
    assert everybody_sees(table([["R1", "B1", "Y1", "R4", "B5"], SCRAP])) == ["lookalike", "nothing"]


def test_a_combination_that_is_gone_looks_like_something() -> None:
    position = table([ONES, SCRAP], combos=["LS", "YZ"])
    assert everybody_sees(position) == ["lookalike", "nothing"]
    instinct = YahtzeeInstinct(position.rules)
    assert position.rules.wording(0, instinct.slip(position.rules, 0, LOOKALIKE)) == "call"
    assert instinct.routine(position.rules, 0) == TURN


def test_nobody_falls_for_it_where_the_house_stops_bad_calls_or_after_a_foul() -> None:
    assert everybody_sees(table([ONES, SCRAP], {"call_guard": True}, combos=["LS"]))[0] == "turn"
    assert everybody_sees(table([ONES, SCRAP], combos=["LS"], waiting=[True, False]))[0] == "turn"


def test_who_is_down_and_everybody_in_the_pause_sees_nothing() -> None:
    position = table([ONES, HOUSE, SCRAP])
    position.do(100, 0, "call")
    assert everybody_sees(position) == ["nothing", "chance", "nothing"]
    position.do(200, 1, "call")
    assert position["phase"] == "REVEAL"
    assert everybody_sees(position) == ["nothing"] * 3


def test_other_players_exchanges_are_no_occasion_but_a_call_is() -> None:
    position = table([JUNK, SCRAP, ONES])
    before = occasion(position, 2)
    position.do(100, 0, "exchange R1")
    assert occasion(position, 2) == before
    position.do(200, 1, "call")
    assert occasion(position, 2) != before


def test_every_turn_of_ones_own_is_an_occasion() -> None:
    position = table([ONES, JUNK])
    position.do(100, 0, "call")
    before = occasion(position, 1)
    position.do(200, 1, "exchange")
    assert position["turn"] == 1
    assert occasion(position, 1) != before


# ---- good manners ------------------------------------------------------------------------------


def sets_out_to(position: Position, seat: int, courtesy: float) -> str | None:
    """What somebody does who overlooks nothing."""
    attentive = replace(LEVELS["kid"], miss=0.0, absent=0.0, forget=0.0, courtesy=courtesy)
    instinct = YahtzeeInstinct(position.rules)
    guest = Guest(seat, instinct, instinct, Reflexes(attentive, 1), 1)
    guest.notice(position.rules, position.rules.now)
    return None if guest.intention is None else position.rules.wording(seat, guest.intention.action)


def test_the_gentle_call_only_when_everybody_has_had_a_go() -> None:
    early = table([JUNK, HOUSE, SCRAP])
    assert sets_out_to(early, 1, courtesy=0.0) == "call FH"
    assert sets_out_to(early, 1, courtesy=1.0) is None
    late = table([JUNK, HOUSE, SCRAP])
    rules_of(late).turns = 9
    assert sets_out_to(late, 1, courtesy=1.0) == "call FH"


def test_the_gentle_answer_a_call_at_once() -> None:
    position = table([ONES, HOUSE, SCRAP])
    position.do(100, 0, "call")
    assert sets_out_to(position, 1, courtesy=1.0) == "call FH"


def test_only_the_gentlest_are_so() -> None:
    assert [name for name, level in LEVELS.items() if level.courtesy > 0] == ["kid"]


# ---- good judgement ----------------------------------------------------------------------------


def test_a_genuine_hand_is_called_at_once_when_somebody_else_is_down() -> None:
    position = table([HOUSE, SCRAP, ONES])
    position.do(100, 0, "call")
    assert answer(position, 2) == "call 3K"


def test_with_nothing_to_answer_nobody_calls() -> None:
    position = table([HOUSE, SCRAP, JUNK])
    position.do(100, 0, "call")
    assert answer(position, 2) == "nothing"


def test_a_good_start_is_kept() -> None:
    assert answer(table([["R5", "R2/5", "R?", "B1", "Y6"], SCRAP], combos=["4K", "YZ"]), 0) == "exchange B1 Y6"
    assert answer(table([["B2", "B3", "B4", "B6", "R1"], SCRAP], combos=["LS"]), 0) == "exchange R1"
    assert answer(table([["B2", "B2", "Y4", "Y4", "R1"], SCRAP], combos=["FH"]), 0) == "exchange R1"


def test_cards_that_cannot_come_any_more_are_not_waited_for() -> None:
    """Of two pairs the one that can still become three: all other blue 6s lie open."""
    gone = ["B1/6", "B1/6", "B?", "B?", "B?", "*6", "*6"]
    draw = ["Y1", "Y2", "Y3", "Y4", "Y5", "R2", "R3", "*1", "*2", "Y?"]
    position = table([["B6", "B6", "Y1", "Y1", "R3"], SCRAP], combos=["3K"], discard=gone, draw=draw)
    assert answer(position, 0) == "exchange B6 B6 R3"


def test_before_a_call_on_turn_a_draw_that_gives_nothing_up() -> None:
    """YH-52: the call may follow the moment the turn is over."""
    position = table([ONES, JUNK, SCRAP])
    assert answer(position, 0) == "exchange R2 B5"
    position.do(100, 0, "exchange R2 B5")
    assert answer(position, 0).startswith("call")


def test_a_full_house_cannot_be_bettered_without_risk() -> None:
    assert answer(table([HOUSE, JUNK, SCRAP]), 0) == "call FH"


def test_against_one_rival_a_weak_hand_waits_for_the_rivals_call() -> None:
    """Who calls first with little gives the other two turns and at least a Chance card (YH-20, YH-53)."""
    position = table([JUNK, ONES])
    assert answer(position, 1) == "nothing"
    assert answer(table([JUNK, HOUSE]), 1) == "call FH"


def test_against_one_rival_even_a_strong_hand_draws_before_it_is_called() -> None:
    """Four of a kind may still become a Yahtzee: nobody can come first, so the call waits for the next turn."""
    assert answer(table([SCRAP, FOURS]), 1) == "nothing"
    assert answer(table([FOURS, SCRAP]), 0) == "exchange B6"
    assert answer(table([SCRAP, FOURS], combos=["3K", "4K"]), 1) == "call 4K"


def test_against_one_rival_who_is_down_all_turns_are_used_before_the_answer() -> None:
    position = table([HOUSE, ONES])
    position.do(100, 0, "call")
    assert answer(position, 1) == "exchange R2 B5"
    position.do(200, 1, "exchange R2 B5")
    position.do(300, 1, "exchange")
    assert position["phase"] == "LAST_CALL"
    assert answer(position, 1).startswith("call")


def test_a_last_call_that_is_too_short_is_not_relied_on() -> None:
    position = table([HOUSE, ONES], {"lastcall_ms": 1}, left=1, down=[{"seat": 0, "type": "none", "at": 0}])
    assert answer(position, 1) == "call 3K"


def test_YH_57_a_lower_type_is_named_when_the_chance_card_is_worth_more() -> None:
    """Against three 5s that lie open: 15 points for a small straight are less than a Chance card, 18 on average."""
    fives = ["R5", "R5", "*5", "B1", "Y2"]
    down = [{"seat": 0, "type": "none", "at": 0, "open": True}]
    straight = ["B3", "B4", "B5", "B?", "B3"]
    assert answer(table([fives, straight, SCRAP], combos=["3K", "SS"], down=down), 1) == "call 3K"
    assert answer(table([fives, FOURS, SCRAP], down=down), 1) == "call 4K"


def test_odds_of_a_single_missing_card_are_exact() -> None:
    position = table([["R5", "R5", "B1", "Y2", "B4"], SCRAP])
    world = rules_of(position)
    odds = Odds(world.terms)
    odds.take_stock(world, 0)
    assert odds.hidden == 79
    red_fives = 2 + 3 + 2  # doubles, any-number cards, any-colour cards
    assert odds.outs[4] == red_fives
    odds.turns = 1
    assert odds.in_time(3, 1, 1, red_fives, False) == pytest.approx(red_fives / 79)
    assert odds.in_time(3, 1, 2, red_fives, False) == pytest.approx(1 - (1 - red_fives / 79) ** 2)
    odds.turns, odds.patience = 2, 0.5
    once, twice = red_fives / 79, 1 - (1 - red_fives / 79) ** 3
    assert odds.in_time(3, 1, 1, red_fives, False) == pytest.approx(once + 0.5 * (1 - once) * twice)


def test_discards_count_when_they_are_about_to_be_shuffled() -> None:
    position = table([JUNK, SCRAP], draw=["R5"], discard=["R5", "B5"])
    world = rules_of(position)
    odds = Odds(world.terms)
    odds.take_stock(world, 0)
    assert odds.hidden == 5 + 1 + 2


# ---- searching ---------------------------------------------------------------------------------


def tried(position: Position, seat: int) -> set[str]:
    moves = Moves(position.rules.catalogue.size)
    YahtzeeInstinct(position.rules).candidates(position.rules, seat, moves)
    return {position.rules.wording(seat, code) for code in moves.listed()}


def test_a_search_tries_every_name_and_the_draw_before_the_call() -> None:
    assert tried(table([ONES, JUNK, SCRAP]), 0) == {"call 3K", "exchange R2 B5"}
    assert tried(table([ONES, JUNK]), 0) == {"call 3K", "exchange R2 B5"}
    assert tried(table([HOUSE, JUNK, SCRAP]), 0) == {"call 3K", "call FH"}


def test_a_search_looks_to_the_end_of_the_round_with_or_without_a_pause() -> None:
    for pause in (4000, 0):
        position = table([HOUSE, ONES, SCRAP], {"reveal_ms": pause})
        instinct = YahtzeeInstinct(position.rules)
        assert not instinct.horizon(position.rules)
        position.do(100, 0, "call")
        assert not instinct.horizon(position.rules)
        position.do(200, 1, "call")
        assert instinct.horizon(position.rules)
        assert instinct.worth(position.rules, 0) > instinct.worth(position.rules, 1) > 0.5
        assert instinct.worth(position.rules, 2) < 0.5


def test_a_lead_is_worth_the_more_the_less_is_left_to_win() -> None:
    worths: list[float] = []
    for combos in (SIX, ["3K", "SS"], ["3K"]):
        position = table([JUNK, SCRAP], combos=combos, won=[["4K"], []])
        instinct = YahtzeeInstinct(position.rules)
        worths.append(instinct.worth(position.rules, 0))
        assert instinct.worth(position.rules, 0) + instinct.worth(position.rules, 1) == pytest.approx(1.0)
    assert 0.5 < worths[0] < worths[1] < worths[2] < 1.0


def imagined_hands(position: Position, seat: int, other: int, worlds: int) -> list[list[str]]:
    """Hands that this seat believes another one to have."""
    hands: list[list[str]] = []
    for number in range(worlds):
        world = position.rules.imagine(seat, FastDice(number))
        YahtzeeInstinct(position.rules).believe(world, seat, FastDice(number))
        assert world.cards.listed(seat) == position.rules.cards.listed(seat)
        hands.append([DECK.kinds[kind].name for kind in world.cards.listed(other)])
        everywhere = [kind for zone in range(4) for kind in world.cards.listed(zone)]
        assert sorted(everywhere) == sorted(k for zone in range(4) for k in position.rules.cards.listed(zone))
    return hands


def test_a_rival_who_is_down_is_believed_to_have_a_genuine_hand() -> None:
    position = table([JUNK, SCRAP])
    position.do(100, 0, "call")  # a foul, but nobody can know (YH-R12)
    combinations = rules_of(position).terms.combinations
    codes = {kind.name: number for number, kind in enumerate(DECK.kinds)}
    for hand in imagined_hands(position, 1, 0, 20):
        assert combinations.types(sum(codes[name] << (8 * place) for place, name in enumerate(hand)), 63)


def test_a_rival_who_has_drawn_often_is_believed_to_have_more() -> None:
    def kinds_alike(turns: int) -> float:
        hands = imagined_hands(table([SCRAP, JUNK], combos=["YZ"], turns=turns), 1, 0, 60)
        return sum(max(Counter(name[0] for name in hand).values()) for hand in hands) / len(hands)

    assert kinds_alike(12) > kinds_alike(0) + 0.3


def test_beliefs_rest_on_no_secret() -> None:
    for number, rules in enumerate(positions(3, 5, scaled(100))):
        instinct = YahtzeeInstinct(rules)
        for seat in range(3):
            true, false = (
                source.imagine(seat, FastDice(7)) for source in (rules, rules.imagine(seat, FastDice(number)))
            )
            for world in (true, false):
                instinct.believe(world, seat, FastDice(9))
            zones = range(rules.draw_pile + 1)
            assert [true.cards.listed(z) for z in zones] == [false.cards.listed(z) for z in zones]


def test_a_search_answers_a_call() -> None:
    position = table([HOUSE, ONES, SCRAP])
    position.do(100, 0, "call")
    world = position.rules.imagine(1, FastDice(3))
    search = Search(YahtzeeInstinct(position.rules), 60)
    assert position.rules.wording(1, search.choose(world, 1, CHANCE, FastDice(4))) == "call 3K"


# ---- no peeking --------------------------------------------------------------------------------


def positions(seats: int, seed: int, most: int) -> Iterator[YahtzeeHandsDown]:
    """The positions of games between bots, one after each hand or deadline."""
    rules = GAME.table(seats, DECK, GAME.read_options({}, seats), FastDice(seed))
    assert isinstance(rules, YahtzeeHandsDown)
    rules.cards.track()
    guests = [seat_bot(parse_bot(MIXED[s]), GAME, rules, s, seed * 8 + s) for s in range(seats)]
    arena = Arena(rules, guests)
    rules.deal()
    arena.look_up()
    for _ in range(most):
        if rules.over:
            return
        arena.step()
        yield rules


@pytest.mark.parametrize("seats", range(2, 7))
def test_what_a_bot_sees_and_does_depends_on_no_secret(seats: int) -> None:
    met: set[int] = set()
    for seed in range(2):
        for number, rules in enumerate(positions(seats, 10 * seats + seed, scaled(160))):
            instinct = YahtzeeInstinct(rules)
            for seat in range(seats):
                other = rules.imagine(seat, FastDice(number))
                stimulus = instinct.stimulus(rules, seat)
                met.add(stimulus)
                assert instinct.stimulus(other, seat) == stimulus
                assert instinct.routine(other, seat) == instinct.routine(rules, seat)
                assert instinct.occasion(other, seat) == instinct.occasion(rules, seat)
                true, false = rules.imagine(seat, FastDice(7)), other.imagine(seat, FastDice(7))
                assert instinct.choose(true, seat, stimulus, FastDice(3)) == instinct.choose(
                    false, seat, stimulus, FastDice(3)
                )
    assert met >= {NOTHING, TURN, CHANCE}


def test_a_choice_does_not_hang_on_which_world_was_imagined() -> None:
    """Odds are reckoned from counts, so the same seat decides alike in every world it can imagine."""
    for number, rules in enumerate(positions(4, 3, scaled(200))):
        instinct = YahtzeeInstinct(rules)
        for seat in range(4):
            stimulus = instinct.stimulus(rules, seat)
            chosen = {
                instinct.choose(rules.imagine(seat, FastDice(100 * number + k)), seat, stimulus, FastDice(1))
                for k in range(3)
            }
            assert len(chosen) == 1


# ---- whole games -------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize(
    "options",
    [{}, GAME.simulated, {"short_game": True}, {"call_guard": True, "combo_count": 12}, {"foul_waits": False}],
    ids=["live", "simulated", "short game", "guarded and long", "fouls do not wait"],
)
def test_whole_games_of_mixed_bots_end(seats: int, options: dict[str, object]) -> None:
    for number in range(scaled(6)):
        result = play_game(GAME, [parse_bot(bot) for bot in MIXED[:seats]], options, seats, number)
        assert result.outcome is not None
        assert result.outcome.clause == "YH-36"


def test_kids_call_wrongly_now_and_then() -> None:
    rules = GAME.table(3, DECK, GAME.read_options({}, 3), FastDice(1))
    rules.cards.track()
    rules.keep_tally(len(GAME.tallies))
    arena = Arena(rules, [seat_bot(parse_bot("kid"), GAME, rules, seat, seat) for seat in range(3)])
    for _ in range(scaled(16)):
        arena.play()
    assert rules.tally[GAME.tallies.index("fouls")] > 0


def last_standing(first: str, second: str, games: int) -> Standing:
    *_, standing = pairing(GAME, parse_bot(first), parse_bot(second), games, 1)
    return standing


def test_good_judgement_beats_a_uniform_choice() -> None:
    assert last_standing("quick:policy", "quick:uniform", 60).share > 0.5


def test_a_search_plays_whole_games() -> None:
    searching = replace(parse_bot("quick:search"), iterations=20, most_ms=0)
    result = play_game(GAME, [searching, parse_bot("quick")], {}, 1, 1)
    assert result.outcome is not None


def test_quick_hands_beat_slow_ones() -> None:
    assert last_standing("lightning", "kid", 40).share > 0.5
