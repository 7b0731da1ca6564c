// What the two crowds have in common: how often people act, and what is measured.
export const [base, tables, seconds, thinking, beats] = process.argv.slice(2).map((x, i) => (i ? Number(x) : x));
const BEAT_MS = 50;
const LAST_BEAT_MS = 1200;

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

// After every event a `seen` and a `still` every 50 ms, as our clients send them.
export class Beats {
  constructor(say) {
    this.say = say;
    this.timer = undefined;
  }

  shown(n) {
    if (!beats) return;
    clearInterval(this.timer);
    this.say('seen', { n });
    let up = 0;
    this.timer = setInterval(() => {
      up += BEAT_MS;
      this.say('still', { n, up: up * 1000 });
      if (up >= LAST_BEAT_MS) clearInterval(this.timer);
    }, BEAT_MS);
  }
}
