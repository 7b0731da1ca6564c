import { describe, expect, it } from "vitest";
import type { Race, SeatTime, ServerMessage } from "../protocol/types";
import slamwich from "../../fixtures/slamwich.json";
import handsDown from "../../fixtures/hands_down.json";
import { arrivalOrder, correctionOf, lanes, lastGap, photoFinish, plainTime, timeOf } from "./races";

const time = (seat: number, ms: number | null, verdict: SeatTime["verdict"] = "counts", delay = 0): SeatTime =>
  plainTime(seat, ms === null ? null : ms * 1000, { verdict, arrived: ms === null ? null : ms * 1000 + delay * 1000 });
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

  it("marks what the device says beside what counts, and says why in one sentence", () => {
    const slow = plainTime(0, 334_000, { verdict: "corrected", why: "neighbours", claim: 320_000, painted: 40_000, pressed: 374_000 });
    const ahead = plainTime(1, 250_000, { verdict: "corrected", why: "line", claim: 355_000, handicap: 100_000 });
    const [first, second] = lanes(race([slow, ahead], { seats: [1] }));
    expect([first?.ms, first?.moved, second?.ms, second?.moved]).toEqual([250, -5, 334, 14]);
    expect(first && correctionOf(first)).toBe("counted 5 ms earlier: a later hand could not have been here yet");
    expect(second && correctionOf(second)).toBe("counted 14 ms later: the messages around it travelled faster");
  });

  it("says of a head start and of a time that counts nothing at all", () => {
    const [plain] = lanes(race([plainTime(0, 220_000, { claim: 320_000, handicap: 100_000, painted: 0, pressed: 320_000 })]));
    expect([plain?.moved, plain?.about, plain && correctionOf(plain)]).toEqual([0, false, ""]);
  });

  it("marks an estimated time, whatever the reason", () => {
    const [lane] = lanes(race([time(0, 312, "estimated")]));
    expect(lane && [lane.about, timeOf(lane), correctionOf(lane)]).toEqual([true, "≈312 ms", "estimated by the server"]);
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

describe("the last hand", () => {
  const lost = race([time(0, null, "slower"), time(1, 400), time(2, 412)], { goal: "last loses", outcome: "lost", seats: [0] });

  it("makes no photo finish of the two before it, if it never came", () => {
    expect(photoFinish(lost)).toBeNull();
    expect(lastGap({ race: lost, told: [], key: 1 }, [0])).toBeNull();
  });

  it("is told how late it was, once the own one has come", () => {
    expect(lastGap({ race: lost, told: [], key: 1, late: 512 }, [0])).toBe("100 ms");
    expect(lastGap({ race: lost, told: [], key: 1, late: 512 }, [1])).toBeNull();
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
