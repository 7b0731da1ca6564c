// Which sound an update makes, if any: the loudest thing that happened.

import type { Told } from "../protocol/types";
import type { Cue } from "./sound";

const OWN: Record<string, Cue> = { win: "win", pair: "win" };
const ANYBODY: Record<string, Cue> = {
  slip: "slip", foul: "slip", pays: "slip", forgot: "slip", fake_out: "slip", lost: "slip",
  sweep: "sweep", take: "sweep", gather: "sweep", trade: "sweep",
  shout: "shout", call: "shout", bluff: "shout",
  move: "card", show: "card", swap: "card", turn: "card",
};
const LOUDEST: readonly Cue[] = ["win", "slip", "shout", "sweep", "card"];

export function cueFor(told: readonly Told[], own: readonly number[]): Cue | null {
  const cues = new Set(told.map((one) => (own.includes(one.seat ?? -1) && OWN[one.what]) || ANYBODY[one.what]));
  return LOUDEST.find((cue) => cues.has(cue)) ?? null;
}
