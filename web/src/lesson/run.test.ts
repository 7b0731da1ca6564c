import { beforeEach, expect, it, vi } from "vitest";
import { RefusedByServer } from "../protocol/api";
import type { GameShown, LessonFrame, LessonShown, Staged, StageWanted, StepShown, TaskAsked, Told } from "../protocol/types";
import { HandClock } from "./hand_clock";
import { raceOf } from "./lesson_table.svelte";
import { progressOf } from "./progress";
import { LessonRun } from "./run.svelte";

vi.mock("../sound/sound", () => ({ play: () => undefined, wakeSound: () => undefined }));
vi.mock("../sound/haptics", () => ({ buzz: () => undefined }));

const game = {
  slug: "snap", title: "Snap", verbs: [], kinds: [],
  events: { fumble: { words: "{who} hands out {number}.", tone: "foul" } },
} as unknown as GameShown;
const step = (more: Partial<StepShown> = {}): StepShown => ({
  title: "Grab", clauses: ["SN-06"], tasks: 1, flat: [], later: "", clock: false, rivals: false, options: {}, ...more,
});
const asked = (more: Partial<TaskAsked> = {}): TaskAsked => ({
  task: 0, say: "Two alike.", cue: "Grab!", marks: [], bows: [], examples: [], still_ms: null, ends: null, ...more,
});
const frame = (at: number, told: Told[] = []): LessonFrame => ({
  at, told, race: null, view: { seat: 0, now: at, phase: "TURNING", over: false, zones: [], facts: {}, legal: ["grab"], clock: null },
});
const staged = (more: Partial<Staged>): Staged => ({
  state: "asked", frames: [frame(0)], then: [], asked: asked(), said: "", verdict: "", clause: "", why: "", ...more,
});
const press = (timeStamp = 0): Event => ({ timeStamp }) as Event;

let clock: HandClock;
let wanted: StageWanted[];
let answers: (Staged | Error)[];

function lesson(...steps: StepShown[]): LessonRun {
  const shown: LessonShown = { name: "snap", title: "Learn Snap", names: ["You", "Ada"], steps };
  return new LessonRun(game, shown, (asking) => {
    wanted.push(asking);
    const next = answers.shift();
    if (next === undefined) throw new Error("nobody expected this question");
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  }, clock);
}
const soon = (): Promise<void> => new Promise((go) => setTimeout(go));

beforeEach(() => {
  const store = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
  });
  vi.stubGlobal("performance", { now: () => clock.now() });
  clock = new HandClock();
  wanted = [];
  answers = [];
});

it("asks when everything has happened, and goes on after the right move", async () => {
  const run = lesson(step(), step());
  answers = [staged({ frames: [frame(0), frame(900)] }), staged({ state: "right", said: "Yours.", asked: null }), staged({})];
  run.begin();
  await soon();
  expect(run.phase).toBe("playing");
  run.table.act("grab", press());
  expect(wanted).toHaveLength(1); // not yet
  clock.pass(900);
  expect(run.phase).toBe("asked");
  run.table.act("grab", press());
  expect(run.table.hand?.do).toBe("grab");
  await soon();
  expect(wanted[1]).toEqual({ step: 0, inputs: [{ do: "grab", at: 0 }] });
  clock.pass(1000);
  expect(run.phase).toBe("right");
  expect(run.judged?.said).toBe("Yours.");
  expect(progressOf("snap").step).toBe(1);
  run.next();
  await soon();
  expect(run.step).toBe(1);
});

it("shows what a mistake costs, and stages the task again", async () => {
  const run = lesson(step());
  const told = [{ what: "fumble", seat: 0, number: 2, clause: "SN-08" }];
  answers = [
    staged({}),
    staged({ state: "wrong", frames: [frame(800, told)], said: "Nothing alike.", verdict: "foul", why: "no two heaps were alike", clause: "SN-08" }),
    staged({}),
  ];
  run.begin();
  await soon();
  run.table.act("grab", press());
  await soon();
  clock.pass(1000);
  expect(run.phase).toBe("wrong");
  expect(run.judged).toMatchObject({ said: "Nothing alike.", clause: "SN-08" });
  expect(run.judged?.reason).toContain("2"); // what it cost
  run.tryAgain();
  await soon();
  expect(wanted.at(-1)).toEqual({ step: 0, inputs: [] });
  expect(run.phase).toBe("asked");
  expect(run.table.theatre.fresh).toBe(true);
});

