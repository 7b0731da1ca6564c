import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LastLook } from "./last_look.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("leaves a moment for the last hands on the table", () => {
  const look = new LastLook();
  look.end(false);
  vi.advanceTimersByTime(1700);
  expect(look.taken).toBe(false);
  vi.advanceTimersByTime(200);
  expect(look.taken).toBe(true);
});

it("waits as long as the board needs, whether that was said before the end or after it", () => {
  const before = new LastLook();
  before.hold(4000);
  before.end(false);
  const after = new LastLook();
  after.end(false);
  vi.advanceTimersByTime(1000);
  after.hold(3000);
  vi.advanceTimersByTime(2900);
  expect([before.taken, after.taken]).toEqual([false, false]);
  vi.advanceTimersByTime(200);
  expect([before.taken, after.taken]).toEqual([true, true]);
});

it("does not wait for ever", () => {
  const look = new LastLook();
  look.end(false);
  for (let second = 0; second < 13; second++) {
    look.hold(5000);
    vi.advanceTimersByTime(1000);
  }
  expect(look.taken).toBe(true);
});

it("keeps nobody waiting who comes afterwards", () => {
  const look = new LastLook();
  look.end(true);
  expect(look.taken).toBe(true);
});

it("begins anew with the next game", () => {
  const look = new LastLook();
  look.end(true);
  look.begin();
  expect(look.taken).toBe(false);
  look.end(false);
  vi.advanceTimersByTime(2000);
  expect(look.taken).toBe(true);
});
