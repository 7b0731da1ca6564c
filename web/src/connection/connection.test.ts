import { describe, expect, it } from "vitest";
import { RefusedByServer } from "../protocol/api";
import { PROTOCOL, type ClientMessage, type ServerMessage } from "../protocol/types";
import { Backoff } from "./backoff";
import { Connection, type LinkState } from "./connection";
import { Outbox } from "./outbox";

/** The far end of a socket, in the hands of the test. */
class Line {
  sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  closed = false;
  readyState = 1;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  close(): void {
    this.closed = true;
  }
  says(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const WELCOME: ServerMessage = { m: "welcome", version: PROTOCOL, table: "T", server: "0" };

function scene(ticket: () => Promise<string> = () => Promise.resolve("one"), at = "") {
  const lines: Line[] = [];
  const states: [LinkState, string][] = [];
  const heard: ServerMessage[] = [];
  const waiting: { ms: number; then: () => void }[] = [];
  const shown = { u: null as number | null };
  const clock = { time: 0 };
  const places: string[] = [];
  const connection = new Connection(
    {
      ticket: async () => ({ ticket: await ticket(), seconds: 30, version: PROTOCOL, at }),
      socket: (where) => {
        places.push(where);
        const line = new Line();
        lines.push(line);
        return line as unknown as WebSocket;
      },
      later: (ms, then) => waiting.push({ ms, then }),
    },
    { message: (message) => heard.push(message), state: (state, why) => states.push([state, why]) },
    () => shown.u,
    new Backoff(() => 1),
    new Outbox(1000, () => ++clock.time),
  );
  const line = (): Line => {
    const last = lines.at(-1);
    if (!last) throw new Error("no socket was opened");
    return last;
  };
  const connect = async (): Promise<Line> => {
    await connection.open();
    line().onopen?.();
    line().says(WELCOME);
    return line();
  };
  return { connection, connect, line, lines, places, states, heard, waiting, shown, clock };
}

describe("connection", () => {
  it("says hello with its ticket, and with the last update it has shown", async () => {
    const { connect, shown } = scene();
    shown.u = 17;
    const line = await connect();
    expect(line.sent[0]).toEqual({ m: "hello", version: PROTOCOL, ticket: "one", last: 17 });
  });

  it("leaves `last` out when nothing was shown yet", async () => {
    const { connect } = scene();
    expect((await connect()).sent[0]).toEqual({ m: "hello", version: PROTOCOL, ticket: "one" });
  });

  it("stamps an input with the clock at its sending, in the order in which the server reads it", async () => {
    const { connection, connect, clock } = scene();
    const line = await connect();
    clock.time = 5_000_000;
    connection.act({ n: 3, t: 4_998_500, do: "slap", seat: 1 });
    expect(JSON.stringify(line.sent.at(-1))).toBe('{"m":"act","n":3,"t":4998500,"c":5000001,"id":1001,"do":"slap","seat":1}');
  });

  it("sends what was not answered again after a reconnect, byte for byte: its id and its times are those of the hand", async () => {
    const { connection, connect, line, waiting, states, clock } = scene();
    const first = await connect();
    clock.time = 1_000_000;
    connection.act({ n: 3, t: 250_000, do: "slap" });
    connection.act({ n: 4, t: 900_000, do: "toss" });
    first.says({ m: "ok", id: 1001, seat: 0, verdict: "applied", clause: "", why: "" });
    first.onclose?.({ code: 1006 });
    expect(states.at(-1)).toEqual(["lost", ""]);
    connection.act({ n: 4, t: 1_500_000, do: "yell" }); // pressed in the tunnel
    clock.time = 9_000_000;
    waiting.at(-1)?.then();
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    line().onopen?.();
    line().says(WELCOME);
    expect(line().sent.slice(1)).toEqual([
      { m: "act", n: 4, t: 900_000, c: 1_000_002, id: 1002, do: "toss" },
      { m: "act", n: 4, t: 1_500_000, c: 1_000_003, id: 1003, do: "yell" },
    ]);
  });

  it("does not come back by itself when another window has the seat", async () => {
    const { connect, states, waiting } = scene();
    const line = await connect();
    line.says({ m: "closing", error: "replaced", why: "…", again: -1 });
    line.onclose?.({ code: 4003 });
    expect(states.at(-1)).toEqual(["ended", "replaced"]);
    expect(waiting).toHaveLength(0);
  });

  it("knows the reason from the code alone, should the farewell be lost", async () => {
    const { connect, states } = scene();
    (await connect()).onclose?.({ code: 4004 });
    expect(states.at(-1)).toEqual(["ended", "closed"]);
  });

  it("waits as long as the server asks before it comes back", async () => {
    const { connect, waiting } = scene();
    const line = await connect();
    line.says({ m: "closing", error: "flood", why: "…", again: 10 });
    line.onclose?.({ code: 1008 });
    expect(waiting[0]?.ms).toBe(10_000);
  });

  it("opens its socket at the server that the ticket names", async () => {
    const { connect, places } = scene(undefined, "https://two.example");
    await connect();
    expect(places).toEqual(["https://two.example"]);
  });

  it("follows a table that has moved at once, with what was not answered", async () => {
    const { connection, connect, line, waiting } = scene();
    const first = await connect();
    connection.act({ n: 3, t: 250_000, do: "slap" });
    first.says({ m: "closing", error: "moved", why: "…", again: 0 });
    first.onclose?.({ code: 1012 });
    expect(waiting.at(-1)?.ms).toBe(0);
    waiting.at(-1)?.then();
    await new Promise((done) => setTimeout(done, 0));
    line().onopen?.();
    line().says(WELCOME);
    expect(line().sent.at(-1)).toMatchObject({ m: "act", do: "slap", id: 1001 });
  });

  it("leaves a server that answers nothing for three seconds, and no other", async () => {
    const { connection, connect, line, lines, waiting, states } = scene();
    const first = await connect();
    connection.act({ n: 3, t: 250_000, do: "slap" });
    first.says({ m: "lag", trip: 1 });
    waiting.at(-1)?.then(); // something was heard meanwhile
    expect(states.at(-1)).toEqual(["open", ""]);
    connection.act({ n: 3, t: 260_000, do: "slap" });
    expect(waiting.at(-1)?.ms).toBe(3000);
    waiting.at(-1)?.then();
    expect(states.at(-1)).toEqual(["lost", ""]);
    expect(line().closed).toBe(true);
    waiting.at(-1)?.then();
    await new Promise((done) => setTimeout(done, 0));
    expect(lines).toHaveLength(2);
  });

  it("tries longer and longer while the server is gone", async () => {
    const { connection, waiting } = scene(() => Promise.reject(new RefusedByServer("unreachable", "")));
    await connection.open();
    for (let i = 0; i < 6; i++) {
      waiting.at(-1)?.then();
      await new Promise((done) => setTimeout(done, 0));
    }
    expect(waiting.map(({ ms }) => ms)).toEqual([300, 600, 1200, 2400, 4800, 8000, 8000]);
  });

  it("ends when there is no such table", async () => {
    const { connection, states } = scene(() => Promise.reject(new RefusedByServer("wrong_code", "…")));
    await connection.open();
    expect(states.at(-1)).toEqual(["ended", "wrong_code"]);
  });

  it("sends nothing before the welcome, nor over a socket that is closing, and nothing after it was closed", async () => {
    const { connection, line } = scene();
    await connection.open();
    line().onopen?.();
    expect(connection.send({ m: "pause" })).toBe(false);
    line().says(WELCOME);
    expect(connection.send({ m: "pause" })).toBe(true);
    line().readyState = 2; // the far end hangs up; onclose has not come yet
    expect(connection.send({ m: "pause" })).toBe(false);
    connection.close();
    expect(line().closed).toBe(true);
    expect(connection.send({ m: "pause" })).toBe(false);
  });
});
