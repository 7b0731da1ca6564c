import { describe, expect, it } from "vitest";
import { hasLogBeside, layoutOf } from "./layout";

describe("the layout follows from the room", () => {
  it.each([
    [320, 568, "tall"], // the smallest phone
    [390, 844, "tall"],
    [844, 390, "side"], // a phone on its side
    [568, 320, "side"],
    [720, 450, "side"], // a laptop at 200 %
    [480, 300, "tiny"], // a laptop at 300 %
    [1024, 600, "low"],
    [1024, 690, "low"],
    [1280, 720, "low"],
    [1366, 650, "low"],
    [1132, 900, "wide"], // 1440 × 900 without the log
    [2560, 1440, "wide"],
    [820, 1180, "tall"], // a tablet
    [1180, 820, "wide"],
    [800, 600, "side"],
    [580, 540, "tall"],
    [0, 0, "tiny"],
  ])("%i × %i is %s", (width, height, layout) => {
    expect(layoutOf(width, height)).toBe(layout);
  });

  it("has the log beside it only where the table keeps its room", () => {
    expect(hasLogBeside(1440, 900)).toBe(true);
    expect(hasLogBeside(1366, 650)).toBe(false);
    expect(hasLogBeside(1207, 900)).toBe(false);
  });
});
