// Words and bows on the cards of a board. A board says where a card lies with data-card="zone#index" (from the bottom, as
// in a view) and where a zone is with data-zone; the rest is geometry.

import type { BowShown, MarkShown } from "../protocol/types";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface PlacedMark {
  x: number;
  y: number;
  words: string;
  /** the same words belong together */
  kind: number;
  /** on a small card the words are small, and stay on it */
  small: boolean;
}

export interface PlacedBow {
  path: string;
  x: number;
  y: number;
  words: string;
}

/** Where a card or a zone is, in pixels of the layer; nothing if it is not to be seen. */
export type Find = (zone: string, index: number | null) => Box | null;

const HALF = 17; // of a label's height
const PADDING = 30;
const LETTER = 8.6;
const SMALL_CARD = 170; // lower than this
const SMALL_UP = 7; // from the lower edge of a small card to the middle of its words
const GAP = 4;
const RISE = 34; // of a bow above its cards

export function placeMarks(marks: readonly MarkShown[], find: Find, layer: Box): PlacedMark[] {
  const kinds = [...new Set(marks.map((mark) => mark.words))];
  const found = marks.flatMap((mark) => {
    const box = find(mark.zone, mark.index);
    return box === null ? [] : [{ mark, box }];
  });
  return apart(found.map(({ mark, box }) => {
    // Cards of a fan lie on each other: the words go below the part that is seen.
    const covering = found.filter((other) => other.box !== box && overlaps(other.box, box) && other.box.left > box.left);
    const right = Math.min(box.right, ...covering.map((other) => other.box.left));
    const small = mark.index !== null && box.bottom - box.top < SMALL_CARD;
    return {
      x: (box.left + right) / 2 - layer.left,
      y: (small ? box.bottom - SMALL_UP : Math.min(box.bottom + 4, layer.bottom - HALF - 2)) - layer.top,
      small,
      words: mark.words,
      kind: kinds.indexOf(mark.words),
    };
  }));
}

/** Labels beside each other keep their distance, in the order of their cards. */
function apart(marks: PlacedMark[]): PlacedMark[] {
  const sorted = [...marks].sort((a, b) => a.x - b.x);
  for (let round = 0; round < 12; round++) {
    for (let i = 1; i < sorted.length; i++) {
      const [one, two] = [sorted[i - 1], sorted[i]] as [PlacedMark, PlacedMark];
      const missing = (widthOf(one) + widthOf(two)) / 2 + GAP - (two.x - one.x);
      if (Math.abs(two.y - one.y) > 2 * HALF || missing <= 0) continue;
      one.x -= missing / 2;
      two.x += missing / 2;
    }
  }
  return marks;
}

function widthOf({ words, small }: PlacedMark): number {
  return (PADDING + words.length * LETTER) * (small ? 0.7 : 1);
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** A bow needs room above its cards; where there is none it is left out. */
export function placeBows(bows: readonly BowShown[], find: Find, layer: Box, covered = 0): PlacedBow[] {
  return bows.flatMap((bow) => {
    const from = find(bow.zone, bow.index);
    const to = find(bow.zone, bow.to);
    if (from === null || to === null) return [];
    const [x1, x2] = [middle(from) - layer.left, middle(to) - layer.left];
    const top = Math.min(from.top, to.top) - layer.top;
    const y = top - RISE;
    if (y < covered + HALF + 6) return [];
    return [{ path: `M${x1} ${from.top - layer.top - 6}Q${(x1 + x2) / 2} ${top - 2 * RISE} ${x2} ${to.top - layer.top - 6}`, x: (x1 + x2) / 2, y: y - 6, words: bow.words }];
  });
}

function middle(box: Box): number {
  return (box.left + box.right) / 2;
}
