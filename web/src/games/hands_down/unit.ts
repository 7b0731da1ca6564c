// The slapping unit as the eye needs it: which hand is up or down, whose paddle lies where, what may be taken.

import type { Told, View } from "../../protocol/types";
import { cardsIn, fact, others, sizeOf } from "../../table/zones";

/** slip: it came down where it should not, and slides off */
export type HandIs = "rest" | "up" | "down" | "back" | "slip";

/** What everybody sees of a hand. A wind-up is a wind-up: nothing here knows what it will become. */
export function handOf(view: View, seat: number): HandIs {
  const turn = fact(view, "turn", -1);
  if (view.phase === "RACE") {
    return seat === turn || fact<number[]>(view, "slaps", []).includes(seat) ? "down" : "rest";
  }
  if (seat !== turn) return "rest";
  return view.phase === "WINDUP" ? "up" : view.phase === "FAKE" ? "back" : "rest";
}

/** The own hand comes before any answer: a slap and a fake begin with the same lifted arm. */
export function ownHandOf(view: View, seat: number, doing: string): HandIs {
  const shown = handOf(view, seat);
  const mine = fact(view, "turn", -1) === seat;
  if (mine) return shown !== "down" && /^(slap|fake)\b/.test(doing) ? "up" : shown;
  const racing = view.phase === "RACE" && fact<number[]>(view, "racers", []).includes(seat);
  return doing === "slap" || (racing && !view.legal.includes("slap")) ? "down" : shown;
}

/** The paddles from below, after this update: the last one on top. They stay until the next hand goes up. */
export function stackOf(view: View, told: readonly Told[], fresh: boolean, stack: readonly number[]): readonly number[] {
  const anew = fresh || stack.length === 0;
  if (anew && view.phase === "RACE") return [fact(view, "turn", 0), ...fact<number[]>(view, "slaps", [])];
  if (fresh) return [];
  let paddles = [...stack];
  for (const { what, seat = -1 } of told) {
    if (what === "windup") paddles = [];
    else if (what === "slap") paddles = [seat];
    else if ((what === "down" || what === "lost") && !paddles.includes(seat)) paddles.push(seat);
  }
  return paddles;
}

/** Numbers of which this hand has two or more, the highest first. */
export function pairsIn(cards: readonly (string | null)[]): number[] {
  const counts = new Map<number, number>();
  for (const name of cards) {
    const number = Number(name ?? NaN);
    if (!Number.isNaN(number)) counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 1).map(([number]) => number).sort((a, b) => b - a);
}

/** Where a card of a hand has just come from: drawn, or pulled out of somebody's hand. New cards are at the right end. */
export function arrivedFrom(view: View, told: readonly Told[], zone: string, place: number): string | null {
  const came = told.filter((one) => one.target === zone && (one.what === "move" || one.what === "take"));
  const fromEnd = sizeOf(view, zone) - 1 - place;
  return came[came.length - 1 - fromEnd]?.source ?? null;
}

/** The ways to take unseen cards: for each card the rival who gives it. */
export function takesIn(legal: readonly string[]): number[][] {
  return legal.filter((move) => move.startsWith("take ")).map((move) => move.slice(5).split(" ").map(Number));
}

/** Whom one may name next, after these. */
export function nextTake(takes: readonly number[][], chosen: readonly number[]): number[] {
  const open = takes.filter((take) => chosen.every((seat, i) => take[i] === seat)).map((take) => take[chosen.length]);
  return [...new Set(open.filter((seat) => seat !== undefined))];
}

export type Place = "left" | "top" | "right" | "bottom";

/** Who sits where around the unit; a player sees the own pad apart from it. */
export function placesOf(seats: number, seat: number): Map<Place, number> {
  const company = others(seats, seat);
  const order: Place[] = company.length === 2 ? ["left", "right"] : ["left", "top", "right"];
  if (seat >= seats) order.unshift("bottom");
  if (seat >= seats && seats === 3) order.splice(0, 4, "bottom", "left", "right");
  return new Map(order.map((place, i) => [place, company[i] ?? -1]));
}

export interface HandCard {
  key: string;
  name: string;
  number: number;
  from: string | null;
}

/** The own cards in the order in which they came; their owner may hold them in another. */
export function cardsOf(view: View, told: readonly Told[], seat: number): HandCard[] {
  const zone = `hands[${seat}]`;
  const seen = new Map<string, number>();
  return cardsIn(view, zone).map((card, place) => {
    const name = card ?? "";
    const copy = seen.get(name) ?? 0;
    seen.set(name, copy + 1);
    return { key: `${name}/${copy}`, name, number: Number(name), from: arrivedFrom(view, told, zone, place) };
  });
}
