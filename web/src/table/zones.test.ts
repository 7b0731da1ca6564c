import { describe, expect, it } from "vitest";
import type { ServerMessage } from "../protocol/types";
import slamwich from "../../fixtures/slamwich.json";
import { cameFrom, cardsIn, others, ownerOf, sizeOf } from "./zones";

const updates = (slamwich as ServerMessage[]).filter((m) => m.m === "stim");

describe("zones", () => {
  it("finds in every captured update where the tossed card came from", () => {
    let tosses = 0;
    for (const { told, view } of updates) {
      const size = sizeOf(view, "centre");
      const top = told.find((one) => one.what === "move" && one.target === "centre" && (one.number ?? 0) === size - 1);
      if (size < 2 || !top || told.some((one) => one.what === "sweep")) continue;
      tosses++;
      expect(cameFrom(told, "centre", size - 1)).toBe(top.source);
      expect(cardsIn(view, "centre").at(-1)).toBe(top.card);
    }
    expect(tosses).toBeGreaterThan(30);
  });

  it("does not take a slip card, which goes underneath, for the top one", () => {
    const slip = updates.find(({ told }) => told.some((one) => one.what === "slip" && one.number === 1));
    expect(slip).toBeDefined();
    if (slip) expect(cameFrom(slip.told, "centre", sizeOf(slip.view, "centre") - 1)).toBeNull();
  });

  it("goes around the table from the left neighbour", () => {
    expect(others(4, 1)).toEqual([2, 3, 0]);
    expect(others(3, 6)).toEqual([0, 1, 2]);
    expect(ownerOf("stacks[2]")).toBe(2);
    expect(ownerOf("centre")).toBeNull();
  });
});
