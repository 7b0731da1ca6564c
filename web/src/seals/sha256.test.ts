import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sha256, sha256ByHand } from "./sha256";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

describe("sha256", () => {
  it("knows the published answers", () => {
    expect(hex(sha256ByHand(new TextEncoder().encode("abc")))).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    expect(hex(sha256ByHand(new Uint8Array()))).toBe(
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
  });

  it("agrees with another implementation for every length around the block borders", () => {
    for (let length = 0; length < 200; length++) {
      const message = Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 256);
      expect(hex(sha256ByHand(message))).toBe(createHash("sha256").update(message).digest("hex"));
    }
  });

  it("gives the same with and without the browser's own", async () => {
    const message = crypto.getRandomValues(new Uint8Array(32));
    expect(hex(await sha256(message, undefined))).toBe(hex(await sha256(message)));
  });
});
