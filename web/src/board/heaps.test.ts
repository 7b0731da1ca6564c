import { expect, it } from "vitest";
import type { ServerMessage } from "../protocol/types";
import lowdown from "../../fixtures/lowdown.json";
import slamwich from "../../fixtures/slamwich.json";
import { heapsOf, seenOf } from "./heaps";

const first = (frames: unknown) => (frames as ServerMessage[]).find((m) => m.m === "stim");

it("makes one heap of a grid of nine", () => {
  const view = first(lowdown)?.view;
  expect(view).toBeDefined();
  if (!view) return;
  const grids = heapsOf(view).filter((heap) => heap.title === "grids");
  expect(grids).toHaveLength(view.zones.filter((zone) => zone.name.startsWith("grids")).length / 9);
  for (const grid of grids) expect(grid.cards).toHaveLength(9);
});

it("loses no card and leaves out what is empty", () => {
  const view = first(slamwich)?.view;
  expect(view).toBeDefined();
  if (!view) return;
  const heaps = heapsOf(view);
  const all = view.zones.reduce((sum, zone) => sum + zone.cards.length, 0);
  expect(heaps.reduce((sum, heap) => sum + heap.cards.length, 0)).toBe(all);
  expect(heaps.some((heap) => heap.zone === "deck")).toBe(false);
});

it("shows the faces on top of a pile, and one back for what is hidden below", () => {
  const cards = ["R1", null, null, "R2", "R3", "R4", "R5", "R6"].map((name, place) => ({ name, zone: "centre", place }));
  const pile = { zone: "centre", title: "centre", owner: null, cards, spread: false };
  expect(seenOf(pile).map((card) => card.name)).toEqual([null, "R2", "R3", "R4", "R5", "R6"]);
  expect(seenOf({ ...pile, owner: 2 }).map((card) => card.name)).toEqual([null, "R1", "R2", "R3", "R4", "R5", "R6"]);
  expect(seenOf({ ...pile, spread: true })).toEqual(cards);
});
