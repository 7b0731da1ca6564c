// What the eye saw when: the measurement behind fair races.
//
// A change is made inside an animation frame; the timestamp of the *next* frame is the time at which it was painted.
// Reactions are event.timeStamp minus that time: both from one clock of this browser, never from the handler's own.

import { USUAL_FRAME_US, type Cadence } from "./cadence";
import { micros } from "./clock";
import type { Stills } from "./stills";

export interface Frames {
  request(callback: (time: number) => void): void;
  /** in a task of its own, when the frame that is being made is drawn */
  afterwards(callback: () => void): void;
}

export const browserFrames: Frames = {
  request: (callback) => requestAnimationFrame(callback),
  afterwards: (callback) => setTimeout(callback),
};

/** A press: the last event that was on the screen when it came, its time in µs, and the ms between the two. */
export interface Pressed {
  n: number;
  t: number | null;
  ms: number | null;
}

const REMEMBERED = 16;
/** A frame that took so many times as long as usual was held up. */
const LONGER = 1.5;

/** An event that a change shows; `race`: everybody can see that a race on it is possible. */
export interface Shown {
  n: number;
  race: boolean;
}

interface Change {
  event: Shown | null;
  apply: () => void;
  rest: (() => void) | null;
}

export class Painter {
  private readonly waiting: Change[] = [];
  private readonly painted: { n: number; at: number }[] = [];
  private changed: Shown | null = null; // event in the page, not yet known to be painted
  private rests: (() => void)[] = []; // what is done when everything in the page is painted
  private running = false;
  private ran = false; // in the frame before, too …
  private ranAt = 0; // … and when

  constructor(
    private readonly frames: Frames,
    /** called once per frame, after all changes of that frame: makes the page follow at once */
    private readonly flush: () => void,
    /** event n was painted at p (µs) */
    private readonly seen: (n: number, p: number) => void,
    private readonly stills: Stills,
    private readonly cadence: Cadence,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Make a change in the next frame; with an event if it shows one. The less is done there the sooner it is seen, and
   * the reaction counts from then: whatever can wait is the `rest`, done when the picture is on the screen.
   */
  show(event: Shown | null, apply: () => void, rest: (() => void) | null = null): void {
    this.waiting.push({ event, apply, rest });
    this.run();
  }

  /** Which event a press was about. A press just before the new picture is still about the old one. */
  pressed(timeStamp: number): Pressed {
    for (let i = this.painted.length - 1; i >= 0; i--) {
      const shown = this.painted[i];
      if (shown !== undefined && shown.at <= timeStamp) {
        return { n: shown.n, t: micros(timeStamp), ms: Math.round(timeStamp - shown.at) };
      }
    }
    return { n: this.painted[0]?.n ?? this.changed?.n ?? 0, t: null, ms: null };
  }

  /** How long after that event's picture a press came, in ms. */
  since(n: number, timeStamp: number): number | null {
    const shown = this.painted.find((one) => one.n === n);
    return shown === undefined ? null : Math.round(timeStamp - shown.at);
  }

  /** Frames are needed: for a change, or for what follows a hand. */
  run(): void {
    if (!this.running) {
      this.running = true;
      this.frames.request((time) => this.frame(time));
    }
  }

  private frame(time: number): void {
    this.cadence.note(time, this.ran);
    this.notePainted(time);
    this.doTheRest();
    this.applyChanges();
    this.stills.frame(time, this.heldUp());
    this.running = this.ran = this.waiting.length > 0 || this.changed !== null || this.rests.length > 0 || this.stills.active;
    if (this.running) this.frames.request((next) => this.frame(next));
  }

  /** A page that hung may draw this frame before it has handled a press of that time: it has nothing to promise. */
  private heldUp(): boolean {
    const before = this.ranAt;
    this.ranAt = this.now();
    return this.ran && micros(this.ranAt - before) > LONGER * Math.min(this.cadence.frame, 2 * USUAL_FRAME_US);
  }

  private notePainted(time: number): void {
    if (this.changed === null) return;
    const { n, race } = this.changed;
    this.changed = null;
    // Shown a second time (a fresh view of the same event): the eye has known it since the first.
    if (this.painted.some((shown) => shown.n === n)) return;
    this.painted.push({ n, at: time });
    if (this.painted.length > REMEMBERED) this.painted.shift();
    this.seen(n, micros(time));
    this.stills.begin(n, time, race);
  }

  private doTheRest(): void {
    if (this.rests.length === 0) return;
    const rests = this.rests.splice(0);
    this.frames.afterwards(() => {
      for (const rest of rests) rest();
    });
  }

  private applyChanges(): void {
    if (this.waiting.length === 0) return;
    for (const change of this.waiting.splice(0)) {
      change.apply();
      if (change.rest !== null) this.rests.push(change.rest);
      if (change.event !== null) this.changed = change.event;
    }
    this.flush();
  }
}
