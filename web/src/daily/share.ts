// A result as shapes, for friends: who was first in each race, and where a hand came down for nothing. Nothing in it
// gives a card away.

import type { DailyGame, DailyResult } from "../protocol/types";
import { seatColour, type Colour } from "../look/colours";
import { words } from "./words";

const SIGNS: Record<Colour, string> = {
  red: "🔴", blue: "🔷", yellow: "🔺", green: "🟩", purple: "⭐", pink: "💗", orange: "🔶", black: "⬛",
};
const SLIP = "x";
const IN_A_ROW = 12;

/** A colour for each race, null for a slip. */
export function shapesOf(marks: string): (Colour | null)[] {
  return [...marks].map((mark) => (mark === SLIP ? null : seatColour(Number(mark))));
}

export function shareText(game: DailyGame, result: DailyResult, day: string, address: string): string {
  const signs = shapesOf(result.marks).map((colour) => (colour === null ? "✖️" : SIGNS[colour]));
  const rows = Array.from({ length: Math.ceil(signs.length / IN_A_ROW) }, (_, row) => signs.slice(row * IN_A_ROW, (row + 1) * IN_A_ROW).join(""));
  return [words.headline(game, result, day), ...rows, address].join("\n");
}
