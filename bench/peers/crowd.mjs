// What the two crowds have in common: how often people act, and what is measured.
// `raceShare`: of how many events our clients are told that a race is possible.
export const [base, tables, seconds, thinking, beats, raceShare] = process.argv.slice(2).map((x, i) => (i ? Number(x) : x));
const FRAME_MS = 1000 / 60;
const STILLS_MS = [1, 2, ...Array.from({ length: 15 }, (_, i) => 8 + 2 * i), 48, 60, 72].map((frame) => frame * FRAME_MS);

export class Tally {
  times = [];
  open = false;

  note(sentAt) {
    if (this.open) this.times.push(performance.now() - sentAt);
  }

  async measure() {
    await pause(1000);
    console.log('go');
    this.open = true;
    await pause(1000 * seconds);
    const times = this.times.sort((a, b) => a - b);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
    console.log(JSON.stringify({ inputs: times.length, p50: at(0.5), p99: at(0.99) }));
    process.exit(0);
  }
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// An input every now and then, one at a time.
export function keepActing(act) {
  const next = () => setTimeout(() => { act(); next(); }, 1000 * thinking * (0.5 + Math.random()));
  next();
}

// After every event a `seen`, and where a race is possible `still`s, as our clients send them.
export class Beats {
  constructor(say) {
    this.say = say;
    this.timer = undefined;
  }

  shown(n) {
    if (!beats) return;
    clearTimeout(this.timer);
    const painted = performance.now();
    this.say('seen', { n, p: micros(painted), c: micros(painted) });
    if (Math.random() < raceShare) this.keepStill(n, painted, 0);
  }

  keepStill(n, painted, count) {
    if (count >= STILLS_MS.length) return;
    this.timer = setTimeout(() => {
      this.say('still', { n, c: micros(performance.now()) });
      this.keepStill(n, painted, count + 1);
    }, painted + STILLS_MS[count] - performance.now());
  }
}

const micros = (ms) => Math.round(1000 * ms);
