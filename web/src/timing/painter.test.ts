import { describe, expect, it } from "vitest";
import { Painter } from "./painter";

/** Frames that a test lets pass one by one. */
class Reel {
  time = 0;
  private callbacks: ((time: number) => void)[] = [];

  request = (callback: (time: number) => void): void => {
    this.callbacks.push(callback);
  };

  get idle(): boolean {
    return this.callbacks.length === 0;
  }

  frame(time: number): void {
    this.time = time;
    for (const callback of this.callbacks.splice(0)) callback(time);
  }
}

function scene() {
  const reel = new Reel();
  const seen: number[] = [];
  const still: [number, number][] = [];
  const flushed: number[] = [];
  const painter = new Painter(
    reel,
    () => flushed.push(reel.time),
    (n) => seen.push(n),
    (n, up) => still.push([n, up]),
  );
  return { reel, seen, still, flushed, painter };
}

describe("painter", () => {
  it("takes the frame after the change as the time of painting", () => {
    const { reel, seen, flushed, painter } = scene();
    let shown = "";
    painter.show(7, () => (shown = "card"));
    expect(shown).toBe("");
    reel.frame(100);
    expect(shown).toBe("card");
    expect(flushed).toEqual([100]);
    expect(seen).toEqual([]);
    reel.frame(116.7);
    expect(seen).toEqual([7]);
    expect(painter.reaction(416.7)).toEqual({ n: 7, r: 300_000 });
  });

  it("counts a press that came before the picture for the picture before", () => {
    const { reel, painter } = scene();
    painter.show(1, () => undefined);
    reel.frame(0);
    reel.frame(16);
    painter.show(2, () => undefined);
    reel.frame(1000);
    reel.frame(1016);
    expect(painter.reaction(1015)).toEqual({ n: 1, r: 999_000 });
    expect(painter.reaction(1016)).toEqual({ n: 2, r: 0 });
  });

  it("shows only the last of two events that came within one frame, and says nothing about the other", () => {
    const { reel, seen, painter } = scene();
    const shown: number[] = [];
    painter.show(1, () => shown.push(1));
    painter.show(2, () => shown.push(2));
    reel.frame(0);
    reel.frame(16);
    expect(shown).toEqual([1, 2]);
    expect(seen).toEqual([2]);
  });

  it("does not measure anew when the same event is shown again", () => {
    const { reel, seen, painter } = scene();
    painter.show(3, () => undefined);
    reel.frame(0);
    reel.frame(16);
    painter.show(3, () => undefined);
    reel.frame(500);
    reel.frame(516);
    expect(seen).toEqual([3]);
    expect(painter.reaction(616)).toEqual({ n: 3, r: 600_000 });
  });

  it("beats every 50 ms for 1.2 s, never ahead of what it knows, and then rests", () => {
    const { reel, still, painter } = scene();
    painter.show(1, () => undefined);
    for (let frame = 0; frame < 200 && !reel.idle; frame++) reel.frame(frame * 16);
    expect(reel.idle).toBe(true);
    const ups = still.map(([, up]) => up);
    expect(ups.length).toBeGreaterThan(15);
    expect(ups.length).toBeLessThan(25);
    expect(Math.max(...ups)).toBeLessThan(1_200_000);
    expect(ups).toEqual([...ups].sort((a, b) => a - b));
    // The frame before the one that sends it: a press of the last 16 ms may still be under way.
    expect(ups[0]).toBe(48_000);
  });

  it("has no time to tell before anything was painted", () => {
    const { painter } = scene();
    expect(painter.reaction(5)).toEqual({ n: 0, r: null });
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
