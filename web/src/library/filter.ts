// Which games are listed: by game, by words, by stars and wins.

import type { LibraryGame } from "../protocol/types";
import { nameOf } from "./stars";

export interface Wanted {
  /** a game's name on the wire; none: all */
  game: string;
  words: string;
  starred: boolean;
  won: boolean;
}

export function listed(games: readonly LibraryGame[], wanted: Wanted, stars: ReadonlySet<string>): LibraryGame[] {
  const words = wanted.words.toLocaleLowerCase().split(/\s+/).filter((word) => word !== "");
  return games.filter((one) => {
    if (wanted.game !== "" && one.game !== wanted.game) return false;
    if (wanted.starred && !stars.has(nameOf(one))) return false;
    if (wanted.won && one.places[one.you] !== 1) return false;
    const text = [one.title, one.table, one.reason, ...one.names].join(" ").toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}
