"""A few races at real tables through the relay. Only what holds on a busy computer is insisted on: all races are
judged, and those are right that no lateness of ours can have blurred. The long form is `make chaos`."""

from __future__ import annotations

import asyncio
import math
import os
import random
from pathlib import Path

import pytest

from slamdeck.core.problems import CheckFailed
from slamdeck.games import all_games
from slamdeck.measure.fairness.figures import (
    OPPONENT,
    SUBJECT,
    HonestFigures,
    LieFigures,
    StudiedEvening,
    StudiedRace,
)
from slamdeck.measure.fairness.lies import LIES
from slamdeck.measure.fairness.lines import LaneKind, LineKind
from slamdeck.measure.fairness.live.keeping import KeptSitting, keep
from slamdeck.measure.fairness.live.lateness import Lateness
from slamdeck.measure.fairness.live.opponents import (
    SEATS,
    FactsTold,
    GameWords,
    LivePlayer,
    TimeTold,
    ViewTold,
    Word,
    ZoneTold,
)
from slamdeck.measure.fairness.live.relay import HERE, Delay, Relay
from slamdeck.measure.fairness.live.study import LiveStudy, run_live
from slamdeck.measure.fairness.live.tables import PAUSES, Referee, slapping_game
from slamdeck.measure.fairness.page import Intent, Player, TrueHand
from slamdeck.measure.fairness.rows import BREAKS
from slamdeck.measure.fairness.tables import print_tables
from slamdeck.server.app import new_loop
from slamdeck.server.tables.alarms import micros
from slamdeck.table.races.evidence import LAW
from slamdeck.table.times import MS

CLEAR = 60.0  # ms between two hands
LONG = int(os.environ.get("SLAMDECK_LIVE_RACES", "0"))  # of every row
CHANCE = 0.05  # two standard errors of a share of some 300 slaps


def test_a_few_real_races_go_to_the_faster_hand() -> None:
    study = LiveStudy(races=4, lying=0, rows=("20 ms", "150 ms"), lies=())
    run_live(study, lambda: None)
    assert study.lost == 0
    races = [race for evenings in study.played.values() for evening in evenings for race in evening.races]
    assert len(races) + study.left_out >= 8
    clear = [race for race in races if abs(race.truth[0] - race.truth[1]) > CLEAR]
    assert not [race for race in clear if race.wrong]
    assert set(study.played) == {"20 ms", "150 ms"}
    assert sum(row.races for row in study.honest()) == len(races)


def test_a_study_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "races.jsonl"
    race = StudiedRace((250.0, 260.0), (250.0, None), (250.0, None), (270.0, math.inf), 0, False, (50, 60), 0, 0, False)
    keep(file, KeptSitting("20 ms", "honest", StudiedEvening([race] * 30), LAW))
    keep(file, KeptSitting("claim −60", "whole", StudiedEvening([race] * 200, alarm=12), LAW))
    study = LiveStudy(races=80, lying=200, rows=("20 ms", "150 ms"), lies=("claim −60",), file=file)
    assert study.played["20 ms"][0].races[0] == race
    assert [(one.row, one.races) for one in study.sittings()] == [("20 ms", 50), ("150 ms", 50), ("150 ms", 30)]
    assert (study.counted, study.planned) == (230, 2 * 80 + 2 * 200)
    keep(file, KeptSitting("20 ms", "honest", StudiedEvening([race]), LAW - 1))
    with pytest.raises(CheckFailed, match=f"line 3: that was judged by law {LAW - 1}"):
        LiveStudy(races=1, lying=0, file=file)
    file.write_text('{"row": 1}\n', encoding="utf-8")
    with pytest.raises(CheckFailed, match="line 1"):
        LiveStudy(races=1, lying=0, file=file)


def seen_by(player: LivePlayer, n: int, turn: int, sizes: tuple[int, int, int], pile: list[str | None]) -> bool:
    zones = [ZoneTold([None] * size) for size in sizes]
    player.look(Word("stim", n, view=ViewTold(zones=[*zones, ZoneTold(pile)], facts=FactsTold(turn))))
    return player.slap_event == n and player.slaps


def test_who_slaps_at_real_tables() -> None:
    async def look() -> None:
        words = GameWords("any", frozenset({"slap"}), frozenset({"toss"}), [], {})
        racer, tosser = (LivePlayer(Player(), words, 2, "any") for _ in range(2))
        racer.seat, tosser.seat = 0, 2
        two: list[str | None] = ["egg", "egg"]

        def who(n: int, turn: int, sizes: tuple[int, int, int], pile: list[str | None]) -> tuple[bool, bool]:
            return seen_by(racer, n, turn, sizes, pile), seen_by(tosser, n, turn, sizes, pile)

        assert who(4, 2, (30, 30, 30), two) == (True, False), "a race, while the third is due to toss"
        assert who(5, 2, (30, 30, 30), two) == (False, False), "a hand would bounce"
        assert who(8, 2, (30, 30, 30), ["egg", "ham"]) == (False, False), "nothing to slap at"
        assert who(9, 1, (30, 30, 30), two) == (False, False), "no race: the game waits for one of them"
        assert who(12, 1, (30, 30, 5), two) == (False, True), "the third keeps some cards"
        assert who(15, 2, (30, 0, 30), two) == (False, False), "one of them is out …"
        assert who(18, 0, (30, 0, 30), two) == (False, True), "… and the game is brought to its end"

    asyncio.run(look())


