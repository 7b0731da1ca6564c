import { describe, expect, it } from "vitest";
import catalogue from "../../../fixtures/catalogue.json";
import type { GameShown, View } from "../../protocol/types";
import { countOf } from "./count";
import { ending } from "./ending";

const game = (catalogue as unknown as GameShown[]).find((one) => one.slug === "yahtzee_hands_down") as GameShown;
const NAMES = ["Mia", "Ada", "Ben"];

/** Everybody's Combo cards, and everybody's Chance cards. */
function over(won: string[][], chances: string[][]): View {
  const zones = won.flatMap((cards, seat) => [
    { name: `won[${seat}]`, cards, size: cards.length, face: "open" },
    { name: `won_chance[${seat}]`, cards: chances[seat], size: chances[seat]?.length ?? 0, face: "open" },
  ]);
  return { zones, facts: {}, over: true } as unknown as View;
}
const told = (view: View, me: number): string => (ending(view, me, NAMES, game)?.text ?? "").replace(/[\u2068\u2069]/g, "");

describe("the end of a game", () => {
  it("is told from one's own side", () => {
    const view = over([["3K"], ["LS", "SS"], []], [[], [], ["C25"]]);
    expect(told(view, 1)).toBe("45 points on Combo cards");
    expect(told(view, 0)).toBe("35 points behind Ada");
    expect(told(view, 9)).toBe("45 points on Combo cards");
    expect(told(over([["YZ", "3K"], ["SS"], []], [["C5"], [], []]), 0)).toBe("60 points on Combo cards and 5 on Chance cards");
  });

  it("shows what everybody has won", () => {
    expect(ending(over([["3K"], ["LS", "SS"], []], [[], [], ["C5"]]), 0, NAMES, game)?.standing).toEqual([
      { seat: 1, text: "45 points", cards: ["LS", "SS"] }, { seat: 0, text: "10 points", cards: ["3K"] }, { seat: 2, text: "5 points", cards: ["C5"] },
    ]);
  });

  it("says when the Chance cards turned it, and shows the one that did", () => {
    const view = over([["3K"], ["SS"], []], [[], [], ["C5", "C40"]]);
    expect(told(view, 2)).toBe("Your Chance cards turned it: 45 points on them");
    expect(told(view, 1)).toBe("Ben's Chance cards turned it: 45 points on them");
    expect(ending(view, 0, NAMES, game)?.cards).toEqual(["C40", "C5"]);
    expect(countOf(view, game, 3).map((one) => [one.seat, one.combos, one.chances, one.wins])).toEqual([
      [2, 0, [5, 40], true], [1, 15, [], false], [0, 10, [], false],
    ]);
  });
});
