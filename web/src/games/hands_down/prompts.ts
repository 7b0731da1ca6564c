// One line for what is asked of this seat now. It says what everybody sees, and to a player what that player holds.

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
  const name = names[turn] ?? "";
  if (seat >= names.length) return view.phase === "RACE" ? words.watchingRace(name) : words.watching(name);
  if (turn !== seat) return asRival(view, seat, name, asked.own);
  if (view.phase === "PICK") return words.pickOne(names[fact(view, "giver", -1)] ?? "");
  return taking(names, asked) ?? onTurn(view, asked);
}

function asRival(view: View, seat: number, name: string, own: HandIs): string {
  if (sizeOf(view, `hands[${seat}]`) === 0) return words.sitOut;
  switch (view.phase) {
    case "WINDUP":
      return words.handIsUp(name);
    case "RACE":
      return own === "down" ? words.youAreDown : words.raceIsOn(name);
    case "FAKE":
      return words.wasFake(name);
    default:
      return words.keepOff(name);
  }
}

function taking(names: readonly string[], { takes, chosen }: Asked): string | null {
  if (takes.length === 0) return null;
  if (chosen[0] !== undefined) return words.chooseSecond(names[chosen[0]] ?? "");
  return takes.some((one) => one.length > 1) ? words.chooseTwo : words.chooseOne;
}

function onTurn(view: View, { own, cards, aim }: Asked): string {
  if (view.phase === "TURN_START") return `${words.draw(fact(view, "owed", 1))}.`;
  if (own === "up") return words.handUp;
  if (view.phase === "RACE") return words.whoIsLast(aim);
  if (view.phase === "FAKE") return words.afterFake;
  if (cards.length < 2) return words.onlyPass;
  return whatToSlapFor(cards, aim);
}

function whatToSlapFor(cards: readonly string[], aim: number | null): string {
  const pairs = pairsIn(cards);
  const pair = aim !== null && pairs.includes(aim) ? aim : pairs[0];
  if (aim === null || pair === undefined) return words.noPair;
  const others = pairs.filter((number) => number !== pair);
  if (others.length > 0) return words.severalPairs(pair, others);
  return words.pairNow(cards.filter((card) => Number(card) === pair).length, pair);
}
