import { expect, it } from "vitest";
import type { GameShown } from "../protocol/types";
import { choicesOf } from "./moves";

const parameter = (name: string, means: string, more: object = {}) => ({ name, means, values: [], optional: false, keyword: false, nearest: false, ...more });
const GAME = {
  kinds: [{ name: "R4", words: "red 4" }, { name: "B1", words: "blue 1" }],
  verbs: [
    { name: "lay", manner: "move", parameters: [parameter("card", "card")] },
    { name: "give", manner: "move", parameters: [parameter("whom", "seat"), parameter("cards", "card", { optional: true })] },
    { name: "thump", manner: "hand", parameters: [parameter("loud", "flag", { optional: true, keyword: true })] },
    { name: "grab", manner: "hand", parameters: [parameter("whose", "seat")] },
    { name: "hey_there", manner: "shout", parameters: [] },
    { name: "put", manner: "move", parameters: [parameter("slot", "slot", { values: ["1", "2"] }), parameter("along", "word", { optional: true, keyword: true })] },
    { name: "go_on", manner: "host", parameters: [] },
  ],
} as unknown as GameShown;
const NAMES = ["Mia", "Ben"];
function wordsOf(...legal: string[]): string[] {
  const { hands, shouts, moves } = choicesOf(GAME, legal, NAMES);
  return [...hands, ...shouts, ...moves].flatMap((verb) => verb.moves.map((move) => move.words));
}

it("says each parameter as what it means", () => {
  expect(wordsOf("lay R4")).toEqual(["lay red 4"]);
  expect(wordsOf("give 1 R4 B1")).toEqual(["give Ben red 4 blue 1"]);
  expect(wordsOf("thump loud=true")).toEqual(["thump + loud"]);
  expect(wordsOf("put 1 along=H1")).toEqual(["put 1 along H1"]);
  expect(wordsOf("put B1")).toEqual(["put blue 1"]);
  expect(wordsOf("hey_there")).toEqual(["hey there"]);
});

it("names the cards of a move", () => {
  expect(choicesOf(GAME, ["give 0 R4 B1"], NAMES).moves[0]?.moves[0]?.cards).toEqual(["R4", "B1"]);
});

it("keeps hands and shouts at their place, whether or not they are legal now", () => {
  const { hands, shouts, moves } = choicesOf(GAME, [], NAMES);
  expect(hands.map((verb) => [verb.verb, verb.alone])).toEqual([["thump", true], ["grab", false]]);
  expect(shouts.map((verb) => verb.words)).toEqual(["hey there"]);
  expect(moves).toEqual([]);
});

it("leaves what is the host's to the host", () => {
  expect(wordsOf("go_on", "lay B1")).toEqual(["lay blue 1"]);
});
