import { expect, it } from "vitest";
import { partsOf, plain } from "./bold";
import { placeBows, placeMarks, type Box, type Find } from "./marks";

const layer: Box = { left: 10, top: 100, right: 410, bottom: 600 };
const cards: Record<string, Box> = {
  "pile#0": { left: 60, top: 200, right: 160, bottom: 390 },
  "pile#1": { left: 120, top: 205, right: 220, bottom: 395 },
  "pile#2": { left: 180, top: 195, right: 280, bottom: 385 },
  "pile#3": { left: 60, top: 110, right: 160, bottom: 250 },
  low: { left: 200, top: 500, right: 300, bottom: 598 },
};
const find: Find = (zone, index) => cards[index === null ? zone : `${zone}#${index}`] ?? null;

it("puts the words below the part of a card that is seen", () => {
  const [one, two] = placeMarks([{ zone: "pile", index: 0, words: "a" }, { zone: "pile", index: 2, words: "b" }], find, layer);
  expect(one).toMatchObject({ x: 100, y: 294, kind: 0, small: false });
  expect(two).toMatchObject({ x: 220, y: 289, kind: 1, small: false });
});

it("keeps small words on a small card", () => {
  const [one] = placeMarks([{ zone: "pile", index: 3, words: "a" }], find, layer);
  expect(one).toMatchObject({ y: 143, small: true });
});

it("keeps labels apart, in the order of their cards", () => {
  const marks = [0, 1, 2].map((index) => ({ zone: "pile", index, words: index === 1 ? "another" : "the same" }));
  const placed = placeMarks(marks, find, layer);
  const [first, second, third] = placed.map((mark) => mark.x) as [number, number, number];
  expect(second - first).toBeGreaterThan(90);
  expect(third - second).toBeGreaterThan(90);
  expect(placed.map((mark) => mark.kind)).toEqual([0, 1, 0]);
});

it("stays within the table, and leaves out what is not to be seen", () => {
  const placed = placeMarks([{ zone: "low", index: null, words: "here" }, { zone: "gone", index: 4, words: "there" }], find, layer);
  expect(placed).toHaveLength(1);
  expect(placed[0]?.y).toBeLessThan(500 - 17);
});

it("draws a bow only where there is room for it", () => {
  const bow = { zone: "pile", index: 0, to: 2, words: "around" };
  expect(placeBows([bow], find, layer)[0]).toMatchObject({ x: 160, words: "around" });
  expect(placeBows([{ ...bow, index: 3 }], find, layer)).toEqual([]);
});

it("reads what is bold", () => {
  expect(partsOf("Egg on egg: **two alike.** Slap.")).toEqual([
    { text: "Egg on egg: ", bold: false },
    { text: "two alike.", bold: true },
    { text: " Slap.", bold: false },
  ]);
  expect(plain("**Egg** on egg")).toBe("Egg on egg");
});
