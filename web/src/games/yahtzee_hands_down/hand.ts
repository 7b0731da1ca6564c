// A hand of five that keeps its cards apart: one that stays is the same card on the screen, a new one travels in.

import type { Told } from "../../protocol/types";

export interface Held {
  id: string;
  name: string | null;
  from: string | null;
}

/** The hand after an update. Where the story does not fit the view, the view is right and all cards are new. */
export function follow(
  before: readonly Held[], told: readonly Told[], zone: string, cards: readonly (string | null)[], key: number,
): Held[] {
  let hand = [...before];
  let drawn = 0; // several exchanges may come within one frame
  for (const one of told) {
    if (one.what === "gather" && one.source === zone) hand = [];
    if (one.what === "move" && one.source === zone) {
      const gone = hand.findIndex((card) => card.name === (one.card ?? null));
      if (gone >= 0) hand.splice(gone, 1);
    }
    if (one.what === "move" && one.target === zone) {
      hand.push({ id: `${key} drawn ${drawn++}`, name: one.card ?? null, from: one.source ?? null });
    }
  }
  const fits = hand.length === cards.length && hand.every((card, i) => card.name === cards[i]);
  return fits ? hand : cards.map((name, i) => ({ id: `${key} ${i}`, name, from: null }));
}

/** The legal exchange of these cards; of equal ones the server takes the foremost, which is the same. */
export function exchangeOf(legal: readonly string[], names: readonly (string | null)[]): string | null {
  const wanted = [...names].sort().join(" ");
  return legal.find((move) => {
    const [verb, ...cards] = move.split(" ");
    return verb === "exchange" && cards.sort().join(" ") === wanted;
  }) ?? null;
}
