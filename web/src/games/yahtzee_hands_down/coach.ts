// What there is to learn from a hand that was nothing, and from one that was beaten: the very cards, and the rule.

import type { Moment, Note } from "../../coach/coach";
import { duelIn, facesOf, type Duel, type Revealed } from "./duel";
import { prizesIn } from "./offer";
import { counting, diceOf, whyFoul } from "./verdict";
import { words } from "./words";

const turnedUp = ({ told, before, view }: Moment): Duel | null => duelIn({ key: 0, told, fresh: false, before }, view);

export function coach(moment: Moment): Note | null {
  const duel = turnedUp(moment);
  const own = duel?.hands.find((hand) => hand.seat === moment.me);
  // Another hand may have been turned up in the same update: what is said of the last duel is not about this one.
  if (moment.told.some((one) => one.what === "foul" && one.seat === moment.me)) return foul(moment, facesOf(moment.me, moment.told, moment.before));
  return duel !== null && losses(moment) ? beaten(moment, duel, own) : null;
}

/** A duel is no race: who called first may lose it. For two players a call without an answer is lost, too. */
export function losses(moment: Moment): boolean {
  const duel = turnedUp(moment);
  if (duel === null || duel.winner === null || duel.winner === moment.me) return false;
  return duel.comforted === moment.me || (duel.hands.length === 1 && moment.names.length === 2);
}

function foul({ game, view }: Moment, cards: readonly (string | null)[]): Note {
  const reason = whyFoul(diceOf(game.kinds, cards), prizesIn(view, game.kinds));
  const shown = cards.filter((name, i) => name !== null && reason.cards.includes(i));
  return { about: reason.odd.length > 0 ? "one colour" : reason.clause, text: reason.text, clause: reason.clause, cards: shown as string[] };
}

function beaten({ game }: Moment, { hands, winner }: Duel, own: Revealed | undefined): Note | null {
  const won = hands.find((hand) => hand.seat === winner);
  if (won === undefined) return null;
  const cards = won.cards.filter((_, i) => counting(diceOf(game.kinds, won.cards), won.type).includes(i)) as string[];
  const points = (hand: Revealed): number => game.kinds.find((kind) => kind.name === hand.type)?.points ?? 0;
  const name = (hand: Revealed): string => words.combos[hand.type] ?? "";
  if (own === undefined) return { about: "no answer", text: words.coach.noAnswer, clause: "YH-53", cards };
  if (points(won) !== points(own)) {
    return { about: "points", text: words.coach.points(name(won), points(won), name(own), points(own)), clause: "YH-22", cards };
  }
  if (won.value !== own.value) return { about: "numbers", text: words.coach.numbers(name(won), won.value, own.value), clause: "YH-23", cards };
  return { about: "earlier", text: words.coach.earlier(name(won)), clause: "YH-24", cards };
}
