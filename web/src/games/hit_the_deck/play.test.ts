import { describe, expect, it } from "vitest";
import type { GameShown, KindShown, ServerMessage, View } from "../../protocol/types";
import captured from "../../../fixtures/hit_the_deck.json";
import { cardsIn, sizeOf } from "../../table/zones";
import { callers, cutsOf, handOf, heapOf, lowerOf, orderOf, spread, topOf, wantOf, wantWords } from "./play";
import { tally } from "./tally";

const updates = (captured as ServerMessage[]).filter((m) => m.m === "stim");
const LETTERS: Record<string, string> = { R: "red", Y: "yellow", G: "green", B: "blue" };

function kindOf(name: string): KindShown {
  const [first = "", rest = ""] = [name[0], name.slice(1)];
  const family =
    name === "HH" ? "hit_hand" : first === "#" ? "hit_number" : first === "@" ? "hit_color" : /\d/.test(rest) ? "number" : rest;
  const values: KindShown["values"] = {};
  const colour = LETTERS[first === "@" ? rest : first];
  if (colour !== undefined) values["color"] = colour;
  if (/\d/.test(rest)) values["number"] = Number(rest);
  return { name, words: name, family, values, copies: 1, points: 1, back: "" };
}
const names = new Set(updates.flatMap(({ view }) => view.zones.flatMap((zone) => zone.cards)).filter((name) => name !== null));
const game = { kinds: [...names].map(kindOf) } as unknown as GameShown;

describe("a captured game of Hit the Deck", () => {
  it("keeps every card of the hand, sorted, and knows which may be played", () => {
    for (const { view, told } of updates) {
      const hand = handOf(game, view, 0, told);
      expect(hand.map((card) => card.name).sort()).toEqual([...cardsIn(view, "hands[0]")].sort());
      expect(new Set(hand.map((card) => card.key)).size).toBe(hand.length);
      const orders = hand.map((card) => orderOf(kindOf(card.name)));
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

  it("heaps the hands in their order, after the race", () => {
    const hand = (seat: number, number: number) => ({ what: "hand", seat, number });
    expect(heapOf([hand(0, 3), hand(2, 1), { what: "last", seat: 0 }, hand(1, 2)])).toEqual([2, 1, 0]);
    expect(updates.some(({ told }) => heapOf(told).length > 1)).toBe(true);
  });

  it("says what is owed, and nothing while hands may race", () => {
    const wants = updates.map(({ view }) => wantOf(view)?.kind);
    expect(new Set(wants)).toEqual(new Set([undefined, "number", "colour", "anything"]));
    for (const { view } of updates) if (view.phase === "RACE") expect(wantWords(game, view)).toBe("");
    const first = updates.find(({ view }) => view.phase === "PLAY" && view.facts["demand"] === null);
    expect(first && wantWords(game, first.view)).toBe("green or any 3");
  });

  it("counts points", () => {
    for (const { view } of updates) expect(tally(view, 1)).toEqual({ value: 0, label: "points" });
  });
});

describe("the fan", () => {
  it("stays inside its width and never hides a card", () => {
    for (const width of [296, 336, 700]) {
      for (let n = 1; n < 50; n++) {
        const { spots, card, height } = spread(n, width, width > 600 ? 118 : 84);
        expect(spots.length).toBe(n);
        expect(Math.min(...spots.map((spot) => spot.x))).toBeGreaterThanOrEqual(-0.01);
        expect(Math.max(...spots.map((spot) => spot.x)) + card).toBeLessThanOrEqual(width + 0.01);
        expect(Math.max(...spots.map((spot) => spot.y)) + card * 1.4).toBeLessThanOrEqual(height);
        expect(new Set(spots.map((spot) => `${spot.x}/${spot.y}`)).size).toBe(n);
      }
    }
  });
});
