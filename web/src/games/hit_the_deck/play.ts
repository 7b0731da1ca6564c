// Hit the Deck as the eye needs it: the own hand in order, what may be done, who called, whose hands lay on the pile.

import type { GameShown, KindShown, Told, View } from "../../protocol/types";
import type { Theatre } from "../../table/board_table";
import { cameFrom, cardsIn, fact, ownerOf, sizeOf } from "../../table/zones";

export interface HandCard {
  key: string;
  name: string;
  /** its place in the hand, as the view has it */
  place: number;
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
    .map(({ name, from, place }) => {
      const copy = seen.get(name) ?? 0;
      seen.set(name, copy + 1);
      return { key: `${name}/${copy}`, name, place, from, plays: view.legal.includes(`play ${name}`), drawn: name === drawn };
    });
}

/** The places at which the deck may be cut, as numbers of cards to lift. */
export function cutsOf(legal: readonly string[]): number[] {
  return legal.filter((move) => move.startsWith("cut ")).map((move) => Number(move.slice(4)));
}

export interface TopCard {
  /** changes whenever another card lies there */
  key: string;
  place: number;
  name: string | null;
  from: string | null;
}

/** The card that counts, and from where it has just come: a hand, a cut, or the other pile after a flip. */
export function topOf(view: View, told: readonly Told[]): TopCard | null {
  const cards = cardsIn(view, "discard");
  if (cards.length === 0) return null;
  const place = cards.length - 1;
  const from = cameFrom(told, "discard", place) ?? (told.some((one) => one.what === "trade") ? "draw" : null);
  return { key: `${place}/${cards[place]}`, place, name: cards[place] ?? null, from };
}

/** The card that everybody has just seen disappear under the top one; the view names only the top. */
export function lowerOf({ told, fresh, before }: Theatre, view: View, lower: string | null): string | null {
  if (fresh || before === null || isNewPile(told)) return null;
  const grew = sizeOf(view, "discard") - sizeOf(before, "discard");
  return grew === 0 ? lower : grew === 1 ? (cardsIn(before, "discard").at(-1) ?? null) : null;
}

/** Who has just shouted the phrase. A bluff sounds exactly like the real thing. */
export function callers(told: readonly Told[]): number[] {
  return once(told.filter((one) => one.what === "call" || one.what === "bluff").map((one) => one.seat ?? -1));
}

/** Between two frames more than one thing may have happened, and the same player may have done both. */
const once = (seats: readonly number[]): number[] => [...new Set(seats)];

/** Hands that have come down, and what became of them. */
export interface Landed {
  /** the first one first: they lie in this order */
  seats: number[];
  /** who pays, what for and how many cards */
  pays: { seat: number; why: "last" | "forgot" | "stray"; cards: number }[];
}

const PAYS: Record<string, "last" | "forgot" | "stray"> = { last: "last", forgot: "forgot", fake_out: "stray" };

/** The hands of a race that is over, or hands that came down for nothing; none if nothing of that was told. */
export function landedOf(told: readonly Told[]): Landed | null {
  const pays = told.flatMap(({ what, seat, number }) => {
    const why = PAYS[what];
    return why === undefined ? [] : [{ seat: seat ?? -1, why, cards: number ?? 0 }];
  });
  const strays = pays.filter(({ why }) => why === "stray").map(({ seat }) => seat);
  const raced = told.filter((one) => one.what === "hand").sort((a, b) => (a.number ?? 0) - (b.number ?? 0));
  const seats = raced.length > 0 ? raced.map(({ seat }) => seat ?? -1) : strays;
  return pays.length === 0 ? null : { seats: once(seats), pays: pays.filter(({ seat }, i) => !pays.slice(i + 1).some((later) => later.seat === seat)) };
}

/** More than these are a deal, which nobody needs to watch card by card. */
const FLIGHTS_SHOWN = 6;

/** Cards that somebody else has just drawn, one by one: the seats to which they go. */
export function drawnBy(told: readonly Told[], seat: number): number[] {
  const drawn = told.filter((one) => one.what === "move" && one.source === "draw").map((one) => ownerOf(one.target ?? ""));
  const seats = drawn.filter((one) => one !== null && one !== seat) as number[];
  return seats.length > FLIGHTS_SHOWN ? [] : seats;
}

/** The draw pile is another one than before: after a flip, or made of the discards. */
export function isNewPile(told: readonly Told[]): boolean {
  return told.some((one) => one.what === "trade" || one.what === "gather");
}
