import { describe, expect, it } from "vitest";
import type { GameShown, ServerMessage, Told } from "../protocol/types";
import slamwich from "../../fixtures/slamwich.json";
import { clockTime, logLines, sentence } from "./words";

const NAMES = ["Mia", "Ada", "Ben"];
const GAME = {
  events: {
    win: { words: "{who} {takes|take} the pile: {number:card|cards}.", tone: "good", own: "" },
    slip: { words: "{who} {slaps|slap} at nothing and {pays|pay} {number:card|cards}[: {why}].", tone: "foul", own: "" },
    take: { words: "{to} {takes|take} a card from {from}[: {card}].", tone: "neutral", own: "" },
    swap: { words: "{to} {steals|steal} a card from {from}.", tone: "neutral", own: "{to} {swaps|swap} {their|your} own." },
    "move hands discard": { words: "{from} {plays|play} {card}.", tone: "neutral", own: "" },
    "move draw hands": { words: "{to} {draws|draw} a card[: {card}].", tone: "neutral", own: "" },
    late: { words: "Too late! {who} {was|were} slow. {who's} card goes to {to}.", tone: "loss", own: "" },
  },
  kinds: [{ name: "hot_dog", words: "hot dog" }],
} as unknown as GameShown;

describe("words", () => {
  it("fills in who and how many", () => {
    const told: Told = { what: "win", number: 17, seat: 1, clause: "SW-17" };
    expect(sentence(GAME, told, NAMES)).toBe("Ada takes the pile: 17 cards.");
  });

  it("says you to who reads it, with the verb that goes with it", () => {
    const told: Told = { what: "win", number: 1, seat: 1 };
    expect(sentence(GAME, told, NAMES, [1])).toBe("You take the pile: 1 card.");
    expect(sentence(GAME, told, NAMES, [0])).toBe("Ada takes the pile: 1 card.");
    expect(sentence(GAME, { ...told, number: 0 }, NAMES, [0])).toBe("Ada takes the pile: no cards.");
  });

  it("calls several people at one screen by their names", () => {
    expect(sentence(GAME, { what: "win", number: 2, seat: 1 }, NAMES, [0, 1])).toBe("Ada takes the pile: 2 cards.");
  });

  it("knows whose cards move, and names a card to those who see it", () => {
    const told: Told = { what: "take", source: "hands[1]", target: "hands[2]", card: "hot_dog" };
    expect(sentence(GAME, told, NAMES, [1])).toBe("Ben takes a card from you: hot dog.");
    expect(sentence(GAME, told, NAMES, [2])).toBe("You take a card from Ada: hot dog.");
    expect(sentence(GAME, { ...told, card: null }, NAMES, [0])).toBe("Ben takes a card from Ada.");
  });

  it("has another sentence where the players are one and the same", () => {
    expect(sentence(GAME, { what: "swap", source: "grids[1][2]", target: "grids[0][8]" }, NAMES, [1])).toBe("Mia steals a card from you.");
    expect(sentence(GAME, { what: "swap", source: "grids[1][2]", target: "grids[1][8]" }, NAMES, [1])).toBe("You swap your own.");
    expect(sentence(GAME, { what: "swap", source: "grids[1][2]", target: "grids[1][8]" }, NAMES, [])).toBe("Ada swaps their own.");
  });

  it("begins every sentence with a capital, and leaves a reason out that is not there", () => {
    const told: Told = { what: "late", seat: 0, target: "stacks[2]" };
    expect(sentence(GAME, told, NAMES, [0])).toBe("Too late! You were slow. Your card goes to Ben.");
    expect(sentence(GAME, told, NAMES, [2])).toBe("Too late! Mia was slow. Mia's card goes to you.");
    expect(sentence(GAME, { what: "slip", seat: 2, number: 1, why: "no pair" }, NAMES)).toBe("Ben slaps at nothing and pays 1 card: no pair.");
    expect(sentence(GAME, { what: "slip", seat: 2, number: 1 }, NAMES)).toBe("Ben slaps at nothing and pays 1 card.");
    expect(sentence(GAME, { what: "win", number: 3 }, NAMES, [0])).toBe("Somebody takes the pile: 3 cards.");
  });

  it("has no words for a plain movement", () => {
    expect(sentence(GAME, { what: "move", source: "stacks[0]", target: "centre" }, NAMES)).toBe("");
  });

  it("tells an ordinary play and an ordinary draw, and names a card to those who see it", () => {
    const play: Told = { what: "move", source: "hands[1]", target: "discard", card: "hot_dog" };
    const draw: Told = { what: "move", source: "draw", target: "hands[1]" };
    const read = (told: Told[], yours: number[]) => logLines(GAME, told, NAMES, 0, yours).map((line) => [line.seat, line.text]);
    expect(read([play], [0])).toEqual([[1, "Ada plays hot dog."]]);
    expect(read([draw], [0])).toEqual([[1, "Ada draws a card."]]);
    expect(read([{ ...draw, card: "hot_dog" }], [1])).toEqual([[1, "You draw a card: hot dog."]]);
  });

  it("tells no movement that an event tells already, and none of a deal", () => {
    const draw: Told = { what: "move", source: "draw", target: "hands[1]" };
    const slip: Told = { what: "slip", seat: 1, number: 1 };
    expect(logLines(GAME, [slip, draw], NAMES, 0).map((line) => line.text)).toEqual(["Ada slaps at nothing and pays 1 card."]);
    expect(logLines(GAME, [draw, { ...draw, target: "hands[2]" }, draw], NAMES, 0)).toEqual([]);
  });

  it("keeps the clause of every line of a captured game", () => {
    const updates = (slamwich as ServerMessage[]).filter((m) => m.m === "stim");
    const lines = updates.flatMap((update) => logLines(GAME, update.told, NAMES, update.view.now));
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines.filter((one) => one.text.includes("pile"))) expect(line.clause).toMatch(/^SW-R?\d+$/);
  });

  it("writes the time as a clock does", () => {
    expect(clockTime(161_900)).toBe("2:41");
  });
});
