// A game is over when its last moment has been seen: the hands on the pile, two hands turned up. A board says how long
// that takes; the end page waits for it, but not for ever.

const USUAL_MS = 1800;
const MOST_MS = 12_000;

export class LastLook {
  /** it is over, and its players have seen how */
  taken = $state(false);
  /** nobody here has seen the last moment */
  late = false;
  private over = false;
  private latest = 0;
  private until = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** What is being shown takes so long. */
  hold(ms: number): void {
    this.until = Math.max(this.until, performance.now() + ms);
    if (this.over) this.wait();
  }

  /** The game is over. `late`: whoever comes now has not seen the last moment, and has nothing to wait for. */
  end(late: boolean): void {
    if (this.over) return;
    this.over = true;
    this.latest = performance.now() + MOST_MS;
    this.late = late;
    if (late) this.taken = true;
    else this.hold(USUAL_MS);
  }

  /** Another game. */
  begin(): void {
    clearTimeout(this.timer);
    this.over = this.taken = false;
    this.until = 0;
  }

  private wait(): void {
    if (this.taken) return;
    clearTimeout(this.timer);
    const left = Math.min(this.until, this.latest) - performance.now();
    this.timer = setTimeout(() => (this.taken = true), left);
  }
}
