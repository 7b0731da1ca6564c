import { describe, expect, it } from "vitest";
import catalogue from "../../../fixtures/catalogue.json";
import yahtzee from "../../../fixtures/yahtzee_hands_down.json";
import type { Moment } from "../../coach/coach";
import type { GameShown, ServerMessage, Told, View } from "../../protocol/types";
import { coach, losses } from "./coach";

const game = (catalogue as unknown as GameShown[]).find((one) => one.slug === "yahtzee_hands_down") as GameShown;
const updates = (yahtzee as unknown as ServerMessage[]).filter((m) => m.m === "stim");
const NAMES = ["Mia", "Ada", "Ben"];
const moments: Moment[] = updates.slice(1).map(({ view, told }, i) => ({
  game, before: updates[i]?.view as View, view, told, race: null, me: 0, names: NAMES,
}));

describe("the coach of a captured game", () => {
  it("speaks about every own foul, with cards of that hand and a clause", () => {
    const fouls = moments.filter(({ told }) => told.some((one) => one.what === "foul" && one.seat === 0));
    expect(fouls.length).toBeGreaterThan(3);
    for (const moment of fouls) {
      const shown = moment.told.filter((one) => one.what === "show" && one.target === "hands[0]").map((one) => one.card);
      const note = coach(moment);
      expect(note?.text).not.toBe("");
      expect(note?.clause).toMatch(/^YH-/);
      for (const card of note?.cards ?? []) expect(shown).toContain(card);
    }
  });
  it("says nothing about anybody else's hand", () => {
    for (const moment of moments) expect(coach({ ...moment, me: 5 })).toBeNull();
  });
});

/** Two hands turned up, the first one of them mine. */
function duel(own: [string, string, number], other: [string, string, number] | null, winner: number): Moment {
  const before = updates[0]?.view as View;
  const hands = [[0, ...own], ...(other === null ? [] : [[1, ...other]])] as [number, string, string, number][];
  const shown = hands.flatMap(([seat, cards]) => cards.split(" ").map((card): Told => ({ what: "show", card, target: `hands[${seat}]`, seat })));
  const told: Told[] = [...shown, { what: "full_house", seat: winner }, { what: "chance", seat: 1 - winner }];
  const last_reveal = { hands: hands.map(([seat, , type, value]) => ({ seat, type, value })), winner };
  return { game, before, view: { ...before, facts: { ...before.facts, last_reveal } }, told, race: null, me: 0, names: NAMES };
}

describe("a hand that was beaten", () => {
  const three = ["R2 R2 R2 B1 Y6", "3K", 6] as [string, string, number];
  it("had fewer points", () => {
    const moment = duel(three, ["B5 B5 B5 Y1 Y1", "FH", 17], 1);
    expect(losses(moment)).toBe(true);
    expect(coach(moment)).toEqual({
      about: "points", clause: "YH-22", cards: ["B5", "B5", "B5", "Y1", "Y1"], text: "**Full house** beats **3 of a kind**: 20 points against 10.",
    });
  });
  it("had lower numbers, or was later", () => {
    expect(coach(duel(three, ["B5 B5 B? Y1 R6", "3K", 15], 1))).toMatchObject({ about: "numbers", clause: "YH-23", cards: ["B5", "B5", "B?"] });
    expect(coach(duel(three, ["B2 B2 B2 Y1 R6", "3K", 6], 1))).toMatchObject({ about: "earlier", clause: "YH-24" });
  });
  it("is nothing to learn from if it has won", () => {
    expect(coach(duel(three, ["B1 B1 B1 Y1 R6", "3K", 3], 0))).toBeNull();
  });
});
