import { expect, it } from "vitest";
import { drawNumber, fitsPromise, fromBase64, toBase64 } from "./seal";
import { sha256 } from "./sha256";

it("seals 32 bytes that are new every time", async () => {
  const one = await drawNumber();
  const two = await drawNumber();
  expect(fromBase64(one.nonce)).toHaveLength(32);
  expect(one.nonce).not.toBe(two.nonce);
  expect(toBase64(await sha256(fromBase64(one.nonce)))).toBe(one.sealed);
});

it("accepts the seed that was promised and no other", async () => {
  // From the fixtures: the seed 00 01 … 1f and what the table promised for it.
  const seed = toBase64(Uint8Array.from({ length: 32 }, (_, i) => i));
  expect(await fitsPromise(seed, "Yw3NKWbEM2aRElRIu7JbT/QSpJxzLbLIq8G4WBvXEN0=")).toBe(true);
  expect(await fitsPromise(toBase64(new Uint8Array(32)), "Yw3NKWbEM2aRElRIu7JbT/QSpJxzLbLIq8G4WBvXEN0=")).toBe(false);
});
