import { expect, it } from "vitest";
import type { ServerMessage } from "../protocol/types";
import lowdown from "../../fixtures/lowdown.json";
import slamwich from "../../fixtures/slamwich.json";
import { heapsOf } from "./heaps";

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
