import { describe, expect, it } from "vitest";
import type { View } from "../../protocol/types";
import { cardsIn } from "../../table/zones";
import { tally } from "./tally";
import { updates } from "./captured";
import { arrivedFrom, cardsOf, handOf, nextTake, ownHandOf, pairsIn, placesOf, stackOf, takesIn } from "./unit";

describe("a captured game of Hands Down", () => {
  it("shows the same hand for every wind-up, and only the turn player's", () => {
    const ups = updates.filter(({ view }) => view.phase === "WINDUP");
    expect(ups.length).toBeGreaterThan(10);
    for (const { view } of ups) {
      const turn = view.facts["turn"];
      expect([0, 1, 2, 3].map((seat) => handOf(view, seat))).toEqual([0, 1, 2, 3].map((seat) => (seat === turn ? "up" : "rest")));
    }
  });

  it("lifts the own arm alike for a slap, a named slap and a fake", () => {
    const own = updates.find(({ view }) => view.facts["turn"] === 0 && view.phase === "ACTION")?.view as View;
    expect(["slap", "slap 7", "fake", "pass", "touch"].map((move) => ownHandOf(own, 0, move))).toEqual(["up", "up", "up", "rest", "rest"]);
  });

  it("puts the own hand down in a race before any answer, and keeps it there", () => {
    const race = updates.find(({ view }) => view.phase === "RACE" && view.legal.includes("slap"))?.view as View;
    expect(ownHandOf(race, 0, "")).toBe("rest");
    expect(ownHandOf(race, 0, "slap")).toBe("down");
    expect(ownHandOf({ ...race, legal: ["shout"] }, 0, "")).toBe("down");
  });

  it("piles the paddles up with the loser on top, until the next hand goes up", () => {
    let stack: readonly number[] = [];
    let decided = 0;
    for (const { view, told } of updates) {
      stack = stackOf(view, told, false, stack);
      const lost = told.find((one) => one.what === "lost");
      if (lost) {
        decided++;
        expect(stack.at(-1)).toBe(lost.seat);
        expect(stack[0]).toBe(view.facts["turn"]);
      }
      if (view.phase === "WINDUP") expect(stack).toEqual([]);
      expect(new Set(stack).size).toBe(stack.length);
    }
    expect(decided).toBeGreaterThan(4);
  });

  it("draws the paddles of a race from the view alone", () => {
    const race = updates.find(({ view }) => (view.facts["slaps"] as number[]).length > 0)?.view as View;
    const all = [race.facts["turn"], ...(race.facts["slaps"] as number[])];
    expect(stackOf(race, [], true, [])).toEqual(all);
    expect(stackOf(race, [{ what: "down", seat: all[1] as number }], false, [])).toEqual(all);
  });

  it("keeps the hand in its order, new cards from where they came", () => {
    for (const { view, told } of updates) {
      expect(cardsOf(view, told, 0).map((card) => card.name)).toEqual(cardsIn(view, "hands[0]"));
      const drawn = told.filter((one) => one.target === "hands[0]" && one.source === "drawpile").length;
      expect(cardsOf(view, told, 0).filter((card) => card.from === "drawpile").length).toBe(drawn);
    }
    const take = updates.find(({ told }) => told.some((one) => one.what === "take" && one.target === "hands[1]"));
    const held = cardsIn((take as { view: View }).view, "hands[1]").length;
    expect(take && arrivedFrom(take.view, take.told, "hands[1]", held - 1)).toMatch(/^hands\[/);
  });

  it("counts pairs, and two for the Joker", () => {
    const last = updates.at(-1)?.view as View;
    const laid = last.facts["laid"] as number[][];
    expect(tally(last, 1).value).toBe(laid[1]?.length);
    expect(tally({ ...last, facts: { ...last.facts, joker: 1 } }, 1).value).toBe((laid[1]?.length ?? 0) + 2);
  });
});

describe("choices", () => {
  it("finds pairs, the highest first, and never the Joker", () => {
    expect(pairsIn(["3", "7", "J", "7", "10", "3", null, "3"])).toEqual([7, 3]);
    expect(pairsIn(["J", "J", "4"])).toEqual([]);
  });

  it("leads through taking one card or two", () => {
    expect(takesIn(["shout", "take 1", "take 3"])).toEqual([[1], [3]]);
    const two = takesIn(["take 1 1", "take 1 3", "take 3 1"]);
    expect(nextTake(two, [])).toEqual([1, 3]);
    expect(nextTake(two, [1])).toEqual([1, 3]);
    expect(nextTake(two, [3])).toEqual([1]);
    expect(nextTake(two, [3, 1])).toEqual([]);
  });

  it("seats everybody around the unit", () => {
    expect([...placesOf(4, 0)]).toEqual([["left", 1], ["top", 2], ["right", 3]]);
    expect([...placesOf(3, 2)]).toEqual([["left", 0], ["right", 1]]);
    expect([...placesOf(4, 6)]).toEqual([["bottom", 0], ["left", 1], ["top", 2], ["right", 3]]);
    expect([...placesOf(3, 6)]).toEqual([["bottom", 0], ["left", 1], ["right", 2]]);
  });
});
