import type { View } from "../../protocol/types";
import { fact } from "../../table/zones";
import { words } from "./words";

/** Points, few are good; how many cards somebody holds is seen on the table. */
export function tally(view: View, seat: number): { value: number; label: string } {
  return { value: fact<number[]>(view, "scores", [])[seat] ?? 0, label: words.points };
}
