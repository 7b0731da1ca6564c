import { beforeEach, describe, expect, it } from "vitest";
import catalogue from "../../fixtures/catalogue.json";
import slamwich from "../../fixtures/slamwich.json";
import handsDown from "../../fixtures/hands_down.json";
import { forgetAll } from "../memory";
import { remember } from "../history";
import { preferences } from "../preferences.svelte";
import type { GameShown, Race, SeatTime, ServerMessage, Told, View } from "../protocol/types";
import { plainTime } from "../table/races";
import { isLoss, plainNote, type Moment } from "./coach";
import { apartIn, distance, isWhole } from "./distance";
import { CoachSession } from "./session.svelte";
import { Subjects } from "./subjects";

const NAMES = ["Mia", "Ada", "Ben"];
const GAME = {
  slug: "of nobody",
  events: { hurt: { words: "{who} {pays|pay}.", tone: "foul" }, grab: { words: "{who} takes it.", tone: "good" } },
  kinds: [],
} as unknown as GameShown;
const VIEW = {} as View;
const time = (seat: number, ms: number | null): SeatTime => plainTime(seat, ms === null ? null : ms * 1000);
const race = (times: SeatTime[], more: Partial<Race> = {}): Race => ({ m: "race", n: 1, goal: "first wins", outcome: "won", seats: [2], drawn: [], times, ...more });
const moment = (told: Told[], one: Race | null = null): Moment => ({
  game: GAME, before: VIEW, view: VIEW, told, race: one && { race: one, told, key: 9 }, me: 0, names: NAMES,
});
const FOUL: Told = { what: "hurt", seat: 0, clause: "XX-1" };
const LOST = race([time(0, 554), time(2, 398)]);

describe("an occasion", () => {
  it("is an own foul, a race that another has won, or one that was lost", () => {
    expect(isLoss(moment([FOUL]))).toBe(true);
    expect(isLoss(moment([], LOST))).toBe(true);
    expect(isLoss(moment([], race([time(0, null), time(2, 398)])))).toBe(true);
    expect(isLoss(moment([], race([time(0, 600), time(1, 500)], { goal: "last loses", outcome: "lost", seats: [0] })))).toBe(true);
  });

  it("is nothing that happens to others, and nothing that was won", () => {
    expect(isLoss(moment([{ ...FOUL, seat: 1 }]))).toBe(false);
    expect(isLoss(moment([], race([time(0, 300), time(2, 398)], { seats: [0] })))).toBe(false);
    expect(isLoss(moment([{ ...FOUL, seat: 2 }], LOST))).toBe(false); // the first hand came down for nothing
    expect(isLoss(moment([], race([time(1, 300), time(2, 398)])))).toBe(false); // out of the game
    expect(isLoss(moment([], race([time(0, 500), time(1, 600)], { goal: "last loses", outcome: "lost", seats: [1] })))).toBe(false);
    expect(isLoss(moment([], race([time(0, 500)], { outcome: "void", seats: [] })))).toBe(false);
  });

  it("has words in every game, from the game itself", () => {
    for (const [slug, frames] of Object.entries({ slamwich, hands_down: handsDown })) {
      const game = (catalogue as unknown as GameShown[]).find((one) => one.slug === slug) ?? GAME;
      const notes = (frames as ServerMessage[])
        .filter((frame) => frame.m === "stim" || frame.m === "news")
        .map((frame) => ({ ...moment(frame.told), game }))
        .filter(isLoss)
        .map(plainNote);
      expect(notes.length).toBeGreaterThan(1);
      for (const note of notes) expect([note?.text, note?.clause]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/^[A-Z]+-/)]);
    }
  });
});

