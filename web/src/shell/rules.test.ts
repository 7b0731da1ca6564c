import { expect, it } from "vitest";
import { isRuling, paragraphs, partsOf, plainRule, ruleOf } from "./rules";

const SECTIONS = [
  { title: "Slip slaps", text: "About wrong hands.", clauses: [
    { id: "SW-36", text: "If your hand hits the pile, that is a **slip slap**.", under: "" },
    { id: "SW-37", text: "It costs you your top card.", under: "If you slip:" },
  ] },
];

it("reads the marks of Markdown, over line ends too", () => {
  expect(partsOf("your **big\nstack**, *Hit the deck:* `toss_ms` (see SW-R9)").map((part) => [part.kind, part.text])).toEqual([
    ["plain", "your "], ["bold", "big\nstack"], ["plain", ", "], ["title", "Hit the deck:"], ["plain", " "],
    ["option", "toss_ms"], ["plain", " (see "], ["clause", "SW-R9"], ["plain", ")"],
  ]);
  expect(plainRule("a **b** `c` *d*")).toBe("a b c d");
  expect(plainRule("2 * 3 * 4")).toBe("2 * 3 * 4");
});

it("knows the words of a clause, with the heading that it stands under", () => {
  expect(ruleOf(SECTIONS, "SW-36")).toBe("If your hand hits the pile, that is a slip slap.");
  expect(ruleOf(SECTIONS, "SW-37")).toBe("If you slip: It costs you your top card.");
  expect(ruleOf(SECTIONS, "SW-99")).toBe("");
});

it("tells rulings from rules, and paragraphs apart", () => {
  expect([isRuling("SW-R9"), isRuling("SW-09")]).toEqual([true, false]);
  expect(paragraphs("one\ntwo\n\nthree\n")).toEqual(["one\ntwo", "three"]);
});
