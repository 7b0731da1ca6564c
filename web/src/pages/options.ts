// House rules as people read and set them: in words, seconds and steps.

import type { GameShown, OptionShown, PresetShown } from "../protocol/types";
import { texts } from "../texts";

export type OptionValue = boolean | number | string | null;
export type Agreed = Readonly<Record<string, unknown>>;

const CLAUSES = /^[A-Z]{2}-R?\d+(?:, [A-Z]{2}-R?\d+)*: /;
/** What a value means that is no amount: "…; none: random", "…; 0: never". */
const SPECIAL = /; (none|0): ([^;]+)/g;

// ---- words -----------------------------------------------------------------------------------------

/** "SW-44: play with the eight munchers" as a sentence, without the clause. */
export function meaning(option: OptionShown): string {
  const text = option.meaning.replace(CLAUSES, "").replace(SPECIAL, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function titleOf(option: OptionShown): string {
  return option.title || meaning(option);
}

export function clausesOf(option: OptionShown): string[] {
  return option.meaning.match(CLAUSES)?.[0].slice(0, -2).split(", ") ?? [];
}

function special(option: OptionShown, value: "none" | "0"): string {
  return [...option.meaning.matchAll(SPECIAL)].find((found) => found[1] === value)?.[2] ?? "";
}

/** "0.25 s", "20 s", "1 min 30 s" */
export function timeWords(ms: number): string {
  if (ms > 0 && ms < 50) return texts.table.ms(ms);
  if (ms < 60_000) return texts.units.seconds(ms / 1000);
  const rest = ms % 60_000;
  const minutes = texts.units.minutes((ms - rest) / 60_000);
  return rest === 0 ? minutes : `${minutes} ${timeWords(rest)}`;
}

export function valueWords(option: OptionShown, value: unknown): string {
  if (value === null || value === undefined) return special(option, "none") || (option.unit === "ms" ? texts.lobby.noLimit : texts.lobby.none);
  if (typeof value === "boolean") return value ? texts.device.on : texts.device.off;
  if (value === 0) return special(option, "0") || (option.unit === "ms" ? timeWords(0) : "0");
  if (option.unit === "ms" && typeof value === "number") return timeWords(value);
  return choiceWords(option, String(value));
}

/** One of a few, as people say it. */
export function choiceWords(option: OptionShown, value: string): string {
  return texts.choices[option.name]?.[option.choices.indexOf(value)] ?? texts.levels[value] ?? value;
}

/** "Pause between tosses: 0.5 s", for each house rule that differs from the box. */
export function agreedWords(options: readonly OptionShown[], agreed: Agreed): string[] {
  return options
    .filter((option) => option.name in agreed && agreed[option.name] !== option.default)
    .map((option) => `${titleOf(option)}: ${valueWords(option, agreed[option.name])}`);
}

// ---- steps -----------------------------------------------------------------------------------------

const TIMES = [
  0, 100, 200, 300, 400, 500, 700, 1000, 1500, 2000, 3000, 4000, 5000, 7000, 10_000, 15_000, 20_000, 30_000, 45_000, 60_000,
  90_000, 120_000, 180_000, 300_000, 600_000, 900_000, 1_200_000, 1_800_000, 3_600_000,
];
const AMOUNTS = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500, 1000, 2000, 5000, 10_000,
];

/** The values worth choosing from, from less to more; none at all is the most. */
export function steps(option: OptionShown, value: OptionValue): readonly (number | null)[] {
  const usual = option.unit === "ms" ? TIMES : AMOUNTS;
  const within = usual.filter((one) => one >= (option.least ?? 0) && one <= (option.most ?? Infinity));
  const own = [option.default, value].filter((one) => typeof one === "number");
  const all = [...new Set([...within, ...own])].sort((a, b) => a - b);
  return option.may_be_none ? [...all, null] : all;
}

/** The next value in that direction; the same one at the end of the steps. */
export function stepped(option: OptionShown, value: OptionValue, by: 1 | -1): OptionValue {
  const all = steps(option, value);
  const at = all.indexOf(value as number | null);
  return all[Math.min(Math.max(at + by, 0), all.length - 1)] ?? null;
}

/** What people are asked about: what changes the game comes first, its clocks last. */
export function inOrder(options: readonly OptionShown[]): OptionShown[] {
  const rank = (one: OptionShown): number => (one.unit !== "" ? 2 : one.type === "number" ? 1 : 0);
  return options.filter((one) => !one.last_resort).sort((a, b) => rank(a) - rank(b));
}

// ---- what is set -----------------------------------------------------------------------------------

export function current(option: OptionShown, agreed: Agreed): OptionValue {
  return (option.name in agreed ? agreed[option.name] : option.default) as OptionValue;
}

/** What is agreed on, with one house rule changed. */
export function changed(agreed: Agreed, option: OptionShown, value: OptionValue): Record<string, OptionValue> {
  const others = Object.entries(agreed).filter(([name]) => name !== option.name) as [string, OptionValue][];
  return Object.fromEntries(value === option.default ? others : [...others, [option.name, value]]);
}

export function presetsOf(game: GameShown): readonly PresetShown[] {
  return game.presets ?? [];
}

/** The preset that is agreed on; null if somebody has changed it. */
export function presetOf(game: GameShown, agreed: Agreed): PresetShown | null {
  const same = (wanted: Agreed): boolean => game.options.every((option) => current(option, wanted) === current(option, agreed));
  return presetsOf(game).find((preset) => same(preset.options)) ?? null;
}
