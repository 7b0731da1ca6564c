// Worked examples in words.

import type { CardRow, ExampleMove, GameShown } from "../protocol/types";
import { texts } from "../texts";

/** Players of an example have letters for names. */
export const letter = (seat: number): string => String.fromCharCode(65 + seat);

export const seatName = ({ seat, do: move }: Pick<ExampleMove, "do" | "seat">): string =>
  move === "clock" ? "" : seat < 0 ? texts.rules.host : letter(seat);

/** "play R4" with the words of its card; "clock" is time that passes. */
export function moveWords(game: GameShown, move: string): string {
  if (move === "clock") return texts.rules.timePasses;
  const kinds = new Map(game.kinds.map((kind) => [kind.name, kind.words]));
  return move.split(" ").map((word) => kinds.get(word) ?? word.replaceAll("_", " ")).join(" ");
}

export const placeWords = ({ name, seat }: Pick<CardRow, "name" | "seat">): string => {
  const place = name.replaceAll("_", " ");
  return seat < 0 ? place : `${letter(seat)}: ${place}`;
};

export const tryPath = (slug: string, name: string): string => `/try/${encodeURIComponent(slug)}/${encodeURIComponent(name)}`;
