import type { GameShown, View } from "../../protocol/types";
import { wonBy } from "./offer";
import { words } from "./words";

export function tally(view: View, seat: number, game: GameShown): { value: number; label: string } {
  const { points, chances } = wonBy(view, game.kinds, seat);
  return { value: points, label: view.over || chances === 0 ? words.points : words.pointsAndChance(chances) };
}
