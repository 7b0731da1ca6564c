import type { View } from "../../protocol/types";
import { fact } from "../../table/zones";
import { words } from "./words";

const JOKER_POINTS = 2;

export function tally(view: View, seat: number): { value: number; label: string } {
  const pairs = fact<number[][]>(view, "laid", [])[seat]?.length ?? 0;
  const joker = fact<number>(view, "joker", -1) === seat ? JOKER_POINTS : 0;
  return { value: pairs + joker, label: words.points };
}
