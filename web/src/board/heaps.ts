// The zones of any view as heaps to draw: zones that differ only in their last number (a grid's places) are one heap.

import type { View } from "../protocol/types";
import { ownerOf } from "../table/zones";

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
