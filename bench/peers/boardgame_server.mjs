// boardgame.io with a trivial game, everything in memory.
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const { Server, Origins } = require('boardgame.io/server');
const { game } = await import('./boardgame_game.mjs');

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
const listen = server.app.listen;
server.app.listen = (port, ready) => listen.call(server.app, port, '127.0.0.1', ready); // nobody else's business
const quiet = console.log;
console.log = () => {};
console.info = () => {};
const running = await server.run({ port: 0, callback: () => {} });
console.log = quiet;
const port = running.appServer.address().port;
console.log(`http://127.0.0.1:${port}`);
