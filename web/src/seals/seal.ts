// This browser's own number for the next deal: its hash first, the number itself only when everybody's hash is in.

import type { Base64 } from "../protocol/types";
import { sha256 } from "./sha256";

export const NONCE_BYTES = 32;

export interface Sealed {
  nonce: Base64;
  sealed: Base64;
}

export function toBase64(bytes: Uint8Array): Base64 {
  return btoa(String.fromCharCode(...bytes));
}

export function fromBase64(text: Base64): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

export async function drawNumber(): Promise<Sealed> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  return { nonce: toBase64(nonce), sealed: toBase64(await sha256(nonce)) };
}

/** Does the seed that was told at the end fit the promise made before the deal? */
export async function fitsPromise(seed: Base64, commitment: Base64): Promise<boolean> {
  return toBase64(await sha256(fromBase64(seed))) === commitment;
}
