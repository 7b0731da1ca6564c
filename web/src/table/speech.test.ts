import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Speech, type Said, type Weight } from "./speech.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let keys = 0;
const said = (text: string, weight: Weight): Said => ({ weight, text, clause: "", seat: -1, race: null, hurts: false, key: ++keys });
const after = (speech: Speech, ms: number): string | undefined => {
  vi.advanceTimersByTime(ms);
  return speech.now?.text;
};

it("leaves a verdict for at least two and a half seconds, whatever is refused meanwhile", () => {
  const speech = new Speech();
  speech.say(said("Ben was first", "verdict"));
  vi.advanceTimersByTime(300);
  speech.say(said("not your turn", "refusal"));
  speech.say(said("too late", "hint"));
  expect(after(speech, 2200)).toBe("Ben was first");
  expect(after(speech, 200)).toBe("not your turn");
  expect(after(speech, 4000)).toBeUndefined();
});

it("is silent about what was not possible as soon as that is settled, and only about that", () => {
  const speech = new Speech();
  speech.say(said("not your turn", "refusal"));
  speech.settle();
  expect(speech.now).toBeNull();
  speech.say(said("Ben was first", "verdict"));
  speech.settle();
  expect(speech.now?.text).toBe("Ben was first");
});

it("gives way to a newer verdict, and to an own foul", () => {
  const speech = new Speech();
  speech.say(said("Ben was first", "verdict"));
  speech.say(said("Ada was first", "verdict"));
  expect(speech.now?.text).toBe("Ada was first");
  speech.say(said("Nothing was there to slap", "foul"));
  expect(speech.now?.text).toBe("Nothing was there to slap");
});

it("says nothing harmless later than it happened", () => {
  const speech = new Speech();
  speech.say(said("Ben was first", "verdict"));
  vi.advanceTimersByTime(100);
  speech.say(said("no thief", "hint"));
  expect(after(speech, 4400)).toBe("Ben was first");
  expect(after(speech, 200)).toBeUndefined();
});

it("lets something light come once the heavy one has been read", () => {
  const speech = new Speech();
  speech.say(said("Ben was first", "verdict"));
  vi.advanceTimersByTime(2700);
  speech.say(said("no thief", "hint"));
  expect(speech.now?.text).toBe("no thief");
});

it("learns more about what it says, and leaves time to read that", () => {
  const speech = new Speech();
  const one = said("Ben was first", "verdict");
  speech.say(one);
  vi.advanceTimersByTime(400);
  speech.amend(one.key, { text: "Ben was first, you 156 ms late" });
  expect(after(speech, 4500)).toBe("Ben was first, you 156 ms late");
  speech.amend(one.key - 1, { text: "of another time" });
  expect(speech.now?.text).toBe("Ben was first, you 156 ms late");
});

it("says nothing where there are no words, and falls silent", () => {
  const speech = new Speech();
  speech.say(said("", "verdict"));
  expect(speech.now).toBeNull();
  speech.say(said("Ben was first", "verdict"));
  speech.hush();
  expect(speech.now).toBeNull();
});
