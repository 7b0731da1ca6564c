"""The study writes its own tables into the docs, and only those that it has played."""

from __future__ import annotations

from pathlib import Path

import pytest

from slamdeck.measure.fairness import documents
from slamdeck.measure.fairness.figures import StudiedEvening, StudiedRace, honest_figures, lie_figures
from slamdeck.measure.fairness.live.study import LiveStudy

RACE = StudiedRace((250.0, 270.0), (255.0, 275.0), (255.0, 275.0), (280.0, 300.0), 0, False, (50, 60), 20, 0, False)
MARKS = ["honest", "lies", "live honest", "live lies"]


def test_one_half_of_the_study_leaves_the_other_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = tmp_path / "fairness.md"
    document.write_text("".join(f"<!-- {mark} -->\nold {mark}\n<!-- /{mark} -->\n" for mark in MARKS), encoding="utf-8")
    monkeypatch.setattr(documents, "DOCUMENT", document)
    played = [StudiedEvening([RACE] * 30, left_out=2)]
    documents.write_documents([honest_figures("20 ms", played, played, 6.0)], [], live=True, how="32 tables at a time.")
    text = document.read_text(encoding="utf-8")
    assert "32 tables at a time.\n\n| who | races | left out |" in text
    assert "| 20 ms | 30 | 2 | 0.0 | 0.00 | 100.0 / 100.0 | 0.0 (0) | 50 / 60 | 0 of 1 |" in text
    assert [mark for mark in MARKS if f"old {mark}\n" in text] == ["honest", "lies", "live lies"]
    documents.write_documents([], [lie_figures("a lie", "20 ms", played, played, False, True)], live=True)
    text = document.read_text(encoding="utf-8")
    assert "| a lie | 30 / 30 | 4 | -1 | 50.0 | never / never | 50.0 |  |" in text
    assert "| 20 ms | 30 | 2 |" in text


def test_what_no_race_has_shown_is_not_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = tmp_path / "fairness.md"
    document.write_text("".join(f"<!-- {mark} -->\nold {mark}\n<!-- /{mark} -->\n" for mark in MARKS), encoding="utf-8")
    monkeypatch.setattr(documents, "DOCUMENT", document)
    busy = StudiedEvening(left_out=9)
    study = LiveStudy(10, 10)
    study.kept("20 ms", "honest").append(busy)
    study.kept("claim −60", "short").append(busy)
    documents.write_documents(study.honest(), study.lying_rows(), live=True)
    assert "20 ms" not in document.read_text(encoding="utf-8")
    study.kept("claim −60", "whole").append(StudiedEvening([RACE] * 30, alarm=11))
    documents.write_documents(study.honest(), study.lying_rows(), live=True)
    assert "| claim −60 | 0 / 30 | 9 | – | – | 11 / 11 | 50.0 |  |" in document.read_text(encoding="utf-8")
