// A hand that has come down: heard, felt, and seen for a moment. To be called once the input is out.
import { buzz } from "../sound/haptics";
import { play, wakeSound } from "../sound/sound";

const SUNK_MS = 150;

export class Landing {
  sunk = $state(false);
  #release: ReturnType<typeof setTimeout> | undefined;

  show(): void {
    this.sink();
    play("thump");
    buzz("thump");
  }

  /** A finger that only brushes makes no noise. */
  sink(): void {
    this.sunk = true;
    clearTimeout(this.#release);
    this.#release = setTimeout(() => (this.sunk = false), SUNK_MS);
    wakeSound();
  }
}
