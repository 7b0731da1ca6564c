import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { preferences } from "../preferences.svelte";
import { buzz } from "./haptics";
import type { Cue } from "./sound";

const CUES: Cue[] = ["thump", "flick", "swoosh", "squeak", "chord", "hey", "tick", "fanfare"];

class Knob {
  value = 0;
  setValueAtTime = vi.fn();
  exponentialRampToValueAtTime = vi.fn();
}

/** Counts what is heard. */
function audio(heard: { voices: number }, state = "running") {
  const node = () => {
    const made = {
      gain: new Knob(), frequency: new Knob(), threshold: new Knob(), ratio: new Knob(), type: "", buffer: null,
      start: () => (heard.voices += 1), stop: vi.fn(), connect: (next: unknown) => next,
    };
    return made;
  };
  return class {
    state = state;
    currentTime = 0;
    sampleRate = 8000;
    destination = {};
    resume = (): Promise<void> => Promise.reject(new Error("not without a press"));
    createGain = node;
    createOscillator = node;
    createDynamicsCompressor = node;
    createBufferSource = node;
    createBiquadFilter = node;
    createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
  };
}

beforeEach(() => {
  vi.resetModules();
  preferences.sound = preferences.haptics = true;
});
afterEach(() => void vi.unstubAllGlobals());

it("makes every sound", async () => {
  const heard = { voices: 0 };
  vi.stubGlobal("AudioContext", audio(heard));
  const sound = await import("./sound");
  sound.wakeSound();
  for (const cue of CUES) {
    const before = heard.voices;
    sound.play(cue);
    expect(heard.voices).toBeGreaterThan(before);
  }
});

it("goes on where sound is refused, missing, asleep or broken", async () => {
  const throwing = vi.fn(() => {
    throw new Error("refused");
  });
  const heard = { voices: 0 };
  const broken = class extends audio(heard) {
    override createOscillator = (): never => {
      throw new Error("no more voices");
    };
  };
  for (const one of [undefined, throwing, audio(heard, "suspended"), broken]) {
    vi.resetModules();
    vi.stubGlobal("AudioContext", one);
    const sound = await import("./sound");
    expect(() => [sound.wakeSound(), sound.wakeSound(), ...CUES.map(sound.play)]).not.toThrow();
  }
});

it("shows a caption even where nothing can be heard", async () => {
  const { play } = await import("./sound");
  const captions = (await import("./captions.svelte")).caption;
  play("fanfare");
  expect(captions.text).toBe("TA-DA!");
});

it("buzzes where there is a motor, as its owner likes", () => {
  const vibrate = vi.fn();
  vi.stubGlobal("navigator", { vibrate });
  buzz("squeak");
  expect(vibrate).toHaveBeenCalledWith([12, 40, 12]);
  preferences.haptics = false;
  buzz("squeak");
  expect(vibrate).toHaveBeenCalledTimes(1);
  preferences.haptics = true;
  vi.stubGlobal("navigator", {});
  expect(() => buzz("thump")).not.toThrow();
  vi.stubGlobal("navigator", { vibrate: () => { throw new Error("refused"); } });
  expect(() => buzz("thump")).not.toThrow();
});
