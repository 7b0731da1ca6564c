// What has just happened to this seat, in one sentence: which card went, to whom, and what would have been right.

import type { Told, View } from "../../protocol/types";
import { cardsIn } from "../../table/zones";
import { jammed, takenIn } from "./moments";
import { pairsIn } from "./unit";
import { words } from "./words";

/** Whoever lets the time run out has passed by this clause. */
const TIME_WAS_UP = new Set(["HD-R40", "HD-R42"]);

export function newsFor(told: readonly Told[], before: View | null, view: View, seat: number, names: readonly string[]): string | null {
  return lostCard(told, before, seat, names) ?? gained(told, before, view, seat, names) ?? endOfTurn(told, seat, names) ?? null;
}

function lostCard(told: readonly Told[], before: View | null, seat: number, names: readonly string[]): string | null {
  const gone = takenIn(told).filter((one) => one.from === seat);
  const first = gone[0];
  if (first === undefined) return null;
  const held = before === null ? [] : cardsIn(before, `hands[${seat}]`);
  const cards = gone.map((one) => words.your(one.card));
  const broken = pairsIn(held).includes(Number(first.card)) && held.filter((card) => card === first.card).length === 2;
  return words.took(whyLost(told, seat), names[first.to] ?? "", cards, broken);
}

/** What made it go. A foul is told with its reason anyway, and the hand that did it is marked: here is what it cost. */
function whyLost(told: readonly Told[], seat: number): string {
  if (!told.some((one) => one.what === "lost" && one.seat === seat)) return "";
  return told.some((one) => one.what === "down" && one.seat === seat) ? words.youWereLast : words.noHand;
}

function gained(told: readonly Told[], before: View | null, view: View, seat: number, names: readonly string[]): string | null {
  const came = told.filter((one) => one.target === `hands[${seat}]` && one.card != null && one.what !== "sweep");
  if (came.length === 0 || before === null) return null;
  const had = pairsIn(cardsIn(before, `hands[${seat}]`));
  const makes = pairsIn(cardsIn(view, `hands[${seat}]`)).find((number) => !had.includes(number)) ?? null;
  const cards = came.map((one) => words.card(one.card ?? null));
  const from = takenIn(told).find((one) => one.to === seat)?.from;
  return from === undefined ? words.youDrew(cards, makes) : words.youTook(cards, names[from] ?? "", makes);
}

function endOfTurn(told: readonly Told[], seat: number, names: readonly string[]): string | null {
  if (jammed(told)) return words.jammed;
  const foul = told.find((one) => one.what === "foul");
  if (foul !== undefined) {
    const noPair = foul.clause === "HD-R2";
    if (foul.seat === seat) return noPair ? words.youHadNoPair : words.youTouched;
    return noPair ? words.hadNoPair(names[foul.seat ?? -1] ?? "") : words.touched(names[foul.seat ?? -1] ?? "");
  }
  const late = told.some((one) => one.what === "pass" && one.seat === seat && TIME_WAS_UP.has(one.clause ?? ""));
  return late ? words.timeWasUp : null;
}
