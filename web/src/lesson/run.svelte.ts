// A lesson being given. The server plays every step from its beginning; here is only where the learner is, what was done
// on this step, and what the note says.

import { RefusedByServer } from "../protocol/api";
import type { GameShown, LearnerInput, LessonFrame, LessonShown, Staged, StageWanted, StepShown, TaskAsked } from "../protocol/types";
import { logLines } from "../table/words";
import { LEARNER, LessonTable } from "./lesson_table.svelte";
import { keepProgress, progressOf } from "./progress";
import { browserClock, Timeline, type Clock } from "./timeline";

/**
 * playing: something happens by itself. asked: it is the learner's turn. answering: it is being judged. wrong and right:
 * the note says so and waits. failed: nobody answered. finished and skipped: the end.
 */
export type Phase = "playing" | "asked" | "answering" | "wrong" | "right" | "failed" | "finished" | "skipped";

/** What became of the latest input. */
export interface Judged {
  said: string;
  /** the engine's own sentence */
  reason: string;
  clause: string;
  /** with a clock: how fast the own hand was */
  ms: number | null;
  /** it was a move, and changed something; else it was only refused */
  happened: boolean;
}

export type Ask = (wanted: StageWanted) => Promise<Staged>;

export const STILL = "still";
/** so long the eye needs before a note may tell what was there to see */
const LOOK_MS = 900;
const LONGEST_LOOK_MS = 4000;
/** without a clock nobody waits longer for the next thing to happen */
const LONGEST_WAIT_MS = 2500;

export class LessonRun {
  step = $state(0);
  /** steps that were come to before this one */
  reached = $state(0);
  phase = $state<Phase>("playing");
  asked = $state.raw<TaskAsked | null>(null);
  judged = $state.raw<Judged | null>(null);
  /** the task of the step, for marks that belong to it; changes with every stage */
  stage = $state(0);
  readonly table: LessonTable;

  private inputs: LearnerInput[] = [];
  private then: readonly LessonFrame[] = [];
  private readonly timeline: Timeline<LessonFrame>;
  private fresh = true;
  private turn = 0;
  private stopWaiting: () => void = () => undefined;
  private again: () => void = () => undefined;

  constructor(
    readonly game: GameShown,
    readonly lesson: LessonShown,
    private readonly askServer: Ask,
    private readonly clock: Clock = browserClock,
  ) {
    this.table = new LessonTable(game, lesson.names, (move, press) => this.act(move, press));
    this.timeline = new Timeline(clock, (frame) => this.show(frame));
    const { step, done } = progressOf(game.slug);
    this.step = Math.min(step, lesson.steps.length - 1);
    this.reached = done ? lesson.steps.length : this.step;
  }

  get shown(): StepShown {
    return this.lesson.steps[this.step] as StepShown;
  }

  get isLast(): boolean {
    return this.step === this.lesson.steps.length - 1;
  }

  // ---- what a page does --------------------------------------------------------------------------

  begin(step: number = this.step): void {
    this.halt();
    this.step = step;
    this.inputs = [];
    this.table.options = this.shown.options;
    this.phase = "playing";
    this.asked = this.judged = null;
    void this.ask([], (staged) => this.open(staged));
  }

  /** The same task again; with a clock, the whole step. */
  tryAgain(): void {
    if (this.shown.clock || this.inputs.length === 0) return this.begin();
    void this.ask(this.inputs, (staged) => this.restage(staged));
  }

  /** On from a note that was read. */
  next(): void {
    if (this.asked !== null) return this.goOn();
    if (this.isLast) return this.finish();
    this.begin(this.step + 1);
  }

  skip(): void {
    this.halt();
    keepProgress(this.game.slug, { skipped: true });
    this.phase = "skipped";
  }

  retry(): void {
    this.again();
  }

  close(): void {
    this.halt();
  }

  // ---- the learner -------------------------------------------------------------------------------

  /** Is it flat: not needed in this step? */
  isFlat(move: string): boolean {
    return this.shown.flat.includes(move) || this.shown.flat.includes(move.split(" ", 1)[0] ?? "");
  }

  /** Milliseconds say something about a hand that came down, and nothing about a thought. */
  private isHand(move: string): boolean {
    return this.game.verbs.find((verb) => verb.name === move.split(" ", 1)[0])?.manner === "hand";
  }

  private act(move: string, press: Event): boolean {
    if (this.phase !== "asked" || this.isFlat(move)) return false;
    const at = Math.max(Math.round(press.timeStamp - this.timeline.origin), this.timeline.shownAt + 1);
    this.answer({ do: move, at: this.shown.clock ? at : 0 });
    return true;
  }

  private answer(input: LearnerInput): void {
    this.stopWaiting();
    if (this.shown.clock) this.timeline.stop();
    this.phase = "answering";
    void this.ask([...this.inputs, input], (staged) => this.react(staged, input));
  }

  // ---- what the stage says -----------------------------------------------------------------------

  private async ask(inputs: readonly LearnerInput[], then: (staged: Staged) => void): Promise<void> {
    const turn = ++this.turn;
    try {
      const staged = await this.askServer({ step: this.step, inputs: [...inputs] });
      if (turn === this.turn) then(staged);
    } catch (refusal) {
      if (turn !== this.turn) return;
      if (!(refusal instanceof RefusedByServer)) throw refusal;
      this.again = () => this.begin();
      this.phase = "failed";
    }
  }

