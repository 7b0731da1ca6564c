import { beforeEach, describe, expect, it } from "vitest";
import { forgetAll } from "../memory";
import type { LibraryGame } from "../protocol/types";
import { listed } from "./filter";
import { nameOf, setStar, starred } from "./stars";

const game = (more: Partial<LibraryGame>): LibraryGame => ({
  table: "ABCD1234", number: 1, game: "slamwich", title: "Slamwich", rules_version: 1, ended: 0, names: ["Ann", "Ben"], bots: ["", ""], you: 0, places: [1, 2],
  points: [0, 0], reason: "", inputs: 1, races: 1, fouls: 0, ms: 1, seen_by: "players", hosting: false, ...more,
});
const games = [game({}), game({ number: 2, places: [2, 1], names: ["Ann", "Cleo"] }), game({ table: "ZZZZ9999", game: "lowdown", title: "Lowdown" })];
const all = { game: "", words: "", starred: false, won: false };

describe("the list of games", () => {
  beforeEach(forgetAll);

  it("is searched by every word, in names, games and codes", () => {
    expect(listed(games, { ...all, words: "ann CLEO" }, new Set()).map(nameOf)).toEqual(["ABCD1234 2"]);
    expect(listed(games, { ...all, words: "zzzz" }, new Set()).map(nameOf)).toEqual(["ZZZZ9999 1"]);
    expect(listed(games, { ...all, game: "slamwich", won: true }, new Set()).map(nameOf)).toEqual(["ABCD1234 1"]);
  });

  it("remembers stars on this device", () => {
    setStar("ABCD1234 2", true);
    expect(listed(games, { ...all, starred: true }, starred()).map(nameOf)).toEqual(["ABCD1234 2"]);
    expect(setStar("ABCD1234 2", false).size).toBe(0);
  });
});
