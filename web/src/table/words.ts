// What happened, in plain words with its clause. The words are the game's own, from the server.

import type { EventShown, GameShown, Told } from "../protocol/types";
import { texts } from "../texts";
import { fill, ownerOf, PLAYER, type Player } from "./templates";

export interface LogLine {
  key: number;
  /** game time in ms */
  at: number;
  seat: number;
  text: string;
  clause: string;
  /** how the game tells it; what the coach said is a note */
  tone: EventShown["tone"] | "note";
}

export function cardWords(game: GameShown, name: string | null | undefined): string {
  const kind = name == null ? undefined : game.kinds.find((one) => one.name === name);
  return kind?.words ?? (name == null ? texts.table.card : name);
}

/** A sentence, or nothing: a movement that nobody needs to read about has no words. `yours`: the seats of who reads it. */
export function sentence(game: GameShown, told: Told, names: readonly string[], yours: readonly number[] = []): string {
  const telling = game.events[told.what];
  const words = telling?.words ?? texts.movements[told.what] ?? "";
  const seats = { who: told.seat ?? -1, from: ownerOf(told.source), to: ownerOf(told.target) };
  const named = new Set([...words.matchAll(PLAYER)].map((found) => seats[found[1] as Player]));
  const card = told.card == null ? null : cardWords(game, told.card);
  const template = telling?.own && named.size === 1 ? telling.own : words;
  return fill(template, { ...told, card }, seats, names, yours.length === 1 ? (yours[0] ?? -1) : -1);
}

/** The name of a place without its owner: "hands[2]" is one of the hands. */
const family = (zone: string | null | undefined): string => (zone ?? "").split("[", 1)[0] ?? "";
const wayOf = (told: Told): string => `${told.what} ${family(told.source)} ${family(told.target)}`;
const moverOf = (told: Told): number => Math.max(ownerOf(told.source), ownerOf(told.target));

/** An ordinary play or draw, if the game has words for it: one card on that way, and nothing else told of its player. */
function ordinary(game: GameShown, one: Told, told: readonly Told[]): string | null {
  const way = wayOf(one);
  if (game.events[way] === undefined || told.filter((other) => wayOf(other) === way).length > 1) return null;
  const player = moverOf(one);
  return told.some((other) => other.seat === player && game.events[other.what] !== undefined) ? null : way;
}

/** The lines of one update; the same movement many times over is one line. */
export function logLines(game: GameShown, told: readonly Told[], names: readonly string[], at: number, yours: readonly number[] = []): Omit<LogLine, "key">[] {
  const lines: Omit<LogLine, "key">[] = [];
  for (const one of told) {
    const way = ordinary(game, one, told);
    const text = sentence(game, way === null ? one : { ...one, what: way }, names, yours);
    if (text === "" || lines.at(-1)?.text === text) continue;
    lines.push({ at, seat: way === null ? (one.seat ?? -1) : moverOf(one), text, clause: one.clause ?? "", tone: game.events[one.what]?.tone ?? "neutral" });
  }
  return lines;
}

/** 2:41 */
export function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