it("takes keeping still for an answer, once it was long enough", async () => {
  const run = lesson(step());
  answers = [staged({ asked: asked({ still_ms: 2000 }) }), staged({ state: "right", asked: null })];
  run.begin();
  await soon();
  clock.pass(1999);
  expect(wanted).toHaveLength(1);
  clock.pass(1);
  await soon();
  expect(wanted[1]?.inputs).toEqual([{ do: "still", at: 0 }]);
});

it("leaves what is flat alone", async () => {
  const run = lesson(step({ flat: ["grab"], later: "later" }));
  answers = [staged({})];
  run.begin();
  await soon();
  run.table.act("grab", press());
  expect(run.table.hand).toBeNull();
  expect(wanted).toHaveLength(1);
});

it("with a clock sends the real time, and tells when it was too late", async () => {
  const run = lesson(step({ clock: true }));
  const ahead = staged({ frames: [frame(0), frame(1000), frame(2600)], asked: asked({ ends: 4000 }) });
  answers = [ahead, staged({ ...ahead, state: "nothing" }), staged({ state: "wrong", said: "Ada was first." })];
  run.begin();
  await soon();
  expect(run.phase).toBe("asked");
  clock.pass(1300);
  run.table.act("grab", press(clock.now()));
  await soon();
  expect(wanted[1]?.inputs).toEqual([{ do: "grab", at: 1300 }]);
  expect(run.phase).toBe("asked"); // sent back: everything goes on
  clock.pass(1300);
  expect(run.table.view()?.now).toBe(2600);
  clock.pass(1400);
  await soon();
  expect(wanted[2]?.inputs).toEqual([{ do: "still", at: 4000 }]);
  clock.pass(1000);
  expect(run.phase).toBe("wrong");
});

it("goes on where it was left, and ends with the last step or a skip", async () => {
  const first = lesson(step(), step());
  answers = [staged({}), staged({ state: "right", asked: null })];
  first.begin();
  await soon();
  first.table.act("grab", press());
  await soon();
  const second = lesson(step(), step());
  expect([second.step, second.reached]).toEqual([1, 1]);
  answers = [staged({}), staged({ state: "right", asked: null, said: "Done." })];
  second.begin();
  await soon();
  second.table.act("grab", press());
  await soon();
  clock.pass(1000);
  second.next();
  expect(second.phase).toBe("finished");
  expect(progressOf("snap")).toEqual({ step: 0, done: true, skipped: false });
  const third = lesson(step(), step());
  expect([third.step, third.reached]).toEqual([0, 2]);
  third.skip();
  expect(third.phase).toBe("skipped");
  expect(progressOf("snap").skipped).toBe(true);
});

it("says when nobody answers, and asks again", async () => {
  const run = lesson(step());
  answers = [new RefusedByServer("unreachable", ""), staged({})];
  run.begin();
  await soon();
  expect(run.phase).toBe("failed");
  run.retry();
  await soon();
  expect(run.phase).toBe("asked");
});

it("makes a race of the hands that came down", () => {
  const hands = [{ seat: 2, ms: 400 }, { seat: 0, ms: 550 }];
  expect(raceOf({ goal: "first wins", hands }, 3)).toMatchObject({ outcome: "won", seats: [2] });
  expect(raceOf({ goal: "last loses", hands }, 3)).toMatchObject({ outcome: "lost", seats: [1] });
  expect(raceOf({ goal: "last loses", hands: [...hands, { seat: 1, ms: 900 }] }, 3).seats).toEqual([1]);
});
