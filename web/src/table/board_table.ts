// What a board needs of a table, and no more: the same boards serve live tables, lessons and whatever else shows a game.

import type { Act, Race, SeatShown, Told, View } from "../protocol/types";
import type { Said } from "./speech.svelte";

/** What the latest update told, for movement and sound; `key` changes with every update. */
export interface Theatre {
  key: number;
  told: readonly Told[];
  /** the whole table anew: nothing of it has just happened */
  fresh: boolean;
  /** the view before, where cards came from */
  before: View | null;
}

export interface ShownRace {
  race: Race;
  told: readonly Told[];
  key: number;
  /** an own hand that came after the verdict: its reaction in ms */
  late?: number | null;
}

/** An own hand that is on its way: shown at once, without any winner. */
export interface OwnHand {
  seat: number;
  do: string;
  key: number;
}

export interface BoardTable {
  readonly seats: readonly SeatShown[];
  readonly names: readonly string[];
  /** own seats; several only on a shared tablet */
  readonly yours: readonly number[];
  /** whose eyes this page has */
  readonly me: number;
  /** the house rules that differ from the usual ones */
  readonly options: Readonly<Record<string, unknown>>;
  readonly theatre: Theatre;
  readonly hand: OwnHand | null;
  readonly race: ShownRace | null;
  /** What is said to the player now: for a board that has a place for it (`tells` in its look). */
  readonly said?: Said | null;
  view(seat?: number): View | null;
  may(move: string, seat?: number): boolean;
  /** A hand or a move. The time is that of the press itself, never that of its handler. */
  act(move: string, press: Event, seat?: number): Act | null;
  /** What the board shows now takes so long to be seen: the end of the game waits for it. */
  showing(ms: number): void;
}
