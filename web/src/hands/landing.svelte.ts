// A hand that has come down: heard, felt, and seen for a moment.
import { buzz } from "../sound/haptics";
import { play, wakeSound } from "../sound/sound";

const SUNK_MS = 150;

export class Landing {
  sunk = $state(false);
  #release: ReturnType<typeof setTimeout> | undefined;

  /** To be called once the input is out. */
  show(): void {
    this.sunk = true;
    clearTimeout(this.#release);
    this.#release = setTimeout(() => (this.sunk = false), SUNK_MS);
    wakeSound();
    play("slap");
    buzz("slap");
  }
}
