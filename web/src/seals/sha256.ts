// SHA-256. Browsers offer crypto.subtle only on https and localhost; a phone that plays over plain http in the same
// room has to do it itself, or its number could not be sealed. FIPS 180-4, for short messages.

const ROUND = Uint32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
  0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
  0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
  0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
  0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
  0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** The browser's own where there is one, ours otherwise. */
export async function sha256(message: Uint8Array<ArrayBuffer>, subtle = globalThis.crypto?.subtle): Promise<Uint8Array> {
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", message)) : sha256ByHand(message);
}

export function sha256ByHand(message: Uint8Array): Uint8Array {
  const words = padded(message);
  const hash = Uint32Array.from(START);
  for (let at = 0; at < words.length; at += 16) compress(hash, words.subarray(at, at + 16));
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/** The message, a one bit, zeros, and its length in bits; in whole blocks of 16 words. */
function padded(message: Uint8Array): Uint32Array {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, message.length * 8);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i));
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function schedule(block: Uint32Array): Uint32Array {
  const w = new Uint32Array(64);
  w.set(block);
  for (let t = 16; t < 64; t++) {
    const two = w[t - 2] ?? 0;
    const fifteen = w[t - 15] ?? 0;
    const s1 = turn(two, 17) ^ turn(two, 19) ^ (two >>> 10);
    const s0 = turn(fifteen, 7) ^ turn(fifteen, 18) ^ (fifteen >>> 3);
    w[t] = s1 + (w[t - 7] ?? 0) + s0 + (w[t - 16] ?? 0);
  }
  return w;
}

function compress(hash: Uint32Array, block: Uint32Array): void {
  const w = schedule(block);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let t = 0; t < 64; t++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUND[t] ?? 0) + (w[t] ?? 0)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] ?? 0) + word));
}
