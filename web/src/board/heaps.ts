// The zones of any view as heaps to draw: zones that differ only in their last number (a grid's places) are one heap.

import type { View } from "../protocol/types";
import { ownerOf } from "../table/zones";

/** Of a pile that is nobody's, more than these nobody reads at a glance. */
const TOP_CARDS = 5;

export interface HeapCard {
  name: string | null;
  zone: string;
  place: number;
}

export interface Heap {
  /** the name of its first zone */
  zone: string;
  title: string;
  owner: number | null;
  cards: HeapCard[];
  /** places that lie side by side */
  spread: boolean;
}

/** What there is to see of a heap: every place of a grid; of a pile the faces on top, and one back for all the others. */
export function seenOf({ owner, spread, cards }: Heap): HeapCard[] {
  if (spread) return cards;
  const faces = cards.filter((card) => card.name !== null).slice(owner === null ? -TOP_CARDS : 0);
  return [...cards.filter((card) => card.name === null).slice(-1), ...faces];
}

export function heapsOf(view: View): Heap[] {
  const heaps = new Map<string, Heap>();
  for (const zone of view.zones) {
    const places = zone.name.match(/\[\d+\]/g) ?? [];
    const key = places.length > 1 ? zone.name.slice(0, zone.name.lastIndexOf("[")) : zone.name;
    const heap = heaps.get(key) ?? {
      zone: zone.name,
      title: zone.name.replace(/\[\d+\]/g, "").replaceAll("_", " "),
      owner: ownerOf(zone.name),
      cards: [],
      spread: places.length > 1,
    };
    heap.cards.push(...zone.cards.map((name, place) => ({ name, zone: zone.name, place })));
    heaps.set(key, heap);
  }
  return [...heaps.values()].filter((heap) => heap.cards.length > 0);
}
