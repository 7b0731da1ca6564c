// How far somebody on this device has come in a game's lesson. A browser that stores nothing begins anew.

import type { GameShown } from "../protocol/types";

export interface Progress {
  /** the step to go on with, from 0 */
  step: number;
  done: boolean;
  skipped: boolean;
}

const KEY = "slamdeck.lessons";
const NOTHING: Progress = { step: 0, done: false, skipped: false };

function all(): Record<string, Partial<Progress>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, Partial<Progress>>) : {};
  } catch {
    return {};
  }
}

export function progressOf(slug: string): Progress {
  const kept = all()[slug];
  return typeof kept === "object" ? { ...NOTHING, ...kept } : { ...NOTHING };
}

export function keepProgress(slug: string, change: Partial<Progress>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [slug]: { ...progressOf(slug), ...change } }));
  } catch {
    // Storage refused: the lesson begins anew next time.
  }
}

/** Is the lesson worth a place on the box? Until it was done or skipped; after that it lives in the rules. */
export function offersLesson(game: GameShown): boolean {
  const { done, skipped } = progressOf(game.slug);
  return game.lessons.length > 0 && !done && !skipped;
}

export function learnPath(slug: string): string {
  return `/learn/${slug}`;
}
