// A clock that waits for the player ticks in its last second: twice, and never for a time too short to be waited for.

import type { Clock } from "../protocol/types";

const LAST_MS = 1000;
const SHORTEST_MS = 4000;
const TICKS = [0, LAST_MS / 2];

export class LastSecond {
  private timers: ReturnType<typeof setTimeout>[] = [];

  constructor(private readonly tick: () => void) {}

  /** The clock as it stands now; every update says it anew. */
  set(clock: Clock | null, own: readonly number[]): void {
    this.stop();
    if (clock === null || clock.whole < SHORTEST_MS || !clock.seats.some((seat) => own.includes(seat))) return;
    const first = clock.left - LAST_MS;
    if (first < 0) return;
    this.timers = TICKS.map((after) => setTimeout(this.tick, first + after));
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
  }
}
