"""A sitting as it is shown: its view and log become a scene, its modes become pages."""

from __future__ import annotations

from slamdeck.terminal.faces import Block, faces_of
from slamdeck.terminal.labels import Labels
from slamdeck.terminal.leaflets import keys_page, last_rules_page, rules_page
from slamdeck.terminal.scene import Scene
from slamdeck.terminal.screen import draw
from slamdeck.terminal.sitting import KEYS, LEAVING, RULES, YOU, Sitting


def draw_sitting(sitting: Sitting, width: int, height: int) -> Block:
    if sitting.mode == KEYS:
        return keys_page(sitting.info, sitting.controls, width, height)
    if sitting.mode == RULES:
        # Only here is it known how many pages there are.
        sitting.page = min(sitting.page, last_rules_page(sitting.info, width, height))
        return rules_page(sitting.info, sitting.page, width, height)
    return draw(scene_of(sitting), width, height)


def scene_of(sitting: Sitting) -> Scene:
    """Nothing of the rules but what is printed on the box, the seat's view, and the standings at the end."""
    faces = faces_of(sitting.info, sitting.deck)
    rules = sitting.rules
    return Scene(
        info=sitting.info,
        layout=rules.layout,
        faces=faces,
        labels=Labels(rules.catalogue, faces, sitting.names),
        names=sitting.names,
        you=YOU,
        view=sitting.view,
        log=sitting.chronicle.lines,
        prompts=sitting.controls.prompts(),
        spelled=sitting.controls.spelled,
        digits=sitting.controls.digits,
        leaving=sitting.mode == LEAVING,
        hand_over=sitting.hand_is_over(),
        outcome=sitting.outcome(),
    )
