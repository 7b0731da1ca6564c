import { describe, expect, it } from "vitest";
import { noteOn, type Moment } from "../../coach/coach";
import type { Told } from "../../protocol/types";
import { game, moments, NAMES, staged, tells } from "./captured";
import { coach } from "./coach";

const moment = (phase: string, turn: number, ...told: Told[]): Moment => ({
  game, before: staged(phase, turn), view: staged("ACTION", turn), told, race: null, me: 0, names: NAMES,
});
const pays = (clause: string): Told => ({ what: "pays", seat: 0, number: 1, clause });

describe("the coach of a captured game", () => {
  it("speaks about every race that was lost, with the pair that it was for", () => {
    const lost = moments.filter(tells("lost", 0));
    expect(lost.length).toBeGreaterThan(0);
    for (const one of lost) {
      const pair = one.told.find((told) => told.what === "pair")?.number;
      expect(coach(one)).toMatchObject({ clause: "HD-22", cards: [String(pair), String(pair)] });
    }
  });

  it("speaks about every hand that came too soon", () => {
    const early = moments.filter(tells("pays", 0));
    expect(early.length).toBeGreaterThan(3);
    for (const one of early) expect(noteOn(one)?.clause).toMatch(/^HD-3[59]$/);
  });

  it("says nothing about anybody else", () => {
    for (const one of moments) expect(coach({ ...one, me: 6 })).toBeNull();
  });
});

describe("the coach", () => {
  it("tells a hand in the air from a fake and from nothing at all", () => {
    expect(coach(moment("WINDUP", 1, pays("HD-39")))).toMatchObject({ about: "still up", clause: "HD-39" });
    expect(coach(moment("FAKE", 1, pays("HD-35")))).toMatchObject({ about: "fake", clause: "HD-35" });
    expect(coach(moment("ACTION", 1, pays("HD-39")))).toMatchObject({ about: "idle", clause: "HD-39" });
  });

  it("knows a hand that did not come from one that came last", () => {
    const end: Told[] = [{ what: "lost", seat: 0, clause: "HD-22" }, { what: "pair", seat: 1, number: 9 }];
    expect(coach(moment("RACE", 1, { what: "down", seat: 0 }, ...end))).toMatchObject({ about: "last", cards: ["9", "9"] });
    expect(coach(moment("RACE", 1, ...end))?.about).toBe("no hand");
  });

  it("says what a slap needs, and what a rim is", () => {
    expect(coach(moment("WINDUP", 0, { what: "foul", seat: 0, clause: "HD-R2" }))?.text).toMatch(/no two cards alike/);
    expect(coach(moment("ACTION", 0, { what: "foul", seat: 0, clause: "HD-R28" }))?.text).toMatch(/rim is only a touch/);
  });
});
