// Which sound an update makes, if any: the loudest thing that happened. A game says of each of its events in which tone
// it is told; movements of cards are the same in every game.

import type { EventShown, GameShown, Told } from "../protocol/types";
import type { Cue } from "./sound";

type Tone = EventShown["tone"];

const TONES: Partial<Record<Tone, Cue>> = { foul: "squeak", loss: "squeak", shout: "hey" };
const MOVEMENTS: Record<string, Cue> = {
  sweep: "swoosh", take: "swoosh", gather: "swoosh", trade: "swoosh",
  move: "flick", show: "flick", swap: "flick", turn: "flick",
};
const LOUDEST: readonly Cue[] = ["chord", "squeak", "hey", "swoosh", "flick"];

export function cueFor(game: GameShown, told: readonly Told[], own: readonly number[]): Cue | null {
  const cues = new Set(told.map((one) => cueOf(game, one, own)));
  return LOUDEST.find((cue) => cues.has(cue)) ?? null;
}

/** Good news is only one's own. */
function cueOf(game: GameShown, { what, seat = -1 }: Told, own: readonly number[]): Cue | undefined {
  const tone = game.events[what]?.tone ?? "neutral";
  if (tone === "good" && own.includes(seat)) return "chord";
  return TONES[tone] ?? MOVEMENTS[what];
}

/** One of these seats has fouled, or has lost something. */
export function stumbles(game: GameShown, told: readonly Told[], own: readonly number[]): boolean {
  return told.some((one) => own.includes(one.seat ?? -1) && cueOf(game, one, []) === "squeak");
}
