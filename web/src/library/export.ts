// Many records as one file, in the format of docs/library.md: a line for every record.

import { api } from "../protocol/api";
import type { LibraryGame } from "../protocol/types";

export const FORMAT = 1;
/** The server lets one browser have a few records at once, and then one now and then. */
const PAUSE_MS = 10_500;
const AT_ONCE = 6;

export interface Saved {
  records: number;
  whole: boolean;
}

export async function exportRecords(games: readonly LibraryGame[], progress: (done: number, all: number) => void): Promise<Saved> {
  const tables = [...new Set(games.map((one) => one.table))];
  const lines: string[] = [JSON.stringify({ slamdeck_library: FORMAT })];
  for (const [i, table] of tables.entries()) {
    progress(i, tables.length);
    if (i >= AT_ONCE) await new Promise((go) => setTimeout(go, PAUSE_MS));
    const answer = await fetch(api.recordPath(table), { credentials: "same-origin" }).catch(() => null);
    if (answer === null || !answer.ok) break;
    lines.push(JSON.stringify({ table, record: await answer.text() }));
  }
  const records = lines.length - 1;
  if (records > 0) save(new Blob([`${lines.join("\n")}\n`], { type: "application/x-ndjson" }));
  return { records, whole: records === tables.length };
}

function save(file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = "slamdeck-library.jsonl";
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
