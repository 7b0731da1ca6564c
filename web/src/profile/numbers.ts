// What somebody's hands were like: over weeks, game by game, by what they answered.

import type { GamePlayed } from "./games_played";

export interface Week {
  /** its first day: ms since 1970 */
  from: number;
  median: number;
  hands: number;
}

export interface KindNumbers {
  kind: string;
  median: number;
  best: number;
  times: readonly number[];
}

export interface GameNumbers {
  game: string;
  games: number;
  /** of those whose places are known */
  won: number;
  known: number;
  median: number | null;
  /** medians of the latest weeks with hands, the oldest first */
  weeks: readonly number[];
  kinds: readonly KindNumbers[];
}

export interface ProfileNumbers {
  games: number;
  hands: number;
  median: number | null;
  best: number | null;
  weeks: readonly Week[];
  byGame: readonly GameNumbers[];
  races: { won: number; all: number };
  slips: number;
  fakes: { seen: number; fallen: number; landed: number };
  closest: readonly number[];
}

const WEEK = 7 * 86_400_000;
const MONDAY = 4 * 86_400_000; // 1970 began on a Thursday
const CLOSEST = 3;
const SHOWN_WEEKS = 16;
const SHOWN_BARS = 6;

export const weekOf = (at: number): number => Math.floor((at - MONDAY) / WEEK) * WEEK + MONDAY;

/** Everything at one go: a hundred thousand games in well under two seconds. */
export function numbersOfAll(games: readonly GamePlayed[]): ProfileNumbers {
  const all: number[] = [];
  const weeks = new Map<number, number[]>();
  const boxes = new Map<string, GamePlayed[]>();
  const closest: number[] = [];
  const sums = { won: 0, slips: 0, seen: 0, fallen: 0, landed: 0 };
  for (const game of games) {
    for (const times of Object.values(game.times)) {
      for (const ms of times) all.push(ms);
      pushAll(weeks, weekOf(game.at), times);
    }
    const box = boxes.get(game.game);
    if (box === undefined) boxes.set(game.game, [game]);
    else box.push(game);
    if (game.closest !== null) closest.push(game.closest);
    sums.won += game.won;
    sums.slips += game.slips;
    sums.seen += game.fakes.seen;
    sums.fallen += game.fakes.fallen;
    sums.landed += game.fakes.landed;
  }
  return {
    games: games.length,
    hands: all.length,
    median: all.length > 0 ? median(all) : null,
    best: least(all),
    weeks: inWeeks(weeks).slice(-SHOWN_WEEKS),
    byGame: [...boxes].map(([game, own]) => numbersOfGame(game, own)).sort((a, b) => b.games - a.games),
    races: { won: sums.won, all: all.length },
    slips: sums.slips,
    fakes: { seen: sums.seen, fallen: sums.fallen, landed: sums.landed },
    closest: closest.sort((a, b) => a - b).slice(0, CLOSEST),
  };
}

function numbersOfGame(game: string, own: readonly GamePlayed[]): GameNumbers {
  const kinds = new Map<string, number[]>();
  const weeks = new Map<number, number[]>();
  let won = 0;
  let known = 0;
  for (const one of own) {
    if (one.place > 0) known++;
    if (one.place === 1) won++;
    for (const [kind, times] of Object.entries(one.times)) {
      pushAll(kinds, kind, times);
      pushAll(weeks, weekOf(one.at), times);
    }
  }
  const all = [...kinds.values()].flat();
  return {
    game, games: own.length, won, known,
    median: all.length > 0 ? median(all) : null,
    weeks: inWeeks(weeks).slice(-SHOWN_BARS).map((week) => week.median),
    kinds: [...kinds].map(([kind, times]) => ({ kind, times, median: median(times), best: least(times) ?? 0 })).sort((a, b) => b.times.length - a.times.length),
  };
}

/** As at the end of a game, for very many: numbers sort themselves faster than they are compared one by one. */
function median(times: readonly number[]): number {
  const sorted = Float64Array.from(times).sort();
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return Math.round(sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2);
}

function pushAll<Key>(into: Map<Key, number[]>, key: Key, times: readonly number[]): void {
  const before = into.get(key);
  if (before === undefined) into.set(key, [...times]);
  else for (const ms of times) before.push(ms);
}

function inWeeks(weeks: ReadonlyMap<number, number[]>): Week[] {
  return [...weeks].sort(([a], [b]) => a - b).flatMap(([from, times]) => (times.length > 0 ? [{ from, median: median(times), hands: times.length }] : []));
}

const least = (times: readonly number[]): number | null => (times.length > 0 ? times.reduce((a, b) => Math.min(a, b)) : null);
