// How a game ends, in its own words: `ending.ts` in a game's folder. A game without one has its places and its reason.

import type { GameShown, View } from "../protocol/types";

/** One more fact for the end of a game, told to one player. */
export interface Fact {
  /** "All 55 cards in 6 min 12 s": one short sentence without a full stop, in the reader's own view */
  text: string;
  /** the cards that decided it, three at most: they lie under the winner's hand */
  cards?: readonly string[];
  /** how everybody did, the best first: for a game that is not about quick hands */
  standing?: readonly Standing[];
}

/** What one player has to show for this game: cards, or words, or both. */
export interface Standing {
  seat: number;
  cards?: readonly string[];
  text: string;
}

/** How often a seat has done what the game calls so. */
export type HowOften = (what: string, seat: number) => number;

export interface GameEnding {
  /** `me` is the reader's seat, or PUBLIC; the view is that of the end, with the reader's own eyes. */
  ending(view: View, me: number, names: readonly string[], game: GameShown, howOften: HowOften): Fact | null;
  /** Why a hand is over and what its points mean, for the break after it; the view is that of the break. */
  handOver?(view: View, me: number, names: readonly string[]): string;
}

const endings = import.meta.glob<GameEnding>("../games/*/ending.ts", { eager: true });

export function handOverOf(game: GameShown, view: View, me: number, names: readonly string[]): string {
  return endings[`../games/${game.slug}/ending.ts`]?.handOver?.(view, me, names) ?? "";
}

export function factOf(game: GameShown, view: View, me: number, names: readonly string[], howOften: HowOften): Fact | null {
  return endings[`../games/${game.slug}/ending.ts`]?.ending(view, me, names, game, howOften) ?? null;
}
