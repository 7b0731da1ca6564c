// How much can be said in the room there is, and where.

import { surroundings, type Free } from "../coach/room";
import type { Said } from "../table/speech.svelte";

export interface Spot {
  left: number;
  top: number;
  width: number;
}

const GAP = 4;

/** From the whole sentence, with what the coach adds to it, to the shortest that will do. The rest is behind "Why?". */
export function forms(said: Pick<Said, "weight" | "text">, more: string): string[] {
  // After a foul the coach's sentence says why, and one is enough; a race has its milliseconds.
  const whole = more === "" ? said.text : said.weight === "foul" ? more : `${said.text.replace(/\.$/, "")}. ${more}`;
  return [...new Set([whole, said.text, briefly(said)])];
}

/** What a foul costs; the gist of a refusal. The numbers of a verdict are all there is to it. */
function briefly({ weight, text }: Pick<Said, "weight" | "text">): string {
  if (weight === "verdict") return text;
  if (weight === "foul") return text.split(/(?<=\.)\s+/).at(-1) ?? text;
  const gist = text.split(/[:.](?=\s|$)/, 1)[0] ?? text;
  return `${gist}.`;
}

/** Roughly how high a sentence becomes. */
export function heightOf(letters: number, width: number, px: number): number {
  const broken = width < 200 * px ? 1 : 0; // words are broken badly in a narrow column
  const lines = broken + Math.ceil(((letters + 5) * 7.6 * px) / (width - 20 - 28));
  return Math.max(44, 8 + lines * 16.1 * px);
}

/** As much as possible, where it finds room; `last` is where it lies by now, and stays if it can. */
export function placeOf(
  ways: readonly string[], height: (text: string, width: number) => number, free: readonly Free[], last: Spot | null,
): { way: number; spot: Spot } | null {
  for (const [way, text] of ways.entries()) {
    const fits = free.filter((one) => one.height >= height(text, Math.min(one.width, MOST_WIDTH)));
    if (last !== null && fits.some((one) => holds(one, last, height(text, last.width)))) return { way, spot: last };
    const found = fits[0];
    if (found !== undefined) return { way, spot: spotIn(found) };
  }
  return null;
}

const MOST_WIDTH = 560;

function spotIn({ left, top, width }: Free): Spot {
  const used = Math.min(width, MOST_WIDTH);
  return { left: left + (width - used) / 2, top, width: used };
}

function holds(free: Free, { left, top, width }: Spot, height: number): boolean {
  return left >= free.left - 1 && left + width <= free.left + free.width + 1 && top >= free.top - 1 && top + height <= free.top + free.height + 1;
}

/** How far down from a header words may reach: to the next thing that is played with. */
export function roomBelow(place: HTMLElement, board: HTMLElement): number {
  const { left, right, top } = place.getBoundingClientRect();
  const origin = board.getBoundingClientRect();
  const below = surroundings(board).solid.filter((box) => box.left + origin.left < right && box.right + origin.left > left);
  return Math.min(...below.map((box) => box.top + origin.top - top - GAP), origin.bottom - top);
}
