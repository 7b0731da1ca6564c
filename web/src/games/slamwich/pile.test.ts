import { describe, expect, it } from "vitest";
import type { ServerMessage, View } from "../../protocol/types";
import slamwich from "../../../fixtures/slamwich.json";
import { cardsIn } from "../../table/zones";
import { fan, gains, munchOf, slipOf, sweepOf, tosser, winOf } from "./pile";

const updates = (slamwich as ServerMessage[]).filter((m) => m.m === "stim");

describe("the pile of a captured game", () => {
  it("always shows the top three cards, the newest last", () => {
    for (const { view, told } of updates) {
      const cards = cardsIn(view, "centre");
      expect(fan(view, told).map((card) => card.name)).toEqual(cards.slice(-3));
    }
  });

  it("names the player who tossed the card on top", () => {
    const tossed = updates.filter(({ told }) => tosser(told) !== null);
    expect(tossed.length).toBeGreaterThan(30);
    for (const { told, view } of tossed) expect(tosser(told)).toBeLessThan(view.zones.length);
  });

  it("sweeps what lay there, and a card that was taken as soon as it fell", () => {
    let before: View | null = null;
    let sweeps = 0;
    for (const { view, told, fresh } of updates) {
      const sweep = sweepOf({ key: 0, told, fresh, before });
      if (sweep !== null && before !== null) {
        sweeps++;
        expect(sweep.to).toMatch(/^stacks\[\d\]$/);
        const last = told.find((one) => one.what === "move" && one.target === "centre")?.card ?? cardsIn(before, "centre").at(-1);
        expect(sweep.cards.at(-1)).toBe(last);
      }
      before = view;
    }
    expect(sweeps).toBeGreaterThan(10);
  });

  it("knows who munches and who has to answer", () => {
    const munches = updates.map(({ view }) => munchOf(view)).filter((munch) => munch !== null);
    expect(munches.length).toBeGreaterThan(3);
    for (const munch of munches) expect(munch.left).toBeLessThanOrEqual(3);
  });

  it("tells what was won and paid, by whom", () => {
    let wins = 0;
    let slips = 0;
    for (const { told, view } of updates) {
      const win = winOf(told);
      const slip = slipOf(told);
      if (win) {
        wins++;
        expect(gains(told).get(win.seat)).toBe(win.cards);
      }
      if (slip) {
        slips++;
        expect(slip.from).toBe(`stacks[${slip.seat}]`);
        expect(cardsIn(view, "centre")[0] ?? slip.card).toBe(slip.card);
        expect(gains(told).get(slip.seat)).toBe(-1);
      }
    }
    expect(wins).toBeGreaterThan(10);
    expect(slips).toBeGreaterThan(0);
  });

  it("takes no slip for a toss", () => {
    const paid = { what: "move", card: "egg", source: "stacks[0]", target: "centre" };
    expect(tosser([paid, { what: "slip", seat: 0, number: 1 }])).toBeNull();
    expect(tosser([paid])).toBe(0);
  });
});
