import { describe, expect, it } from "vitest";
import catalogue from "../fixtures/catalogue.json";
import { freeLike, friendlyName, sameName, shortName } from "./names";

/** All of them, drawn one after the other. */
function drawn(): string[] {
  const names: string[] = [];
  for (let n = 0; n < 60; n++) names.push(friendlyName(names));
  return names;
}

describe("friendly names", () => {
  it("are enough for every seat and spectator, all different, and short", () => {
    const names = drawn();
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Z][a-z]{1,8}$/);
  });
  it("are no card's", () => {
    const cards = new Set(catalogue.flatMap((game) => game.kinds.map((kind) => kind.words.toLowerCase())));
    expect(drawn().filter((name) => cards.has(name.toLowerCase()))).toEqual([]);
  });
  it("are never taken, not even when all are", () => {
    expect(friendlyName(["otter", " MAPLE "], () => 0.999)).not.toMatch(/otter|maple/i);
    const all = drawn();
    expect(all).not.toContain(friendlyName(all));
  });
  it("take any number for a die", () => {
    for (const number of [0, 0.5, 0.999999]) expect(friendlyName([], () => number)).toMatch(/^[A-Z]/);
  });
});

describe("a name that is taken", () => {
  it("is taken whatever its case", () => {
    expect(sameName("Mia", " mIA ")).toBe(true);
    expect(sameName("Mia", "Mía")).toBe(false);
  });
  it("has a free neighbour", () => {
    expect(freeLike("Mia", ["Mia"])).toBe("Mia 2");
    expect(freeLike("Mia", ["Mia", "mia 2", "MIA 3"])).toBe("Mia 4");
  });
  it("keeps within twenty letters, whatever a letter is", () => {
    expect(freeLike("W".repeat(20), [])).toBe("W".repeat(18) + " 2");
    expect(freeLike("👩🏽".repeat(20), [])).toBe("👩🏽".repeat(18) + " 2");
    expect(freeLike("👩‍👩‍👧‍👦".repeat(20), [])).toBe("👩👩👧👦".repeat(4) + "👩👩 2"); // as many as the server takes them for
    expect(freeLike("אבגדהוזחטיכלמנסעפצקר", [])).toBe("אבגדהוזחטיכלמנסעפצ 2");
  });
});

describe("a name within a sentence", () => {
  it("stays whole if it is of an ordinary length", () => {
    for (const name of ["Mia", "Christopher", "Grandmother", "אברהם בן־דוד", "👩‍👩‍👧‍👦🦄🎉"]) expect(shortName(name)).toBe(name);
  });
  it("is cut between graphemes, never within one", () => {
    expect(shortName("W".repeat(20))).toBe(`${"W".repeat(12)}…`);
    expect(shortName("👩‍👩‍👧‍👦".repeat(20))).toBe(`${"👩‍👩‍👧‍👦".repeat(12)}…`);
  });
});
