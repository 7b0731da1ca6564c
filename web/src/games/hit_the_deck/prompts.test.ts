import { describe, expect, it } from "vitest";
import type { View } from "../../protocol/types";
import { game, updates } from "./captured";
import { promptOf, wantOf, wantWords } from "./prompts";

const views = updates.map(({ view }) => view);
const first = (wanted: (view: View) => boolean): View => views.find(wanted) as View;
const mine = (view: View): boolean => view.facts["turn"] === 0;
const plain = first((view) => view.phase === "PLAY" && view.facts["demand"] === null);

/** The same table at another moment. */
function moment(facts: View["facts"], changes: Partial<View> = {}): View {
  return { ...plain, ...changes, facts: { ...plain.facts, ...facts } };
}

describe("prompts in a captured game", () => {
  it("say what is owed, and nothing while hands may race", () => {
    expect(new Set(views.map((view) => wantOf(view)?.kind))).toEqual(new Set([undefined, "number", "colour", "anything"]));
    const races = views.filter((view) => view.phase === "RACE");
    expect(races.length).toBeGreaterThan(0);
    for (const view of races) {
      expect(wantWords(game, view)).toBe("");
      expect(promptOf(game, view, 0)).toMatchObject({ second: "", does: null });
      expect(["Your turn", "{who} plays"]).toContain(promptOf(game, view, 0).first);
    }
  });

  it("are the same for a race as for any other turn of that player, but for what fits", () => {
    const race = first((view) => view.phase === "RACE" && !mine(view));
    const turn = first((view) => view.phase === "PLAY" && !mine(view));
    expect(promptOf(game, race, 0).first).toBe(promptOf(game, turn, 0).first);
  });

  it("name colour and number of the top, and black cards only to who could play one", () => {
    expect(wantWords(game, plain)).toBe("green or any 3");
    expect(wantWords(game, plain, true)).toBe("green, any 3 or black");
    const black = views.filter((view) => /or black$/.test(promptOf(game, view, 0).second));
    expect(black.length).toBeGreaterThan(0);
    for (const view of black) expect(view.legal.some((move) => /^play (#|@|HH)/.test(move))).toBe(true);
  });

  it("have the button wherever there is only one thing to do", () => {
    for (const view of views.filter(mine)) {
      const does = ["draw", "flip"].find((move) => view.legal.includes(move)) ?? null;
      expect(promptOf(game, view, 0).does).toBe(does);
    }
  });

  it("say why there is nothing but a draw", () => {
    const legal = ["draw", "slap", "call"];
    expect(promptOf(game, moment({ turn: 0 }, { legal }), 0)).toMatchObject({ first: "Draw a card", does: "draw", mine: true });
    expect(promptOf(game, moment({ turn: 0 }, { legal }), 0).second).toBe("You hold no green and no 3");
    expect(promptOf(game, moment({ turn: 0, demand: "number 4" }, { legal }), 0).second).toBe("You hold no 4");
    expect(promptOf(game, moment({ turn: 0, demand: "colour blue" }, { legal }), 0).second).toBe("You hold no blue");
  });

  it("say which card was drawn to its owner alone", () => {
    expect(promptOf(game, moment({ turn: 0, drawn: "G3" }, { phase: "MUST_PLAY" }), 0).first).toBe("You drew green 3");
    expect(promptOf(game, moment({ turn: 1, drawn: null }, { phase: "MUST_PLAY" }), 0).first).toBe("{who} plays");
  });

  it("ask nothing of anybody between two hands", () => {
    expect(promptOf(game, moment({ turn: 0 }, { phase: "HAND_OVER", legal: [] }), 0)).toMatchObject({ first: "The hand is over", mine: false });
    expect(promptOf(game, moment({ turn: 0 }, { phase: "GAME_OVER", over: true, legal: [] }), 0).first).toBe("The hand is over");
  });

  it("say of others what they have to do", () => {
    expect(promptOf(game, moment({ turn: 1, duty: "cut" }, { phase: "DUTY_CUT" }), 0)).toMatchObject({ first: "{who} cuts the deck", mine: false });
    expect(promptOf(game, moment({ turn: 1, duty: "flip" }, { phase: "DUTY_FLIP" }), 0).first).toBe("{who} flips the piles");
    expect(promptOf(game, moment({ turn: 1, demand: "number 4" }), 0).second).toBe("owes any 4, or draws");
    expect(promptOf(game, moment({ turn: 1, demand: "anything" }), 0).second).toBe("any card");
  });
});
