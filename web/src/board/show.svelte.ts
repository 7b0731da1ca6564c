// Something that is shown for a moment: hands on a pile, a shout, two hands turned up. The next one takes its place at
// once; nothing queues. Only what has to be read may keep its place for a while: then the latest one waits.

import { untrack } from "svelte";

export class Show<Value> {
  now = $state.raw<Value | null>(null);
  /** the update or race that it belongs to: the same picture twice begins anew */
  key = $state(0);
  #last = 0;
  #kept = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  /** What belongs to one update is shown once, however often the board looks at it. Nothing takes its place before `least`. */
  start(key: number, value: Value, ms: number, then: () => void = () => undefined, least = 0): void {
    if (key === this.#last) return;
    this.#last = key;
    clearTimeout(this.#waiting);
    const wait = this.left();
    if (wait > 0) this.#waiting = setTimeout(() => this.#show(key, value, ms, then, least), wait);
    else this.#show(key, value, ms, then, least);
  }

  /** How long what is shown keeps its place against whatever comes. */
  left(): number {
    return untrack(() => this.now) === null ? 0 : Math.max(0, this.#kept - performance.now());
  }

  end(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#waiting);
    this.now = null;
  }

  #show(key: number, value: Value, ms: number, then: () => void, least: number): void {
    this.key = key;
    this.now = value;
    this.#kept = performance.now() + least;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.now = null;
      then();
    }, ms);
  }
}
