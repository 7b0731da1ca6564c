// What a board is. A game's own board is web/src/games/<slug>/Board.svelte; it is found by listing the folder, and a
// game without one gets the generic board.

import type { Component } from "svelte";
import type { GameShown, View } from "../protocol/types";
import type { Layout } from "../board/layout";
import type { BoardTable } from "../table/board_table";
import Generic from "../board/Generic.svelte";

export interface BoardProps {
  table: BoardTable;
  game: GameShown;
  /** what `seat` may know now */
  view: View;
  /** whose eyes and hands these are; PUBLIC for somebody who watches */
  seat: number;
  /** how the table is laid out: by the room that is left for it */
  layout: Layout;
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
