// Legal moves as a person chooses among them: grouped by verb, with words for cards, seats and places.

import type { GameShown } from "../protocol/types";
import { cardWords } from "../table/words";

export interface Move {
  do: string;
  words: string;
}

export interface VerbMoves {
  verb: string;
  moves: Move[];
}

export function byVerb(game: GameShown, legal: readonly string[], names: readonly string[]): VerbMoves[] {
  const groups = new Map<string, Move[]>();
  for (const move of legal) {
    const verb = move.split(" ", 1)[0] ?? move;
    const moves = groups.get(verb) ?? [];
    groups.set(verb, moves);
    moves.push({ do: move, words: moveWords(game, move, names) });
  }
  return [...groups].map(([verb, moves]) => ({ verb, moves }));
}

/** "play R4" → "play red 4"; "slap yell=true" → "slap + yell"; "take 2" → "take Ben" where 2 is a seat. */
export function moveWords(game: GameShown, move: string, names: readonly string[]): string {
  const [verb = "", ...words] = move.split(" ");
  const parameters = game.verbs.find((one) => one.name === verb)?.parameters ?? [];
  const said = words.map((word, i) => {
    const [key, value] = word.includes("=") ? word.split("=") : ["", word];
    if (value === "true") return `+ ${key}`;
    const about = parameters.find((one) => one.name === key) ?? parameters[i];
    const seat = about && /seat|rival|first|second|player|who/.test(about.name) ? names[Number(value)] : undefined;
    const card = game.kinds.some((kind) => kind.name === value) ? cardWords(game, value) : undefined;
    return [key, seat ?? card ?? value].filter(Boolean).join(" ");
  });
  return [verb.replaceAll("_", " "), ...said].join(" ");
}
