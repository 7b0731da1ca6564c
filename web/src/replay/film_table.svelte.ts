// The table of a film, for the same boards that play live: a position in it, somebody's eyes, and a clock that moves on.

import { PUBLIC } from "../protocol/types";
import type { Film, FilmStep, GameShown, SeatShown, View } from "../protocol/types";
import { cueFor } from "../sound/cues";
import { play } from "../sound/sound";
import type { BoardTable, OwnHand, ShownRace, Theatre } from "../table/board_table";
import { journeys } from "../table/journeys";
import { ALL_OPEN, frameOf, isRace, linesOf, marksOf, namesOf, viewsOf, type Mark, type StepLine } from "./film";

export const SPEEDS = [0.125, 0.5, 1, 4] as const;
/** nobody watches nothing happen for longer than this */
const LONGEST_MS = 2400;
const SHORTEST_MS = 60;
/** after the last hand of a race in slow motion, before the cards move */
const BREATH_MS = 500;

export class FilmTable implements BoardTable {
  /** the step that is looked at */
  at = $state(0);
  /** the board still shows what lay there before it: a race is being run */
  before = $state(false);
  eyes = $state(PUBLIC);
  playing = $state(false);
  speed = $state<number>(1);
  theatre = $state.raw<Theatre>({ key: 0, told: [], fresh: true, before: null });
  race = $state.raw<ShownRace | null>(null);
  readonly hand: OwnHand | null = null;
  readonly marks: readonly Mark[];
  readonly races: readonly Mark[];
  readonly options: Readonly<Record<string, unknown>>;
  private readonly allNames: readonly string[][];
  /** by eyes; made when somebody looks through them */
  private readonly views: Record<number, readonly View[]> = {};
  /** by eyes and step */
  private readonly toldOf: Record<number, (readonly StepLine[])[]> = {};
  private keys = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly film: Film,
    readonly game: GameShown,
  ) {
    this.marks = marksOf(film, game);
    this.races = this.marks.filter((mark) => mark.kind === "race");
    this.options = film.options;
    this.allNames = namesOf(film);
  }

  // ---- what boards ask ---------------------------------------------------------------------------

  get me(): number {
    return this.eyes === ALL_OPEN ? PUBLIC : this.eyes;
  }

  get yours(): readonly number[] {
    return this.me === PUBLIC ? [] : [this.me];
  }

  get names(): readonly string[] {
    return this.allNames[this.at] ?? [];
  }

  get seats(): readonly SeatShown[] {
    return this.film.seats.map(({ bot }, seat) => ({
      name: this.names[seat] ?? "", bot, stands_in: false, away: false, ready: true, handicap: 0, host: false, wins: 0, times: null,
    }));
  }

  view(): View | null {
    const all = (this.views[this.eyes] ??= viewsOf(this.film, this.eyes));
    return all[this.before ? Math.max(0, this.at - 1) : this.at] ?? null;
  }

  may(): boolean {
    return false;
  }

  act(): null {
    return null;
  }

  showing(): void {
    // whoever watches decides when it goes on
  }

  // ---- where we are ------------------------------------------------------------------------------

  get last(): number {
    return this.film.steps.length - 1;
  }

  get step(): FilmStep {
    return this.film.steps[this.at] ?? { at: 0, entry: 0 };
  }

  /** The number of the race that is looked at, from 1; 0: none. */
  get raceNumber(): number {
    return this.races.findIndex((mark) => mark.step === this.at) + 1;
  }

  lines(step: number): readonly StepLine[] {
    const known = (this.toldOf[this.eyes] ??= []);
    return (known[step] ??= linesOf(this.film, this.game, step, this.eyes, this.allNames[step] ?? []));
  }

  // ---- moving ------------------------------------------------------------------------------------

  /** To a step as it lies there afterwards, or as it lay before; nothing of it has just happened. */
  goTo(step: number, before = false): void {
    this.at = Math.min(Math.max(step, 0), this.last);
    this.before = before && this.at > 0;
    this.race = null;
    this.theatre = { key: ++this.keys, told: [], fresh: true, before: null };
    if (this.playing) this.plan();
  }

  /** The next thing, with its movement. */
  forward(): void {
    if (!this.before && this.at >= this.last) return;
    const shown = this.view();
    if (this.before) this.before = false;
    else this.at++;
    const { step } = this;
    const told = frameOf(step, this.eyes).told ?? [];
    this.theatre = { key: ++this.keys, told, fresh: false, before: shown };
    this.race = isRace(step) ? { race: step.race, told, key: ++this.keys } : null;
    const cue = cueFor(this.game, told, this.yours);
    if (cue !== null) play(cue);
  }

  back(): void {
    this.goTo(this.at - 1);
  }

  /** To the beginning of a race: it is run again, slowly. */
  toRace(number: number): void {
    const mark = this.races[number - 1];
    if (mark !== undefined) this.goTo(mark.step, true);
  }

  /** The next race or foul, or the one before. */
  jump(way: 1 | -1): void {
    const next = way > 0 ? this.marks.find((mark) => mark.step > this.at) : this.marks.findLast((mark) => mark.step < this.at);
    if (next === undefined) this.goTo(way > 0 ? this.last : 0);
    else this.goTo(next.step, next.kind === "race");
  }

  see(eyes: number): void {
    this.eyes = eyes;
    this.theatre = { key: ++this.keys, told: [], fresh: true, before: null };
  }

  // ---- playing -----------------------------------------------------------------------------------

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.at >= this.last && !this.before) this.goTo(0);
    this.playing = true;
    this.plan();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    if (this.playing) this.plan();
  }

  private plan(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.goOn(), this.wait());
  }

  /** Until the next thing happens. */
  private wait(): number {
    if (this.before && this.step.race != null) return raceMs(this.step) / this.speed + BREATH_MS;
    const gap = (this.film.steps[this.at + 1]?.at ?? 0) - this.step.at;
    return Math.min(Math.max(gap / this.speed, SHORTEST_MS), LONGEST_MS);
  }

  private goOn(): void {
    const next = this.film.steps[this.at + 1];
    if (!this.before && next !== undefined && isRace(next) && this.speed < 1) this.goTo(this.at + 1, true);
    else this.forward();
    if (this.at >= this.last && !this.before) this.pause();
    else this.plan();
  }
}

/** How long a race lasted, from the card to the last message that came of it. */
export function raceMs(step: FilmStep): number {
  return step.race == null ? 0 : Math.max(0, ...journeys(step.race).map((one) => one.arrived));
}
