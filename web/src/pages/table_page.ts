// The page of a table is no part of the first load. Whoever is about to need it asks for it beside the server's answer.

import type TablePage from "./TablePage.svelte";

let loading: Promise<{ default: typeof TablePage }> | null = null;

export function tablePage(): Promise<{ default: typeof TablePage }> {
  loading ??= import("./TablePage.svelte").catch((gone: unknown) => {
    loading = null; // the next one who needs it tries again
    throw gone;
  });
  return loading;
}

export function tablePageSoon(): void {
  tablePage().catch(() => undefined);
}
