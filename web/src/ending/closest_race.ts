import type { Race } from "../protocol/types";
import { gapOf, type Lane } from "../table/races";
import { texts } from "../texts";

const CLOSE_MS = 150; // what a hand could have made up for

const isClose = ([one, two]: readonly [Lane, Lane]): boolean => one.ms !== null && two.ms !== null && two.ms - one.ms <= CLOSE_MS;

/** The closest race in the player's own view: so close, never how bad. */
export function closestSays(race: Race, duel: readonly [Lane, Lane], me: number, names: readonly string[]): string {
  const [one, two] = duel;
  const gap = gapOf(duel);
  const both = duel.every((lane) => race.seats.includes(lane.seat));
  const other = one.seat === me ? two : one;
  if (both && duel.some((lane) => lane.seat === me)) return texts.ending.closestHeat(gap, names[other.seat] ?? "");
  if (one.seat === me) return texts.ending.closestWon(gap);
  if (two.seat === me) return texts.ending.closestLost(gap, names[one.seat] ?? "", isClose(duel));
  return texts.ending.closestOf(names[one.seat] ?? "", names[two.seat] ?? "", gap);
}
