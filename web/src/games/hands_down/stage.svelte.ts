// What is on show for a moment: hands on their pads after a race, hands that slip, the pair, the card that was taken.
// The next moment takes the place of this one at once.

import { Show } from "../../board/show.svelte";
import type { BoardTable } from "../../table/board_table";
import type { View } from "../../protocol/types";
import { jammed, laidPair, placeOfLost, slippedIn, takenIn, verdictOf, type LaidPair, type Slip, type Taken, type Verdict } from "./moments";
import { newsFor } from "./news";
import { stackOf } from "./unit";
import { isolated } from "./words";

const HANDS_LIE_MS = 600;
const MARKED_MS = 2200;
const SLIPPED_MS = 1100;
const PAIR_LIES_MS = 900;
const SHOUT_SHOWN_MS = 1600;
const NEWS_MS = 6000;

/** Cards that lie there for a moment and then go where they belong. */
class Going<Value> {
  readonly #held = new Show<Value>();
  leaving = $state.raw<Value | null>(null);
  readonly gone = (): void => void (this.leaving = null);

  get lying(): Value | null {
    return this.#held.now;
  }

  get key(): number {
    return this.#held.key;
  }

  start(key: number, value: Value, ms: number): void {
    if (key === this.#held.key) return;
    this.leaving = null;
    this.#held.start(key, value, ms, () => (this.leaving = value));
  }
}

/** A card out of the own hand: it stays at its place until its new owner pulls it away. */
export interface LostCard extends Taken {
  place: number;
}

export class Stage {
  /** paddles from below; they stay until the next hand goes up */
  stack = $state.raw<readonly number[]>([]);
  jam = $state(false);
  readonly hands = new Show<Verdict>();
  readonly marks = new Show<Verdict>();
  readonly slips = new Show<readonly Slip[]>();
  readonly pair = new Going<LaidPair>();
  readonly taken = new Going<readonly Taken[]>();
  readonly lost = new Going<LostCard>();
  readonly shouts = new Show<readonly number[]>();
  readonly news = new Show<string>();

  /** To be called with every update, before it is painted. */
  follow(table: BoardTable, view: View, seat: number): void {
    const { theatre } = table;
    const { key, told, before } = theatre;
    this.stack = stackOf(view, told, theatre.fresh, this.stack);
    if (theatre.fresh || told.some((one) => one.what === "windup")) this.#clear();
    if (theatre.fresh) {
      this.news.end();
      return;
    }
    if (jammed(told)) this.jam = true;
    const verdict = verdictOf(told, this.stack);
    if (verdict !== null) {
      this.hands.start(key, verdict, HANDS_LIE_MS);
      this.marks.start(key, verdict, MARKED_MS);
      table.showing(MARKED_MS);
    }
    const slipped = slippedIn(told);
    if (slipped.length > 0) this.slips.start(key, slipped, SLIPPED_MS);
    const pair = laidPair(told);
    if (pair !== null) this.pair.start(key, pair, PAIR_LIES_MS);
    this.#passOn(key, takenIn(told), before, view, seat);
    const shouted = told.filter((one) => one.what === "shout").map((one) => one.seat ?? -1);
    if (shouted.length > 0) this.shouts.start(key, shouted, SHOUT_SHOWN_MS);
    const news = newsFor(told, before, view, seat, table.names.map(isolated));
    if (news !== null) this.news.start(key, news, NEWS_MS);
    else if (verdict !== null) this.news.end();
  }

  /** A hand goes up: the race before it is over for the eye, too. */
  #clear(): void {
    this.jam = false;
    this.hands.end();
    this.marks.end();
  }

  #passOn(key: number, taken: readonly Taken[], before: View | null, view: View, seat: number): void {
    const own = taken.find((one) => one.from === seat);
    if (own && before) this.lost.start(key, { ...own, place: placeOfLost(before, view, seat) }, HANDS_LIE_MS);
    const others = taken.filter((one) => one.from !== seat && one.to !== seat);
    if (others.length > 0) this.taken.start(key, others, HANDS_LIE_MS);
  }
}
