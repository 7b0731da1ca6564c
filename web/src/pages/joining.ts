// The way to a seat at somebody's table: a name that is free there.

import { freeLike } from "../names";
import { callMe, nameToUse, preferences } from "../preferences.svelte";
import { api, RefusedByServer } from "../protocol/api";

/** A name of somebody's own choice cannot be had here; `free` is one like it that can, if there is one. */
export class NameRefused extends Error {
  constructor(
    readonly wanted: string,
    readonly free: string,
  ) {
    super(wanted);
  }
}

/** Moves from one table to another that this page has made with its company; the way back stays open. */
export const followed = new Set<string>();

const TRIES = 8; // several people may sit down in the same second

/** Joins under the typed name. One that was drawn makes way for another by itself. Raises NameRefused. */
export async function sitDown(code: string, typed: string, watch: boolean): Promise<void> {
  let name = callMe(typed);
  for (let tries = 1; ; tries++) {
    try {
      await api.join(code, { name, watch });
      return;
    } catch (refusal) {
      if (!(refusal instanceof RefusedByServer)) throw refusal;
      if (refusal.error === "bad_name") throw new NameRefused("", "");
      if (refusal.error !== "name_taken" || tries === TRIES) throw refusal;
      const taken = [...(await namesAt(code)), name];
      if (preferences.ownName) throw new NameRefused(name, freeLike(name, taken));
      name = nameToUse(taken);
    }
  }
}

async function namesAt(code: string): Promise<string[]> {
  return (await api.info(code)).seats.map((seat) => seat.name);
}
