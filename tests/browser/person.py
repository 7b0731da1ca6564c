"""Somebody who plays with a mouse or a finger: looks at what can be pressed, and presses it."""

from __future__ import annotations

import random
from typing import Any, Final

# What lies on top at its middle, is enabled, and is not behind a sheet: what a person could press right now.
LOOK: Final = """() => {
  const found = [];
  for (const node of document.querySelectorAll("[data-move], [data-step]")) {
    if (node.disabled || node.getAttribute("aria-disabled") === "true") continue;
    const box = node.getBoundingClientRect();
    if (box.width < 8 || box.height < 8) continue;
    const spots = [[.5, .5], [.5, .2], [.2, .5], [.8, .5], [.5, .8], [.1, .1], [.9, .1], [.5, .03]];
    for (const [fx, fy] of spots) {
      const x = box.left + box.width * fx, y = box.top + box.height * fy;
      const top = document.elementFromPoint(x, y);
      if (top && (top === node || node.contains(top))) {
        found.push({x, y, move: node.dataset.move ?? "", step: "step" in node.dataset, name: node.dataset.step ?? ""});
        break;
      }
    }
  }
  return found;
}"""
# Hands and shouts: at a wrong moment they cost cards, so a person does not press them all the time.
REFLEXES: Final = {"slap", "slap yell=true", "yell", "call", "fake", "touch", "shout"}
OVER: Final = "The game is over"


class Person:
    """Presses moves that are no reflexes when there are any, and now and then something rash."""

    def __init__(self, page: Any, seed: int = 1, rashness: float = 0.1) -> None:
        self.page = page
        self.dice = random.Random(seed)
        self.rashness = rashness
        self.pressed: list[str] = []

    def press_something(self) -> bool:
        spots = self.page.evaluate(LOOK)
        calm = [spot for spot in spots if spot["step"] or not is_reflex(spot["move"])]
        rash = [spot for spot in spots if spot not in calm]
        choice = rash if rash and self.dice.random() < self.rashness else calm
        if not choice:
            return False
        # Steps lead to moves: mostly the move, once there is one.
        moves = [spot for spot in choice if spot["move"]]
        spot = self.dice.choice(moves if moves and self.dice.random() < 0.6 else choice)
        self.page.mouse.click(spot["x"], spot["y"])
        self.pressed.append(spot["move"])
        return True

    def play_until(self, done: Any, steps: int) -> None:
        for _ in range(steps):
            if done():
                return
            if not self.press_something():
                self.page.wait_for_timeout(60)
            self.page.wait_for_timeout(40)
        raise AssertionError(f"not over after {steps} looks; pressed {len(self.pressed)}: {self.pressed[-12:]}")


def is_reflex(move: str) -> bool:
    return move in REFLEXES or move.startswith("call ")


def hand_is_over(page: Any) -> bool:
    """A break with the score, or the end of the game."""
    return bool(page.get_by_role("button", name="Next hand").count() or page.get_by_label(OVER).count())
