import { describe, expect, it } from "vitest";
import { LIFT, spread, type Spread } from "./spread";

const ROOMS = [
  { name: "the smallest phone", width: 304, height: 180 },
  { name: "a phone", width: 366, height: 220 },
  { name: "a small phone on its side", width: 240, height: 180 },
  { name: "a phone on its side", width: 456, height: 210 },
  { name: "a low laptop", width: 820, height: 300 },
  { name: "a desktop", width: 560, height: 230 },
];

/** What is seen of each card beside its right neighbour in the same row. */
function strips({ spots }: Spread): number[] {
  return spots.slice(1).flatMap((spot, i) => (spot.x > (spots[i]?.x ?? 0) ? [spot.x - (spots[i]?.x ?? 0)] : []));
}

describe.each(ROOMS)("own cards on $name", ({ width, height }) => {
  it("stay in the height there is, and in the width unless they are pulled along", () => {
    for (let n = 1; n < 60; n++) {
      const laid = spread(n, width, height);
      expect(laid.spots.length).toBe(n);
      for (const { x, y } of laid.spots) {
        expect(x).toBeGreaterThanOrEqual(-0.01);
        expect(x + laid.card).toBeLessThanOrEqual(laid.width + 0.01);
        expect(y).toBeGreaterThanOrEqual(LIFT);
        expect(y + laid.card * 1.4).toBeLessThanOrEqual(height + 0.01);
      }
    }
  });

  it("can be read and touched, every one of them", () => {
    for (let n = 1; n < 60; n++) {
      const laid = spread(n, width, height);
      expect(laid.card).toBeGreaterThanOrEqual(56);
      expect(Math.min(...strips(laid), 44)).toBeGreaterThanOrEqual(40);
      expect(new Set(laid.spots.map((spot) => `${spot.x}/${spot.y}`)).size).toBe(n);
    }
  });

  it("need no pulling in a usual game", () => {
    for (let n = 1; n <= 10; n++) expect(spread(n, width, height).width).toBe(width);
  });

  it("are large enough to be seen well when they are dealt", () => {
    expect(spread(7, width, height).card).toBeGreaterThanOrEqual(74);
  });
});

it("a hand of twelve lies in rows on a phone", () => {
  const rows = (laid: Spread): number => new Set(laid.spots.map((spot) => spot.y)).size;
  expect(rows(spread(12, 366, 220))).toBe(2);
  expect(rows(spread(12, 456, 210))).toBe(2);
  expect(spread(12, 366, 220).card).toBeGreaterThan(84);
});
