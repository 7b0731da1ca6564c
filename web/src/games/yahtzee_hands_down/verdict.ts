// What a reveal came to, in words: who takes what and why; and what was wrong with a hand that is nothing.

import { asColour, LOOKS } from "../../look/colours";
import type { KindShown } from "../../protocol/types";
import { dieOf, towards, type Die, type Found, type Group } from "./combos";
import type { Duel, Revealed } from "./duel";
import { holding, holdingWords, type Holding, type Prize } from "./holding";
import { words } from "./words";

const TYPES = Object.keys(words.combos);
const CLAUSES: Record<string, string> = { "3K": "YH-37", SS: "YH-40", FH: "YH-42", "4K": "YH-38", LS: "YH-41", YZ: "YH-39" };

/** Why a hand is a foul: the cards it is about, by their places, and those among them that do not match. */
export interface Reason {
  text: string;
  clause: string;
  cards: readonly number[];
  odd: readonly number[];
}

export function diceOf(kinds: readonly KindShown[], cards: readonly (string | null)[]): Die[] {
  return cards.map((name) => dieOf(kinds.find((kind) => kind.name === name)));
}

const cardsOf = (found: Found): number[] => found.groups.flatMap((group) => [...group.cards]);
const groupWords = (found: Found): string =>
  found.groups.filter((group) => group.cards.length > 0).map((group) => words.group(group.colour, group.numbers)).join(", ");

export function whyFoul(dice: readonly Die[], prizes: readonly Prize[]): Reason {
  const gone = TYPES.map((type) => towards(dice, type)).filter((one) => one.missing === 0).at(-1);
  if (gone !== undefined) {
    return { text: words.gone(groupWords(gone), words.aCombo[gone.type] ?? ""), clause: "YH-R3", cards: cardsOf(gone), odd: [] };
  }
  const closest = holding(dice, prizes);
  if (closest === null) return { text: "", clause: "YH-25", cards: [], odd: [] };
  const { found } = closest;
  const clause = CLAUSES[found.type] ?? "YH-25";
  if (closest.what === "mixed") {
    const odd = found.groups.flatMap((group) => oddIn(dice, group));
    return { text: mixedWords(dice, closest), clause, cards: cardsOf(found), odd };
  }
  return { text: words.nearest(groupWords(found), found.missing, words.aCombo[found.type] ?? ""), clause, cards: cardsOf(found), odd: [] };
}

/** "3-3-3 is circle, circle, diamond: 3 of a kind is all one colour." Only of the set that is not of one colour. */
function mixedWords(dice: readonly Die[], closest: Holding): string {
  const { found } = closest;
  const group = found.groups.find((one) => oddIn(dice, one).length > 0);
  if (group === undefined || new Set(group.numbers).size > 1) return holdingWords(closest);
  const shapes = group.cards.map((card) => dice[card]?.colours ?? []).map((colours) => (colours.length > 1 ? words.anyColour : LOOKS[asColour(colours[0])].shape));
  return words.mixedShapes(group.numbers.join("-"), shapes, words.oneColour[found.type] ?? "");
}

/** The cards of a group whose colour is not the one that most of them have. */
function oddIn(dice: readonly Die[], group: Group): number[] {
  const fits = (colour: string): number => group.cards.filter((card) => dice[card]?.colours.includes(colour)).length;
  const colours = group.cards.flatMap((card) => dice[card]?.colours ?? []);
  const most = colours.reduce((best, colour) => (fits(colour) > fits(best) ? colour : best), colours[0] ?? "");
  return group.cards.filter((card) => !dice[card]?.colours.includes(most));
}

/** The cards that make a good hand what it is. */
export function counting(dice: readonly Die[], type: string): number[] {
  return cardsOf(towards(dice, type));
}

/** Why it ended like this, for one who reads as `me`: own matters first. Who takes what can be seen. */
export function verdictWords(duel: Duel, kinds: readonly KindShown[], prizes: readonly Prize[], me: number, names: readonly string[]): string[] {
  const fouls = duel.hands.filter((hand) => hand.type === "foul").sort((a, b) => Number(b.seat === me) - Number(a.seat === me));
  const told = fouls.map((hand) => words.foulOf(names[hand.seat] ?? "", hand.seat === me, whyFoul(diceOf(kinds, hand.cards), prizes).text));
  return duel.winner === null ? told : [...told, wonWords(duel, kinds)];
}

function wonWords({ hands, winner }: Duel, kinds: readonly KindShown[]): string {
  const points = (hand: Revealed): number => kinds.find((kind) => kind.name === hand.type)?.points ?? 0;
  const won = hands.find((hand) => hand.seat === winner);
  const lost = hands.find((hand) => hand.seat !== winner);
  if (won === undefined || lost === undefined) return words.alone;
  if (points(won) !== points(lost)) return words.morePoints(points(won), points(lost));
  return won.value === lost.value ? words.byTime : words.byNumbers(won.value, lost.value);
}
