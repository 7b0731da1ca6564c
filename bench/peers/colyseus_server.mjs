// Colyseus with a room that tells everybody whatever anybody says; nothing else, and nothing is kept.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const { Server, Room } = require('@colyseus/core');
const { WebSocketTransport } = require('@colyseus/ws-transport');

class Taps extends Room {
  onCreate() {
    this.maxClients = 2;
    this.autoDispose = true;
    this.setPatchRate(null);
    this.count = 0;
    this.witnesses = new Map();
    this.onMessage('tap', (client, mark) => {
      this.count += 1;
      this.broadcast('tapped', { n: this.count, by: client.sessionId, mark });
    });
    this.onMessage('seen', (client, { n, p, c }) => this.witnesses.set(client.sessionId, [n, p, c]));
    this.onMessage('still', (client, { n, c }) => this.witnesses.set(client.sessionId, [n, c]));
  }
}

const quiet = console.log;
console.log = () => {};
const http = createServer();
const server = new Server({ transport: new WebSocketTransport({ server: http }), greet: false, gracefullyShutdown: false });
server.define('taps', Taps);
await server.listen(0, '127.0.0.1');
console.log = quiet;
console.log(`http://127.0.0.1:${http.address().port}`);
