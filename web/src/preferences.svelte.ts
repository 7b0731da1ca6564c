// What this device remembers: name, sound, buzz, cloth, movement. A browser that stores nothing still plays.

export type Felt = "auto" | "light" | "dark";
export type Motion = "auto" | "off";

interface Stored {
  name: string;
  sound: boolean;
  haptics: boolean;
  felt: Felt;
  motion: Motion;
  level: string;
}

const KEY = "slamdeck";
const DEFAULTS: Stored = { name: "", sound: true, haptics: true, felt: "auto", motion: "auto", level: "casual" };

function load(): Stored {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Stored>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const preferences = $state<Stored>(load());

export function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Storage refused: the choice lasts as long as the page.
  }
  showFelt();
}

export function showFelt(): void {
  if (preferences.felt === "auto") delete document.documentElement.dataset["felt"];
  else document.documentElement.dataset["felt"] = preferences.felt;
  document.documentElement.dataset["motion"] = preferences.motion;
}

export function reducedMotion(): boolean {
  return preferences.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
