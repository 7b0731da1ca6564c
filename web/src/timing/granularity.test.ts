import { expect, it } from "vitest";
import { COARSE_US, granularity } from "./granularity";

function clockOf(step: number): () => number {
  let reads = 0;
  return () => Math.floor(reads++ * 0.01 * (1 / step)) * step;
}

it("finds the step of a fine clock", () => {
  expect(granularity(clockOf(0.1))).toBe(100);
});

it("finds the step of a coarse clock", () => {
  const step = granularity(clockOf(16));
  expect(step).toBe(16_000);
  expect(step).toBeGreaterThan(COARSE_US);
});

it("gives up on a clock that stands still", () => {
  expect(granularity(() => 5)).toBe(120_000);
});

it("measures the real clock", () => {
  expect(granularity()).toBeLessThan(COARSE_US);
});
