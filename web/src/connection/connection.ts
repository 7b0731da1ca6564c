// One table's socket: ticket, hello, reconnects, resends. Knows nothing of cards.

import { RefusedByServer, UNREACHABLE } from "../protocol/api";
import { PROTOCOL, type Act, type ClientMessage, type Closing, type ServerMessage, type Ticket } from "../protocol/types";
import { Backoff } from "./backoff";
import { Outbox, type Input } from "./outbox";

/** What the connection needs of the browser; tests bring their own. */
export interface Wires {
  ticket(): Promise<Ticket>;
  /** `at`: the server that has the table, such as https://two.example; "": the one this page came from. */
  socket(at: string): WebSocket;
  later(ms: number, then: () => void): void;
}

export type LinkState = "connecting" | "open" | "lost" | "ended";

export interface Listener {
  message(message: ServerMessage): void;
  /** `why` is a word of the protocol's error lists when the link has ended for good. */
  state(state: LinkState, why: string): void;
}

/** After these there is no coming back without the player's own doing. */
const FINAL = new Set([
  "bad_frames", "too_large", "bad_hello", "old_version", "replaced", "closed", "no_room", "sent_away", "locked", "forgotten",
  "not_joined", "wrong_code", "origin", "bad_request",
]);

const CODES: Record<number, string> = {
  4000: "bad_hello", 4002: "old_version", 4003: "replaced", 4004: "closed", 4006: "no_room", 4007: "sent_away", 4008: "locked",
  4010: "forgotten",
};

/** Another server has the table now. */
const MOVED = "moved";
const SILENCE_MS = 3000;
const GONE = 1006;
const OPEN = 1; // of a WebSocket's states

export class Connection {
  readonly outbox: Outbox;
  private socket: WebSocket | null = null;
  private farewell: Closing | null = null;
  private welcomed = false;
  private stopped = false;
  private generation = 0;
  private heard = 0;

  constructor(
    private readonly wires: Wires,
    private readonly listener: Listener,
    /** the number of the last update that was shown */
    private readonly last: () => number | null,
    private readonly backoff = new Backoff(),
    outbox = new Outbox(),
  ) {
    this.outbox = outbox;
  }

  async open(): Promise<void> {
    const generation = ++this.generation;
    this.stopped = false;
    this.farewell = null;
    this.listener.state("connecting", "");
    try {
      const ticket = await this.wires.ticket();
      if (generation === this.generation) this.dial(ticket, generation);
    } catch (refusal) {
      if (generation === this.generation) this.refused(refusal);
    }
  }

  close(): void {
    this.stopped = true;
    this.generation++;
    this.socket?.close();
    this.socket = null;
  }

  /** False: it could not be sent now. An act is kept and sent after the reconnect; nothing else is. */
  send(message: ClientMessage): boolean {
    if (!this.welcomed || this.socket?.readyState !== OPEN) return false; // it may be closing and not have said so yet
    this.socket.send(JSON.stringify(message));
    return true;
  }

  act(act: Input): Act {
    const message = this.outbox.write(act);
    if (this.send(message)) this.watch(message.id);
    return message;
  }

  /** A server that hangs neither answers nor hangs up: whoever has waited in silence for this long asks another. */
  private watch(id: number): void {
    const { generation, heard } = this;
    this.wires.later(SILENCE_MS, () => {
      const silent = generation === this.generation && heard === this.heard;
      if (!silent || !this.welcomed || !this.outbox.isPending(id)) return;
      this.generation++;
      this.socket?.close();
      this.lost(GONE);
    });
  }

  private dial({ ticket, at }: Ticket, generation: number): void {
    const socket = this.wires.socket(at);
    this.socket = socket;
    this.welcomed = false;
    socket.onopen = () => {
      const last = this.last();
      const hello: ClientMessage = { m: "hello", version: PROTOCOL, ticket, ...(last === null ? {} : { last }) };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (generation === this.generation) this.hear(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (generation === this.generation) this.lost(event.code);
    };
  }

  private hear(message: ServerMessage): void {
    this.heard++;
    if (message.m === "closing") this.farewell = message;
    if (message.m === "welcome") this.welcome();
    if (message.m === "ok") this.outbox.answered(message.id);
    this.listener.message(message);
  }

  private welcome(): void {
    this.welcomed = true;
    this.backoff.succeeded();
    this.listener.state("open", "");
    for (const act of this.outbox.pending()) this.send(act);
  }

  private lost(code: number): void {
    this.socket = null;
    this.welcomed = false;
    if (this.stopped) return;
    const word = this.farewell?.error ?? CODES[code] ?? "";
    if (FINAL.has(word)) this.end(word);
    else this.again(word, Math.max(0, this.farewell?.again ?? 0) * 1000);
  }

  private refused(refusal: unknown): void {
    const { error, retryAfter } =
      refusal instanceof RefusedByServer ? refusal : new RefusedByServer(UNREACHABLE, String(refusal));
    if (FINAL.has(error)) this.end(error);
    else this.again(error, retryAfter * 1000);
  }

  private end(word: string): void {
    this.generation++;
    this.listener.state("ended", word);
  }

  private again(word: string, atLeast: number): void {
    const generation = this.generation;
    const atOnce = word === MOVED && this.backoff.attempts === 0; // it is there already
    const wait = this.backoff.next();
    this.listener.state("lost", word);
    this.wires.later(Math.max(atOnce ? 0 : wait, atLeast), () => {
      if (generation === this.generation && !this.stopped) void this.open();
    });
  }
}

export function browserWires(ticket: () => Promise<Ticket>): Wires {
  return {
    ticket,
    socket: (at) => new WebSocket(`${(at || location.origin).replace(/^http/, "ws")}/ws`),
    later: (ms, then) => void setTimeout(then, ms),
  };
}
