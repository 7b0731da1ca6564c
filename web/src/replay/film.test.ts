import { describe, expect, it } from "vitest";
import { PUBLIC } from "../protocol/types";
import type { Film, FilmStep, GameShown } from "../protocol/types";
import { ALL_OPEN, linesOf, marksOf, namesOf, viewsOf } from "./film";
import { hashOf, momentIn } from "./moments";

const race: NonNullable<FilmStep["race"]> = { m: "race", n: 4, goal: "first wins", outcome: "won", seats: [1], drawn: [], times: [] };

const film: Film = {
  table: "ABCD1234", game: "snap", title: "Snap", rules_version: 1, sealed: true, number: 1, games: 1, entries: 9, head: "", options: {},
  seats: [{ name: "Ann", bot: "" }, { name: "Ada", bot: "quick" }], zones: ["pile", "hands[0]"], finished: true, places: [1, 2], points: [0, 0], reason: "", clause: "",
  steps: [
    { at: 0, entry: 3, public: { zones: [{ zone: 0, face: "open" }, { zone: 1, then: [3], face: "owner" }], facts: { turn: 0, wanted: "x" }, phase: "play" },
      own: [{ eyes: 0, frame: { zones: [{ zone: 0, face: "open" }, { zone: 1, then: ["a", "b", "c"], face: "owner" }], facts: { turn: 0, wanted: "x" }, phase: "play" } }] },
    { at: 900, entry: 4, seat: 0, do: "play c", verdict: "applied", public: { zones: [{ zone: 0, then: ["c"] }, { zone: 1, keep: 2 }], facts: { turn: 1 }, gone: ["wanted"] } },
    { at: 1300, entry: 6, seat: 1, do: "slap", verdict: "applied", race, public: { told: [{ what: "taken", seat: 1, number: 1, clause: "SN-2" }] } },
    { at: 1400, entry: 7, seat: 0, do: "slap", verdict: "late", why: "somebody was faster", names: ["Ann", "Ben"] },
    { at: 2000, entry: 8, seat: 0, do: "slap", verdict: "foul", race, over: true, public: { told: [{ what: "slip", seat: 0 }] } },
  ],
};
const game = { slug: "snap", kinds: [], verbs: [], events: { taken: { words: "{who} takes the pile.", tone: "good" }, slip: { words: "{who} slips.", tone: "foul" } } } as unknown as GameShown;

describe("a film", () => {
  it("gives every pair of eyes its own views, and shares what does not change", () => {
    const seen = viewsOf(film, 0);
    expect(seen.map((view) => view.zones[1]?.cards)).toEqual([["a", "b", "c"], ["a", "b"], ["a", "b"], ["a", "b"], ["a", "b"]]);
    expect(viewsOf(film, PUBLIC)[1]?.zones.map((zone) => zone.cards)).toEqual([["c"], [null, null]]);
    expect(seen[1]?.facts).toEqual({ turn: 1 });
    expect(seen[2]?.zones).toBe(seen[1]?.zones);
    expect(seen.map((view) => [view.phase, view.over, view.seat])).toEqual([...Array<unknown>(4).fill(["play", false, 0]), ["play", true, 0]]);
    expect(viewsOf(film, ALL_OPEN)[0]?.seat).toBe(PUBLIC);
  });

  it("marks its races and its fouls, and a slap at nothing is no race", () => {
    expect(marksOf(film, game)).toEqual([{ step: 2, kind: "race", seat: 1 }, { step: 4, kind: "foul", seat: 0 }]);
  });

  it("says what happened, and what came to nothing", () => {
    const names = namesOf(film);
    expect(linesOf(film, game, 2, PUBLIC, names[2] ?? [])).toEqual([{ step: 2, at: 1300, text: "Ada takes the pile.", clause: "SN-2", vain: false }]);
    expect(linesOf(film, game, 3, PUBLIC, names[3] ?? [])[0]?.text).toContain("somebody was faster");
    expect(names[4]).toEqual(["Ann", "Ben"]);
  });
});

describe("a moment in the address", () => {
  it("is a race or a step, with eyes, and never anything else", () => {
    expect(momentIn("#race=3")).toEqual({ race: 3, step: null, eyes: null });
    expect(momentIn("#step=120&eyes=all")).toEqual({ race: null, step: 120, eyes: ALL_OPEN });
    expect(momentIn("#step=-1&race=x&eyes=99999999999")).toEqual({ race: null, step: null, eyes: null });
    for (const hash of ["#race=3&eyes=1", "#step=120", "#step=0&eyes=public"]) expect(hashOf(momentIn(hash))).toBe(hash);
  });
});
