// Games say what their verbs, events, phases and options are; whatever is shared knows none of them by name.

import { describe, expect, it } from "vitest";
import catalogue from "../../fixtures/catalogue.json";
import type { GameShown } from "../protocol/types";

const GAMES = catalogue as unknown as GameShown[];
const sources = import.meta.glob<string>(["../**/*.{ts,js,svelte,css}", "!../**/*.test.ts", "!../protocol/types.ts", "!./*/*"], {
  query: "?raw", import: "default", eager: true,
});

/** How cards move is the same in every game: the core tells it. */
const MOVEMENTS = ["move", "take", "sweep", "bury", "trade", "show", "gather", "shuffle", "turn", "look", "swap"];
/** What a game says of its words is said in these. */
const DECLARATIONS = ["hand", "shout", "foul"];
/** Words of the house as well as of a game: a page opens, a message lies idle, a line has an end. */
const EVERYDAY = ["chance", "done", "down", "end", "idle", "last", "leave", "lost", "open", "out", "place", "play", "round", "score"];

const WORDS = new Set(
  GAMES.flatMap((game) => [
    game.slug,
    ...game.verbs.map((verb) => verb.name),
    ...Object.keys(game.events),
    ...game.phases.map((phase) => phase.name),
    ...game.options.map((option) => option.name),
  ]),
);

/** Everything that stands in quotes or before a colon: what code compares with, looks up, or sends. */
function namesIn(source: string): Set<string> {
  const code = source.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|\/\/.*/g, "");
  const quoted = [...code.matchAll(/(["'`])((?:(?!\1)[^\n])*)\1/g)].map((found) => found[2] ?? "");
  const keys = [...code.matchAll(/([A-Za-z_]\w*)\??:/g)].map((found) => found[1] ?? "");
  return new Set([...quoted.flatMap((text) => [text, text.split(" ", 1)[0] ?? ""]), ...keys]);
}

describe("what is shared", () => {
  const known = new Set([...MOVEMENTS, ...DECLARATIONS, ...EVERYDAY]);

  it("is looked at, and the words are there", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(80);
    for (const word of ["slap", "HAND_OVER", "fake_out", "slamwich", "lastcall_ms"]) expect(WORDS).toContain(word);
  });

  it("would be found out", () => {
    const code = 'const OWN = { pair: "win" }; // a bluff\nif (legal.includes("slap 5")) view.phase === `RACE`;';
    expect([...WORDS].filter((word) => namesIn(code).has(word)).sort()).toEqual(["RACE", "pair", "slap", "win"]);
  });

  for (const [path, source] of Object.entries(sources)) {
    it(`${path.slice(3)} names no verb, event, phase, option or game`, () => {
      const names = namesIn(source);
      expect([...WORDS].filter((word) => names.has(word) && !known.has(word))).toEqual([]);
    });
  }
});
