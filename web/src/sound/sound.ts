// Sounds are made on the spot: no files, no waiting. Each is named as it sounds, and has a caption that the table shows.
// They come through one soft mixer, so that many at once are no louder than one. A browser that refuses sound is silent.

import { preferences } from "../preferences.svelte";
import { showCaption } from "./captions.svelte";

export type Cue = "thump" | "flick" | "swoosh" | "squeak" | "chord" | "hey" | "tick" | "fanfare";

const LOUDNESS = 0.7;

interface Desk {
  audio: AudioContext;
  out: AudioNode;
}

let desk: Desk | null = null;
let refused = false;

/** Browsers let a page make sound only after a press; every press calls this. */
export function wakeSound(): void {
  if (!preferences.sound || refused) return;
  try {
    desk ??= openDesk();
    if (desk?.audio.state === "suspended") desk.audio.resume().catch(() => undefined);
  } catch {
    refused = true;
  }
}

export function play(cue: Cue): void {
  showCaption(cue);
  if (!preferences.sound || desk === null || desk.audio.state !== "running") return;
  try {
    SOUNDS[cue](desk, desk.audio.currentTime);
  } catch {
    // A voice more than the device has: this one is not heard.
  }
}

function openDesk(): Desk | null {
  if (typeof AudioContext === "undefined") return null;
  const audio = new AudioContext();
  const soft = audio.createDynamicsCompressor();
  const level = audio.createGain();
  soft.threshold.value = -18;
  soft.ratio.value = 6;
  level.gain.value = LOUDNESS;
  soft.connect(level).connect(audio.destination);
  return { audio, out: soft };
}

interface Tone {
  from: number;
  to: number;
  seconds: number;
  volume: number;
  shape?: OscillatorType;
  after?: number;
}

/** Begins and ends without a click. */
function tone({ audio, out }: Desk, at: number, { from, to, seconds, volume, shape = "sine", after = 0 }: Tone): void {
  const start = at + after;
  const voice = audio.createOscillator();
  const level = audio.createGain();
  voice.type = shape;
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + seconds);
  level.gain.setValueAtTime(0.001, start);
  level.gain.exponentialRampToValueAtTime(volume, start + Math.min(0.008, seconds / 4));
  level.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  voice.connect(level).connect(out);
  voice.start(start);
  voice.stop(start + seconds);
}

function noise({ audio, out }: Desk, at: number, seconds: number, pitch: number, volume: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(seconds * audio.sampleRate), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const level = audio.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  level.gain.value = volume;
  source.connect(filter).connect(level).connect(out);
  source.start(at);
}

/** Notes one after the other, or together. */
function notes(on: Desk, at: number, pitches: readonly number[], apart: number, seconds: number, volume: number): void {
  for (const [i, pitch] of pitches.entries()) tone(on, at, { from: pitch, to: pitch, seconds, volume, shape: "triangle", after: i * apart });
}

const SOUNDS: Record<Cue, (on: Desk, at: number) => void> = {
  thump: (on, at) => {
    noise(on, at, 0.09, 900, 0.7);
    tone(on, at, { from: 150, to: 48, seconds: 0.16, volume: 0.6 });
    tone(on, at, { from: 196, to: 190, seconds: 0.5, volume: 0.05, after: 0.09 }); // the table rings
  },
  flick: (on, at) => noise(on, at, 0.05, 3200, 0.22),
  swoosh: (on, at) => noise(on, at, 0.35, 1500, 0.3),
  squeak: (on, at) => tone(on, at, { from: 900, to: 1500, seconds: 0.16, volume: 0.16, shape: "triangle" }),
  chord: (on, at) => notes(on, at, [523, 659, 784], 0.07, 0.35, 0.16),
  hey: (on, at) => tone(on, at, { from: 320, to: 480, seconds: 0.2, volume: 0.2, shape: "sawtooth" }),
  tick: (on, at) => tone(on, at, { from: 1250, to: 1100, seconds: 0.05, volume: 0.14, shape: "square" }),
  fanfare: (on, at) => {
    notes(on, at, [392, 523, 659], 0.13, 0.22, 0.16);
    notes(on, at + 0.42, [523, 659, 784, 1047], 0, 0.9, 0.13);
  },
};
