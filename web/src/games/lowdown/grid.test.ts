import { describe, expect, it } from "vitest";
import type { KindShown, ServerMessage, View } from "../../protocol/types";
import lowdown from "../../../fixtures/lowdown.json";
import { arrive, type Arrivals } from "./arrivals";
import { clearsOf, completeLines, countOf, gridOf, LINES, lineWith, nearLine, oneColour, type Shown } from "./grid";
import { promptFor } from "./prompts";
import { acting, lineAlong, tap, type Picked } from "./taps";

const updates = (lowdown as ServerMessage[]).filter((m) => m.m === "stim");
const COLOURS: Record<string, string> = { R: "red", O: "orange", Y: "yellow", G: "green", B: "blue", U: "purple", K: "pink" };

function kind(name: string, family: string, points: number, color?: string): KindShown {
  return { name, words: name, family, values: color === undefined ? { value: points } : { color, value: points }, copies: 1, points, back: "" };
}
const kinds: KindShown[] = [
  ...Object.entries(COLOURS).flatMap(([letter, color]) => Array.from({ length: 11 }, (_, n) => kind(`${letter}${n}`, "number", n, color))),
  kind("W", "wild", -5), kind("Sw", "swap", 5, "black"), kind("Pk", "peek", 5, "black"), kind("St", "steal", 5, "black"),
];

describe("grids of a captured game", () => {
  it("shows a face where the view has one, and never behind a closed card", () => {
    for (const { view } of updates) {
      for (let owner = 0; owner < 3; owner++) {
        for (const slot of gridOf(view, owner)) {
          const zone = view.zones.find((one) => one.name === slot.zone);
          expect(slot.name).toBe(zone?.face === "open" ? (zone.cards[0] ?? null) : null);
          expect(slot.secret).toBeNull();
          expect(slot.state === "empty").toBe(zone?.cards.length === 0);
        }
      }
    }
  });

  it("lets a tap do every legal move that points at cards, and nothing else", () => {
    const pointing = /^(open \d|place|look|peek|swap|steal)/;
    let moves = 0;
    for (const { view } of updates.filter((one) => acting(one.view, 0))) {
      const done = new Set<string>();
      const places: Picked[] = [0, 1, 2].flatMap((owner) => Array.from({ length: 9 }, (_, i) => ({ owner, slot: i + 1 })));
      for (const at of places) {
        for (const side of ["open", "closed"] as const) {
          for (const picked of view.phase === "SWAP_T" || view.phase === "STEAL_T" ? [null, ...places] : [null]) {
            const answer = tap(view, 0, at, side, picked);
            if (answer !== null && "do" in answer) done.add(answer.do);
          }
        }
      }
      expect([...done].sort()).toEqual(view.legal.filter((move) => pointing.test(move)).sort());
      moves += done.size;
    }
    expect(moves).toBeGreaterThan(100);
  });

  it("always has words for what goes on", () => {
    for (const { view } of updates) expect(promptFor({ view, kinds, seat: 0, names: ["Mia", "Ada", "Ben"], picked: null, keys: false }).title).not.toBe("");
  });

  it("lets cards travel from where they were told to come", () => {
    let arrivals: Arrivals = {};
    let travelled = 0;
    updates.forEach(({ told, view, fresh }, key) => {
      arrivals = arrive(arrivals, { key, told, fresh, before: null }, view);
      for (const [zone, arrival] of Object.entries(arrivals)) {
        if (arrival.key !== key || arrival.from === null) continue;
        travelled++;
        expect(told.some((one) => one.source === arrival.from || one.target === arrival.from)).toBe(true);
        if (zone.startsWith("grids")) expect(view.zones.find((one) => one.name === zone)?.cards.length).toBe(1);
      }
    });
    expect(travelled).toBeGreaterThan(40);
  });

  it("counts what lies open", () => {
    const first = updates[0]?.view as View;
    const open = new Map([["grids[1][0]", "R7"], ["grids[1][4]", "W"], ["grids[1][8]", "B10"]]);
    const zones = first.zones.map((zone) => (open.has(zone.name) ? { ...zone, face: "open", cards: [open.get(zone.name) ?? null] } : zone));
    expect(countOf({ ...first, zones }, kinds, 1)).toEqual({ points: 7 - 5 + 10, closed: 6 });
  });
});

