// How far away the own hand was: two hands and what lies between them.

import { texts } from "../texts";
import type { ShownRace } from "../table/board_table";
import { lanes } from "../table/races";
import type { ShownNote } from "./session.svelte";

export interface Hand {
  seat: number;
  /** its time, or – where no hand came down */
  says: string;
  /** share of the fastest: farther right is faster */
  reach: number;
}

export interface Distance {
  hands: [Hand, Hand];
  /** "156 ms late" */
  gap: string;
}

/** How far away the own hand was in the race that a note is about. What comes in late is known to the table alone. */
export function apartIn({ race }: ShownNote, latest: ShownRace | null, me: number): Distance | null {
  if (race === null) return null;
  return distance(latest?.key === race.key ? latest : race, me);
}

/** Whether a note is said in full: also where it has nothing shorter to say. */
export function isWhole({ note, wording }: ShownNote, apart: Distance | null): boolean {
  return wording === "whole" || (apart === null && note.brief === undefined);
}

/** The hand to compare with: the winner's, or where the last one loses, the one before. Nothing where the own was first. */
export function distance(shown: ShownRace, me: number): Distance | null {
  const { race } = shown;
  const all = lanes(race);
  const own = all.find((lane) => lane.seat === me);
  const others = all.filter((lane) => lane.seat !== me && lane.ms !== null);
  const rival = race.goal === "last loses" ? others.at(-1) : others[0];
  if (own === undefined || rival?.ms == null) return null;
  const ms = own.ms ?? shown.late ?? null;
  const other = { seat: rival.seat, says: texts.race.number(rival.ms, rival.about), reach: 1 };
  if (ms === null) return { hands: [other, { seat: me, says: "–", reach: 0 }], gap: texts.coach.noHand };
  if (ms < rival.ms) return null;
  const mine = { seat: me, says: texts.race.number(ms, own.about), reach: reach(ms, rival.ms) };
  return { hands: [other, mine], gap: texts.coach.late(texts.table.ms(ms - rival.ms, own.about || rival.about)) };
}

const reach = (ms: number, best: number): number => (ms === 0 ? 1 : Math.max(0.12, best / ms));
