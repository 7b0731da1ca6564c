import { beforeEach, describe, expect, it } from "vitest";
import { streaks, lastSeven } from "../daily/days";
import { shapesOf, shareText } from "../daily/share";
import type { DailyGame } from "../protocol/types";
import { canSeal, newKey, NotOurs, readExport, seal, unseal, written } from "./box";
import { forgetGames, gamesPlayed, isGame, keepGames, NO_FAKES, type GamePlayed } from "./games_played";
import { numbersOfAll, weekOf } from "./numbers";

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 18, 12);
const played = (id: string, more: Partial<GamePlayed> = {}): GamePlayed => ({
  id, at: NOON, game: "snap", table: "ABC", seats: 3, place: 1, times: { first: [300, 340] }, won: 1, slips: 1, fakes: NO_FAKES, closest: 12, ...more,
});

describe("games on this device", () => {
  beforeEach(() => forgetGames());

  it("are kept once each, the oldest first, and forgotten for good", async () => {
    await keepGames([played("b"), played("a", { at: NOON - DAY })]);
    await keepGames([played("b", { slips: 4 })]);
    expect((await gamesPlayed()).map((one) => [one.id, one.slips])).toEqual([["a", 1], ["b", 4]]);
    await forgetGames();
    expect(await gamesPlayed()).toEqual([]);
  });
});

describe("numbers", () => {
  const games = [
    played("a", { at: NOON - 14 * DAY, times: { first: [400, 420] }, place: 2, closest: 30 }),
    played("b", { times: { first: [300], thief: [500] }, fakes: { seen: 3, fallen: 1, landed: 2 } }),
    played("c", { game: "calm", times: {}, place: 0, closest: null }),
  ];
  it("tell of weeks, games and kinds", () => {
    const found = numbersOfAll(games);
    expect(found).toMatchObject({ games: 3, hands: 4, median: 410, best: 300, slips: 3, closest: [12, 30], fakes: { seen: 3, fallen: 1, landed: 2 } });
    expect(found.weeks.map((week) => week.median)).toEqual([410, 400]);
    expect(found.weeks[1]?.from).toBe(weekOf(NOON));
    expect(found.byGame[0]).toMatchObject({ game: "snap", games: 2, won: 1, known: 2 });
    expect(found.byGame[0]?.kinds.map(({ kind, median, best }) => [kind, median, best])).toEqual([["first", 400, 300], ["thief", 500, 500]]);
    expect(found.byGame[1]).toMatchObject({ median: null, known: 0 });
  });
  it("of nothing are nothing", () => {
    expect(numbersOfAll([])).toMatchObject({ games: 0, median: null, best: null, weeks: [], byGame: [] });
  });
  it("of a hundred thousand games need no stack of their own", () => {
    const many = Array.from({ length: 100_000 }, (_, i) => played(`g${i}`, { at: NOON - (i % 900) * DAY, times: { first: [200 + (i % 400), 250 + (i % 300), 333, 410, 290] } }));
    expect(numbersOfAll(many)).toMatchObject({ games: 100_000, hands: 500_000, best: 200 });
  });
});

describe("an exported file", () => {
  it("comes back as it was", () => {
    expect(readExport(written([played("a")]))).toEqual([played("a")]);
  });
  it("that is foreign, newer, or not whole changes nothing", () => {
    const why = (text: string): string => {
      try {
        readExport(text);
        return "read";
      } catch (problem) {
        return problem instanceof NotOurs ? problem.why : "crashed";
      }
    };
    expect(why("no json")).toBe("foreign");
    expect(why("null")).toBe("foreign");
    expect(why(JSON.stringify({ slamdeck: 2, games: [] }))).toBe("foreign");
    expect(why(JSON.stringify({ slamdeck: "reflexes", version: 2, games: [] }))).toBe("newer");
    expect(why(JSON.stringify({ slamdeck: "reflexes", version: 1, games: [played("a"), { id: "b" }] }))).toBe("damaged");
  });
  it("holds games and nothing else", () => {
    expect(isGame(played("a"))).toBe(true);
    for (const bad of [{ times: { first: ["fast"] } }, { at: NaN }, { id: "x".repeat(99) }, { times: [] }, { fakes: null }, { closest: "near" }]) {
      expect(isGame({ ...played("a"), ...bad })).toBe(false);
    }
  });
});

describe("a sealed box", () => {
  it("opens with its own key alone, and only whole", async () => {
    const [mine, other] = [await newKey(), await newKey()];
    const box = await (await seal("secret", mine.key)).arrayBuffer();
    expect(await unseal(box, mine.text)).toBe("secret");
    await expect(unseal(box, other.text)).rejects.toThrow(NotOurs);
    const broken = new Uint8Array(box.slice(0));
    broken[20] = (broken[20] ?? 0) ^ 1;
    await expect(unseal(broken.buffer, mine.text)).rejects.toThrow(NotOurs);
    expect(new TextDecoder().decode(box)).not.toContain("secret");
  });
  it("is made on safe pages only", () => {
    expect(canSeal()).toBe(false); // here nobody says that it is one
  });
});

describe("days", () => {
  const one = { snap: { score: 1, place: 1, marks: "0", slips: 0 } };
  it("count without a gap, and today may still come", () => {
    const days = { "2026-11-10": one, "2026-11-11": one, "2026-11-12": one, "2026-11-16": one, "2026-11-17": one };
    expect(streaks(days, "2026-11-18")).toEqual({ now: 2, best: 3 });
    expect(streaks(days, "2026-11-17")).toEqual({ now: 2, best: 3 });
    expect(streaks(days, "2026-11-19")).toEqual({ now: 0, best: 3 });
    expect(streaks({}, "2026-11-19")).toEqual({ now: 0, best: 0 });
    expect(lastSeven("2026-03-02")).toEqual(["2026-02-24", "2026-02-25", "2026-02-26", "2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
  });
});

describe("a shared result", () => {
  const game = { game: "snap", title: "Snap", unit: "cards" } as DailyGame;
  it("is shapes, without a card in it", () => {
    const text = shareText(game, { score: 31, place: 1, marks: "012x0", median_ms: 352, slips: 1 }, "2026-11-16", "http://here/daily/snap");
    expect(text).toBe("Slamdeck, 16 Nov: Snap 31 cards, 352 ms\n🔴🔷🔺✖️🔴\nhttp://here/daily/snap");
    expect(shapesOf("0x")).toEqual(["red", null]);
  });
});
