"""Rules change; old games stay: Outrank goes from version 1 to version 2."""

from __future__ import annotations

import dataclasses
from functools import cache

import pytest

from slamdeck.bots.roster import House
from slamdeck.core.dice import Dice, FastDice
from slamdeck.core.game import GameInfo, Setup
from slamdeck.core.problems import CheckFailed
from slamdeck.core.rules import Rules
from slamdeck.table import messages as say
from slamdeck.table.journal.chain import Chain
from slamdeck.table.journal.entries import ChainedEntry, Ended, Opened, Sealed
from slamdeck.table.journal.export import export, finished
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.journal.reading import CheckedRecord, open_record
from slamdeck.table.journal.rebuild import rebuild
from tests.position import Position
from tests.table.evening import Evening, seeds
from tests.versions.outrank import GOLDEN, RELEASE_1, RELEASE_2, RELEASE_3, a_lab_game, a_live_game
from tests.versions.release1.outrank.rules import Outrank

ROUNDS = {1: 4, 2: 6}  # the default of each version


def opened_by(info: GameInfo, data: bytes) -> CheckedRecord:
    return open_record(data, {"outrank": info}, "the record")


def golden(version: int, kind: str) -> bytes:
    return (GOLDEN / f"outrank-v{version}-{kind}.jsonl").read_bytes()


@pytest.mark.parametrize("kind", ["lab", "live"])
@pytest.mark.parametrize("version", [1, 2])
def test_golden_records_of_both_versions_replay(version: int, kind: str) -> None:
    record = opened_by(RELEASE_2, golden(version, kind))
    (game,) = record.games
    assert (game.rules_version, game.inputs) == (version, ROUNDS[version] * 3)
    assert int(record.state.rules.version) == version


def test_the_golden_records_are_what_the_releases_write() -> None:
    """Then whoever changes Outrank by accident notices. A live game has a bot, whose pace is no part of it."""
    for info in (RELEASE_1, RELEASE_2):
        assert a_lab_game(info) == golden(info.rules_version, "lab")
        (now,), (then,) = (
            opened_by(info, a_live_game(info)).games,
            opened_by(info, golden(info.rules_version, "live")).games,
        )
        assert (now.rules_version, now.inputs) == (then.rules_version, then.inputs)


class Careless(Outrank):
    """Somebody changed the rule and left the version as it was."""

    def taker(self, ranks: list[int]) -> int:
        return max(seat for seat, rank in enumerate(ranks) if rank == max(ranks))

    def branch(self, dice: Dice) -> Rules:
        return Careless(self.layout, self.deck, self.options, dice, self)


def careless(table: Setup) -> Rules:
    rules = RELEASE_1.set_up(table)
    assert isinstance(rules, Outrank)
    return Careless(rules.layout, rules.deck, rules.options, table.dice, None)


@pytest.mark.parametrize("kind", ["lab", "live"])
def test_a_rule_that_changes_without_a_new_version_is_noticed(kind: str) -> None:
    with pytest.raises(CheckFailed, match="the result does not follow from the game"):
        opened_by(dataclasses.replace(RELEASE_1, set_up=careless), golden(1, kind))


def test_what_was_not_given_is_the_default_of_the_version() -> None:
    for version, rounds in ROUNDS.items():
        options = RELEASE_2.read_options({}, 2, version)
        assert options.rounds == rounds  # type: ignore[attr-defined]
        assert RELEASE_2.read_options({"rounds": 5}, 2, version).rounds == 5  # type: ignore[attr-defined]


def test_a_copy_of_a_game_keeps_its_version() -> None:
    rules = RELEASE_2.table(2, RELEASE_2.deck(), RELEASE_2.read_options({}, 2, 1), FastDice(1), 1)
    rules.deal()
    assert [int(one.version) for one in (rules, rules.clone(), rules.imagine(0, FastDice(2)))] == [1, 1, 1]


# ---- a table ---------------------------------------------------------------------------------------


