// How somebody likes it on this device: name, sound, buzz, cloth, movement, hand. A browser that stores nothing still plays.

import { EVEN, LEVELS } from "./history";
import { forgetAll, memorize, recall } from "./memory";
import { friendlyName, sameName } from "./names";
import { forgetGames } from "./profile/games_played";

/** What a choice may be; the first is the usual one. */
export const CHOICES = {
  felt: ["auto", "light", "dark"],
  motion: ["auto", "off"],
  /** the hand that slaps: where the zone lies beside the table */
  hand: ["right", "left"],
  /** a sentence after a loss: in somebody's first games, in all, in none */
  coaching: ["newcomers", "always", "off"],
  /** how quick the bots are */
  level: [EVEN, ...LEVELS],
} as const;

type Chosen = { -readonly [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] };
export type Hand = Chosen["hand"];

export interface Preferences extends Chosen {
  name: string;
  /** its owner has typed it; otherwise it was drawn, and may be drawn anew */
  ownName: boolean;
  sound: boolean;
  haptics: boolean;
}

const MOST_OF_A_NAME = 200; // as much as the server takes; it shows twenty letters of it

/** What was kept, as far as it makes sense. */
export function readPreferences(kept: unknown): Preferences {
  const given = (typeof kept === "object" && kept !== null ? kept : {}) as Record<string, unknown>;
  const choice = <Name extends keyof typeof CHOICES>(name: Name): Chosen[Name] =>
    ((CHOICES[name] as readonly unknown[]).includes(given[name]) ? given[name] : CHOICES[name][0]) as Chosen[Name];
  const name = typeof given["name"] === "string" ? given["name"].slice(0, MOST_OF_A_NAME).trim() : "";
  return {
    name,
    ownName: name !== "" && given["ownName"] !== false,
    sound: given["sound"] !== false,
    haptics: given["haptics"] !== false,
    felt: choice("felt"),
    motion: choice("motion"),
    hand: choice("hand"),
    coaching: choice("coaching"),
    level: choice("level"),
  };
}

export const preferences = $state<Preferences>(readPreferences(recall("")));

export function keep(): void {
  memorize("", preferences);
  showFelt();
}

// ---- the name ------------------------------------------------------------------------------------------

/** The name to sit down with, none of the taken ones if it is ours to draw. */
export function nameToUse(taken: readonly string[] = []): string {
  if (!preferences.ownName && (preferences.name === "" || taken.some((other) => sameName(other, preferences.name)))) {
    preferences.name = friendlyName(taken);
    keep();
  }
  return preferences.name;
}

/** Somebody has typed a name, or nothing that is one: then we draw another. */
export function callMe(typed: string): string {
  const name = typed.trim();
  if (name !== preferences.name || name === "") {
    preferences.name = name;
    preferences.ownName = name !== "";
  }
  keep();
  return nameToUse();
}

// ---- the rest ------------------------------------------------------------------------------------------

/** As if nobody had ever played here. Seats at open tables stay: their cookie is the server's. */
export function forgetEverything(): void {
  forgetAll();
  void forgetGames();
  Object.assign(preferences, readPreferences(null));
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
