import { beforeEach, describe, expect, it } from "vitest";
import { forgetAll } from "../memory";
import { keepHead, keptHeads } from "./heads";

describe("heads that a device keeps", () => {
  beforeEach(forgetAll);

  it("keeps one for every game, and the first word counts", () => {
    keepHead("ABCD1234", 1, "one");
    keepHead("ABCD1234", 1, "forged");
    keepHead("ABCD1234", 2, "two");
    expect(keptHeads("ABCD1234")).toEqual(["one", "two"]);
    expect(keptHeads("OTHER")).toEqual([]);
  });

  it("forgets the oldest tables", () => {
    for (let i = 0; i < 70; i++) keepHead(`T${i}`, 1, "head");
    expect(keptHeads("T0")).toEqual([]);
    expect(keptHeads("T69")).toEqual(["head"]);
  });
});
