// The same thing is not said for ever: twice in full, twice more as cards and distance, then no more.

import { memorize, recall } from "../memory";

export type Wording = "whole" | "cards";

const IN_FULL = 2;
const AT_ALL = 4;
const SUBJECT = "coach";

/** How often something was said about each subject. */
export class Subjects {
  private counts: Record<string, number>;

  /** `lasting`: remembered by this device, for all games to come; otherwise for one game. */
  constructor(
    private readonly game: string,
    private readonly lasting: boolean,
  ) {
    this.counts = lasting ? (kept()[game] ?? {}) : {};
  }

  /** How to say it this time; null: it has been said often enough. */
  wording(about: string): Wording | null {
    const before = this.counts[about] ?? 0;
    return before >= AT_ALL ? null : before >= IN_FULL ? "cards" : "whole";
  }

  said(about: string): void {
    this.counts = { ...this.counts, [about]: (this.counts[about] ?? 0) + 1 };
    if (this.lasting) memorize(SUBJECT, { ...kept(), [this.game]: this.counts });
  }
}

function kept(): Record<string, Record<string, number>> {
  const all = recall(SUBJECT);
  if (typeof all !== "object" || all === null) return {};
  return Object.fromEntries(Object.entries(all).filter(([, counts]) => isCounts(counts)));
}

function isCounts(counts: unknown): boolean {
  return typeof counts === "object" && counts !== null && Object.values(counts).every((count) => typeof count === "number");
}
