// What goes on, in a line and a half.

import type { View } from "../../protocol/types";
import { fact } from "../../table/zones";
import { laidHand } from "./offer";
import { words } from "./words";

export interface Status {
  title: string;
  more: string;
  /** it is this seat's move, or its last chance */
  urgent: boolean;
}

export function statusFor(view: View, seat: number, names: readonly string[]): Status {
  const turn = fact(view, "turn", -1);
  const laid = laidHand(view);
  const barred = fact<boolean[]>(view, "waiting", [])[seat] === true;
  if (view.phase === "REVEAL") return { title: words.next(fact(view, "round", 1) + 1), more: "", urgent: false };
  if (view.phase === "LAST_CALL") {
    const mine = laid?.seat === seat;
    return { title: words.lastCall, more: mine ? words.youAreDown : words.lastCallMore, urgent: !mine };
  }
  if (laid?.seat === seat) return { title: words.youAreDown, more: countDown(view) ?? named(laid.type), urgent: false };
  const title = turn === seat ? words.yourTurn : words.turn(names[turn] ?? "");
  const others = laid === null ? (turn === seat ? words.yourTurnMore : "") : (countDown(view) ?? words.answer);
  return { title: view.over ? "" : title, more: barred ? words.barred : others, urgent: turn === seat };
}

function named(type: string | null): string {
  const name = type === null ? undefined : words.combos[type];
  return name === undefined ? words.youAreDownMore : words.youAreDownAs(name);
}

function countDown(view: View): string | null {
  const left = fact<number | null>(view, "left", null);
  return left === null ? null : words.left(left);
}
