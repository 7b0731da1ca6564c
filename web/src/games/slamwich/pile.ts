// The pile as the eye needs it: the last three cards, so that all three can be named.

import type { Told, View } from "../../protocol/types";
import type { Theatre } from "../../table/live.svelte";
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
  cards: (string | null)[];
}

/** A pile that has just been taken, with a card that was tossed and taken within the same moment. */
export function sweepOf({ told, fresh, before }: Theatre): Sweep | null {
  const sweep = told.find((one) => one.what === "sweep" && one.source === "centre");
  if (fresh || before === null || !sweep?.target) return null;
  const tossed = told.filter((one) => one.what === "move" && one.target === "centre").map((one) => one.card ?? null);
  return { to: sweep.target, cards: [...cardsIn(before, "centre"), ...tossed].slice(-FAN) };
}

/** Who tossed the card on top, as far as this update tells. */
export function tosser(told: readonly Told[]): number | null {
  const toss = told.findLast((one) => one.what === "move" && one.target === "centre" && (one.number ?? 0) > 0);
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
