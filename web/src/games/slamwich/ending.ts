// The end of a game in one fact: all cards and how long it took, or how many were missing.

import type { Fact } from "../../ending/ending";
import type { View } from "../../protocol/types";
import { sizeOf } from "../../table/zones";
import { words } from "./words";

export function ending(view: View, me: number, names: readonly string[]): Fact | null {
  const counts = names.map((_, seat) => sizeOf(view, `stacks[${seat}]`));
  const most = Math.max(...counts);
  const ahead = counts.indexOf(most);
  const own = counts[me];
  if (most <= 0) return null;
  if (counts.every((count, seat) => seat === ahead || count === 0)) return { text: words.ending.all(most, view.now) };
  if (own === undefined) return { text: words.ending.most(names[ahead] ?? "", most) };
  return { text: own === most ? words.ending.own(own, view.now) : words.ending.behind(most - own, names[ahead] ?? "") };
}
