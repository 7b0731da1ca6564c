// Hands on the pile, as all may see them once the verdict is there.

import type { Told } from "../../protocol/types";
import type { ShownRace } from "../../table/board_table";
import { lanes } from "../../table/races";
import { texts } from "../../texts";
import { slipOf } from "./pile";

/** The clause by which a shout takes a pile on which another hand lies. */
const BY_SHOUT = "SW-19";

export interface Heap {
  /** in the order in which they came down */
  seats: readonly number[];
  /** what is written at them */
  notes: ReadonlyMap<number, string>;
  /** hands that slapped at nothing */
  slid: readonly number[];
}

/**
 * The hands of a race. How late the second one was is written at it, and at the own ones; a screen for all writes it at
 * every hand.
 */
export function heapOf({ race, told }: ShownRace, own: readonly number[], all: boolean): Heap | null {
  const hands = lanes(race).filter((lane) => lane.ms !== null && !onlyShouted(told, lane.seat));
  const slip = slipOf(told);
  if (hands.length === 0 || slip !== null) return null;
  const notes = new Map<number, string>();
  for (const [place, { seat, gap, about }] of hands.entries()) {
    if (place === 0 && all) notes.set(seat, texts.race.first);
    if (place > 0 && (all || place === 1 || own.includes(seat))) notes.set(seat, texts.race.gap(gap, about || hands[0]?.about));
  }
  return { seats: hands.map((lane) => lane.seat), notes, slid: [] };
}

/** Whoever shouts has a time in the race, too, but no hand on the pile unless it holds the thief or takes the pile by hand. */
function onlyShouted(told: readonly Told[], seat: number): boolean {
  const own = told.filter((one) => one.seat === seat);
  const byHand = own.some((one) => one.what === "hold" || (one.what === "win" && one.clause !== BY_SHOUT));
  return own.some((one) => one.what === "shout") && !byHand;
}

/** A hand on nothing lies there for a moment, too, and slides off. */
export function slippedHand(seat: number): Heap {
  return { seats: [seat], notes: new Map(), slid: [seat] };
}
