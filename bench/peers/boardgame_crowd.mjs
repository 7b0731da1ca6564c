// Two clients at each table of boardgame.io.
import { createRequire } from 'node:module';
import { base, Beats, keepActing, pause, tables, Tally } from './crowd.mjs';
import { game } from './boardgame_game.mjs';
const require = createRequire(import.meta.url);
const { Client } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');

const tally = new Tally();

async function sit(matchID, playerID) {
  const client = Client({
    game,
    matchID,
    playerID,
    numPlayers: 2,
    debug: false,
    multiplayer: SocketIO({ server: base, socketOpts: { transports: ['websocket'] } }),
  });
  client.start();
  let waiting = '';
  let sentAt = 0;
  let number = 0;
  const screen = new Beats((kind, what) => client.sendChatMessage({ kind, ...what })); // all it has besides moves
  let shown = 0;
  client.subscribe((state) => {
    if (state && state.G.count > shown) screen.shown((shown = state.G.count));
    if (waiting && state && state.G.last[Number(playerID)] === waiting) {
      tally.note(sentAt);
      waiting = '';
    }
  });
  while (!client.getState()) await pause(10);
  keepActing(() => {
    if (waiting && performance.now() - sentAt < 3000) return;
    waiting = `${playerID}.${++number}`;
    sentAt = performance.now();
    client.moves.tap(waiting);
  });
}

for (let t = 0; t < tables; t++) {
  await sit(`table${t}`, '0'); // a table is made when its first guest comes
  await sit(`table${t}`, '1');
}
await tally.measure();
