// What has just happened at the unit, as the eye needs it: hands that lay there when a race was over, hands that slipped,
// cards that changed hands.

import type { Told, View } from "../../protocol/types";
import { cardsIn, ownerOf } from "../../table/zones";

/** A race that is over: which hands lie on their pads, the turn player's first, and whose was the last. */
export interface Verdict {
  down: readonly number[];
  /** nobody, if the paddles jammed */
  last: number | null;
}

/** With the paddles from below: the last one is on top even if its hand never came. */
export function verdictOf(told: readonly Told[], stack: readonly number[]): Verdict | null {
  const last = told.find((one) => one.what === "lost")?.seat ?? null;
  if (last === null && !jammed(told)) return null;
  const came = told.some((one) => one.what === "down" && one.seat === last);
  return { down: stack.filter((seat) => seat !== last || came), last };
}

/** The paddles have jammed: nobody can say whose is on top. */
export function jammed(told: readonly Told[]): boolean {
  return told.some((one) => one.what === "jam");
}

export interface Slip {
  seat: number;
  /** it answered a fake */
  fell: boolean;
}

/** Hands that came down where they should not: a rival's costs a card, the turn player's the turn. */
export function slippedIn(told: readonly Told[]): Slip[] {
  const slips = told.filter((one) => one.what === "pays" || one.what === "foul");
  return slips.map((one) => ({ seat: one.seat ?? -1, fell: one.clause === "HD-35" }));
}

export interface Taken {
  from: number;
  to: number;
  /** only the giver and the taker know it */
  card: string | null;
}

export function takenIn(told: readonly Told[]): Taken[] {
  return told
    .filter((one) => one.what === "take")
    .map((one) => ({ from: ownerOf(one.source ?? "") ?? -1, to: ownerOf(one.target ?? "") ?? -1, card: one.card ?? null }));
}

/** Where in the hand a card was that is there no more; alike cards are alike. */
export function placeOfLost(before: View, view: View, seat: number): number {
  const held = cardsIn(view, `hands[${seat}]`);
  return cardsIn(before, `hands[${seat}]`).findIndex((card, place) => card !== held[place]);
}

export interface LaidPair {
  seat: number;
  card: string;
}

export function laidPair(told: readonly Told[]): LaidPair | null {
  const pair = told.find((one) => one.what === "pair");
  return pair === undefined ? null : { seat: pair.seat ?? -1, card: String(pair.number ?? 0) };
}
