// How fine this browser's clock is. A coarse clock (over 5 ms) is not believed by the server, and the player is told.

export const COARSE_US = 5000;
const SAMPLES = 40;
const LONGEST_MS = 120;

/** The smallest step of the clock, in µs. Busy for a few milliseconds at most on a fine clock. */
export function granularity(now: () => number = () => performance.now()): number {
  const start = now();
  let last = start;
  let smallest = Infinity;
  let steps = 0;
  // A clock that never moves must not hang the page.
  for (let reads = 0; steps < SAMPLES && last - start < LONGEST_MS && reads < 5_000_000; reads++) {
    const time = now();
    if (time > last) {
      smallest = Math.min(smallest, time - last);
      last = time;
      steps++;
    }
  }
  return Number.isFinite(smallest) ? Math.max(1, Math.round(smallest * 1000)) : LONGEST_MS * 1000;
}
