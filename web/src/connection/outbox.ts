// Inputs that the server has not answered yet. They are sent again after a reconnect; their id makes that harmless.

import type { Act } from "../protocol/types";

const MOST = 64;

export class Outbox {
  private readonly unanswered = new Map<number, Act>();
  private last: number;

  /** Ids start from the time of day, so that a reload does not repeat them. */
  constructor(start: number = Date.now()) {
    this.last = start;
  }

  write(act: Omit<Act, "m" | "id">): Act {
    const message: Act = { m: "act", id: ++this.last, ...act };
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

  pending(): Act[] {
    return [...this.unanswered.values()];
  }
}
