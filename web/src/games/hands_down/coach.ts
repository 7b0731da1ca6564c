// What there is to learn from a hand that came last, one that came too soon, and a slap that was none.

import type { Moment, Note } from "../../coach/coach";
import type { Told } from "../../protocol/types";
import { fact } from "../../table/zones";
import { isolated, words } from "./words";

export function coach(moment: Moment): Note | null {
  const own = (what: string): Told | undefined => moment.told.find((one) => one.what === what && one.seat === moment.me);
  const lost = own("lost");
  const pays = own("pays");
  const foul = own("foul");
  if (lost) return lastHand(moment, lost);
  if (pays) return tooSoon(moment, pays);
  return foul ? noSlap(foul) : null;
}

/** The pair lies there by now: that is what the hands were for. */
function lastHand({ told, before, me, names }: Moment, { clause = "" }: Told): Note | null {
  const number = told.find((one) => one.what === "pair")?.number;
  if (number == null) return null;
  const came = told.some((one) => one.what === "down" && one.seat === me);
  const name = isolated(names[fact(before, "turn", -1)] ?? "");
  const card = String(number);
  const { last, noHand, briefly } = words.coach;
  return came
    ? { about: "last", text: last(name, number), clause, cards: [card, card], brief: briefly.last }
    : { about: "no hand", text: noHand(name, number), clause, cards: [card, card], brief: briefly.noHand };
}

function tooSoon({ before }: Moment, { clause = "" }: Told): Note {
  if (clause === "HD-35") return { about: "fake", text: words.coach.fake, clause, cards: [] };
  if (before.phase === "WINDUP") return { about: "still up", text: words.coach.stillUp, clause, cards: [] };
  return { about: "idle", text: words.coach.idle, clause, cards: [] };
}

function noSlap({ clause = "" }: Told): Note {
  const noPair = clause === "HD-R2";
  return { about: noPair ? "no pair" : "touched", text: noPair ? words.coach.noPair : words.coach.touched, clause, cards: [] };
}
