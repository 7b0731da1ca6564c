import { expect, it } from "vitest";
import type { GameShown } from "../protocol/types";
import { byVerb, moveWords } from "./moves";

const GAME = {
  kinds: [{ name: "R4", words: "red 4" }],
  verbs: [
    { name: "play", parameters: [{ name: "card", values: ["R4"], optional: false, keyword: false, nearest: false }] },
    { name: "take", parameters: [{ name: "first", values: ["0", "1"], optional: false, keyword: false, nearest: false }] },
  ],
} as unknown as GameShown;

it("says moves in words", () => {
  expect(moveWords(GAME, "play R4", [])).toBe("play red 4");
  expect(moveWords(GAME, "slap yell=true", [])).toBe("slap + yell");
  expect(moveWords(GAME, "take 1", ["Mia", "Ben"])).toBe("take Ben");
  expect(moveWords(GAME, "next_hand", [])).toBe("next hand");
});

it("groups them by verb", () => {
  expect(byVerb(GAME, ["toss", "slap", "slap yell=true"], []).map((g) => [g.verb, g.moves.length])).toEqual([
    ["toss", 1], ["slap", 2],
  ]);
});
