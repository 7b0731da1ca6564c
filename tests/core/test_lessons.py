"""Lesson files: what they can say, how they are played, and how they are refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from slamdeck.core.lessons.checking import lesson_problems
from slamdeck.core.lessons.reading import load_lesson
from slamdeck.core.lessons.shapes import LearnerInput, Lesson, Staged
from slamdeck.core.lessons.stage import stage
from slamdeck.core.problems import CheckFailed, UsageProblem
from slamdeck.games import find_game

GOOD = """
title = "Learn it"
game = "slamwich"
seats = 3
names = ["You", "Ada", "Ben"]
options = { toss_ms = 60000, late_grace_ms = 0 }

[[step]]
title = "Same, other, same"
clauses = ["SW-14"]
flat = ["yell"]
later = "Thieves come later"
before = [ { after = 600, seat = 1, do = "toss" } ]
[step.given]
turn = 1
centre = ["tomato", "bacon"]
stacks = [["egg", "jelly"], ["tomato", "onion"], ["bacon", "cheese"]]
[[step.task]]
say = "Tomato, bacon, tomato: **same, other, same.**"
cue = "Slap it!"
expect = ["slap"]
marks = [ { zone = "centre", top = 2, words = "same" }, { zone = "centre", index = 1, words = "other" } ]
done = "The first hand takes **{number} cards**."
[[step.task.wrong]]
do = "toss"
say = "Not your turn."
[[step.task]]
say = "You took it, you toss."
expect = ["toss"]
[[step.task]]
say = "One egg: **keep still.**"
expect = ["still"]
after = [ { after = 700, seat = 2, do = "slap" } ]
[[step.task.wrong]]
do = "slap"
say = "One egg makes no match."

