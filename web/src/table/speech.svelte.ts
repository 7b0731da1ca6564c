// What is said to the player right now: one thing at a time, and long enough to be read. What weighs more takes the place
// at once; what weighs less waits until the other has been read, or is not said at all.

import type { ShownRace } from "./board_table";

/** How a race ended · an own foul · a move that was not possible · something harmless. */
export type Weight = "verdict" | "foul" | "refusal" | "hint";

export interface Said {
  weight: Weight;
  text: string;
  clause: string;
  /** whom it is about; nobody: −1 */
  seat: number;
  /** the race that it tells of */
  race: ShownRace | null;
  /** it cost the reader something */
  hurts: boolean;
  key: number;
}

const WEIGHTS: Record<Weight, number> = { verdict: 3, foul: 3, refusal: 2, hint: 1 };
/** Nothing lighter comes before this. */
const LEAST_MS: Record<Weight, number> = { verdict: 2600, foul: 2600, refusal: 1800, hint: 1000 };
const SHOWN_MS: Record<Weight, number> = { verdict: 4600, foul: 4600, refusal: 4000, hint: 2600 };
const STALE_MS = 3000;

export class Speech {
  now = $state.raw<Said | null>(null);
  private since = 0;
  private next: { said: Said; at: number } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  say(said: Said): void {
    const { now } = this;
    if (said.text === "") return;
    if (now === null || WEIGHTS[said.weight] >= WEIGHTS[now.weight] || this.shownFor() >= LEAST_MS[now.weight]) this.show(said);
    else if (said.weight === "refusal") this.wait(said, now);
  }

  /** More is known about what is being said: it gets its time anew. */
  amend(key: number, more: Partial<Said>): void {
    if (this.now?.key === key) this.show({ ...this.now, ...more });
  }

  /** What was not possible just now has been done, or is possible now. */
  settle(): void {
    if (this.now !== null && WEIGHTS[this.now.weight] <= WEIGHTS.refusal) this.hush();
  }

  hush(): void {
    clearTimeout(this.timer);
    this.next = this.now = null;
  }

  private shownFor(): number {
    return performance.now() - this.since;
  }

  private show(said: Said): void {
    clearTimeout(this.timer);
    this.now = said;
    this.next = null;
    this.since = performance.now();
    this.timer = setTimeout(() => (this.now = null), SHOWN_MS[said.weight]);
  }

  private wait(said: Said, now: Said): void {
    clearTimeout(this.timer);
    this.next = { said, at: performance.now() };
    this.timer = setTimeout(() => this.turn(), LEAST_MS[now.weight] - this.shownFor());
  }

  private turn(): void {
    const { next } = this;
    if (next !== null && performance.now() - next.at < STALE_MS) this.show(next.said);
    else this.hush();
  }
}
