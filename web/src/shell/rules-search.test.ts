import { expect, it } from "vitest";
import { findClauses, ruleOf } from "./rules-search";

const SECTIONS = [
  { title: "Slip slaps", text: "About wrong hands.", clauses: [
    { id: "SW-36", text: "If your hand hits the pile and there is nothing to slap, that is a slip slap." },
    { id: "SW-37", text: "It costs you your top card." },
  ] },
  { title: "Munchers", text: "", clauses: [{ id: "SW-24", text: "Toss one and you are the muncher." }] },
];

it("shows everything until something is asked for", () => {
  expect(findClauses(SECTIONS, "  ")).toEqual(SECTIONS);
});

it("finds by words, in any order, and by number", () => {
  expect(findClauses(SECTIONS, "card top").flatMap((s) => s.clauses.map((c) => c.id))).toEqual(["SW-37"]);
  expect(findClauses(SECTIONS, "sw-24").flatMap((s) => s.clauses.map((c) => c.id))).toEqual(["SW-24"]);
  expect(findClauses(SECTIONS, "slip").flatMap((s) => s.clauses.map((c) => c.id))).toEqual(["SW-36", "SW-37"]);
  expect(findClauses(SECTIONS, "poker")).toEqual([]);
});

it("knows the words of a clause", () => {
  expect(ruleOf(SECTIONS, "SW-37")).toBe("It costs you your top card.");
  expect(ruleOf(SECTIONS, "SW-99")).toBe("");
});
