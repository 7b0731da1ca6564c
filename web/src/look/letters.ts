// How much room a word needs, in letters: large lettering is set smaller for long words, so that they stay in their box.

import type { Action } from "svelte/action";

/** Han, kana, hangul, emoji and the like are about twice as wide as a letter. */
const WIDE = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Extended_Pictographic}/u;
const IN_ITS_PLACE = /\p{Mark}|\u200d|\ufe0f/u;

export function lettersOf(text: string): number {
  const words = text.split(/\s+/).map((word) => [...word].filter((sign) => !IN_ITS_PLACE.test(sign)));
  return Math.max(...words.map((word) => word.reduce((sum, sign) => sum + (WIDE.test(sign) ? 2 : 1), 0)));
}

interface Lettering {
  text: string;
  /** shorter words are set no larger than this many letters */
  least: number;
}

/** Sets --letters for the styles of the node. */
export const letters: Action<HTMLElement, Lettering> = (node, lettering) => {
  const update = ({ text, least }: Lettering): void => node.style.setProperty("--letters", String(Math.max(least, lettersOf(text))));
  update(lettering);
  return { update };
};
