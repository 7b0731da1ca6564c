// The cards of somebody's own box, as this device keeps them. What adds up is for the engine to say.

import { memorize, recall } from "../memory";
import type { CardsOfAKind, DeckShown, FamilyShown, KindShown } from "../protocol/types";

const SUBJECT = "cards";

// ---- kept ------------------------------------------------------------------------------------------

function allKept(): Record<string, CardsOfAKind[]> {
  const kept = recall(SUBJECT);
  return kept !== null && typeof kept === "object" && !Array.isArray(kept) ? (kept as Record<string, CardsOfAKind[]>) : {};
}

/** The cards with which this device opens tables of a game; none: the usual ones. */
export function keptCards(slug: string): CardsOfAKind[] | null {
  const kept = allKept()[slug];
  return Array.isArray(kept) && kept.every((one) => typeof one === "object" && one !== null && typeof one.copies === "number") ? kept : null;
}

export function keepCards(slug: string, cards: readonly CardsOfAKind[] | null): void {
  const others = Object.entries(allKept()).filter(([game]) => game !== slug);
  memorize(SUBJECT, Object.fromEntries(cards === null ? others : [...others, [slug, cards]]));
}

// ---- counted ---------------------------------------------------------------------------------------

export const MOST_COPIES = 99;

/** Kinds with their counts, as they are sent. Cards that are counted by one of their values need no points of their own. */
export function asCards(kinds: readonly KindShown[], families: readonly FamilyShown[]): CardsOfAKind[] {
  return kinds.map(({ family, values, copies, points }) => ({
    family,
    values,
    copies,
    ...(pointsFrom(families, family) === "" ? { points } : {}),
  }));
}

export function pointsFrom(families: readonly FamilyShown[], family: string): string {
  return families.find((one) => one.name === family)?.points_from ?? "";
}

const keyOf = ({ family, values }: Pick<KindShown, "family" | "values">): string =>
  JSON.stringify([family, Object.entries(values).sort(([a], [b]) => a.localeCompare(b))]);

/** Every kind of these decks, the counts of the first; what is missing there has none. */
export function everyKind(counted: readonly KindShown[], usual: readonly KindShown[]): KindShown[] {
  const found = new Map(counted.map((kind) => [keyOf(kind), kind]));
  const known = new Set(usual.map(keyOf));
  return [
    ...usual.map((kind) => found.get(keyOf(kind)) ?? { ...kind, copies: 0 }),
    ...counted.filter((kind) => !known.has(keyOf(kind))),
  ];
}

/** The kinds that some cards name, drawn as they are known, or from their values alone. */
export function drawn(cards: readonly CardsOfAKind[], known: readonly KindShown[]): KindShown[] {
  const kinds = new Map(known.map((kind) => [keyOf(kind), kind]));
  return cards.map((one) => {
    const values = one.values ?? {};
    const kind = kinds.get(keyOf({ family: one.family, values }));
    if (kind !== undefined) return { ...kind, copies: one.copies, points: one.points ?? kind.points };
    return newKind(known, one.family, values, one.copies, one.points ?? undefined);
  });
}

/** A kind that the usual deck has not: like another of its family, with other values. Its name is the engine's to give. */
export function newKind(
  known: readonly KindShown[], family: string, values: Record<string, number | string>, copies = 1, points?: number,
): KindShown {
  const like = known.find((kind) => kind.family === family);
  const said = Object.values(values).join(" ");
  return { name: `+${family} ${said}`, words: said === "" ? family : said, family, values, copies, points: points ?? like?.points ?? 0, back: like?.back ?? "" };
}

export function isKnown(kinds: readonly KindShown[], family: string, values: Record<string, number | string>): boolean {
  return kinds.some((kind) => keyOf(kind) === keyOf({ family, values }));
}

/** What is written into a field, as the deck means it: a number where the others of the family are numbers. */
export function valueFrom(text: string, others: readonly (number | string)[]): number | string | null {
  const word = text.trim();
  if (word === "") return null;
  if (others.every((one) => typeof one === "number")) return /^-?\d{1,4}$/.test(word) ? Number(word) : null;
  return word.toLowerCase().replace(/\s+/g, "_").slice(0, 40);
}

export function valuesOf(kinds: readonly KindShown[], family: string, attribute: string): (number | string)[] {
  const found = kinds.filter((kind) => kind.family === family).map((kind) => kind.values[attribute]);
  return [...new Set(found.filter((value) => value !== undefined))];
}

/** "your cards: …" without its beginning, as a sentence. */
export function sentence({ why }: DeckShown): string {
  const said = why.replace(/^your (cards|file): /, "");
  const text = said.charAt(0).toUpperCase() + said.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export const total = (kinds: readonly KindShown[]): number => kinds.reduce((sum, kind) => sum + kind.copies, 0);

export const familyWords = (family: string): string => family.replaceAll("_", " ");
