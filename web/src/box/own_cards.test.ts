import { beforeEach, expect, it, vi } from "vitest";
import type { FamilyShown, KindShown } from "../protocol/types";
import { asCards, drawn, everyKind, isKnown, keepCards, keptCards, newKind, sentence, valueFrom, valuesOf } from "./own_cards";

const kind = (name: string, family: string, values: Record<string, number | string>, copies: number, points = 0): KindShown => ({
  name, family, values, copies, points, words: name, back: "",
});
const EGG = kind("egg", "food", { food: "egg" }, 4);
const HAM = kind("ham", "food", { food: "ham" }, 4);
const M1 = kind("M1", "muncher", { n: 1 }, 3, 1);
const FAMILIES: FamilyShown[] = [
  { name: "food", attributes: ["food"], points_from: "", cards: 8, usual: 8 },
  { name: "muncher", attributes: ["n"], points_from: "n", cards: 3, usual: 3 },
];

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) });
});

it("keeps the cards of each game on this device until the usual ones are wanted again", () => {
  expect(keptCards("snap")).toBeNull();
  keepCards("snap", asCards([EGG], FAMILIES));
  keepCards("whist", asCards([HAM], FAMILIES));
  expect(keptCards("snap")).toEqual([{ family: "food", values: { food: "egg" }, copies: 4, points: 0 }]);
  keepCards("snap", null);
  expect(keptCards("snap")).toBeNull();
  expect(keptCards("whist")).not.toBeNull();
});

it("gives no points of its own to a card that counts one of its values", () => {
  expect(asCards([M1], FAMILIES)).toEqual([{ family: "muncher", values: { n: 1 }, copies: 3 }]);
});

it("shows every kind, those too that somebody's box has not", () => {
  const found = everyKind([{ ...EGG, copies: 7 }, kind("jam", "food", { food: "jam" }, 1)], [EGG, HAM]);
  expect(found.map((one) => [one.name, one.copies])).toEqual([["egg", 7], ["ham", 0], ["jam", 1]]);
});

it("draws kept cards as they are known, and new ones from their values", () => {
  const found = drawn([{ family: "food", values: { food: "egg" }, copies: 2 }, { family: "food", values: { food: "jam" }, copies: 1 }], [EGG]);
  expect(found.map((one) => [one.name, one.words, one.copies])).toEqual([["egg", "egg", 2], ["+food jam", "jam", 1]]);
});

it("reads a new kind's values as the deck writes them", () => {
  expect(valueFrom(" Peanut Butter ", ["egg"])).toBe("peanut_butter");
  expect(valueFrom("12", [1, 2])).toBe(12);
  expect(valueFrom("twelve", [1, 2])).toBeNull();
  expect(valuesOf([EGG, HAM, M1], "food", "food")).toEqual(["egg", "ham"]);
  expect(isKnown([EGG], "food", { food: "egg" })).toBe(true);
  expect(newKind([M1], "muncher", { n: 9 }).points).toBe(1);
});

it("says what does not add up in a sentence", () => {
  expect(sentence({ fits: false, why: "your cards: no card of family 'food'" } as never)).toBe("No card of family 'food'.");
});
