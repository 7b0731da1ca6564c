import { describe, expect, it } from "vitest";
import catalogue from "../../../fixtures/catalogue.json";
import type { GameShown, Told, View } from "../../protocol/types";
import { coach } from "./coach";

const game = (catalogue as unknown as GameShown[]).find((one) => one.slug === "lowdown") as GameShown;
const NAMES = ["Mia", "Ada", "Ben"];

function view(turn: number, cards: Record<string, string>): View {
  const zones = Object.entries(cards).map(([name, card]) => ({ name, face: "open", cards: [card] }));
  return { seat: 0, now: 0, phase: "CHOOSE", over: false, zones, facts: { turn }, legal: [], clock: null };
}

const SWAP: Told = { what: "swap", source: "grids[0][3]", target: "grids[2][0]" };

function told(turn: number, told: Told[]): ReturnType<typeof coach> {
  const before = view(turn, { "grids[0][3]": "G0", "grids[2][0]": "B9" });
  const now = view(turn, { "grids[0][3]": "B9", "grids[2][0]": "G0" });
  return coach({ game, before, view: now, told, race: null, me: 0, names: NAMES });
}

describe("the coach of Lowdown", () => {
  it("says what a Steal took from me, and what I got for it", () => {
    expect(told(2, [SWAP])).toEqual({
      about: "steal",
      text: "Ben stole your green 0; you got the blue 9 for it.",
      clause: "LD-36",
      cards: ["G0", "B9"],
    });
  });

  it("is silent about my own Steal, and about cards of others", () => {
    expect(told(0, [SWAP])).toBeNull();
    expect(told(2, [{ what: "swap", source: "grids[1][3]", target: "grids[2][0]" }])).toBeNull();
  });

  it("says that a turn was made for me", () => {
    expect(told(0, [{ what: "idle", seat: 0, clause: "LD-R30" }])?.clause).toBe("LD-R30");
    expect(told(1, [{ what: "idle", seat: 1, clause: "LD-R30" }])).toBeNull();
  });
});
