import { describe, expect, it } from "vitest";
import type { View } from "../../protocol/types";
import { NAMES, staged, updates } from "./captured";
import { promptFor, type Asked } from "./prompts";

const HAND = ["7", "7", "3"];
const ask = (view: View, more: Partial<Asked> = {}, seat = 0): string =>
  promptFor(view, seat, NAMES, { own: "rest", cards: HAND, aim: 7, takes: [], chosen: [], ...more });

describe("what is asked", () => {
  it("of a rival is patience until a hand is down, and not a moment longer", () => {
    expect(ask(staged("ACTION", 1))).toMatch(/hands off/);
    expect(ask(staged("TURN_START", 1))).toMatch(/hands off/);
    expect(ask(staged("WINDUP", 1))).toMatch(/once it is down/);
    expect(ask(staged("RACE", 1))).toBe("Ada has slapped. The last hand pays a card.");
    expect(ask(staged("RACE", 1), { own: "down" })).toMatch(/^Your hand is down/);
    expect(ask(staged("FAKE", 1))).toMatch(/^Ada only faked/);
    expect(ask(staged("RACE", 1, []))).toMatch(/sit this one out/);
  });

  it("on the own turn says what one holds", () => {
    expect(ask(staged("ACTION", 0))).toBe("Two 7s: slap for a pair, fake, or pass.");
    expect(ask(staged("ACTION", 0), { cards: ["7", "7", "7", "3", "3"], aim: 3 })).toMatch(/for your 3s \(tap a 7/);
    expect(ask(staged("ACTION", 0), { cards: ["7", "3"], aim: null })).toMatch(/^No pair/);
    expect(ask(staged("ACTION", 0), { cards: ["7"], aim: null })).toMatch(/only pass/);
    expect(ask(staged("TURN_START", 0, HAND, { owed: 2 }))).toBe("Draw 2 cards.");
    expect(ask(staged("RACE", 0))).toMatch(/your 7s/);
    expect(ask(staged("PICK", 0, HAND, { giver: 1 }))).toBe("Ada holds out the cards: pick one.");
    expect(ask(staged("ACTION", 0), { own: "up" })).toMatch(/hand is up/);
  });

  it("leads through taking cards", () => {
    expect(ask(staged("TURN_START", 0), { takes: [[1, 2]] })).toMatch(/two cards/);
    expect(ask(staged("TURN_START", 0), { takes: [[1, 2]], chosen: [1] })).toMatch(/^One from Ada/);
  });

  it("never says to slap to anybody who is not on turn", () => {
    for (const { view } of updates) {
      if (view.facts["turn"] !== 0) expect(ask(view)).not.toMatch(/\bslap (now|it|!)/i);
    }
  });
});
