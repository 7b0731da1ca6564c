import { expect, it } from "vitest";
import type { Race, SeatTime } from "../protocol/types";
import { journeys } from "./journeys";
import { plainTime } from "./races";

const time = (seat: number, rest: Partial<SeatTime>): SeatTime => plainTime(seat, null, { verdict: "counts", seen: null, ...rest });
const race = (...times: SeatTime[]): Race => ({
  m: "race", n: 1, goal: "first wins", outcome: "won", seats: [1], drawn: [], times,
});

it("draws the way out, the reaction and the way back", () => {
  const far = time(1, { sent: 0, seen: 160_000, trip: 150_000, reaction: 250_000, arrived: 412_000 });
  expect(journeys(race(far))).toMatchObject([{ seat: 1, sent: 0, shown: 85, hand: 335, arrived: 412, said: null, why: "" }]);
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

it("has two marks for a hand that was corrected, and the reason", () => {
  const moved = time(1, {
    verdict: "corrected", why: "paint", reaction: 300_000, claim: 280_000, arrived: 420_000,
    painted: 70_000, pressed: 370_000, painted_said: 90_000, pressed_said: 370_000,
  });
  expect(journeys(race(moved))).toMatchObject([
    { shown: 70, hand: 370, said: { shown: 90, hand: 370 }, about: false, why: "counted 20 ms later: the screen's time does not fit the line" },
  ]);
});

it("tells nothing of the device where the server has estimated", () => {
  const about = time(1, { verdict: "estimated", why: "estimated", reaction: 300_000, arrived: 420_000, painted: 70_000, pressed: 370_000 });
  expect(journeys(race(about))).toMatchObject([{ said: null, about: true, why: "estimated by the server" }]);
});
