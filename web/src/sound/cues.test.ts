import { expect, it } from "vitest";
import type { GameShown } from "../protocol/types";
import { cueFor, stumbles } from "./cues";

const told = (words: string, tone: string) => ({ words, tone });
const GAME = {
  events: { hooray: told("", "good"), oops: told("", "foul"), slow: told("", "loss"), yoo_hoo: told("", "shout"), hm: told("", "neutral") },
} as unknown as GameShown;
const cue = (...whats: string[]) => cueFor(GAME, whats.map((what) => ({ what, seat: 1 })), [1]);

it("sounds as the game says", () => {
  expect(cue("hooray")).toBe("chord");
  expect(cue("oops")).toBe("squeak");
  expect(cue("slow")).toBe("squeak");
  expect(cue("yoo_hoo")).toBe("hey");
  expect(cue("hm")).toBeNull();
});

it("is glad only of one's own good news", () => {
  expect(cueFor(GAME, [{ what: "hooray", seat: 2 }], [1])).toBeNull();
});

it("hears cards move in every game", () => {
  expect(cue("move")).toBe("flick");
  expect(cue("sweep")).toBe("swoosh");
});

it("makes one sound: the loudest", () => {
  expect(cue("move", "sweep")).toBe("swoosh");
  expect(cue("sweep", "yoo_hoo")).toBe("hey");
  expect(cue("yoo_hoo", "oops")).toBe("squeak");
  expect(cue("oops", "move", "hooray")).toBe("chord");
});

it("shakes the hand that has stumbled, and no other", () => {
  expect(stumbles(GAME, [{ what: "oops", seat: 1 }], [1])).toBe(true);
  expect(stumbles(GAME, [{ what: "oops", seat: 2 }, { what: "hooray", seat: 1 }], [1])).toBe(false);
});
