// What a board is. A game's own board is web/src/games/<slug>/Board.svelte; it is found by listing the folder, and a
// game without one gets the generic board.

import type { Component } from "svelte";
import type { GameShown, View } from "../protocol/types";
import type { LiveTable } from "../table/live.svelte";
import Generic from "../board/Generic.svelte";

/** phone: portrait, from 320 px. wide: from 1024 px, keys are printed. screen: a TV, public, nobody presses it. */
export type Surface = "phone" | "wide" | "screen";

export interface BoardProps {
  table: LiveTable;
  game: GameShown;
  /** what `seat` may know now */
  view: View;
  /** whose eyes and hands these are; PUBLIC for somebody who watches */
  seat: number;
  surface: Surface;
  /** opens the rules at a clause */
  why: (clause: string) => void;
}

export type Board = Component<BoardProps>;

/** A seat's score or count at a glance, for tags, the score sheet and the big screen. */
export interface Tally {
  tally(view: View, seat: number, game: GameShown): { value: number | string; label: string };
}

const boards = import.meta.glob<{ default: Board }>("./*/Board.svelte");
const tallies = import.meta.glob<Tally>("./*/tally.ts", { eager: true });

export async function boardOf(slug: string): Promise<Board> {
  return (await boards[`./${slug}/Board.svelte`]?.())?.default ?? Generic;
}

export function tallyOf(game: GameShown | null, view: View | null, seat: number): { value: number | string; label: string } | null {
  return view === null || game === null ? null : (tallies[`./${game.slug}/tally.ts`]?.tally(view, seat, game) ?? null);
}
