import { describe, expect, it } from "vitest";
import catalogue from "../../../fixtures/catalogue.json";
import slamwich from "../../../fixtures/slamwich.json";
import { isLoss, type Moment } from "../../coach/coach";
import type { GameShown, ServerMessage, Told, View } from "../../protocol/types";
import { cardsIn } from "../../table/zones";
import { coach, losses } from "./coach";

const game = (catalogue as unknown as GameShown[]).find((one) => one.slug === "slamwich") as GameShown;
const updates = (slamwich as ServerMessage[]).filter((m) => m.m === "stim");
const THIEF = game.kinds.find((kind) => kind.family === "thief")?.name ?? "";

function pile(cards: string[], facts: Record<string, unknown> = {}): View {
  return { ...(updates[0]?.view as View), facts, zones: [{ name: "centre", face: "open", cards }] };
}
function moment(cards: string[], told: Told[], facts: Record<string, unknown> = {}): Moment {
  return { game, before: pile(cards, facts), view: pile([]), told, race: null, me: 0, names: ["Mia", "Ada", "Ben"] };
}
const TAKEN: Told[] = [{ what: "sweep", source: "centre", target: "stacks[1]" }, { what: "win", seat: 1, number: 4, clause: "SW-17" }];
const SLIP: Told[] = [{ what: "move", source: "stacks[0]", target: "centre", card: "egg" }, { what: "slip", seat: 0, number: 1, clause: "SW-37" }];

describe("a pile that somebody else took", () => {
  it("is explained by its very cards", () => {
    expect(coach(moment(["jelly", "tomato", "bacon", "tomato"], TAKEN))).toMatchObject({
      text: "**Tomato – bacon – tomato**: same, other, same. That is a Slamwich.", clause: "SW-14", cards: ["tomato", "bacon", "tomato"],
    });
    expect(coach(moment(["jelly", "egg", "egg"], TAKEN))).toMatchObject({ text: "**Egg – egg**: two of the same, a Double Decker.", clause: "SW-13", cards: ["egg", "egg"] });
    expect(coach(moment(["egg", THIEF], TAKEN))).toMatchObject({ clause: "SW-18", cards: [THIEF] });
  });

  it("is explained with a card that was taken as soon as it fell", () => {
    const toss: Told = { what: "move", source: "stacks[2]", target: "centre", card: "egg", number: 2 };
    expect(coach(moment(["egg", "jelly"], [toss, ...TAKEN]))?.cards).toEqual(["egg", "jelly", "egg"]);
  });

  it("that went to a shout is a loss of the hand that lay on the thief", () => {
    const shouted = moment(["egg", THIEF], [{ what: "shout", seat: 1 }, ...TAKEN], { holder: 0 });
    expect(losses(shouted)).toBe(true);
    expect(coach(shouted)).toMatchObject({ about: "no shout", clause: "SW-19", cards: [THIEF] });
    expect(losses(moment(["egg", THIEF], TAKEN, { holder: 1 }))).toBe(false);
  });

  it("by a muncher teaches nothing about slaps", () => {
    expect(coach(moment(["egg", "jelly", "onion"], TAKEN))).toBeNull();
  });
});

describe("a hand that came down for nothing", () => {
  it("is shown what lay there, and what would have been right", () => {
    const note = coach(moment(["jelly", "tomato", "bacon", "egg"], SLIP));
    expect(note).toMatchObject({ about: "slip", clause: "SW-36", cards: ["tomato", "bacon", "egg"] });
    expect(note?.text).toMatch(/^\*\*Tomato – bacon – egg\*\*: no match\. Slap two of the same; same, other, same; or a thief\.$/);
  });

  it("is told that a covered pair, or a covered thief, is gone", () => {
    expect(coach(moment(["egg", "egg", "jelly"], SLIP))).toMatchObject({ about: "covered", clause: "SW-R3" });
    expect(coach(moment(["egg", THIEF, "jelly"], SLIP))).toMatchObject({ about: "covered" });
  });

  it("of somebody else is none of one's business", () => {
    expect(coach(moment(["egg", "jelly"], SLIP.map((one) => (one.seat === 0 ? { ...one, seat: 2 } : one))))).toBeNull();
  });
});

describe("a captured game", () => {
  it("has an explanation for every loss, from cards that lay there", () => {
    let before: View | null = null;
    let notes = 0;
    for (const [i, message] of (slamwich as ServerMessage[]).entries()) {
      if (message.m !== "stim") continue;
      const { view, told } = message;
      const verdict = (slamwich as ServerMessage[])[i - 1]; // it comes right before the update that it causes
      if (before !== null) {
        const shown = verdict?.m === "race" ? { race: verdict, told, key: 1, late: null } : null;
        const all: Moment = { game, before, view, told, race: shown, me: 0, names: ["Mia", "Ada", "Ben"] };
        if (isLoss(all)) {
          notes++;
          const note = coach(all);
          const lay = [...cardsIn(before, "centre"), ...told.map((one) => one.card)];
          expect(note?.cards.length).toBeGreaterThan(0);
          for (const card of note?.cards ?? []) expect(lay).toContain(card);
        }
      }
      before = view;
    }
    expect(notes).toBeGreaterThan(3);
  });
});
