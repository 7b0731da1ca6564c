"""Nothing that one client sends reaches another: with and without it, everybody else hears the same, byte for byte."""

from __future__ import annotations

import functools
import random
import re

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from slamdeck.core.game import GameInfo
from slamdeck.core.problems import Problem
from slamdeck.games import all_games
from slamdeck.table import faults
from slamdeck.table import messages as say
from slamdeck.table.journal.rebuild import read_table
from slamdeck.table.times import MS, SECOND
from tests.conformance.driving import census, every_game
from tests.hostile import ODD_WORDS, action_texts, almost, any_message, messages
from tests.scale import scaled
from tests.table.evening import Evening, Way

# What anybody may do for all to see; everything else of a spectator is nobody's business.
FOR_ALL_TO_SEE = (say.Sit, say.Emote, say.Rename)
HONEST = ("p0", "p1")
HEAD = re.compile(rb'"head":"[^"]*"')
LENGTH = 8.0  # seconds of play
thorough = settings(
    max_examples=scaled(16),
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate],  # a script that fails is short enough as it is
    suppress_health_check=list(HealthCheck),
)


class SameEveryTime(random.Random):
    """On this line one message more or less changes nothing about the next."""

    def random(self) -> float:
        return 0.5


# With room for a third person beside two who play and a bot.
ROOMY = [info for info in all_games().values() if info.most >= 5]


def begin(info: GameInfo) -> Evening:
    """Two people who play, a third who sits there, bots, and one who watches."""
    seats = 3 if info in ROOMY else 2
    evening = Evening(info.slug, trips=(20.0, 60.0, 40.0)[:seats], bots=1, seed=5)
    for browser in evening.people[2:]:
        browser.idle = True
        browser.roll = SameEveryTime()
        browser.way = Way(40.0, browser.roll, jitter=0.0)
    evening.table.join(evening.now, "mallory", "Mallory", watch=True)
    evening.start()
    return evening


def heard_by_the_honest(evening: Evening, start: int) -> list[tuple[str, int, bytes]]:
    """Without the heads: they are hashes of blinded entries, also of those that only others know of."""
    heard = [one for one in evening.delivered[start:] if one.person in HONEST]
    return [(one.person, one.at, HEAD.sub(b"", one.data)) for one in heard]


@functools.cache
def undisturbed(slug: str) -> list[tuple[str, int, bytes]]:
    evening = begin(all_games()[slug])
    start = len(evening.delivered)
    evening.wait(LENGTH)
    return heard_by_the_honest(evening, start)


def disturbed(info: GameInfo, script: list[tuple[float, say.ClientMessage]], hostile: str) -> Evening:
    evening = begin(info)
    start = len(evening.delivered)
    began = evening.now
    faults.noted.clear()
    cards = census(evening.table.state.rules)
    for share, message in sorted(script, key=lambda step: step[0]):
        evening.run(lambda: False, (began + round(share * LENGTH * SECOND) - evening.now) / SECOND)
        if is_nobodys_business(evening, hostile, message):
            evening.say(hostile, message)
    evening.run(lambda: False, (began + round(LENGTH * SECOND) - evening.now) / SECOND)
    assert heard_by_the_honest(evening, start) == undisturbed(info.slug)
    assert census(evening.table.state.rules) == cards
    assert not faults.noted, "a clean refusal comes before anything fails"
    return evening


def is_nobodys_business(evening: Evening, hostile: str, message: say.ClientMessage) -> bool:
    """Of a player's words: those that are no move. One that the rules send back still says that its screen is awake:
    the arbiter need not wait for it."""
    seats = evening.table.state.seats_of(hostile)
    if not seats or not isinstance(message, say.Act):
        return hostile == "mallory"
    try:
        evening.table.state.rules.read(seats[0], message.do)
    except Problem:
        return True
    return False


def times() -> st.SearchStrategy[float]:
    return st.floats(0, 1, allow_nan=False)


