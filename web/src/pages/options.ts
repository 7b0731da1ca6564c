// House rules as people read and set them.

import type { OptionShown } from "../protocol/types";
import { texts } from "../texts";

export type OptionValue = boolean | number | string | null;

/** "SW-44: play with the eight munchers" without the clause. */
export function meaning(option: OptionShown): string {
  const text = option.meaning.replace(/^([A-Z]{2}-R?\d+(, )?)+: /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function clausesOf(option: OptionShown): string[] {
  return option.meaning.match(/^[A-Z]{2}-R?\d+(?:, [A-Z]{2}-R?\d+)*/)?.[0].split(", ") ?? [];
}

/** What changes the game comes first, its clocks last. */
export function inOrder(options: readonly OptionShown[]): OptionShown[] {
  const rank = (one: OptionShown): number => (unitOf(one) !== "" ? 2 : one.type === "number" ? 1 : 0);
  return [...options].sort((a, b) => rank(a) - rank(b));
}

export function unitOf(option: OptionShown): string {
  return option.unit;
}

export function valueWords(option: OptionShown, value: unknown): string {
  if (value === null || value === undefined) return texts.lobby.none;
  if (typeof value === "boolean") return value ? texts.lobby.yes : texts.lobby.no;
  if (option.unit === "ms" && typeof value === "number") {
    return value >= 1000 && value % 500 === 0 ? `${value / 1000} s` : texts.table.ms(value);
  }
  return String(value);
}

/** One line for an option that differs from the box; nothing for one that does not. */
export function optionWords(options: readonly OptionShown[], name: string, value: unknown): string[] {
  const option = options.find((one) => one.name === name);
  if (option === undefined || option.default === value) return [];
  return [`${meaning(option)}: ${valueWords(option, value)}`];
}
