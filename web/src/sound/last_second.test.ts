import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LastSecond } from "./last_second";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const clock = (left: number, seats = [0], whole = 8000) => ({ seats, left, whole });

it("ticks in the last second of a clock that waits for oneself", () => {
  const tick = vi.fn();
  new LastSecond(tick).set(clock(6000), [0]);
  vi.advanceTimersByTime(4900);
  expect(tick).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(1200);
  expect(tick).toHaveBeenCalledTimes(2);
});

it("is silent for others, for short times, and once the move is made", () => {
  const tick = vi.fn();
  new LastSecond(tick).set(clock(6000, [1]), [0]);
  new LastSecond(tick).set(clock(1500, [0], 1500), [0]);
  const own = new LastSecond(tick);
  own.set(clock(6000), [0]);
  vi.advanceTimersByTime(4000);
  own.set(null, [0]);
  vi.advanceTimersByTime(9000);
  expect(tick).not.toHaveBeenCalled();
});
