// What there is to learn from a pile that somebody else has taken, and from a hand that came down for nothing: the very
// cards that lay there, and the rule.

import type { Moment, Note } from "../../coach/coach";
import { cardWords } from "../../table/words";
import { cardsIn, fact } from "../../table/zones";
import { FAN, slipOf, sweepOf } from "./pile";
import { words } from "./words";

export function coach(moment: Moment): Note | null {
  const slip = slipOf(moment.told);
  if (slip !== null) return slip.seat === moment.me ? wrongHand(moment) : null;
  return forgottenShout(moment) ?? lostPile(moment);
}

/** The own hand lay on the thief, and somebody else was the one who shouted: no race, but a pile lost. */
export function losses({ before, told, me }: Moment): boolean {
  return fact(before, "holder", -1) === me && told.some((one) => one.what === "win" && one.seat !== me);
}

/** The cards on top when it happened, the newest last; also the one that was taken as soon as it fell. */
function lay({ before, told }: Moment): string[] {
  const cards = sweepOf({ key: 0, told, fresh: false, before })?.cards ?? cardsIn(before, "centre").slice(-FAN);
  return cards.filter((name) => name !== null);
}

function lostPile(moment: Moment): Note | null {
  const cards = lay(moment);
  const [top, second, third] = cards.toReversed();
  const say = (name: string | undefined): string => cardWords(moment.game, name);
  if (top === undefined) return null;
  if (top === second) return { about: "two alike", text: words.coach.two(say(top)), clause: "SW-13", cards: [second, top] };
  if (second !== undefined && top === third) {
    return { about: "same, other, same", text: words.coach.three(say(top), say(second)), clause: "SW-14", cards: [third, second, top] };
  }
  return isThief(moment, top) ? { about: "thief", text: words.coach.thief, clause: "SW-18", cards: [top] } : null;
}

function forgottenShout(moment: Moment): Note | null {
  return losses(moment) ? { about: "no shout", text: words.coach.noShout, clause: "SW-19", cards: lay(moment).slice(-1), brief: words.coach.briefly.noShout } : null;
}

/** Nothing on top belonged together. A pair that the last toss has covered is no pair any more. */
function wrongHand(moment: Moment): Note {
  const cards = cardsIn(moment.before, "centre").slice(-FAN).filter((name) => name !== null);
  const [top, second, third] = cards.toReversed();
  const all = cards.map((name) => cardWords(moment.game, name));
  if (top === undefined) return { about: "slip", text: words.coach.nothing, clause: "SW-36", cards };
  const covered = second !== undefined && (second === third || isThief(moment, second));
  if (covered) return { about: "covered", text: words.coach.covered(all), clause: "SW-R3", cards, brief: words.coach.briefly.noMatch };
  return { about: "slip", text: words.coach.slip(all), clause: "SW-36", cards, brief: words.coach.briefly.noMatch };
}

function isThief({ game }: Moment, name: string): boolean {
  return game.kinds.find((kind) => kind.name === name)?.family === "thief";
}
