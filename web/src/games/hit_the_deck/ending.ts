// The one fact at the end of a game: points are few or many, and they are what counts.

import type { Fact } from "../../ending/ending";
import type { View } from "../../protocol/types";
import { fact, sizeOf } from "../../table/zones";
import { words } from "./words";

/** Whoever has no cards left has ended the hand. */
export function handOver(view: View, me: number, names: readonly string[]): string {
  const out = names.findIndex((_, seat) => sizeOf(view, `hands[${seat}]`) === 0);
  return words.ending.handOver(out === me ? words.you : (names[out] ?? ""));
}

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
