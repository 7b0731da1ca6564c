// The end of a game in one fact: what decided it, and how close it was.

import type { Fact } from "../../ending/ending";
import type { View } from "../../protocol/types";
import { fact } from "../../table/zones";
import { tally } from "./tally";
import { isolated, words } from "./words";

const JOKER_POINTS = 2;
const JOKER_VALUE = 20;

export function ending(view: View, me: number, names: readonly string[]): Fact | null {
  const laid = fact<number[][]>(view, "laid", []);
  const places = laid.map((_, seat) => ({ seat, points: tally(view, seat).value, value: valueOf(view, seat) }));
  const [first, second] = places.sort((a, b) => b.points - a.points || b.value - a.value);
  if (!first || !second) return null;
  const joker = fact<number>(view, "joker", -1) === first.seat;
  return { text: textOf(), cards: [...(laid[first.seat] ?? []).slice(joker ? -2 : -3).map(String), ...(joker ? ["J"] : [])] };

  function textOf(): string {
    if (!first || !second) return "";
    const gap = first.points - second.points;
    const name = (seat: number): string => (seat === me ? words.ending.you : isolated(names[seat] ?? ""));
    if (gap === 0 && first.value === second.value) return words.ending.shared(first.points);
    if (gap === 0) return words.ending.tieBreak(first.points, first.value, second.value);
    if (joker && gap <= JOKER_POINTS) return words.ending.joker(name(first.seat));
    const own = places.find((place) => place.seat === me);
    if (own !== undefined && own.seat !== first.seat) return words.ending.behind(first.points - own.points);
    return words.ending.ahead(gap, name(second.seat));
  }
}

/** What breaks a tie: each pair counts its number once. */
function valueOf(view: View, seat: number): number {
  const numbers = fact<number[][]>(view, "laid", [])[seat] ?? [];
  return numbers.reduce((sum, number) => sum + number, fact<number>(view, "joker", -1) === seat ? JOKER_VALUE : 0);
}
