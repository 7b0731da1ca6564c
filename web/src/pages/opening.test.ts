import { beforeEach, expect, it } from "vitest";
import { remember } from "../history";
import { forgetAll } from "../memory";
import type { GameShown } from "../protocol/types";
import { startingBots } from "./opening";

const game = (fewest: number, most: number): GameShown => ({ slug: "slamwich", fewest, most }) as GameShown;
beforeEach(() => forgetAll());

it("seats two rivals in somebody's first game, and three from then on", () => {
  expect(startingBots(game(2, 6), "kid")).toEqual(["kid", "kid"]);
  remember("slamwich", 3, 3);
  expect(startingBots(game(2, 6), "kid")).toEqual(["kid", "kid", "kid"]);
});

it("seats as many as the game takes", () => {
  expect(startingBots(game(4, 4), "kid")).toHaveLength(3);
  expect(startingBots(game(2, 2), "kid")).toHaveLength(1);
});
