// What the player is told, and how: a verdict with the own distance, an own foul with its reason, a refusal with what would
// have been possible. A hand that came too late belongs to its race and is no refusal of its own.

import type { GameShown, Ok, Told, VerbShown, View } from "../protocol/types";
import { texts } from "../texts";
import type { ShownRace } from "./board_table";
import { lanes } from "./races";
import { Speech } from "./speech.svelte";
import { foulOfFirst, verdictFor, type Reader } from "./verdicts";
import { sentence } from "./words";
import { turnOf } from "./zones";

/** An input of ours as it was made. */
export interface Press {
  do: string;
  seat: number;
  /** the last event that its player had seen, and the time since then in ms */
  n: number;
  ms: number | null;
}

/** What there is to know about the table. */
export interface Scene {
  readonly game: GameShown | null;
  readonly names: readonly string[];
  readonly yours: readonly number[];
  view(seat: number): View | null;
}

const TOGETHER_MS = 1500;

export class Announcer {
  readonly speech = new Speech();
  private reason = { why: "", at: -Infinity };

  constructor(
    private readonly scene: Scene,
    private readonly nextKey: () => number,
  ) {}

  /** Several hands at one screen have names; a single one is you. */
  get reader(): Reader {
    const { names, yours } = this.scene;
    return { names, you: yours.length === 1 ? (yours[0] ?? -1) : -1 };
  }

  /** A race is closed, and its cards have moved. */
  raced(shown: ShownRace): void {
    const { told, key } = shown;
    const foul = this.ownFoul(told);
    if (foul !== undefined) return this.fouled(foul, shown);
    this.speech.say({
      weight: "verdict", text: this.verdict(shown), clause: "", seat: subject(shown), race: shown, hurts: this.lost(shown), key,
    });
  }

  verdict({ race, told, late }: ShownRace): string {
    return verdictFor(this.scene.game, race, told, this.reader, late ?? null);
  }

  /** Something happened without a race. */
  happened(told: readonly Told[]): void {
    const foul = this.ownFoul(told);
    if (foul !== undefined) this.fouled(foul, null);
  }

  /** The own hand came down after the verdict: the distance is told with it. */
  wasLate(shown: ShownRace): void {
    const { now } = this.speech;
    if (now?.race?.key === shown.key) this.speech.amend(now.key, { text: this.verdict(shown), race: shown, hurts: this.lost(shown) });
  }

  /** An input did not go through. */
  refused(ok: Ok, press: Press | undefined): void {
    if (ok.verdict === "foul") return this.because(ok.why);
    if (ok.why === "") return;
    const text = texts.withheld[ok.verdict] ?? capital(ok.why) + this.instead(press);
    this.note(text, ok.clause, ok.verdict === "rejected" ? "refusal" : "hint");
  }

  note(text: string, clause: string, weight: "refusal" | "hint" = "refusal"): void {
    this.speech.say({ weight, text, clause, seat: -1, race: null, hurts: false, key: this.nextKey() });
  }

  isHand(press: Press): boolean {
    return this.verb(press)?.manner === "hand";
  }

  /** The reason of a foul and what it costs come in two messages, in either order. */
  private because(why: string): void {
    this.reason = { why, at: performance.now() };
    const { now } = this.speech;
    if (now?.weight === "foul") this.speech.amend(now.key, { text: joined(why, now.text) });
  }

  private fouled(foul: Told, race: ShownRace | null): void {
    const { game, names, yours } = this.scene;
    if (game === null) return;
    const why = performance.now() - this.reason.at < TOGETHER_MS ? this.reason.why : "";
    this.reason.at = -Infinity;
    this.speech.say({
      weight: "foul", text: joined(why, sentence(game, foul, names, yours)), clause: foul.clause ?? "", seat: foul.seat ?? -1, race, hurts: true, key: this.nextKey(),
    });
  }

  private ownFoul(told: readonly Told[]): Told | undefined {
    const { game, yours } = this.scene;
    return told.find((one) => yours.includes(one.seat ?? -1) && game?.events[one.what]?.tone === "foul");
  }

  private lost({ race, told, late }: ShownRace): boolean {
    const { you } = this.reader;
    if (foulOfFirst(this.scene.game, race, told) !== undefined) return false;
    if (race.goal === "last loses") return race.seats.includes(you);
    const came = lanes(race).some((lane) => lane.seat === you && lane.ms !== null) || late != null;
    return came && race.outcome === "won" && !race.seats.includes(you);
  }

  /** Whoever moves out of turn is told whose turn it is. */
  private instead(press: Press | undefined): string {
    if (press === undefined || this.verb(press)?.manner !== "move") return ".";
    const view = this.scene.view(press.seat);
    const turn = view === null ? -1 : turnOf(view);
    const name = this.scene.names[turn];
    return turn === press.seat || name === undefined ? "." : `. ${texts.table.turnOf(name)}.`;
  }

  private verb(press: Press): VerbShown | undefined {
    const name = press.do.split(" ", 1)[0];
    return this.scene.game?.verbs.find((verb) => verb.name === name);
  }
}

/** Whom the sentence is about: the fastest, or where the last one loses, that one. */
function subject({ race }: ShownRace): number {
  return (race.goal === "last loses" ? race.seats[0] : lanes(race)[0]?.seat) ?? -1;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** Some fouls say their reason themselves. */
const joined = (why: string, text: string): string =>
  why === "" || text.toLowerCase().includes(why.toLowerCase()) ? text : `${capital(why)}. ${text}`;