[[step]]
title = "At real speed"
clauses = ["SW-13"]
clock = true
before = [ { after = 1000, seat = 1, do = "toss" }, { after = 1600, seat = 2, do = "slap" } ]
[step.given]
turn = 1
centre = ["onion"]
stacks = [["egg", "jelly"], ["onion", "tomato"], ["bacon", "cheese"]]
[[step.task]]
say = "Now."
expect = ["slap"]
[[step.task.wrong]]
do = "slap"
verdict = "foul"
say = "Too soon."
[[step.task.wrong]]
do = "*"
say = "Ben was first."
"""


def written(tmp_path: Path, text: str) -> Lesson:
    path = tmp_path / "learn.toml"
    path.write_text(text, encoding="utf-8")
    return load_lesson(path)


def problems(tmp_path: Path, text: str) -> list[str]:
    lesson = written(tmp_path, text)
    return lesson_problems(lesson, find_game("slamwich"))


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    return written(tmp_path, GOOD)


def asked(lesson: Lesson, step: int, *inputs: str | tuple[str, int]) -> Staged:
    info = find_game("slamwich")
    given = [LearnerInput(do=one) if isinstance(one, str) else LearnerInput(do=one[0], at=one[1]) for one in inputs]
    return stage(lesson, info, info.deck(), step, given)


def cards(answer: Staged, frame: int, zone: str) -> list[str | None]:
    return next(one.cards for one in answer.frames[frame].view.zones if one.name == zone)


def test_a_good_lesson_has_no_problems(tmp_path: Path) -> None:
    assert problems(tmp_path, GOOD) == []


def test_a_stage_begins_with_its_position_and_plays_its_script(lesson: Lesson) -> None:
    answer = asked(lesson, 0)
    assert answer.state == "asked"
    assert [frame.at for frame in answer.frames] == [0, 600]
    assert cards(answer, 0, "centre") == ["tomato", "bacon"]
    assert cards(answer, 1, "centre") == ["tomato", "bacon", "tomato"]
    assert answer.frames[1].told[0].card == "tomato"
    assert answer.asked is not None
    assert [(mark.index, mark.words) for mark in answer.asked.marks] == [(0, "same"), (1, "other")]


def test_the_learner_sees_what_seat_0_sees_and_nothing_else(lesson: Lesson) -> None:
    for frame in asked(lesson, 0).frames:
        assert frame.view.seat == 0
        stacks = [one for one in frame.view.zones if one.name.startswith("stacks")]
        assert all(card is None for zone in stacks for card in zone.cards)


def test_the_right_move_goes_on_to_the_next_task(lesson: Lesson) -> None:
    answer = asked(lesson, 0, "slap")
    assert (answer.state, answer.verdict) == ("right", "applied")
    assert answer.said == "The first hand takes **3 cards**."
    assert answer.asked is not None
    assert answer.asked.task == 1
    race = answer.frames[0].race
    assert race is not None
    assert [(hand.seat, hand.ms) for hand in race.hands] == [(0, 800)]
    assert "toss" in answer.frames[-1].view.legal


def test_a_wrong_move_has_the_engines_own_verdict(lesson: Lesson) -> None:
    answer = asked(lesson, 0, "toss")
    assert (answer.state, answer.verdict, answer.clause) == ("wrong", "rejected", "SW-R27")
    assert answer.why == "it is somebody else's turn to toss: wait for yours"
    assert answer.said == "Not your turn."
    assert answer.asked is not None
    assert answer.asked.task == 0


def test_keeping_still_is_an_answer(lesson: Lesson) -> None:
    right = asked(lesson, 0, "slap", "toss", "still")
    assert (right.state, right.verdict, right.asked) == ("right", "", None)
    assert [one.what for one in right.frames[-1].told][-1] == "slip", "Ben could not"
    wrong = asked(lesson, 0, "slap", "toss", "slap")
    assert (wrong.state, wrong.verdict, wrong.clause) == ("wrong", "foul", "SW-36")
    assert [one.what for one in wrong.frames[-1].told][-1] == "slip"


def test_at_real_speed_everything_has_its_time(lesson: Lesson) -> None:
    ahead = asked(lesson, 1)
    assert [frame.at for frame in ahead.frames] == [0, 1000, 2600]
    assert ahead.asked is not None
    assert ahead.asked.ends == 2600 + 3000
    in_time = asked(lesson, 1, ("slap", 1900))
    assert in_time.state == "right"
    race = in_time.frames[-1].race
    assert race is not None
    assert race.hands[0].ms == 900
    too_soon = asked(lesson, 1, ("slap", 500))
    assert (too_soon.state, too_soon.said, too_soon.verdict) == ("wrong", "Too soon.", "foul")
    late = asked(lesson, 1, ("slap", 2700))
    assert (late.state, late.said, late.clause) == ("wrong", "Ben was first.", "SW-R16")
    never = asked(lesson, 1, "still")
    assert (never.state, never.said) == ("wrong", "Ben was first.")


def test_what_follows_a_right_answer_at_real_speed_is_seen_before_the_end(tmp_path: Path) -> None:
    follows = 'after = [ { after = 700, seat = 2, do = "slap" } ]'
    lesson = written(tmp_path, GOOD.replace('say = "Now."', f'say = "Now."\n{follows}'))
    answer = asked(lesson, 1, ("slap", 1900))
    assert (answer.state, answer.then) == ("right", [])
    assert [frame.at for frame in answer.frames] == [1000, 1900, 2600]


def test_a_move_that_is_sent_back_at_real_speed_changes_nothing(lesson: Lesson) -> None:
    assert asked(lesson, 1, ("toss", 300)).state == "nothing"


def test_what_does_not_exist_is_refused(lesson: Lesson) -> None:
    with pytest.raises(UsageProblem, match="there is no step 3; Learn it has 2"):
        asked(lesson, 2)
    with pytest.raises(UsageProblem, match="step 2 has 1 tasks, not 2"):
        asked(lesson, 1, "slap", "slap")
    with pytest.raises(UsageProblem, match="slamwich has no action 'fly'"):
        asked(lesson, 0, "fly")
    with pytest.raises(UsageProblem, match="input 1 of step 1 was not right"):
        asked(lesson, 0, "toss", "toss")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[[step]]", "[[step", "is not valid TOML"),
        ('title = "Learn it"', 'titel = "Learn it"', "unknown field `titel`"),
        ('expect = ["slap"]', "expect = []", r"length >= 1 .*step\[0\].task\[0\].expect"),
        ("cue =", "queue =", r"unknown field `queue` .*step\[0\].task\[0\]"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert old in GOOD
    with pytest.raises(CheckFailed, match=reason) as problem:
        written(tmp_path, GOOD.replace(old, new, 1))
    assert "learn.toml" in str(problem.value)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("seats = 3", "seats = 12", "Slamwich is for 2 to 6 players, not 12"),
        ('"Ada", "Ben"]', '"Ada"]', "names has 2 names for 3 seats"),
        ("toss_ms = 60000", "toss = 1", "has no option 'toss'"),
        ('["SW-14"]', '["SW-99"]', "step 1, clauses: there is no clause SW-99"),
        ('flat = ["yell"]', 'flat = ["yodel"]', "step 1, flat: slamwich has no action 'yodel'"),
        ('later = "Thieves come later"', "", "step 1, later: must say"),
        ('seat = 1, do = "toss"', 'seat = 0, do = "toss"', "step 1, 'toss': seat 0 is the learner's"),
        ('seat = 1, do = "toss"', 'seat = 5, do = "toss"', "step 1, 'toss': there is no seat 5"),
        ('seat = 1, do = "toss"', 'seat = 2, do = "toss"', "step 1, the beginning: 'toss' of seat 2 is rejected"),
        ('seat = 1, do = "toss"', 'seat = 1, do = "fly"', "step 1, the beginning: 'fly' of seat 1: slamwich has no"),
        ('"bacon"]\nstacks', '"caviar"]\nstacks', "step 1, the beginning: given.centre: card 'caviar' is not"),
        ('expect = ["slap"]', 'expect = ["fly"]', "step 1, task 1, expect: there is no action 'fly'"),
        ('expect = ["slap"]', 'expect = ["toss"]', r"step 1, task 1: expect: 'toss' does not come out right \(reject"),
        ('expect = ["still"]', 'expect = ["still", "slap"]', "step 1, task 3, expect: to keep still is right only"),
        ("top = 2", "top = 3", "marks: there is no card 3 from the top of 'centre', which has 3"),
        ('zone = "centre"', 'zone = "center"', "marks: there is no zone 'center'; there are stacks"),
        ("Not your turn.", "word " * 21, "step 1, task 1, wrong 'toss': has 21 words, and 20 are enough"),
        ('do = "toss"\nsay = "Not', 'do = "slap"\nsay = "Not', "step 1, task 1: wrong: 'slap' is not wrong"),
        ("after = 1600", "after = 500", "step 2, task 1: 'slap' is right at 1350 ms, but no longer at 2000"),
        ("{number}", "{many}", r"step 1, task 1, done: only \{number\} can be filled in"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert old in GOOD
    found = problems(tmp_path, GOOD.replace(old, new, 1))
    assert found
    assert any(re.search(reason, one) for one in found), found
    assert not any("\n" in one for one in found)
