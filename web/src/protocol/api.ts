// The server's HTTP side. Every refusal is one error with a word for us and a sentence for people.

import type { Games, Joined, JoinTable, OpenTable, RecordShown, Refusal, TableInfo, TableOpened, Ticket } from "./types";

export class RefusedByServer extends Error {
  constructor(
    readonly error: string,
    readonly why: string,
    readonly retryAfter = 0,
  ) {
    super(why);
  }
}

/** Nobody answered: no network, or no server. */
export const UNREACHABLE = "unreachable";

async function ask<Answer>(method: "GET" | "POST", path: string, body?: unknown): Promise<Answer> {
  const request: RequestInit = { method, credentials: "same-origin", headers: { Accept: "application/json" } };
  if (body instanceof Blob) {
    request.body = body;
  } else if (body !== undefined) {
    request.headers = { ...request.headers, "Content-Type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new RefusedByServer(UNREACHABLE, "");
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as Answer;
  const refusal = (answer ?? {}) as Partial<Refusal>;
  const again = Number(response.headers.get("Retry-After") ?? 0);
  // A proxy in between answers in words of its own: the server behind it is not there.
  throw new RefusedByServer(refusal.error ?? UNREACHABLE, refusal.why ?? "", again);
}

const at = (code: string): string => `/api/tables/${encodeURIComponent(code)}`;

export const api = {
  games: () => ask<Games>("GET", "/api/games"),
  open: (wanted: OpenTable) => ask<TableOpened>("POST", "/api/tables", wanted),
  info: (code: string) => ask<TableInfo>("GET", at(code)),
  join: (code: string, wanted: JoinTable) => ask<Joined>("POST", `${at(code)}/join`, wanted),
  ticket: (code: string, screen: boolean) => ask<Ticket>("POST", `${at(code)}/ticket`, { screen }),
  checkRecord: (file: Blob) => ask<RecordShown>("POST", "/api/records", file),
  recordPath: (code: string) => `${at(code)}/record`,
};
