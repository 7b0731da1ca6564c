import { beforeEach, describe, expect, it, vi } from "vitest";
import { evenLevel, levelAfter, levelFor, played, remember, type Result } from "./history";
import { forgetAll } from "./memory";

const WON: Result = { place: 1, seats: 4 };
const SECOND: Result = { place: 2, seats: 4 };
const THIRD: Result = { place: 3, seats: 4 };
const LAST: Result = { place: 4, seats: 4 };
const times = (n: number, result: Result): Result[] => Array.from({ length: n }, () => result);

describe("bots that follow the player", () => {
  it("are gentle in the first two games, whatever happens there", () => {
    for (const results of [[], [WON], [LAST]]) expect(levelAfter(results)).toBe("kid");
  });
  it("get quicker after two clear wins, and quicker still after two more", () => {
    expect(levelAfter(times(2, WON))).toBe("casual");
    expect(levelAfter(times(4, WON))).toBe("quick");
    expect(levelAfter(times(6, WON))).toBe("lightning");
    expect(levelAfter(times(60, WON))).toBe("lightning");
  });
  it("get gentler as fast, and never gentler than a child", () => {
    expect(levelAfter([...times(4, WON), ...times(2, LAST)])).toBe("casual");
    expect(levelAfter(times(9, LAST))).toBe("kid");
  });
  it("stay for an equal: as many places ahead as behind", () => {
    const equal = [...times(2, WON), ...Array.from({ length: 20 }, () => [LAST, SECOND, THIRD, WON]).flat()];
    expect(levelAfter(equal)).toBe("casual");
  });
  it("are the chosen ones if a level is chosen", () => {
    expect(levelFor("poker", "quick")).toBe("quick");
    expect(levelFor("poker", "even")).toBe("kid");
  });
});

describe("what is remembered", () => {
  beforeEach(() => {
    vi.unstubAllGlobals();
    forgetAll();
  });

  it("is kept for each game, as long as the page even where storage is refused", () => {
    for (let n = 0; n < 2; n++) remember("poker", 1, 2);
    expect([played("poker"), evenLevel("poker")]).toEqual([2, "casual"]);
    expect([played("bridge"), evenLevel("bridge")]).toEqual([0, "kid"]);
  });
  it("is no nonsense: no places that are none, no table for one", () => {
    for (const [place, seats] of [[0, 4], [5, 4], [1, 1]] as const) remember("poker", place, seats);
    expect(played("poker")).toBe(0);
  });
  it("survives whatever lies in the storage", () => {
    for (const text of ["{", "7", "null", '{"poker": 3}', '{"poker": [null, {"place": "x"}, {"place": 1, "seats": 2}]}']) {
      vi.stubGlobal("localStorage", { getItem: () => text, setItem: () => undefined });
      expect(played("poker")).toBeLessThanOrEqual(1);
    }
    expect(played("poker")).toBe(1);
  });
});
