// How long to wait before the next attempt: soon at first, then longer, never in step with everybody else.

const FIRST_MS = 300;
const LONGEST_MS = 8000;

export class Backoff {
  private failures = 0;

  constructor(private readonly chance: () => number = Math.random) {}

  next(): number {
    const full = Math.min(FIRST_MS * 2 ** this.failures, LONGEST_MS);
    this.failures++;
    return Math.round(full * (0.5 + this.chance() / 2));
  }

  succeeded(): void {
    this.failures = 0;
  }

  get attempts(): number {
    return this.failures;
  }
}
