// What a phase is, as its game declares it.

import type { GameShown, View } from "../protocol/types";

/** A hand is over and the next one has not begun: the score is shown, and everybody takes a breath. */
export function isBreak(game: GameShown, view: View): boolean {
  return game.phases.some((phase) => phase.name === view.phase && phase.between_hands);
}
