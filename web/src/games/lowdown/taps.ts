// What a tap on a card means now. Every answer is a move of `view.legal`, or one step towards it.

import type { View } from "../../protocol/types";
import { fact } from "../../table/zones";
import { completeLines, gridOf, type Kinds, type Shown, zoneOf } from "./grid";

export type Side = "open" | "closed";

/** Cards pointed at so far, for moves that need two. */
export interface Picked {
  owner: number;
  slot: number;
}

export type Tap = { do: string } | { pick: Picked } | { drop: true } | null;

/** Is this step the seat's own? The set-up and the clearing are everybody's. */
export function acting(view: View, seat: number): boolean {
  if (view.phase === "SETUP_FLIP" || view.phase === "CLEARING") return view.legal.length > 0;
  return fact(view, "turn", -1) === seat && view.legal.some((move) => !move.startsWith("clear "));
}

export function tap(view: View, seat: number, at: Picked, side: Side, picked: Picked | null): Tap {
  const { owner, slot } = at;
  const own = owner === seat;
  switch (view.phase) {
    case "SETUP_FLIP":
      return own ? legal(view, `open ${slot}`) : null;
    case "HOLD_DRAWN":
      return own ? legal(view, `place ${slot} ${side}`) : null;
    case "HOLD_TAKEN":
      return own ? legal(view, `place ${slot}`) : null;
    case "LOOK":
      return own ? legal(view, `look ${slot}`) : null;
    case "PEEK_T":
      return legal(view, `peek ${owner} ${slot}`);
    case "SWAP_T":
      return own ? second(view, at, picked, (first) => `swap ${first.slot} ${slot}`) : null;
    case "STEAL_T":
      return second(view, at, picked, (first) => stealing(seat, first, at));
    default:
      return null;
  }
}

function legal(view: View, move: string): Tap {
  return view.legal.includes(move) ? { do: move } : null;
}

/** The first card is marked, the second one makes the move; the same card again takes it back. */
function second(view: View, at: Picked, picked: Picked | null, move: (first: Picked) => string): Tap {
  if (picked?.owner === at.owner && picked.slot === at.slot) return { drop: true };
  const done = picked === null ? null : legal(view, move(picked));
  return done ?? (canBegin(view, at) ? { pick: at } : null);
}

const stealing = (seat: number, one: Picked, other: Picked): string => {
  const [theirs, mine] = one.owner === seat ? [other, one] : [one, other];
  return `steal ${theirs.owner} ${theirs.slot} ${mine.slot}`;
};

function canBegin(view: View, { owner, slot }: Picked): boolean {
  const own = owner === view.seat;
  return view.legal.some((move) => {
    const [verb, a, b, c] = move.split(" ");
    if (verb === "swap") return own && a === String(slot);
    return verb === "steal" && (own ? c === String(slot) : a === String(owner) && b === String(slot));
  });
}

/** Two slots of one grid change places, or cards of two grids do: the open faces of the own grid afterwards. */
export function facesAfter(view: View, seat: number, move: string, shown: readonly Shown[]): (string | null)[] {
  const faces = gridOf(view, seat).map((slot) => slot.name);
  const looked = fact(view, "looked", 0);
  const [verb, a = "", b = "", c = ""] = move.split(" ");
  if (verb === "place" && b !== "closed") faces[Number(a) - 1] = held(view, seat);
  else if (verb === "place") faces[Number(a) - 1] = null;
  else if (verb === "open") faces[looked - 1] = shown.find((look) => look.zone === zoneOf(seat, looked))?.card ?? null;
  else if (verb === "swap") [faces[Number(a) - 1], faces[Number(b) - 1]] = [faces[Number(b) - 1] ?? null, faces[Number(a) - 1] ?? null];
  else if (verb === "steal") faces[Number(c) - 1] = gridOf(view, Number(a))[Number(b) - 1]?.name ?? null;
  return faces;
}

export function held(view: View, seat: number): string | null {
  return view.zones.find((zone) => zone.name === `held[${seat}]`)?.cards[0] ?? null;
}

/** The line that a move would complete, as far as open faces tell: it can go along with the move (LD-R19). */
export function lineAlong(view: View, kinds: Kinds, seat: number, move: string, shown: readonly Shown[]): string | null {
  const before = new Set(completeLines(kinds, gridOf(view, seat).map((slot) => slot.name)).map(({ line }) => line));
  const after = completeLines(kinds, facesAfter(view, seat, move, shown));
  return after.find(({ line, points }) => !before.has(line) && points > 0)?.line ?? null;
}
