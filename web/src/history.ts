// How this device's games ended: enough to find bots that are neither a bore nor a wall. It stays on the device.

import { memorize, recall } from "./memory";

/** A finished game: the place (1 is the winner) among so many. */
export interface Result {
  place: number;
  seats: number;
}

const SUBJECT = "results";
const KEPT = 40; // of each game
/** From gentle to merciless, as the server names them. */
export const LEVELS = ["kid", "casual", "quick", "lightning"] as const;
/** Bots that go by this player's own results. */
export const EVEN = "even";
/** A level changes when somebody is two clear wins ahead of it, or two clear losses behind. */
const CLEAR = 2;

/** A game is over; whoever shows its end says so, once. */
export function remember(game: string, place: number, seats: number): void {
  if (seats < 2 || place < 1 || place > seats) return;
  const all = everything();
  memorize(SUBJECT, { ...all, [game]: [...resultsOf(game), { place, seats }].slice(-KEPT) });
}

/** How often this game was played to its end here. */
export function played(game: string): number {
  return resultsOf(game).length;
}

/** The level at which this player wins about as often as anybody at the table. */
export function evenLevel(game: string): string {
  return levelAfter(resultsOf(game));
}

/** +1 for the winner, −1 for the last, 0 in the middle: between equals it comes to nothing. */
function standing({ place, seats }: Result): number {
  return 1 - (2 * (place - 1)) / (seats - 1);
}

/** The first games are gentle; then the bots follow the player, up and down. */
export function levelAfter(results: readonly Result[]): string {
  let level = 0;
  let ahead = 0;
  for (const result of results) {
    ahead += standing(result);
    if (Math.abs(ahead) < CLEAR) continue;
    level = Math.min(Math.max(level + Math.sign(ahead), 0), LEVELS.length - 1);
    ahead = 0;
  }
  return LEVELS[level] ?? LEVELS[0];
}

/** The level that a choice means: a level itself, or the one that suits this player. */
export function levelFor(game: string, choice: string): string {
  return choice === EVEN ? evenLevel(game) : choice;
}

function resultsOf(game: string): Result[] {
  const kept = everything()[game];
  return Array.isArray(kept) ? kept.filter(isResult) : [];
}

function everything(): Record<string, unknown> {
  const kept = recall(SUBJECT);
  return typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
}

function isResult(one: unknown): one is Result {
  const { place, seats } = (one ?? {}) as Partial<Result>;
  return typeof place === "number" && typeof seats === "number" && seats >= 2 && place >= 1 && place <= seats;
}
