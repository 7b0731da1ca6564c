"""The rules as people look them up."""

from __future__ import annotations

from slamdeck.core.rulebook import extent


def test_a_game_need_not_have_rulings_of_its_own() -> None:
    assert extent(["QQ-01", "QQ-02", "QQ-R1", "QQ-R2"]) == "QQ-01 to QQ-02 and the rulings QQ-R1 to QQ-R2"
    assert extent(["QQ-01", "QQ-02"]) == "QQ-01 to QQ-02"
    assert extent([]) == "none at all"
