"""The hash chain: whatever is changed in a journal, the first entry that does not fit is named."""

from __future__ import annotations

import hashlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slamdeck.core.problems import CheckFailed
from slamdeck.table.journal.chain import Chain, canonical, first_head, read_canonical, verify
from slamdeck.table.journal.entries import ChainedEntry

BODIES = st.lists(st.binary(max_size=40), min_size=1, max_size=12)
HEADS = [
    "f5dcf83abd8865db6634ea4bf03e87b2941bd0f432d6497dd7503b814a450088",
    "f2af1696fff635768246b6c40c0dc7ad01b0e5cbb0d98e86d98d0324add9eb78",
]


def journal(table: str, bodies: list[bytes]) -> list[ChainedEntry]:
    chain = Chain(table)
    return [chain.extend(body) for body in bodies]


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def test_the_head_is_the_hash_of_the_head_before_and_the_body() -> None:
    entry = Chain("ABCD2345").extend(b'{"at":0}')
    assert entry.prev == hashlib.sha256(b"slamdeck journal 1\0ABCD2345").digest()
    assert entry.head == hashlib.sha256(entry.prev + b'{"at":0}').digest()


def test_known_heads_stay_what_they_are() -> None:
    """A vector for other implementations (the browser's, an auditor's)."""
    entries = journal("ABCD2345", [b'{"at":0,"do":"deal"}', b'{"at":1310,"do":"slap","seat":0}'])
    assert [entry.head.hex() for entry in entries] == HEADS


@given(BODIES)
def test_an_untouched_journal_is_verified(bodies: list[bytes]) -> None:
    entries = journal("T", bodies)
    end = verify("T", entries, published=entries[-1].head)
    assert (end.seq, end.head) == (len(bodies), entries[-1].head)


@given(BODIES)
def test_a_chain_goes_on_from_its_last_entry(bodies: list[bytes]) -> None:
    entries = journal("T", bodies)
    resumed = Chain("T", entries[-1])
    assert resumed.extend(b"more") == journal("T", [*bodies, b"more"])[-1]


@given(BODIES, st.data())
def test_any_flipped_bit_of_a_body_is_found_at_the_next_entry(bodies: list[bytes], data: st.DataObject) -> None:
    entries = journal("T", [b"x", *bodies])
    place = data.draw(st.integers(0, len(entries) - 1).filter(lambda i: len(entries[i].body) > 0))
    body = entries[place].body
    forged = [*entries]
    bit = data.draw(st.integers(0, len(body) * 8 - 1))
    forged[place] = msgspec.structs.replace(entries[place], body=flipped(body, bit))
    named = f"entry {place + 2}:" if place + 1 < len(entries) else f"after entry {place + 1},"
    with pytest.raises(CheckFailed, match=named):
        verify("T", forged, published=entries[-1].head)


@given(BODIES, st.data())
def test_any_flipped_bit_of_a_hash_is_found_at_its_entry(bodies: list[bytes], data: st.DataObject) -> None:
    entries = journal("T", bodies)
    place = data.draw(st.integers(0, len(entries) - 1))
    entries[place] = msgspec.structs.replace(
        entries[place], prev=flipped(entries[place].prev, data.draw(st.integers(0, 255)))
    )
    with pytest.raises(CheckFailed, match=rf"entry {place + 1}: does not follow from"):
        verify("T", entries)


@given(BODIES, st.data())
def test_a_dropped_entry_is_named(bodies: list[bytes], data: st.DataObject) -> None:
    entries = journal("T", [b"x", *bodies])
    published = entries[-1].head
    place = data.draw(st.integers(0, len(entries) - 1))
    del entries[place]
    named = (
        f"entry {place + 2}: entry {place + 1} should come here" if place < len(entries) else f"after entry {place},"
    )
    with pytest.raises(CheckFailed, match=named):
        verify("T", entries, published)


@given(BODIES, st.data())
def test_swapped_bodies_are_found(bodies: list[bytes], data: st.DataObject) -> None:
    entries = journal("T", [b"x", *bodies, b"yy"])
    place = data.draw(st.integers(0, len(entries) - 2).filter(lambda i: entries[i].body != entries[i + 1].body))
    one, two = entries[place], entries[place + 1]
    entries[place] = msgspec.structs.replace(one, body=two.body)
    entries[place + 1] = msgspec.structs.replace(two, body=one.body)
    with pytest.raises(CheckFailed, match=f"entry {place + 2}: does not follow from entry {place + 1}"):
        verify("T", entries)


def test_a_journal_cannot_pass_for_another_tables() -> None:
    with pytest.raises(CheckFailed, match="table B, entry 1: does not follow from the opening of this table"):
        verify("B", journal("A", [b"x"]))
    assert first_head("A") != first_head("B")


def test_canonical_bytes_do_not_depend_on_the_order_of_making() -> None:
    assert canonical({"b": 1, "a": [2]}) == canonical({"a": [2], "b": 1}) == b'{"a":[2],"b":1}'


def test_the_same_value_written_otherwise_is_refused() -> None:
    chain = Chain("T")
    decoder = msgspec.json.Decoder(dict[str, int])
    assert read_canonical(chain.extend(b'{"a":1}'), decoder) == {"a": 1}
    with pytest.raises(CheckFailed, match="entry 2: is not written the way Slamdeck writes it"):
        read_canonical(chain.extend(b'{"a": 1}'), decoder)
    with pytest.raises(CheckFailed, match="entry 3: "):
        read_canonical(chain.extend(b"\xff"), decoder)
