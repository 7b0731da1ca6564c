import { beforeEach, describe, expect, it, vi } from "vitest";
import { played } from "../history";
import { forgetAll } from "../memory";
import type { GameShown, Race, SeatTime } from "../protocol/types";
import type { ShownRace } from "../table/board_table";
import { plainTime } from "../table/races";
import { hill, marks, scaleOf } from "./hill";
import { addGame, pastOf } from "./past";
import { GameRecord } from "./record.svelte";
import { isCloser, keptRace, median, numbersOf, ownDuel } from "./reflexes";

const GAME = { slug: "snap", events: { oops: { words: "", tone: "foul" } } } as unknown as GameShown;
const time = (seat: number, ms: number | null, handicap = 0): SeatTime => plainTime(seat, ms === null ? null : ms * 1000, { handicap });
const shown = (n: number, times: SeatTime[], more: Partial<Race> = {}): ShownRace => ({
  race: { m: "race", n, goal: "first wins", outcome: "won", seats: [times[0]?.seat ?? 0], drawn: [], times, ...more }, told: [], key: n,
});

describe("numbers", () => {
  const races = [
    shown(1, [time(0, 300), time(1, 340)]),
    shown(2, [time(1, 280), time(0, 292)]),
    shown(3, [time(1, 500), time(0, null)]),
    shown(4, [time(0, 410), time(1, null)]),
  ].flatMap((one) => keptRace(GAME, one) ?? []);

  it("are those of the own hand alone", () => {
    expect(numbersOf(races, 2, 0)).toEqual({
      times: [300, 292, 410], median: 300, best: 292, about: { median: false, best: false }, won: 2, slips: 2,
    });
    expect(numbersOf(races, 0, 1)).toMatchObject({ times: [340, 280, 500], median: 340, won: 2 });
  });
  it("know which of them the server has estimated", () => {
    const slow = { ...time(0, 450), verdict: "estimated" } as const;
    const about = [...races, ...[keptRace(GAME, shown(5, [slow]))].flatMap((one) => one ?? [])];
    expect(numbersOf(about, 0, 0).about).toEqual({ median: true, best: false });
    expect(numbersOf(about.slice(-1), 0, 0).about).toEqual({ median: true, best: true });
    expect(numbersOf(about, 0, 1).about).toEqual({ median: false, best: false });
  });
  it("have a median between two hands", () => {
    expect(median([400, 200, 300, 250])).toBe(275);
  });
  it("call it won not to be the last one, where the last one loses", () => {
    const last = keptRace(GAME, shown(1, [time(0, 300), time(1, 340)], { goal: "last loses", outcome: "lost", seats: [1] }));
    expect([numbersOf(last ? [last] : [], 0, 0).won, numbersOf(last ? [last] : [], 0, 1).won]).toEqual([1, 0]);
  });
  it("leave out a hand that came down for nothing", () => {
    expect(keptRace(GAME, { ...shown(1, [time(0, 300)]), told: [{ what: "oops", seat: 0 }] })).toBeNull();
    expect(keptRace(GAME, shown(1, [time(0, 300)], { outcome: "void", seats: [] }))).toBeNull();
  });
});

describe("the closest race", () => {
  it("is one that the player was part of, won or lost", () => {
    const behind = shown(1, [time(1, 300), time(2, 305), time(0, 340)]);
    expect(ownDuel(behind, 0)?.map((lane) => lane.seat)).toEqual([1, 0]);
    expect(ownDuel(shown(2, [time(1, 300), time(2, 305), time(0, null)]), 0)).toBeNull();
    const won = shown(3, [time(0, 300), time(1, 309)]);
    expect([isCloser(won, behind, 0), isCloser(behind, won, 0), isCloser(won, null, 0)]).toEqual([true, false, true]);
  });
});

describe("a record", () => {
  beforeEach(() => {
    forgetAll();
    const kept = new Map<string, string>();
    vi.stubGlobal("sessionStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  });
  const playedOnce = (): GameRecord => {
    const record = new GameRecord();
    record.is("ABC", 1);
    record.raced(GAME, shown(1, [time(0, 300), time(1, 340)]), 0, 1000);
    record.raced(GAME, shown(2, [time(1, 280), time(0, 292)]), 0, 2000);
    record.raced(GAME, shown(2, [time(1, 280), time(0, 292)]), 0, 2000); // told twice after a reconnect
    record.happened(GAME, [{ what: "oops", seat: 0 }, { what: "oops", seat: 1 }]);
    return record;
  };

  it("survives a reload, but not another game", () => {
    playedOnce();
    const again = new GameRecord();
    again.is("ABC", 1);
    expect(again.numbers(0)).toMatchObject({ times: [300, 292], slips: 1 });
    expect([again.kept.closest?.race.n, again.kept.closestAt]).toEqual([2, 2000]);
    again.is("ABC", 2);
    expect(again.numbers(0).times).toEqual([]);
  });

  it("goes into this device's memory once, without the races with a head start", () => {
    const record = playedOnce();
    record.raced(GAME, shown(3, [time(0, 100, 200_000), time(1, 340)]), 0, 3000);
    record.file("snap", 0, [1, 2]);
    const again = new GameRecord();
    again.is("ABC", 1);
    again.file("snap", 0, [1, 2]);
    expect(played("snap")).toBe(1);
    expect(pastOf("snap").map((one) => one.times)).toEqual([[300, 292]]);
    expect(pastOf("snap", record.gameId)).toEqual([]);
  });

  it("is not disturbed by a memory full of something else", () => {
    addGame("snap", { id: "x", at: 0, times: [300], won: 1, slips: 0 });
    vi.stubGlobal("sessionStorage", { getItem: () => "{nonsense", setItem: () => { throw new Error("full"); } });
    expect(playedOnce().numbers(0).times).toEqual([300, 292]);
  });
});

describe("the hill", () => {
  const scale = scaleOf([242, 551], [229, 400, 640]);
  it("lies on a scale of round numbers that shows every hand", () => {
    expect([scale.from, scale.to]).toEqual([100, 600]);
    expect(scale.ticks).toEqual([100, 200, 300, 400, 500, 600]);
  });
  it("is highest where most hands came", () => {
    const heights = hill([300, 300, 310, 500], scale);
    expect(heights.indexOf(1) / (heights.length - 1)).toBeCloseTo(0.41, 1);
  });
  it("stacks marks that lie on each other", () => {
    expect(marks([300, 301, 302, 500], scale, 0.05).map((mark) => mark.level)).toEqual([0, 1, 2, 0]);
  });
});
