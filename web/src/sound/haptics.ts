// The phone buzzes where it can.

import { preferences } from "../preferences.svelte";

const BUZZES = { thump: [12], chord: [30], squeak: [12, 40, 12] } as const;

export function buzz(cue: keyof typeof BUZZES): void {
  if (preferences.haptics && "vibrate" in navigator) navigator.vibrate([...BUZZES[cue]]);
}