@every_game
@thorough
@given(data=st.data())
def test_no_message_of_a_spectator_reaches_a_player(info: GameInfo, data: st.DataObject) -> None:
    script = data.draw(st.lists(st.tuples(times(), any_message(*FOR_ALL_TO_SEE)), min_size=5, max_size=30))
    disturbed(info, script, "mallory")


@pytest.mark.parametrize("info", ROOMY, ids=lambda info: info.slug)
@thorough
@given(data=st.data())
def test_no_words_of_a_player_that_are_no_move_reach_another(info: GameInfo, data: st.DataObject) -> None:
    evening = begin(info)
    catalogue = evening.table.state.rules.catalogue
    event = evening.table.state.event
    texts = data.draw(st.lists(st.tuples(times(), action_texts(catalogue)), min_size=5, max_size=30))
    script: list[tuple[float, say.ClientMessage]] = [
        (share, say.Act(event, 400 * MS, 400 * MS, 1_000 + number, do)) for number, (share, do) in enumerate(texts)
    ]
    disturbed(info, script, "p2")


@every_game
@thorough
@given(data=st.data())
def test_whatever_a_player_or_the_host_sends_the_table_goes_on(info: GameInfo, data: st.DataObject) -> None:
    """All messages, all fields, all moves: cards are conserved, nothing fails inside, and the journal replays."""
    evening = Evening(info.slug, seed=6, idle=True)
    evening.start()
    faults.noted.clear()
    cards = census(evening.table.state.rules)
    catalogue = evening.table.state.rules.catalogue
    acts = st.builds(
        say.Act,
        st.integers(0, evening.table.state.event + 3),
        st.none() | st.integers(0, 3 * SECOND),
        st.integers(0, 3 * SECOND) | st.just(1 << 53),
        st.integers(0, 30),
        action_texts(catalogue),
        st.none() | st.integers(0, 5),
    )
    steps = st.tuples(st.sampled_from(["p0", "p1"]), any_message() | acts, st.sampled_from([0.0, 0.001, 0.3, 1.0]))
    for person, message, pause in data.draw(st.lists(steps, min_size=5, max_size=40)):
        if person in evening.table.people:
            evening.say(person, message)
        evening.wait(pause)
        if evening.table.state.game is not None:
            assert census(evening.table.state.rules) == cards
    assert not faults.noted
    state, journal = read_table(evening.entries, all_games())
    assert journal.head == evening.table.head
    assert state.held_by == evening.table.state.held_by


@pytest.mark.parametrize("kind", messages(), ids=lambda kind: kind.__name__)
@settings(max_examples=scaled(60), derandomize=True, deadline=None, database=None)
@given(data=st.data())
def test_a_message_with_a_wrong_field_is_refused_or_understood_and_nothing_else(
    kind: type, data: st.DataObject
) -> None:
    frame = data.draw(almost(kind))
    try:
        message = say.decode_client(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return
    assert msgspec.json.decode(msgspec.json.encode(message), type=say.ClientMessage) == message


@every_game
def test_every_verb_with_every_odd_word_in_every_place_is_a_clean_refusal(info: GameInfo) -> None:
    evening = begin(info)
    faults.noted.clear()
    catalogue = evening.table.state.rules.catalogue
    start = len(evening.delivered)
    asked = 0
    for verb in catalogue.verbs:
        known = [parameter.values[0] for parameter in verb.parameters]
        for place in range(len(known) + 1):
            for odd in ODD_WORDS:
                words = [verb.name, *known[:place], odd, *known[place + 1 :]]
                evening.table.receive(evening.now, "p0", say.Act(1, None, 0, 10_000 + asked, " ".join(words)))
                asked += 1
    evening.pump()
    assert not faults.noted
    answers = [one.message for one in evening.delivered[start:] if isinstance(one.message, say.Ok)]
    assert len({answer.id for answer in answers}) > asked // 2
