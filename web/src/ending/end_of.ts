// What a game that is over says of itself to one reader.

import { PUBLIC } from "../protocol/types";
import type { GameShown } from "../protocol/types";
import type { LiveTable } from "../table/live.svelte";
import { texts } from "../texts";
import { factOf, type Standing } from "./ending";
import { outcomeOf, type Outcome } from "./outcome";

export interface EndShown {
  outcome: Outcome;
  /** why it is over, in one sentence */
  reason: string;
  /** the own place with the game's own fact; the series, if there is one */
  lines: readonly string[];
  cards: readonly string[];
  standing: readonly Standing[];
  /** the rule that ended it */
  clause: string;
}

/** `forOthers`: as somebody reads it who was not there, and is nobody's "you". */
export function endOf(table: LiveTable, game: GameShown, forOthers = false): EndShown {
  const { names, seats } = table;
  const [yours, me] = forOthers ? [[], PUBLIC] : [table.yours, table.me];
  const outcome = outcomeOf(table.shown?.places ?? [], names, yours);
  const view = table.view();
  const fact = view === null ? null : factOf(game, view, me, names, (what, seat) => table.record.howOften(what, seat));
  const own = [outcome.own, fact?.text ?? ""].filter((text) => text !== "").join(". ");
  const { reason = "", clause = "" } = table.shown?.ending ?? {};
  return {
    outcome,
    reason: asSentence(reason),
    lines: [own, series(seats, yours)].filter((text) => text !== ""),
    cards: fact?.cards ?? [],
    standing: fact?.standing ?? [],
    clause,
  };
}

const asSentence = (part: string): string => (part === "" ? "" : `${part.charAt(0).toUpperCase()}${part.slice(1)}.`);

/** Several games at one table: who has won how many. */
function series(seats: LiveTable["seats"], yours: readonly number[]): string {
  if (seats.reduce((sum, seat) => sum + seat.wins, 0) < 2) return "";
  const won = seats.flatMap((seat, i) => (seat.wins > 0 ? [{ name: yours.length === 1 && yours[0] === i ? texts.race.you : seat.name, wins: seat.wins }] : []));
  return texts.ending.series(won.sort((a, b) => b.wins - a.wins).map(({ name, wins }) => texts.ending.seriesOf(name, wins)).join(", "));
}
