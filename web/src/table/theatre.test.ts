import { describe, expect, it } from "vitest";
import type { View } from "../protocol/types";
import type { Theatre } from "./board_table";
import { together } from "./theatre";

const view = (now: number): View => ({ seat: 0, now, phase: "", over: false, zones: [], facts: {}, legal: [], clock: null });
const theatre = (key: number, what: string, fresh = false): Theatre => ({ key, told: [{ what }], fresh, before: view(key) });

describe("updates that are painted in one frame", () => {
  it("are one picture: everything that was told, and where it began", () => {
    const one = together(theatre(1, "slap"), theatre(2, "down"));
    expect(one.key).toBe(2);
    expect(one.told.map((told) => told.what)).toEqual(["slap", "down"]);
    expect(one.before?.now).toBe(1);
  });

  it("are apart once the first has been seen", () => {
    expect(together(null, theatre(2, "down")).told).toHaveLength(1);
  });

  it("say nothing of the time before the whole table came anew", () => {
    expect(together(theatre(1, "slap"), theatre(2, "down", true)).told).toHaveLength(1);
    expect(together(theatre(1, "slap", true), theatre(2, "down")).told).toHaveLength(1);
  });
});
