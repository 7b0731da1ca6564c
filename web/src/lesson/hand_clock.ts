// For tests: a clock that is moved by hand.

import type { Clock } from "./timeline";

/** Time that goes on when it is told to. */
export class HandClock implements Clock {
  time = 1000;
  private waiting: { at: number; then: () => void }[] = [];
  now = (): number => this.time;
  after = (ms: number, then: () => void): (() => void) => {
    const one = { at: this.time + ms, then };
    this.waiting.push(one);
    return () => (this.waiting = this.waiting.filter((other) => other !== one));
  };
  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const next = this.waiting.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.waiting = this.waiting.filter((one) => one !== next);
      this.time = Math.max(this.time, next.at);
      next.then();
    }
    this.time = end;
  }
}
