// One click to a table with bots.

import { played } from "../history";
import { keptCards } from "../box/own_cards";
import { api, RefusedByServer } from "../protocol/api";
import type { GameShown, OpenTable, TableOpened } from "../protocol/types";
import { tablePageSoon } from "./table_page";

const COMPANY = 4; // a good size for all five games
const FIRST_COMPANY = 3; // fewer to keep an eye on, and one's own turn comes sooner

export function startingBots(game: GameShown, level: string): string[] {
  const company = played(game.slug) === 0 ? FIRST_COMPANY : COMPANY;
  const seats = Math.min(Math.max(company, game.fewest), game.most);
  return Array.from({ length: seats - 1 }, () => level);
}

const PATIENCE = 6;

/** Codes of tables that this page opened: whoever is a stranger there is a browser that keeps no cookies. */
export const openedHere = new Set<string>();

/** With the cards that this device keeps for that game, if they are played here. */
async function openWithOwnCards(wanted: OpenTable): Promise<TableOpened> {
  const cards = keptCards(wanted.game);
  if (cards === null) return api.open(wanted);
  try {
    return await api.open({ ...wanted, cards });
  } catch (refusal) {
    if (refusal instanceof RefusedByServer && ["bad_deck", "bad_request"].includes(refusal.error)) return api.open(wanted);
    throw refusal;
  }
}

/** A server that has just started, or is busy for a moment, is asked again before anybody hears of it. */
export async function openPatiently(wanted: OpenTable): Promise<TableOpened> {
  tablePageSoon();
  for (let tries = 1; ; tries++) {
    try {
      const opened = await openWithOwnCards(wanted);
      openedHere.add(opened.code);
      return opened;
    } catch (refusal) {
      if (tries === PATIENCE || !(refusal instanceof RefusedByServer) || refusal.error !== "busy") throw refusal;
      await new Promise((go) => setTimeout(go, 500 * tries));
    }
  }
}