/** A position of two, made from a captured one. */
function position(phase: string, faces: (string | null)[], legal: string[], facts: Record<string, unknown> = {}): View {
  const base = updates[0]?.view as View;
  return {
    ...base, phase, legal, facts: { ...base.facts, turn: 0, ...facts },
    zones: base.zones.map((zone) => {
      const slot = /^grids\[0\]\[(\d)\]$/.exec(zone.name)?.[1];
      if (slot === undefined) return zone.name === "held[0]" ? { ...zone, cards: ["G4"] } : zone;
      const name = faces[Number(slot)] ?? null;
      return { ...zone, face: name === null ? "closed" : "open", cards: [name] };
    }),
  };
}

describe("lines", () => {
  it("know wilds, blacks and cards without a colour", () => {
    expect(oneColour(kinds, ["G1", "W", "G9"])).toBe(true);
    expect(oneColour(kinds, ["W", "W", "W"])).toBe(true);
    expect(oneColour(kinds, ["Sw", "Pk", "St"])).toBe(true);
    expect(oneColour(kinds, ["G1", "W", "B1"])).toBe(false);
    expect(oneColour(kinds, ["G1", null, "G2"])).toBe(false);
    expect(oneColour([...kinds, kind("N", "swap", 5, "none")], ["N", "W", "W"])).toBe(false);
    expect(Object.keys(LINES)).toHaveLength(8);
  });

  it("are listed with what they take off, the dearest first", () => {
    const faces = ["G9", "B1", "B2", "G3", "W", null, "G5", null, "G8"];
    expect(completeLines(kinds, faces)).toEqual([{ line: "V1", points: 17 }, { line: "D1", points: 12 }]);
  });

  it("glow only where the server lets their owner clear", () => {
    const faces = ["G9", null, null, null, "W", null, null, null, "G8"];
    expect(clearsOf(position("CHOOSE", faces, ["clear D1", "draw"]), kinds, 0)).toEqual([
      { line: "D1", slots: [1, 5, 9], points: 12, do: "clear D1" },
    ]);
    expect(clearsOf(position("HOLD_DRAWN", faces, ["discard"]), kinds, 0)).toEqual([]);
  });

  it("are told as far as a card would complete them, dearest first", () => {
    const faces = ["G9", "G2", null, "B1", null, null, null, null, "G8"];
    const view = position("CHOOSE", faces, []);
    expect(lineWith(view, kinds, 0, "G5")).toBe("D1");
    expect(lineWith(view, kinds, 0, "B2")).toBeNull();
    expect(lineWith(view, kinds, 0, null)).toBeNull();
  });

  it("are told while one card is missing, whichever is dearest; not where a place is empty or all three lie there", () => {
    expect(nearLine(position("CHOOSE", ["G9", "G2", null, "B1", null, null, null, null, "G8"], []), kinds, 0)).toMatchObject({ line: "D1", colour: "green" });
    expect(nearLine(position("CHOOSE", ["B9", null, "B2", null, null, null, "W", null, null], []), kinds, 0)).toMatchObject({ line: "H1", colour: "blue" });
    expect(nearLine(position("CHOOSE", ["G9", "G2", "G1", null, null, null, null, null, null], []), kinds, 0)).toBeNull();
  });

  it("can go along with the move that completes them, as far as faces are open", () => {
    const faces = ["G9", "G2", null, "B1", null, null, null, null, "G8"];
    const view = position("HOLD_DRAWN", faces, []);
    expect(lineAlong(view, kinds, 0, "place 3 open", [])).toBe("H1");
    expect(lineAlong(view, kinds, 0, "place 5 open", [])).toBe("D1");
    expect(lineAlong(view, kinds, 0, "place 3 closed", [])).toBeNull();
    expect(lineAlong(view, kinds, 0, "place 4 open", [])).toBeNull();
    expect(lineAlong(position("SWAP_T", faces, []), kinds, 0, "swap 3 9", [])).toBe("H1");
    const shown: Shown = { zone: "grids[0][2]", card: "G1", until: 0 };
    expect(lineAlong(position("LOOKED", faces, [], { looked: 3 }), kinds, 0, "open", [shown])).toBe("H1");
  });
});

describe("a look", () => {
  it("is shown at its place, and the house's memory only in the own grid", () => {
    const view = position("CHOOSE", [], [], { memory: [null, "R7"] });
    const shown: Shown = { zone: "grids[1][4]", card: "B3", until: 3000 };
    const before: Shown = { zone: "grids[1][5]", card: "B9", until: 2000 };
    expect(gridOf(view, 0, [before, shown]).map((slot) => slot.secret)).toEqual([null, "R7", ...Array<null>(7).fill(null)]);
    expect(gridOf(view, 1, [before, shown]).slice(4, 6).map((slot) => slot.secret)).toEqual(["B3", "B9"]);
    expect(gridOf(view, 1)[4]?.secret).toBeNull();
  });
});
