// Inputs that the server has not answered yet. They are sent again after a reconnect; their id makes that harmless.

import type { Act } from "../protocol/types";
import { micros } from "../timing/clock";

const MOST = 64;

/** What a player does, and when. */
export type Input = Omit<Act, "m" | "c" | "id">;

export class Outbox {
  private readonly unanswered = new Map<number, Act>();
  private last: number;

  /** Ids start from the time of day, so that a reload does not repeat them. */
  constructor(
    start: number = Date.now(),
    private readonly clock: () => number = micros,
  ) {
    this.last = start;
  }

  /** Stamped once, when it is sent for the first time: a hand was made when it was made, however often it is sent. */
  write({ n, t, ...act }: Input): Act {
    const message: Act = { m: "act", n, t, c: this.clock(), id: ++this.last, ...act };
    this.unanswered.set(message.id, message);
    if (this.unanswered.size > MOST) {
      const [oldest] = this.unanswered.keys();
      if (oldest !== undefined) this.unanswered.delete(oldest);
    }
    return message;
  }

  answered(id: number): Act | undefined {
    const act = this.unanswered.get(id);
    this.unanswered.delete(id);
    return act;
  }

  isPending(id: number): boolean {
    return this.unanswered.has(id);
  }

  pending(): Act[] {
    return [...this.unanswered.values()];
  }
}
