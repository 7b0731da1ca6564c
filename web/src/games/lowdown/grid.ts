// A grid of nine as this seat may see it, its lines, and what they are worth.

import type { KindShown, View } from "../../protocol/types";
import { cardsIn, fact, zone } from "../../table/zones";

export const SLOTS = 9;

export const LINES: Readonly<Record<string, readonly number[]>> = {
  H1: [1, 2, 3], H2: [4, 5, 6], H3: [7, 8, 9],
  V1: [1, 4, 7], V2: [2, 5, 8], V3: [3, 6, 9],
  D1: [1, 5, 9], D2: [3, 5, 7],
};

export type Kinds = readonly KindShown[];

export interface Slot {
  /** 1 to 9, like the words of a page */
  slot: number;
  zone: string;
  state: "empty" | "closed" | "open";
  /** the open face */
  name: string | null;
  /** a closed card that this seat may see now: looked at, or remembered by the house */
  secret: string | null;
}

/** A card that this seat is allowed to look at, until a moment of game time. */
export interface Shown {
  zone: string;
  card: string;
  until: number;
}

export const zoneOf = (owner: number, slot: number): string => `grids[${owner}][${slot - 1}]`;

export function ownerAndSlot(name: string): { owner: number; slot: number } | null {
  const found = /^grids\[(\d+)\]\[(\d+)\]$/.exec(name);
  return found === null ? null : { owner: Number(found[1]), slot: Number(found[2]) + 1 };
}

/** All that this seat is looking at, the latest last: every glance runs its own time. */
export function shownTo(view: View): Shown[] {
  return fact<Shown[]>(view, "shown", []);
}

/** The hand is over: lines are cleared once more, and everybody counts. */
export function isCounting(view: View): boolean {
  return ["CLEARING", "HAND_OVER", "GAME_OVER"].includes(view.phase);
}

export function gridOf(view: View, owner: number, shown: readonly Shown[] = []): Slot[] {
  const memory = owner === view.seat ? fact<(string | null)[]>(view, "memory", []) : [];
  return Array.from({ length: SLOTS }, (_, i) => {
    const name = zoneOf(owner, i + 1);
    const cards = cardsIn(view, name);
    const state = cards.length === 0 ? "empty" : zone(view, name)?.face === "open" ? "open" : "closed";
    const secret = state !== "closed" ? null : (shown.find((look) => look.zone === name)?.card ?? memory[i] ?? null);
    return { slot: i + 1, zone: name, state, name: state === "open" ? (cards[0] ?? null) : null, secret };
  });
}

export function kindOf(kinds: Kinds, name: string | null): KindShown | undefined {
  return name === null ? undefined : kinds.find((kind) => kind.name === name);
}

/** Three cards of one colour; a wild is of any, a card without a colour is of none. */
export function oneColour(kinds: Kinds, names: readonly (string | null)[]): boolean {
  const colours = new Set<string>();
  for (const name of names) {
    const kind = kindOf(kinds, name);
    const colour = String(kind?.values["color"] ?? "none");
    if (kind === undefined) return false;
    if (kind.family === "wild") continue;
    if (colour === "none") return false;
    colours.add(colour);
  }
  return colours.size <= 1;
}

/** The complete lines among nine open faces (null: closed or empty), the dearest first. */
export function completeLines(kinds: Kinds, faces: readonly (string | null)[]): { line: string; points: number }[] {
  return Object.entries(LINES)
    .map(([line, slots]) => ({ line, names: slots.map((slot) => faces[slot - 1] ?? null) }))
    .filter(({ names }) => oneColour(kinds, names))
    .map(({ line, names }) => ({ line, points: pointsOf(kinds, names) }))
    .sort((one, other) => other.points - one.points);
}

/** A line of the own grid, worth clearing, that this card would complete in some place. */
export function lineWith(view: View, kinds: Kinds, seat: number, card: string | null): string | null {
  if (card === null) return null;
  const grid = gridOf(view, seat);
  const faces = grid.map((slot) => slot.name);
  const before = new Set(completeLines(kinds, faces).map(({ line }) => line));
  const found = grid
    .filter((slot) => slot.state !== "empty")
    .flatMap((slot) => completeLines(kinds, faces.with(slot.slot - 1, card)))
    .filter(({ line, points }) => !before.has(line) && points > 0);
  return found.sort((one, other) => other.points - one.points)[0]?.line ?? null;
}

/** Two open cards of one colour in a line of the own grid whose third place is not empty: what is nearest to be cleared. */
export function nearLine(view: View, kinds: Kinds, seat: number): { line: string; colour: string } | null {
  const grid = gridOf(view, seat);
  const found = Object.entries(LINES).flatMap(([line, slots]) => {
    const here = slots.map((slot) => grid[slot - 1]);
    if (here.some((slot) => slot === undefined || slot.state === "empty") || oneColour(kinds, here.map((slot) => slot?.name ?? null))) return [];
    return slots.flatMap((_, without) => {
      const two = here.filter((_, i) => i !== without).map((slot) => slot?.name ?? null);
      const colour = two.map((name) => String(kindOf(kinds, name)?.values["color"] ?? "")).find((one) => one !== "");
      return colour === undefined || !oneColour(kinds, two) ? [] : [{ line, colour, points: pointsOf(kinds, two) }];
    });
  });
  return found.filter(({ points }) => points > 0).sort((one, other) => other.points - one.points)[0] ?? null;
}

export function pointsOf(kinds: Kinds, names: readonly (string | null)[]): number {
  return names.reduce((sum, name) => sum + (kindOf(kinds, name)?.points ?? 0), 0);
}

export interface Clear {
  line: string;
  slots: readonly number[];
  points: number;
  do: string;
}

/** The lines that this seat may clear now; the server says which. */
export function clearsOf(view: View, kinds: Kinds, seat: number): Clear[] {
  const faces = gridOf(view, seat).map((slot) => slot.name);
  return view.legal
    .filter((move) => move.startsWith("clear "))
    .map((move) => {
      const line = move.slice("clear ".length);
      const slots = LINES[line] ?? [];
      return { line, slots, points: pointsOf(kinds, slots.map((slot) => faces[slot - 1] ?? null)), do: move };
    });
}

/** What lies open, and how many cards are still closed. */
export function countOf(view: View, kinds: Kinds, owner: number): { points: number; closed: number } {
  const grid = gridOf(view, owner);
  return {
    points: pointsOf(kinds, grid.map((slot) => slot.name)),
    closed: grid.filter((slot) => slot.state === "closed").length,
  };
}
