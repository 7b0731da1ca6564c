import { describe, expect, it } from "vitest";
import { NAMES, staged } from "./captured";
import { ending } from "./ending";

const end = (laid: number[][], joker: number, me: number): string =>
  (ending(staged("OVER", 0, [], { laid, joker }), me, NAMES)?.text ?? "").replace(/[\u2068\u2069]/g, "");

describe("the end of a game", () => {
  it("says how close it was, from one's own side", () => {
    const laid = [[1, 2, 3], [4, 5, 6, 7, 8, 9], [1], [10]];
    expect(end(laid, 3, 0)).toBe("3 points behind");
    expect(end(laid, 3, 1)).toBe("3 points ahead of Cleo");
    expect(end([[1], [2, 3], [], []], 3, 6)).toMatch(/each/);
  });

  it("knows when the Joker or the numbers decided it", () => {
    expect(end([[1, 2, 3], [4, 5], [], []], 1, 0)).toBe("The Joker decided it: two points for Ada");
    expect(end([[1, 2, 3], [4, 5], [], []], 1, 1)).toBe("The Joker decided it: two points for you");
    expect(end([[1, 1, 2, 2, 3, 3, 4, 4], [5, 5, 6, 6, 7, 7], [8, 8, 9, 9, 10, 10], []], 1, 0)).toBe("8 points each: the numbers on the pairs decide, 56 to 20");
    expect(end([[3, 4], [5, 2], [], []], 2, 0)).toMatch(/^2 points each/);
  });

  it("shows the winner's cards", () => {
    const fact = (joker: number) => ending(staged("OVER", 0, [], { laid: [[1, 2, 3, 4], [5], [], []], joker }), 0, NAMES);
    expect(fact(0)?.cards).toEqual(["3", "4", "J"]);
    expect(fact(2)?.cards).toEqual(["2", "3", "4"]);
  });
});
