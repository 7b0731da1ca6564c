// How long this screen shows one frame. The server believes what a page says about a hand within one frame of it.

import { micros } from "./clock";

/** Until enough frames were seen: a screen of 60 Hz. */
export const USUAL_FRAME_US = 16_667;
const REMEMBERED = 31;
const ENOUGH = 8;
/** A share of what was reported: less is the wobble of a busy page. */
const NOTEWORTHY = 1 / 8;

export class Cadence {
  private readonly gaps: number[] = [];
  private last: number | null = null;
  private reported = USUAL_FRAME_US;

  /** A frame; `followed`: the one before it was noted too, so nothing lies between them. */
  note(time: number, followed: boolean): void {
    if (followed && this.last !== null && time > this.last) this.gaps.push(time - this.last);
    if (this.gaps.length > REMEMBERED) this.gaps.shift();
    this.last = time;
  }

  /** The usual distance of two frames in µs: the median, so that a page that hangs now and then is no slow screen. */
  get frame(): number {
    const gap = [...this.gaps].sort((a, b) => a - b)[this.gaps.length >> 1];
    return gap === undefined || this.gaps.length < ENOUGH ? USUAL_FRAME_US : micros(gap);
  }

  /** What to tell the server; nothing if it knows that already. */
  news(): number | null {
    return Math.abs(this.frame - this.reported) > this.reported * NOTEWORTHY ? this.report() : null;
  }

  report(): number {
    return (this.reported = this.frame);
  }
}
