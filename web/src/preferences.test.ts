import { beforeEach, describe, expect, it, vi } from "vitest";
import { callMe, forgetEverything, nameToUse, preferences, readPreferences } from "./preferences.svelte";

const USUAL = {
  name: "", ownName: false, sound: true, haptics: true, felt: "auto", motion: "auto", hand: "right", coaching: "newcomers",
  level: "even",
};

beforeEach(() => {
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  forgetEverything();
});

describe("what was kept", () => {
  it("is taken as far as it makes sense", () => {
    expect(readPreferences({ name: " Mia ", sound: false, felt: "dark", hand: "left", level: "quick" })).toEqual({
      ...USUAL, name: "Mia", ownName: true, sound: false, felt: "dark", hand: "left", level: "quick",
    });
  });
  it("may be anything at all", () => {
    for (const kept of [null, 7, "x", [], {}, { name: 5, felt: "plaid", level: {}, ownName: true }]) {
      expect(readPreferences(kept)).toEqual(USUAL);
    }
    expect(readPreferences({ name: "x".repeat(5000) }).name).toHaveLength(200);
  });
});

describe("the name", () => {
  it("is drawn for those who have not said it, and stays", () => {
    const drawn = nameToUse();
    expect(drawn).not.toBe("");
    expect([nameToUse(), preferences.ownName]).toEqual([drawn, false]);
  });
  it("is drawn anew if somebody at the table has it", () => {
    const drawn = nameToUse();
    expect(nameToUse([drawn.toUpperCase()])).not.toBe(drawn);
  });
  it("is never exchanged if it was typed", () => {
    expect(callMe("  Mia ")).toBe("Mia");
    expect([nameToUse(["Mia"]), preferences.ownName]).toEqual(["Mia", true]);
  });
  it("is drawn again for who types nothing but spaces", () => {
    callMe("Mia");
    expect(callMe("   ").length).toBeGreaterThan(1);
    expect([preferences.name === "Mia", preferences.ownName]).toEqual([false, false]);
  });
  it("stays a drawn one for who only looks at it", () => {
    callMe(nameToUse());
    expect(preferences.ownName).toBe(false);
  });
});
