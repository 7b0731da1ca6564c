// The one clock of all measurements: `performance.now()`, which is also that of frames and of `event.timeStamp`.

/** Whole microseconds, as messages carry them; without an argument: now. */
export const micros = (ms: number = performance.now()): number => Math.round(ms * 1000);
