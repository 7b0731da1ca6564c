// A race as it travelled: from the server to each screen, the hand, and back. All in ms since the card was released.

import type { Race, SeatTime } from "../protocol/types";

export interface Journey {
  seat: number;
  sent: number;
  /** the player's own screen shows it */
  shown: number;
  /** the hand comes down */
  hand: number;
  arrived: number;
}

export function journeys(race: Race): Journey[] {
  return race.times.flatMap((time) => journey(time) ?? []).sort((a, b) => a.hand - a.shown - (b.hand - b.shown));
}

function journey({ seat, sent, seen, arrived, reaction, trip, handicap }: SeatTime): Journey | null {
  if (arrived === null || reaction === null || reaction < 0) return null;
  // `seen` is when the word of the screen was back: half a round trip after the picture.
  const shown = Math.max(sent, Math.min((seen ?? sent + trip) - trip / 2, arrived - trip / 2));
  const hand = Math.min(shown + reaction + handicap, Math.max(arrived, shown));
  return { seat, sent: sent / 1000, shown: shown / 1000, hand: hand / 1000, arrived: Math.max(arrived, hand) / 1000 };
}
