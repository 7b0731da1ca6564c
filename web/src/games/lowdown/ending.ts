// The end of a game in one fact: how low the winner stayed, and how far away one was.

import type { Fact, HowOften } from "../../ending/ending";
import type { GameShown, View } from "../../protocol/types";
import { fact } from "../../table/zones";
import { signed } from "./numbers";
import { words } from "./words";

export function ending(view: View, me: number, _names: readonly string[], _game: GameShown, howOften: HowOften): Fact | null {
  const totals = fact<number[]>(view, "totals", []);
  if (totals.length === 0) return null;
  const lowest = Math.min(...totals);
  const own = totals[me];
  const hands = fact(view, "hand", 1);
  const standing = totals
    .map((total, seat) => ({ seat, total, text: words.ending.standing(signed(total), howOften("clear", seat)) }))
    .sort((a, b) => a.total - b.total);
  if (own === undefined || own === lowest) return { text: words.ending.lowest(signed(lowest), hands), standing };
  return { text: words.ending.behind(own - lowest, hands), standing };
}
