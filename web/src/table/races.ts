// A closed race as people read it: lanes with everybody's milliseconds.

import type { Race, SeatTime } from "../protocol/types";
import { texts } from "../texts";
import type { ShownRace } from "./board_table";

export type Verdict = SeatTime["verdict"];
export type Correction = SeatTime["why"];

export const PHOTO_FINISH_MS = 30;

export interface Lane {
  seat: number;
  /** reaction in ms, or nothing where no hand came down */
  ms: number | null;
  /** behind the first, in ms */
  gap: number;
  verdict: Verdict;
  /** estimated by the server, for whatever reason */
  about: boolean;
  /** by how many ms the time that counts is later than what the device says */
  moved: number;
  why: Correction;
  handicap: number;
  wins: boolean;
  loses: boolean;
}

/** A hand that was too soon or bounced has no place in the order. */
const RUNS = new Set<Verdict>(["counts", "corrected", "estimated", "late"]);

export function lanes(race: Race): Lane[] {
  const timed = race.times.map((time) => ({ ...time, ms: RUNS.has(time.verdict) ? inMs(time.reaction) : null }));
  const best = Math.min(...timed.map((time) => time.ms ?? Infinity));
  const decided = race.outcome === "won" || race.outcome === "dead heat";
  return timed
    .map((time) => ({
      seat: time.seat,
      ms: time.ms,
      gap: time.ms === null ? 0 : time.ms - best,
      verdict: time.verdict,
      about: time.verdict === "estimated",
      moved: time.verdict === "corrected" ? moved(time) : 0,
      why: time.why,
      handicap: Math.round(time.handicap / 1000),
      wins: race.goal === "first wins" && decided && race.seats.includes(time.seat),
      loses: race.goal === "last loses" && race.outcome !== "void" && race.seats.includes(time.seat),
    }))
    .sort((a, b) => (a.ms ?? Infinity) - (b.ms ?? Infinity) || a.seat - b.seat);
}

function inMs(reaction: number | null): number | null {
  return reaction === null || reaction < 0 ? null : Math.round(reaction / 1000);
}

/** A head start is taken off what counts, and is no correction. */
function moved({ reaction, claim, handicap, painted, pressed }: SeatTime): number {
  if (reaction === null || claim === null) return 0;
  const believed = painted !== null && pressed !== null ? pressed - painted : reaction + handicap;
  return Math.round((believed - claim) / 1000);
}

/** A time of which the server knows everything, or of which nothing but the reaction is told. */
export function plainTime(seat: number, reaction: number | null, more: Partial<SeatTime> = {}): SeatTime {
  return {
    seat, reaction, verdict: reaction === null ? "slower" : "counts", handicap: 0, claim: null, why: "", sent: 0, seen: 0, arrived: reaction,
    trip: 0, painted: null, painted_said: null, pressed: null, pressed_said: null, ...more,
  };
}

/** "312 ms", with ≈ where the server has estimated it. */
export const timeOf = ({ ms, about }: Pick<Lane, "ms" | "about">): string => texts.table.ms(ms ?? 0, about);

/** What lies between two hands, in words. */
export const gapOf = (two: readonly [Lane, Lane]): string => texts.table.ms(between(two), two.some((lane) => lane.about));

/** Why another time counts than the device's own, in one sentence. */
export function correctionOf({ about, moved, why }: Pick<Lane, "about" | "moved" | "why">): string {
  if (about) return texts.race.corrections.estimated;
  return moved === 0 ? "" : texts.race.counted(moved, texts.race.corrections[why]);
}

/** The two hands that matter, the earlier one first: the first two, or where the last one loses, the last two. A hand that
 * had not come when all others were down was beaten by no other hand's milliseconds. */
export function deciders(race: Race): [Lane, Lane] | null {
  const all = lanes(race);
  if (all.some((lane) => lane.loses && lane.ms === null)) return null;
  const hands = all.filter((lane) => lane.ms !== null);
  const [one, two] = race.goal === "first wins" ? hands : hands.slice(-2);
  return one && two && race.outcome !== "void" ? [one, two] : null;
}

export const between = ([one, two]: readonly [Lane, Lane]): number => (two.ms ?? 0) - (one.ms ?? 0);

/** How far behind the last hand was: the own one may have come after the verdict. Nothing where no hand came. */
export function lastGap({ race, late = null }: ShownRace, yours: readonly number[]): string | null {
  const all = lanes(race);
  const last = all.find((lane) => lane.loses);
  const before = all.filter((lane) => lane !== last && lane.ms !== null).at(-1);
  if (last === undefined || before === undefined) return null;
  const ms = last.ms ?? (yours.includes(last.seat) ? late : null);
  return ms === null || ms < (before.ms ?? 0) ? null : gapOf([before, { ...last, ms }]);
}

/** The deciding hands, if they were very close. */
export function photoFinish(race: Race): [Lane, Lane] | null {
  const two = deciders(race);
  return two !== null && between(two) < PHOTO_FINISH_MS ? two : null;
}

/** What plain arrival order would have said about who was first, with how much later the true winner's signal came. */
export function arrivalOrder(race: Race): { first: number; other: number | null; later: number } | null {
  const arrived = race.times.filter((time) => time.arrived !== null && RUNS.has(time.verdict));
  const first = lanes(race)[0];
  const winner = arrived.find((time) => time.seat === first?.seat);
  if (race.goal !== "first wins" || arrived.length < 2 || winner === undefined) return null;
  const earliest = arrived.reduce((a, b) => ((a.arrived ?? 0) <= (b.arrived ?? 0) ? a : b));
  const later = Math.round(((winner.arrived ?? 0) - (earliest.arrived ?? 0)) / 1000);
  return { first: winner.seat, other: later > 0 ? earliest.seat : null, later };
}
