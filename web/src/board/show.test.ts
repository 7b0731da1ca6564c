import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Show } from "./show.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("shows something for its time, and then says so", () => {
  const show = new Show<string>();
  const over = vi.fn();
  show.start(1, "hands", 900, over);
  vi.advanceTimersByTime(899);
  expect([show.now, over.mock.calls.length]).toEqual(["hands", 0]);
  vi.advanceTimersByTime(1);
  expect([show.now, over.mock.calls.length]).toEqual([null, 1]);
});

it("gives the next one its full time, and forgets the one before", () => {
  const show = new Show<string>();
  const over = vi.fn();
  show.start(1, "first", 900, over);
  vi.advanceTimersByTime(800);
  show.start(2, "second", 900);
  vi.advanceTimersByTime(800);
  expect([show.now, show.key, over.mock.calls.length]).toEqual(["second", 2, 0]);
});

it("shows what belongs to one update only once", () => {
  const show = new Show<string>();
  show.start(7, "shout", 900);
  vi.advanceTimersByTime(600);
  show.start(7, "shout", 900);
  vi.advanceTimersByTime(300);
  expect(show.now).toBeNull();
  show.start(7, "shout", 900);
  expect(show.now).toBeNull();
});

it("can be cut short", () => {
  const show = new Show<string>();
  const over = vi.fn();
  show.start(1, "hands", 900, over);
  show.end();
  vi.advanceTimersByTime(1000);
  expect([show.now, over.mock.calls.length]).toEqual([null, 0]);
});

it("lets the next one wait until this one can have been read, and only the latest of them", () => {
  const show = new Show<string>();
  show.start(1, "first", 4000, undefined, 2500);
  vi.advanceTimersByTime(1000);
  show.start(2, "second", 4000, undefined, 2500);
  expect([show.now, show.key, show.left()]).toEqual(["first", 1, 1500]);
  show.start(3, "third", 4000, undefined, 2500);
  vi.advanceTimersByTime(1500);
  expect([show.now, show.key]).toEqual(["third", 3]);
  vi.advanceTimersByTime(4000);
  expect(show.now).toBeNull();
});

it("waits for nothing once it was cut short", () => {
  const show = new Show<string>();
  show.start(1, "first", 4000, undefined, 2500);
  show.start(2, "second", 4000, undefined, 2500);
  show.end();
  vi.advanceTimersByTime(5000);
  expect(show.now).toBeNull();
});
