// Somebody's hands in one game: how fast, how close, how often for nothing.

import type { GameShown } from "../protocol/types";
import type { ShownRace } from "../table/board_table";
import { between, deciders, lanes, type Lane } from "../table/races";
import { kindOf } from "../profile/kinds";
import { foulOfFirst } from "../table/verdicts";

/** A race as it is remembered until the end of its game. */
export interface KeptRace {
  n: number;
  goal: "first wins" | "last loses";
  /** who won it, or who lost it */
  seats: readonly number[];
  /** seat and ms of every hand, the fastest first */
  hands: readonly (readonly [seat: number, ms: number])[];
  /** those who had a head start */
  ahead: readonly number[];
  /** those whose time the server has estimated */
  about?: readonly number[];
  /** what was answered, by the game's own name for it */
  kind?: string;
}

export interface Numbers {
  /** every own reaction, as they came */
  times: readonly number[];
  median: number;
  best: number;
  /** the server has estimated one of them, or the best one */
  about: { median: boolean; best: boolean };
  /** races won, or where the last one loses, not lost */
  won: number;
  /** hands and shouts for nothing */
  slips: number;
}

/** Nothing of a race in which nobody's hand counted, or in which the first hand came down for nothing. */
export function keptRace(game: GameShown | null, { race, told }: ShownRace): KeptRace | null {
  const timed = lanes(race).filter((lane) => lane.ms !== null);
  const hands = timed.map(({ seat, ms }) => [seat, ms ?? 0] as const);
  if (hands.length === 0 || race.outcome === "void" || foulOfFirst(game, race, told) !== undefined) return null;
  const ahead = race.times.filter((time) => time.handicap > 0).map((time) => time.seat);
  return { n: race.n, goal: race.goal, seats: race.seats, hands, ahead, about: timed.filter((lane) => lane.about).map((lane) => lane.seat), kind: kindOf(game?.slug ?? "", race, told) };
}

export function numbersOf(races: readonly KeptRace[], slips: number, seat: number): Numbers {
  const own = races.filter((race) => race.hands.some(([who]) => who === seat));
  const times = own.map((race) => race.hands.find(([who]) => who === seat)?.[1] ?? 0);
  const won = own.filter((race) => race.seats.includes(seat) === (race.goal === "first wins")).length;
  const best = Math.min(...times);
  const estimated = own.map((race) => race.about?.includes(seat) ?? false);
  const about = { median: estimated.includes(true), best: estimated[times.indexOf(best)] ?? false };
  return { times, median: median(times), best, about, won, slips };
}

/** The own reactions by what they answered. */
export function timesByKind(races: readonly KeptRace[], seat: number): Record<string, number[]> {
  const found: Record<string, number[]> = {};
  for (const race of races) {
    const own = race.hands.find(([who]) => who === seat);
    if (own !== undefined) (found[race.kind ?? ""] ??= []).push(own[1]);
  }
  return found;
}

export function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return Math.round(sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2);
}

/** The own hand and the one that it was measured with, the earlier one first; nothing if it had no rival there. */
export function ownDuel({ race }: ShownRace, seat: number): [Lane, Lane] | null {
  const two = deciders(race);
  if (two === null || two.some((lane) => lane.seat === seat)) return two;
  const own = lanes(race).find((lane) => lane.seat === seat && lane.ms !== null);
  return race.goal === "first wins" && own !== undefined ? [two[0], own] : null;
}

/** Closer than that one? */
export function isCloser(one: ShownRace, than: ShownRace | null, seat: number): boolean {
  const duel = ownDuel(one, seat);
  const other = than === null ? null : ownDuel(than, seat);
  return duel !== null && (other === null || between(duel) < between(other));
}
