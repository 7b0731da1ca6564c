// One line for what is asked of this seat now.

import type { View } from "../../protocol/types";
import { fact, sizeOf } from "../../table/zones";
import { pairsIn, type HandIs } from "./unit";
import { words } from "./words";

export interface Asked {
  /** the own hand on its pad */
  own: HandIs;
  /** the own cards */
  cards: readonly string[];
  /** the number that a slap would be for */
  aim: number | null;
  /** the ways to take unseen cards, and the rivals named so far */
  takes: readonly number[][];
  chosen: readonly number[];
}

export function promptFor(view: View, seat: number, names: readonly string[], asked: Asked): string {
  const turn = fact(view, "turn", -1);
  if (seat >= names.length) return words.watching(names[turn] ?? "");
  if (turn !== seat) return sizeOf(view, `hands[${seat}]`) === 0 ? words.sitOut : words.keepOff;
  return taking(names, asked) ?? onTurn(view, asked);
}

function taking(names: readonly string[], { takes, chosen }: Asked): string | null {
  if (takes.length === 0) return null;
  if (chosen[0] !== undefined) return words.chooseSecond(names[chosen[0]] ?? "");
  return takes.some((one) => one.length > 1) ? words.chooseTwo : words.chooseOne;
}

function onTurn(view: View, { own, cards, aim }: Asked): string {
  if (view.phase === "TURN_START") return words.draw(fact(view, "owed", 1));
  if (own === "up") return words.handUp;
  if (view.phase === "RACE") return words.whoIsLast;
  if (view.phase === "FAKE") return words.afterFake;
  if (cards.length < 2) return words.onlyPass;
  const pairs = pairsIn(cards);
  const pair = aim !== null && pairs.includes(aim) ? aim : pairs[0];
  return aim === null || pair === undefined ? words.noPair : words.pairNow(pair);
}
