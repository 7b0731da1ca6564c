import { describe, expect, it } from "vitest";
import type { Told, View } from "../../protocol/types";
import { moments, NAMES, staged } from "./captured";
import { takenIn } from "./moments";
import { newsFor } from "./news";

const TAKE: Told = { what: "take", card: "7", source: "hands[0]", target: "hands[1]" };
const lost = (before: View, ...told: Told[]): string | null => newsFor([...told, TAKE], before, staged("ACTION", 1, ["7", "3"]), 0, NAMES);

describe("news", () => {
  it("tells which card went to whom, each time", () => {
    const own = moments.filter(({ told }) => takenIn(told).some((one) => one.from === 0));
    for (const { before, view, told } of own) {
      const taken = takenIn(told).find((one) => one.from === 0);
      const text = newsFor(told, before, view, 0, NAMES) ?? "";
      expect(text).toContain(`${NAMES[taken?.to ?? -1]} takes`);
      expect(text).toContain(taken?.card === "J" ? "your Joker" : `your ${taken?.card}`);
    }
    expect(own.length).toBeGreaterThan(3);
  });

  it("says what cost it, and whether a pair is broken", () => {
    const last: Told = { what: "lost", seat: 0 };
    const pays = (clause: string): Told => ({ what: "pays", seat: 0, clause });
    expect(lost(staged("RACE", 1), { what: "down", seat: 0 }, last)).toBe("Your hand was last: Ada takes your 7, half of a pair.");
    expect(lost(staged("RACE", 1), last)).toBe("No hand from you: Ada takes your 7, half of a pair.");
    const told = "Ada takes your 7, half of a pair."; // the foul itself is told with its reason
    expect(lost(staged("WINDUP", 1), pays("HD-39"))).toBe(told);
    expect(lost(staged("FAKE", 1), pays("HD-35"))).toBe(told);
    expect(lost(staged("TURN_START", 1, ["7", "3", "4"]))).toBe("Ada takes your 7.");
    expect(lost(staged("TURN_START", 1, ["7", "7", "7"]))).toBe("Ada takes your 7.");
  });

  it("says what a new card makes", () => {
    const drew: Told = { what: "move", card: "8", source: "drawpile", target: "hands[0]" };
    expect(newsFor([drew], staged("TURN_START", 0, ["8", "3"]), staged("ACTION", 0, ["8", "3", "8"]), 0, NAMES)).toBe("You drew an 8. That makes a pair of 8s.");
    const took: Told = { what: "take", card: "J", source: "hands[2]", target: "hands[0]" };
    expect(newsFor([took], staged("RACE", 0, ["8"]), staged("ACTION", 0, ["8", "J"]), 0, NAMES)).toBe("You take the Joker from Ben.");
  });

  it("says why a turn was over", () => {
    const after = staged("TURN_START", 1);
    const say = (...told: Told[]): string | null => newsFor(told, staged("ACTION", 0), after, 0, NAMES);
    expect(say({ what: "foul", seat: 0, clause: "HD-R2" })).toMatch(/without a pair/);
    expect(say({ what: "foul", seat: 0, clause: "HD-R28" })).toMatch(/only touched the rim/);
    expect(say({ what: "foul", seat: 2, clause: "HD-R2" })).toMatch(/^Ben slapped without a pair/);
    expect(say({ what: "pass", seat: 0, clause: "HD-R40" })).toMatch(/Time was up/);
    expect(say({ what: "pass", seat: 0, clause: "HD-29" })).toBeNull();
    expect(say({ what: "jam" })).toMatch(/jam/);
  });
});
