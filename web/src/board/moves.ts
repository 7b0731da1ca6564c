// Legal moves as a person chooses among them: grouped by verb, in words. What a verb is, and what its parameters mean,
// the game declares; no name is known here.

import type { GameShown, ParameterShown, VerbShown } from "../protocol/types";
import { cardWords } from "../table/words";

export interface Move {
  do: string;
  words: string;
  /** the cards that it names */
  cards: string[];
}

export interface VerbMoves {
  verb: string;
  words: string;
  /** one press does it at any time: nothing has to be chosen first */
  alone: boolean;
  moves: Move[];
}

export interface Choices {
  /** for hands that come down: a zone for each, whether or not it is its moment */
  hands: VerbMoves[];
  shouts: VerbMoves[];
  /** what may be done now */
  moves: VerbMoves[];
}

export function choicesOf(game: GameShown, legal: readonly string[], names: readonly string[]): Choices {
  const of = (manner: VerbShown["manner"]): VerbMoves[] =>
    game.verbs.filter((verb) => verb.manner === manner).map((verb) => verbMoves(game, verb, legal, names));
  return { hands: of("hand"), shouts: of("shout"), moves: of("move").filter((verb) => verb.moves.length > 0) };
}

function verbMoves(game: GameShown, verb: VerbShown, legal: readonly string[], names: readonly string[]): VerbMoves {
  const moves = legal.filter((move) => move.split(" ", 1)[0] === verb.name);
  return {
    verb: verb.name,
    words: said(verb.name),
    alone: verb.parameters.every((parameter) => parameter.optional),
    moves: moves.map((move) => {
      const parts = partsOf(verb, move);
      return {
        do: move,
        words: [said(verb.name), ...parts.map((part) => partWords(game, part, names))].join(" "),
        cards: parts.filter(isCard).map((part) => part.value),
      };
    }),
  };
}

interface Part {
  value: string;
  about: ParameterShown | undefined;
}

/** The words of a move after its verb, each with what it is about. */
function partsOf(verb: VerbShown, move: string): Part[] {
  const placed = verb.parameters.filter((one) => !one.keyword);
  const words = move.split(" ").slice(1);
  return words.map((word, i) => {
    const [key, value = ""] = word.includes("=") ? word.split("=") : ["", word];
    // A list of cards is one parameter: the last one takes all the words that are left.
    return { value, about: verb.parameters.find((one) => one.keyword && one.name === key) ?? placed[i] ?? placed.at(-1) };
  });
}

/** A card by its words, a seat by its player's name, a flag by its own name. */
function partWords(game: GameShown, part: Part, names: readonly string[]): string {
  const { value, about } = part;
  if (about?.means === "flag") return `+ ${said(about.name)}`;
  const words = isCard(part) ? cardWords(game, value) : about?.means === "seat" ? (names[Number(value)] ?? value) : said(value);
  return about?.keyword ? `${said(about.name)} ${words}` : words;
}

/** A place may be named by the card that lies there. */
function isCard({ value, about }: Part): boolean {
  return about?.means === "card" || (about?.means === "slot" && !about.values.includes(value));
}

const said = (name: string): string => name.replaceAll("_", " ");
