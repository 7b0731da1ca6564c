// The chain of a record, counted by the browser itself: every line is hashed with everything before it.
// What the entries say is not judged here: that takes the rules of the game, and the server, or `slamdeck verify`.

import { sha256 } from "./sha256";

export type ChainFound =
  | { kind: "fits"; table: string; entries: number; heads: string[] }
  | { kind: "broken"; line: number }
  /** the lab's first format, which had no chain */
  | { kind: "old" }
  | { kind: "foreign" };

type Bytes = Uint8Array<ArrayBuffer>;

const FORMAT = 2;
const FIRST_FORMAT = "table record";
const ENDED = '{"e":"ended"';
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export async function checkChain(data: Bytes, subtle = globalThis.crypto?.subtle): Promise<ChainFound> {
  const lines = linesOf(data);
  const header = lines === null ? null : headerOf(lines[0]);
  if (lines === null || header === null) return { kind: "foreign" };
  if (header.slamdeck === 1) return { kind: "old" };
  if (header.slamdeck !== FORMAT && header.slamdeck !== FIRST_FORMAT) return { kind: "foreign" };
  const heads: string[] = [];
  let head = await sha256(encoder.encode(`slamdeck journal 1\0${header.table}`), subtle);
  let games = 0;
  for (let i = 1; i < lines.length - 1; i++) {
    const line = lines[i];
    const body = line === undefined ? null : bodyOf(line, i);
    if (line === undefined || body === null) return { kind: "broken", line: i + 1 };
    head = await sha256(joined(head, body), subtle);
    heads.push(base64(head));
    if (decoder.decode(line.slice(line.length - HEAD_LENGTH)) !== `,"head":"${heads.at(-1)}"}`) return { kind: "broken", line: i + 1 };
    if (i === 1 && !fits(header, body)) return { kind: "broken", line: 1 };
    if (decoder.decode(body.slice(0, ENDED.length)) === ENDED) games++;
  }
  const closing = `{"entries":${heads.length},"games":${games},"head":"${heads.at(-1)}"}`;
  if (decoder.decode(lines.at(-1)) !== closing) return { kind: "broken", line: lines.length };
  return { kind: "fits", table: header.table, entries: heads.length, heads };
}

const NEWLINE = 10;
/** `,"head":"` and 44 signs and `"}` */
const HEAD_LENGTH = 9 + 44 + 2;

function linesOf(data: Bytes): Bytes[] | null {
  const lines: Bytes[] = [];
  let from = 0;
  for (let at = data.indexOf(NEWLINE); at >= 0; at = data.indexOf(NEWLINE, from)) {
    lines.push(data.subarray(from, at));
    from = at + 1;
  }
  return from === data.length && lines.length >= 4 ? lines : null;
}

interface Header {
  slamdeck: unknown;
  table: string;
  game: unknown;
  rules_version: unknown;
}

/** Written as we write it, or not at all. */
function headerOf(line: Bytes | undefined): Header | null {
  const text = decoder.decode(line);
  const value = parsed(text);
  if (value?.["slamdeck"] === 1) return { slamdeck: 1, table: "", game: "", rules_version: 0 };
  if (value === null || JSON.stringify(value) !== text) return null;
  return typeof value["table"] === "string" ? (value as unknown as Header) : null;
}

function fits(header: Header, body: Bytes): boolean {
  const opened = parsed(decoder.decode(body));
  return opened !== null && opened["table"] === header.table && opened["game"] === header.game && opened["rules_version"] === header.rules_version;
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function bodyOf(line: Bytes, seq: number): Bytes | null {
  const before = `{"seq":${seq},"entry":`;
  if (line.length < before.length + HEAD_LENGTH || decoder.decode(line.subarray(0, before.length)) !== before) return null;
  return line.slice(before.length, line.length - HEAD_LENGTH);
}

function joined(head: Uint8Array, body: Bytes): Bytes {
  const both = new Uint8Array(head.length + body.length);
  both.set(head);
  both.set(body, head.length);
  return both;
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
