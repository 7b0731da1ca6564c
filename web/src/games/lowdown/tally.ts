import type { View } from "../../protocol/types";
import { fact } from "../../table/zones";
import { words } from "./words";

export function tally(view: View, seat: number): { value: number; label: string } {
  const last = fact<number[]>(view, "scores", [])[seat];
  const counted = view.phase === "HAND_OVER" || view.phase === "GAME_OVER";
  const label = counted && last !== undefined ? words.pointsWithHand(last) : words.points;
  return { value: fact<number[]>(view, "totals", [])[seat] ?? 0, label };
}
