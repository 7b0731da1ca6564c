// Moments that follow each other at their own times, in ms since an origin. A new run replaces what is still to come.

export interface Clock {
  now(): number;
  /** calls back after so many ms; the answer takes it back */
  after(ms: number, then: () => void): () => void;
}

export const browserClock: Clock = {
  now: () => performance.now(),
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

export interface Moment {
  at: number;
}

export class Timeline<One extends Moment> {
  /** when time 0 was, by the clock */
  origin = 0;
  /** the time of the latest moment that was shown */
  shownAt = -1;
  private cancel: () => void = () => undefined;

  constructor(
    private readonly clock: Clock,
    private readonly show: (moment: One) => void,
  ) {}

  /** The first moment is now, the others follow at their distances. */
  start(moments: readonly One[], done: () => void): void {
    this.origin = this.clock.now() - (moments[0]?.at ?? 0);
    this.shownAt = -1;
    this.play(moments, done);
  }

  /** What has not been shown yet, by the clock that runs already. */
  goOn(moments: readonly One[], done: () => void): void {
    this.play(moments.filter((moment) => moment.at > this.shownAt), done);
  }

  /** Once, at that time. */
  at(time: number, then: () => void): () => void {
    return this.clock.after(Math.max(0, this.origin + time - this.clock.now()), then);
  }

  stop(): void {
    this.cancel();
    this.cancel = () => undefined;
  }

  private play([first, ...rest]: readonly One[], done: () => void): void {
    this.stop();
    if (first === undefined) return done();
    const due = this.origin + first.at - this.clock.now();
    const showIt = (): void => {
      this.shownAt = first.at;
      this.show(first);
      this.play(rest, done);
    };
    if (due <= 0) showIt();
    else this.cancel = this.clock.after(due, showIt);
  }
}
