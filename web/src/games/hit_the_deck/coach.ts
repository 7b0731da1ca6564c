// What there is to learn from a hand that came last, a call that was forgotten, and a hand that came down for nothing.

import type { Moment, Note } from "../../coach/coach";
import type { KindShown, Told } from "../../protocol/types";
import { cardsIn } from "../../table/zones";
import { words } from "./words";

export function coach(moment: Moment): Note | null {
  const own = (what: string): Told | undefined => moment.told.find((one) => one.what === what && one.seat === moment.me);
  const last = own("last");
  const forgot = own("forgot");
  const stray = own("fake_out");
  if (last) return lastHand(moment, last);
  if (forgot) return noCall(moment, forgot);
  return stray ? forNothing(moment, stray) : null;
}

/** The card that lay on top when it happened. */
function topBefore({ game, before }: Moment): KindShown | undefined {
  const name = cardsIn(before, "discard").at(-1);
  return game.kinds.find((kind) => kind.name === name);
}

const cardsOf = (kind: KindShown | undefined): string[] => (kind === undefined ? [] : [kind.name]);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function lastHand(moment: Moment, last: Told): Note {
  const came = moment.told.some((one) => one.what === "hand" && one.seat === moment.me);
  const text = (came ? words.coach.last : words.coach.missing).replace("{number}", String(last.number ?? 0));
  return { about: "last", text, clause: last.clause ?? "", cards: cardsOf(topBefore(moment)), brief: words.coach.briefly.last };
}

function noCall(moment: Moment, forgot: Told): Note {
  return { about: "forgot", text: words.coach.forgot, clause: forgot.clause ?? "", cards: cardsOf(topBefore(moment)), brief: words.coach.briefly.forgot };
}

function forNothing(moment: Moment, stray: Told): Note {
  const top = topBefore(moment);
  const { briefly } = words.coach;
  const note = (about: string, text: string, brief = briefly.noHand): Note => ({ about, text, clause: stray.clause ?? "", cards: cardsOf(top), brief });
  if (top?.family === "hit_hand") return note("race over", words.coach.over, briefly.over);
  if (top?.family === "hit_number") return note("lookalike", words.coach.demand("Hit: number", words.number(String(top.values["number"]))));
  if (top?.family === "hit_color") return note("lookalike", words.coach.demand("Hit: colour", words.colour(String(top.values["color"]))));
  return note("stray", words.coach.plain(capital(top?.words ?? "")));
}
