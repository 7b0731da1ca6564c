// The sentences of games, as `core/telling.py` has them: {who} {takes|take} the pile: {number:card|cards}[, {card} among them].

import type { Told } from "../protocol/types";

export type Player = "who" | "from" | "to";
export type Seats = Readonly<Record<Player, number>>;

export const PLAYER = /\{(who|from|to)(?:'s)?\}/g;
const PART = /\{([^{}]*)\}|[^{}]+/g;
const OPTIONAL = /\[([^[\]]*)\]/g;
const SENTENCE_ENDS = ".!?…";

/** Whose place that is ("hands[2]"), or nobody's. */
export function ownerOf(zone: string | null | undefined): number {
  const found = /\[(\d+)\]/.exec(zone ?? "");
  return found ? Number(found[1]) : -1;
}

/** The sentence as one reader has it: `you` is the reader's own seat, or −1 where nobody is "you". */
export function fill(template: string, told: Told, seats: Seats, names: readonly string[], you: number): string {
  const card = told.card ?? null;
  const why = told.why ?? "";
  const said = template.replace(OPTIONAL, (_, part: string) =>
    (part.includes("{card}") && card === null) || (part.includes("{why}") && why === "") ? "" : part,
  );
  let text = "";
  let subject: number | null = null; // the first player of a sentence, whom its verbs go with
  const atStart = (): boolean => text.trimEnd() === "" || SENTENCE_ENDS.includes(text.trimEnd().slice(-1));

  const player = (seat: number, owning: boolean): string => {
    subject ??= seat;
    if (seat >= 0 && seat === you) return firstWord(owning ? "your" : "you", atStart());
    const name = names[seat] ?? firstWord("somebody", atStart());
    return owning ? `${name}'s` : name;
  };

  for (const [whole, filled] of said.matchAll(PART)) {
    if (filled === undefined) {
      text += whole;
      if (/[.!?…] /.test(whole)) subject = null;
      continue;
    }
    const found = /^(who|from|to)('s)?$/.exec(filled);
    const [one = "", other] = filled.split("|");
    if (found) text += player(seats[found[1] as Player], found[2] !== undefined);
    else if (filled === "number") text += String(told.number ?? 0);
    else if (filled === "card") text += card ?? "a card";
    else if (filled === "why") text += why;
    else if (filled.startsWith("number:")) text += counted(told.number ?? 0, one.slice("number:".length), other ?? "");
    else if (other !== undefined) text += subject !== null && subject >= 0 && subject === you ? other : one;
  }
  return text;
}

function firstWord(word: string, atStart: boolean): string {
  return atStart ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

function counted(number: number, one: string, many: string): string {
  return `${number === 0 ? "no" : number} ${number === 1 ? one : many}`;
}
