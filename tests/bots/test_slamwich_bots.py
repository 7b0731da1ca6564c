"""The bots of Slamwich: what they see, what their hands do, and that they play whole games without peeking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from slamdeck.bots.guest import Guest, Intention
from slamdeck.bots.levels import LEVELS, ExGaussian, Level
from slamdeck.bots.reflexes import Reflexes
from slamdeck.bots.roster import BotName, parse_bot, seat_bot
from slamdeck.core.dice import FastDice
from slamdeck.core.instincts import CHANCE, GLANCE, LOOKALIKE, NOTHING, READY, RHYTHM, STIMULI
from slamdeck.core.rules import Rules
from slamdeck.games.slamwich import GAME
from slamdeck.games.slamwich.bots import SlamwichInstinct
from slamdeck.games.slamwich.rules import Slamwich
from slamdeck.games.slamwich.unseen_hands import SOONEST_MS
from slamdeck.lab.arena import Arena
from slamdeck.lab.tournament import Standing, pairing, play_game
from tests.position import Position
from tests.scale import scaled

BARE: dict[str, object] = {"min_toss_ms": 0, "late_grace_ms": 0, "debounce_ms": 0}
MIXED = ["kid", "lightning", "casual:uniform", "quick", "kid:uniform", "casual"]
UNERRING = replace(LEVELS["quick"], miss=0.0, false_start=0.0, fooled=0.0, forget=0.0)
FULL = ["onion", "pepper", "jelly"]


def tossed(card: str, centre: list[str], seats: int = 3, **options: object) -> Position:
    """Seat 0 has just tossed that card; seat 1 is next unless the card says otherwise."""
    stacks = [[card, *FULL], *[list(FULL) for _ in range(seats - 1)]]
    position = Position("slamwich", seats, {**BARE, **options}, given={"turn": 0, "stacks": stacks, "centre": centre})
    position.do(100, 0, "toss")
    return position


def seen(position: Position, seat: int) -> str:
    return STIMULI[SlamwichInstinct(position.rules).stimulus(position.rules, seat)]


def everybody_sees(position: Position) -> list[str]:
    return [seen(position, seat) for seat in range(position.rules.seats)]


def answer(position: Position, seat: int) -> str:
    """What the policy does about what the seat sees."""
    instinct = SlamwichInstinct(position.rules)
    world = position.rules.imagine(seat, FastDice(1))
    stimulus = instinct.stimulus(world, seat)
    return position.rules.wording(seat, instinct.choose(world, seat, stimulus, FastDice(2)))


def occasion(position: Position, seat: int) -> int:
    return SlamwichInstinct(position.rules).occasion(position.rules, seat)


def reaction(position: Position, seat: int, level: Level) -> str | None:
    """What a player of that level sets out to do."""
    guest = Guest(seat, SlamwichInstinct(position.rules), SlamwichInstinct(position.rules), Reflexes(level, 1), 1)
    guest.notice(position.rules, position.rules.now)
    return None if guest.intention is None else position.rules.wording(seat, guest.intention.action)


# ---- what there is to see -----------------------------------------------------------------------------


@pytest.mark.parametrize("centre", [["egg"], ["egg", "bacon"], ["tomato", "egg", "egg"]])
def test_a_pattern_is_a_chance_for_every_seat(centre: list[str]) -> None:
    position = tossed("egg", centre)
    assert everybody_sees(position) == ["chance"] * 3
    assert [answer(position, seat) for seat in range(3)] == ["slap"] * 3


def test_a_thief_is_slapped_with_the_words() -> None:
    position = tossed("TH", ["egg"])
    assert everybody_sees(position) == ["chance"] * 3
    assert answer(position, 2) == "slap yell=true"


def test_a_second_thief_is_a_pattern_and_needs_no_words() -> None:
    assert answer(tossed("TH", ["TH"]), 2) == "slap"


def test_a_harmless_card_is_glanced_at() -> None:
    assert everybody_sees(tossed("egg", ["bacon", "tomato", "cheese"])) == ["glance"] * 3


@pytest.mark.parametrize(
    ("card", "centre"),
    [
        ("egg", ["egg", "bacon", "tomato"]),
        ("M3", ["M3", "bacon", "tomato"]),
        ("M3", ["bacon", "M2"]),
        ("M1", ["M2", "bacon"]),
    ],
)
def test_nearly_a_pattern_looks_like_one(card: str, centre: list[str]) -> None:
    assert everybody_sees(tossed(card, centre)) == ["lookalike"] * 3


@pytest.mark.parametrize(
    ("card", "centre"),
    [
        ("egg", ["egg", "bacon", "tomato", "cheese"]),
        ("egg", ["bacon", "M2"]),
        ("M3", ["M2", "bacon", "cheese"]),
        ("egg", ["TH"]),
    ],
)
def test_what_lies_too_deep_or_is_of_another_kind_fools_nobody(card: str, centre: list[str]) -> None:
    assert everybody_sees(tossed(card, centre)) == ["glance"] * 3


def test_before_the_first_toss_only_the_opener_has_something_to_do() -> None:
    position = Position("slamwich", 4, {"dealer": 3})
    assert everybody_sees(position) == ["rhythm", "nothing", "nothing", "nothing"]
    assert answer(position, 0) == "toss"


def test_who_has_taken_the_pile_tosses_next() -> None:
    position = tossed("egg", ["egg"])
    position.do(400, 2, "slap")
    assert everybody_sees(position) == ["nothing", "nothing", "rhythm"]


def test_who_is_out_sees_nothing_unless_it_may_slap_back_in() -> None:
    stacks = [["egg", *FULL], FULL, []]
    given: dict[str, object] = {"turn": 0, "stacks": stacks, "centre": ["egg"], "out": [False, False, True]}
    for slap_in, sight in ((False, "nothing"), (True, "chance")):
        position = Position("slamwich", 3, {**BARE, "slap_in": slap_in}, given=given)
        position.do(0, 0, "toss")
        assert everybody_sees(position) == ["chance", "chance", sight]


# ---- forgotten words ----------------------------------------------------------------------------------


def test_a_thief_held_without_the_words_makes_everybody_shout() -> None:
    position = tossed("TH", ["egg"])
    position.do(400, 2, "slap")
    assert everybody_sees(position) == ["shout"] * 3
    assert [answer(position, seat) for seat in range(3)] == ["yell"] * 3


def test_who_has_shouted_waits_for_the_decision() -> None:
    position = tossed("TH", ["egg"])
    position.do(400, 2, "slap")
    position.do(500, 0, "yell")
    assert everybody_sees(position) == ["nothing", "shout", "shout"]


def test_forgetting_the_words_leaves_a_bare_slap_or_silence() -> None:
    forgetful = replace(UNERRING, forget=1.0)
    position = tossed("TH", ["egg"])
    assert reaction(position, 2, UNERRING) == "slap yell=true"
    assert reaction(position, 2, forgetful) == "slap"
    position.do(400, 2, "slap")
    assert reaction(position, 2, forgetful) is None
    assert reaction(tossed("egg", ["egg"]), 2, forgetful) == "slap"


# ---- attention and rhythm -----------------------------------------------------------------------------


def test_who_overlooks_a_chance_tosses_on_and_buries_it() -> None:
    blind = replace(UNERRING, miss=1.0)
    position = tossed("egg", ["egg"])
    assert [reaction(position, seat, blind) for seat in range(3)] == [None, "toss", None]
    assert [reaction(position, seat, UNERRING) for seat in range(3)] == ["slap"] * 3


def test_a_munch_is_answered_in_rhythm() -> None:
    position = tossed("M2", ["egg"])
    assert [reaction(position, seat, UNERRING) for seat in range(3)] == [None, "toss", None]


def test_the_last_answer_of_a_munch_can_only_be_slapped() -> None:
    stacks = [["M1", *FULL], ["egg", *FULL], FULL]
    given: dict[str, object] = {"turn": 0, "stacks": stacks, "centre": ["egg"]}
    position = Position("slamwich", 3, BARE, given=given)
    position.do(0, 0, "toss")
    position.do(600, 1, "toss")
    assert position["phase"] == "CLOSING"
    blind = replace(UNERRING, miss=1.0)
    assert [reaction(position, seat, blind) for seat in range(3)] == [None] * 3
    assert [reaction(position, seat, UNERRING) for seat in range(3)] == ["slap"] * 3


def test_a_fooled_hand_and_a_false_start_slip() -> None:
    lookalike, harmless = tossed("egg", ["egg", "bacon", "tomato"]), tossed("egg", ["bacon"])
    fooled, jumpy = replace(UNERRING, fooled=1.0), replace(UNERRING, false_start=1.0)
    assert [reaction(lookalike, seat, fooled) for seat in range(3)] == ["slap"] * 3
    assert [reaction(harmless, seat, jumpy) for seat in range(3)] == ["slap"] * 3
    assert [reaction(lookalike, seat, jumpy) for seat in range(3)] == [None, "toss", None]
    assert [reaction(harmless, seat, fooled) for seat in range(3)] == [None, "toss", None]


@pytest.mark.parametrize("card", ["egg", "M1"])
def test_one_card_tempts_a_hand_only_once(card: str) -> None:
    """Not even a muncher, after which a slip leaves the turn where it was."""
    position = tossed(card, ["bacon"])
    assert seen(position, 2) == "glance"
    position.do(200, 2, "slap", verdict="foul")
    assert seen(position, 2) == "nothing"


def test_nobody_stumbles_over_a_card_again_because_another_hand_slipped() -> None:
    position = tossed("egg", ["bacon"])
    position.do(200, 2, "slap", verdict="foul")
    assert seen(position, 0) == "rhythm"


# ---- occasions ----------------------------------------------------------------------------------------


def test_nothing_new_is_no_occasion() -> None:
    position = tossed("egg", ["bacon"])
    before = [occasion(position, seat) for seat in range(3)]
    position.do(150, 2, "toss", verdict="rejected")
    position.do(160, 0, "yell", verdict="ignored")
    position.wait(300)
    assert [occasion(position, seat) for seat in range(3)] == before


def test_a_new_card_is_an_occasion_for_all() -> None:
    position = tossed("egg", ["bacon"])
    before = [occasion(position, seat) for seat in range(3)]
    position.do(200, 1, "toss")
    assert all(occasion(position, seat) != before[seat] for seat in range(3))


def test_a_slip_is_an_occasion_for_those_whose_turn_comes_or_goes() -> None:
    position = tossed("egg", ["bacon"], seats=4)
    before = [occasion(position, seat) for seat in range(4)]
    position.do(200, 2, "slap", verdict="foul")
    changed = [seat for seat in range(4) if occasion(position, seat) != before[seat]]
    assert changed == [1, 3]


def test_a_held_thief_and_its_end_are_occasions() -> None:
    position = tossed("TH", ["egg"])
    steps = [occasion(position, 0)]
    position.do(400, 2, "slap")
    steps.append(occasion(position, 0))
    position.wait(1200)
    assert occasion(position, 0) == steps[1], "the end of the slapper's grace is nothing that one could see"
    position.wait(3400)
    steps.append(occasion(position, 0))
    assert len(set(steps)) == 3


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


@pytest.mark.parametrize("seats", range(2, 7))
def test_what_a_bot_sees_and_does_depends_on_no_secret(seats: int) -> None:
    met: set[int] = set()
    for number, rules in enumerate(positions(seats, {"slap_in": seats % 2 == 1}, seats, scaled(1200))):
        instinct = SlamwichInstinct(rules)
        for seat in range(seats):
            other = rules.imagine(seat, FastDice(number))
            stimulus = instinct.stimulus(rules, seat)
            met.add(stimulus)
            assert instinct.stimulus(other, seat) == stimulus
            assert instinct.routine(other, seat) == instinct.routine(rules, seat)
            assert instinct.occasion(other, seat) == instinct.occasion(rules, seat)
            true, false = rules.imagine(seat, FastDice(7)), other.imagine(seat, FastDice(7))
            for choose in (instinct.choose, lambda w, s, _, d: SlamwichInstinct(w).uniform(w, s, d)):
                assert choose(true, seat, stimulus, FastDice(3)) == choose(false, seat, stimulus, FastDice(3))
    assert met >= {NOTHING, RHYTHM, CHANCE, GLANCE, LOOKALIKE}


def test_uniform_play_knows_that_the_pause_will_be_over() -> None:
    position = Position("slamwich", 2, {"dealer": 1})
    position.do(1000, 0, "toss")
    now = position.rules.now
    instinct = SlamwichInstinct(position.rules)
    chosen = {instinct.uniform(position.rules, 1, FastDice(seed)) for seed in range(9)}
    assert position.rules.catalogue.parse("toss") in chosen
    assert position.rules.now == now


# ---- whole games --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize(
    "options",
    [{}, GAME.simulated, {"use_munchers": False}, {"slap_in": True}, {"time_limit_ms": 60_000}],
    ids=["live", "simulated", "no munchers", "slap in", "time limit"],
)
def test_whole_games_of_mixed_bots_end(seats: int, options: dict[str, object]) -> None:
    for number in range(scaled(4)):
        bots = [parse_bot(bot) for bot in MIXED[:seats]]
        result = play_game(GAME, bots, options, seats, number)
        assert result.outcome is not None
        assert sum(result.outcome.points) <= (47 if options == {"use_munchers": False} else 55)
        assert result.inputs < 20_000


def test_everything_that_can_happen_happens_among_kids() -> None:
    """Tosses, piles, munches, slips, Thieves, and now and then a Thief at which nobody finds the words."""
    table = arena(["kid"] * 3, {}, 5)
    table.rules.keep_tally(len(GAME.tallies))
    for _ in range(scaled(24)):
        table.play()
    assert all(table.rules.tally[i] > 0 for i in range(len(GAME.tallies)) if GAME.tallies[i] != "wasted_thieves")


def last_standing(first: str, second: str, games: int) -> Standing:
    bots: list[BotName] = [parse_bot(first), parse_bot(second)]
    *_, standing = pairing(GAME, bots[0], bots[1], games, 1)
    return standing


def test_good_judgement_beats_a_uniform_choice() -> None:
    assert last_standing("quick:policy", "quick:uniform", 50).share > 0.5


@pytest.mark.parametrize(("better", "worse"), [("lightning", "quick"), ("quick", "casual"), ("casual", "kid")])
def test_quicker_hands_win(better: str, worse: str) -> None:
    assert last_standing(better, worse, 10).share > 0.7


@pytest.mark.parametrize(("slower", "faster"), list(pairwise(LEVELS)))
def test_the_next_level_is_a_challenge_and_no_wall(slower: str, faster: str) -> None:
    assert 0.55 < last_standing(faster, slower, 60).share < 0.95


class Blind(Guest):
    """Slaps its own toss at once, without looking."""

    blind_at = (0, 0)

    def notice(self, rules: Rules, now: int) -> None:
        assert isinstance(rules, Slamwich)
        toss = (rules.tosses, now)
        if rules.tosser == self.seat and rules.tossed_at == now and toss != self.blind_at:
            self.blind_at = toss
            self.occasion = self.instinct.occasion(rules, self.seat)
            self.intention = Intention(now + 120, rules.catalogue.parse("slap"))
        else:
            super().notice(rules, now)


def test_slapping_unseen_does_not_pay() -> None:
    """It takes every pattern that one tosses oneself, and costs more cards than that is worth (SW-37, SW-38)."""
    won = 0.0
    for number in range(30):
        table = arena(["quick", "quick"], {}, number)
        seat = number % 2
        honest = table.guests[seat]
        table.guests[seat] = Blind(seat, honest.instinct, honest.policy, honest.reflexes, number)
        outcome = table.play().outcome
        won += 0.5 if outcome is None else outcome.places[seat] == 1
    assert won / 30 < 0.52


FOODS = [kind.name for kind in GAME.deck().kinds if kind.family == "food"]


def watched(seats: int, deep: int, delays: list[int]) -> tuple[Position, SlamwichInstinct]:
    """Seat 1 tosses and slaps that long after each of its tosses, on a pile of so many cards; then it tosses once more.
    Nothing can be slapped there. Seat 0 watches; with two it tosses after every slip (SW-38)."""
    pile = [FOODS[place % 11] for place in range(deep)]
    stacks = [[FOODS[(deep + seats * place + (seat - 1) % seats) % 11] for place in range(7)] for seat in range(seats)]
    position = Position("slamwich", seats, BARE, given={"turn": 1, "stacks": stacks, "centre": pile})
    instinct = SlamwichInstinct(position.rules)
    now = 0
    for delay in [*delays, 0]:
        now += 2000
        position.do(now, 1, "toss")
        instinct.occasion(position.rules, 0)
        if delay:
            position.do(now + delay, 1, "slap", verdict="foul")
            instinct.occasion(position.rules, 0)
            for seat in [*range(2, seats), 0]:
                now += 2000
                position.do(now, seat, "toss")
                instinct.occasion(position.rules, 0)
    return position, instinct


@pytest.mark.parametrize(
    ("seats", "deep", "delays", "sees"),
    [
        (2, 12, [160], "ready"),
        (2, 12, [160, 199], "ready"),
        (2, 12, [], "glance"),  # nothing was seen yet
        (2, 12, [210], "glance"),  # that hand may have been an eye's
        (2, 12, [120], "glance"),  # that one wins nothing
        (2, 3, [160], "glance"),  # so small a pile is not worth a card
        (3, 12, [160], "glance"),  # somebody else would gain by it
    ],
)
def test_who_slaps_without_looking_is_answered_in_kind(seats: int, deep: int, delays: list[int], sees: str) -> None:
    """Only where it pays: on a large pile, between two, at such cards as the rival did it with."""
    position, instinct = watched(seats, deep, delays)
    assert STIMULI[instinct.stimulus(position.rules, 0)] == sees
    if sees == "ready":
        slap = instinct.choose(position.rules, 0, READY, FastDice(1))
        assert position.rules.wording(0, slap) == "slap yell=true", "whatever it is, a Thief too"


def test_an_answer_in_kind_comes_no_sooner_than_a_hand_can_win() -> None:
    position, instinct = watched(2, 12, [160])
    always_sooner = replace(UNERRING, ready=ExGaussian(100, 5, 1))
    guest = Guest(0, instinct, instinct, Reflexes(always_sooner, 1), 1)
    guest.notice(position.rules, position.rules.now)
    assert guest.intention is not None
    assert guest.intention.at - position.rules.now == SOONEST_MS


def test_a_rival_who_looks_again_is_trusted_again() -> None:
    position, instinct = watched(2, 12, [160])
    now = position.rules.now
    for number in range(4):
        assert (STIMULI[instinct.stimulus(position.rules, 0)] == "ready") == (number == 0)
        for seat in (0, 1):
            now += 2000
            position.do(now, seat, "toss")
            instinct.occasion(position.rules, 0)


def test_another_game_is_another_game() -> None:
    _, instinct = watched(2, 12, [160])
    position, fresh = watched(2, 12, [])
    instinct.occasion(position.rules, 0)
    assert instinct.stimulus(position.rules, 0) == fresh.stimulus(position.rules, 0) == GLANCE


def test_a_hand_on_its_way_cannot_be_called_back() -> None:
    """The late slap lands on the next card, where the house forgives it, and the bot looks anew."""
    position = tossed("egg", ["egg"], late_grace_ms=250)
    instinct = SlamwichInstinct(position.rules)
    guest = Guest(2, instinct, instinct, Reflexes(UNERRING, 1), 1)
    guest.notice(position.rules, 100)
    slap = position.rules.catalogue.parse("slap")
    guest.intention = Intention(700, slap)
    position.do(650, 1, "toss")
    guest.notice(position.rules, 650)
    assert guest.intention == Intention(700, slap)
    position.do(700, 2, "slap", verdict="ignored", clause="SW-R17")
    guest.acted(position.rules, 700, counted=False)
    assert guest.intention is not None, "seat 2 is due to toss"
    assert position.rules.wording(2, guest.intention.action) == "toss"
