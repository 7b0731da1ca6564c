// Card faces and looks of the games, found by listing the folders; a game without its own gets a plain one.

import type { Component } from "svelte";
import type { KindShown, Told } from "../protocol/types";

/** Draws the inside of a card on a 120 × 168 grid. */
export type Face = Component<{ kind: KindShown }>;

/** How a game looks outside its board. */
export interface GameLook {
  box: { fill: string; dark: string; text: string };
  back: { fill: string; hand: string };
  /** the cloth it is played on, in a bright room and in a dark one */
  felt: { light: string; dark: string };
  /** 1 to 5, for the start page */
  speed: number;
  short: string;
  /** nobody holds secret cards: several players may share one tablet */
  shares?: boolean;
  /** its board has a place for what is said to the player (`table.said`): nobody says it on top */
  tells?: boolean;
  /** whoever won this by a shout had the first hand, too */
  withHand?: (won: Told) => boolean;
}

const faces = import.meta.glob<{ default: Face }>("../games/*/Face.svelte", { eager: true });
const arts = import.meta.glob<{ default: Component }>("../games/*/Art.svelte", { eager: true });
const looks = import.meta.glob<{ look: GameLook }>("../games/*/look.ts", { eager: true });

const PLAIN: GameLook = {
  box: { fill: "#5B5166", dark: "#332C3C", text: "#FFF6E3" },
  back: { fill: "#34303F", hand: "#F4E6C4" },
  felt: { light: "#E2DCE8", dark: "#342E40" },
  speed: 3,
  short: "",
};

export const faceOf = (game: string): Face | undefined => faces[`../games/${game}/Face.svelte`]?.default;
export const artOf = (game: string): Component | undefined => arts[`../games/${game}/Art.svelte`]?.default;
export const lookOf = (game: string): GameLook => looks[`../games/${game}/look.ts`]?.look ?? PLAIN;
