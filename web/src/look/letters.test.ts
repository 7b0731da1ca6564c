import { describe, expect, it } from "vitest";
import { lettersOf } from "./letters";

describe("the room that a word needs", () => {
  it("is that of its longest word", () => {
    expect(lettersOf("SLAP")).toBe(4);
    expect(lettersOf("hands down")).toBe(5);
    expect(lettersOf("Maximilian")).toBe(10);
  });

  it("is more for wide signs, and nothing for marks", () => {
    expect(lettersOf("猫猫")).toBe(4);
    expect(lettersOf("🦔🦔🦔")).toBe(6);
    expect(lettersOf("שָׁלוֹם")).toBe(4);
    expect(lettersOf("❤️")).toBe(2);
  });
});
