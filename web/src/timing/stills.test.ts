import { describe, expect, it } from "vitest";
import { Stills } from "./stills";

/** A screen of so many frames a second that has just painted event 1, at time 0. */
function scene(perSecond = 60, wanted = true) {
  let [time, frame] = [0, 0];
  const sent: number[] = [];
  const stills = new Stills(() => sent.push(Math.round(time)));
  stills.begin(1, 0, wanted);
  const until = (ms: number): void => {
    while (((frame + 1) * 1000) / perSecond <= ms) {
      time = (++frame * 1000) / perSecond;
      stills.frame(time);
    }
    time = ms;
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

  it("go with a hand and into three later frames, and then there are none", () => {
    const { stills, sent, until } = scene();
    until(260);
    const before = sent.length;
    stills.hand(1, false);
    until(3000);
    // The hand came 10 ms after frame 15; one goes with it, the others in frames 16, 18 and 20.
    expect(sent.slice(before)).toEqual([260, 267, 300, 333]);
    expect(sent.length).toBeLessThanOrEqual(11);
    expect(stills.active).toBe(false);
  });

  it("go with a hand that comes late, or once more, too", () => {
    const { stills, sent, until } = scene();
    until(2000);
    stills.hand(1, false);
    expect(stills.active).toBe(true);
    until(3000);
    expect(sent.slice(20)).toEqual([2000, 2017, 2050, 2083]);
    stills.hand(1, false);
    until(4000);
    expect(sent).toHaveLength(28);
  });

  it("go on where the hand was about the picture before, which has its witness, too", () => {
    const sent: number[] = [];
    const stills = new Stills((n) => sent.push(n));
    stills.begin(1, 0, true);
    stills.begin(2, 100, true);
    stills.hand(1, false);
    for (let frame = 1; frame < 100; frame++) stills.frame(100 + (frame * 1000) / 60);
    expect(sent.filter((n) => n === 1)).toHaveLength(1);
    expect(sent.filter((n) => n === 2)).toHaveLength(20);
  });

  it("end in time, even if every frame is held up", () => {
    const sent: number[] = [];
    const stills = new Stills((n) => sent.push(n));
    stills.begin(1, 0, true);
    for (let frame = 1; frame < 30; frame++) stills.frame(frame * 80, true);
    expect([sent, stills.active]).toEqual([[], false]);
  });

  it("go on for the other hands of a shared tablet", () => {
    const { stills, sent, until } = scene();
    until(260);
    stills.hand(1, true);
    until(3000);
    expect(sent).toContain(260);
    expect(sent).toHaveLength(21);
  });

  it("are not said where no race is possible, not even after a hand", () => {
    const { stills, sent, until } = scene(60, false);
    until(260);
    stills.hand(1, false);
    until(3000);
    expect(sent).toEqual([]);
    expect(stills.active).toBe(false);
  });

  it("are about the picture that is there: the next event starts anew", () => {
    const sent: number[] = [];
    const stills = new Stills((n) => sent.push(n));
    stills.begin(1, 0, true);
    stills.frame(17);
    stills.hand(1, false);
    stills.begin(2, 34, true);
    stills.frame(34); // the frame that painted it says `seen`
    stills.frame(50);
    expect(sent).toEqual([1, 1, 2]);
  });
});
