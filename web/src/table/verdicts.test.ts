import { describe, expect, it } from "vitest";
import type { GameShown, Race, SeatTime, ServerMessage, Told } from "../protocol/types";
import slamwich from "../../fixtures/slamwich.json";
import handsDown from "../../fixtures/hands_down.json";
import { plainTime } from "./races";
import { cameToNothing, headline, verdictFor } from "./verdicts";

const NAMES = ["Mia", "Jonas", "Grandpa", "Pip"];
const MIA = { names: NAMES, you: 0 };
const TV = { names: NAMES, you: -1 };
const time = (seat: number, ms: number | null, more: Partial<SeatTime> = {}): SeatTime => plainTime(seat, ms === null ? null : ms * 1000, more);
const race = (times: SeatTime[], more: Partial<Race> = {}): Race => ({
  m: "race", n: 1, goal: "first wins", outcome: "won", seats: [2], drawn: [], times, ...more,
});
const lost = (seats: number[], ...times: SeatTime[]): Race => race(times, { goal: "last loses", outcome: "lost", seats });

describe("who was first", () => {
  it("says how far away the own hand was", () => {
    const one = race([time(0, 554), time(2, 398)]);
    expect(headline(one, MIA)).toBe("Grandpa was first: 398 ms, you 554: 156 ms late");
    expect(headline(one, TV)).toBe("Grandpa was first: 398 ms");
  });

  it("counts a hand that came after the verdict as what it was: late", () => {
    const one = race([time(0, null), time(2, 398)]);
    expect(headline(one, MIA, 711)).toBe("Grandpa was first: 398 ms, you 711: 313 ms late");
    expect(headline(one, MIA)).toBe("Grandpa was first: 398 ms");
  });

  it("is you, when it was you", () => {
    expect(headline(race([time(0, 300), time(2, 398)], { seats: [0] }), MIA)).toBe("You were first: 300 ms");
  });

  it("says by how little", () => {
    const close = race([time(0, 321), time(2, 312)]);
    expect(headline(close, TV)).toBe("Grandpa, by a finger");
    expect(headline(close, MIA)).toBe("Grandpa, by a finger: you 9 ms late");
    expect(headline(race([time(0, 303), time(2, 312)], { seats: [0] }), MIA)).toBe("You, by a finger: 9 ms before Grandpa");
  });
});

describe("who was last", () => {
  it("is named, with the hand before", () => {
    expect(headline(lost([1], time(0, 400), time(1, 500)), MIA)).toBe("Jonas was last: 500 ms, 100 behind you");
    expect(headline(lost([0], time(0, 600), time(1, 500)), MIA)).toBe("You were last: 600 ms, 100 behind Jonas");
    expect(headline(lost([0], time(0, null), time(1, 500)), MIA)).toBe("You were last: all other hands were down");
    expect(headline(lost([0], time(0, null), time(1, 500)), MIA, 620)).toBe("You were last: 620 ms, 120 behind Jonas");
    expect(headline(lost([0, 1], time(0, 400), time(1, 500)), MIA)).toBe("You and Jonas were last");
  });
});

it("marks what the server has estimated, and every distance to it", () => {
  const about = { verdict: "estimated" } as const;
  expect(headline(race([time(0, 554), time(2, 398, about)]), MIA)).toBe("Grandpa was first: ≈398 ms, you 554: ≈156 ms late");
  expect(headline(race([time(0, 554, about), time(2, 398)]), MIA)).toBe("Grandpa was first: 398 ms, you ≈554: ≈156 ms late");
  expect(headline(race([time(0, 303), time(2, 312, about)], { seats: [0] }), MIA)).toBe("You, by a finger: ≈9 ms before Grandpa");
  expect(headline(lost([1], time(0, 400, about), time(1, 500)), MIA)).toBe("Jonas was last: 500 ms, ≈100 behind you");
});

it("does not name a winner where there is none", () => {
  expect(headline(race([time(0, 400)], { outcome: "void", seats: [] }), MIA)).toBe("That race did not count");
  expect(headline(race([time(0, 300), time(1, 302)], { outcome: "dead heat", seats: [0, 1] }), MIA)).toBe("Dead heat: you and Jonas");
});

it("tells a hand and a shout apart that came together", () => {
  const game = { events: { shout: { words: "", tone: "shout" } } } as unknown as GameShown;
  const level = race([time(1, 312), time(2, 314)], { outcome: "dead heat", seats: [1, 2] });
  expect(verdictFor(game, level, [{ what: "shout", seat: 2 }], MIA)).toBe("Together: Jonas with the hand, Grandpa with the shout");
  expect(verdictFor(game, level, [], MIA)).toBe("Dead heat: Jonas and Grandpa");
});

