import { describe, expect, it } from "vitest";
import { HandClock } from "../lesson/hand_clock";
import { Stills } from "./stills";

/** A screen of so many frames a second that has just painted event 1, at time 0. */
function scene(perSecond = 60, wanted = true) {
  const clock = new HandClock();
  clock.time = 0;
  const sent: number[] = [];
  const stills = new Stills(() => sent.push(Math.round(clock.time)), clock.after);
  let frame = 0;
  stills.begin(1, 0, wanted);
  const until = (ms: number): void => {
    while (((frame + 1) * 1000) / perSecond <= ms) {
      clock.pass((++frame * 1000) / perSecond - clock.time);
      stills.frame(clock.time);
    }
    clock.pass(ms - clock.time);
  };
  return { stills, sent, until };
}

describe("stills", () => {
  it("are next to `seen`, dense while hands come down, seldom after that, and then there are none", () => {
    const { stills, sent, until } = scene();
    until(3000);
    expect(sent.slice(0, 2)).toEqual([17, 33]);
    expect(sent.filter((ms) => ms > 34 && ms < 130)).toEqual([]);
    expect(sent.filter((ms) => ms >= 130 && ms <= 600)).toEqual(Array.from({ length: 15 }, (_, i) => Math.round(((8 + 2 * i) * 1000) / 60)));
    expect(sent.slice(-3)).toEqual([800, 1000, 1200]);
    expect(sent).toHaveLength(20);
    expect(stills.active).toBe(false);
  });

  it.each([30, 50, 75, 90, 120, 144, 240])("are about as many on a screen of %i Hz", (hertz) => {
    const { sent, until } = scene(hertz);
    until(3000);
    expect(sent.length).toBeGreaterThanOrEqual(15);
    expect(sent.length).toBeLessThanOrEqual(21);
    // The server drops what is beyond forty messages a second.
    expect(Math.max(...sent.map((ms) => sent.filter((other) => other >= ms && other < ms + 1000).length))).toBeLessThan(25);
  });

  it("follow a hand at once and in three later frames, and then there are none", () => {
    const { stills, sent, until } = scene();
    until(260);
    const before = sent.length;
    stills.hand(false);
    until(3000);
    // The hand came 10 ms after frame 15; the timer's message is next to it, the others in frames 16, 18 and 20.
    expect(sent.slice(before)).toEqual([261, 267, 300, 333]);
    expect(sent.length).toBeLessThanOrEqual(11);
    expect(stills.active).toBe(false);
  });

  it("go on for the other hands of a shared tablet", () => {
    const { stills, sent, until } = scene();
    until(260);
    stills.hand(true);
    until(3000);
    expect(sent).toContain(261);
    expect(sent).toHaveLength(21);
  });

  it("are not said where no race is possible, not even after a hand", () => {
    const { stills, sent, until } = scene(60, false);
    until(260);
    stills.hand(false);
    until(3000);
    expect(sent).toEqual([]);
    expect(stills.active).toBe(false);
  });

  it("are about the picture that is there: the next event starts anew, and a timer of the one before is silent", () => {
    const clock = new HandClock();
    const sent: number[] = [];
    const stills = new Stills((n) => sent.push(n), clock.after);
    stills.begin(1, 0, true);
    stills.frame(17);
    stills.hand(false);
    stills.begin(2, 34, true);
    clock.pass(5);
    stills.frame(34); // the frame that painted it says `seen`
    stills.frame(50);
    expect(sent).toEqual([1, 2]);
  });
});
