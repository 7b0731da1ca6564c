// What goes on, in a line and a half.

import type { View } from "../../protocol/types";
import { fact } from "../../table/zones";
import { laidHand } from "./offer";
import { words } from "./words";

export interface Status {
  title: string;
  more: string;
  /** the same where there is little room; what can be seen anyway is left out */
  brief: string;
}

export function statusFor(view: View, seat: number, names: readonly string[]): Status {
  if (view.over) return { title: "", more: "", brief: "" };
  const turn = fact(view, "turn", -1);
  const laid = laidHand(view);
  const downs = names[laid?.seat ?? -1] ?? "";
  if (view.phase === "REVEAL") return { title: words.next(fact(view, "round", 1) + 1), more: "", brief: "" };
  if (laid?.seat === seat) return whileDown(view, laid.type);
  if (view.phase === "LAST_CALL") return { title: words.lastCall, more: words.lastCallMore(downs), brief: words.lastCallBrief };
  const title = turn === seat ? words.yourTurn : words.turn(names[turn] ?? "");
  if (fact<boolean[]>(view, "waiting", [])[seat] === true) return { title, more: words.barred, brief: words.barredBrief };
  const left = fact<number | null>(view, "left", null);
  if (laid !== null && left !== null) return { title, more: words.left(downs, left), brief: words.left(downs, left) };
  if (laid !== null) return { title, more: words.answer(downs), brief: words.isDownNow(downs) };
  return { title, more: turn === seat ? words.yourTurnMore : "", brief: "" };
}

/** While hands lie turned up only what concerns this player is said beside them. */
export function statusAfter(view: View, seat: number): Status {
  const mine = view.phase === "PLAY" && fact(view, "turn", -1) === seat;
  const title = mine ? words.yourTurn : view.phase === "REVEAL" ? words.next(fact(view, "round", 1) + 1) : "";
  return { title, more: "", brief: "" };
}

function whileDown(view: View, type: string | null): Status {
  const left = fact<number | null>(view, "left", null);
  const name = type === null ? undefined : words.combos[type];
  if (view.phase === "LAST_CALL") return { title: words.lastCall, more: words.youAreDown, brief: words.youAreDown };
  if (left !== null) return { title: words.youAreDown, more: words.leftForYou(left), brief: words.leftForYou(left) };
  const more = name === undefined ? words.youAreDownMore : words.youAreDownAs(name);
  return { title: words.youAreDown, more, brief: words.youAreDownMore };
}
