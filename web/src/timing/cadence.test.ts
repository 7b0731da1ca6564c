import { describe, expect, it } from "vitest";
import { Cadence, USUAL_FRAME_US } from "./cadence";

function watched(cadence: Cadence, gap: number, frames: number, from = 0): number {
  for (let i = 0; i < frames; i++) cadence.note(from + i * gap, i > 0);
  return from + frames * gap;
}

describe("cadence", () => {
  it("takes a screen for one of 60 Hz until it has seen enough of it", () => {
    const cadence = new Cadence();
    watched(cadence, 33.3, 5);
    expect(cadence.frame).toBe(USUAL_FRAME_US);
    expect(cadence.news()).toBeNull();
  });

  it("tells a slow screen once", () => {
    const cadence = new Cadence();
    watched(cadence, 1000 / 30, 20);
    expect(cadence.news()).toBe(33_333);
    expect(cadence.news()).toBeNull();
  });

  it("is not misled by a page that hangs now and then, nor by the time in which nobody looked", () => {
    const cadence = new Cadence();
    let at = 0;
    for (let event = 0; event < 12; event++) {
      at = watched(cadence, 1000 / 60, 4, at) + 90; // a frame that came late …
      cadence.note(at, true);
      at += 5000; // … and a break
    }
    expect(cadence.frame).toBe(USUAL_FRAME_US);
    expect(cadence.news()).toBeNull();
  });

  it("notices when the screen saves power, and when it no longer does", () => {
    const cadence = new Cadence();
    const at = watched(cadence, 1000 / 60, 40);
    expect(cadence.news()).toBeNull();
    const later = watched(cadence, 1000 / 30, 40, at);
    expect(cadence.news()).toBe(33_333);
    watched(cadence, 1000 / 60, 40, later);
    expect(cadence.news()).toBe(16_667);
  });

  it("says after a reconnect what it knows", () => {
    const cadence = new Cadence();
    watched(cadence, 1000 / 144, 40);
    expect(cadence.report()).toBe(6_944);
    expect(cadence.news()).toBeNull();
  });
});
