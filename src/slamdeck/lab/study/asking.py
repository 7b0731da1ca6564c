"""The questions, and how each is answered by play: who begins, skill, length, house rules, cards, verbs left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from typing import Final, TypeVar

import msgspec

from slamdeck.bots.policies import CONTRACT, BotMaker, Invitation, Policy
from slamdeck.bots.roster import BotName, parse_bot
from slamdeck.core.deck import Deck
from slamdeck.core.dice import Dice
from slamdeck.core.game import GameInfo
from slamdeck.core.instincts import NO_ACTION
from slamdeck.core.own_cards import cards_of
from slamdeck.core.problems import Problem
from slamdeck.core.rules import Rules
from slamdeck.core.zones import PUBLIC
from slamdeck.games import find_game
from slamdeck.lab.runs.figures import Share, quantiles_of
from slamdeck.lab.tournament import Pairing, Standing, TableOfBots, even_seats

Given = TypeVar("Given")
PLAYER: Final = "quick:policy"
SEATS: Final = 4  # of the tables where something else is varied
ASKED_AGAIN: Final = 12  # how often a player who leaves a verb out thinks of something else
STARTERS: Final = 3  # games at tables of each size, for one of each sweep: their intervals are looked at closely


@dataclass
class TableFigures:
    """Many games of equal players at one kind of table."""

    seats: int
    by_distance: list[Share]
    milliseconds: list[int] = field(default_factory=list)
    hands: list[int] = field(default_factory=list)  # of each game, where the game counts them
    stopped: int = 0
    endings: dict[str, int] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return len(self.milliseconds)

    def minutes(self) -> list[float]:
        """The quantiles of the length."""
        return [value / 60_000 for value in quantiles_of(sorted(self.milliseconds))]

    @property
    def first_share(self) -> float:
        began = self.by_distance[0]
        return began.won / max(began.chances, 1)

    @property
    def usual_hands(self) -> float | None:
        """How many hands a game has, in the middle; None where a game has none to count."""
        return quantiles_of(sorted(self.hands))[2] if self.hands else None


@dataclass(frozen=True)
class Varied:
    """One thing that was different, and what became of the games."""

    what: str
    figures: TableFigures


@dataclass(frozen=True)
class Duel:
    """Two kinds of players at one table."""

    seats: int
    standing: Standing


@dataclass
class GameStudied:
    """All answers about one game."""

    slug: str
    title: str
    said_minutes: int
    tables: list[TableFigures]
    skill: list[Duel]
    house_rules: list[Varied]
    cards: list[Varied]
    left_out: list[tuple[str, Duel]]
    unseen: Duel  # who does not look, against who does


class WithoutVerb:
    """The game's own policy, but one verb is never used: it thinks again, and waits if nothing else occurs to it."""

    def __init__(self, policy: Policy, verb: str) -> None:
        self.policy = policy
        self.verb = verb

    def choose(self, world: Rules, seat: int, stimulus: int, dice: Dice) -> int:
        for _ in range(ASKED_AGAIN):
            action = self.policy.choose(world, seat, stimulus, dice)
            if action == NO_ACTION or world.catalogue.verb_of(action).name != self.verb:
                return action
        return NO_ACTION


def make_without(verb: str, invitation: Invitation) -> Policy:
    return WithoutVerb(invitation.instinct, verb)


def without(verb: str) -> BotName:
    name = f"never {verb}"
    return replace(parse_bot(PLAYER), policy=name, handmade=BotMaker(name, partial(make_without, verb), CONTRACT))


def without_looking() -> BotName:
    """A hand that goes off at whatever is new, and as soon as that of somebody who knew beforehand."""
    usual = parse_bot(PLAYER)
    rash = replace(usual.level, chance=usual.level.ready, fooled=1.0, false_start=1.0, eagerness=1.0, miss=0.0)
    return replace(usual, level=replace(rash, name="unseen"))


def play_tables(
    info: GameInfo, seats: int, games: int, seed: int, given: dict[str, object], deck: Deck | None = None
) -> TableFigures:
    """Equal players; a Problem if such a table cannot be."""
    table = TableOfBots(info, deck or info.deck(), info.read_options(given, seats), seed)
    found = TableFigures(seats, [Share() for _ in range(seats)])
    bots = [parse_bot(PLAYER)] * seats
    for number in range(games):
        arena = table.arena(bots, number)
        result = arena.play()
        found.milliseconds.append(result.ended_at)
        hands = arena.rules.facts(PUBLIC).get("hand")
        if isinstance(hands, int):
            found.hands.append(hands)
        if result.outcome is None:
            found.stopped += 1
            continue
        clause = result.outcome.clause
        found.endings[clause] = found.endings.get(clause, 0) + 1
        winners = result.outcome.winners()
        for seat in range(seats):
            share = 1 / len(winners) if seat in winners else 0.0
            found.by_distance[(seat - arena.starter) % seats].add(share)
    return found


