import { expect, it } from "vitest";
import type { View } from "../../protocol/types";
import { PUBLIC } from "../../protocol/types";
import { updates } from "./captured";
import { ending, handOver } from "./ending";

const at = (scores: number[]): View => ({ ...(updates[0]?.view as View), facts: { scores } });

it("the winner reads how far ahead, everybody else how close it was", () => {
  expect(ending(at([34, 101, 52]), 0)?.text).toBe("34 points, 18 fewer than the next");
  expect(ending(at([34, 101, 52]), 2)?.text).toBe("52 points, 18 more than the fewest");
  expect(ending(at([34, 101, 34]), 0)?.text).toBe("34 points, as few as somebody else");
  expect(ending(at([34, 101, 52]), PUBLIC)?.text).toBe("The fewest points: 34");
  expect(ending(at([1, 101]), 0)?.text).toBe("1 point, 100 fewer than the next");
  expect(ending(at([]), 0)).toBeNull();
});

it("says in a break who has ended the hand, and that few points are good", () => {
  const zones = [[], [null, null]].map((cards, seat) => ({ name: `hands[${seat}]`, cards }));
  const view = { ...at([]), zones } as unknown as View;
  expect(handOver(view, 0, ["Mia", "Ben"])).toBe("You played the last card. Cards left in hand are penalty points: the fewest win.");
  expect(handOver(view, 1, ["Mia", "Ben"])).toContain("Mia played the last card.");
});
