import { describe, expect, it } from "vitest";
import catalogue from "../../../fixtures/catalogue.json";
import type { GameShown } from "../../protocol/types";
import { towards } from "./combos";
import { holding, holdingWords, type Prize } from "./holding";
import { counting, diceOf, whyFoul } from "./verdict";

const game = (catalogue as unknown as GameShown[]).find((one) => one.slug === "yahtzee_hands_down") as GameShown;
const prizes: Prize[] = game.kinds.filter((kind) => kind.family === "combo").map((kind) => ({ type: kind.name, points: kind.points }));
const only = (...types: string[]): Prize[] => prizes.filter((one) => types.includes(one.type));
const dice = (...cards: string[]): ReturnType<typeof diceOf> => diceOf(game.kinds, cards);
const said = (cards: string[], offer = prizes): string => {
  const found = holding(dice(...cards), offer);
  return found === null ? "" : holdingWords(found);
};

describe("what a hand makes", () => {
  // The worked examples of the rules: the type that is scored, and its value.
  it.each([
    ["B1 B1/6 *1 R4 Y2", "3K", 3],
    ["R5 R5 R? B2 Y6", "3K", 15],
    ["Y3 Y3 *3 B1 R6", "3K", 9],
    ["Y2 Y3 Y4 Y5 Y?", "LS", 20],
    ["R1 R2 R3 R3/4 B6", "SS", 10],
    ["B6 B6 B1/6 *6 B?", "FH", 30],
    ["B6 B6 B1/6 *6 B?", "YZ", 30],
    ["R2 R3 R4 R5 Y1", "SS", 14],
    ["B2 B2 *2 B? R5", "4K", 8],
  ])("%s is %s, worth %d", (cards, type, value) => {
    expect(towards(dice(...cards.split(" ")), type)).toMatchObject({ missing: 0, value });
  });

  it("uses no card twice", () => {
    const { groups } = towards(dice("R?", "R?", "R3", "B5", "B5"), "FH");
    const cards = groups.flatMap((group) => group.cards);
    expect(new Set(cards).size).toBe(5);
    expect(towards(dice("R?", "R2", "R2", "R3", "B1"), "SS").missing).toBe(1);
  });

  it("says which cards count", () => {
    expect(counting(dice("R5", "B2", "R5", "Y6", "R?"), "3K")).toEqual([0, 2, 4]);
  });
});

describe("what a hand is towards what is on offer", () => {
  it("is the dearest that it makes", () => {
    expect(said(["R3", "R3", "*3", "R?", "B1"])).toBe("Four red 3s: 4 of a kind.");
    expect(said(["R3", "R3", "*3", "R?", "B1"], only("3K", "LS"))).toBe("Three red 3s: 3 of a kind.");
    expect(said(["B2", "B3", "B4", "B5", "Y5"], only("SS"))).toBe("Blue 2-3-4-5: small straight.");
    expect(said(["R3", "R3", "R3", "B5", "B5"], only("FH"))).toBe("Three red 3s, two blue 5s: full house.");
  });
  it("is nothing in several colours", () => {
    expect(said(["R3", "R3", "B3", "Y5", "B1"], only("3K", "LS"))).toBe("3-3-3 in two colours: 3 of a kind needs one colour.");
    expect(said(["R3", "R3", "B3", "Y2", "Y2"])).toBe("3-3-3-2-2 in three colours: the three need one colour, so do the two.");
  });
  it("does not mind numbers in a row of several colours as long as something is close", () => {
    expect(said(["R2", "R2", "B3", "Y4", "B5"], only("3K", "SS"))).toBe("Two red 2s: one more makes 3 of a kind.");
    expect(said(["R2", "B3", "Y4", "Y5", "R6"], only("SS"))).toMatch(/^3-4-5-6 in three colours: a straight needs one colour/);
  });
  it("is what is missing", () => {
    expect(said(["R3", "R3", "Y1", "B4", "Y6"], only("3K", "YZ"))).toBe("Two red 3s: one more makes 3 of a kind.");
    expect(said(["R2", "R3", "R5", "B4", "Y6"], only("SS"))).toBe("Red 2-3-5: one more makes a small straight.");
    expect(said(["R3", "R3", "Y1", "B4", "Y6"], only("YZ"))).toBe("Two red 3s: three more make a Yahtzee.");
  });
});

describe("a foul", () => {
  it("has cards that do not match, told by their shapes", () => {
    const reason = whyFoul(dice("R3", "R3", "B3", "Y2", "Y2"), prizes);
    expect(reason.text).toBe("3-3-3 is circle, circle, diamond: the three must match in colour, and so must the two.");
    expect(reason.odd).toEqual([2]);
    expect(reason.clause).toBe("YH-42");
  });
  it("may be something that is not on offer any more", () => {
    expect(whyFoul(dice("R3", "R3", "R3", "Y2", "B1"), only("SS", "LS"))).toMatchObject({
      text: "Three red 3s, but 3 of a kind is not on offer.", clause: "YH-R3", odd: [],
    });
  });
  it("is else told by what it is closest to", () => {
    expect(whyFoul(dice("R3", "R3", "Y1", "B5", "Y6"), only("3K")).text).toBe("Two red 3s: one short of 3 of a kind.");
  });
});
