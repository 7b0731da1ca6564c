// On which days today's deal was played on this device, and what came of it.

import { memorize, recall } from "../memory";
import type { DailyResult } from "../protocol/types";

/** By day (2026-11-18), then by game: the result. */
export type Days = Readonly<Record<string, Readonly<Record<string, DailyResult>>>>;

const SUBJECT = "daily";
const KEPT = 400; // days
const DAY = 86_400_000;

export function daysPlayed(): Days {
  const kept = recall(SUBJECT);
  return typeof kept === "object" && kept !== null && !Array.isArray(kept) ? (kept as Days) : {};
}

export function keepResult(day: string, game: string, result: DailyResult): void {
  const days = daysPlayed();
  const all = { ...days, [day]: { ...days[day], [game]: result } };
  memorize(SUBJECT, Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)).slice(-KEPT)));
}

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The day and the six before it, by the server's calendar. */
export function lastSeven(today: string): string[] {
  return Array.from({ length: 7 }, (_, ago) => dayAt(timeOf(today) - (6 - ago) * DAY));
}

/** Days without a gap up to today, or to yesterday as long as today may still be played; and the longest ever. */
export function streaks(days: Days, today: string): { now: number; best: number } {
  const played = Object.keys(days).filter((day) => Object.keys(days[day] ?? {}).length > 0).map(timeOf).sort((a, b) => a - b);
  let best = 0;
  let run = 0;
  let before = NaN;
  for (const day of played) {
    run = day - before === DAY ? run + 1 : 1;
    best = Math.max(best, run);
    before = day;
  }
  return { now: timeOf(today) - before <= DAY ? run : 0, best };
}
