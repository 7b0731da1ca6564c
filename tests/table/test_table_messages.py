"""The decoder: typed, bounded, unknown fields refused. And a storm of messages that a table must survive."""

from __future__ import annotations

import contextlib
import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slamdeck.core.game import GameInfo
from slamdeck.games import all_games
from slamdeck.table import messages as say
from slamdeck.table.journal.rebuild import read_table
from slamdeck.table.times import MS
from tests.conformance.driving import census, every_game
from tests.scale import scaled
from tests.table.evening import Evening


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"{}",
        b"[]",
        b'{"m":"act"}',
        b'{"m":"fly"}',
        b'{"m":"seen","n":1,"seat":2}',
        b'{"m":"seen","n":-1}',
        b'{"m":"seen","n":1e99}',
        b'{"m":"seen","n":99999999999999999999}',
        b'{"m":"act","n":1,"r":-5,"id":1,"do":"slap"}',
        b'{"m":"act","n":1,"r":5,"id":1,"do":""}',
        b'{"m":"act","n":1,"r":5,"id":1,"do":"slap","seat":6}',
        b'{"m":"act","n":1,"r":5,"id":1,"do":"' + b"x" * 121 + b'"}',
        b'{"m":"emote","emote":"anything else"}',
        b'{"m":"sethandicap","seat":0,"ms":100000}',
        b'{"m":"seal","sealed":"AAAA"}',
        b'{"m":"setsettings","settings":{"absent":"kill"}}',
        b'{"m":"setbot","seat":6,"bot":"kid"}',
        b'{"m":"setbot","seat":1}',
        b'{"m":"moveto","table":"k7q2m4xa"}',
        b'{"m":"moveto","table":"K7Q2M4X"}',
        b'{"m":"moveto","table":"../K7Q2M"}',
        b'{"m":"stim","n":1}',
        b"\xff\xfe",
    ],
)
def test_a_frame_that_is_no_message_is_refused(frame: bytes) -> None:
    with pytest.raises((msgspec.MsgspecError, UnicodeDecodeError)):
        say.decode_client(frame)


@given(st.binary(max_size=300))
def test_no_bytes_do_anything_but_be_refused(frame: bytes) -> None:
    with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError):
        say.decode_client(frame)


def test_every_message_comes_through_the_wire_as_it_was() -> None:
    for message in (
        say.Seen(3, 70_000, 70_100),
        say.Still(3, 90_000),
        say.Act(3, None, 95_000, 7, "play R4"),
        say.Seal(b"s" * 32),
        say.SetOptions({"turn_ms": None, "slap_in": True, "dealer": 2, "name": "x"}),
        say.Start(),
    ):
        assert say.decode_client(msgspec.json.encode(message)) == message


def anything(roll: random.Random, evening: Evening) -> say.ClientMessage:
    state = evening.table.state
    event = max(0, state.event + roll.choice([0, 0, 0, 0, -1, -2, -40, 1, 1_000]))
    verbs = [verb.name for verb in state.rules.catalogue.verbs] if state.game else ["slap"]
    legal = ["slap"]
    if state.game and not state.rules.over:
        seat = roll.randrange(len(state.seats))
        codes = [roll.randrange(int(state.rules.catalogue.size)) for _ in range(3)]
        legal = [state.rules.wording(seat, code) for code in codes]
    clock = evening.now + roll.choice([0, 0, 0, -50 * MS, 300 * MS, 1 << 50])
    pressed = roll.choice([None, 0, clock, max(clock - 300 * MS, 0), clock + 3_000 * MS])
    choices: list[say.ClientMessage] = [
        say.Seen(event, clock, clock + 500),
        say.Still(event, clock + roll.randrange(2_000) * MS),
        say.Act(event, pressed, clock, roll.randrange(60), roll.choice(legal)),
        say.Act(event, clock, clock, roll.randrange(9_999), roll.choice(verbs), roll.choice([None, 0, 1, 2, 5])),
        say.Resume(roll.randrange(50)),
        say.Hidden(roll.random() < 0.3),
        say.ClockIs(roll.choice([5, 100_000]), roll.choice([0, 7_000, 16_667, 10**9])),
        say.Ready(),
        say.Emote("wow"),
        say.Nonce(b"n" * 32),
        say.Seal(b"s" * 32),
        say.Rename("x" * roll.randrange(40)),
        say.Pause(),
        say.GoOn(),
        say.GoOn(),
        say.Start(),
        say.SetHandicap(roll.randrange(4), 50),
        say.Sit(roll.choice([None, 1, 5])),
        say.MakeHost(roll.randrange(6)),
        say.SetBot(roll.randrange(6), roll.choice(["kid", "quick:uniform", "nobody"])),
        say.MoveTo("K7Q2M4XA"),
    ]
    return roll.choice(choices)


@every_game
def test_no_storm_of_messages_breaks_a_table(info: GameInfo) -> None:
    """Whatever two clients send: cards are conserved, the table goes on, and its journal replays."""
    for seed in range(scaled(12)):
        roll = random.Random(seed)
        evening = Evening(info.slug, seed=seed, idle=True, options={})
        evening.start()
        cards = census(evening.table.state.rules)
        for _ in range(scaled(1_200)):
            if roll.random() < 0.02:
                evening.drop("p1")
                evening.wait(roll.choice([0.1, 5, 70]))
                evening.come_back("p1", fresh=roll.random() < 0.5)
            evening.say(roll.choice(["p0", "p1"]), anything(roll, evening))
            evening.wait(roll.choice([0, 0.001, 0.02, 0.3, 1.0]))
            if evening.table.state.game is not None:
                assert census(evening.table.state.rules) == cards
        state, journal = read_table(evening.entries, all_games())
        assert journal.head == evening.table.head
        assert state.phase == evening.table.state.phase
