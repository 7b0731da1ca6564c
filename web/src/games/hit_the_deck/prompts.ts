// What is asked now, and of whom. While hands may be racing nothing is said: the card itself says it.

import type { GameShown, View } from "../../protocol/types";
import { isBreak } from "../../table/phases";
import { cardWords } from "../../table/words";
import { cardsIn, fact, turnOf } from "../../table/zones";
import { words } from "./words";

export type Want = { kind: "number" | "colour"; value: string } | { kind: "anything" } | null;

/** What a hit card has left owing, if anything. */
export function wantOf(view: View): Want {
  const [kind, value = ""] = fact(view, "demand", "").split(" ");
  if (kind === "number" || kind === "colour") return { kind, value };
  return kind === "anything" ? { kind } : null;
}

/** The colour and the number that count now; either may be missing, and both are while hands may be racing. */
function counting(game: GameShown, view: View): { colour?: string; number?: string } {
  const want = wantOf(view);
  if (want !== null) return want.kind === "anything" ? {} : { [want.kind]: want.value };
  if (view.phase !== "PLAY" && view.phase !== "MUST_PLAY") return {};
  const name = cardsIn(view, "discard").at(-1);
  const { color, number } = game.kinds.find((kind) => kind.name === name)?.values ?? {};
  return { ...(color !== undefined && { colour: String(color) }), ...(number !== undefined && { number: String(number) }) };
}

/** What goes on the pile now, in words. A black card, which is a hit card, fits wherever nothing is demanded. */
export function wantWords(game: GameShown, view: View, black = false): string {
  if (wantOf(view)?.kind === "anything") return words.anything;
  const { colour, number } = counting(game, view);
  if (colour === undefined) return number === undefined ? "" : words.number(number);
  if (number === undefined) return black ? words.colourOrBlack(colour) : words.colour(colour);
  return black ? words.colourNumberOrBlack(colour, number) : words.colourOr(colour, number);
}

export interface Prompt {
  /** may have a {who} in it: the player on turn */
  first: string;
  second: string;
  /** it is the reader who is asked */
  mine: boolean;
  /** the one thing to do, where there is no choice */
  does: "draw" | "flip" | null;
  /** what time will do if nobody does */
  soon: string;
}

export function promptOf(game: GameShown, view: View, seat: number): Prompt {
  if (isBreak(game, view) || view.over) return { first: words.handOver, second: "", mine: false, does: null, soon: "" };
  return turnOf(view) === seat ? asked(game, view) : waiting(game, view);
}

function asked(game: GameShown, view: View): Prompt {
  const say = (first: string, second: string, soon: string = words.soon.play, does: Prompt["does"] = null): Prompt => ({
    first, second, mine: true, does, soon,
  });
  const want = wantWords(game, view, wantOf(view) === null && holdsBlack(game, view));
  if (view.legal.includes("flip")) return say(words.flip, words.flipWhy, words.soon.duty, "flip");
  if (view.legal.includes("cut")) return say(words.cut, words.cutWhy, words.soon.duty);
  if (view.phase === "MUST_PLAY") return say(words.mustPlay(cardWords(game, fact(view, "drawn", ""))), words.playIt);
  if (view.legal.includes("draw")) return say(words.draw, words.holdNo(Object.values(counting(game, view))), words.soon.draw, "draw");
  return say(words.yourTurn, want === "" ? "" : words.play(want));
}

/** The reader has a black card to play. */
function holdsBlack(game: GameShown, view: View): boolean {
  const playable = new Set(view.legal.filter((move) => move.startsWith("play ")).map((move) => move.slice(5)));
  return game.kinds.some((kind) => kind.family.startsWith("hit_") && playable.has(kind.name));
}

function waiting(game: GameShown, view: View): Prompt {
  const say = (first: string, second: string): Prompt => ({ first, second, mine: false, does: null, soon: "" });
  const duty = fact<string>(view, "duty", "");
  if (duty === "cut") return say(words.cuts, words.cutBy);
  if (duty === "flip") return say(words.flips, words.flipped);
  const want = wantOf(view);
  const said = wantWords(game, view);
  return say(words.turn, want !== null && want.kind !== "anything" ? words.owes(said) : said);
}
