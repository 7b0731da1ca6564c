// What five dice cards make, and how far they are from it. The server alone judges a hand; this says in words what
// whoever sees the cards can see anyway.

import type { KindShown } from "../../protocol/types";

/** A dice card: it counts as any of its numbers, in any of its colours. */
export interface Die {
  colours: readonly string[];
  numbers: readonly number[];
}

/** Cards that belong together, by their places in the hand: of one kind, or a run. */
export interface Group {
  colour: string;
  /** the number that each of the cards counts as */
  numbers: readonly number[];
  cards: readonly number[];
}

/** The best that a hand has towards a type. */
export interface Found {
  type: string;
  groups: readonly Group[];
  /** so many cards are missing; none: it is that */
  missing: number;
  /** the sum of the numbers that count */
  value: number;
}

const COLOURS = ["red", "yellow", "blue"];
const NUMBERS = [1, 2, 3, 4, 5, 6];
const ALIKE: Record<string, number> = { "3K": 3, "4K": 4, YZ: 5 };
const RUNS: Record<string, number> = { SS: 4, LS: 5 };

export function dieOf(kind: KindShown | undefined): Die {
  const { color, number, faces } = kind?.values ?? {};
  return {
    colours: color === undefined ? COLOURS : [String(color)],
    numbers: number !== undefined ? [Number(number)] : faces !== undefined ? String(faces).split("/").map(Number) : NUMBERS,
  };
}

/** The same cards for somebody who does not look at colours. */
export function colourless(dice: readonly Die[]): Die[] {
  return dice.map((die) => ({ ...die, colours: ["any"] }));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const coloursOf = (dice: readonly Die[]): string[] => [...new Set(dice.flatMap((die) => die.colours))];

function showing(dice: readonly Die[], colour: string, number: number): number[] {
  return dice.flatMap((die, i) => (die.colours.includes(colour) && die.numbers.includes(number) ? [i] : []));
}

function alike(colour: string, number: number, cards: readonly number[]): Group {
  return { colour, numbers: cards.map(() => number), cards };
}

/** Every way to begin a combination of that type. */
function* beginnings(dice: readonly Die[], type: string): Generator<readonly Group[]> {
  const faces = coloursOf(dice).flatMap((colour) => NUMBERS.map((number) => ({ colour, number, cards: showing(dice, colour, number) })));
  const copies = ALIKE[type];
  const length = RUNS[type];
  if (copies !== undefined) {
    for (const { colour, number, cards } of faces) yield [alike(colour, number, cards.slice(0, copies))];
  } else if (length !== undefined) {
    for (const colour of coloursOf(dice)) for (let from = 1; from + length <= 7; from++) yield [run(dice, colour, from, length)];
  } else {
    for (const trio of faces) for (const pair of faces) yield house(trio, pair);
  }
}

type Face = { colour: string; number: number; cards: readonly number[] };

/** Cards that fit only one of the two go there first. */
function house(trio: Face, pair: Face): readonly Group[] {
  const either = (one: Face, other: Face): number[] => [...one.cards].sort((a, b) => Number(other.cards.includes(a)) - Number(other.cards.includes(b)));
  const three = either(trio, pair).slice(0, 3);
  const two = either(pair, trio).filter((card) => !three.includes(card)).slice(0, 2);
  return [alike(trio.colour, trio.number, three), alike(pair.colour, pair.number, two)];
}

/** As many different numbers of the run as the cards can show at once. */
function run(dice: readonly Die[], colour: string, from: number, length: number): Group {
  let best: [number, number][] = [];
  const lay = (number: number, laid: [number, number][]): void => {
    if (laid.length + from + length - number <= best.length) return;
    if (number === from + length) {
      best = laid;
      return;
    }
    for (const card of showing(dice, colour, number)) if (!laid.some(([, one]) => one === card)) lay(number + 1, [...laid, [number, card]]);
    lay(number + 1, laid);
  };
  lay(from, []);
  return { colour, numbers: best.map(([number]) => number), cards: best.map(([, card]) => card) };
}

/** What the hand has towards this type: as many cards as possible, then as high as possible. */
export function towards(dice: readonly Die[], type: string): Found {
  const whole = ALIKE[type] ?? RUNS[type] ?? 5;
  let best: Found = { type, groups: [], missing: whole, value: 0 };
  for (const groups of beginnings(dice, type)) {
    const missing = whole - sum(groups.map((group) => group.cards.length));
    const value = sum(groups.map((group) => sum(group.numbers)));
    if (missing < best.missing || (missing === best.missing && value > best.value)) best = { type, groups, missing, value };
  }
  return best;
}

/** How many colours these cards have at least: a card that takes any colour adds none. */
export function coloursAmong(dice: readonly Die[]): number {
  return Math.max(1, new Set(dice.filter((die) => die.colours.length === 1).flatMap((die) => die.colours)).size);
}
