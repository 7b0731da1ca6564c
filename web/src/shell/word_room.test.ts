import { describe, expect, it } from "vitest";
import { freeAt, type Box } from "../coach/room";
import { forms, heightOf, placeOf } from "./word_room";

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });

describe("what is said", () => {
  it("is the whole sentence first, with what the coach adds to it", () => {
    expect(forms({ weight: "verdict", text: "Ben was first: 398 ms" }, "**Two alike**")).toEqual(["Ben was first: 398 ms. **Two alike**", "Ben was first: 398 ms"]);
  });

  it("keeps the numbers of a verdict, whatever the room", () => {
    expect(forms({ weight: "verdict", text: "Ben was first: 398 ms, you 554: 156 ms late" }, "").at(-1)).toContain("156 ms late");
  });

  it("ends with what a foul costs, and with the gist of a refusal", () => {
    expect(forms({ weight: "foul", text: "Nothing lay there: wait. You pay 1 card." }, "").at(-1)).toBe("You pay 1 card.");
    expect(forms({ weight: "refusal", text: "It is somebody else's turn to toss: wait for yours. Ben's turn." }, "").at(-1)).toBe("It is somebody else's turn to toss.");
  });
});

describe("on a phone on its side", () => {
  const board = box(0, 0, 780, 390);
  const rivals = box(0, 0, 456, 50);
  const zone = box(480, 8, 772, 382);
  const height = (text: string, width: number): number => heightOf(text.length, width, 1);

  it("lies beside the zone, above everything that is played with", () => {
    const found = placeOf(["Ben was first: 398 ms"], height, freeAt(board, rivals, [zone, box(0, 50, 456, 390)], 120, 2), null);
    expect(found).not.toBeNull();
    expect((found?.spot.left ?? 0) + (found?.spot.width ?? 0)).toBeLessThanOrEqual(480);
  });

  it("says less before it covers anything", () => {
    const whole = "Ben was first: 398 ms, you 554: 156 ms late. ".repeat(4);
    const found = placeOf([whole, "Ben was first"], height, freeAt(board, rivals, [zone, box(0, 50, 456, 390)], 120, 2), null);
    expect(found?.way).toBe(1);
  });

  it("goes round a hand that everybody has to watch, and stays where it is while it can", () => {
    const hand = box(180, 0, 280, 50);
    const free = freeAt(board, rivals, [zone, hand, box(0, 90, 456, 390)], 120, 2);
    const found = placeOf(["You were last"], height, free, null);
    const { left = 0, width = 0 } = found?.spot ?? {};
    expect(left >= 280 || left + width <= 180).toBe(true);
    expect(placeOf(["You were last"], height, free, found?.spot ?? null)?.spot).toBe(found?.spot);
  });

  it("is left to the ear where no room is free", () => {
    expect(placeOf(["You were last"], height, freeAt(board, rivals, [zone, box(0, 0, 456, 390)], 120, 2), null)).toBeNull();
  });
});