it("says so where a shout was first, and not the hand", () => {
  const game = { events: { shout: { words: "", tone: "shout" }, win: { words: "", tone: "good" } } } as unknown as GameShown;
  const won = [{ what: "shout", seat: 2 }, { what: "win", seat: 2 }];
  expect(verdictFor(game, race([time(0, 554), time(2, 398)]), won, MIA)).toBe("Grandpa shouted first: 398 ms, you 554: 156 ms late");
  expect(verdictFor(game, race([time(2, 398)]), won, { names: NAMES, you: 2 })).toBe("You shouted first: 398 ms");
  expect(verdictFor(game, race([time(1, 300), time(2, 398)]), won, TV), "a voice that was not the first").toBe("Jonas was first: 300 ms");
});

it("says hand and shout where they came from one player", () => {
  const events = { shout: { words: "", tone: "shout" }, win: { words: "", tone: "good" } };
  const game = { slug: "slamwich", events } as unknown as GameShown;
  const won = (clause: string): Told[] => [{ what: "shout", seat: 2, clause: "SW-18" }, { what: "win", seat: 2, clause }];
  expect(verdictFor(game, race([time(2, 398)]), won("SW-18"), MIA)).toBe("Grandpa was first, hand and shout: 398 ms");
  expect(verdictFor(game, race([time(2, 398)]), won("SW-18"), { names: NAMES, you: 2 })).toBe("You were first, hand and shout: 398 ms");
  expect(verdictFor(game, race([time(2, 398)]), won("SW-19"), MIA), "the first hand was another one's").toBe("Grandpa shouted first: 398 ms");
});

it("knows hands that were first at nothing", () => {
  const game = { events: { win: { words: "", tone: "good" }, hold: { words: "", tone: "neutral" }, munch: { words: "", tone: "neutral" } } } as unknown as GameShown;
  const one = race([time(0, 1362), time(2, 1411)], { seats: [0] });
  const cry = { events: { ...game.events, shout: { words: "", tone: "shout" } } } as unknown as GameShown;
  expect(cameToNothing(cry, one, [{ what: "shout", seat: 0 }]), "a cheer").toBe(true);
  expect(cameToNothing(cry, one, [{ what: "shout", seat: 0 }, { what: "win", seat: 0 }])).toBe(false);
  const toss = { what: "move", card: "cheese", source: "stacks[1]", target: "centre" };
  expect(cameToNothing(game, one, [toss]), "a toss").toBe(true);
  expect(cameToNothing(game, one, [toss, { what: "munch", seat: 1 }]), "somebody else's muncher").toBe(true);
  expect(cameToNothing(game, one, [{ what: "hold", seat: 0 }])).toBe(false);
  expect(cameToNothing(game, one, [{ what: "win", seat: 2 }])).toBe(false);
  expect(cameToNothing(game, lost([0], time(0, 400)), [toss]), "where the last one loses there always is one").toBe(false);
  expect(cameToNothing(game, race([time(0, 400)], { outcome: "void", seats: [] }), [toss])).toBe(false);
});

it("calls a foul a foul, whoever was first", () => {
  const game = { events: { slip: { words: "{who} slips.", tone: "foul" } }, kinds: [] } as unknown as GameShown;
  const one = race([time(2, 398)]);
  expect(verdictFor(game, one, [{ what: "slip", seat: 2 }], TV)).toBe("Grandpa slips.");
  expect(verdictFor(game, one, [{ what: "slip", seat: 1 }], TV)).toBe("Grandpa was first: 398 ms");
  const both = race([time(1, 420), time(2, 398)]);
  expect(verdictFor(game, both, [{ what: "slip", seat: 1 }], TV), "two hands for nothing, one of them told").toBe("Jonas slips.");
});

it("has a sentence for every race of the captured games, for every reader", () => {
  const races = ([...slamwich, ...handsDown] as ServerMessage[]).filter((m): m is Race => m.m === "race");
  expect(races.length).toBeGreaterThan(10);
  for (const one of races) {
    for (const you of [-1, 0, 1, 2]) {
      const text = headline(one, { names: NAMES, you });
      expect(text).not.toBe("");
      expect(text).not.toMatch(/undefined|NaN|null|-\d/);
    }
  }
});
