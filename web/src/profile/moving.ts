// Reflexes on their way: to another device once, or to this server for as long as their owner likes.

import { memorize, recall } from "../memory";
import { api } from "../protocol/api";
import { newKey, NotOurs, randomText, readExport, seal, unseal, written } from "./box";
import { forgetGames, gamesPlayed, keepGames } from "./games_played";

/** A link for one taker, good for some minutes. */
export async function offer(): Promise<{ link: string; seconds: number }> {
  const { key, text } = await newKey();
  const { name, seconds } = await api.sendBox(await seal(written(await gamesPlayed()), key));
  return { link: `${location.origin}/take#${name}.${text}`, seconds };
}

/** What somebody's other device has offered comes to what is here already. How many games those were. */
export async function take(fragment: string): Promise<number> {
  const [name = "", key = ""] = fragment.replace(/^#/, "").split(".");
  if (!/^[\w-]{20,40}$/.test(name) || !/^[\w-]{43}$/.test(key)) throw new NotOurs("foreign");
  const games = readExport(await unseal(await api.takeBox(name), key));
  await keepGames(games);
  return games.length;
}

// ---- a copy on the server ------------------------------------------------------------------------------

interface Place {
  name: string;
  secret: string;
  key: string;
}

const SUBJECT = "profile";
const SHAPE = /^([\w-]{24})\.([\w-]{32})\.([\w-]{43})$/;

function place(): Place | null {
  const kept = recall(SUBJECT);
  return typeof kept === "string" ? placeOf(kept) : null;
}

function placeOf(code: string): Place | null {
  const [, name, secret, key] = SHAPE.exec(code.trim()) ?? [];
  return name !== undefined && secret !== undefined && key !== undefined ? { name, secret, key } : null;
}

/** By which another device fetches it, if there is one. */
export const profileCode = (): string => (place() === null ? "" : String(recall(SUBJECT)));

export async function leaveHere(): Promise<void> {
  const { key, text } = await newKey();
  const before = place();
  const [name, secret] = [before?.name ?? randomText(18), before?.secret ?? randomText(24)];
  await api.writeProfile(name, secret, await seal(written(await gamesPlayed()), key));
  memorize(SUBJECT, `${name}.${secret}.${text}`);
}

export async function fetchWith(code: string): Promise<number> {
  const found = placeOf(code);
  if (found === null) throw new NotOurs("foreign");
  const games = readExport(await unseal(await api.fetchProfile(found.name), found.key));
  await keepGames(games);
  memorize(SUBJECT, code.trim());
  return games.length;
}

export async function takeBack(): Promise<void> {
  const found = place();
  if (found !== null) await api.deleteProfile(found.name, found.secret).catch(ignoreMissing);
  memorize(SUBJECT, null);
}

/** Here, and whatever the server has: its copy, the results of today's deal, the session. */
export async function deleteEverything(): Promise<void> {
  await takeBack();
  await forgetGames();
  for (const subject of ["reflexes", "results", "daily", SUBJECT]) memorize(subject, null);
  await api.forgetMe();
}

function ignoreMissing(refusal: unknown): void {
  if ((refusal as { error?: string }).error !== "no_profile") throw refusal;
}
