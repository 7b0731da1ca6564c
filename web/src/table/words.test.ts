import { describe, expect, it } from "vitest";
import type { GameShown, ServerMessage, Told } from "../protocol/types";
import slamwich from "../../fixtures/slamwich.json";
import { clockTime, logLines, sentence } from "./words";

const NAMES = ["Mia", "Ada", "Ben"];
const GAME = {
  events: {
    win: { words: "{who} takes the pile: {number} cards.", tone: "good" },
    slip: { words: "{who} slip-slaps and pays {number}.", tone: "foul" },
  },
  kinds: [{ name: "hot_dog", words: "hot dog" }],
} as unknown as GameShown;

describe("words", () => {
  it("fills in who and how many", () => {
    const told: Told = { what: "win", number: 17, seat: 1, clause: "SW-17" };
    expect(sentence(GAME, told, NAMES)).toBe("Ada takes the pile: 17 cards.");
  });

  it("has no words for a plain movement", () => {
    expect(sentence(GAME, { what: "move", source: "stacks[0]", target: "centre" }, NAMES)).toBe("");
  });

  it("keeps the clause of every line of a captured game", () => {
    const updates = (slamwich as ServerMessage[]).filter((m) => m.m === "stim");
    const lines = updates.flatMap((update) => logLines(GAME, update.told, NAMES, update.view.now, 0));
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines.filter((one) => one.text.includes("pile"))) expect(line.clause).toMatch(/^SW-R?\d+$/);
  });

  it("writes the time as a clock does", () => {
    expect(clockTime(161_900)).toBe("2:41");
  });
});
