// The phone buzzes where it can. Where it cannot, nothing happens.

import { preferences } from "../preferences.svelte";

const BUZZES = { thump: [12], chord: [30], squeak: [12, 40, 12] } as const;

export function buzz(cue: keyof typeof BUZZES): void {
  if (!preferences.haptics || typeof navigator.vibrate !== "function") return;
  try {
    navigator.vibrate([...BUZZES[cue]]);
  } catch {
    // A browser that refuses it.
  }
}
