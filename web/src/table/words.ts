// What happened, in plain words with its clause. The words are the game's own, from the server.

import type { GameShown, Race, Told } from "../protocol/types";
import { texts } from "../texts";
import { headline, lanes } from "./races";

export interface LogLine {
  key: number;
  /** game time in ms */
  at: number;
  seat: number;
  text: string;
  clause: string;
}

export function cardWords(game: GameShown, name: string | null | undefined): string {
  const kind = name == null ? undefined : game.kinds.find((one) => one.name === name);
  return kind?.words ?? (name == null ? texts.table.card : name);
}

/** A sentence, or nothing: a movement that nobody needs to read about has no words. */
export function sentence(game: GameShown, told: Told, names: readonly string[]): string {
  const template = game.events[told.what]?.words ?? texts.movements[told.what] ?? "";
  return template
    .replaceAll("{who}", names[told.seat ?? -1] ?? "")
    .replaceAll("{number}", String(told.number ?? 0))
    .replace(/\b1 cards\b/, "1 card") // the words of a game know no singular
    .replaceAll("{card}", told.card == null ? "a card" : cardWords(game, told.card))
    .trim();
}

/** The lines of one update; the same movement many times over is one line. */
export function logLines(game: GameShown, told: readonly Told[], names: readonly string[], at: number, key: number): LogLine[] {
  const lines: LogLine[] = [];
  for (const one of told) {
    const text = sentence(game, one, names);
    if (text === "" || lines.at(-1)?.text === text) continue;
    lines.push({ key: key + lines.length, at, seat: one.seat ?? -1, text, clause: one.clause ?? "" });
  }
  return lines;
}

/** How a race ended, in one line. A hand that was first at nothing is a foul, and the words say so. */
export function verdictLine(game: GameShown | null, race: Race, told: readonly Told[], names: readonly string[]): string {
  const first = lanes(race)[0]?.seat;
  const foul = told.find((one) => one.seat === first && game?.events[one.what]?.tone === "foul");
  return foul !== undefined && game !== null ? sentence(game, foul, names) : headline(race, names);
}

/** 2:41 */
export function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
