// What a hand is towards what is on offer, told in words to whoever holds it; and why a hand that was turned up is nothing.

import { coloursAmong, colourless, towards, type Die, type Found } from "./combos";
import { words } from "./words";

export interface Prize {
  type: string;
  points: number;
}

export interface Holding {
  /** made: it is that. mixed: it would be, in one colour. short: cards are missing */
  what: "made" | "mixed" | "short";
  found: Found;
  /** how many colours the mixed cards have */
  colours: number;
}

const ALIKE = ["3K", "FH", "4K", "YZ"];

/**
 * The best on offer that the hand makes, else what it only seems to be, else what it is closest to. Numbers in a row lie in
 * every other hand: that they are not of one colour is said only where there is nothing better to say.
 */
export function holding(dice: readonly Die[], prizes: readonly Prize[]): Holding | null {
  const dear = [...prizes].sort((a, b) => b.points - a.points).map((one) => one.type);
  const found = dear.map((type) => towards(dice, type));
  const made = found.find((one) => one.missing === 0);
  if (made !== undefined) return { what: "made", found: made, colours: 1 };
  const [short] = [...found].sort((a, b) => a.missing - b.missing);
  const seems = dear.map((type) => towards(colourless(dice), type)).filter((one) => one.missing === 0);
  const seem = seems.find((one) => ALIKE.includes(one.type)) ?? (short !== undefined && short.missing > 1 ? seems[0] : undefined);
  if (seem !== undefined) return mixedOf(dice, seem);
  return short === undefined ? null : { what: "short", found: short, colours: 1 };
}

function mixedOf(dice: readonly Die[], found: Found): Holding {
  const cards = found.groups.flatMap((group) => group.cards);
  return { what: "mixed", found, colours: coloursAmong(dice.filter((_, i) => cards.includes(i))) };
}

/** "Two red 3s: one more makes 3 of a kind." */
export function holdingWords({ what, found, colours }: Holding): string {
  const name = words.combos[found.type] ?? found.type;
  if (what === "mixed") {
    const numbers = found.groups.flatMap((group) => group.numbers).join("-");
    return words.mixed(numbers, colours, words.needsOne[found.type] ?? "");
  }
  const cards = found.groups.filter((group) => group.cards.length > 0).map((group) => words.group(group.colour, group.numbers)).join(", ");
  return what === "made" ? words.made(cards, name) : words.short(cards, found.missing, words.aCombo[found.type] ?? name);
}
