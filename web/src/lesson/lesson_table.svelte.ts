// The table of a lesson, for the same boards that play live: frames come from the stage, an input goes to the lesson.

import type { GameShown, LessonFrame, Race, RunRace, SeatShown, View } from "../protocol/types";
import { cueFor, stumbles } from "../sound/cues";
import { buzz } from "../sound/haptics";
import { play, wakeSound } from "../sound/sound";
import type { BoardTable, OwnHand, ShownRace, Theatre } from "../table/board_table";
import { plainTime } from "../table/races";

export const LEARNER = 0;

export class LessonTable implements BoardTable {
  theatre = $state.raw<Theatre>({ key: 0, told: [], fresh: true, before: null });
  hand = $state.raw<OwnHand | null>(null);
  race = $state.raw<ShownRace | null>(null);
  options = $state.raw<Readonly<Record<string, unknown>>>({});
  private shown = $state.raw<View | null>(null);

  readonly me = LEARNER;
  readonly yours = [LEARNER];
  readonly seats: readonly SeatShown[];
  /** a board needs this long for what it shows */
  holds = 0;
  private keys = 0;

  constructor(
    readonly game: GameShown,
    readonly names: readonly string[],
    /** what the learner does; no: it is not the time for it */
    private readonly answer: (move: string, press: Event) => boolean,
  ) {
    this.seats = names.map((name, seat) => ({
      name, bot: seat === LEARNER ? "" : "kid", stands_in: false, away: false, ready: true, handicap: 0, host: seat === LEARNER, wins: 0, times: null,
    }));
  }

  view(): View | null {
    return this.shown;
  }

  may(move: string): boolean {
    return this.shown?.legal.includes(move) ?? false;
  }

  act(move: string, press: Event): null {
    wakeSound();
    if (this.answer(move, press)) this.hand = { seat: LEARNER, do: move, key: ++this.keys };
    return null;
  }

  showing(ms: number): void {
    this.holds = Math.max(this.holds, performance.now() + ms);
  }

  /** A moment of the stage; `fresh`: nothing of it has just happened. */
  show(frame: LessonFrame, fresh: boolean): void {
    const before = this.shown;
    this.shown = frame.view;
    this.hand = null;
    this.theatre = { key: ++this.keys, told: fresh ? [] : frame.told, fresh, before: fresh ? null : before };
    if (fresh) {
      this.race = null;
      return;
    }
    this.makeNoise(frame);
    if (frame.race !== null) this.race = { race: raceOf(frame.race, this.seats.length), told: frame.told, key: ++this.keys };
  }

  private makeNoise({ told }: LessonFrame): void {
    const cue = cueFor(this.game, told, this.yours);
    if (cue !== null) play(cue);
    if (cue === "chord") buzz("chord");
    if (stumbles(this.game, told, this.yours)) buzz("squeak");
  }
}

/** A race of the stage as a board knows races. */
export function raceOf({ goal, hands }: RunRace, seats: number): Race {
  const missing = Array.from({ length: seats }, (_, seat) => seat).filter((seat) => hands.every((hand) => hand.seat !== seat));
  const last = missing.length > 0 ? missing : hands.slice(-1).map((hand) => hand.seat);
  return {
    m: "race",
    n: 0,
    goal,
    outcome: goal === "first wins" ? "won" : "lost",
    seats: goal === "first wins" ? hands.slice(0, 1).map((hand) => hand.seat) : last,
    drawn: [],
    times: hands.map(({ seat, ms }) => plainTime(seat, ms * 1000)),
  };
}
