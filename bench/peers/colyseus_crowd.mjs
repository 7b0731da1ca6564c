// Two clients in each room of Colyseus.
import { createRequire } from 'node:module';
import { base, Beats, keepActing, tables, Tally } from './crowd.mjs';
const require = createRequire(import.meta.url);
const { Client } = require('colyseus.js');

const tally = new Tally();

function play(room) {
  let waiting = 0;
  let sentAt = 0;
  const screen = new Beats((kind, what) => room.send(kind, what));
  room.onMessage('tapped', ({ n, by, mark }) => {
    screen.shown(n);
    if (by === room.sessionId && mark === waiting) {
      tally.note(sentAt);
      waiting = 0;
    }
  });
  let number = 0;
  keepActing(() => {
    if (waiting && performance.now() - sentAt < 3000) return;
    waiting = ++number;
    sentAt = performance.now();
    room.send('tap', waiting);
  });
}

for (let t = 0; t < tables; t++) {
  const room = await new Client(base).create('taps');
  play(room);
  play(await new Client(base).joinById(room.roomId));
}
await tally.measure();
