import { describe, expect, it } from "vitest";
import type { KindShown, ServerMessage, View } from "../../protocol/types";
import yahtzee from "../../../fixtures/yahtzee_hands_down.json";
import { cardsIn } from "../../table/zones";
import { duelIn, duelLeft } from "./duel";
import { exchangeOf, follow, type Held } from "./hand";
import { laidHand, offers, wonBy } from "./offer";
import { statusFor } from "./status";
import { words } from "./words";

const updates = (yahtzee as ServerMessage[]).filter((m) => m.m === "stim");
const POINTS: Record<string, number> = { "3K": 10, SS: 15, FH: 20, "4K": 25, LS: 30, YZ: 50 };
const kinds: KindShown[] = Object.entries(POINTS).map(([name, points]) => ({
  name, words: name, family: "combo", values: { type: name }, copies: 2, points, back: "yellow",
}));
const NAMES = ["Mia", "Ada", "Ben"];

describe("the hand of a captured game", () => {
  it("is what the view says, and cards that stay are the same cards", () => {
    let hand: Held[] = [];
    let stayed = 0;
    updates.forEach(({ told, view }, key) => {
      const before = hand;
      hand = follow(before, told, "hands[0]", cardsIn(view, "hands[0]"), key);
      expect(hand.map((card) => card.name)).toEqual(cardsIn(view, "hands[0]"));
      expect(new Set(hand.map((card) => card.id)).size).toBe(5);
      const exchanged = told.find((one) => one.what === "exchange" && one.seat === 0)?.number ?? 0;
      const same = hand.filter((card) => before.some((one) => one.id === card.id)).length;
      if (exchanged > 0) {
        stayed++;
        expect(same).toBe(5 - exchanged);
      }
    });
    expect(stayed).toBeGreaterThan(10);
  });

  it("can exchange every choice of cards", () => {
    let choices = 0;
    for (const { view } of updates.filter((one) => one.view.legal.includes("exchange"))) {
      const cards = cardsIn(view, "hands[0]");
      for (let set = 0; set < 32; set++) {
        const move = exchangeOf(view.legal, cards.filter((_, i) => set >> i & 1));
        expect(view.legal).toContain(move);
        choices++;
      }
    }
    expect(choices).toBeGreaterThan(300);
    expect(exchangeOf(["call"], [])).toBeNull();
  });
});

describe("prizes", () => {
  it("are on offer or somebody's", () => {
    for (const { view } of updates) {
      for (const one of offers(view, kinds, 3)) expect(one.left + one.winners.length).toBe(1);
    }
  });
  it("count for their owners, Chance cards uncounted", () => {
    const zones = [
      { name: "won[2]", face: "open", cards: ["FH", "4K", "SS"] },
      { name: "won_chance[2]", face: "closed", cards: [null] },
    ];
    expect(wonBy({ ...(updates[0]?.view as View), zones }, kinds, 2)).toEqual({ points: 20 + 25 + 15, chances: 1 });
  });
});

describe("hands on the table", () => {
  it("say who is down, and what was named only to those who may know", () => {
    const down = updates.filter(({ view }) => laidHand(view) !== null);
    expect(down.length).toBeGreaterThan(20);
    for (const { view } of down) {
      const laid = laidHand(view);
      expect(laid?.type === null).toBe(laid?.seat !== 0 && !laid?.open);
    }
  });

  it("are shown as they were laid when they are turned up", () => {
    let before: View | null = null;
    let duels = 0;
    updates.forEach(({ told, view, fresh }, key) => {
      const duel = duelIn({ key, told, fresh, before }, view);
      const left = duelLeft(view);
      if (duel !== null) {
        duels++;
        for (const hand of duel.hands) expect(hand.cards).toHaveLength(5);
        for (const hand of duel.hands) expect(hand.cards).not.toContain(null);
      }
      if (view.phase === "REVEAL") {
        expect(left?.winner).toBe(duel?.winner);
        if (cardsIn(view, "discard").length >= 10) expect(left).toEqual(duel);
      }
      before = view;
    });
    expect(duels).toBeGreaterThan(10);
  });
});

describe("the status line", () => {
  it("knows last call, count-down, bar and turn", () => {
    const base = updates[0]?.view as View;
    const at = (phase: string, facts: Record<string, unknown>): View => ({ ...base, phase, facts: { ...base.facts, ...facts } });
    const down = [{ seat: 1, at: 0, open: false }];
    expect(statusFor(at("LAST_CALL", { turn: null, down }), 0, NAMES)).toMatchObject({ title: words.lastCall, more: words.lastCallMore("Ada") });
    expect(statusFor(at("LAST_CALL", { turn: null, down }), 1, NAMES).more).toBe(words.youAreDown);
    expect(statusFor(at("PLAY", { turn: 0, down, left: 2 }), 0, NAMES)).toMatchObject({ title: words.yourTurn, more: words.left("Ada", 2) });
    expect(statusFor(at("PLAY", { turn: 2, down: [], waiting: [true, false, false] }), 0, NAMES).more).toBe(words.barred);
    expect(statusFor(at("PLAY", { turn: 2, down: [{ seat: 0, at: 0, open: false, type: "FH" }] }), 0, NAMES).more).toBe(words.youAreDownAs("Full house"));
    expect(statusFor(at("PLAY", { turn: 2, down }), 0, NAMES).title).toBe(words.turn("Ben"));
  });
});
