import { describe, expect, it } from "vitest";
import type { View } from "../../protocol/types";
import { cardsIn, sizeOf } from "../../table/zones";
import { callers, cutsOf, handOf, landedOf, lowerOf, orderOf, topOf } from "./play";
import { game, updates } from "./captured";
import { tally } from "./tally";

describe("a captured game of Hit the Deck", () => {
  it("keeps every card of the hand, sorted, and knows which may be played", () => {
    for (const { view, told } of updates) {
      const hand = handOf(game, view, 0, told);
      expect(hand.map((card) => card.name).sort()).toEqual([...cardsIn(view, "hands[0]")].sort());
      expect(new Set(hand.map((card) => card.key)).size).toBe(hand.length);
      const orders = hand.map((card) => orderOf(game.kinds.find((kind) => kind.name === card.name)));
      expect(orders).toEqual([...orders].sort((a, b) => a - b));
      const plays = new Set(hand.filter((card) => card.plays).map((card) => `play ${card.name}`));
      expect([...plays].sort()).toEqual(view.legal.filter((move) => move.startsWith("play ")).sort());
    }
  });

  it("lets cards of a penalty come from the draw pile", () => {
    const fooled = updates.filter(({ told }) => told.some((one) => one.what === "fake_out" && one.seat === 0));
    expect(fooled.length).toBeGreaterThan(5);
    for (const { view, told } of fooled) {
      expect(handOf(game, view, 0, told).filter((card) => card.from === "draw").length).toBe(2);
    }
  });

  it("marks the card that was just drawn", () => {
    const must = updates.filter(({ view }) => view.facts["drawn"] !== null);
    for (const { view, told } of must) expect(handOf(game, view, 0, told).some((card) => card.drawn && card.plays)).toBe(true);
    expect(updates.filter(({ view }) => view.phase === "MUST_PLAY").length).toBeGreaterThan(0);
  });

  it("offers every cut that is legal", () => {
    const cutting = updates.filter(({ view }) => cutsOf(view.legal).length > 0);
    expect(cutting.length).toBeGreaterThan(0);
    for (const { view } of cutting) {
      for (const lifted of cutsOf(view.legal)) expect(view.legal).toContain(`cut ${lifted}`);
      expect(cutsOf(view.legal).length).toBe(view.legal.filter((move) => /^cut \d/.test(move)).length);
    }
  });

  it("says where the top card came from", () => {
    const first = updates[0];
    const flipped = updates.find(({ told }) => told.some((one) => one.what === "trade"));
    const cut = updates.find(({ told }) => told.some((one) => one.what === "cut"));
    for (const { view, told } of updates) expect(topOf(view, told)?.name).toBe(cardsIn(view, "discard").at(-1));
    expect(first && topOf(first.view, first.told)?.from).toBe("draw");
    expect(flipped && topOf(flipped.view, flipped.told)?.from).toBe("draw");
    expect(cut && topOf(cut.view, cut.told)?.from).toBe("draw");
  });

  it("remembers the card below the top one until a flip", () => {
    let before: View | null = null;
    let lower: string | null = null;
    for (const { view, told, fresh } of updates) {
      const now = lowerOf({ key: 0, told, fresh, before }, view, lower);
      if (before !== null && sizeOf(view, "discard") === sizeOf(before, "discard") + 1) {
        expect(now).toBe(cardsIn(before, "discard").at(-1));
      }
      if (told.some((one) => one.what === "trade")) expect(now).toBeNull();
      before = view;
      lower = now;
    }
  });

  it("hears a bluff as it hears a call", () => {
    const heard = updates.flatMap(({ told }) => callers(told));
    expect(heard.length).toBe(updates.flatMap(({ told }) => told).filter((one) => /^(call|bluff)$/.test(one.what)).length);
    expect(heard.length).toBeGreaterThan(10);
  });

  it("heaps the hands in their order, after the race, and says who pays", () => {
    const hand = (seat: number, number: number) => ({ what: "hand", seat, number });
    const race = [hand(0, 3), hand(2, 1), { what: "last", seat: 0, number: 4 }, hand(1, 2)];
    expect(landedOf(race)).toEqual({ seats: [2, 1, 0], pays: [{ seat: 0, why: "last", cards: 4 }] });
    const raced = updates.map(({ told }) => landedOf(told)).filter((landed) => (landed?.seats.length ?? 0) > 1);
    expect(raced.length).toBeGreaterThan(0);
    for (const landed of raced) expect(landed?.pays.length).toBe(1);
  });

  it("shows a hand that came down for nothing, and what it costs", () => {
    const strays = updates.map(({ told }) => landedOf(told)).filter((landed) => landed?.pays[0]?.why === "stray");
    expect(strays.length).toBeGreaterThan(5);
    for (const landed of strays) expect(landed).toEqual({ seats: [landed?.pays[0]?.seat], pays: [{ ...landed?.pays[0], cards: 2 }] });
    expect(landedOf([{ what: "move", seat: 0 }])).toBeNull();
    const twice = [{ what: "fake_out", seat: 2, number: 2 }, { what: "call", seat: 1 }, { what: "fake_out", seat: 2, number: 4 }, { what: "call", seat: 1 }];
    expect([landedOf(twice), callers(twice)]).toEqual([{ seats: [2], pays: [{ seat: 2, why: "stray", cards: 4 }] }, [1]]);
  });

  it("counts points", () => {
    for (const { view } of updates) expect(tally(view, 1)).toEqual({ value: 0, label: "penalty points" });
  });
});
