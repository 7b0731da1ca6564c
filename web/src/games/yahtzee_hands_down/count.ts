// The last count: once the game is over the Chance cards lie open, and they may have decided it.

import type { GameShown, View } from "../../protocol/types";
import { cardsIn } from "../../table/zones";

export interface Counted {
  seat: number;
  /** the sum of the Combo cards */
  combos: number;
  /** each Chance card */
  chances: number[];
  total: number;
  wins: boolean;
}

/** Everybody, the winner first. */
export function countOf(view: View, game: GameShown, seats: number): Counted[] {
  const points = (zone: string): number[] => cardsIn(view, zone).map((name) => game.kinds.find((kind) => kind.name === name)?.points ?? 0);
  const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);
  const counted = Array.from({ length: seats }, (_, seat) => {
    const combos = sum(points(`won[${seat}]`));
    const chances = points(`won_chance[${seat}]`);
    return { seat, combos, chances, total: combos + sum(chances) };
  });
  const most = Math.max(...counted.map((one) => one.total));
  return counted.map((one) => ({ ...one, wins: one.total === most })).sort((a, b) => b.total - a.total);
}
