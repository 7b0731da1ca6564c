// The one fact at the end of a game: points are few or many, and they are what counts.

import type { Fact } from "../../ending/ending";
import type { View } from "../../protocol/types";
import { fact } from "../../table/zones";
import { words } from "./words";

export function ending(view: View, me: number): Fact | null {
  const scores = fact<number[]>(view, "scores", []);
  if (scores.length === 0) return null;
  const fewest = Math.min(...scores);
  const own = scores[me];
  const others = scores.filter((_, seat) => seat !== me);
  if (own === undefined) return { text: words.ending.fewest(fewest) };
  if (own === fewest) return { text: words.ending.won(own, Math.min(...others) - own) };
  return { text: words.ending.behind(own, own - fewest) };
}
