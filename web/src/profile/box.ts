// A sealed box: what leaves this device can be opened only by who has its key. The key is in the part of an address that
// browsers never send.

import { isGame, type GamePlayed } from "./games_played";

export interface Export {
  slamdeck: "reflexes";
  version: 1;
  games: readonly GamePlayed[];
}

export const MOST_GAMES = 200_000;
const IV = 12;

/** Browsers seal and open only on a safe page: https, or this very computer. */
export const canSeal = (): boolean => globalThis.isSecureContext === true && typeof globalThis.crypto.subtle !== "undefined";

export function written(games: readonly GamePlayed[]): string {
  const all: Export = { slamdeck: "reflexes", version: 1, games };
  return JSON.stringify(all);
}

export type Misread = "foreign" | "newer" | "damaged";
export class NotOurs extends Error {
  constructor(readonly why: Misread) {
    super(why);
  }
}

/** All of it, or nothing: a file that is not whole changes nothing here. */
export function readExport(text: string): GamePlayed[] {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new NotOurs("foreign");
  }
  const { slamdeck, version, games } = (found ?? {}) as Partial<Record<keyof Export, unknown>>;
  if (slamdeck !== "reflexes" || !Array.isArray(games)) throw new NotOurs("foreign");
  if (version !== 1) throw new NotOurs("newer");
  if (games.length > MOST_GAMES || !games.every(isGame)) throw new NotOurs("damaged");
  return games;
}

export async function newKey(): Promise<{ key: CryptoKey; text: string }> {
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, true, ["encrypt", "decrypt"]);
  return { key, text: toText(new Uint8Array(await crypto.subtle.exportKey("raw", key))) };
}

export async function seal(text: string, key: CryptoKey): Promise<Blob> {
  const iv = crypto.getRandomValues(new Uint8Array(IV));
  const packed = await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
  return new Blob([iv, await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, packed)]);
}

/** With a wrong key, or if one bit of it is another: NotOurs. */
export async function unseal(box: ArrayBuffer, keyText: string): Promise<string> {
  try {
    const key = await crypto.subtle.importKey("raw", fromText(keyText), "AES-GCM", false, ["decrypt"]);
    const packed = await crypto.subtle.decrypt({ name: "AES-GCM", iv: new Uint8Array(box.slice(0, IV)) }, key, box.slice(IV));
    return await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  } catch {
    throw new NotOurs("damaged");
  }
}

export function randomText(bytes: number): string {
  return toText(crypto.getRandomValues(new Uint8Array(bytes)));
}

function toText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromText(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
}
