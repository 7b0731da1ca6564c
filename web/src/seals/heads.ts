// The heads of the journals that this device saw while it played: whoever rebuilds a whole record cannot rebuild these.

import { memorize, recall } from "../memory";

const SUBJECT = "heads";
const KEPT = 60; // tables

type Heads = Record<string, Record<string, string>>;

/** A game has ended, and the journal of its table with it. */
export function keepHead(table: string, game: number, head: string): void {
  const { [table]: before, ...others } = everything();
  if (before?.[String(game)] !== undefined || head === "") return; // the first word counts
  const all = [...Object.entries(others), [table, { ...before, [String(game)]: head }] as const];
  memorize(SUBJECT, Object.fromEntries(all.slice(-KEPT)));
}

/** The heads that were seen at the ends of that table's games. */
export function keptHeads(table: string): string[] {
  return Object.values(everything()[table] ?? {});
}

function everything(): Heads {
  const kept = recall(SUBJECT);
  return typeof kept === "object" && kept !== null ? (kept as Heads) : {};
}
