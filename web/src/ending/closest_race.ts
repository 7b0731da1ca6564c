import type { Race } from "../protocol/types";
import { gapOf, type Lane } from "../table/races";
import { texts } from "../texts";

/** The closest race in the player's own view: so close, never how bad. */
export function closestSays(race: Race, duel: readonly [Lane, Lane], me: number, names: readonly string[]): string {
  const [one, two] = duel;
  const gap = gapOf(duel);
  const both = duel.every((lane) => race.seats.includes(lane.seat));
  const other = one.seat === me ? two : one;
  if (both && duel.some((lane) => lane.seat === me)) return texts.ending.closestHeat(gap, names[other.seat] ?? "");
  if (one.seat === me) return texts.ending.closestWon(gap);
  if (two.seat === me) return texts.ending.closestLost(gap, names[one.seat] ?? "");
  return texts.ending.closestOf(names[one.seat] ?? "", names[two.seat] ?? "", gap);
}