describe("the distance", () => {
  const shown = (one: Race, late: number | null = null) => ({ race: one, told: [], key: 1, late });
  it("is that of the own hand", () => {
    expect(distance(shown(LOST), 0)).toMatchObject({ hands: [{ seat: 2, says: "398" }, { seat: 0, says: "554" }], gap: "156 ms late" });
  });
  it("is marked where the server has estimated one of the two", () => {
    const about = race([time(0, 554), { ...time(2, 398), verdict: "estimated" }]);
    expect(distance(shown(about), 0)).toMatchObject({ hands: [{ says: "≈398" }, { says: "554" }], gap: "≈156 ms late" });
  });
  it("counts a hand that came after the verdict, and does not call a missing hand slow", () => {
    const none = race([time(0, null), time(2, 398)]);
    expect(distance(shown(none, 700), 0)?.gap).toBe("302 ms late");
    expect(distance(shown(none), 0)?.gap).toBe("no hand from you");
  });
  it("is none where the own hand was first, as at a slip", () => {
    expect(distance(shown(race([time(0, 300), time(2, 398)])), 0)).toBeNull();
    expect(distance(shown(race([time(0, 300), time(2, null)])), 0)).toBeNull();
  });
});

describe("a note that has been read before", () => {
  const note = { about: "slip", text: "**Egg – bun**: no match.", clause: "SW-36", cards: ["egg", "bun"] };
  it("is the cards with the distance, or with a word; never cards alone", () => {
    const lost = { note, wording: "cards", race: { race: LOST, told: [], key: 1 }, key: 1 } as const;
    expect(isWhole(lost, apartIn(lost, null, 0))).toBe(false);
    const slip = { ...lost, race: null };
    expect(isWhole({ ...slip, note: { ...note, brief: "no match" } }, apartIn(slip, null, 0))).toBe(false);
    expect(isWhole(slip, apartIn(slip, null, 0))).toBe(true);
  });
  it("keeps its own race when another one is over", () => {
    const lost = { note, wording: "cards", race: { race: LOST, told: [], key: 1 }, key: 1 } as const;
    expect(apartIn(lost, { race: race([time(0, 300)], { seats: [0] }), told: [], key: 2 }, 0)?.gap).toBe("156 ms late");
  });
});

describe("a session", () => {
  beforeEach(() => {
    forgetAll();
    preferences.coaching = "newcomers";
  });

  it("speaks in the first three games of a kind, unless it is told otherwise", () => {
    const coach = new CoachSession();
    expect(coach.speaksIn("snap")).toBe(true);
    for (let game = 0; game < 3; game++) remember("snap", 1, 4);
    expect([coach.speaksIn("snap"), coach.speaksIn("another")]).toEqual([false, true]);
    preferences.coaching = "always";
    expect(coach.speaksIn("snap")).toBe(true);
    preferences.coaching = "off";
    expect([coach.speaksIn("snap"), coach.speaksIn("another")]).toEqual([false, false]);
    expect(coach.consider(moment([FOUL]), 1)).toBeNull();
  });

  it("has one note at a time; the next verdict takes it away", () => {
    const coach = new CoachSession();
    coach.consider(moment([FOUL]), 1);
    expect(coach.now?.note.text).toBe("You pay.");
    coach.consider(moment([{ what: "grab", seat: 1 }]), 2); // no verdict
    expect(coach.now?.key).toBe(1);
    coach.consider(moment([], race([time(0, 300)], { seats: [0] })), 3);
    expect(coach.now).toBeNull();
  });

  it("takes an update and its race for one thing", () => {
    const coach = new CoachSession();
    coach.consider(moment([FOUL]), 1);
    coach.consider(moment([FOUL], LOST), 1);
    expect([coach.now?.wording, coach.now?.race?.key]).toEqual(["whole", 9]);
    coach.consider(moment([FOUL]), 2);
    expect(coach.now?.wording).toBe("whole");
  });

  it("says the same thing twice in full, twice as a distance, and then no more", () => {
    const coach = new CoachSession();
    const wordings = [1, 2, 3, 4, 5].map((key) => {
      coach.consider(moment([FOUL], LOST), key);
      return coach.now?.wording;
    });
    expect(wordings).toEqual(["whole", "whole", "cards", "cards", undefined]);
    expect(new Subjects(GAME.slug, true).wording("hurt XX-1")).toBeNull(); // this device remembers
    expect(new Subjects(GAME.slug, false).wording("hurt XX-1")).toBe("whole"); // whoever wants it always hears it again
  });
});
