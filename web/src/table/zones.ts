// Reading a view: zones by name, and who sits where around the table.

import type { Told, View, ZoneView } from "../protocol/types";

export function zone(view: View, name: string): ZoneView | undefined {
  return view.zones.find((one) => one.name === name);
}

export function cardsIn(view: View, name: string): readonly (string | null)[] {
  return zone(view, name)?.cards ?? [];
}

export function sizeOf(view: View, name: string): number {
  return cardsIn(view, name).length;
}

/** stacks[2] → 2; a zone of nobody → null */
export function ownerOf(name: string): number | null {
  const found = /\[(\d+)\]/.exec(name)?.[1];
  return found === undefined ? null : Number(found);
}

export function fact<Value>(view: View, name: string, otherwise: Value): Value {
  return (view.facts[name] as Value | null | undefined) ?? otherwise;
}

/** Whose turn it is. A game that has turns says so in the fact `turn`; nobody's turn is −1. */
export function turnOf(view: View): number {
  return fact(view, "turn", -1);
}

/** Everybody else, in turn order from the left neighbour; a spectator sees all seats. */
export function others(seats: number, me: number): number[] {
  const all = Array.from({ length: seats }, (_, i) => i);
  return me < seats ? all.slice(1).map((step) => (me + step) % seats) : all;
}

/** Where the card at that place of a zone has just come from, if it has. */
export function cameFrom(told: readonly Told[], target: string, place: number): string | null {
  for (let i = told.length - 1; i >= 0; i--) {
    const one = told[i];
    if (one?.what === "move" && one.target === target && (one.number ?? 0) === place) return one.source ?? null;
  }
  return null;
}
