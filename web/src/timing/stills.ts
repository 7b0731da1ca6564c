// When a page says `still`: densely while hands come down, next to `seen` and next to a hand of its own, and seldom else.
//
// These messages are the witnesses of fair races. Each carries the clock at its sending, so it shows how long messages
// travel just then, and that no hand came down before it. When they are sent depends on the picture and on the own hand
// alone: nothing about them tells what is in the cards.

const QUIET_UNTIL_MS = 130;
const DENSE_UNTIL_MS = 600;
const LAST_MS = 1200;
/** Every second frame of a screen of 60 Hz; as often on any other. Less by a quarter of a frame, since frames wobble. */
const DENSE_MS = 33.4 - 4;
const SPARSE_MS = 200 - 4;
/** The frames after `seen` that send one. */
const NEXT_TO_SEEN = 2;
/** … and after a hand. One more goes right behind it. */
const AFTER_HAND: readonly number[] = [1, 3, 5];

export class Stills {
  private n: number | null = null;
  private painted = 0;
  private frames = 0;
  private last = 0;
  /** frames since the own hand */
  private sinceHand: number | null = null;
  /** all that are due have been said */
  private over = false;

  constructor(private readonly send: (n: number) => void) {}

  /** Event n is on the screen since `time`; `wanted`: a race on it is possible, as everybody can see. */
  begin(n: number, time: number, wanted: boolean): void {
    this.n = wanted ? n : null;
    this.painted = this.last = time;
    this.frames = 0;
    this.sinceHand = null;
    this.over = false;
  }

  /**
   * A hand on event n came down and was sent: one witness travels with it. Not from a timer: after a press Chromium defers
   * every task to the next frame. `others`: more hands may come from this device, so it goes on speaking for them; as it
   * does where the hand was about the picture before.
   */
  hand(n: number, others: boolean): void {
    if (this.n === null) return;
    this.send(n);
    if (n !== this.n || (others && !this.over)) return;
    this.sinceHand = 0;
    this.over = false;
  }

  /** Frames are still needed. */
  get active(): boolean {
    return this.n !== null && !this.over;
  }

  /** `heldUp`: a press may still lie in the page that came before this frame. What is due now is said in the next one. */
  frame(time: number, heldUp = false): void {
    if (this.n === null || this.over || time <= this.painted) return;
    if (this.sinceHand !== null) this.afterHand(this.n);
    else if (!heldUp) this.asUsual(this.n, time);
    if (this.sinceHand === null && time - this.painted >= LAST_MS - DENSE_MS / 2) this.over = true;
  }

  private afterHand(n: number): void {
    this.sinceHand = (this.sinceHand ?? 0) + 1;
    if (AFTER_HAND.includes(this.sinceHand)) this.send(n);
    if (this.sinceHand >= Math.max(...AFTER_HAND)) this.over = true;
  }

  private asUsual(n: number, time: number): void {
    this.frames++;
    if (this.isDue(time)) {
      this.last = time;
      this.send(n);
    }
  }

  private isDue(time: number): boolean {
    if (this.frames <= NEXT_TO_SEEN) return true;
    const since = time - this.painted;
    if (since < QUIET_UNTIL_MS) return false;
    return time - this.last >= (since < DENSE_UNTIL_MS + DENSE_MS / 2 ? DENSE_MS : SPARSE_MS);
  }
}