def duel(info: GameInfo, seats: int, first: BotName, second: BotName, games: int, seed: int) -> Duel:
    pairing = Pairing(TableOfBots(info, info.deck(), info.read_options({}, seats), seed), seats, first, second)
    for number in range(games // 2):
        pairing.play_pair(number)
    return Duel(seats, pairing.standing())


def study_game(slug: str, games: int, seed: int) -> GameStudied:
    """All questions to one game."""
    info = find_game(slug)
    usual = min(SEATS, info.most)
    sizes = sorted({info.fewest, usual, info.most})
    return GameStudied(
        info.slug,
        info.title,
        info.minutes,
        [play_tables(info, seats, STARTERS * games, seed, {}) for seats in sizes],
        skill_duels(info, games, seed),
        house_rules(info, usual, games, seed),
        other_cards(info, usual, games, seed),
        verbs_left_out(info, usual, games, seed),
        duel(info, usual - usual % 2, without_looking(), parse_bot(PLAYER), games, seed),
    )


def skill_duels(info: GameInfo, games: int, seed: int) -> list[Duel]:
    """A head against none, a quick hand against a slow one."""
    pairs = [("quick:policy", "quick:uniform"), ("quick:policy", "casual:policy")]
    sizes = sorted({even_seats(info), min(SEATS, info.most)})
    return [duel(info, seats, parse_bot(one), parse_bot(other), games, seed) for one, other in pairs for seats in sizes]


def house_rules(info: GameInfo, seats: int, games: int, seed: int) -> list[Varied]:
    """Every set of house rules that the game offers, and every yes that could be a no."""
    defaults = info.read_options({}, seats)
    choices: dict[str, dict[str, object]] = {f"“{one.title}”": one.options for one in info.presets if one.options}
    for name in defaults.__struct_fields__:
        value = getattr(defaults, name)
        if isinstance(value, bool):
            choices[f"`{name} = {str(not value).lower()}`"] = {name: not value}
    return tried(choices, lambda given: play_tables(info, seats, games, seed, given))


def other_cards(info: GameInfo, seats: int, games: int, seed: int) -> list[Varied]:
    """Of every family of cards twice as many, and half."""
    decks: dict[str, Callable[[], Deck]] = {}
    for family in info.families:
        for words, factor in (("twice as many", 2.0), ("half", 0.5)):
            decks[f"{words} *{family.replace('_', ' ')}*"] = partial(scaled_deck, info, family, factor)
    return tried(decks, lambda deck: play_tables(info, seats, games, seed, {}, deck()))


def scaled_deck(info: GameInfo, family: str, factor: float) -> Deck:
    cards = [
        msgspec.structs.replace(one, copies=int(one.copies * factor)) if one.family == family else one
        for one in cards_of(info.own_deck)
    ]
    return info.deck_of([one for one in cards if one.copies], f"{family} × {factor:g}")


def tried(choices: Mapping[str, Given], play: Callable[[Given], TableFigures]) -> list[Varied]:
    """What is possible at all."""
    found: list[Varied] = []
    for what, given in choices.items():
        try:
            found.append(Varied(what, play(given)))
        except Problem:
            continue
    return found


def verbs_left_out(info: GameInfo, seats: int, games: int, seed: int) -> list[tuple[str, Duel]]:
    """How a player fares who never uses a verb that the others use."""
    arena = TableOfBots(info, info.deck(), info.read_options({}, seats), seed).arena([parse_bot(PLAYER)] * seats, 0)
    arena.play()
    catalogue = arena.rules.catalogue
    used = {catalogue.verb_of(action).name for _, seat, action in arena.log if seat < seats}
    even = max(2, seats - seats % 2)
    return [(verb, duel(info, even, without(verb), parse_bot(PLAYER), games, seed)) for verb in sorted(used)]


def study_all(
    slugs: list[str], games: int, seed: int, workers: int, finished: Callable[[str], None]
) -> list[GameStudied]:
    """Every game, in their order, on as many cores."""
    if workers <= 1:
        found = []
        for slug in slugs:
            found.append(study_game(slug, games, seed))
            finished(slug)
        return found
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        futures = {slug: pool.submit(study_game, slug, games, seed) for slug in slugs}
        for slug, future in futures.items():
            future.add_done_callback(lambda _, slug=slug: finished(slug))  # type: ignore[misc]
        return [future.result() for future in futures.values()]
