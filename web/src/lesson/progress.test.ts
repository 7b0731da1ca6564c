import { beforeEach, expect, it, vi } from "vitest";
import type { GameShown } from "../protocol/types";
import { keepProgress, offersLesson, progressOf } from "./progress";

const store = new Map<string, string>();
beforeEach(() => {
  store.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
  });
});
const game = (steps: number): GameShown =>
  ({ slug: "snap", lessons: steps > 0 ? [{ name: "snap", title: "Learn Snap", steps }] : [] }) as unknown as GameShown;

it("goes on where somebody stopped, game by game", () => {
  keepProgress("snap", { step: 2 });
  keepProgress("whist", { step: 1, done: true });
  expect(progressOf("snap")).toEqual({ step: 2, done: false, skipped: false });
  expect(progressOf("whist")).toEqual({ step: 1, done: true, skipped: false });
  expect(progressOf("bridge")).toEqual({ step: 0, done: false, skipped: false });
});

it("offers a lesson until it was done or skipped, and only where there is one", () => {
  expect(offersLesson(game(3))).toBe(true);
  expect(offersLesson(game(0))).toBe(false);
  keepProgress("snap", { skipped: true });
  expect(offersLesson(game(3))).toBe(false);
});

it("begins anew where nothing sensible is stored, or nothing may be", () => {
  for (const kept of ["null", "7", "no json", '{"snap":3}']) {
    store.set("slamdeck.lessons", kept);
    expect(progressOf("snap").step).toBe(0);
  }
  vi.stubGlobal("localStorage", {
    getItem: () => { throw new Error("refused"); },
    setItem: () => { throw new Error("refused"); },
  });
  keepProgress("snap", { step: 2 });
  expect(progressOf("snap").step).toBe(0);
});
