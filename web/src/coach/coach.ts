// The coach speaks after a verdict, to newcomers, about public facts alone: the cards that lay there and the rule.

import type { GameShown, Told, View } from "../protocol/types";
import type { ShownRace } from "../table/board_table";
import { foulOfFirst } from "../table/verdicts";
import { sentence } from "../table/words";

/** Something that has just happened, as a game's own coach gets to see it. */
export interface Moment {
  game: GameShown;
  /** what lay there, and what lies there now, with the player's own eyes */
  before: View;
  view: View;
  told: readonly Told[];
  /** the race that this was, if it was one */
  race: ShownRace | null;
  me: number;
  names: readonly string[];
}

/** One sentence, with the very cards that it is about. */
export interface Note {
  /** what it teaches: the same lesson is not repeated for ever */
  about: string;
  /** words between two pairs of asterisks are bold */
  text: string;
  clause: string;
  cards: readonly string[];
  /** the same in two or three words, for whoever has read the sentence before */
  brief?: string;
}

/** `coach.ts` of a game. Null: nothing to learn here. */
export interface GameCoach {
  coach(moment: Moment): Note | null;
  /** losses of this player that neither a race nor the tone of an event tells */
  losses?(moment: Moment): boolean;
}

const coaches = import.meta.glob<GameCoach>("../games/*/coach.ts", { eager: true });

/** What there is to learn from a moment, if it cost the player something. */
export function noteOn(moment: Moment): Note | null {
  const own = coaches[`../games/${moment.game.slug}/coach.ts`];
  if (!isLoss(moment) && own?.losses?.(moment) !== true) return null;
  return own === undefined ? plainNote(moment) : own.coach(moment);
}

/** A race that somebody else has won, or that this player has lost; a foul or a loss of this player's own. */
export function isLoss({ race, told, me, game }: Moment): boolean {
  if (told.some((one) => one.seat === me && isBad(game, one))) return true;
  if (race === null || !race.race.times.some((time) => time.seat === me) || foulOfFirst(game, race.race, told) !== undefined) return false;
  const { goal, outcome, seats } = race.race;
  return goal === "last loses" ? outcome === "lost" && seats.includes(me) : outcome === "won" && !seats.includes(me);
}

/** A game without a coach of its own: what happened, in the game's words, with its clause. */
export function plainNote({ race, told, me, game, names }: Moment): Note | null {
  const own = told.find((one) => one.seat === me && isBad(game, one));
  const decided = told.find((one) => one.clause && race?.race.seats.includes(one.seat ?? -1) && sentence(game, one, names) !== "");
  const one = own ?? decided;
  return one?.clause ? { about: `${one.what} ${one.clause}`, text: sentence(game, one, names, [me]), clause: one.clause, cards: [] } : null;
}

function isBad(game: GameShown, told: Told): boolean {
  const tone = game.events[told.what]?.tone;
  return tone === "foul" || tone === "loss";
}
