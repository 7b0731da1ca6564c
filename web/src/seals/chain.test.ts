import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkChain } from "./chain";

const golden = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(`../tests/golden/${name}`));

describe("the chain of a record, counted in the page", () => {
  it("fits, whichever table wrote it", async () => {
    for (const name of ["format2/slamwich-v1-live.jsonl", "format2/hit_the_deck-v2-calm.jsonl", "format1/lowdown-v1-live.jsonl"]) {
      const found = await checkChain(golden(name));
      expect(found.kind, name).toBe("fits");
      if (found.kind === "fits") expect(found.heads.length).toBe(found.entries);
    }
    expect(await checkChain(golden("format1/slamwich-v1-calm.jsonl"))).toEqual({ kind: "old" });
    expect(await checkChain(new TextEncoder().encode("hello\n"))).toEqual({ kind: "foreign" });
  });

  it("counts the same without the browser's own hashing", async () => {
    const data = golden("format2/yahtzee_hands_down-v1-calm.jsonl");
    expect(await checkChain(data, undefined)).toEqual(await checkChain(data));
  });

  it("finds a flipped bit wherever it is, and names the line", async () => {
    const data = golden("format2/slamwich-v1-calm.jsonl");
    const short = data.slice(0);
    const stride = Math.max(1, Math.floor(short.length / 60));
    for (let at = 0; at < short.length; at += stride) {
      const whole = short[at] ?? 0;
      short[at] = whole ^ (1 << (at % 8));
      const found = await checkChain(short);
      short[at] = whole;
      expect(found.kind, `byte ${at}`).not.toBe("fits");
      const line = data.subarray(0, at).filter((byte) => byte === 10).length + 1;
      if (found.kind === "broken" && data[at] !== 10) expect([line, line + 1]).toContain(found.line);
    }
  });
});
