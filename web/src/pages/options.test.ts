import { describe, expect, it } from "vitest";
import catalogue from "../../fixtures/catalogue.json";
import type { GameShown, OptionShown, PresetShown } from "../protocol/types";
import { agreedWords, changed, clausesOf, inOrder, meaning, presetOf, stepped, steps, timeWords, titleOf, valueWords } from "./options";

const PLAIN = { title: "", may_be_none: false, least: null, most: null, unit: "", last_resort: false, choices: [] } as const;
const MUNCHERS: OptionShown = {
  ...PLAIN, choices: [], name: "munchers", title: "Munchers", type: "switch", default: true, meaning: "SW-44: play with the eight munchers",
};
const LATE: OptionShown = {
  ...PLAIN, choices: [], name: "late", type: "number", default: 250, least: 0, most: 9000, unit: "ms",
  meaning: "SW-R17, SW-R34: a slap this late is forgiven; 0: never",
};
const LIMIT: OptionShown = { ...LATE, name: "limit", title: "Time limit", default: null, least: 1, most: 86_400_000, may_be_none: true, meaning: "SW-42: it stops" };
const DEALER: OptionShown = {
  ...PLAIN, choices: [], name: "dealer", type: "number", default: null, may_be_none: true, least: 0, most: 5, meaning: "SW-R31: who deals; none: random",
};

describe("an option in words", () => {
  it("says what it is, what it means, and where it is written", () => {
    expect([titleOf(MUNCHERS), meaning(MUNCHERS)]).toEqual(["Munchers", "Play with the eight munchers"]);
    expect([titleOf(LATE), meaning(LATE)]).toEqual(["A slap this late is forgiven", "A slap this late is forgiven"]);
    expect(clausesOf(LATE)).toEqual(["SW-R17", "SW-R34"]);
  });
  it("is not asked about if it only stops what would never end", () => {
    const asked = (catalogue as unknown as GameShown[]).flatMap((game) => inOrder(game.options)).map((option) => option.name);
    expect(asked).toContain("target_score");
    expect(asked.filter((name) => name.startsWith("max_"))).toEqual([]);
  });
  it("says times as people do", () => {
    const said = [15, 50, 250, 1500, 20_000, 60_000, 90_000, 1_200_000].map(timeWords);
    expect(said).toEqual(["15 ms", "0.05 s", "0.25 s", "1.5 s", "20 s", "1 min", "1 min 30 s", "20 min"]);
  });
  it("says what it means if it is no amount", () => {
    expect([valueWords(LATE, 0), valueWords(LIMIT, null), valueWords(DEALER, null)]).toEqual(["never", "no limit", "random"]);
    expect([valueWords(MUNCHERS, true), valueWords(MUNCHERS, false)]).toEqual(["on", "off"]);
  });
  it("is mentioned only where it differs from the box", () => {
    expect(agreedWords([MUNCHERS, LIMIT], { munchers: true })).toEqual([]);
    expect(agreedWords([MUNCHERS, LIMIT], { limit: 600_000, munchers: false })).toEqual(["Munchers: off", "Time limit: 10 min"]);
  });
});

describe("steps", () => {
  it("go through sensible values, and never leave the bounds", () => {
    expect(stepped(LATE, 250, 1)).toBe(300);
    expect(stepped(LATE, 250, -1)).toBe(200);
    expect([stepped(LATE, 0, -1), stepped(LATE, 7000, 1)]).toEqual([0, 7000]);
  });
  it("know a value of somebody's own", () => {
    expect([stepped(LATE, 333, -1), stepped(LATE, 333, 1)]).toEqual([300, 400]);
  });
  it("end with none at all, where that is possible", () => {
    expect(stepped(LIMIT, 3_600_000, 1)).toBe(null);
    expect(stepped(LIMIT, null, -1)).toBe(3_600_000);
    expect(steps(DEALER, null)).toEqual([0, 1, 2, 3, 4, 5, null]);
  });
  it("reach the default of every option of every game, both ways", () => {
    for (const game of catalogue as unknown as GameShown[]) {
      for (const option of game.options.filter((one) => one.type === "number")) {
        const there = stepped(option, option.default, 1);
        const back = there === option.default ? stepped(option, stepped(option, there, -1), 1) : stepped(option, there, -1);
        expect([option.name, back]).toEqual([option.name, option.default]);
      }
    }
  });
});

describe("what is agreed", () => {
  const preset = (name: string, options: Record<string, boolean | number>): PresetShown => ({ name, title: name, meaning: "", options });
  const game = {
    options: [MUNCHERS, LATE],
    presets: [preset("box", {}), preset("quick", { late: 100 })],
  } as unknown as GameShown;

  it("keeps only what differs", () => {
    expect(changed({ late: 100 }, MUNCHERS, false)).toEqual({ late: 100, munchers: false });
    expect(changed({ late: 100, munchers: false }, LATE, 250)).toEqual({ munchers: false });
  });
  it("is one of the usual ways, or people's own", () => {
    expect(presetOf(game, {})?.name).toBe("box");
    expect(presetOf(game, { munchers: true })?.name).toBe("box");
    expect(presetOf(game, { late: 100 })?.name).toBe("quick");
    expect(presetOf(game, { late: 100, munchers: false })).toBe(null);
  });
});