def test_a_race_counts_whatever_became_of_the_hands() -> None:
    async def look() -> None:
        words = GameWords("any", frozenset({"slap"}), frozenset({"toss"}), [], {})
        players = [LivePlayer(Player(), words, 2, "any") for _ in range(2)]
        for seat, player in enumerate(players):
            player.seat = seat
            player.page.intents[7] = Intent(250.0 + 50 * seat, 1_000_000)
        referee = Referee(players, lambda race: False, Lateness())
        assert referee.judged(7) is None, "no hand came down: the card was gone"

        players[SUBJECT].page.hands[7] = TrueHand(251.0, 1_000_000)
        race = referee.judged(7)
        assert race is not None, "it was too quick to count, and cost the other the race as well"
        assert (race.deserved, race.winner, race.truth, race.told) == (SUBJECT, OPPONENT, (251.0, 300.0), (None, None))

        word = Word(
            "race",
            7,
            outcome="won",
            seats=[SUBJECT],
            times=[TimeTold(SUBJECT, 251 * MS, arrived=1), TimeTold(OPPONENT)],
        )
        for player in players:
            player.races[7] = (word, 1_050_000)
        race = referee.judged(7)
        assert race is not None, "the other's hand would have come after the end"
        assert (race.winner, race.counted, race.told) == (SUBJECT, (251.0, None), (50.0, None))
        assert race.by_arrival == SUBJECT

        del players[OPPONENT].page.intents[7]
        assert referee.judged(7) is None, "the other never saw the card"

    asyncio.run(look())


def test_the_game_makes_no_pause_between_two_moves() -> None:
    words = slapping_game()
    assert set(words.options) == set(PAUSES), "an option has another name"
    rules = all_games()[words.slug].read_options(dict(words.options), SEATS)
    assert [getattr(rules, name) for name in PAUSES] == [0]


@pytest.mark.skipif(not LONG, reason="part of make chaos: SLAMDECK_LIVE_RACES=600")
def test_the_bars_of_the_issue_at_real_tables(capsys: pytest.CaptureFixture[str]) -> None:
    from rich.console import Console

    study = LiveStudy(races=LONG, lying=LONG // 2)
    run_live(study, lambda: None)
    with capsys.disabled():
        print_tables(Console(width=200), study.honest(), study.lying_rows(), live=True)
    for row in study.honest():
        assert honest_bar(row), row
    for lie in study.lying_rows():
        assert lie_bar(lie), lie


def honest_bar(row: HonestFigures) -> bool:
    return row.wrong <= (0.02 if row.name == BREAKS else 0.008) and row.unfairness <= 0.02


def lie_bar(row: LieFigures) -> bool:
    lie = LIES[row.name]
    if not row.about_races:
        return True  # what a late screen and a pretended distance win is conceded, and stated
    if lie.twelfth_pongs and row.until_alarm > 0.62 + CHANCE:
        return False
    if not row.own_client and row.until_alarm > 0.66:
        return False
    large = max(lie.claim, lie.seen_late, lie.slow_clock, lie.queue) >= 60 and lie.share == 1
    return not large or row.evening <= 0.54


def test_the_relay_delays_each_way_by_itself_and_keeps_the_order() -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1000):
            writer.write(data)
        writer.close()

    async def talk() -> tuple[int, bytes]:
        server = await asyncio.start_server(echo, HERE, 0)
        address = server.sockets[0].getsockname()[:2]
        line = LineKind(down=LaneKind(120, jitter=20), up=LaneKind(5, jitter=20))
        async with server, Relay(line, address, "any") as relay:
            reader, writer = await asyncio.open_connection(HERE, relay.port)
            start = micros()
            said = bytes(random.Random(1).randbytes(40))
            for byte in said:
                writer.write(bytes([byte]))
                await asyncio.sleep(0.002)
            heard = await reader.readexactly(len(said))
            took = micros() - start
            writer.close()
            await writer.wait_closed()
            assert heard == said
        return took, heard

    assert asyncio.run(talk())[0] >= 125 * MS


def test_the_relay_wakes_once_for_every_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """uvloop's timers are whole milliseconds: a relay that is woken too early would ask again and again."""
    woken = 0
    deliver = Delay.deliver

    def counted(delay: Delay, due: int) -> None:
        nonlocal woken
        woken += 1
        deliver(delay, due)

    monkeypatch.setattr(Delay, "deliver", counted)

    async def talk() -> None:
        heard = asyncio.Event()

        async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readexactly(10)
            heard.set()
            writer.close()

        server = await asyncio.start_server(listen, HERE, 0)
        line = LineKind(down=LaneKind(5), up=LaneKind(5, jitter=3))
        async with server, Relay(line, server.sockets[0].getsockname()[:2], "any") as relay:
            _, writer = await asyncio.open_connection(HERE, relay.port)
            for _ in range(10):
                writer.write(b".")
                await asyncio.sleep(0.011)
            await heard.wait()
            writer.close()

    with asyncio.Runner(loop_factory=new_loop()) as runner:
        runner.run(talk())
    assert 1 <= woken <= 10


def test_a_server_that_is_not_there_ends_the_call() -> None:
    async def call() -> bytes:
        nobody = await asyncio.start_server(lambda reader, writer: None, HERE, 0)
        port = nobody.sockets[0].getsockname()[1]
        nobody.close()
        await nobody.wait_closed()
        async with Relay(LineKind(LaneKind(0), LaneKind(0)), (HERE, port), "any") as relay:
            reader, writer = await asyncio.open_connection(HERE, relay.port)
            heard = await reader.read(10)
            writer.close()
            await writer.wait_closed()
            return heard

    assert asyncio.run(call()) == b""
