// The phone buzzes where it can.

import { preferences } from "../preferences.svelte";

const BUZZES = { slap: [12], win: [30], slip: [12, 40, 12] } as const;

export function buzz(moment: keyof typeof BUZZES): void {
  if (preferences.haptics && "vibrate" in navigator) navigator.vibrate([...BUZZES[moment]]);
}
