import { describe, expect, it } from "vitest";
import type { Race, SeatTime, ServerMessage } from "../protocol/types";
import slamwich from "../../fixtures/slamwich.json";
import handsDown from "../../fixtures/hands_down.json";
import { arrivalOrder, lanes, photoFinish } from "./races";

const time = (seat: number, ms: number | null, verdict: SeatTime["verdict"] = "counts", delay = 0): SeatTime => ({
  seat,
  reaction: ms === null ? null : ms * 1000,
  verdict,
  handicap: 0,
  sent: 0,
  seen: 20_000,
  arrived: ms === null ? null : ms * 1000 + delay * 1000,
  trip: 0,
});
const race = (times: SeatTime[], more: Partial<Race> = {}): Race => ({
  m: "race", n: 1, goal: "first wins", outcome: "won", seats: [2], drawn: [], times, ...more,
});

describe("lanes", () => {
  it("puts the fastest first and those without a hand last", () => {
    const all = lanes(race([time(0, 321), time(1, 388), time(2, 312), time(3, null, "slower")]));
    expect(all.map((lane) => [lane.seat, lane.ms, lane.gap])).toEqual([
      [2, 312, 0], [0, 321, 9], [1, 388, 76], [3, null, 0],
    ]);
    expect(all[0]?.wins).toBe(true);
  });

  it("gives no place to a hand that was too soon to be a reaction", () => {
    const all = lanes(race([time(0, 40, "anticipation"), time(2, 312)]));
    expect(all.map((lane) => [lane.seat, lane.ms])).toEqual([[2, 312], [0, null]]);
  });

  it("reads every race of the captured games", () => {
    const races = ([...slamwich, ...handsDown] as ServerMessage[]).filter((m): m is Race => m.m === "race");
    expect(races.length).toBeGreaterThan(10);
    for (const one of races) {
      const all = lanes(one);
      expect(all).toHaveLength(one.times.length);
      if (one.goal === "first wins" && one.outcome === "won") expect(all[0]?.wins).toBe(true);
    }
  });
});

describe("arrival order", () => {
  it("tells who would have won by the nearer computer", () => {
    const far = race([time(0, 321, "counts", 10), time(2, 312, "counts", 140)]);
    expect(arrivalOrder(far)).toEqual({ first: 2, other: 0, later: 121 });
    expect(arrivalOrder(race([time(0, 400), time(2, 312)]))).toEqual({ first: 2, other: null, later: 0 });
  });

  it("has nothing to say about a hand alone", () => {
    expect(arrivalOrder(race([time(2, 312), time(0, null, "slower")]))).toBeNull();
  });
});

describe("photo finish", () => {
  it("is there when the hands that matter were very close", () => {
    expect(photoFinish(race([time(0, 321), time(2, 312)]))?.map((lane) => lane.seat)).toEqual([2, 0]);
    expect(photoFinish(race([time(0, 342), time(2, 312)]))).toBeNull();
    const last = race([time(0, 300), time(1, 600), time(2, 610)], { goal: "last loses", outcome: "lost", seats: [2] });
    expect(photoFinish(last)?.map((lane) => lane.seat)).toEqual([1, 2]);
  });
});
