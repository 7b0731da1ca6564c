import { expect, it } from "vitest";
import { outcomeOf } from "./outcome";

const NAMES = ["Mia", "Ben", "Ada", "Cleo"];

it("is told in the reader's own view", () => {
  expect(outcomeOf([1, 2, 3, 4], NAMES, [0])).toMatchObject({ headline: "You win!", own: "", winners: [0] });
  expect(outcomeOf([2, 1, 3, 4], NAMES, [0])).toMatchObject({ headline: "Ben wins", own: "You came second", order: [1, 0, 2, 3] });
  expect(outcomeOf([2, 1, 3, 4], NAMES, [])).toMatchObject({ headline: "Ben wins", own: "" });
});

it("names everybody who shares a win, and nobody as you at a shared tablet", () => {
  expect(outcomeOf([1, 1, 3, 4], NAMES, [0]).headline).toBe("You and Ben win!");
  expect(outcomeOf([1, 1, 1, 4], NAMES, [0]).headline).toBe("You, Ben and Ada win!");
  expect(outcomeOf([3, 1, 1, 4], NAMES, [0])).toMatchObject({ headline: "Ben and Ada share the win", own: "You came third" });
  expect(outcomeOf([1, 2, 3, 4], NAMES, [0, 1])).toMatchObject({ headline: "Mia wins", own: "" });
});
