// The hands of this device's earlier games. It stays on the device.

import { memorize, recall } from "../memory";

export interface PastGame {
  id: string;
  /** when it ended: ms since 1970 */
  at: number;
  times: readonly number[];
  won: number;
  slips: number;
}

const SUBJECT = "reflexes";
const KEPT = 40; // of each game

export function addGame(game: string, played: PastGame): void {
  const others = pastOf(game).filter((one) => one.id !== played.id);
  memorize(SUBJECT, { ...everything(), [game]: [...others, played].slice(-KEPT) });
}

/** Earlier games of a kind, the oldest first, without the one that has just been played. */
export function pastOf(game: string, but = ""): PastGame[] {
  const kept = everything()[game];
  return Array.isArray(kept) ? kept.filter(isGame).filter((one) => one.id !== but) : [];
}

/** All of them, with their games. */
export function everyPast(): { game: string; past: PastGame }[] {
  return Object.keys(everything()).flatMap((game) => pastOf(game).map((past) => ({ game, past })));
}

function everything(): Record<string, unknown> {
  const kept = recall(SUBJECT);
  return typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
}

function isGame(one: unknown): one is PastGame {
  const { id, times } = (one ?? {}) as Partial<PastGame>;
  return typeof id === "string" && Array.isArray(times) && times.every((time) => typeof time === "number");
}
