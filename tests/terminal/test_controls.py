"""Keys: reflexes at once, everything else word by word."""

from __future__ import annotations

from slamdeck.core.actions import HAND, HOST, SHOUT, Catalogue, Parameter, Verb
from slamdeck.terminal.controls import Controls
from slamdeck.terminal.keys import HUNG_UP, names_of

SLOT = Parameter("slot", [str(n) for n in range(1, 10)])
LIFTED = Parameter("k", [str(n) for n in range(41)], optional=True)
VERBS = [
    Verb("toss"),
    Verb("slap", manner=HAND),
    Verb("steal", [Parameter("seat", ["0", "1"]), SLOT]),
    Verb("cut", [LIFTED]),
]


def controls(*legal: str) -> Controls:
    made = Controls(Catalogue("a game", VERBS))
    offer(made, *legal)
    return made


def offer(made: Controls, *legal: str) -> None:
    made.offer([(text, made.catalogue.parse(text)) for text in legal])


def text_of(made: Controls, *keys: str) -> str:
    """What these keys do; all but the last only spell."""
    for key in keys[:-1]:
        assert made.press(key) is None
    code = made.press(keys[-1])
    return "" if code is None else made.catalogue.text(code)


STEALS = [f"steal {seat} {slot}" for seat in (0, 1) for slot in range(1, 10)]


def test_reflexes_have_the_same_keys_whatever_a_game_calls_them() -> None:
    """The hand that can say most is on the space bar; other hands and shouts follow; the host's word has no key."""
    loudly = Parameter("loudly", ["true"], optional=True, keyword=True)
    for brush, deal, grab, cry in (("touch", "next_hand", "slap", "yell"), ("slap", "toss", "snatch", "next_hand")):
        verbs = [Verb(brush, manner=HAND), Verb(deal, manner=HOST), Verb(grab, [loudly], HAND)]
        made = Controls(Catalogue("a game", [*verbs, Verb(cry, manner=SHOUT)]))
        offer(made, brush, grab, f"{grab} loudly=true", cry)
        assert made.reflexes == {grab: "space", brush: "tab", cry: "."}
        assert deal not in made.letters
        assert [text_of(made, key) for key in ("space", "tab", ".")] == [grab, brush, cry]
        assert text_of(made, made.letters[grab]) == f"{grab} loudly=true"
        assert text_of(made, made.letters[cry]) == cry


def test_a_reflex_with_words_of_its_own_is_spelled_from_its_key_on() -> None:
    made = Controls(Catalogue("a game", [Verb("point", [Parameter("seat", ["0", "1"])], HAND)]))
    offer(made, "point 0", "point 1")
    assert text_of(made, "space", "1") == "point 1"
    offer(made)
    assert text_of(made, "space") == ""
    assert made.complaint == "You cannot point now."


def test_more_verbs_than_letters_leave_the_last_ones_to_the_list() -> None:
    verbs = [f"v{number}" for number in range(30)]
    made = Controls(Catalogue("a game", [Verb(name) for name in verbs]))
    offer(made, verbs[0], verbs[-1])
    assert text_of(made, "v") == "v0"
    assert len(set(made.letters.values())) == 25


def test_space_is_always_the_hand() -> None:
    made = controls("slap", *STEALS)
    assert text_of(made, "space") == "slap"
    assert text_of(made, made.turn_letters["steal"], "1", "space") == "slap"
    assert made.spelled == ()


def test_the_only_move_is_on_enter_and_on_its_letter() -> None:
    assert text_of(controls("slap", "toss"), "enter") == "toss"
    assert text_of(controls("slap", "toss"), "t") == "toss"


def test_many_actions_are_spelled_word_by_word_with_their_own_digits() -> None:
    made = controls(*STEALS, "slap")
    assert text_of(made, made.turn_letters["steal"], "1", "7") == "steal 1 7"


def test_escape_takes_back_one_word() -> None:
    made = controls(*STEALS)
    letter = made.turn_letters["steal"]
    assert text_of(made, letter, "1", "esc", "0", "9") == "steal 0 9"


def test_long_numbers_are_typed_and_enter_alone_is_the_short_form() -> None:
    cuts = ["cut", *[f"cut {k}" for k in range(41)]]
    assert text_of(controls(*cuts), "c", "2", "3", "enter") == "cut 23"
    assert text_of(controls(*cuts), "c", "enter") == "cut"
    made = controls(*cuts)
    assert text_of(made, "c", "9", "9", "enter") == ""
    assert made.complaint == "99 is not possible here."


def test_a_beginning_that_leads_nowhere_any_more_is_dropped() -> None:
    made = controls(*STEALS)
    made.press(made.turn_letters["steal"])
    assert made.spelled == ("steal",)
    offer(made, "slap")
    assert made.spelled == ()


def test_a_verb_that_is_not_possible_now_is_sent_for_the_rules_to_refuse() -> None:
    assert text_of(controls("slap"), "t") == "toss"
    assert text_of(controls("slap"), "enter") == ""


def test_what_a_terminal_sends_becomes_keys() -> None:
    assert names_of("a \r\x1b[A\x1b[6~\x1b[1;5Cé\x7f") == ["a", "space", "enter", "up", "page down", "é", "back"]
    assert names_of("\x1b") == ["esc"]
    assert names_of("\x00") == []
    assert HUNG_UP not in names_of("hung up")
