// What a hand answered, in the game's own words: `reflexes.ts` in a game's folder. A game without one has races in which
// the first hand wins, and races in which the last one loses.

import type { Race, Told, View } from "../protocol/types";
import type { Fakes } from "./games_played";
import { words } from "./words";

export interface GameReflexes {
  /** what was slapped at, by a short name of its own */
  kind?(race: Race, told: readonly Told[]): string;
  /** those names, as people read them */
  kinds?: Readonly<Record<string, string>>;
  /** what happened of lifted hands that did not slap */
  fakes?(told: readonly Told[], view: View | null, me: number): Fakes;
}

const games = import.meta.glob<GameReflexes>("../games/*/reflexes.ts", { eager: true });
const of = (slug: string): GameReflexes | undefined => games[`../games/${slug}/reflexes.ts`];

export function kindOf(slug: string, race: Race, told: readonly Told[]): string {
  return of(slug)?.kind?.(race, told) ?? (race.goal === "first wins" ? "first" : "all");
}

export function kindWords(slug: string, kind: string): string {
  return of(slug)?.kinds?.[kind] ?? words.kinds[kind] ?? kind;
}

export function fakesIn(slug: string, told: readonly Told[], view: View | null, me: number): Fakes | null {
  return of(slug)?.fakes?.(told, view, me) ?? null;
}