def upgraded(evening: Evening, info: GameInfo) -> Evening:
    """The same evening, its table rebuilt from the journal by another release."""
    evening.table = rebuild(evening.entries, {"outrank": info}, House(), seeds(5))
    evening.table.wake(evening.now)
    for browser in evening.people:
        browser.n = browser.last = 0
        evening.come_back(browser.person, fresh=True)
    return evening


@cache
def through_an_upgrade() -> list[ChainedEntry]:
    """Five inputs by release 1; release 2 plays that game to its end, and a second one."""
    evening = Evening(RELEASE_1, bots=1, seed=7)
    evening.start()
    assert evening.run(lambda: len(evening.table.state.inputs) >= 5)
    upgraded(evening, RELEASE_2)
    evening.play_on()
    evening.wait(2)
    evening.start()
    evening.play_on()
    return evening.entries


def test_a_table_goes_on_by_its_version_and_the_rematch_is_of_today() -> None:
    record = opened_by(RELEASE_2, export(through_an_upgrade()))
    assert [(game.rules_version, game.inputs) for game in record.games] == [(1, 12), (2, 18)]
    entries = [read_entry(link) for link in through_an_upgrade()]
    assert [entry.rules_version for entry in entries if isinstance(entry, Sealed)] == [0, 2]


def test_the_release_of_then_finds_the_game_as_it_would_have_played_it() -> None:
    links = through_an_upgrade()
    first = next(link.seq for link in links if isinstance(read_entry(link), Ended))
    record = opened_by(RELEASE_1, export(links[:first]))
    assert record.games[0].inputs == 12


def test_the_version_of_a_game_is_fixed_with_its_seed() -> None:
    """Upgraded between the promise and the deal: what was promised is kept."""
    evening = Evening(RELEASE_1, bots=1, seed=8)
    evening.say("p0", say.Start())
    assert evening.table.state.phase == "sealing"
    upgraded(evening, RELEASE_2)
    evening.play_on()
    assert opened_by(RELEASE_2, export(evening.entries)).games[0].rules_version == 1


def test_a_table_without_a_game_plays_its_first_by_the_rules_of_today() -> None:
    """Whether or not anybody still plays those that it was opened by."""
    for info in (RELEASE_2, RELEASE_3):
        evening = upgraded(Evening(RELEASE_1, bots=1, seed=9), info)
        evening.start()
        evening.play_on()
        assert opened_by(info, export(evening.entries)).games[0].rules_version == 2


def test_a_position_can_be_tried_by_the_rules_of_either_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.position.find_game", lambda slug: RELEASE_2)
    assert [Position("outrank", 2, version=version).rules.version for version in (1, 2, None)] == [1, 2, 2]


# ---- versions that nobody plays --------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["lab", "live"])
def test_a_version_that_is_no_longer_promised_names_the_release_that_plays_it(kind: str) -> None:
    with pytest.raises(CheckFailed, match=r"rules version 1 of Outrank is no longer .* is outrank 2\.0$"):
        opened_by(RELEASE_3, golden(1, kind))
    assert opened_by(RELEASE_3, golden(2, kind)).games[0].rules_version == 2


def test_a_version_that_is_not_there_yet_needs_a_newer_release() -> None:
    with pytest.raises(CheckFailed, match="rules version 2 of Outrank needs a newer release"):
        opened_by(RELEASE_1, golden(2, "lab"))


def test_a_table_of_a_version_that_nobody_plays_is_refused_in_one_sentence() -> None:
    evening = Evening(RELEASE_1, bots=1, seed=7)
    evening.start()
    with pytest.raises(CheckFailed, match=r"the last release that plays it is outrank 2\.0"):
        rebuild(evening.entries, {"outrank": RELEASE_3}, House(), seeds(1))


def test_a_record_cannot_claim_another_version() -> None:
    links = through_an_upgrade()
    chain = Chain("TABLE1")
    forged = [chain.extend(link.body.replace(b'"rules_version":1', b'"rules_version":2')) for link in links]
    assert isinstance(read_entry(forged[0]), Opened)
    with pytest.raises(CheckFailed, match="entry"):
        opened_by(RELEASE_2, export(forged[: finished(links)]))
