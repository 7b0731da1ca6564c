import { describe, expect, it } from "vitest";
import { cardsIn } from "../../table/zones";
import { moments, tells, updates } from "./captured";
import { jammed, laidPair, placeOfLost, slippedIn, takenIn, verdictOf } from "./moments";
import { stackOf } from "./unit";

describe("a captured game of Hands Down", () => {
  it("knows the hands on their pads at the end of a race, and whose was the last", () => {
    let stack: readonly number[] = [];
    let seen = 0;
    for (const { view, told } of updates) {
      stack = stackOf(view, told, false, stack);
      const verdict = verdictOf(told, stack);
      if (verdict === null || verdict.last === null) continue;
      seen++;
      expect(verdict.down[0]).toBe(view.facts["turn"]);
      expect(verdict.down.includes(verdict.last)).toBe(told.some((one) => one.what === "down" && one.seat === verdict.last));
    }
    expect(seen).toBeGreaterThan(4);
  });

  it("knows which pair was laid", () => {
    for (const { view, told } of updates) {
      const pair = laidPair(told);
      if (pair) expect(cardsIn(view, `pairs[${pair.seat}]`).slice(-2)).toEqual([pair.card, pair.card]);
    }
  });

  it("finds the card that was taken where it was, and shows nobody else's", () => {
    const own = moments.filter(({ told }) => takenIn(told).some((one) => one.from === 0));
    expect(own.length).toBeGreaterThan(3);
    for (const { before, view, told } of own) {
      const card = takenIn(told).find((one) => one.from === 0)?.card;
      expect(cardsIn(before, "hands[0]")[placeOfLost(before, view, 0)]).toBe(card);
    }
    for (const { told } of moments) {
      for (const { from, to, card } of takenIn(told)) if (from !== 0 && to !== 0) expect(card).toBeNull();
    }
  });

  it("lets a hand slip that came too soon", () => {
    const early = moments.filter(tells("pays", 0));
    expect(early.length).toBeGreaterThan(3);
    for (const { told } of early) expect(slippedIn(told).map((one) => one.seat)).toContain(0);
  });
});

describe("paddles", () => {
  it("have jammed when it was told so, and then nobody was last", () => {
    const told = [{ what: "down", seat: 1 }, { what: "down", seat: 2 }, { what: "jam", seat: 0 }];
    expect(jammed(told)).toBe(true);
    expect(verdictOf(told, [0, 1, 2])).toEqual({ down: [0, 1, 2], last: null });
    expect(jammed([{ what: "lost", seat: 1 }])).toBe(false);
  });

  it("know a hand that never came", () => {
    expect(verdictOf([{ what: "lost", seat: 3 }], [0, 1, 2, 3])).toEqual({ down: [0, 1, 2], last: 3 });
  });
});
