import { describe, expect, it } from "vitest";
import { botsAt } from "./other_games";

const person = { bot: "", stands_in: false };
const bot = (level: string) => ({ bot: level, stands_in: false });
const game = { fewest: 3, most: 4 };

describe("another game for the same company", () => {
  it("takes the bots along", () => expect(botsAt(game, [person, bot("kid"), person, bot("quick")])).toEqual(["kid", "quick"]));
  it("fills up to the fewest", () => expect(botsAt(game, [person, bot("kid")])).toEqual(["kid", "casual"]));
  it("leaves bots behind for whom there is no seat", () =>
    expect(botsAt(game, [person, person, person, bot("kid"), bot("quick")])).toEqual(["kid"]));
  it("keeps a seat for somebody whose place a bot holds", () => expect(botsAt(game, [person, person, { bot: "kid", stands_in: true }])).toEqual([]));
  it("is not offered where somebody would have to stand", () => expect(botsAt(game, [person, person, person, person, person])).toBeNull());
});
