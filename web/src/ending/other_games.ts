// Another game for the same company: who comes along, and how many bots fill up the table.

import type { GameShown, SeatShown } from "../protocol/types";

const USUAL = "casual";

/** The bots of the new table, those of this one first; null if not everybody would find a seat there. */
export function botsAt(game: Pick<GameShown, "fewest" | "most">, seats: readonly Pick<SeatShown, "bot" | "stands_in">[]): string[] | null {
  const own = seats.filter((seat) => seat.bot !== "" && !seat.stands_in).map((seat) => seat.bot);
  const people = seats.length - own.length;
  if (people > game.most) return null;
  const wanted = Math.min(Math.max(seats.length, game.fewest), game.most) - people;
  return Array.from({ length: wanted }, (_, i) => own[i] ?? USUAL);
}
