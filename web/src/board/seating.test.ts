import { expect, it } from "vitest";
import { placeOf, sideOf } from "./seating";

const OVAL = { width: 40, height: 30, middle: 50 };

it("seats the left neighbour at the left and goes clockwise over the top", () => {
  const places = [0, 1, 2, 3].map((i) => placeOf(i, 4, OVAL));
  expect(places.map((place) => place.x)).toEqual([...places.map((place) => place.x)].sort((a, b) => a - b));
  for (const { x, y } of places) {
    expect(Math.abs(x - 50)).toBeLessThan(40);
    expect(y).toBeLessThan(50);
    expect(y).toBeGreaterThanOrEqual(20);
  }
});

it("seats a single rival opposite", () => {
  const { x, y, off, turned } = placeOf(0, 1, OVAL);
  expect(x).toBeCloseTo(50);
  expect(y).toBeCloseTo(20);
  expect(off).toBeCloseTo(0);
  expect(turned).toBeCloseTo(180);
});

it("turns every hand towards the middle, the own one not at all", () => {
  expect(sideOf(0, [1, 2, 3])).toBe(0);
  expect(sideOf(2, [1, 2, 3])).toBeCloseTo(180);
  expect(sideOf(1, [1, 2, 3])).toBeCloseTo(120);
  expect(sideOf(3, [1, 2, 3])).toBeCloseTo(240);
});
