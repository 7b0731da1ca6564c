"""Whatever a hostile client could send, made from what the server itself declares: no message or field is forgotten."""

from __future__ import annotations

import string
from typing import Any, get_args

import msgspec
from hypothesis import strategies as st
from msgspec import inspect as shapes

from slamdeck.core.actions import Catalogue
from slamdeck.table import messages as say

ODD_INTEGERS = [-(1 << 64), -(1 << 63) - 1, -1, 0, 1, 5, 6, (1 << 53) + 1, (1 << 62), (1 << 63), 1 << 200]
# Words that some way of reading a number takes for one, and others that nobody expects in a move.
ODD_NUMBERS = [
    "--5",
    "-",
    "+1",
    "\u00b2",
    "\u0665",
    "\uff11",
    "1e9",
    "0x1",
    "1_0",
    "-0",
    "00",
    "9" * 9,
    "9" * 40,
    "\u22121",
]
ODD_WORDS = [
    *ODD_NUMBERS,
    "=",
    "k=",
    "=1",
    "k=--5",
    "yell=true=true",
    "#1",
    "\x00",
    "\u202e",
    "e\u0301",
    "*",
    "%s",
    "{}",
]

small_text = st.text(max_size=12)


def messages() -> list[type]:
    """Every kind that a client may send."""
    return list(get_args(say.ClientMessage))


def of_type(shape: shapes.Type) -> st.SearchStrategy[Any]:
    """Values that the decoder takes; the fields of a struct follow from what it declares."""
    match shape:
        case shapes.IntType():
            low = -(1 << 53) if shape.ge is None else shape.ge
            high = 1 << 53 if shape.le is None else shape.le
            return st.sampled_from([low, high]) | st.integers(low, high) | st.integers(low, min(high, low + 8))
        case shapes.StrType():
            if shape.pattern is not None:
                return st.from_regex(shape.pattern, fullmatch=True)
            least, most = shape.min_length or 0, shape.max_length or 60
            return st.text(min_size=least, max_size=min(most, 40)) | st.just("x" * most)
        case shapes.BytesType():
            return st.binary(min_size=shape.min_length or 0, max_size=shape.max_length or 40)
        case shapes.BoolType():
            return st.booleans()
        case shapes.NoneType():
            return st.none()
        case shapes.FloatType():
            return st.floats(allow_nan=False)
        case shapes.EnumType():
            return st.sampled_from(list(shape.cls))
        case shapes.LiteralType():
            return st.sampled_from(list(shape.values))
        case shapes.UnionType():
            return st.one_of([of_type(one) for one in shape.types])
        case shapes.DictType():
            return st.dictionaries(of_type(shape.key_type), of_type(shape.value_type), max_size=4)
        case shapes.ListType():
            most = 3 if shape.max_length is None else min(shape.max_length, 3)
            return st.lists(of_type(shape.item_type), max_size=most)
        case shapes.Metadata():
            return of_type(shape.type)
        case shapes.StructType():
            return struct_of(shape)
    raise NotImplementedError(f"no values for {shape}")


def struct_of(shape: shapes.StructType) -> st.SearchStrategy[Any]:
    needed = {field.name: of_type(field.type) for field in shape.fields if field.required}
    others = {field.name: of_type(field.type) for field in shape.fields if not field.required}
    return st.fixed_dictionaries(needed, optional=others).map(lambda given: shape.cls(**given))


def any_message(*left_out: type) -> st.SearchStrategy[say.ClientMessage]:
    kinds = [kind for kind in messages() if kind not in left_out]
    return st.one_of([of_type(shapes.type_info(kind)) for kind in kinds])


def any_json() -> st.SearchStrategy[object]:
    leaf = st.none() | st.booleans() | st.sampled_from(ODD_INTEGERS) | st.integers() | st.floats() | small_text
    return st.recursive(
        leaf, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(small_text, inner, max_size=3)
    )


@st.composite
def almost(draw: st.DrawFn, kind: type) -> bytes:
    """The right names with a wrong value somewhere, or a name too many or too few."""
    good = draw(of_type(shapes.type_info(kind)))
    fields = msgspec.to_builtins(good)
    name = draw(st.sampled_from([*fields, "m", "seat", "x"]))
    if draw(st.booleans()):
        fields[name] = draw(any_json())
    else:
        fields.pop(name, None)
    try:
        return msgspec.json.encode(fields)
    except (OverflowError, ValueError, UnicodeEncodeError):
        return repr(fields).encode("utf-8", "replace")


def action_texts(catalogue: Catalogue) -> st.SearchStrategy[str]:
    """Moves of that game, right, nearly right and odd."""
    verbs = st.sampled_from([verb.name for verb in catalogue.verbs]) | st.sampled_from(["", "#0", "clock", "next_hand"])
    values = [value for verb in catalogue.verbs for parameter in verb.parameters for value in parameter.values]
    named = [f"{parameter.name}=" for verb in catalogue.verbs for parameter in verb.parameters]
    words = st.sampled_from([*ODD_WORDS, *values, *named]) | small_text
    mixed = st.builds(lambda one, other: one + other, st.sampled_from([*named, "-", ""]), words)
    line = st.builds(lambda verb, rest: " ".join([verb, *rest]), verbs, st.lists(words | mixed, max_size=4))
    return (line | st.text(alphabet=string.printable, max_size=20)).map(lambda text: text[:120]).filter(bool)
