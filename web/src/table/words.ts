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

/** The lines of one update; the same movement many times over is one line. */
export function logLines(game: GameShown, told: readonly Told[], names: readonly string[], at: number, yours: readonly number[] = []): Omit<LogLine, "key">[] {
  const lines: Omit<LogLine, "key">[] = [];
  for (const one of told) {
    const text = sentence(game, one, names, yours);
    if (text === "" || lines.at(-1)?.text === text) continue;
    lines.push({ at, seat: one.seat ?? -1, text, clause: one.clause ?? "", tone: game.events[one.what]?.tone ?? "neutral" });
  }
  return lines;
}

/** 2:41 */
export function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
