// What the pages of today's deal say.

import type { DailyGame, DailyResult } from "../protocol/types";

const utc = (day: string, how: Intl.DateTimeFormatOptions): string => new Intl.DateTimeFormat("en-GB", { ...how, timeZone: "UTC" }).format(Date.parse(`${day}T00:00:00Z`));

export const words = {
  title: "Today’s deal",
  next: (seconds: number) => {
    const minutes = Math.max(1, Math.ceil(seconds / 60));
    return minutes >= 60 ? `next deal in ${Math.floor(minutes / 60)} h ${minutes % 60}` : `next deal in ${minutes} min`;
  },
  what: (game: string, inShort: string) => `${game}, ${inShort}.`,
  same: (ghosts: number) => `The same cards and the same ${["no", "one ghost", "two ghosts", "three ghosts", "four ghosts", "five ghosts"][ghosts] ?? `${ghosts} ghosts`} for everyone here.`,
  once: "One try counts. Ghosts are the recorded hands of bots that played this very deal.",
  play: "Play it",
  goOn: "Go on with your try",
  practise: "Practise yesterday’s",
  others: "Today’s other deals",
  played: "played",
  weekday: (day: string) => utc(day, { weekday: "short" }),
  date: (day: string) => utc(day, { day: "numeric" }),
  month: (day: string) => utc(day, { month: "short" }),
  won: (unit: string, fewest: boolean) => (fewest ? `${unit}; the fewest win` : unit),
  median: "ms median",
  place: (place: number) => ["", "first", "second", "third", "fourth", "fifth", "sixth"][place] ?? String(place),
  ofAll: (seats: number) => `of ${seats}`,
  slips: (slips: number) => `slip${slips === 1 ? "" : "s"}`,
  better: (share: number) => `Better than ${share} of 100`,
  howMany: (played: number) => `${played} played`,
  soon: (played: number, needed: number) => `${played === 1 ? "1 result" : `${played} results`} so far. Where yours lies is told from ${needed} on; never with names.`,
  you: (score: number) => `you ${score}`,
  bars: (own: number, better: number) => `How many results there are of each score; yours is ${own}, better than ${better} of 100`,
  headline: (game: DailyGame, result: DailyResult, day: string) =>
    [`Slamdeck, ${utc(day, { day: "numeric", month: "short" })}: ${game.title} ${result.score} ${game.unit}`, result.median_ms ? `${result.median_ms} ms` : ""].filter((part) => part !== "").join(", "),
  legend: "Each shape is who was first; a cross is a slip. Nothing in it gives a card away.",
  legendPlaces: "The shapes of all four, the best first. Nothing in it gives a card away.",
  share: "Share",
  copied: "Copied",
  notCounted: "A bot has played for you while you were away, so this try is not among the others.",
  seven: (days: number) => `${["None", "One", "Two", "Three", "Four", "Five", "Six", "All"][days] ?? days} of the last seven days`,
  streak: (now: number, best: number) => `streak ${now}, best ${best}`,
  rest: "rest",
  today: "today",
  short: (day: string) => utc(day, { weekday: "short" }).slice(0, 2),
  refused: (why: string) => `${why.charAt(0).toUpperCase()}${why.slice(1)}.`,
  result: "See where you lie",
  again: "Once more",
  startLine: (left: number) => (left > 0 ? "The same cards for everyone here. One try." : "Played. Come back tomorrow."),
  reflexes: "Your reflexes",
  ghosts: "Play against these hands",
  ghostsText: "The same cards once more; you take another seat, and your own hands of just now sit opposite.",
};
