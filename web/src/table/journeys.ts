// A race as it travelled: from the server to each screen, the hand, and back. All in ms since the card was released.

import type { Race, SeatTime } from "../protocol/types";
import { correctionOf, lanes } from "./races";

export interface Journey {
  seat: number;
  sent: number;
  /** the player's own screen shows it, as far as that is believed */
  shown: number;
  /** the hand comes down, as far as that is believed */
  hand: number;
  arrived: number;
  /** the same two as the device says, where another time counts */
  said: { shown: number; hand: number } | null;
  /** estimated by the server */
  about: boolean;
  /** why another time counts than the device's own; empty if none does */
  why: string;
}

export function journeys(race: Race): Journey[] {
  const reasons = new Map(lanes(race).map((lane) => [lane.seat, correctionOf(lane)]));
  return race.times.flatMap((time) => journey(time, reasons.get(time.seat) ?? "") ?? []).sort((a, b) => a.hand - a.shown - (b.hand - b.shown));
}

function journey(time: SeatTime, why: string): Journey | null {
  const { seat, sent, arrived, reaction, verdict } = time;
  if (arrived === null || reaction === null || reaction < 0) return null;
  const { shown, hand } = believed(time, arrived, reaction);
  return {
    seat, why, sent: sent / 1000, shown: shown / 1000, hand: hand / 1000, arrived: Math.max(arrived, hand) / 1000,
    said: said(time), about: verdict === "estimated",
  };
}

/** Where the law has no times of its own (several hands at one clock): half a round trip before the word of the screen. */
function believed(time: SeatTime, arrived: number, reaction: number): { shown: number; hand: number } {
  const { sent, seen, trip, handicap, painted, pressed } = time;
  if (painted !== null && pressed !== null && pressed >= painted) return { shown: painted, hand: pressed };
  const shown = Math.max(sent, Math.min((seen ?? sent + trip) - trip / 2, arrived - trip / 2));
  return { shown, hand: Math.min(shown + reaction + handicap, Math.max(arrived, shown)) };
}

function said({ verdict, painted_said: painted, pressed_said: pressed }: SeatTime): Journey["said"] {
  return verdict === "corrected" && painted !== null && pressed !== null ? { shown: painted / 1000, hand: pressed / 1000 } : null;
}
