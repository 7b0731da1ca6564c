"""Compiled code does not count a vector that it only looks into, and goes on counting wherever that could matter."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mypyc.build import mypycify

from make.borrowing import FUNCTION, quiet_functions, without_idle_counting
from make.c_files import marked, write_c_files
from make.compiled_files import PACKAGE, ROOT

TAKE = """\
    cpy_r_v = ((slamdeck___core___cards___CardsObject *)cpy_r_self)->_buffer;
    VEC_U8_INCREF(cpy_r_v);
"""
CHECK = """\
    cpy_r_n = (int64_t)cpy_r_v.len;
    if (likely(cpy_r_in)) goto CPyL5;
    cpy_r_in = (uint64_t)cpy_r_i < (uint64_t)cpy_r_n;
    if (likely(cpy_r_in)) {
        goto CPyL5;
    } else
        goto CPyL8;
CPyL2: ;
    PyErr_SetNone(PyExc_IndexError);
    cpy_r_fine = 0;
    if (unlikely(!cpy_r_fine)) {
        CPy_AddTraceback("file.py", "name", 7, globals);
        goto CPyL9;
    }
    CPy_Unreachable();
CPyL5: ;
"""
LOOK = "    cpy_r_here = (CPyPtr)cpy_r_v.items;\n"
WRITE = "    *(uint8_t *)cpy_r_here = cpy_r_n;\n"
GIVE_BACK = "    VEC_U8_DECREF(cpy_r_v);\n"
DEEPER = "    cpy_r_place = cpy_r_here + cpy_r_i;\n"
WRITE_DEEPER = "    *(uint8_t *)cpy_r_place = cpy_r_n;\n"
CALL = "    cpy_r_done = CPyDef_cards___shuffle(cpy_r_self);\n"
CALL_QUIET = "    cpy_r_done = CPyDef_cards___touch(cpy_r_self);\n"
CALL_REPLACING = "    cpy_r_done = CPyDef_cards___renew(cpy_r_self);\n"
FREE = "    CPy_DECREF(cpy_r_other);\n"
REPLACE = "    ((slamdeck___core___cards___CardsObject *)cpy_r_self)->_buffer = cpy_r_new;\n"
SET_ANOTHER = "    ((slamdeck___core___cards___CardsObject *)cpy_r_self)->_touched = cpy_r_n;\n"
READ_ANEW = "    cpy_r_w = ((slamdeck___core___cards___CardsObject *)cpy_r_self)->_buffer;\n"
RETURN = "    return 1;\n"
LOST = "CPyL8: ;\n    VEC_U8_DECREF(cpy_r_v);\n    goto CPyL2;\n"
FAILED = "CPyL9: ;\n    return 2;\n"
END = RETURN + LOST + FAILED


QUIET = {"CPyDef_cards___touch": frozenset({"_touched"}), "CPyDef_cards___renew": frozenset({"_buffer"})}


def function(*body: str) -> str:
    return f"char CPyDef_cards___name(PyObject *cpy_r_self) {{\n    VecU8 cpy_r_v;\n{''.join(body)}}}\n"


def loop(*body: str, number: int = 6) -> str:
    text = "".join(body)
    end = number + 100
    return f"CPyL{number}: ;\n    if (!cpy_r_more) goto CPyL{end};\n{text}    goto CPyL{number};\nCPyL{end}: ;\n"


def either(first: str, second: str) -> str:
    """Two ways that meet again, as mypyc writes them."""
    return f"    if (!cpy_r_more) goto CPyL20;\n{first}    goto CPyL21;\nCPyL20: ;\n{second}CPyL21: ;\n"


def judged(text: str) -> str:
    return without_idle_counting(text, QUIET)


def block(*body: str) -> str:
    return "    if (cpy_r_more) {\n" + "".join(f"    {line}\n" for line in "".join(body).splitlines()) + "    }\n"


@pytest.mark.parametrize(
    "body",
    [
        [TAKE, LOOK, GIVE_BACK, RETURN],
        [TAKE, CHECK, LOOK, WRITE, GIVE_BACK, END],
        [TAKE, CHECK, LOOK, GIVE_BACK, CALL, END],
        [CALL, TAKE, CHECK, LOOK, GIVE_BACK, END],
        [TAKE, CHECK, loop(LOOK), GIVE_BACK, CALL, END],
        [TAKE, loop(LOOK, block(GIVE_BACK, CALL, RETURN)), GIVE_BACK, RETURN],
        [loop(TAKE, LOOK, GIVE_BACK, CALL), RETURN],
        [loop(loop(TAKE, LOOK, GIVE_BACK, number=3), CALL), RETURN],
        [TAKE, CHECK, either(LOOK, SET_ANOTHER), GIVE_BACK, END],
        [TAKE, LOOK, SET_ANOTHER, READ_ANEW, LOOK, GIVE_BACK, RETURN],
        [TAKE, LOOK, GIVE_BACK, REPLACE, CALL, TAKE, LOOK, GIVE_BACK, RETURN],
        [either(TAKE + LOOK + GIVE_BACK + CALL, CALL + TAKE + LOOK + GIVE_BACK), RETURN],
        [block(CALL), TAKE, LOOK, GIVE_BACK, RETURN],
        [TAKE, LOOK, '    cpy_r_word = CPyStatics[5]; /* "while" they (all) wait */\n', GIVE_BACK, RETURN],
        # What is called can do no harm, or nobody looks any more.
        [TAKE, CHECK, CALL_QUIET, LOOK, WRITE, GIVE_BACK, END],
        [TAKE, loop(LOOK, CALL_QUIET), GIVE_BACK, RETURN],
        [TAKE, LOOK, WRITE, CALL, REPLACE, GIVE_BACK, RETURN],
        [TAKE, CHECK, block(CALL, "    goto CPyL8;\n"), LOOK, GIVE_BACK, END],
        # The only way behind the call leads away from the vector.
        [TAKE, CHECK, either(LOOK + GIVE_BACK + CALL + RETURN, LOOK + GIVE_BACK), END],
    ],
)
def test_a_look_is_not_counted(body: list[str]) -> None:
    found = judged(function(*body))
    assert "CREF(cpy_r_v)" not in found
    kept = [line for line in function(*body).splitlines() if "CREF(cpy_r_v)" not in line]
    assert found.splitlines() == kept, "nothing else is changed"


@pytest.mark.parametrize(
    "body",
    [
        # Somebody else's code runs while it is held …
        [TAKE, CALL, LOOK, GIVE_BACK, RETURN],
        [TAKE, CHECK, CALL, LOOK, GIVE_BACK, END],
        [TAKE, FREE, LOOK, GIVE_BACK, RETURN],
        [TAKE, LOOK, CALL, WRITE, GIVE_BACK, RETURN],
        [TAKE, LOOK, DEEPER, CALL, WRITE_DEEPER, GIVE_BACK, RETURN],
        [TAKE, LOOK, "    cpy_r_done = CPyDef_cards___shuffle(cpy_r_here);\n", GIVE_BACK, RETURN],
        [TAKE, "    cpy_r_done = (*cpy_r_way)(cpy_r_self);\n", LOOK, GIVE_BACK, RETURN],
        [TAKE, LOOK, "    VEC_T_DECREF(cpy_r_others);\n", LOOK, GIVE_BACK, RETURN],
        # … on one of several ways,
        [TAKE, either(CALL, LOOK), LOOK, GIVE_BACK, RETURN],
        [TAKE, block(CALL), LOOK, GIVE_BACK, RETURN],
        [TAKE, "    if (cpy_r_more)\n        cpy_r_done = CPyDef_touch(cpy_r_n);\n", LOOK, GIVE_BACK, RETURN],
        # … in a loop, before the look in the text or behind it,
        [TAKE, loop(LOOK, CALL), GIVE_BACK, RETURN],
        [TAKE, loop(CALL, LOOK), GIVE_BACK, RETURN],
        [TAKE, loop(loop(LOOK, number=3), CALL), GIVE_BACK, RETURN],
        # … and further up in the text, where a jump leads back to.
        [
            "    goto CPyL30;\nCPyL31: ;\n",
            CALL,
            "    goto CPyL32;\nCPyL30: ;\n",
            TAKE,
            "    goto CPyL31;\nCPyL32: ;\n",
            LOOK,
            GIVE_BACK,
            RETURN,
        ],
        # The attribute gets another vector.
        [TAKE, REPLACE, LOOK, GIVE_BACK, RETURN],
        [TAKE, either(REPLACE, LOOK), LOOK, GIVE_BACK, RETURN],
        [TAKE, loop(LOOK, REPLACE), GIVE_BACK, RETURN],
        [TAKE, CALL_REPLACING, LOOK, GIVE_BACK, RETURN],
        [TAKE, "    VEC_U8_DECREF(((CardsObject *)cpy_r_self)->_buffer);\n", LOOK, GIVE_BACK, RETURN],
        # It is kept, or handed on.
        [TAKE, CHECK, LOOK, "    cpy_r_kept = cpy_r_v;\n", GIVE_BACK, END],
        [TAKE, LOOK, "    cpy_r_done = CPyDef_cards___fill(cpy_r_self, cpy_r_v);\n", GIVE_BACK, RETURN],
        [TAKE, LOOK, "    return cpy_r_v;\n"],
        # It is not given back once for every time it was taken.
        [TAKE, LOOK, RETURN],
        [TAKE, TAKE, LOOK, GIVE_BACK, RETURN],
        [TAKE, LOOK, GIVE_BACK, GIVE_BACK, RETURN],
        [TAKE, LOOK, either(GIVE_BACK, LOOK), RETURN],
        [TAKE, LOOK, "    if (cpy_r_more)\n    " + GIVE_BACK + "    else\n    " + GIVE_BACK, RETURN],
        [loop(TAKE, LOOK), GIVE_BACK, RETURN],
        [either(TAKE, CALL), LOOK, GIVE_BACK, RETURN],
        [TAKE, LOOK, GIVE_BACK, LOOK, RETURN],
        # Nobody knows where this leads.
        [TAKE, LOOK, "    goto *cpy_r_next;\n", GIVE_BACK, RETURN],
        [TAKE, LOOK, "    goto CPyL77;\n", GIVE_BACK, RETURN],
        [TAKE, "    while (cpy_r_more) {\n    }\n", LOOK, GIVE_BACK, RETURN],
        [TAKE, LOOK, "    cpy_r_n = 1; goto CPyL9;\n", GIVE_BACK, END],
        [TAKE, LOOK, "    if (cpy_r_more) {\n    } else if (cpy_r_n) {\n    }\n", GIVE_BACK, RETURN],
    ],
)
def test_what_could_be_taken_away_is_counted(body: list[str]) -> None:
    assert judged(function(*body)) == function(*body)


def test_vectors_are_judged_one_by_one() -> None:
    def other(text: str) -> str:
        return text.replace("cpy_r_v", "cpy_r_w")

    body = [TAKE, other(TAKE), LOOK, GIVE_BACK, CALL, other(LOOK), other(GIVE_BACK), RETURN]
    found = judged(function(*body))
    assert found == function(*body).replace("    VEC_U8_INCREF(cpy_r_v);\n", "").replace(GIVE_BACK, "")


def test_functions_are_judged_one_by_one() -> None:
    free, bound = function(TAKE, LOOK, GIVE_BACK, RETURN), function(TAKE, CALL, LOOK, GIVE_BACK, RETURN)
    assert judged(free + bound) == judged(free) + bound


def named(name: str, *body: str) -> str:
    return function(*body).replace("CPyDef_cards___name", f"CPyDef_{name}")


def test_who_is_quiet_calls_nobody_else() -> None:
    raising = '    PyErr_SetNone(PyExc_IndexError);\n    CPy_AddTraceback("file.py", "name (of it)", 7, globals);\n'
    texts = [
        named("reads", TAKE, LOOK, WRITE, GIVE_BACK, RETURN) + named("sets", SET_ANOTHER, raising, RETURN),
        named("calls_quiet", "    cpy_r_n = CPyDef_sets(cpy_r_self);\n", REPLACE, RETURN),
        named("calls_others", "    cpy_r_n = CPyDef_unheard_of(cpy_r_self);\n", RETURN),
        named("calls_those", "    cpy_r_n = CPyDef_calls_others(cpy_r_self);\n", RETURN),
        named("calls_by_a_table", "    cpy_r_n = (*cpy_r_way)(cpy_r_self);\n", RETURN),
        named("frees", FREE, RETURN),
        named("frees_others", "    VEC_T_DECREF(cpy_r_others);\n", RETURN),
        named("puts_objects", "    *(PyObject * *)cpy_r_here = cpy_r_other;\n", RETURN),
        named("goes_round", "    cpy_r_n = CPyDef_comes_back(cpy_r_self);\n", RETURN),
        named("comes_back", "    cpy_r_n = CPyDef_goes_round(cpy_r_self);\n", RETURN),
    ]
    assert quiet_functions(texts) == {
        "CPyDef_reads": set(),
        "CPyDef_sets": {"_touched"},
        "CPyDef_calls_quiet": {"_touched", "_buffer"},
    }


METHOD = re.compile(r"^(?:SHORT )?char (CPyDef_Words___put\w*)\([^;{]*\) \{\n.*?^\}\n", re.MULTILINE | re.DOTALL)
SOURCE = """
from librt.vecs import vec
from mypy_extensions import i64