  private open(staged: Staged): void {
    this.stage += 1;
    this.fresh = true;
    this.asked = staged.asked;
    if (this.shown.clock) {
      this.timeline.start(staged.frames, () => undefined);
      this.waitForAnswer();
    } else {
      this.timeline.start(hastened(staged.frames), () => this.waitForAnswer());
    }
  }

  /** As it was before the mistake: nothing of it has just happened. */
  private restage(staged: Staged): void {
    const last = [...staged.frames, ...staged.then].at(-1);
    this.stage += 1;
    this.asked = staged.asked;
    this.judged = null;
    if (last !== undefined) this.table.show(last, true);
    this.waitForAnswer();
  }

  private react(staged: Staged, input: LearnerInput): void {
    const { clock } = this.shown;
    const frames = clock ? staged.frames : hastened(staged.frames);
    if (staged.state === "nothing") {
      this.timeline.goOn(frames, () => undefined);
      this.table.hand = null;
      return this.waitForAnswer();
    }
    this.judged = this.judge(staged, clock && this.isHand(input.do));
    this.phase = "playing";
    if (staged.state === "right") this.right(staged, frames, input);
    else this.playThen(frames, () => (this.phase = "wrong"));
  }

  private right(staged: Staged, frames: LessonFrame[], input: LearnerInput): void {
    this.inputs.push(input);
    this.then = staged.then;
    const last = staged.asked === null;
    if (last) this.stepIsDone();
    if (this.shown.clock && !last) {
      this.asked = staged.asked;
      this.timeline.goOn([...frames, ...staged.then], () => undefined);
      return this.waitForAnswer();
    }
    this.playThen(frames, () => {
      this.asked = staged.asked;
      if (staged.said !== "" || last) this.phase = "right";
      else this.goOn();
    });
  }

  /** What comes before the next task, and then the task. */
  private goOn(): void {
    this.phase = "playing";
    this.judged = null;
    this.stage += 1;
    if (this.then.length === 0) return this.waitForAnswer();
    this.timeline.start(hastened([...this.then]), () => this.waitForAnswer());
  }

  private waitForAnswer(): void {
    this.phase = "asked";
    this.stopWaiting();
    const { asked } = this;
    if (asked === null) return;
    const keepStill = (): void => this.answer({ do: STILL, at: asked.ends ?? 0 });
    if (asked.ends !== null) this.stopWaiting = this.timeline.at(asked.ends, keepStill);
    else if (asked.still_ms !== null) this.stopWaiting = this.clock.after(asked.still_ms, keepStill);
  }

  /** Frames in their time, and a look at the last one. */
  private playThen(frames: readonly LessonFrame[], then: () => void): void {
    this.fresh = false;
    this.table.holds = 0;
    const turn = this.turn;
    const look = (): void => {
      const wait = Math.min(Math.max(LOOK_MS, this.table.holds - this.clock.now()), LONGEST_LOOK_MS);
      this.stopWaiting = this.clock.after(wait, () => turn === this.turn && then());
    };
    if (this.shown.clock) this.timeline.goOn(frames, look);
    else this.timeline.start(frames, look);
  }

  private show(frame: LessonFrame): void {
    this.table.show(frame, this.fresh);
    this.fresh = false;
  }

  /** A mistake that cost something is told by what happened; one that did not, by the engine's reason. */
  private judge(staged: Staged, timed: boolean): Judged {
    const happened = staged.verdict === "foul" || staged.verdict === "applied";
    const lines = staged.frames.flatMap((frame) => logLines(this.game, frame.told, this.lesson.names, frame.at, [LEARNER]));
    const all = happened ? lines.filter((line) => line.seat === LEARNER) : [];
    const own = all.some((line) => line.tone !== "shout") ? all.filter((line) => line.tone !== "shout") : all; // one has heard oneself
    const hand = staged.frames.flatMap((frame) => frame.race?.hands ?? []).find((one) => one.seat === LEARNER);
    return {
      said: staged.said,
      reason: own.length > 0 ? own.map((line) => line.text).join(" ") : asSentence(staged.why),
      clause: own.find((line) => line.clause !== "")?.clause ?? staged.clause,
      ms: timed && hand !== undefined ? hand.ms : null,
      happened,
    };
  }

  // ---- how far -----------------------------------------------------------------------------------

  private stepIsDone(): void {
    this.reached = Math.max(this.reached, this.step + 1);
    keepProgress(this.game.slug, this.isLast ? { done: true, step: 0 } : { step: this.step + 1 });
  }

  private finish(): void {
    this.halt();
    this.phase = "finished";
  }

  private halt(): void {
    this.turn++;
    this.timeline.stop();
    this.stopWaiting();
  }
}

/** Nobody waits long for what happens without a clock. */
function hastened(frames: LessonFrame[]): LessonFrame[] {
  let at = 0;
  return frames.map((frame, i) => {
    const before = frames[i - 1];
    if (before !== undefined) at += Math.min(frame.at - before.at, LONGEST_WAIT_MS);
    return { ...frame, at };
  });
}

function asSentence(text: string): string {
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
