"""Compiled code does not count a vector that it only looks into, and goes on counting wherever that could matter."""

from __future__ import annotations

import pytest

from make.borrowing import without_idle_counting

TAKE = """\
    cpy_r_v = ((slamdeck___core___cards___CardsObject *)cpy_r_self)->_buffer;
    VEC_U8_INCREF(cpy_r_v);
"""
CHECK = """\
    cpy_r_n = (int64_t)cpy_r_v.len;
    if (likely(cpy_r_in)) goto CPyL5;
CPyL2: ;
    PyErr_SetNone(PyExc_IndexError);
    CPy_AddTraceback("file.py", "name", 7, globals);
    goto CPyL9;
CPyL5: ;
"""
LOOK = "    cpy_r_here = (CPyPtr)cpy_r_v.items;\n"
GIVE_BACK = "    VEC_U8_DECREF(cpy_r_v);\n"
CALL = "    cpy_r_done = CPyDef_cards___touch(cpy_r_self);\n"
FREE = "    CPy_DECREF(cpy_r_other);\n"
LOST = "CPyL8: ;\n    VEC_U8_DECREF(cpy_r_v);\n    goto CPyL2;\nCPyL9: ;\n    return 2;\n"


def function(*body: str) -> str:
    text = "".join(body)
    return f"char CPyDef_cards___name(PyObject *cpy_r_self) {{\n    VecU8 cpy_r_v;\n{text}}}\n"


def loop(*body: str) -> str:
    return f"CPyL6: ;\n    if (!cpy_r_more) goto CPyL7;\n{''.join(body)}    goto CPyL6;\nCPyL7: ;\n"


@pytest.mark.parametrize(
    "body",
    [
        [TAKE, LOOK, GIVE_BACK],
        [TAKE, CHECK, LOOK, GIVE_BACK, LOST],
        [TAKE, CHECK, LOOK, GIVE_BACK, CALL, LOST],
        [CALL, TAKE, CHECK, LOOK, GIVE_BACK, LOST],
        [TAKE, CHECK, loop(LOOK), GIVE_BACK, CALL, LOST],
        [TAKE, loop(LOOK, GIVE_BACK, "    return 1;\n"), GIVE_BACK],
        [loop(TAKE, LOOK, GIVE_BACK, CALL)],
    ],
)
def test_a_look_is_not_counted(body: list[str]) -> None:
    found = without_idle_counting(function(*body))
    assert "CREF(cpy_r_v)" not in found
    kept = [line for line in function(*body).splitlines() if "CREF(cpy_r_v)" not in line]
    assert found.splitlines() == kept, "nothing else is changed"


@pytest.mark.parametrize(
    "body",
    [
        [TAKE, CALL, LOOK, GIVE_BACK],
        [TAKE, CHECK, CALL, LOOK, GIVE_BACK, LOST],
        [TAKE, FREE, LOOK, GIVE_BACK],
        [TAKE, loop(LOOK, CALL), GIVE_BACK],
        [TAKE, loop(loop(LOOK).replace("L6", "L3").replace("L7", "L4"), CALL), GIVE_BACK],
        [TAKE, CHECK, LOOK, "    cpy_r_kept = cpy_r_v;\n", GIVE_BACK, LOST],
        [TAKE, LOOK, "    cpy_r_done = CPyDef_cards___fill(cpy_r_self, cpy_r_v);\n", GIVE_BACK],
        [TAKE, LOOK, GIVE_BACK, TAKE, LOOK, GIVE_BACK],
    ],
)
def test_what_could_be_taken_away_is_counted(body: list[str]) -> None:
    assert without_idle_counting(function(*body)) == function(*body)


def test_functions_are_judged_one_by_one() -> None:
    free, bound = function(TAKE, LOOK, GIVE_BACK), function(TAKE, CALL, LOOK, GIVE_BACK)
    assert without_idle_counting(free + bound) == without_idle_counting(free) + bound
