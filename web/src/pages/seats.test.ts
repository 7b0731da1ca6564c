import { expect, it } from "vitest";
import { atLevel, levelOf } from "./seats";
import { isTablet } from "./tablet";

it("reads a bot's level from its name, and changes nothing else of it", () => {
  expect(levelOf("quick")).toBe("quick");
  expect(levelOf("quick:careful")).toBe("quick");
  expect(atLevel("quick", "kid")).toBe("kid");
  expect(atLevel("quick:careful", "kid")).toBe("kid:careful");
});

it("takes a tablet for one, upright or not, and neither phones nor what a mouse points at", () => {
  for (const [width, height] of [[768, 1024], [820, 1180], [1180, 820], [600, 960]] as const) {
    expect(isTablet(width, height, true)).toBe(true);
    expect(isTablet(width, height, false)).toBe(false);
  }
  for (const [width, height] of [[390, 844], [932, 430], [720, 450], [640, 640]] as const) expect(isTablet(width, height, true)).toBe(false);
});
