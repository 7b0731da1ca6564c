"""Where a slow-motion view draws a hand: what its device says and what is believed, both by the server's clock."""

from __future__ import annotations

from slamdeck.table.races.evidence import Evidence, Marks
from slamdeck.table.races.law import event_trip, too_late, uses_claim


def marks_of(judged: Evidence) -> Marks:
    """A message needs half of the round trip; the fastest stamped one tells how far the page's clock is off."""
    if judged.seen is None:
        return Marks()
    said = fastest_transit(judged) - event_trip(judged) // 2  # the page's zero is the paint
    if judged.arrived is None:
        return Marks(painted=said, painted_said=said)
    painted = said - too_late(judged) if uses_claim(judged) else said
    reaction = judged.reaction
    pressed = None if reaction is None or reaction < 0 else painted + reaction + judged.handicap
    pressed_said = None if judged.pressed is None else said + judged.pressed
    return Marks(painted=painted, painted_said=said, pressed=pressed, pressed_said=pressed_said)


def fastest_transit(judged: Evidence) -> int:
    assert judged.seen is not None
    stills = judged.stills
    transits = [judged.seen - judged.seen_stamp, *[stills[k + 1] - stills[k] for k in range(0, len(stills), 2)]]
    if judged.arrived is not None:
        transits.append(judged.arrived - judged.stamp)
    return min(transits)
