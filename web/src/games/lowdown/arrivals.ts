// Which cards have just come to where they lie, and from where; kept until something else arrives there, so that one
// card's travel is not cut short by the next update.

import type { Theatre } from "../../table/board_table";
import { cardsIn } from "../../table/zones";
import type { View } from "../../protocol/types";

export interface Arrival {
  key: number;
  /** null: it was turned up where it lay */
  from: string | null;
}
export type Arrivals = Readonly<Record<string, Arrival>>;

export function arrive(before: Arrivals, { key, told, fresh }: Theatre, view: View): Arrivals {
  if (fresh) return {};
  const now: Record<string, Arrival> = { ...before };
  for (const one of told) {
    if (one.what === "move" && one.target && one.source) {
      const top = cardsIn(view, one.target).length - 1;
      if ((one.number ?? 0) >= top) now[one.target] = { key, from: one.source };
    } else if (one.what === "swap" && one.target && one.source) {
      now[one.target] = { key, from: one.source };
      now[one.source] = { key, from: one.target };
    } else if (one.what === "show" && one.target && now[one.target]?.key !== key) {
      now[one.target] = { key, from: null };
    }
  }
  return now;
}

/** Places that somebody is looking at in this very update. */
export function lookedAt({ told }: Theatre): string[] {
  return told.filter((one) => one.what === "look").map((one) => one.source ?? "");
}
