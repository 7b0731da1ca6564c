// The cloth of a game, on a page of the class `felt`. A page that knows no game yet keeps that of the start page.

import type { Action } from "svelte/action";
import { lookOf } from "../cards/faces";

export const cloth: Action<HTMLElement, string | undefined> = (node, game) => {
  const lay = (slug: string | undefined): void => {
    if (slug === undefined) return;
    const { light, dark } = lookOf(slug).felt;
    node.style.setProperty("--cloth-light", light);
    node.style.setProperty("--cloth-dark", dark);
  };
  lay(game);
  return { update: lay };
};
