// The combinations: what is still on offer, and who has won what.

import type { KindShown, View } from "../../protocol/types";
import { cardsIn, fact, sizeOf } from "../../table/zones";
import type { Prize } from "./holding";

export interface Offered {
  kind: KindShown;
  /** how many of it lie on the table */
  left: number;
  /** who has won one */
  winners: number[];
}

export function offers(view: View, kinds: readonly KindShown[], seats: number): Offered[] {
  const table = cardsIn(view, "combos");
  return kinds
    .filter((kind) => kind.family === "combo")
    .map((kind) => ({
      kind,
      left: table.filter((name) => name === kind.name).length,
      winners: Array.from({ length: seats }, (_, seat) => seat).filter((seat) => cardsIn(view, `won[${seat}]`).includes(kind.name)),
    }));
}

/** What can be won now. */
export function prizesIn(view: View, kinds: readonly KindShown[]): Prize[] {
  const table = cardsIn(view, "combos");
  return kinds.filter((kind) => table.includes(kind.name)).map((kind) => ({ type: kind.name, points: kind.points }));
}

export interface Laid {
  seat: number;
  /** turned up already, and good */
  open: boolean;
  /** the secret name, if this seat may know it */
  type: string | null;
}

export function laidHand(view: View): Laid | null {
  const down = fact<{ seat: number; open: boolean; type?: string }[]>(view, "down", [])[0];
  return down === undefined ? null : { seat: down.seat, open: down.open, type: down.type ?? null };
}

/** What a player has for all to see: points on Combo cards, Chance cards uncounted until the end. */
export function wonBy(view: View, kinds: readonly KindShown[], seat: number): { points: number; chances: number } {
  const points = [...cardsIn(view, `won[${seat}]`), ...cardsIn(view, `won_chance[${seat}]`)].reduce(
    (sum, name) => sum + (kinds.find((kind) => kind.name === name)?.points ?? 0),
    0,
  );
  return { points, chances: sizeOf(view, `won_chance[${seat}]`) };
}
