// A game whose verbs, events, phases and options have other names sounds, breaks, reads and plays the same: nothing that is shared
// goes by their names.

import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import catalogue from "../../fixtures/catalogue.json";
import Generic from "../board/Generic.svelte";
import { inOrder, meaning, valueWords } from "../pages/options";
import type { GameShown, News, Race, ServerMessage, Stim, Told, View } from "../protocol/types";
import { cueFor, stumbles } from "../sound/cues";
import type { BoardTable } from "../table/board_table";
import { isBreak } from "../table/phases";
import { verdictFor } from "../table/verdicts";
import { logLines } from "../table/words";

const NAMES = ["Mia", "Ada", "Ben", "Cleo", "Dev"];
const READER = { names: NAMES, you: 0 };
/** How cards move is not a game's own word. */
const MOVEMENTS = ["move", "take", "sweep", "bury", "trade", "show", "gather", "shuffle", "turn", "look", "swap"];
const captured = import.meta.glob<ServerMessage[]>("../../fixtures/*.json", { import: "default", eager: true });

const otherNames = (kind: string, names: readonly string[]): Map<string, string> => new Map(names.map((name, i) => [name, `${kind}${i}x`]));

/** The same game in other words. */
class Renamed {
  readonly game: GameShown;
  private readonly verbs: Map<string, string>;
  private readonly events: Map<string, string>;
  private readonly phases: Map<string, string>;

  constructor(game: GameShown) {
    this.verbs = otherNames("verb", game.verbs.map((verb) => verb.name));
    this.events = otherNames("event", Object.keys(game.events).filter((name) => !MOVEMENTS.includes(name.split(" ", 1)[0] ?? "")));
    this.phases = otherNames("phase", game.phases.map((phase) => phase.name));
    this.game = {
      ...game,
      verbs: game.verbs.map((verb) => ({ ...verb, name: this.verbs.get(verb.name) ?? "" })),
      events: Object.fromEntries(Object.entries(game.events).map(([name, event]) => [this.events.get(name) ?? name, event])),
      phases: game.phases.map((phase) => ({ ...phase, name: this.phases.get(phase.name) ?? "" })),
      options: game.options.map((option, i) => ({ ...option, name: `option${i}x` })),
    };
  }

  view(view: View): View {
    const move = (text: string): string => text.replace(/^\S+/, (verb) => this.verbs.get(verb) ?? "");
    return { ...view, phase: this.phases.get(view.phase) ?? "", legal: view.legal.map(move) };
  }

  told(told: readonly Told[]): Told[] {
    return told.map((one) => ({ ...one, what: this.events.get(one.what) ?? one.what }));
  }

  /** A page about the renamed game, in the game's own words. */
  back(page: string): string {
    return [...this.verbs].reduce((text, [own, other]) => text.replaceAll(other, own), page);
  }
}

/** The generic board as a page, with every button and every word on it. */
function drawn(game: GameShown, view: View, told: readonly Told[]): string {
  const seats = 1 + Math.max(...view.zones.map((zone) => Number(/\[(\d)\]/.exec(zone.name)?.[1] ?? 0)));
  const table = { seats: NAMES.slice(0, seats), names: NAMES, theatre: { told } } as unknown as BoardTable;
  return render(Generic, { props: { table, game, view, seat: 0, layout: "tall", why: () => undefined } }).body;
}

for (const known of catalogue as unknown as GameShown[]) {
  const frames = captured[`../../fixtures/${known.slug}.json`] ?? [];
  const updates = frames.filter((frame): frame is Stim | News => frame.m === "stim" || frame.m === "news");
  const races = frames.filter((frame): frame is Race => frame.m === "race");
  const game = { ...known, slug: "sixth" }; // nobody has drawn anything for it
  const other = new Renamed(game);

  describe(`${game.title} in other words`, () => {
    it("makes the same sounds and tells the same story", () => {
      expect(updates.length).toBeGreaterThan(50);
      expect(new Set(updates.map(({ told }) => cueFor(game, told, [0]))).size).toBeGreaterThan(1);
      for (const update of updates) {
        const told = other.told(update.told);
        expect(cueFor(other.game, told, [0])).toBe(cueFor(game, update.told, [0]));
        expect(stumbles(other.game, told, [0])).toBe(stumbles(game, update.told, [0]));
        expect(logLines(other.game, told, NAMES, 0)).toEqual(logLines(game, update.told, NAMES, 0));
        for (const race of races) expect(verdictFor(other.game, race, told, READER)).toBe(verdictFor(game, race, update.told, READER));
      }
    });

    it("has the same breaks", () => {
      for (const phase of game.phases) {
        const view = { ...(updates[0] as Stim).view, phase: phase.name };
        expect(isBreak(game, view)).toBe(phase.between_hands);
        expect(isBreak(other.game, other.view(view))).toBe(phase.between_hands);
      }
    });

    it("shows the same house rules, times as times", () => {
      const told = (shown: GameShown): string[] => inOrder(shown.options).map((one) => `${meaning(one)}: ${valueWords(one, one.default)}`);
      expect(told(game).some((line) => / m?s$/.test(line))).toBe(true);
      expect(told(other.game)).toEqual(told(game));
    });

    it("has the same buttons and words on the generic board", () => {
      let buttons = 0;
      for (const { view, told } of updates.filter((_, i) => i % 4 === 0)) {
        const page = drawn(game, view, told);
        buttons += page.match(/data-move="/g)?.length ?? 0;
        expect(other.back(drawn(other.game, other.view(view), told))).toBe(page);
      }
      expect(buttons).toBeGreaterThan(20);
    });
  });
}
