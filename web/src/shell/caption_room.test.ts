import { describe, expect, it } from "vitest";
import { freeTop } from "./caption_room";

const ROOM = { top: 0, bottom: 500 };

describe("a sound in words", () => {
  it("stands where it would like to if nothing lies there", () => {
    expect(freeTop(ROOM, 100, 180, [])).toBe(180);
    expect(freeTop(ROOM, 100, 180, [{ top: 300, bottom: 400 }])).toBe(180);
  });
  it("makes way for a card, no farther than it has to", () => {
    expect(freeTop(ROOM, 100, 180, [{ top: 200, bottom: 260 }])).toBe(260);
    expect(freeTop(ROOM, 100, 180, [{ top: 200, bottom: 460 }])).toBe(100);
  });
  it("knows when there is no room", () => {
    expect(freeTop(ROOM, 100, 180, [{ top: 60, bottom: 450 }])).toBeNull();
    expect(freeTop({ top: 0, bottom: 80 }, 100, 20, [])).toBeNull();
  });
});
