// Something that is shown for a moment: hands on a pile, a shout, two hands turned up. The next one takes its place at
// once; nothing queues.

export class Show<Value> {
  now = $state.raw<Value | null>(null);
  /** the update or race that it belongs to: the same picture twice begins anew */
  key = $state(0);
  #last = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What belongs to one update is shown once, however often the board looks at it. */
  start(key: number, value: Value, ms: number, then: () => void = () => undefined): void {
    if (key === this.#last) return;
    this.key = this.#last = key;
    this.now = value;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.now = null;
      then();
    }, ms);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.now = null;
  }
}
