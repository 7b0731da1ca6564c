import { expect, it } from "vitest";
import type { Race, SeatTime } from "../protocol/types";
import { journeys } from "./journeys";

const time = (seat: number, rest: Partial<SeatTime>): SeatTime => ({
  seat, reaction: null, verdict: "counts", handicap: 0, sent: 0, seen: null, arrived: null, trip: 0, ...rest,
});
const race = (...times: SeatTime[]): Race => ({
  m: "race", n: 1, goal: "first wins", outcome: "won", seats: [1], drawn: [], times,
});

it("draws the way out, the reaction and the way back", () => {
  const far = time(1, { sent: 0, seen: 160_000, trip: 150_000, reaction: 250_000, arrived: 412_000 });
  expect(journeys(race(far))).toEqual([{ seat: 1, sent: 0, shown: 85, hand: 335, arrived: 412 }]);
});

it("puts the fastest reaction first, whenever it arrived", () => {
  const near = time(0, { seen: 20_000, trip: 20_000, reaction: 300_000, arrived: 320_000 });
  const far = time(1, { seen: 160_000, trip: 150_000, reaction: 250_000, arrived: 412_000 });
  expect(journeys(race(near, far)).map((one) => one.seat)).toEqual([1, 0]);
});

it("leaves out who had no hand in it, and never goes back in time", () => {
  const none = time(0, { seen: 10_000 });
  const odd = time(1, { sent: 5_000, seen: 1_000, trip: 40_000, reaction: 100_000, arrived: 60_000 });
  const [only, ...others] = journeys(race(none, odd));
  expect(others).toEqual([]);
  expect(only && only.sent <= only.shown && only.shown <= only.hand && only.hand <= only.arrived).toBe(true);
});
