// Hit the Deck as the eye needs it: the own hand in order, what may be done, who called, whose hands lay on the pile.

import type { GameShown, KindShown, Told, View } from "../../protocol/types";
import type { Theatre } from "../../table/live.svelte";
import { cameFrom, cardsIn, fact, sizeOf } from "../../table/zones";
import { words } from "./words";

export interface HandCard {
  key: string;
  name: string;
  /** where it came from in this very moment */
  from: string | null;
  plays: boolean;
  drawn: boolean;
}

const FAMILIES = ["number", "cut", "flip", "hit_number", "hit_color", "hit_hand"];
const COLOURS = ["red", "yellow", "green", "blue"];

/** Colours together, numbers rising, hit cards at the end: as people hold them. */
export function orderOf(kind: KindShown | undefined): number {
  if (kind === undefined) return 0;
  const family = FAMILIES.indexOf(kind.family);
  const colour = COLOURS.indexOf(String(kind.values["color"] ?? ""));
  const number = Number(kind.values["number"] ?? 0);
  return family <= 2 ? colour * 100 + family * 10 + number : 1000 + family * 100 + colour * 10 + number;
}

export function handOf(game: GameShown, view: View, seat: number, told: readonly Told[]): HandCard[] {
  const zone = `hands[${seat}]`;
  const orders = new Map(game.kinds.map((kind) => [kind.name, orderOf(kind)]));
  const seen = new Map<string, number>();
  const drawn = fact<string>(view, "drawn", "");
  return cardsIn(view, zone)
    .map((name, place) => ({ name: name ?? "", from: cameFrom(told, zone, place), place }))
    .filter((card) => card.name !== "")
    .sort((a, b) => (orders.get(a.name) ?? 0) - (orders.get(b.name) ?? 0) || a.place - b.place)
    .map(({ name, from }) => {
      const copy = seen.get(name) ?? 0;
      seen.set(name, copy + 1);
      return { key: `${name}/${copy}`, name, from, plays: view.legal.includes(`play ${name}`), drawn: name === drawn };
    });
}

/** The places at which the deck may be cut, as numbers of cards to lift. */
export function cutsOf(legal: readonly string[]): number[] {
  return legal.filter((move) => move.startsWith("cut ")).map((move) => Number(move.slice(4)));
}

export interface TopCard {
  /** changes whenever another card lies there */
  key: string;
  name: string | null;
  from: string | null;
}

/** The card that counts, and from where it has just come: a hand, a cut, or the other pile after a flip. */
export function topOf(view: View, told: readonly Told[]): TopCard | null {
  const cards = cardsIn(view, "discard");
  if (cards.length === 0) return null;
  const place = cards.length - 1;
  const from = cameFrom(told, "discard", place) ?? (told.some((one) => one.what === "trade") ? "draw" : null);
  return { key: `${place}/${cards[place]}`, name: cards[place] ?? null, from };
}

/** The card that everybody has just seen disappear under the top one; the view names only the top. */
export function lowerOf({ told, fresh, before }: Theatre, view: View, lower: string | null): string | null {
  if (fresh || before === null || told.some((one) => one.what === "trade" || one.what === "gather")) return null;
  const grew = sizeOf(view, "discard") - sizeOf(before, "discard");
  return grew === 0 ? lower : grew === 1 ? (cardsIn(before, "discard").at(-1) ?? null) : null;
}

/** Who has just shouted the phrase. A bluff sounds exactly like the real thing. */
export function callers(told: readonly Told[]): number[] {
  return told.filter((one) => one.what === "call" || one.what === "bluff").map((one) => one.seat ?? -1);
}

/** Whose hands were on the pile in a race that is over, the first one first. */
export function heapOf(told: readonly Told[]): number[] {
  return told
    .filter((one) => one.what === "hand")
    .sort((a, b) => (a.number ?? 0) - (b.number ?? 0))
    .map((one) => one.seat ?? -1);
}

export type Want = { kind: "number" | "colour"; value: string } | { kind: "anything" } | null;

/** What a hit card has left owing, if anything. */
export function wantOf(view: View): Want {
  const [kind, value = ""] = fact(view, "demand", "").split(" ");
  if (kind === "number" || kind === "colour") return { kind, value };
  return kind === "anything" ? { kind } : null;
}

/** What goes on the pile now, in words. Nothing while hands may be racing: the card itself says it. */
export function wantWords(game: GameShown, view: View): string {
  const want = wantOf(view);
  if (want !== null) return want.kind === "anything" ? words.anything : words[want.kind](want.value);
  const name = cardsIn(view, "discard").at(-1);
  const top = game.kinds.find((kind) => kind.name === name);
  const colour = top?.values["color"];
  if (view.phase !== "PLAY" || colour === undefined) return "";
  const number = top?.values["number"];
  return number === undefined ? words.colourOnly(String(colour)) : words.colourOr(String(colour), String(number));
}

export interface Spot {
  x: number;
  y: number;
  turn: number;
}

export interface Spread {
  card: number;
  height: number;
  spots: Spot[];
}

const STRIP = 38;
const EDGE = 8;
/** room above for a card that stands out */
export const LIFT = 16;
const ROW = 0.52;
const MOST_ROWS = 3;
/** many cards are smaller cards */
const SHRINK = [1, 1, 0.88, 0.78];

/** A fan that fits: up to three rows, each card with a strip of its own to read and to touch. */
export function spread(n: number, width: number, largest: number): Spread {
  const perRow = Math.max(1, Math.floor((width - largest) / STRIP) + 1);
  const rows = Math.min(MOST_ROWS, Math.max(1, Math.ceil(n / perRow)));
  const card = Math.round(largest * (SHRINK[rows] ?? 1));
  const each = Math.ceil(n / rows);
  const margin = rows === 1 ? EDGE : 0; // a turned card needs room beside it
  const spots = Array.from({ length: n }, (_, i) => {
    const row = Math.floor(i / each);
    const count = Math.min(each, n - row * each);
    const step = count < 2 ? 0 : Math.min(card * 0.86, (width - 2 * margin - card) / (count - 1));
    const off = (i % each) - (count - 1) / 2;
    const bend = rows === 1 ? Math.min(2.4, 14 / count) : 0;
    return { x: width / 2 - card / 2 + off * step, y: row * card * 1.4 * ROW + bend * off * off * 0.45, turn: off * bend };
  });
  const lowest = Math.max(0, ...spots.map((spot) => spot.y));
  return { card, height: LIFT + card * 1.4 + lowest + margin, spots };
}
