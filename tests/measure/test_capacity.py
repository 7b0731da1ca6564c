"""The capacity model in the document is the model's, with the figures that were measured."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "capacity.md").read_text(encoding="utf-8")


@pytest.fixture
def model() -> ModuleType:
    spec = importlib.util.spec_from_file_location("capacity_model", ROOT / "bench" / "capacity.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = found  # dataclasses look themselves up there
    spec.loader.exec_module(found)
    return found


def test_the_document_has_the_model_s_tables(model: ModuleType) -> None:
    for part in model.parts():
        assert part in DOCUMENT, f"`python bench/capacity.py` prints:\n\n{part}"


def test_the_model_adds_up(model: ModuleType) -> None:
    """Twice the people need twice of everything that is shared out, and never less of anything."""
    measured = model.read()
    one, two = model.plan(4_000_000, measured), model.plan(8_000_000, measured)
    assert two.cores == pytest.approx(2 * one.cores)
    assert two.log_mb_per_s == pytest.approx(2 * one.log_mb_per_s)
    assert 2 * one.servers - 1 <= two.servers <= 2 * one.servers
    assert one.servers * model.people_per_server(measured) >= one.people
    assert one.databases * min(model.people_per_database(measured)) >= one.people
    assert model.plan(10, measured).servers == 1
    assert model.plan(10, measured).databases == 0, "one server has its own file"


def test_nodes_carry_less_the_more_is_relayed(model: ModuleType) -> None:
    found = model.Relaying(alone_us=1000.0, direct_us=1000.0, relayed_us=1500.0)
    assert model.carried(2, 0.0, found) == pytest.approx(2.0)
    assert model.carried(2, 0.5, found) == pytest.approx(1.6)


def test_every_assumption_is_in_the_document(model: ModuleType) -> None:
    for name in ("INPUTS_PER_S", "PEOPLE_AT_TABLE", "NODE_PRICE", "DATABASE_PRICE", "TB_PRICE", "ALONE_PRICE"):
        assert f"{getattr(model, name):g}" in DOCUMENT
