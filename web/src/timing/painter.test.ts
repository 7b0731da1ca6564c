import { describe, expect, it } from "vitest";
import { Cadence } from "./cadence";
import { Painter } from "./painter";
import { Stills } from "./stills";

const card = (n: number, race = true) => ({ n, race });

/** Frames that a test lets pass one by one. */
class Reel {
  time = 0;
  private callbacks: ((time: number) => void)[] = [];
  private tasks: (() => void)[] = [];

  afterwards = (callback: () => void): void => {
    this.tasks.push(callback);
  };

  request = (callback: (time: number) => void): void => {
    this.callbacks.push(callback);
  };

  get idle(): boolean {
    return this.callbacks.length === 0;
  }

  frame(time: number): void {
    this.time = time;
    for (const callback of this.callbacks.splice(0)) callback(time);
    for (const task of this.tasks.splice(0)) task();
  }
}

function scene() {
  const reel = new Reel();
  const seen: [number, number][] = [];
  const still: [number, number][] = [];
  const flushed: number[] = [];
  const cadence = new Cadence();
  const painter = new Painter(
    reel,
    () => flushed.push(reel.time),
    (n, p) => seen.push([n, p]),
    new Stills((n) => still.push([n, reel.time])),
    cadence,
    () => reel.time,
  );
  return { reel, seen, still, flushed, cadence, painter };
}

describe("painter", () => {
  it("takes the frame after the change as the time of painting", () => {
    const { reel, seen, flushed, painter } = scene();
    let shown = "";
    painter.show(card(7), () => (shown = "card"));
    expect(shown).toBe("");
    reel.frame(100);
    expect(shown).toBe("card");
    expect(flushed).toEqual([100]);
    expect(seen).toEqual([]);
    reel.frame(116.7);
    expect(seen).toEqual([[7, 116_700]]);
    expect(painter.pressed(416.7)).toEqual({ n: 7, t: 416_700, ms: 300 });
  });

  it("counts a press that came before the picture for the picture before", () => {
    const { reel, painter } = scene();
    painter.show(card(1), () => undefined);
    reel.frame(0);
    reel.frame(16);
    painter.show(card(2), () => undefined);
    reel.frame(1000);
    reel.frame(1016);
    expect(painter.pressed(1015)).toEqual({ n: 1, t: 1_015_000, ms: 999 });
    expect(painter.pressed(1016)).toEqual({ n: 2, t: 1_016_000, ms: 0 });
  });

  it("shows only the last of two events that came within one frame, and says nothing about the other", () => {
    const { reel, seen, painter } = scene();
    const shown: number[] = [];
    painter.show(card(1), () => shown.push(1));
    painter.show(card(2), () => shown.push(2));
    reel.frame(0);
    reel.frame(16);
    expect(shown).toEqual([1, 2]);
    expect(seen).toEqual([[2, 16_000]]);
  });

  it("leaves the rest until the picture is on the screen, in order", () => {
    const { reel, seen, painter } = scene();
    const done: string[] = [];
    painter.show(card(1, false), () => done.push("face"), () => done.push(`log, ${String(seen.length)} seen`));
    painter.show(null, () => done.push("news"), () => done.push("its log"));
    reel.frame(0);
    expect(done).toEqual(["face", "news"]);
    reel.frame(16);
    expect(done.slice(2)).toEqual(["log, 1 seen", "its log"]);
    expect(reel.idle).toBe(true);
  });

  it("does the rest of mere news, too", () => {
    const { reel, painter } = scene();
    const done: string[] = [];
    painter.show(null, () => done.push("news"), () => done.push("its log"));
    reel.frame(0);
    reel.frame(16);
    expect(done).toEqual(["news", "its log"]);
    expect(reel.idle).toBe(true);
  });

  it("does not measure anew when the same event is shown again", () => {
    const { reel, seen, painter } = scene();
    painter.show(card(3), () => undefined);
    reel.frame(0);
    reel.frame(16);
    painter.show(card(3), () => undefined);
    reel.frame(500);
    reel.frame(516);
    expect(seen).toEqual([[3, 16_000]]);
    expect(painter.pressed(616)).toEqual({ n: 3, t: 616_000, ms: 600 });
  });

  it("keeps still after the picture for as long as it is asked to, and then rests", () => {
    const { reel, seen, still, painter } = scene();
    painter.show(card(1), () => undefined);
    for (let frame = 0; frame < 200 && !reel.idle; frame++) reel.frame((frame * 1000) / 60);
    expect(reel.idle).toBe(true);
    expect(still).toHaveLength(20);
    // Never in the frame that has painted it: that one says `seen`.
    expect(still[0]?.[1]).toBeGreaterThan((seen[0]?.[1] ?? Infinity) / 1000);
  });

  it("promises nothing in a frame that was held up: a press may lie before it", () => {
    const { reel, still, painter } = scene();
    painter.show(card(1), () => undefined);
    const frames = [0, 17, 33, 50, 150, 167, 183, 300, 317];
    for (const time of frames) reel.frame(time);
    expect(still.map(([, time]) => time)).toEqual([33, 50, 167, 317]);
  });

  it("rests at once where no race is possible", () => {
    const { reel, seen, still, painter } = scene();
    painter.show(card(1, false), () => undefined);
    reel.frame(0);
    reel.frame(16);
    expect(seen).toEqual([[1, 16_000]]);
    expect(still).toEqual([]);
    expect(reel.idle).toBe(true);
  });

  it("notes how long a frame lasts while it runs, and nothing of the time between", () => {
    const { reel, cadence, painter } = scene();
    for (let event = 0; event < 3; event++) {
      painter.show(card(event), () => undefined);
      for (let frame = 0; frame < 100 && !reel.idle; frame++) reel.frame(event * 60_000 + (frame * 1000) / 30);
    }
    expect(cadence.frame).toBe(33_333);
  });

  it("has no time to tell before anything was painted", () => {
    const { painter } = scene();
    expect(painter.pressed(5)).toEqual({ n: 0, t: null, ms: null });
  });

  it("applies news without taking them for something to react to", () => {
    const { reel, seen, painter } = scene();
    let news = 0;
    painter.show(null, () => (news += 1));
    reel.frame(0);
    expect(news).toBe(1);
    expect(seen).toEqual([]);
    expect(reel.idle).toBe(true);
  });
});
