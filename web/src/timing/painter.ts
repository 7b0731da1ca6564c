// What the eye saw when: the measurement behind fair races.
//
// A change is made inside an animation frame; the timestamp of the *next* frame is the time at which it was painted.
// Reactions are event.timeStamp minus that time: both from one clock of this browser, never from the handler's own.

export interface Frames {
  request(callback: (time: number) => void): void;
}

export const browserFrames: Frames = { request: (callback) => requestAnimationFrame(callback) };

/** The last event that was on the screen when a hand came down, and the time between the two in µs. */
export interface Reaction {
  n: number;
  r: number | null;
}

const BEAT_MS = 50;
const LAST_BEAT_MS = 1200;
const REMEMBERED = 16;

interface Change {
  n: number | null;
  apply: () => void;
}

export class Painter {
  private readonly waiting: Change[] = [];
  private readonly painted: { n: number; at: number }[] = [];
  private changed: number | null = null; // event in the page, not yet known to be painted
  private lastFrame = 0;
  private lastBeat = 0;
  private running = false;

  constructor(
    private readonly frames: Frames,
    /** called once per frame, after all changes of that frame: makes the page follow at once */
    private readonly flush: () => void,
    private readonly seen: (n: number) => void,
    private readonly still: (n: number, up: number) => void,
  ) {}

  /** Make a change in the next frame; with an event's number if it shows one. */
  show(n: number | null, apply: () => void): void {
    this.waiting.push({ n, apply });
    this.run();
  }

  /** Which event a press was about. A press just before the new picture is still about the old one. */
  reaction(timeStamp: number): Reaction {
    for (let i = this.painted.length - 1; i >= 0; i--) {
      const shown = this.painted[i];
      if (shown !== undefined && shown.at <= timeStamp) {
        return { n: shown.n, r: Math.round((timeStamp - shown.at) * 1000) };
      }
    }
    return { n: this.painted[0]?.n ?? this.changed ?? 0, r: null };
  }

  /** How long after that event's picture a press came, in ms. */
  since(n: number, timeStamp: number): number | null {
    const shown = this.painted.find((one) => one.n === n);
    return shown === undefined ? null : Math.round(timeStamp - shown.at);
  }

  private run(): void {
    if (!this.running) {
      this.running = true;
      this.frames.request((time) => this.frame(time));
    }
  }

  private frame(time: number): void {
    this.notePainted(time);
    this.applyChanges();
    this.beat(time);
    this.lastFrame = time;
    this.running = this.waiting.length > 0 || this.changed !== null || this.isBeating(time);
    if (this.running) this.frames.request((next) => this.frame(next));
  }

  private notePainted(time: number): void {
    if (this.changed === null) return;
    const n = this.changed;
    this.changed = null;
    // Shown a second time (a fresh view of the same event): the eye has known it since the first.
    if (this.painted.some((shown) => shown.n === n)) return;
    this.painted.push({ n, at: time });
    if (this.painted.length > REMEMBERED) this.painted.shift();
    this.lastBeat = time;
    this.seen(n);
  }

  private applyChanges(): void {
    if (this.waiting.length === 0) return;
    for (const change of this.waiting.splice(0)) {
      change.apply();
      if (change.n !== null) this.changed = change.n;
    }
    this.flush();
  }

  private isBeating(time: number): boolean {
    const latest = this.painted.at(-1);
    return latest !== undefined && time - latest.at < LAST_BEAT_MS;
  }

  /** Everything that a hand did before the previous frame has been handled by now; a later press may still be queued. */
  private beat(time: number): void {
    const latest = this.painted.at(-1);
    if (latest === undefined || !this.isBeating(time) || time - this.lastBeat < BEAT_MS) return;
    const up = Math.round((this.lastFrame - latest.at) * 1000);
    if (up > 0) {
      this.lastBeat = time;
      this.still(latest.n, up);
    }
  }
}
