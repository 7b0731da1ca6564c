// One click to a table with bots.

import type { GameShown } from "../protocol/types";

export const DEFAULT_NAME = "Player";
const COMPANY = 4; // a good size for all five games

export function startingBots(game: GameShown, level: string): string[] {
  const seats = Math.min(Math.max(COMPANY, game.fewest), game.most);
  return Array.from({ length: seats - 1 }, () => level);
}
