// Sounds are made on the spot: no files, no waiting. Each is named as it sounds, and has a caption that the table shows.

import { preferences } from "../preferences.svelte";
import { showCaption } from "./captions.svelte";

export type Cue = "thump" | "flick" | "swoosh" | "squeak" | "chord" | "hey";

let context: AudioContext | null = null;

/** Browsers let a page make sound only after a press; every press calls this. */
export function wakeSound(): void {
  if (!preferences.sound) return;
  context ??= typeof AudioContext === "undefined" ? null : new AudioContext();
  if (context?.state === "suspended") void context.resume();
}

export function play(cue: Cue): void {
  showCaption(cue);
  if (!preferences.sound || context === null || context.state !== "running") return;
  SOUNDS[cue](context, context.currentTime);
}

interface Tone {
  from: number;
  to: number;
  seconds: number;
  volume: number;
  shape?: OscillatorType;
  after?: number;
}

function tone(audio: AudioContext, at: number, { from, to, seconds, volume, shape = "sine", after = 0 }: Tone): void {
  const start = at + after;
  const voice = audio.createOscillator();
  const level = audio.createGain();
  voice.type = shape;
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + seconds);
  level.gain.setValueAtTime(volume, start);
  level.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  voice.connect(level).connect(audio.destination);
  voice.start(start);
  voice.stop(start + seconds);
}

function noise(audio: AudioContext, at: number, seconds: number, pitch: number, volume: number): void {
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
  source.connect(filter).connect(level).connect(audio.destination);
  source.start(at);
}

const SOUNDS: Record<Cue, (audio: AudioContext, at: number) => void> = {
  thump: (audio, at) => {
    noise(audio, at, 0.09, 900, 0.7);
    tone(audio, at, { from: 150, to: 48, seconds: 0.16, volume: 0.6 });
  },
  flick: (audio, at) => noise(audio, at, 0.05, 3200, 0.22),
  swoosh: (audio, at) => noise(audio, at, 0.35, 1500, 0.3),
  squeak: (audio, at) => tone(audio, at, { from: 900, to: 1500, seconds: 0.16, volume: 0.16, shape: "triangle" }),
  chord: (audio, at) => {
    for (const [i, pitch] of [523, 659, 784].entries()) {
      tone(audio, at, { from: pitch, to: pitch, seconds: 0.35, volume: 0.16, shape: "triangle", after: i * 0.07 });
    }
  },
  hey: (audio, at) => tone(audio, at, { from: 320, to: 480, seconds: 0.2, volume: 0.2, shape: "sawtooth" }),
};
