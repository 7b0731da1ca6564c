import { describe, expect, it } from "vitest";
import type { View } from "../../protocol/types";
import { ending } from "./ending";

const NAMES = ["Mia", "Ada", "Ben"];
const over = (...counts: number[]): View =>
  ({ now: 372_000, zones: counts.map((count, seat) => ({ name: `stacks[${seat}]`, face: "", cards: Array(count).fill(null) })) }) as unknown as View;

describe("the end", () => {
  it("is about all cards, for winner and loser alike", () => {
    expect(ending(over(0, 55, 0), 1, NAMES)?.text).toBe("All 55 cards in 6 min 12 s");
    expect(ending(over(0, 55, 0), 0, NAMES)?.text).toBe("All 55 cards in 6 min 12 s");
  });
  it("is about who has how many when the time is up", () => {
    expect(ending(over(20, 18, 10), 0, NAMES)?.text).toBe("20 cards after 6 min 12 s");
    expect(ending(over(20, 19, 10), 1, NAMES)?.text).toBe("1 card behind Mia");
    expect(ending(over(20, 19, 10), 255, NAMES)?.text).toBe("Mia has 20 cards");
  });
  it("needs cards", () => {
    expect(ending(over(0, 0, 0), 0, NAMES)).toBeNull();
  });
});
