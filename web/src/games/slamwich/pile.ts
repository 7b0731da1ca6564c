// The pile as the eye needs it: the last three cards, so that all three can be named.

import type { Told, View } from "../../protocol/types";
import type { Theatre } from "../../table/board_table";
import { cameFrom, cardsIn } from "../../table/zones";

export interface PileCard {
  /** place in the pile, from the bottom */
  place: number;
  name: string | null;
  from: string | null;
}

export const FAN = 3;

export function fan(view: View, told: readonly Told[]): PileCard[] {
  const cards = cardsIn(view, "centre");
  const start = Math.max(0, cards.length - FAN);
  return cards.slice(start).map((name, i) => ({
    place: start + i,
    name,
    from: cameFrom(told, "centre", start + i),
  }));
}

export interface Sweep {
  to: string;
  /** the last three cards */
  cards: (string | null)[];
  /** all of them */
  size: number;
}

/** A pile that has just been taken, with a card that was tossed and taken within the same moment. */
export function sweepOf({ told, fresh, before }: Theatre): Sweep | null {
  const at = told.findIndex((one) => one.what === "sweep" && one.source === "centre");
  const sweep = told[at];
  if (fresh || before === null || !sweep?.target) return null;
  const tossed = told.slice(0, at).filter((one) => one.what === "move" && one.target === "centre").map((one) => one.card ?? null);
  const lay = [...cardsIn(before, "centre"), ...tossed];
  return { to: sweep.target, cards: lay.slice(-FAN), size: lay.length };
}

/** Somebody has slapped at nothing; the card that was paid walks under the pile. */
export interface Slip {
  seat: number;
  from: string;
  card: string | null;
}

export function slipOf(told: readonly Told[]): Slip | null {
  const slip = told.find((one) => one.what === "slip");
  if (slip?.seat === undefined) return null;
  const paid = told.find((one) => one.what === "move" && one.target === "centre" && (one.number ?? 0) === 0);
  return { seat: slip.seat, from: paid?.source ?? "", card: paid?.card ?? null };
}

const MUNCHED = new Set(["SW-30", "SW-R8", "SW-R23"]);

/** Who has just taken the pile, with how many cards: by hand, by shout, or with a muncher that nobody stopped. */
export function winOf(told: readonly Told[]): { seat: number; cards: number; munched: boolean } | null {
  const win = told.find((one) => one.what === "win");
  return win?.seat === undefined ? null : { seat: win.seat, cards: win.number ?? 0, munched: MUNCHED.has(win.clause ?? "") };
}

/** What somebody has just gained or paid, in cards. */
export function gains(told: readonly Told[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const { what, seat, number = 0 } of told) {
    if (seat === undefined || number === 0) continue;
    if (what === "win") found.set(seat, number);
    if (what === "slip") found.set(seat, -number);
  }
  return found;
}

/** Who has just shouted. */
export function shouters(told: readonly Told[]): number[] {
  return [...new Set(told.filter((one) => one.what === "shout").map((one) => one.seat ?? -1))];
}

/** Who tossed the card on top, as far as this update tells. A slip goes to the bottom. */
export function tosser(told: readonly Told[]): number | null {
  const slip = slipOf(told) !== null;
  const toss = told.findLast((one) => one.what === "move" && one.target === "centre" && !(slip && (one.number ?? 0) === 0));
  const owner = /\[(\d+)\]/.exec(toss?.source ?? "")?.[1];
  return owner === undefined ? null : Number(owner);
}

export interface Munch {
  muncher: number;
  answers: number;
  left: number;
}

export function munchOf(view: View): Munch | null {
  const fact = view.facts["munch"] as [number, number, number] | null;
  return fact === null || fact === undefined ? null : { muncher: fact[0], answers: fact[1], left: fact[2] };
}
