import { describe, expect, it } from "vitest";
import type { Moment } from "../../coach/coach";
import type { Told, View } from "../../protocol/types";
import { cardsIn } from "../../table/zones";
import { game, updates } from "./captured";
import { coach } from "./coach";

/** Every update of the captured game as a moment of seat 0's. */
const moments: Moment[] = updates.slice(1).map(({ view, told }, i) => ({
  game, before: updates[i]?.view as View, view, told, race: null, me: 0, names: ["Mia", "Ada", "Ben"],
}));
const noted = (what: string): Moment[] => moments.filter(({ told }) => told.some((one) => one.what === what && one.seat === 0));

/** The same table with another card on top. */
function onTop(top: string, told: Told[]): Moment {
  const before = updates[0]?.view as View;
  const zones = before.zones.map((zone) => (zone.name === "discard" ? { ...zone, cards: [null, top] } : zone));
  return { game, before: { ...before, zones }, view: before, told, race: null, me: 0, names: [] };
}
const STRAY: Told = { what: "fake_out", seat: 0, number: 2, clause: "HT-46" };

describe("the coach of a captured game", () => {
  it("speaks about every hand that came down for nothing, with the card that lay there", () => {
    expect(noted("fake_out").length).toBeGreaterThan(5);
    for (const moment of noted("fake_out")) {
      const note = coach(moment);
      expect(note?.cards).toEqual([cardsIn(moment.before, "discard").at(-1)]);
      expect(note?.clause).toBe("HT-46");
    }
  });

  it("speaks about a race that was lost", () => {
    for (const moment of noted("last")) {
      expect(coach(moment)).toMatchObject({ about: "last", clause: "HT-42", cards: ["HH"], text: expect.stringMatching(/(last|did not come): 4 cards/) as string });
    }
    expect(noted("last").length).toBeGreaterThan(0);
  });

  it("says nothing about anybody else", () => {
    for (const moment of moments) expect(coach({ ...moment, me: 5 })).toBeNull();
  });
});

describe("the coach", () => {
  it("tells the lookalikes apart", () => {
    expect(coach(onTop("#4", [STRAY]))).toMatchObject({ about: "lookalike", text: "**Hit: number** asks the next player for any 4. Only **Hit: hand** wants hands." });
    expect(coach(onTop("@G", [STRAY]))?.text).toMatch(/^\*\*Hit: colour\*\* asks the next player for anything green/);
    expect(coach(onTop("B3", [STRAY]))).toMatchObject({ about: "stray", text: expect.stringMatching(/^\*\*Blue 3\*\* wants no hand/) as string });
    expect(coach(onTop("HH", [STRAY]))?.about).toBe("race over");
  });

  it("knows a hand that did not come from one that came last", () => {
    const last: Told = { what: "last", seat: 0, number: 4, clause: "HT-42" };
    expect(coach(onTop("HH", [last]))?.text).toMatch(/did not come/);
    expect(coach(onTop("HH", [{ what: "hand", seat: 0, number: 3 }, last]))?.text).toMatch(/was the last/);
  });

  it("explains the call to who forgot it", () => {
    expect(coach(onTop("HH", [{ what: "forgot", seat: 0, number: 4, clause: "HT-45" }]))).toMatchObject({ about: "forgot", clause: "HT-45", cards: ["HH"] });
  });
});