class Words:
    def __init__(self) -> None:
        self.words = vec[i64]([0, 0])

    def put(self, at: i64, word: i64) -> None:
        self.words[at + 1] = word

    def put_what_is_asked_for(self, at: i64, other: object) -> None:
        words = self.words
        words[at] = i64(hash(other))
"""


def counted(text: str) -> dict[str, int]:
    """How many vectors each of its methods counts."""
    return {found[1]: found[0].count("VEC_I64_INCREF(cpy_r_") for found in METHOD.finditer(text)}


def test_the_c_of_the_compiler_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it comes from the version that is locked: whoever moves to another one hears of it here."""
    monkeypatch.chdir(tmp_path)
    Path("words.py").write_text(SOURCE)
    mypycify(["words.py"], target_dir="c")
    text = Path("c/__native.c").read_text()
    found = marked(text, quiet_functions([text]))
    assert counted(text) == {"CPyDef_Words___put": 1, "CPyDef_Words___put_what_is_asked_for": 1}
    assert counted(found) == {"CPyDef_Words___put": 0, "CPyDef_Words___put_what_is_asked_for": 1}


def test_the_quick_moves_of_cards_count_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the sources to the C that is compiled, nothing left out."""
    core = [
        PACKAGE / "core" / name for name in ("bits.py", "cards.py", "dice.py", "events.py", "places.py", "zones.py")
    ]
    monkeypatch.setattr("make.c_files.compiled_files", lambda: core)
    monkeypatch.setenv("MYPY_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(ROOT)
    written = {path.name: path.read_text() for path in write_c_files(tmp_path).read}
    counts = {}
    for found in FUNCTION.finditer(written["__native_slamdeck___core___cards.c"]):
        counts[found[1].removeprefix("CPyDef_cards___Cards___")] = found[2].count("_INCREF(cpy_r_r")
    quick = {name: number for name, number in counts.items() if name.startswith("quick_")}
    assert quick == {"quick_at": 0, "quick_exchange": 0, "quick_kind": 0, "quick_top": 0, "quick_tops": 0}
    assert counts["trade_over"] > 0, "it hands the cards to another function"
