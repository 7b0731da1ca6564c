import { describe, expect, it } from "vitest";
import type { SeatShown, TimesShown } from "../protocol/types";
import { otherTimes, timesSay } from "./seat_times";

const seat = (name: string, times: Partial<TimesShown> | null): SeatShown => ({
  name, bot: "", stands_in: false, away: false, ready: true, handicap: 0, host: false, wins: 0,
  times: times && { use: "measured", by_host: false, screen_ms: 0, pong_ms: 0, ...times },
});

describe("how times are found", () => {
  it("is told to the player and to the host in the same neutral words", () => {
    const mia = seat("Mia", { use: "estimated" });
    expect(timesSay(mia, true)).toEqual([
      "Your times are estimated for now, because your messages do not fit together. A relay, a power-saving mode or an extension can do that.",
    ]);
    expect(timesSay(mia, false)).toEqual([
      "Mia's times are estimated for now, because the messages do not fit together. A relay, a power-saving mode or an extension can do that.",
    ]);
    const all = [mia, seat("Mia", { use: "estimated", by_host: true }), seat("Mia", { use: "trusted", screen_ms: 60, pong_ms: 80 })];
    for (const own of [true, false]) {
      expect(all.flatMap((one) => timesSay(one, own)).join(" ")).not.toMatch(/cheat|suspic|warn|fraud|trust|fault/i);
    }
  });

  it("says who chose it, where the host did", () => {
    expect(timesSay(seat("Mia", { use: "estimated", by_host: true }), true)).toEqual(["The host has chosen: your times are estimated."]);
    expect(timesSay(seat("Mia", { use: "trusted", by_host: true }), false)).toEqual([
      "The host has chosen: what Mia's device says counts as it is.",
    ]);
  });

  it("tells facts about a device that judge nothing", () => {
    expect(timesSay(seat("Mia", { screen_ms: 60, pong_ms: 80 }), true)).toEqual([
      "Your device usually needs about 60 ms to show a card.",
      "Your device answers the server about 80 ms later than its line would allow.",
    ]);
  });

  it("is silent where there is nothing to say", () => {
    expect(timesSay(seat("Mia", null), true)).toEqual([]);
  });
});

describe("a change", () => {
  it("is told once, about those seats alone that one may know of", () => {
    const [before, now] = [[seat("Mia", null), seat("Ben", null)], [seat("Mia", { use: "estimated" }), seat("Ben", { screen_ms: 60 })]];
    expect(otherTimes(before, now)).toEqual([0]);
    expect(otherTimes(now, now)).toEqual([]);
  });

  it("is none where somebody else has sat down", () => {
    expect(otherTimes([seat("Mia", null)], [seat("Zoe", { use: "estimated" })])).toEqual([]);
  });
});
