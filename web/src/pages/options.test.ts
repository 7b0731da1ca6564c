import { expect, it } from "vitest";
import type { OptionShown } from "../protocol/types";
import { clausesOf, meaning, optionWords, valueWords } from "./options";

const MUNCHERS: OptionShown = {
  name: "use_munchers", type: "switch", default: true, may_be_none: false, least: null, most: null, unit: "", choices: [],
  meaning: "SW-44: play with the eight munchers",
};
const LATE: OptionShown = {
  name: "late_grace_ms", type: "number", default: 250, may_be_none: false, least: 0, most: 9000, unit: "ms", choices: [],
  meaning: "SW-R17, SW-R34: a slap this late is forgiven",
};

it("says what an option means, and where it is written", () => {
  expect(meaning(MUNCHERS)).toBe("Play with the eight munchers");
  expect(meaning(LATE)).toBe("A slap this late is forgiven");
  expect(clausesOf(LATE)).toEqual(["SW-R17", "SW-R34"]);
});

it("shows times as people say them", () => {
  expect(valueWords(LATE, 250)).toBe("250 ms");
  expect(valueWords(LATE, 1500)).toBe("1.5 s");
  expect(valueWords(LATE, null)).toBe("none");
});

it("mentions only what differs from the box", () => {
  expect(optionWords([MUNCHERS], "use_munchers", true)).toEqual([]);
  expect(optionWords([MUNCHERS], "use_munchers", false)).toEqual(["Play with the eight munchers: no"]);
});
